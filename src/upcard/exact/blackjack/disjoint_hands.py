"""The net results of a box of several hands without drawing them together: probabilities that are never too great.

Every hand and the dealer's are summed by themselves, as if each were drawn from a shoe of its own; that no card is in
two of them is counted by inclusion and exclusion up to SHARED cards (`disjoint.c`). As SHARED is odd, what is counted
is never too great (Bonferroni's inequality for each factor of the exact count, that a group avoids the cards of those
before it). Neither are the chances to draw that many cards by the rule of lengths. So every probability is at least
what is found, and at most that and what all together lack of the whole.

The rule of lengths: 1 / (the ways to draw some cards) is replaced by a sum of four powers, which is never too great. A
power of a number of cards is a product over the hands that hold them, so hands can be summed one by one. The ways to
draw L of N cards are N! / (N - L)!, and (N - L)! / N! is the mean of t^-L where t^N e^-t / N! is the density of t.
Gauss's rule with four nodes is exact for eight numbers of cards in a row. For all others it is too small, since the
eighth derivative of every other power is positive.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from upcard.exact.blackjack import programs
from upcard.exact.blackjack.program_constants import FOUR
from upcard.exact.blackjack.structures import EndedHands, numbers
from upcard.payoffs.hands import VALUES

Number = TypeVar("Number", Fraction, Decimal, float)
HandType = int

NODES = FOUR
DIGITS = 60
ROUNDS = 40


@dataclass(frozen=True, kw_only=True)
class LengthRule:
    """Four scales and weights: the sum of weight * scale ** L is 1 / (the ways to draw L cards), or nearly so."""

    scales: tuple[float, ...]
    weights: tuple[float, ...]

    def at(self, length: int, wider: float = 1.0) -> float:
        """Return the sum for a number of cards; each card may count for more."""
        return sum(weight * (wider * scale) ** length for weight, scale in zip(self.weights, self.scales, strict=True))


class BoxOfHands(NamedTuple):
    """The hands of a box: how each type can end, which net result is which power, and the dealer's hands."""

    hands: Sequence[EndedHands]  # of each type
    powers: bytes  # of each type, kind of dealer's hand and end; UNUSED where the hand may not have that end
    span: int  # the greatest power of one hand
    dealers: EndedHands
    kinds: int  # of dealer's hands


class DisjointHands:
    """Boxes of `size` hands, drawn with the dealer's from a shoe."""

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
        complete = not any(self.box.dealers.count[:VALUES])  # the hand without a card is the first
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
        flat = programs.bounds(
            self.shoe,
            numbers(self.rule.scales),
            numbers(self.rule.weights),
            self.box.hands,
            self.box.powers,
            self.box.span,
            self.box.kinds,
            self.box.dealers,
            patterns,
        ).tolist()
        return [flat[at : at + powers] for at in range(0, len(flat), powers)]


@lru_cache(maxsize=256)
def length_rule(cards: int, least: int) -> LengthRule:
    """Return the rule for a shoe; it is exact where `least` cards are drawn, or up to seven more."""
    chances = [Fraction(1)]
    for drawn in range(least + 2 * NODES - 1):
        chances.append(chances[-1] / (cards - drawn))
    moments = [chances[least + power] * cards**power for power in range(2 * NODES)]
    matrix = [[*moments[row : row + NODES], -moments[row + NODES]] for row in range(NODES)]
    with localcontext() as context:
        context.prec = DIGITS
        nodes = _roots([*(_decimal(number) for number in solved(matrix)), Decimal(1)])
        powers = [[*(_power(node, power) for node in nodes), _decimal(moments[power])] for power in range(NODES)]
        weights = solved(powers)
        scales = [node / cards for node in nodes]
        return LengthRule(
            scales=tuple(map(float, scales)),
            weights=tuple(float(weight / scale**least) for weight, scale in zip(weights, scales, strict=True)),
        )


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def _power(node: Decimal, power: int) -> Decimal:
    return node**power if power else Decimal(1)


def solved(matrix: Sequence[Sequence[Number]]) -> list[Number]:
    """Return the solution of linear equations, the right side being the last column."""
    rows = [list(row) for row in matrix]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for row in range(len(rows)):
            if row != at:
                less = rows[row][at]
                rows[row] = [one - less * other for one, other in zip(rows[row], rows[at], strict=True)]
    return [row[-1] for row in rows]


def _roots(coefficients: Sequence[Decimal]) -> list[Decimal]:
    """Return the roots of a polynomial that are all real, constant first: all at once, then each by Newton."""
    roots = [complex(0.4, 0.9) ** power for power in range(len(coefficients) - 1)]
    for _ in range(ROUNDS):
        for at, root in enumerate(roots):
            value, apart = complex(0), complex(1)
            for coefficient in reversed(coefficients):
                value = value * root + float(coefficient)
            for other in (*roots[:at], *roots[at + 1 :]):
                apart *= root - other
            roots[at] = root - value / apart
    return sorted(_refined(coefficients, Decimal(root.real)) for root in roots)


def _refined(coefficients: Sequence[Decimal], root: Decimal) -> Decimal:
    for _ in range(8):
        value = slope = Decimal(0)
        for coefficient in reversed(coefficients):
            slope = slope * root + value
            value = value * root + coefficient
        root -= value / slope
    return root
