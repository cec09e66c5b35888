"""Confidence intervals: normal where enough was counted, and exact (Clopper-Pearson) where an outcome is too rare."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, isnan, log1p, sqrt
from statistics import NormalDist

LEVELS = (95, 99)  # of intervals, in percent
FEWEST = 25  # of an outcome, for a normal interval

Bounds = tuple[float, float]


class IntervalMethod(StrEnum):
    """How an interval was found."""

    NORMAL = "normal"
    EXACT = "exact (Clopper-Pearson)"


@dataclass(frozen=True, kw_only=True)
class Intervals:
    """The intervals of one figure, by level in percent."""

    method: IntervalMethod
    bounds: Mapping[str, Bounds]


@dataclass(frozen=True, kw_only=True)
class CountedNet:
    """An outcome that a wager can have: its net result for one unit, and how often it was counted."""

    net: float
    count: int


def _by_level(bounds: Callable[[float], Bounds]) -> Mapping[str, Bounds]:
    """Return the bounds at each level, from the probability that lies outside them."""
    return {str(level): bounds(1 - level / 100) for level in LEVELS}


def normal_intervals(mean: float, error: float) -> Mapping[str, Bounds] | None:
    """Return the normal intervals of a mean; None if the error is not known."""
    if isnan(mean) or isnan(error):
        return None

    def bounds(outside: float) -> Bounds:
        width = NormalDist().inv_cdf(1 - outside / 2) * error
        return mean - width, mean + width

    return _by_level(bounds)


def share_intervals(count: int, trials: int, *, together: int = 1) -> Intervals | None:
    """Return the intervals of a probability from a count; None without trials.

    `together` trials, such as the seats of a round, may depend on each other: they count as one.
    """
    several = trials // together
    if not several:
        return None
    if min(count, trials - count) < FEWEST * together:
        # A part of a group of trials widens both ends.
        low, high = count // together, min(-(-count // together), several)
        return Intervals(
            method=IntervalMethod.EXACT,
            bounds=_by_level(lambda outside: (_exact(low, several, outside)[0], _exact(high, several, outside)[1])),
        )
    share = count / trials
    bounds = normal_intervals(share, sqrt(share * (1 - share) / several))
    assert bounds is not None
    return Intervals(method=IntervalMethod.NORMAL, bounds=bounds)


def mean_intervals(
    outcomes: Sequence[CountedNet], *, mean: float, error: float, together: int = 1, largest: float = 1.0
) -> Intervals | None:
    """Return the intervals of a wager's mean net result for one unit; None if the error is not known.

    `outcomes` are all that the wager can have, counted or not. `largest` is the largest amount wagered, in units of
    the average one. Where the outcomes are too rare for a normal interval, each rare one has the exact interval of
    its probability, the others together have the normal one, and all of them hold at once with at least the
    probability stated (Bonferroni).
    """
    bounds = normal_intervals(mean, error)
    trials = sum(outcome.count for outcome in outcomes) // together
    if bounds is None or not trials:
        return None
    if error > 0 and trials >= FEWEST * _skewness(outcomes, together) ** 2:
        return Intervals(method=IntervalMethod.NORMAL, bounds=bounds)
    return Intervals(
        method=IntervalMethod.EXACT,
        bounds=_by_level(lambda outside: _mean_bounds(outcomes, mean, error, together, largest, outside)),
    )


def _skewness(outcomes: Sequence[CountedNet], together: int) -> float:
    """Return the skewness of a net result if each outcome had been counted once more than it was.

    A mean of n results is close to normal where n is at least 25 times its square (Cochran); for a single rare outcome
    that is to be counted 25 times.
    """
    weights = [outcome.count + together for outcome in outcomes]
    total = sum(weights)
    mean = sum(weight * outcome.net for weight, outcome in zip(weights, outcomes, strict=True)) / total
    second, third = (
        sum(weight * (outcome.net - mean) ** power for weight, outcome in zip(weights, outcomes, strict=True)) / total
        for power in (2, 3)
    )
    return third / second**1.5 if second else 0.0


def _mean_bounds(
    outcomes: Sequence[CountedNet], mean: float, error: float, together: int, largest: float, outside: float
) -> Bounds:
    usual = max(outcomes, key=lambda outcome: outcome.count)
    trials = sum(outcome.count for outcome in outcomes) // together
    rare = [one for one in outcomes if one is not usual and one.count < FEWEST * together and one.net != usual.net]
    common = any(one is not usual and one.count >= FEWEST * together and one.net != usual.net for one in outcomes)
    outside /= len(rare) + common or 1
    width = NormalDist().inv_cdf(1 - outside / 2) * error if common else 0.0
    low, high = mean - width, mean + width
    for one in rare:
        gain = (one.net - usual.net) * largest
        counted = one.count / sum(outcome.count for outcome in outcomes) * gain
        least = _exact(one.count // together, trials, outside)[0] * gain
        most = _exact(min(-(-one.count // together), trials), trials, outside)[1] * gain
        if largest > 1:  # the amount at which it was counted may have been the smallest or the largest
            counted_low, counted_high, least = max(counted, 0.0), min(counted, 0.0), 0.0
        else:
            counted_low = counted_high = counted
        low, high = low - counted_low + min(least, most), high - counted_high + max(least, most)
    return max(low, min(one.net for one in outcomes)), min(high, largest * max(one.net for one in outcomes))


def _exact(count: int, trials: int, outside: float) -> Bounds:
    """Return the Clopper-Pearson interval of a probability: neither end leaves more than half of the rest outside it.

    >>> [round(bound, 6) for bound in _exact(0, 100_000, 0.05)], [round(bound, 4) for bound in _exact(3, 10, 0.05)]
    ([0.0, 3.7e-05], [0.0667, 0.6525])
    """
    if 2 * count > trials:
        low, high = _exact(trials - count, trials, outside)
        return 1 - high, 1 - low
    low = _solved(lambda chance: 1 - _at_most(count - 1, trials, chance), outside / 2) if count else 0.0
    high = _solved(lambda chance: -_at_most(count, trials, chance), -outside / 2) if count < trials else 1.0
    return low, high


def _solved(rises: Callable[[float], float], level: float) -> float:
    """Return the probability at which a function that rises reaches a level."""
    low, high = 0.0, 1.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < level else (low, middle)
    return high


def _at_most(count: int, trials: int, chance: float) -> float:
    """Return the probability of no more than this count; the count is small, or so is the number of trials."""
    if chance >= 1:
        return float(count >= trials)
    term = total = exp(trials * log1p(-chance))
    for number in range(count):
        term *= (trials - number) / (number + 1) * chance / (1 - chance)
        total += term
    return total
