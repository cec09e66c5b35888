"""The blackjack wager dealt card by card from tiny shoes, every round of it: written from the rules alone.

Nothing here is taken from the analysis. A round is dealt in its real order: a split hand gets its second card, is split
again if it may be, and is played out before the next hand gets a card; where there is a hole card it is out of the shoe
before anyone draws.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, perm
from typing import NamedTuple

from tests.exact import blackjack_in_words as words
from tests.exact.blackjack_in_words import Begun, Finished, Made, Values, is_blackjack, total_of
from tests.exact.given import Case
from upcard.rules.enums import HoleCard, Play

Left = tuple[int, ...]  # how many cards are left in the shoe of each value, aces first

ALL_VALUES = range(1, 11)
ALONE = (Play.STAND, Play.DRAW, Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
SPLITTING = (Play.SPLIT_PAIR, Play.FREE_SPLIT)


class OutOfCards(Exception):
    """A shoe is too small for a round."""


class Round(NamedTuple):
    """How a round ended: the hands of the box and the dealer's."""

    box: tuple[Finished, ...]  # none: the dealer's blackjack showed before anyone could play
    dealer: Made


class Ended(NamedTuple):
    """A box that is played out, and what is left of the shoe."""

    left: Left
    box: tuple[Finished, ...]


Policy = Callable[[Begun], Play]
Chances = Mapping[Round, Fraction]
Brings = Callable[[Round], Fraction]
Nets = Mapping[Fraction, Fraction]  # the net results of a round, with their probabilities


@cache
def without(left: Left, values: Values) -> Left:
    """Take cards out of a shoe."""
    counts = list(left)
    for value in values:
        counts[value - 1] -= 1
    assert min(counts) >= 0
    return tuple(counts)


def forget() -> None:
    """Forget the cards of earlier shoes."""
    total_of.cache_clear()
    without.cache_clear()


def draws(left: Left) -> Iterator[tuple[int, int, Left]]:
    """Draw one card in every way: its value, of how many alike it is one, and what is left."""
    if not any(left):
        raise OutOfCards
    for value, count in zip(ALL_VALUES, left, strict=True):
        if count:
            yield value, count, without(left, (value,))


def chance_of(left: Left, values: Values) -> Fraction:
    """Return the probability that the next card or two are these, in any order."""
    ways = 2 if len(set(values)) == 2 else 1
    for value in set(values):
        ways *= perm(left[value - 1], values.count(value))
    return Fraction(ways, perm(sum(left), len(values)))


def with_card(hand: Begun, value: int) -> Begun:
    """Add a card to a hand."""
    return hand._replace(cards=tuple(sorted((*hand.cards, value))))


def orders(left: Left) -> int:
    """Return the number of orders of the cards left, each card distinct."""
    return factorial(sum(left))


def mean(nets: Nets) -> Fraction:
    """Return the mean of a distribution."""
    return sum((net * chance for net, chance in nets.items()), Fraction(0))


