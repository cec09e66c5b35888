"""The report of a simulation: intervals, what was never made, steps, sessions, and whether an error was reached."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import upcard as run
from tests.command import within
from tests.sim.calibration import statistics
from tests.sim.making import TAGS
from upcard.english import MINUS, with_minus
from upcard.errors import UpcardError
from upcard.money import Cents
from upcard.results.simulation import simulate, simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.table import load

TABLE = "tables/in-between.toml"
BUSTER = "tables/buster.toml"
STEPS = '[[step]]\n[[step]]\nfrom = 1\nblackjack = "50.00"\ninsurance = true\n'


def answer(*arguments: str) -> dict[str, Any]:
    done = within("simulate", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


@pytest.fixture
def counting(tmp_path: Path) -> str:
    file = tmp_path / "schedule.toml"
    file.write_text(TAGS + STEPS, encoding="utf-8")
    return str(file)


def words(*arguments: str) -> str:
    """Return what is printed, without its line breaks."""
    done = within("simulate", *arguments)
    assert done.code == 0, done.err
    return " ".join(done.out.split())


def test_intervals_of_95_and_99_percent_stand_beside_every_mean() -> None:
    report = answer(TABLE, "--rounds", "1e5", "--session", "100")
    for wager in report["wagers"]:
        for share, times in (("95", 1.959964), ("99", 2.575829)):
            low, high = wager["intervals"][share]
            assert (high + low) / 2 == pytest.approx(wager["mean"])
            assert (high - low) / 2 == pytest.approx(times * wager["standard_error"], rel=1e-6)
    low, high = map(float, report["sessions"]["intervals"]["95"])
    assert low < float(report["sessions"]["mean"]) < high
    shown = words(TABLE, "--rounds", "1e5", "--session", "100")
    low, high = report["wagers"][0]["intervals"]["99"]
    assert with_minus(f"{100 * low:+.5f} to {100 * high:+.5f}%") in shown
    assert "95% interval 99% interval" in shown


def test_an_interval_holds_the_exact_mean_as_often_as_it_says() -> None:
    table, held = load("tables/in-between.toml"), {"95": 0, "99": 0}
    exact = simulate(table, rounds=1, fresh=True).exact["in-between"]
    program, runs = simulation_program(table, SimulationRequest(fresh=True)), 400
    for seed in range(runs):
        wager = statistics(program, seed, 20_000)["in-between"]
        for share, times in (("95", 1.959964), ("99", 2.575829)):
            held[share] += abs(wager.mean - exact) <= times * wager.standard_error
    assert 0.92 < held["95"] / runs < 0.98
    assert 0.97 < held["99"] / runs <= 1


@pytest.mark.parametrize(
    "arguments",
    [
        (TABLE, "--details"),
        (BUSTER, "--seats", "6"),
        ("tables/multiple-action.toml", "--insurance"),
        ("tables/progressive.toml", "--session", "100", "--bankroll", "500"),
        ("tables/streak.toml",),
    ],
    ids=str,
)
def test_a_report_fits_80_columns(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = within("simulate", *arguments, "--rounds", "1e5")
    assert done.code == 0, done.err
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_the_steps_of_a_schedule_fit_80_columns(counting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = within("simulate", BUSTER, "--rounds", "1e5", "--schedule", counting)
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_until_says_whether_the_error_was_reached() -> None:
    reached = answer(TABLE, "--until", "1%")
    assert reached["until"] == {"error": 0.01, "reached": True}
    missed = answer(TABLE, "--until", "0.001%", "--rounds", "1000")
    assert missed["until"] == {"error": 0.00001, "reached": False}
    assert "at most 1% of the blackjack wager: reached" in words(TABLE, "--until", "1%")
    assert "0.001% of the blackjack wager: not reached" in words(TABLE, "--until", "0.001%", "--rounds", "1000")
    assert "until" not in answer(TABLE, "--rounds", "1000")


def test_what_was_never_made_is_null_and_not_zero(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    steps = '[[step]]\nin-between = "0.00"\n[[step]]\nfrom = 1000\nin-between = "5.00"\ninsurance = true\n'
    file.write_text(TAGS + steps, encoding="utf-8")
    report = answer(TABLE, "--rounds", "5000", "--schedule", str(file))
    for wager in report["wagers"][1:]:
        assert wager["made"] == 0
        assert {wager[key] for key in ("mean", "standard_error", "intervals", "variance")} == {None}
        assert wager.get("z") is None
        assert "cutting_card_effect" not in wager
    assert [wager["wager"] for wager in report["wagers"]] == ["blackjack", "insurance", "in-between"]
    assert report["steps"][1]["mean_wagered"] is None
    matrix = report["covariance"]["matrix"]
    assert matrix[0][0] > 1
    assert {cell for row in matrix for cell in row} == {matrix[0][0], None}
    shown = words(TABLE, "--rounds", "5000", "--schedule", str(file), "--details")
    assert shown.count("never made") == 4
    assert "+0.00000%" not in shown


def test_the_error_of_a_single_shoe_is_not_known() -> None:
    (blackjack, _) = answer(TABLE, "--rounds", "1")["wagers"]
    assert blackjack["made"] == 1
    assert blackjack["standard_error"] is blackjack["intervals"] is blackjack["z"] is None


def test_sessions_that_were_not_completed_are_not_zero() -> None:
    sessions = answer(TABLE, "--rounds", "50", "--session", "1000", "--bankroll", "100")["sessions"]
    assert sessions["sessions"] == 0
    for key in ("mean", "intervals", "standard_deviation", "ruined", "risk_of_ruin"):
        assert sessions[key] is None
    assert "no session was completed" in words(TABLE, "--rounds", "50", "--session", "1000", "--bankroll", "100")


def test_quantiles_say_how_they_are_binned() -> None:
    arguments = (TABLE, "--rounds", "1e5", "--session", "100")
    sessions = answer(*arguments)["sessions"]
    assert sessions["bin_width"] == "5.00"
    assert all(float(result) % 5 == 0 for result in sessions["quantiles"].values())
    assert f"the least result of bins $5.00 wide: 1%: {MINUS}$" in words(*arguments)


def test_a_quantile_beyond_the_bins_is_not_given(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    steps = '[[step]]\nblackjack = "0.01"\n[[step]]\nfrom = -1000\nblackjack = "1000.00"\n'
    file.write_text(TAGS + steps, encoding="utf-8")
    arguments = (TABLE, "--rounds", "1e5", "--session", "100", "--schedule", str(file), "--beyond-limits")
    quantiles = answer(*arguments)["sessions"]["quantiles"]
    assert quantiles["1%"] is quantiles["99%"] is None
    assert "1%: beyond the bins" in words(*arguments)


def test_the_gain_of_a_count_is_not_called_the_effect_of_the_cutting_card(counting: str) -> None:
    arguments = (TABLE, "--rounds", "1e5", "--schedule", counting, "--no-wagers")
    wagers = answer(*arguments)["wagers"]
    assert all("cutting_card_effect" not in wager and wager["z"] is None for wager in wagers)
    assert all(wager["follows_count"] for wager in wagers)
    shown = words(*arguments)
    assert "effect of the cutting card" not in shown
    assert "where the amount follows the count (blackjack, insurance), simulated has the gain of the count too" in shown
    (_, _, flat) = answer(TABLE, "--rounds", "1e5", "--schedule", counting)["wagers"]
    assert flat["wager"] == "in-between"
    assert flat["cutting_card_effect"]["difference"] == pytest.approx(flat["mean"] - flat["exact"])


def test_every_step_says_what_was_wagered_at_it(counting: str) -> None:
    arguments = (TABLE, "--rounds", "2e4", "--seats", "2", "--schedule", counting)
    below, above = answer(*arguments)["steps"]
    assert below["rounds"] + above["rounds"] == 20_000
    assert float(below["wagered"]) == below["rounds"] * 2 * 11
    assert float(below["mean_wagered"]) == 22
    found = simulate(load(TABLE), rounds=20_000, seats=2, schedule=counting)
    insured = found.wagers["insurance"].wagered / 100
    assert insured > 0
    assert float(above["wagered"]) == pytest.approx(above["rounds"] * 2 * 51 + insured)
    assert float(above["mean_wagered"]) == pytest.approx(float(above["wagered"]) / above["rounds"], abs=0.01)
    assert f"${float(below['wagered']):,.2f} $22.00 blackjack $10.00, in-between $1.00" in words(*arguments)


def test_penetration_moves_the_cutting_card() -> None:
    half, also = answer(TABLE, "--rounds", "2e4", "--penetration", "0.5"), load(TABLE, ["cutting_card=0.5"])
    assert half["cutting_card"] == "50%"
    assert half["shoes"] == simulate(also, rounds=20_000).progress.tally.shoes
    assert half["shoes"] > answer(TABLE, "--rounds", "2e4")["shoes"]
    assert answer(TABLE, "--rounds", "2e4", "--penetration", "50%")["shoes"] == half["shoes"]
    assert "cutting card at 50%" in words(TABLE, "--rounds", "1000", "--penetration", "0.5")


def test_csv_has_a_row_for_every_outcome_with_the_figures_of_its_wager() -> None:
    done = within("simulate", TABLE, "--rounds", "1e5", "--csv")
    assert done.code == 0
    rows = list(csv.DictReader(io.StringIO(done.out)))
    report = answer(TABLE, "--rounds", "1e5")
    outcomes = [(wager, outcome) for wager in report["wagers"] for outcome in wager["outcomes"]]
    assert len(rows) == len(outcomes)
    for row, (wager, outcome) in zip(rows, outcomes, strict=True):
        assert (row["wager"], row["outcome"], int(row["count"])) == (
            wager["wager"],
            outcome["outcome"],
            outcome["count"],
        )
        assert float(row["net"]) == outcome["net"]
        assert float(row["share"]) == pytest.approx(outcome["count"] / wager["made"])
        assert float(row["mean"]) == wager["mean"]
        assert float(row["standard_error"]) == wager["standard_error"]
        assert [float(row["low_95"]), float(row["high_95"])] == wager["intervals"]["95"]
        assert [float(row["low_99"]), float(row["high_99"])] == wager["intervals"]["99"]


def test_the_numpy_kernel_warns_of_its_speed() -> None:
    done = run("simulate", TABLE, "--rounds", "1000", "--kernel", "numpy")
    assert done.code == 0
    assert "slower" in done.err
    assert run("simulate", TABLE, "--rounds", "1000", "--kernel", "portable").err == ""


def test_a_meter_that_was_never_won_has_no_mean() -> None:
    meter = answer("tables/progressive.toml", "--rounds", "1000")["wagers"][1]["meter"]
    assert meter["won"] == 0
    assert meter["mean_when_won"] is meter["intervals_when_won"] is None
    assert "the meter was never won" in words("tables/progressive.toml", "--rounds", "1000")


def test_python_simulates_beyond_limits_where_asked() -> None:
    table, amounts = load(TABLE), {"blackjack": Cents(1)}
    with pytest.raises(UpcardError, match="must be at least"):
        simulate(table, rounds=10, amounts=amounts)
    found = simulate(table, rounds=10, amounts=amounts, beyond_limits=True)
    assert [str(refusal.cite) for refusal in found.exceeded] == ["13:69F-8.3(a)"]
