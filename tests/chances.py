"""How unlikely a count is, by the binomial distribution itself: right for outcomes that come once in a million too."""

from math import erfc, exp, lgamma, log, log1p, sqrt

FAR = 4.5  # standard errors of a normal distribution: what is less likely is not put down to chance
UNLIKELY = erfc(FAR / sqrt(2)) / 2  # on one side


def is_likely(count: int, trials: int, chance: float) -> bool:
    """Whether a count can be put down to chance, whatever its expectation."""
    if chance in (0, 1):
        return count == trials * chance
    return min(_at_most(count, trials, chance), _at_most(trials - count, trials, 1 - chance)) >= UNLIKELY


def _at_most(count: int, trials: int, chance: float) -> float:
    """Return the probability of a count or fewer; one where it is above the mean, which is never unlikely."""
    if count > trials * chance:
        return 1.0
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    term = exp(ways + count * log(chance) + (trials - count) * log1p(-chance))
    total, odds = 0.0, (1 - chance) / chance
    while term > UNLIKELY * 1e-9:
        total += term
        term *= count / (trials - count + 1) * odds
        count -= 1
    return total