class Brute:
    """One set of rules, analysed the slow way.

    Everything is counted in shuffles: in how many orders of the cards left something happens, and what is won in all
    of them together. So every number is whole, and the plain average is the quotient by the number of orders.
    """

    def __init__(self, given: Case) -> None:
        self.rules, self.shoe = given
        # The same cards are asked for time and again.
        self.may = cache(self._may)
        self.completed = cache(self._completed)
        self.dealer = cache(self._dealer)
        self.against = cache(self._against)
        self.best = cache(self._best)
        self.rounds = cache(self._rounds)
        self.greatest = cache(self._greatest)

    def _may(self, play: Play, hand: Begun, shown: Values, hands: int = 1) -> bool:
        return words.may(play, self.rules, hand, shown, hands=hands)

    def finished(self, hand: Begun, play: Play = Play.STAND) -> Finished:
        """End a hand."""
        return words.finished(self.rules, hand, play)

    def showings(self) -> Iterator[tuple[Values, Fraction]]:
        """Yield what the dealer can show before the players decide, with its probability."""
        many = 2 if self.rules.hole_card is HoleCard.UP else 1
        for shown in combinations_with_replacement(ALL_VALUES, many):
            if chance := chance_of(self.shoe, shown):
                yield shown, chance

    def hands(self, shown: Values) -> Iterator[tuple[Values, Fraction]]:
        """Return the initial hands against a showing, with their probabilities."""
        left = without(self.shoe, shown)
        for hand in combinations_with_replacement(ALL_VALUES, 2):
            if chance := chance_of(left, hand):
                yield hand, chance

    def left(self, shown: Values, hand: Values) -> Left:
        """Return the shoe after the initial deal."""
        return without(without(self.shoe, shown), hand)

    def _dealer(self, left: Left, cards: Values) -> Mapping[Made, int]:
        """Complete the dealer's hand: in how many orders of the cards left it becomes what."""
        found: dict[Made, int] = defaultdict(int)
        for (made, rest), ways in self.completed(left, cards).items():
            found[made] += ways * orders(rest)
        return found

    def _completed(self, left: Left, cards: Values) -> Mapping[tuple[Made, Left], int]:
        """Complete the dealer's hand: what it becomes, what is left then, and in how many ways that is dealt."""
        total = total_of(cards)
        if len(cards) > 1 and words.dealer_stands(self.rules, total):
            return {(Made(total, is_blackjack(cards)), left): 1}
        found: dict[tuple[Made, Left], int] = defaultdict(int)
        for value, count, rest in draws(left):
            for end, ways in self.completed(rest, tuple(sorted((*cards, value)))).items():
                found[end] += count * ways
        return found

    def dealers(self, left: Left, upcard: int, hands: int) -> Mapping[tuple[Made, ...], Fraction]:
        """Complete several dealer's hands on one upcard, one after another."""
        ends: dict[tuple[tuple[Made, ...], Left], int] = {((), left): 1}
        for _ in range(hands):
            after: dict[tuple[tuple[Made, ...], Left], int] = defaultdict(int)
            for (before, rest), ways in ends.items():
                for (made, least), more in self.completed(rest, (upcard,)).items():
                    after[(*before, made), least] += ways * more
            ends = after
        found: dict[tuple[Made, ...], Fraction] = defaultdict(Fraction)
        for (made_all, rest), ways in ends.items():
            found[made_all] += Fraction(ways * orders(rest), orders(left))
        return found

    def by_convention(self, ended: Round) -> Fraction:
        """Return the net result of a round if a dealer's blackjack shows before any hand busts."""
        return self._brings(ended, busts_first=False)

    def as_settled(self, ended: Round) -> Fraction:
        """Return the net result of a round as the table settles it: a bust stays collected."""
        return self._brings(ended, busts_first=True)

    def _brings(self, ended: Round, *, busts_first: bool) -> Fraction:
        if not ended.box:
            return Fraction(-1)
        hands = (words.net_results(self.rules, hand, ended.dealer, busts_first=busts_first) for hand in ended.box)
        return Fraction(sum(hands))

    # A hand played by itself, as well as can be

    def value(self, play: Play, shown: Values, hand: Values) -> Fraction:
        """Return the value of a play of an initial hand, played on optimally without splitting."""
        left = self.left(shown, hand)
        return Fraction(self.worth(play, left, shown, Begun(hand)), orders(left))

    def first_plays(self, shown: Values, hand: Values) -> set[Play]:
        """Return the plays of an initial hand; none if it is a blackjack, or if the dealer's blackjack shows."""
        if is_blackjack(hand) or is_blackjack(shown):
            return set()
        return {play for play in Play if self.may(play, Begun(hand), shown)}

    def best_plays(self, left: Left, shown: Values, hand: Begun) -> set[Play]:
        """Return the plays that a hand has than which none is better, a hand with chips being valued as before a split.

        So a split hand without the play that was best before takes the best of those it has, by the values of before.
        """
        valued = hand._replace(of_aces=False) if hand.free else Begun(hand.cards)
        worth = {play: self.worth(play, left, shown, valued) for play in self.allowed(hand, shown)}
        return {play for play, value in worth.items() if value == max(worth.values())}

    def allowed(self, hand: Begun, shown: Values) -> tuple[Play, ...]:
        """Return the plays of a hand by itself."""
        return tuple(play for play in ALONE if self.may(play, hand, shown))

    def worth(self, play: Play, left: Left, shown: Values, hand: Begun) -> int:
        """Return the sum of a play's net results over all orders of the cards left."""
        if play is Play.STAND:
            return self.against(left, shown, self.finished(hand))
        value = 0
        for drawn, count, rest in draws(left):
            more = with_card(hand, drawn)
            if play is Play.DRAW and not total_of(more.cards).bust:
                value += count * self.best(rest, shown, more)
            else:
                value += count * self.against(rest, shown, self.finished(more, play))
        return value

    def _best(self, left: Left, shown: Values, hand: Begun) -> int:
        return max(self.worth(play, left, shown, hand) for play in self.allowed(hand, shown))

    def _against(self, left: Left, shown: Values, hand: Finished) -> int:
        return sum(
            times * words.net_results(self.rules, hand, made, busts_first=False)
            for made, times in self.dealer(left, shown).items()
        )

    # A box played by a policy, card by card

    def _rounds(self, shown: Values, hand: Values, play: Play, policy: Policy) -> Chances:
        """Play an initial hand that is no blackjack, the first play given, and the dealer's: all ways to end."""
        left = self.left(shown, hand)
        found: dict[Round, int] = defaultdict(int)

        def go_on(left: Left, dealers: Values, times: int) -> None:
            for ended, ways in Box(self, shown, play, policy).of(left, hand).items():
                for made, orders in self.dealer(ended.left, dealers).items():
                    found[Round(ended.box, made)] += times * ways * orders

        if self.rules.hole_card is HoleCard.DOWN:
            (up,) = shown
            for hole, count, rest in draws(left):
                if is_blackjack((up, hole)):
                    found[Round((), Made(total_of((up, hole)), blackjack=True))] += count * orders(rest)
                else:
                    go_on(rest, (up, hole), count)
        elif is_blackjack(shown):
            found[Round((), Made(total_of(shown), blackjack=True))] += orders(left)
        else:
            go_on(left, shown, 1)
        assert sum(found.values()) == orders(left)
        return {ended: Fraction(times, orders(left)) for ended, times in found.items()}

    def nets(self, shown: Values, hand: Values, play: Play | None, policy: Policy, brings: Brings) -> Nets:
        """Return the probability of every net result of an initial hand; no play: a blackjack, or the dealer's."""
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        if is_blackjack(hand) or play is Play.SURRENDER:
            left = self.left(shown, hand)
            brought = words.dealt_blackjack_brings if is_blackjack(hand) else words.surrender_brings
            for made, times in self.dealer(left, shown).items():
                found[brought(self.rules, made)] += Fraction(times, orders(left))
        else:
            for ended, chance in self.rounds(shown, hand, play or Play.STAND, policy).items():
                found[brings(ended)] += chance
        return found

    # Two hands of a split pair, played as well as can be by someone who remembers every card

    def split_at_best(self, shown: Values, value: int, play: Play) -> Fraction:
        """Return the value of splitting a pair once for a player who knows all the cards that were dealt."""
        left = self.left(shown, (value, value))
        return Fraction(self.greatest(left, shown, split((value,), play), ()), orders(left))

    def _greatest(self, left: Left, shown: Values, waiting: tuple[Begun, ...], done: tuple[Finished, ...]) -> int:
        if not waiting:
            return sum(
                times * sum(words.net_results(self.rules, hand, made, busts_first=False) for hand in done)
                for made, times in self.dealer(left, shown).items()
            )
        hand, *rest = waiting
        if len(hand.cards) == 1:
            return self._at_best(Play.DRAW, left, shown, waiting, done)
        if total_of(hand.cards).bust:
            return self.greatest(left, shown, tuple(rest), (*done, self.finished(hand)))
        return max(self._at_best(play, left, shown, waiting, done) for play in self.allowed(hand, shown))

    def _at_best(
        self, play: Play, left: Left, shown: Values, waiting: tuple[Begun, ...], done: tuple[Finished, ...]
    ) -> int:
        hand, *rest = waiting
        if play is Play.STAND:
            return self.greatest(left, shown, tuple(rest), (*done, self.finished(hand)))
        value = 0
        for drawn, count, after in draws(left):
            more = with_card(hand, drawn)
            if play is Play.DRAW:
                value += count * self.greatest(after, shown, (more, *rest), done)
            else:
                value += count * self.greatest(after, shown, tuple(rest), (*done, self.finished(more, play)))
        return value


