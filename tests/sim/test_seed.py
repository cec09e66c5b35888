"""What a seed fixes, and which options change the rounds that are dealt with it, as docs/simulation.md says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from upcard.money import Cents
from upcard.results.simulation import Simulation, simulate
from upcard.sim.kernel_constants import LANES
from upcard.sim.run import LANE_ROUNDS
from upcard.table import load

BLOCK = LANES * LANE_ROUNDS
COUNTED = '[tags]\n5 = 1\nA = -1\n[[step]]\n[[step]]\nfrom = 1\nblackjack = "50.00"\n'
NO_WAGERS: tuple[str, ...] = ()


def played(table: str = "in-between", **options: Any) -> Simulation:
    return simulate(load(f"tables/{table}.toml"), **{"rounds": 40_000, "seed": 9, **options})


def dealt(simulation: Simulation) -> tuple[object, ...]:
    """Return what tells rounds apart: shoes, cards, and how often the blackjack wager had each result."""
    tally, main = simulation.progress.tally, simulation.wagers["blackjack"]
    return tally.shoes, tally.cards, tuple((outcome.outcome, outcome.count) for outcome in main.outcomes)


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 1},
        {"workers": 3},
        {"kernel": "portable"},
        {"kernel": "numpy"},
        {"amounts": {"blackjack": Cents(2500), "in-between": Cents(500)}},
        {"wagers": NO_WAGERS},
        {"session": 100},  # 2,500 rounds in each lane are whole sessions
        {"session": 100, "bankroll": Cents(5_000)},
        {"schedule": COUNTED},
    ],
    ids=str,
)
def test_these_options_do_not_change_the_rounds_of_a_seed(options: dict[str, Any], tmp_path: Path) -> None:
    if "schedule" in options:
        file = tmp_path / "schedule.toml"
        file.write_text(options["schedule"], encoding="utf-8")
        options = {"schedule": str(file)}
    assert dealt(played(**options)) == dealt(played())


@pytest.mark.parametrize(
    "options",
    [{"seed": 10}, {"strategy": "mimic"}, {"insurance": True}, {"seats": 2}, {"fresh": True}, {"session": 37}],
    ids=str,
)
def test_these_options_change_them(options: dict[str, Any]) -> None:
    assert dealt(played(**options)) != dealt(played())


def test_wagers_change_them_only_where_more_cards_are_dealt() -> None:
    none = dealt(played("seven-seats", wagers=NO_WAGERS))
    assert dealt(played("seven-seats", wagers=("in-between",))) == none
    assert dealt(played("seven-seats", wagers=("buster",))) != none
    assert dealt(played("seven-seats", wagers=("buster",))) == dealt(played("seven-seats"))


def test_a_longer_run_has_the_rounds_of_a_shorter_one() -> None:
    assert BLOCK == 524_288
    runs = (BLOCK // 2, BLOCK, 2 * BLOCK)
    half, one, two = (played(rounds=rounds).progress.tally.cells for rounds in runs)
    assert np.all(two >= one)
    assert np.all(one >= half)
    assert not np.all(one >= played(rounds=BLOCK // 2, seed=10).progress.tally.cells)
