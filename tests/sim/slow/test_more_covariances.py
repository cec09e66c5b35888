"""Covariances of the tables whose exact figures take longest."""

import pytest

from tests.sim.covariances import check_seats, check_wagers
from tests.sim.test_covariances import SLOW


@pytest.mark.parametrize("seats", [2, 7])
@pytest.mark.parametrize("name", SLOW)
def test_two_seats_vary_together_as_the_exact_analysis_says(name: str, seats: int) -> None:
    check_seats(name, seats, 10_000_000)


@pytest.mark.parametrize("name", SLOW)
def test_the_wagers_of_a_seat_vary_together_as_the_exact_analysis_says(name: str) -> None:
    check_wagers(name, 10_000_000)
