"""Schedules: a meter grows and is won by chips that were wagered; what cannot be compared is not."""

from pathlib import Path
from typing import Any

import pytest

from tests.sim.making import TAGS
from tests.tables import offer, read, text
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.results.amounts import Money
from upcard.results.simulated_table import simulated_table
from upcard.results.simulation import Simulation, simulate

STEPS = """
[[step]]
{below}
[[step]]
from = 1
{above}
"""


def counted(tmp_path: Path, below: str, above: str, *wagers: str, **more: Any) -> Simulation:
    file = tmp_path / "schedule.toml"
    file.write_text(TAGS + STEPS.format(below=below, above=above), encoding="utf-8")
    table = read(text(*map(offer, wagers), decks=4))
    return simulate(table, schedule=str(file), **more)


@pytest.mark.parametrize("kernel", ["auto", "portable", "numpy"])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_meter_is_won_only_by_wagers_that_were_made(tmp_path: Path, kernel: str, seats: int) -> None:
    rounds = 60_000 if kernel == "numpy" else 3_000_000
    result = counted(
        tmp_path,
        'progressive = "0.00"',
        'progressive = "1.00"',
        "progressive",
        rounds=rounds,
        seed=5,
        seats=seats,
        kernel=kernel,
    )
    wager = result.wagers["progressive"]
    assert wager.meter is not None
    jackpots = wager.outcomes[0].count
    progress = result.progress.meter
    assert progress is not None
    assert progress.winners == jackpots
    assert progress.registered == wager.made < 0.5 * rounds * seats
    assert kernel == "numpy" or jackpots > 0


def test_kernels_count_meters_under_a_schedule_alike(tmp_path: Path) -> None:
    results = [
        counted(tmp_path, 'progressive = "0.00"', "", "progressive", rounds=40_000, seed=6, seats=2, kernel=kernel)
        for kernel in ("auto", "portable", "numpy")
    ]
    progress = [one.progress for one in results]
    first, *others = [(one.tally.metered, one.tally.meter_wins, one.meter) for one in progress]
    assert others == [first, first]


def test_where_the_amount_follows_the_count_there_is_no_z_and_no_effect_of_the_cutting_card(tmp_path: Path) -> None:
    result = counted(tmp_path, 'blackjack = "10.00"', 'blackjack = "50.00"', "over 13", rounds=100_000)
    assert result.z("blackjack") is None
    assert result.z("over 13") is not None


def test_a_streak_wager_does_not_follow_a_schedule(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="stands over several rounds"):
        counted(tmp_path, 'streak = "1.00"', 'streak = "5.00"', "streak", rounds=1_000)
    same = counted(tmp_path, 'blackjack = "10.00"', 'blackjack = "50.00"', "streak", rounds=1_000)
    assert same.wagers["streak 2"].made > 0


def test_covariances_are_those_of_what_was_wagered(tmp_path: Path) -> None:
    """The variance of what is wagered, in units of its mean, is that of the simulated totals."""
    result = counted(tmp_path, 'blackjack = "10.00"', 'blackjack = "100.00"', "over 13", rounds=400_000, seed=7)
    names, matrix = result.covariances
    cells = result.progress.tally.cells.sum(axis=1)
    unit = (cells[0] * 1000 + cells[1] * 10_000) / cells.sum()
    (net,) = (value for value in result.program.values if value.name == "blackjack")
    shape = (2, *result.program.shape)
    counts = result.progress.tally.cells.reshape(shape)
    squares = float((counts * (net.mean + 0 * counts) ** 2).sum()) / counts.sum()
    mean = float((counts * net.mean).sum()) / counts.sum()
    assert names[0] == "blackjack"
    assert matrix[0][0] == pytest.approx((squares - mean**2) / unit**2, rel=1e-9)


@pytest.mark.parametrize(("decks", "seats", "early"), [(1, 4, True), (1, 1, True), (2, 7, True), (6, 7, False)])
def test_a_cutting_card_that_is_not_reached_is_said(decks: int, seats: int, early: bool) -> None:
    table = read(text(decks=decks, seats=7))
    result = simulate(table, rounds=2_000, seats=seats)
    asked = int(52 * decks * 3 / 4)
    left = 52 * decks - 7 * (seats + 1)
    assert (result.program.shuffled_early is not None) is (left < asked) is early
    assert result.program.limit == min(asked, max(left, 1)) + 1


def test_amounts_of_a_schedule_are_those_asked_for(tmp_path: Path) -> None:
    result = counted(tmp_path, 'blackjack = "10.00"', 'blackjack = "100.00"', rounds=50_000)
    assert result.wagers["blackjack"].amount == Cents(10_000)


def test_sessions_say_at_what_amount_a_meter_is_won() -> None:
    table = read(text(offer("progressive"), decks=4))
    report = simulated_table(simulate(table, rounds=2_000, session=100))
    assert report.sessions is not None
    assert report.sessions.meter == Money(500_000)
    plain = simulated_table(simulate(read(text()), rounds=2_000, session=100))
    assert plain.sessions is not None
    assert plain.sessions.meter is None
