"""The cards of a box that come only if the play brings them, dealt together with the dealer's first two cards."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

from upcard.exact.classes import CLASSES_BY_VALUE, counted, in_common, members, told_apart
from upcard.exact.deal_graph import States, moved, starts
from upcard.exact.observed_facts import Distribution, ObservedFacts
from upcard.exact.shoe import Shoe, falling
from upcard.rules.fact_type import Stream
from upcard.rules.wager import Outcome

# Whether a box receives another card, by the values of its cards so far (1 for an ace, to 10), the value of the upcard,
# and whether the dealer's first two cards are a blackjack.
Goes = Callable[[tuple[int, ...], int, bool], bool]
Situation = tuple[int, bool]  # the value of the upcard, and whether the dealer has a blackjack

_BESIDE = {1: 10, 10: 1}  # the value that makes a blackjack of an upcard
EVERY: frozenset[Situation] = frozenset(
    [*((upcard, False) for upcard in range(1, 11)), *((upcard, True) for upcard in _BESIDE)]
)


def always(*_: object) -> bool:
    """Let a box receive every card that a wager could see of it."""
    return True


def played(seen: ObservedFacts, shoe: Shoe, goes: Goes) -> Distribution:
    """Give the probability of each outcome of a wager on the cards that a box receives as it is played."""
    box = _DrawnBox(seen, shoe, goes)
    box.deal(starts(seen.box), (), EVERY, 1)
    chances = dict.fromkeys(seen.outcomes, Fraction(0))
    for (outcome, length), ways in box.ways.items():
        chances[outcome] += Fraction(ways, falling(shoe.size, length))
    return chances


class _DrawnBox:
    """A box as its cards come, and the ways found so far to each outcome, by number of cards dealt."""

    def __init__(self, seen: ObservedFacts, shoe: Shoe, goes: Goes) -> None:
        self.seen, self.goes = seen, goes
        classes = in_common(told_apart(seen.box), CLASSES_BY_VALUE)
        self.cards = members(classes)
        self.left = counted(classes, shoe.counts)
        self.values = [0, *shoe.values]
        self.size = shoe.size
        self.ways: dict[tuple[Outcome, int], int] = defaultdict(int)
        self.known: dict[tuple[int, States], frozenset[Outcome]] = {}

    def deal(self, states: States, values: tuple[int, ...], situations: frozenset[Situation], ways: int) -> None:
        """Deal on from the cards that the box has, in the situations in which it was brought so far."""
        only, *others = self._possible(len(values), states)
        if not others:
            self._end(only, len(values), situations, ways)
            return
        if len(values) >= Stream.INITIAL.longest:
            going = frozenset(one for one in situations if self.goes(values, *one))
            if staying := situations - going:
                self._end(self.seen.resolve(*states), len(values), staying, ways)
            situations = going
        for kind, card in enumerate(self.cards if situations else ()):
            if count := self.left[kind]:
                self.left[kind] -= 1
                self.values[card.value] -= 1
                after = moved(self.seen.box, states, card, len(values))
                self.deal(after, (*values, card.value), situations, ways * count)
                self.left[kind] += 1
                self.values[card.value] += 1

    def _possible(self, place: int, states: States) -> frozenset[Outcome]:
        """Give the outcomes that may still come, whatever cards do."""
        if (place, states) not in self.known:
            found = {self.seen.resolve(*states)} if place >= Stream.INITIAL.longest else set()
            if place < Stream.BOX.longest:
                for card in self.cards:
                    found |= self._possible(place + 1, moved(self.seen.box, states, card, place))
            self.known[place, states] = frozenset(found)
        return self.known[place, states]

    def _end(self, outcome: Outcome, length: int, situations: frozenset[Situation], ways: int) -> None:
        if situations == EVERY:  # whatever the dealer has
            self.ways[outcome, length] += ways
        else:
            self.ways[outcome, length + 2] += ways * sum(self._dealers(length, *one) for one in situations)

    def _dealers(self, length: int, upcard: int, blackjack: bool) -> int:
        """Count the ways to deal the dealer's first two cards after those of the box."""
        others = self.size - length - 1
        beside = self.values[_BESIDE[upcard]] if upcard in _BESIDE else 0
        return self.values[upcard] * (beside if blackjack else others - beside)
