"""The net results of a box of several hands without drawing them together: probabilities that are never too great.

Every hand and the dealer's are summed by themselves, as if each were drawn from a shoe of its own; that no card is in
two of them is counted by inclusion and exclusion up to DEGREE cards (`disjoint.c`). As DEGREE is odd, what is counted
is never too great (Bonferroni's inequality for each factor of the exact count, that a group avoids the cards of those
before it). Neither are the chances to draw so many cards by `length_rule`. So every probability is at least what is
found, and at most that and what all together lack of the whole.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from upcard.exact.blackjack.buffers import Numbers, numbers
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.length_rule import NODES, LengthRule, length_rule
from upcard.exact.blackjack.programs import UNUSED, Group, programs
from upcard.payoffs.hands import VALUES

DEGREE = 3  # so many cards that two groups share are counted; odd, so that no probability is too great

Power = Callable[[int, int], int]  # of an end against a kind of dealer's hand; UNUSED if the hand may not have that end
HandType = int


class BoxOfHands(NamedTuple):
    """The hands of a box: how each type can end, which net result is which power, and the dealer's hands."""

    hands: Sequence[EndedHands]  # of each type
    power: Sequence[Power]  # of each type
    span: int  # the greatest power of one hand
    dealers: EndedHands
    kinds: int  # of dealer's hands


class DisjointHands:
    """Boxes of so many hands, drawn with the dealer's from a shoe that holds so many cards of each value."""

    def __init__(self, box: BoxOfHands, shoe: Sequence[int], size: int) -> None:
        self.box, self.size, self.cards = box, size, sum(shoe)
        self.shoe = numbers(max(n, 0) for n in shoe)

    @property
    def is_large_enough(self) -> bool:
        """Whether the shoe has enough cards for the rule of lengths."""
        return self.cards >= self.least + 2 * NODES

    @property
    def least(self) -> int:
        """Return the least number of cards drawn: one for each hand, and for the dealer's unless it is complete."""
        complete = not any(self.box.dealers.cards[:VALUES])  # the hand without a card is the first
        return self.size + (not complete)

    @cached_property
    def rule(self) -> LengthRule:
        """Return the rule by which cards are counted one by one."""
        return length_rule(self.cards, self.least)

    def distributions(self, patterns: Sequence[Sequence[HandType]]) -> list[list[float]]:
        """Return the probabilities of the net results of each pattern of hands, as powers."""
        if not self.is_large_enough:
            return [[0.0] * (self.size * self.box.span + 1) for _ in patterns]
        tables = _Tables(self.shoe, self.rule)
        ends = {id(hands): hands.ends for hands in self.box.hands}
        by_end = {id(hands): tables.group(hands, _identity(ends[id(hands)])) for hands in self.box.hands}
        dealers = tables.group(self.box.dealers, _identity(range(self.box.kinds)))
        chances = [[0.0] * (self.size * self.box.span + 1) for _ in patterns]
        for kind in range(self.box.kinds):
            dealer = tables.fold(dealers, [0 if other == kind else UNUSED for other in range(self.box.kinds)], 1)
            single = [
                tables.fold(by_end[id(hands)], [power(end, kind) for end in ends[id(hands)]], self.box.span + 1)
                for hands, power in zip(self.box.hands, self.box.power, strict=True)
            ]
            joined: dict[tuple[int, ...], Group] = {(): dealer}
            for to, pattern in zip(chances, patterns, strict=True):
                self._add(to, tables, joined, single, tuple(pattern))
        return chances

    def _add(
        self,
        to: list[float],
        tables: "_Tables",
        joined: dict[tuple[int, ...], Group],
        single: Sequence[Group],
        pattern: tuple[HandType, ...],
    ) -> None:
        """Add the net results of a pattern: half of the hands join the dealer's, the others each other; all meet."""
        half = self.size // 2
        first, second = pattern[:half], (-1, *pattern[half:])  # -1: without the dealer's hand
        for types in (first, second):
            for length in range(1, len(types) + 1):
                if types[:length] not in joined:
                    one = types[length - 1]
                    if length == 2 and types[0] < 0:
                        joined[types[:length]] = single[one]
                    elif one >= 0:
                        joined[types[:length]] = tables.join(joined[types[: length - 1]], single[one])
        for power, part in enumerate(tables.meet(joined[first], joined[second])):
            to[power] += part


class _Tables:
    """The tables of a shoe, and the groups made with them."""

    def __init__(self, shoe: Numbers, rule: LengthRule) -> None:
        self.programs = programs()
        self.tables = self.programs.disjoint_tables(shoe, DEGREE)
        self.scales, self.weights = numbers(rule.scales), numbers(rule.weights)

    def group(self, hands: EndedHands, power_of: dict[int, int]) -> Group:
        """Return the group of one hand that can end in these ways."""
        powers = max(power_of.values()) + 1
        table = bytes(power_of.get(end, UNUSED) for end in range(UNUSED))
        return Group(self.programs.group(self.tables, hands, self.scales, table, powers), powers, 0)

    def fold(self, group: Group, numbers: Sequence[int], powers: int) -> Group:
        """Return a group with other powers."""
        rows = self.programs.fold(self.tables, group.rows, group.powers, bytes(numbers), powers)
        return Group(rows, powers, group.shared)

    def join(self, first: Group, second: Group) -> Group:
        """Return the group of two."""
        rows = self.programs.join(self.tables, first, second)
        return Group(rows, first.powers + second.powers - 1, DEGREE)

    def meet(self, first: Group, second: Group) -> list[float]:
        """Return the probability of every power of two groups that are all."""
        return self.programs.meet(self.tables, first, second, self.weights)


def _identity(ends: Sequence[int]) -> dict[int, int]:
    return {end: number for number, end in enumerate(ends)}
