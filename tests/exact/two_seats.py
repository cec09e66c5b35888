"""Two seats of a round dealt card by card from tiny shoes, every round of it: both boxes, one after another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tests.exact import blackjack_in_words as words
from tests.exact.blackjack_both import Played
from tests.exact.blackjack_brute import Box, Left, Round, draws, orders, without
from tests.exact.blackjack_in_words import Finished, Made, Values, is_blackjack
from upcard.rules.enums import HoleCard, Play


class Seated(NamedTuple):
    """How a seat's box ended: with a blackjack as dealt, by surrender, or with hands."""

    blackjack: bool = False
    surrendered: bool = False
    box: tuple[Finished, ...] = ()


class TwoSeats:
    """Both seats play by one strategy, each by its own cards and what the dealer shows."""

    def __init__(self, both: Played) -> None:
        self.both, self.brute = both, both.brute
        self.plays = {(one.shown, one.hand): (number, one.play) for number, one in both.decisions()}

    def means(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the means of the first seat, of the second, and of their product."""
        sums = [Fraction(0)] * 3
        for shown, chance in self.brute.showings():
            for hand, part in self.brute.hands(shown):
                left = self.brute.left(shown, hand)
                for other, more in _hands(left):
                    both = chance * part * more
                    for first, second, of_both in self._nets(shown, hand, other, without(left, other)):
                        for at, net in enumerate((first, second, first * second)):
                            sums[at] += both * of_both * net
        return sums[0], sums[1], sums[2]

    def _nets(
        self, shown: Values, hand: Values, other: Values, left: Left
    ) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """Yield the net results of both seats with their probability."""
        for dealers, ways, after in self._dealers(shown, left):
            over = is_blackjack(dealers) and words.is_known_first(self.brute.rules)
            for (rest, seats), times in self._seats(shown, (hand, other), after, over=over).items():
                for made, many in self.brute.dealer(rest, dealers).items():
                    first, second = (self._net(seat, made) for seat in seats)
                    yield first, second, Fraction(ways * times * many, orders(left))

    def _dealers(self, shown: Values, left: Left) -> Iterator[tuple[Values, int, Left]]:
        """Yield the dealer's cards before anyone plays; a hole card is out of the shoe by then."""
        if self.brute.rules.hole_card is HoleCard.DOWN:
            for hole, count, rest in draws(left):
                yield (*shown, hole), count, rest
        else:
            yield shown, 1, left

    def _seats(
        self, shown: Values, hands: tuple[Values, Values], left: Left, *, over: bool
    ) -> Mapping[tuple[Left, tuple[Seated, ...]], int]:
        """Play one seat after the other: all ways to end, with the number of ways to deal them."""
        ends: dict[tuple[Left, tuple[Seated, ...]], int] = {(left, ()): 1}
        for hand in hands:
            after: dict[tuple[Left, tuple[Seated, ...]], int] = defaultdict(int)
            for (rest, seats), times in ends.items():
                for (least, seat), ways in self._seat(shown, hand, rest, over=over):
                    after[least, (*seats, seat)] += times * ways
            ends = after
        return ends

    def _seat(
        self, shown: Values, hand: Values, left: Left, *, over: bool
    ) -> Iterator[tuple[tuple[Left, Seated], int]]:
        number, play = self.plays[shown, (hand[0], hand[1])]
        if is_blackjack(hand) or play is Play.SURRENDER:
            yield (left, Seated(blackjack=is_blackjack(hand), surrendered=not is_blackjack(hand))), 1
        elif over:
            yield (left, Seated()), 1
        else:
            box = Box(self.brute, shown, play or Play.STAND, self.both.policy(number))
            for ended, ways in box.of(left, hand).items():
                yield (ended.left, Seated(box=ended.box)), ways

    def _net(self, seat: Seated, made: Made) -> Fraction:
        if seat.blackjack:
            return words.dealt_blackjack_brings(self.brute.rules, made)
        if seat.surrendered:
            return words.surrender_brings(self.brute.rules, made)
        return self.brute.as_settled(Round(seat.box, made))


def _hands(left: Left) -> Iterator[tuple[Values, Fraction]]:
    """Yield the initial hands from a shoe, with their probabilities."""
    found: dict[Values, int] = defaultdict(int)
    for first, count, rest in draws(left):
        for second, more, _ in draws(rest):
            found[min(first, second), max(first, second)] += count * more
    whole = sum(left) * (sum(left) - 1)
    yield from ((hand, Fraction(ways, whole)) for hand, ways in found.items())
