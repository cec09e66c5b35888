"""The bound on how often an outcome comes is exact, and is the normal one where that holds."""

from math import comb

import pytest

from tests.chances import FAR, UNLIKELY, is_likely


@pytest.mark.parametrize(("trials", "chance"), [(40, 0.5), (200, 0.02), (1200, 0.0003), (3000, 0.00001)])
def test_a_count_is_likely_if_neither_tail_is_too_small(trials: int, chance: float) -> None:
    weights = [comb(trials, count) * chance**count * (1 - chance) ** (trials - count) for count in range(41)]
    for count in range(41):
        at_most, at_least = sum(weights[: count + 1]), sum(weights[count:])
        assert is_likely(count, trials, chance) == (min(at_most, at_least) >= UNLIKELY), count


@pytest.mark.parametrize("chance", [0.03, 0.5, 0.9])
def test_a_common_outcome_has_the_normal_bound(chance: float) -> None:
    trials = 1_000_000
    error = (trials * chance * (1 - chance)) ** 0.5
    for far, likely in ((FAR - 0.1, True), (FAR + 0.1, False)):
        assert is_likely(round(trials * chance + far * error), trials, chance) is likely
        assert is_likely(round(trials * chance - far * error), trials, chance) is likely


def test_a_certain_outcome_always_comes_and_an_impossible_one_never() -> None:
    assert is_likely(7, 7, 1)
    assert is_likely(0, 7, 0)
    assert not is_likely(6, 7, 1)
    assert not is_likely(1, 7, 0)
