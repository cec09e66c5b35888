"""The blackjack wager and another wager of the box, from tiny shoes: they vary together as brute force finds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from tests.exact import blackjack_in_words as words
from tests.exact.blackjack_both import CLOSE, Played, analysed
from tests.exact.blackjack_brute import Left, draws, orders
from tests.exact.blackjack_in_words import Made, Values, is_blackjack, total_of
from tests.exact.given import FREE_BET, READER, UP, Case, case
from tests.exact.rounds import brute, never, small_shoe
from tests.exact.two_seats import TwoSeats
from upcard.cards import DECK, Rank, Suit
from upcard.errors import NoExactCovarianceError
from upcard.exact.blackjack.blackjack_covariances import SideWagerCovariance
from upcard.exact.distribution import observed_distribution
from upcard.exact.observed_facts import observe
from upcard.exact.shoe import Shoe
from upcard.exact.two_wagers import observe_both
from upcard.payoffs.hands import CARD_OF_VALUE
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import Soft17
from upcard.rules.fact_type import Stream
from upcard.rules.wager import Outcome, Rider, Wager
from upcard.wagers.additional import SAME_SUIT, SEVENS
from upcard.wagers.buster import BUSTER, FREE_BONUS
from upcard.wagers.in_between import IN_BETWEEN
from upcard.wagers.push_22 import PUSH_22
from upcard.wagers.streak import STREAK

CASES = {
    "no hole card, pairs split": case(2, 0, 0, 0, 0, 0, 4, 4, 0, 6),
    "pairs split again": case(0, 0, 0, 0, 0, 0, 0, 8, 0, 14, splits=3),
    "card reader": case(3, 0, 0, 0, 0, 4, 0, 3, 0, 6, hole_card=READER, dealer_soft_17=Soft17.DRAW),
    "hole card up": case(2, 0, 0, 0, 0, 3, 0, 4, 0, 6, hole_card=UP),
    "free bet": case(2, 0, 0, 0, 5, 0, 0, 0, 0, 10, hole_card=READER, **FREE_BET),
}
WAGERS = {"first cards": IN_BETWEEN, "dealer's hand": BUSTER, "first cards and dealer's hand": FREE_BONUS}


def spades(values: tuple[int, ...]) -> Shoe:
    """Return a shoe of so many cards of each value, all of one rank and suit."""
    of = {(card.rank, card.suit): count for card, count in zip(CARD_OF_VALUE, values, strict=True)}
    assert (Rank.TEN, Suit.SPADES) in of
    return Shoe(counts=tuple(of.get((card.rank, card.suit), 0) for card in DECK))


class WithAnother(TwoSeats):
    """A seat with a blackjack wager and another wager."""

    def product(self, other: Wager | Rider, worth: Callable[[Outcome], Fraction]) -> Fraction:
        """Return the mean product of both."""
        total = Fraction(0)
        for shown, chance in self.brute.showings():
            for hand, part in self.brute.hands(shown):
                left = self.brute.left(shown, hand)
                for net, dealer, of_round in self._rounds(shown, hand, left):
                    orders_dealt = [
                        (box, ups + dealer[len(shown) :]) for box in permutations(hand) for ups in permutations(shown)
                    ]
                    mean = sum((worth(_resolved(other, *cards)) for cards in orders_dealt), Fraction(0))
                    total += chance * part * of_round * net * mean / len(orders_dealt)
        return total

    def _rounds(self, shown: Values, hand: Values, left: Left) -> Iterator[tuple[Fraction, Values, Fraction]]:
        """Yield the net result, the dealer's cards in their order, and the probability."""
        for dealers, ways, after in self._dealers(shown, left):
            over = is_blackjack(dealers) and words.is_known_first(self.brute.rules)
            for (rest, seat), times in self._seat(shown, hand, after, over=over):
                for cards, least, many in self._in_order(rest, dealers):
                    net = self._net(seat, Made(total_of(tuple(sorted(cards))), is_blackjack(tuple(sorted(cards)))))
                    yield net, cards, Fraction(ways * times * many * orders(least), orders(left))

    def _in_order(self, left: Left, cards: Values) -> Iterator[tuple[Values, Left, int]]:
        if len(cards) > 1 and words.dealer_stands(self.brute.rules, total_of(tuple(sorted(cards)))):
            yield cards, left, 1
            return
        for value, count, rest in draws(left):
            for dealt, least, ways in self._in_order(rest, (*cards, value)):
                yield dealt, least, count * ways


