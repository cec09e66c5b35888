"""Outcomes that were never seen, or too rarely for a normal interval: their intervals are exact, and say so."""

import csv
import io
import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import upcard
from tests.command import within
from upcard.results.confidence import CountedNet, IntervalMethod, mean_intervals, share_intervals

EXACT = "exact (Clopper-Pearson)"
BUSTER = ("tables/buster.toml", "--rounds", "1e5", "--amount", "buster=5.00")  # the least that can win the bonus
AMOUNTS = {"buster": "5.00"}
BONUS = "buster, Free Bonus"


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    done = within("simulate", *BUSTER, "--json")
    assert done.code == 0, done.err
    wagers: list[dict[str, Any]] = json.loads(done.out)["wagers"]
    return {f"{wager['wager']}, {wager['rider']}" if "rider" in wager else wager["wager"]: wager for wager in wagers}


def test_a_bonus_that_was_never_won_has_no_interval_of_zero_width(report: dict[str, Any]) -> None:
    bonus = report[BONUS]
    assert [outcome["count"] for outcome in bonus["outcomes"]] == [0, 0, 100_000]
    assert bonus["standard_error"] is None
    assert bonus["interval_method"] == EXACT
    low, high = bonus["intervals"]["95"]
    assert low == 0
    assert high > bonus["exact"] > 0
    # Two outcomes share the 5 %: 1,600 and 200 units, each as often as the least chance of never seeing it allows.
    chance = 1 - (0.05 / 4) ** (1 / 100_000)
    assert high == pytest.approx(1800 * chance, rel=1e-6)


def test_text_marks_the_exact_interval_and_says_why() -> None:
    done = within("simulate", *BUSTER, "--details")
    (mean, interval, *_) = (line for line in done.out.splitlines() if line.strip().startswith(f"{BONUS}  "))
    assert mean.split()[-2:] == ["-", "-"]
    assert interval.count("†") == 2
    assert "+0.00000 to +0.00000%" not in done.out
    assert "† exact interval (Clopper-Pearson): some outcome was seen too rarely, or" in done.out
    assert "8 or more cards        0    0.000000%     0.000000 to 0.003689%  +1,600.0000" in done.out


def test_outcomes_have_intervals_in_json_and_csv(report: dict[str, Any]) -> None:
    never, *_, usual = report[BONUS]["outcomes"]
    assert never["share_intervals"]["95"] == [0, pytest.approx(1 - 0.025**1e-5, rel=1e-6)]
    assert never["interval_method"] == usual["interval_method"] == EXACT
    losing = report["buster"]["outcomes"][-1]
    assert losing["interval_method"] == "normal"
    low, high = losing["share_intervals"]["95"]
    assert (high - low) / 2 == pytest.approx(1.959964 * (0.71356 * 0.28644 / 1e5) ** 0.5, rel=1e-6)
    rows = list(csv.DictReader(io.StringIO(within("simulate", *BUSTER, "--csv").out)))
    (row,) = (row for row in rows if row["wager"] == BONUS and row["outcome"] == "7 cards")
    assert (row["standard_error"], row["interval_method"], row["share_interval_method"]) == ("", EXACT, EXACT)
    assert float(row["share_high_99"]) == pytest.approx(1 - 0.005**1e-5, rel=1e-6)


def test_python_has_the_same_intervals(report: dict[str, Any]) -> None:
    simulated = upcard.simulate(upcard.load("buster"), rounds=100_000, amounts=AMOUNTS)
    bonus = simulated.wagers[BONUS]
    assert (bonus.standard_error, bonus.interval_method) == (None, EXACT)
    assert bonus.intervals
    assert list(bonus.intervals["95"]) == report[BONUS]["intervals"]["95"]
    assert bonus.rare == {"8 or more cards", "7 cards", "lose"}
    assert "lose" not in simulated.wagers["buster"].rare
    frame = simulated.to_pandas()
    assert set(frame[frame["wager"] == BONUS]["interval_method"]) == {EXACT}


