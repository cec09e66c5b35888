"""Between which sums many equal wagers end: by the normal distribution, and by the distribution of the sum itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 1 << 17  # a finer grid would change no digit that is printed
DEVIATIONS = 12.0  # within which all but nothing of a sum lies, besides rare lines
RARE = 50.0  # a line expected less often than this in all rounds is followed by its own number


@dataclass(frozen=True, kw_only=True)
class SumBounds:
    """Bounds of the mean net result of a number of wagers, in units of the wager."""

    normal: tuple[float, float]
    exact: tuple[float, float]


def normal_quantile(level: int) -> float:
    """Return how many standard deviations on both sides hold this percentage of a normal distribution.

    >>> round(normal_quantile(95), 6)
    1.959964
    """
    return NormalDist().inv_cdf(0.5 + level / 200)


def sum_bounds(nets: Mapping[Fraction, float], rounds: int, levels: Sequence[int]) -> dict[int, SumBounds]:
    """Return the bounds of the mean net result at each level, in percent.

    The exact bounds are the quantiles of the sum: no more than half of the rest lies below the lower one, and no
    more than half above the upper one.
    """
    total = sum(nets.values())
    chances = {net: chance / total for net, chance in nets.items() if chance > 0}
    mean = sum(float(net) * chance for net, chance in chances.items())
    deviation = sqrt(max(sum((float(net) - mean) ** 2 * chance for net, chance in chances.items()), 0.0))
    sums, shares = _sums(chances, rounds, mean, deviation)
    bounds = {}
    for level in levels:
        width = normal_quantile(level) * deviation / sqrt(rounds)
        rest = 0.5 - level / 200
        low = sums[min(int(np.searchsorted(shares, rest)), len(sums) - 1)]
        high = sums[min(int(np.searchsorted(shares, 1 - rest)), len(sums) - 1)]
        exact = (float(low) / rounds, float(high) / rounds)
        bounds[level] = SumBounds(normal=(mean - width, mean + width), exact=exact)
    return bounds


def _sums(
    chances: Mapping[Fraction, float], rounds: int, mean: float, deviation: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sums on a grid, and for each the probability of a sum that is no greater.

    The characteristic function of one wager is raised to the power of the rounds, and transformed back. The grid is
    that of the net results themselves where that fits, else one that is fine beside the deviation of the sum.
    """
    least = min(chances)
    steps = {net - least: chance for net, chance in chances.items()}
    unit = _unit(steps)
    below = min(DEVIATIONS * deviation * sqrt(rounds), (mean - float(least)) * rounds) + float(unit)
    above = DEVIATIONS * deviation * sqrt(rounds) + sum(
        float(step) * _most_often(rounds * chance) for step, chance in steps.items() if rounds * chance < RARE
    )
    above = min(above, float(max(steps)) * rounds) + float(unit)
    cells = 1 << max(4, ceil(np.log2(max((below + above) / float(unit), 2.0) + 1)))
    if cells > MOST_CELLS:
        cells, width = MOST_CELLS, (below + above) / (MOST_CELLS - 2)
    else:
        width = float(unit)
    turn = -2j * np.pi / (cells * width) * np.arange(cells // 2 + 1)
    one = np.zeros(cells // 2 + 1, np.complex128)
    for step, chance in steps.items():
        one += chance * np.exp(turn * float(step))
    many = np.fft.irfft(one**rounds, cells)
    first = int(((mean - float(least)) * rounds - below) / width)
    shares = np.cumsum(np.clip(np.roll(many, -(first % cells)), 0.0, None))
    return float(least) * rounds + width * (first + np.arange(cells)), shares / shares[-1]


def _unit(steps: Mapping[Fraction, float]) -> Fraction:
    """Return the largest step of which all are multiples."""
    bottom = lcm(*(step.denominator for step in steps))
    return Fraction(gcd(*(int(step * bottom) for step in steps)) or 1, bottom)


def _most_often(expected: float) -> float:
    """Return how often a rare line comes at the most, but for nothing worth counting."""
    return expected + 8 * sqrt(expected) + 8