def _resolved(wager: Wager | Rider, box: Values, dealer: Values) -> Outcome:
    first, second = (CARD_OF_VALUE[value - 1] for value in box)
    dealers = tuple(CARD_OF_VALUE[value - 1] for value in dealer)
    symbols = {
        Stream.FIRST: (first,),
        Stream.SECOND: (second,),
        Stream.INITIAL: (first, second),
        Stream.UPCARD: dealers[:1],
        Stream.DEALER: dealers,
    }
    return wager.resolve(*(fact.of(symbols[fact.stream]) for fact in wager.sees))


def check(both: Played, wager: Wager | Rider) -> None:
    """Compare the mean product of the blackjack wager and another."""
    nets = {outcome: Fraction(place + 1) for place, outcome in enumerate(wager.outcomes)}
    beside = SideWagerCovariance(kernel=both.kernel, solution=both.found, shoe=spades(both.given.shoe))
    found = beside.mean_product(observe(wager, None), wager.name, lambda outcome: float(nets[outcome]))
    assert found == pytest.approx(float(WithAnother(both).product(wager, nets.__getitem__)), abs=CLOSE)


@pytest.mark.parametrize("wager", list(WAGERS.values()), ids=list(WAGERS))
@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
def test_the_blackjack_wager_and_another_vary_together_as_brute_force_finds(given: Case, wager: Wager | Rider) -> None:
    check(analysed(given), wager)


@pytest.mark.parametrize("wager", list(WAGERS.values()), ids=list(WAGERS))
def test_the_blackjack_wager_played_in_any_way_and_another_vary_together_as_brute_force_finds(
    wager: Wager | Rider,
) -> None:
    check(analysed(CASES["pairs split again"]).wildly(1), wager)


PAIRS = {
    "both on the first cards": (IN_BETWEEN, SAME_SUIT),
    "one on the dealer's suits": (SAME_SUIT, PUSH_22),
    "both on the dealer's hand": (BUSTER, PUSH_22),
    "a wager and its rider": (BUSTER, FREE_BONUS),
    "the first cards and the dealer's hand": (IN_BETWEEN, BUSTER),
}


@pytest.mark.parametrize("pair", list(PAIRS.values()), ids=list(PAIRS))
def test_two_optional_wagers_fall_together_as_brute_force_finds(pair: tuple[Wager, Wager | Rider]) -> None:
    one, other = pair
    shoe, rules = small_shoe("Ah Ac Kh Kh Qc Ts 9d 9c 8h 8s"), BlackjackRules(dealer_soft_17=Soft17.DRAW)
    both = observe_both(observe(one, None), observe(other, None))
    found = observed_distribution(both.observed, one.name, shoe, rules=rules)
    named = {
        (str(first), str(second)): outcome
        for outcome, (first, second) in zip(both.observed.outcomes, both.pairs, strict=True)
    }

    def resolve(*states: object) -> Outcome:
        first, second = one.resolve(*states[: len(one.sees)]), other.resolve(*states[len(one.sees) :])
        return named[str(first), str(second)]

    together = replace(FREE_BONUS, sees=(*one.sees, *other.sees), resolve=resolve, outcomes=both.observed.outcomes)
    dealt = brute(together, shoe, rules=rules, goes=never)
    assert {outcome: chance for outcome, chance in found.items() if chance} == dealt
    assert len(dealt) > 1


@pytest.mark.parametrize(
    ("wager", "choice", "why"),
    [
        (SEVENS, None, "sees the first four cards dealt to the box"),
        (STREAK, 2, "sees the results of the player's rounds"),
    ],
)
def test_a_wager_on_later_cards_or_rounds_says_why_it_has_no_covariance_with_blackjack(
    wager: Wager, choice: int | None, why: str
) -> None:
    both = analysed(CASES["no hole card, pairs split"])
    beside = SideWagerCovariance(kernel=both.kernel, solution=both.found, shoe=spades(both.given.shoe))
    with pytest.raises(NoExactCovarianceError) as raised:
        beside.mean_product(observe(wager, choice), wager.name, lambda _: 0.0)
    assert raised.value.why == why