@pytest.mark.parametrize(("count", "trials"), [(0, 30), (1, 30), (7, 30), (24, 60), (29, 30), (30, 30)])
def test_an_exact_interval_leaves_half_of_the_rest_on_each_side(count: int, trials: int) -> None:
    """By the binomial distribution itself, in fractions."""
    intervals = share_intervals(count, trials)
    assert intervals
    assert intervals.method is IntervalMethod.EXACT
    low, high = intervals.bounds["95"]

    def chance_of(counts: range, share: float) -> float:
        p = Fraction(share)
        return float(sum(comb(trials, n) * p**n * (1 - p) ** (trials - n) for n in counts))

    if count:
        assert chance_of(range(count, trials + 1), low) == pytest.approx(0.025, rel=1e-6)
    else:
        assert low == 0
    if count < trials:
        assert chance_of(range(count + 1), high) == pytest.approx(0.025, rel=1e-6)
    else:
        assert high == 1


def test_seats_that_share_a_hand_count_as_one() -> None:
    one, seven = share_intervals(0, 1000), share_intervals(0, 7000, together=7)
    assert one
    assert seven
    assert one.bounds == seven.bounds


def test_an_interval_is_normal_where_everything_was_seen_often() -> None:
    outcomes = [CountedNet(net=10, count=50), CountedNet(net=-1, count=950)]
    intervals = mean_intervals(outcomes, mean=-0.45, error=0.0758)
    assert intervals
    assert intervals.method is IntervalMethod.NORMAL
    rarer = mean_intervals([CountedNet(net=10, count=5), CountedNet(net=-1, count=995)], mean=-0.945, error=0.0245)
    assert rarer
    assert rarer.method is IntervalMethod.EXACT
    exact = share_intervals(5, 1000)
    assert exact
    assert rarer.bounds["95"] == pytest.approx([11 * bound - 1 for bound in exact.bounds["95"]])


def test_an_interval_stays_within_what_can_be_won_and_lost() -> None:
    bounds = mean_intervals([CountedNet(net=1, count=0), CountedNet(net=-1, count=2)], mean=-1, error=0.0)
    assert bounds
    assert bounds.bounds["99"][0] == -1
    assert bounds.bounds["99"][1] < 1


def test_rare_bonuses_lie_in_their_interval_as_often_as_stated() -> None:
    """In short runs, in most of which the bonus is not won at all."""
    table = upcard.load("buster")
    held = 0
    for seed in range(1, 41):
        simulated = upcard.simulate(table, rounds=5000, seed=seed, fresh=True, strategy="mimic", amounts=AMOUNTS)
        bonus = simulated.wagers[BONUS]
        assert bonus.intervals
        assert bonus.exact is not None
        low, high = bonus.intervals["95"]
        held += low <= bonus.exact <= high
    assert held >= 38


def test_the_risk_of_ruin_has_an_interval_where_nobody_was_ruined() -> None:
    arguments = ("tables/blackjack.toml", "--rounds", "10000", "--session", "100", "--bankroll", "5000")
    sessions = json.loads(within("simulate", *arguments, "--json").out)["sessions"]
    assert (sessions["sessions"], sessions["ruined"], sessions["risk_of_ruin_method"]) == (100, 0, EXACT)
    assert sessions["risk_of_ruin_intervals"]["95"] == [0, pytest.approx(1 - 0.025**0.01, rel=1e-6)]
    text = " ".join(within("simulate", *arguments).out.split())
    assert "0.000% lost a bankroll of $5,000.00 (95%: 0.000 to 3.622%; 99%: 0.000 to 5.160%, exact" in text
    plot = upcard.simulate(upcard.load("blackjack"), rounds=10_000, session=100, bankroll="5000").plot()
    assert "with 95% confidence 0.00 to 3.62 in 100 by the exact Clopper-Pearson interval" in plot.alt


def test_a_meter_won_too_rarely_has_no_interval() -> None:
    arguments = ("tables/progressive.toml", "--rounds", "10000")
    (wager,) = (each for each in json.loads(within("simulate", *arguments, "--json").out)["wagers"] if "meter" in each)
    assert wager["meter"]["won"] < 25
    assert wager["meter"]["intervals_as_it_ran"] is wager["meter"]["intervals_when_won"] is None
    assert "too rarely for an interval: fewer than 25 times" in " ".join(within("simulate", *arguments).out.split())