def split(card: Values, play: Play, *, original: bool = True, free: bool = False) -> tuple[Begun, Begun]:
    """Make two hands of a pair; the first keeps what was on it."""
    first = Begun(card, original=original, free=free, from_split=True, of_aces=card == (1,))
    return first, first._replace(original=False, free=play is Play.FREE_SPLIT)


class Box:
    """The hands of one player, played one after another by a policy."""

    def __init__(self, brute: Brute, shown: Values, first: Play, policy: Policy) -> None:
        self.brute, self.shown, self.first, self.policy = brute, shown, first, policy
        self.ends = cache(self._ends)

    def of(self, left: Left, hand: Values) -> Mapping[Ended, int]:
        """Play an initial hand: all ways for the box to end, each with the number of ways to deal it."""
        if self.first in SPLITTING:
            return self.ends(left, split(hand[:1], self.first), 2)
        return self._play(self.first, left, (Begun(hand),), 1)

    def _ends(self, left: Left, waiting: tuple[Begun, ...], hands: int) -> Mapping[Ended, int]:
        if not waiting:
            return {Ended(left, ()): 1}
        hand = waiting[0]
        if len(hand.cards) == 1:
            return self._second_card(left, waiting, hands)
        if self.brute.allowed(hand, self.shown) == (Play.STAND,):
            return self._play(Play.STAND, left, waiting, hands)
        return self._play(self.policy(hand), left, waiting, hands)

    def _second_card(self, left: Left, waiting: tuple[Begun, ...], hands: int) -> Mapping[Ended, int]:
        hand, *rest = waiting
        found: dict[Ended, int] = defaultdict(int)
        for value, count, after in draws(left):
            more = with_card(hand, value)
            if self.brute.may(self.first, more, self.shown, hands):
                again = split(hand.cards, self.first, original=hand.original, free=hand.free)
                ends = self.ends(after, (*again, *rest), hands + 1)
            else:
                ends = self.ends(after, (more, *rest), hands)
            _add(found, ends, count)
        return found

    def _play(self, play: Play, left: Left, waiting: tuple[Begun, ...], hands: int) -> Mapping[Ended, int]:
        hand, *rest = waiting
        found: dict[Ended, int] = defaultdict(int)
        if play is Play.STAND:
            _add(found, self.ends(left, tuple(rest), hands), 1, self.brute.finished(hand))
            return found
        for value, count, after in draws(left):
            more = with_card(hand, value)
            if play is Play.DRAW:
                _add(found, self.ends(after, (more, *rest), hands), count)
            else:
                _add(found, self.ends(after, tuple(rest), hands), count, self.brute.finished(more, play))
        return found


def _add(found: dict[Ended, int], ends: Mapping[Ended, int], times: int, *more: Finished) -> None:
    for (left, box), ways in ends.items():
        found[Ended(left, tuple(sorted((*box, *more))))] += ways * times
