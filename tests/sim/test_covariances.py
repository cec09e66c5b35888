"""Covariances of wagers and of seats: simulated from fresh shoes, they are the exact ones within their errors."""

from pathlib import Path

import pytest

from tests.sim.covariances import FAR, check_seats, check_wagers
from tests.sim.making import TAGS
from upcard.results.blackjack import analyse
from upcard.results.result import restored, stored
from upcard.results.simulated_table import SimulatedTable, simulated_table
from upcard.results.simulation import simulate
from upcard.table import load

SLOW = ("free-bet", "free-bet-push-22-closed")  # their exact figures take seconds: tests/sim/slow has them
RARE = ("buster",)  # payoffs so rare that few rounds do not show them
TABLES = sorted(path.stem for path in Path("tables").glob("*.toml") if path.stem not in SLOW)


@pytest.mark.parametrize("name", TABLES)
def test_two_seats_vary_together_as_the_exact_analysis_says(name: str) -> None:
    check_seats(name, 2, 4_000_000)
    check_seats(name, 7, 2_000_000)


@pytest.mark.parametrize("name", TABLES)
def test_the_wagers_of_a_seat_vary_together_as_the_exact_analysis_says(name: str) -> None:
    check_wagers(name, 20_000_000 if name in RARE else 500_000)


def test_two_seats_vary_together_by_any_strategy_as_the_exact_analysis_says() -> None:
    found = simulate(load("tables/blackjack.toml"), rounds=400_000, seed=43, seats=3, fresh=True, strategy="never-bust")
    (between,) = found.between_seats
    assert found.exact_between_seats is not None
    assert between.standard_error
    assert abs(between.covariance - found.exact_between_seats.known["blackjack"]) < FAR * between.standard_error
    assert between.covariance > 1.1 * analyse(load("tables/blackjack.toml")).between_seats


def report_of(name: str, *, exact: bool, seats: int = 1, schedule: str | None = None) -> SimulatedTable:
    """Simulate a few rounds of a table and report them."""
    found = simulate(load(f"tables/{name}.toml"), rounds=20_000, seats=seats, schedule=schedule)
    return simulated_table(found, covariances=exact)


def test_a_report_has_exact_covariances_only_if_they_are_asked_for() -> None:
    plain, full = (report_of("in-between", exact=exact, seats=2) for exact in (False, True))
    assert plain.covariance.exact is None
    assert plain.between_seats is not None
    assert [each.exact for each in plain.between_seats] == [None, None]
    assert full.covariance.exact is not None
    assert full.covariance.exact[0][1] == full.covariance.exact[1][0] == pytest.approx(-0.011997, abs=1e-6)
    assert full.between_seats is not None
    blackjack, in_between = full.between_seats
    assert blackjack.exact == pytest.approx(0.484942, abs=1e-6)
    assert blackjack.exact_missing is None
    assert in_between.exact is None
    assert in_between.exact_missing == "the in-between wager sees the cards of two boxes"
    assert restored(SimulatedTable, stored(full)) == full


def test_one_seat_has_no_covariance_of_seats() -> None:
    report = report_of("blackjack", exact=True)
    assert report.between_seats is None
    assert "between_seats" not in report.to_dict()


def test_wagers_without_an_exact_covariance_say_why() -> None:
    missing = report_of("progressive", exact=True).covariance.exact_missing
    assert missing is not None
    assert [(each.wagers, each.why) for each in missing] == [
        (("blackjack", "progressive"), "the progressive wager sees the first four cards dealt to the box")
    ]


def test_amounts_that_follow_a_count_are_not_compared_with_exact_covariances(tmp_path: Path) -> None:
    schedule = tmp_path / "schedule.toml"
    schedule.write_text(f'{TAGS}\n[[step]]\nblackjack = "10.00"\n\n[[step]]\nfrom = 2\nblackjack = "50.00"\n')
    report = report_of("blackjack", exact=True, seats=2, schedule=str(schedule))
    assert report.covariance.exact is None
    assert report.between_seats is not None
    (between,) = report.between_seats
    assert between.covariance > 0
    assert (between.exact, between.z, between.standard_error) == (None, None, None)
