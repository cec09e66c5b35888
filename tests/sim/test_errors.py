"""Standard errors: they do not depend on the amounts wagered, and nothing overflows."""

from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from tests.sim.calibration import statistics
from tests.sim.making import TAGS
from tests.tables import offer, read, text
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.results.simulation import simulate, simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.table import load

AMOUNTS = (500, 500_000, 10_000_000)
KERNELS = ("auto", "portable", "numpy")


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_errors_do_not_depend_on_the_amount_wagered(seats: int) -> None:
    table = load("tables/blackjack-resplit.toml")
    results = [
        simulate(table, rounds=60_000, seed=1, seats=seats, amounts={"blackjack": Cents(amount)}, beyond_limits=True)
        for amount in AMOUNTS
    ]
    errors = [result.wagers["blackjack"].standard_error for result in results]
    means = [result.wagers["blackjack"].mean for result in results]
    assert errors == pytest.approx([errors[0]] * 3, rel=1e-9)
    assert means == pytest.approx([means[0]] * 3, rel=1e-9)
    assert errors[0] > 0.001


def test_errors_of_many_seats_at_a_great_amount_are_those_of_a_small_one_in_every_kernel() -> None:
    table = load("tables/blackjack-resplit.toml")
    errors = {
        (kernel, amount): simulate(
            table,
            rounds=4_000,
            seed=2,
            seats=7,
            amounts={"blackjack": Cents(amount)},
            kernel=kernel,
            beyond_limits=True,
        )
        .wagers["blackjack"]
        .standard_error
        for kernel in KERNELS
        for amount in AMOUNTS
    }
    assert list(errors.values()) == pytest.approx([errors["portable", 500]] * len(errors), rel=1e-9)


def test_a_meter_of_thirty_million_dollars_is_held() -> None:
    table = read(text(offer("progressive", initial="30000000.01"), decks=8))
    one, other = (simulate(table, rounds=300_000, seed=3, seats=seats) for seats in (1, 2))
    wagers = [result.wagers["progressive"] for result in (one, other)]
    assert all(wager.standard_error > 0 for wager in wagers)
    assert wagers[0].variance == pytest.approx(wagers[1].variance, rel=0.5)


def test_amounts_that_cannot_be_held_are_refused() -> None:
    table = load("tables/blackjack.toml")
    with pytest.raises(Misuse, match="cannot be simulated"):
        simulate(table, rounds=1_000, seed=1, seats=2, amounts={"blackjack": Cents(10**15)}, beyond_limits=True)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_display_adds_to_the_variance_and_not_to_the_error(seats: int) -> None:
    """Its amount is averaged, not drawn: over seeds the means lie apart as if it were always the average."""
    table = load("tables/blackjack-bonus.toml")
    program = simulation_program(table, SimulationRequest(seats=seats, fresh=True))
    wagers = [statistics(program, seed, 20_000)["blackjack bonus"] for seed in range(1, 121)]
    said = sqrt(fmean([wager.standard_error**2 for wager in wagers]))
    assert stdev(wager.mean for wager in wagers) == pytest.approx(said, rel=1 / 5)
    assert said < sqrt(wagers[0].variance / wagers[0].made) / 2


@pytest.mark.parametrize("seats", [1, 7])
def test_errors_of_streak_wagers_are_those_of_many_runs(seats: int) -> None:
    """Seats share the dealer: the spread of means over seeds is what the errors say, within a sixth."""
    table = load("tables/streak.toml")
    program = simulation_program(table, SimulationRequest(seats=seats, fresh=True, beyond_limits=True))
    runs = [statistics(program, seed, 40_000) for seed in range(1, 121)]
    for key in ("streak 2", "streak 4"):
        wagers = [run[key] for run in runs]
        said = sqrt(fmean([wager.standard_error**2 for wager in wagers]))
        assert stdev(wager.mean for wager in wagers) == pytest.approx(said, rel=1 / 5)


def test_products_of_two_seats_that_cannot_be_held_are_not_reported(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    steps = '[[step]]\nblackjack = "10.01"\n[[step]]\nfrom = 2\nblackjack = "99999999.99"\n'
    file.write_text(f"{TAGS}{steps}", encoding="utf-8")
    table = load("tables/seven-seats.toml")
    held = simulate(table, rounds=1000, seats=7, schedule=str(file), beyond_limits=True).between_seats
    assert [wager.key for wager in held] == ["in-between", "buster"]
    large = simulate(table, rounds=1000, seats=7, amounts={"blackjack": Cents(100_000_000)}, beyond_limits=True)
    small = simulate(table, rounds=1000, seats=7)
    assert large.between_seats[0].covariance == small.between_seats[0].covariance
