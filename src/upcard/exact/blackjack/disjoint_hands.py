"""The net results of a box of several hands without drawing them together: probabilities that are never too great.

Every hand and the dealer's are summed by themselves, as if each were drawn from a shoe of its own; that no card is in
two of them is counted by inclusion and exclusion up to SHARED cards (`disjoint.c`). As SHARED is odd, what is counted
is never too great (Bonferroni's inequality for each factor of the exact count, that a group avoids the cards of those
before it). Neither are the chances to draw so many cards by `length_rule`. So every probability is at least what is
found, and at most that and what all together lack of the whole.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from upcard.exact.blackjack.buffers import numbers
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.length_rule import NODES, LengthRule, length_rule
from upcard.exact.blackjack.programs import programs
from upcard.payoffs.hands import VALUES

HandType = int


class BoxOfHands(NamedTuple):
    """The hands of a box: how each type can end, which net result is which power, and the dealer's hands."""

    hands: Sequence[EndedHands]  # of each type
    powers: bytes  # of each type, kind of dealer's hand and end; UNUSED where the hand may not have that end
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
        powers = self.size * self.box.span + 1
        if not self.is_large_enough:
            return [[0.0] * powers for _ in patterns]
        flat = (
            programs()
            .bounds(
                self.shoe,
                numbers(self.rule.scales),
                numbers(self.rule.weights),
                self.box.hands,
                self.box.powers,
                self.box.span,
                self.box.kinds,
                self.box.dealers,
                [tuple(pattern) for pattern in patterns],
            )
            .tolist()
        )
        return [flat[at : at + powers] for at in range(0, len(flat), powers)]
