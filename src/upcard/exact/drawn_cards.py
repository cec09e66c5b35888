"""The cards that a box receives only if it is played so, dealt together with the dealer's first two cards."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement

from upcard.exact.classes import CLASSES_BY_VALUE, common_refinement, count_by_class, distinguished_classes, members
from upcard.exact.deal_graph import FactStates, observe_card, start_states
from upcard.exact.observed_facts import Distribution, ObservedFacts
from upcard.exact.shoe import Shoe, falling_factorial
from upcard.rules.fact_type import Stream
from upcard.rules.wager import Outcome

# The values of the dealer's cards that are face up (1 for an ace, to 10), the lower first: the upcard, or both cards.
Shown = tuple[int, ...]
Situation = tuple[Shown, bool]  # what the dealer shows, and whether the first two cards are a blackjack
# Whether a box receives another card, by the values of its cards so far and the situation.
DrawsAnother = Callable[[tuple[int, ...], Shown, bool], bool]

_BLACKJACK_WITH = {1: 10, 10: 1}  # the value that makes a blackjack with an upcard
WITH_ONE_UP: frozenset[Situation] = frozenset(
    [*(((upcard,), False) for upcard in range(1, 11)), *(((upcard,), True) for upcard in _BLACKJACK_WITH)]
)
WITH_BOTH_UP: frozenset[Situation] = frozenset(
    (shown, _BLACKJACK_WITH.get(shown[0]) == shown[1]) for shown in combinations_with_replacement(range(1, 11), 2)
)


def always(*_: object) -> bool:
    """Deal a box every card that a wager could see of it."""
    return True


def drawn_distribution(observed: ObservedFacts, shoe: Shoe, goes: DrawsAnother, *, both_up: bool) -> Distribution:
    """Return the probability of each outcome of a wager on the cards that a box receives as it is played.

    `both_up`: the play may depend on both of the dealer's first two cards.
    """
    box = _DrawnBox(observed, shoe, goes, WITH_BOTH_UP if both_up else WITH_ONE_UP)
    box.deal(start_states(observed.box), (), box.all_situations, 1)
    chances = dict.fromkeys(observed.outcomes, Fraction(0))
    for (outcome, length), ways in box.ways.items():
        chances[outcome] += Fraction(ways, falling_factorial(shoe.size, length))
    return chances


class _DrawnBox:
    """A box in the course of dealing, and the ways counted so far to each outcome, by number of cards dealt."""

    def __init__(
        self, observed: ObservedFacts, shoe: Shoe, goes: DrawsAnother, situations: frozenset[Situation]
    ) -> None:
        self.observed, self.receives_another, self.all_situations = observed, goes, situations
        classes = common_refinement(distinguished_classes(observed.box), CLASSES_BY_VALUE)
        self.cards = members(classes)
        self.left = count_by_class(classes, shoe.counts)
        self.left_by_value = [0, *shoe.values]
        self.size = shoe.size
        self.ways: dict[tuple[Outcome, int], int] = defaultdict(int)
        self._outcomes: dict[tuple[int, FactStates], frozenset[Outcome]] = {}

    def deal(self, states: FactStates, values: tuple[int, ...], situations: frozenset[Situation], ways: int) -> None:
        """Deal on from the cards that the box has, in the situations in which it received all of them."""
        outcome, *others = self._possible(len(values), states)
        if not others:
            self._end(outcome, len(values), situations, ways)
            return
        if len(values) >= Stream.INITIAL.longest:
            drawing = frozenset(situation for situation in situations if self.receives_another(values, *situation))
            if standing := situations - drawing:
                self._end(self.observed.resolve(*states), len(values), standing, ways)
            situations = drawing
        for kind, card in enumerate(self.cards if situations else ()):
            if count := self.left[kind]:
                self.left[kind] -= 1
                self.left_by_value[card.value] -= 1
                after = observe_card(self.observed.box, states, card, len(values))
                self.deal(after, (*values, card.value), situations, ways * count)
                self.left[kind] += 1
                self.left_by_value[card.value] += 1

    def _possible(self, place: int, states: FactStates) -> frozenset[Outcome]:
        """Return the outcomes that are still possible."""
        if (place, states) not in self._outcomes:
            outcomes = {self.observed.resolve(*states)} if place >= Stream.INITIAL.longest else set()
            if place < Stream.BOX.longest:
                for card in self.cards:
                    outcomes |= self._possible(place + 1, observe_card(self.observed.box, states, card, place))
            self._outcomes[place, states] = frozenset(outcomes)
        return self._outcomes[place, states]

    def _end(self, outcome: Outcome, length: int, situations: frozenset[Situation], ways: int) -> None:
        if situations == self.all_situations:  # whatever the dealer has
            self.ways[outcome, length] += ways
        else:
            dealers = sum(self._dealers_ways(length, *situation) for situation in situations)
            self.ways[outcome, length + 2] += ways * dealers

    def _dealers_ways(self, length: int, shown: Shown, blackjack: bool) -> int:
        """Count the ways to deal the dealer's first two cards, in any order, after those of the box."""
        upcard, *second = shown
        if second:
            orders = 1 if second == [upcard] else 2
            return orders * self.left_by_value[upcard] * (self.left_by_value[second[0]] - (second == [upcard]))
        second_cards = self.size - length - 1
        blackjacks = self.left_by_value[_BLACKJACK_WITH[upcard]] if upcard in _BLACKJACK_WITH else 0
        return self.left_by_value[upcard] * (blackjacks if blackjack else second_cards - blackjacks)
