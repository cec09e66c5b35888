"""How 1 / (the ways to draw so many cards) is replaced by a sum of four powers, which is never too great.

A power of a number of cards is a product over the hands that hold them, so hands can be summed one by one. The ways to
draw L of N cards are N! / (N - L)!, and (N - L)! / N! is the mean of t^-L where t^N e^-t / N! is the density of t.
Gauss's rule with four nodes is exact for eight numbers of cards in a row. For all others it is too small, since the
eighth derivative of every other power is positive.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from upcard.exact.blackjack.programs import SHOES_AT_ONCE

Number = TypeVar("Number", Fraction, Decimal, float)

NODES = SHOES_AT_ONCE
DIGITS = 60
ROUNDS = 40


@dataclass(frozen=True, kw_only=True)
class LengthRule:
    """Four scales and weights: the sum of weight * scale ** L is 1 / (the ways to draw L cards), or nearly so."""

    scales: tuple[float, ...]
    weights: tuple[float, ...]

    def at(self, length: int, wider: float = 1.0) -> float:
        """Return the sum for so many cards; each card may count for more."""
        return sum(weight * (wider * scale) ** length for weight, scale in zip(self.weights, self.scales, strict=True))


@lru_cache(maxsize=256)
def length_rule(cards: int, least: int) -> LengthRule:
    """Return the rule for a shoe of so many cards; it is exact for `least` cards drawn and the next seven numbers."""
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
