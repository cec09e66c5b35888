"""More rounds of the engine, twenty for each one of make test."""

import pytest

from tests.exact.test_blackjack_simulated import SINGLE, check_rounds, check_splits


@pytest.mark.parametrize("name", SINGLE)
def test_rounds_bring_what_is_exact(name: str) -> None:
    check_rounds(name, 50_000)


@pytest.mark.parametrize("name", SINGLE)
def test_split_pairs_bring_what_is_exact(name: str) -> None:
    check_splits(name, 16_000)
