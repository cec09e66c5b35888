"""What follows rounds: meters, streaks, sessions and counts of cards, each against a reckoning of its own."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sim.making import TAGS, lawful, shipped
from upcard.cards import Rank
from upcard.money import Cents
from upcard.results.prices import price
from upcard.results.simulation import simulate
from upcard.sim import meters
from upcard.sim.schedule import read_schedule
from upcard.table import BadConfig, load

HI_LO = f"""
name = "Hi-Lo"
count = "{{count}}"
{TAGS}
[[step]]
blackjack = "10.00"
[[step]]
from = {{since}}
blackjack = "100.00"
insurance = true
"""
USUAL = {"blackjack": Cents(1000), "in-between": Cents(100)}


def schedule(folder: Path, text: str) -> str:
    file = folder / "schedule.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("keys", "halves"),
    [
        ({"splits": 1}, {3}),
        ({"splits": 1, "surrender": True}, {3, -1}),
        ({"splits": 3}, {3}),
    ],
    ids=str,
)
def test_a_cell_counts_what_a_box_can_bring_and_no_more(keys: dict[str, Any], halves: set[int]) -> None:
    made = lawful(keys={**keys, "notices": ["splits", "surrender"]})
    most = 2 * (keys["splits"] + 1)  # every hand of a split pair doubled
    assert {int(net) * 2 // made.settlement.parts for net in made.nets} == {*range(-2 * most, 2 * most + 1, 2), *halves}


def test_a_meter_grows_with_every_wager_and_begins_again_when_it_is_won() -> None:
    (line,) = shipped("progressive").lines
    meter = meters.opened(line)
    assert meter.standing == 500_000
    # 60 % of each dollar to the meter, 10 % to the reset meter: 1,000 rounds, won in the 600th by two of three seats.
    meter = meters.followed(meter, line, [(599, 2)], rounds=1000, seats=3)
    assert meter.registered == 3000
    assert meter.paid == 500_000 + 600 * 3 * 60
    assert (meter.wins, meter.winners) == (1, 2)
    assert meter.standing == 500_000 + 600 * 3 * 10 + 400 * 3 * 60
    assert meter.reset == 400 * 3 * 10
    assert meter.squares == 2 * ((500_000 + 600 * 3 * 60) // 2) ** 2


def test_a_meter_runs_through_a_simulation_as_the_long_run_says() -> None:
    table = load("tables/progressive.toml")
    found = simulate(table, rounds=30_000_000, seed=21, seats=2, fresh=True)
    one = found.wagers["progressive"]
    assert one.meter is not None
    assert one.meter.won > 100
    (priced,) = price(table).of("progressive")
    assert priced.meter is not None
    assert priced.growth is not None
    mean = float(priced.meter.mean_won(priced.growth))
    assert one.meter.mean_when_won == pytest.approx(mean, rel=0.25)
    jackpot = next(outcome for outcome in one.outcomes if "4" in outcome.outcome or "Four" in outcome.outcome)
    assert jackpot.count >= one.meter.won


def test_wagers_that_see_results_wait_until_they_are_decided() -> None:
    found = simulate(load("tables/streak.toml"), rounds=400_000, seed=22, fresh=True)
    (two,) = (one for one in found.results if one.choice == 2)
    assert two.rounds > 1
    prices = {one.choice: one for one in price(found.table).of("streak")}
    for one in found.results:
        if one.choice is not None:
            assert one.rounds == pytest.approx(float(prices[one.choice].price.rounds), rel=0.02)
            own = {"lose", f"{one.choice} wins in a row"}
            assert {outcome.outcome for outcome in one.outcomes} == own  # none of another length


def test_the_free_bonus_is_made_with_wagers_that_can_win_it(tmp_path: Path) -> None:
    table, file = load("tables/buster.toml"), tmp_path / "count.toml"
    steps = '[[step]]\nbuster = "4.99"\n[[step]]\nfrom = 0\nbuster = "5.00"\n[[step]]\nfrom = 2\nbuster = "25.00"\n'
    file.write_text(f"[tags]\n5 = 1\nA = -1\n{steps}", encoding="utf-8")
    amounts = {"buster": Cents(100)}
    found = simulate(table, rounds=200_000, seed=26, schedule=str(file), amounts=amounts, beyond_limits=True)
    bonus, buster = found.wagers["buster, Free Bonus"], found.wagers["buster"]
    boxes = found.progress.tally.cells.sum(axis=1)
    assert buster.made == 200_000
    assert 0 < boxes[0] < 200_000
    assert bonus.made == sum(outcome.count for outcome in bonus.outcomes) == boxes[1:].sum()
    assert bonus.wagered == 500 * boxes[1] + 2500 * boxes[2]
    rider = price(table).of("buster")[0].rider
    assert rider is not None
    assert found.exact[bonus.key] == pytest.approx(float(rider.mean) * bonus.made / bonus.wagered)
    small = simulate(table, rounds=1000, amounts={"buster": Cents(499)})
    assert list(small.wagers) == ["blackjack", "buster"]


def test_sessions_have_the_mean_and_spread_of_their_rounds() -> None:
    found = simulate(load("tables/blackjack.toml"), rounds=2_000_000, seed=23, fresh=True, session=100)
    sessions, one = found.session, found.wagers["blackjack"]
    assert sessions is not None
    assert sessions.sessions == 20_000
    assert sessions.mean == pytest.approx(100 * one.mean * 1000, abs=1e-6 * 1000)
    assert sessions.standard_deviation == pytest.approx((100 * one.variance) ** 0.5 * 1000, rel=0.03)
    assert sum(count for _, count in sessions.histogram) == 20_000
    assert [share for share, _ in sessions.quantiles] == sorted(share for share, _ in sessions.quantiles)
    assert dict(sessions.quantiles)[0.5] == pytest.approx(sessions.mean, abs=1500)


def test_risk_of_ruin_is_that_of_a_walk() -> None:
    """A bankroll of one unit is lost by the first round that loses; of a great many, never."""
    table = load("tables/blackjack.toml")
    one = simulate(table, rounds=160_000, seed=24, fresh=True, session=1, bankroll=Cents(1000))
    assert one.session is not None
    lost = sum(outcome.count for outcome in one.wagers["blackjack"].outcomes if outcome.net <= -1)
    assert one.session.ruined == lost
    rich = simulate(table, rounds=160_000, seed=24, fresh=True, session=100, bankroll=Cents(10_000_000))
    assert rich.session is not None
    assert rich.session.ruined == 0
    risks = []
    for bankroll in (2_000, 10_000, 20_000, 40_000):
        found = simulate(table, rounds=160_000, seed=24, fresh=True, session=100, bankroll=Cents(bankroll))
        assert found.session is not None
        risks.append(found.session.risk_of_ruin)
    assert risks == sorted(risks, reverse=True)
    assert risks[0] > 0.7
    assert risks[-1] < 0.01


def test_sessions_longer_than_a_lane_are_whole() -> None:
    found = simulate(load("tables/blackjack.toml"), rounds=1_000_000, seed=25, session=100_000)
    assert found.session is not None
    assert found.session.sessions == 10


def test_a_count_tells_the_rich_shoes(tmp_path: Path) -> None:
    file = schedule(tmp_path, HI_LO.format(count="true", since=2))
    table = load("tables/blackjack-resplit.toml")
    found = simulate(table, rounds=6_000_000, seed=26, schedule=file, beyond_limits=True)
    flat = simulate(table, rounds=6_000_000, seed=26)
    cells = found.progress.tally.cells
    rounds = cells.sum(axis=1)
    assert rounds.sum() == 6_000_000
    assert 0.02 < rounds[1] / rounds.sum() < 0.2
    # Ten times the wager where tens and aces are left: the player gains; the flat player loses as before.
    assert found.wagers["blackjack"].mean > flat.wagers["blackjack"].mean + 4 * found.wagers["blackjack"].standard_error
    assert found.wagers["insurance"].mean > -0.02
    assert flat.wagers["blackjack"].mean < 0


def test_a_true_count_is_divided_by_the_decks_left_and_a_running_count_is_not(tmp_path: Path) -> None:
    table = load("tables/blackjack.toml")
    true, running = (
        simulate(table, rounds=400_000, seed=27, schedule=schedule(tmp_path, HI_LO.format(count=count, since=4)))
        for count in ("true", "running")
    )
    often = [one.progress.tally.cells.sum(axis=1)[1] for one in (true, running)]
    assert often[0] < often[1] / 3


def test_tags_and_thresholds_may_be_fractions(tmp_path: Path) -> None:
    text = '[tags]\nA = -1.5\n5 = 0.5\n[[step]]\n[[step]]\nfrom = -0.25\nblackjack = "20.00"\n'
    found = read_schedule(schedule(tmp_path, text), USUAL)
    assert found.true
    assert {found.tags[card] for card in found.tags if card.rank is Rank.ACE} == {Fraction(-3, 2)}
    assert found.whole_tags[next(card for card in found.tags if card.rank is Rank.FIVE)] == 1
    assert [found.bounds(left) for left in (312, 209, 208, 207, 1)] == [(-3,), (-2,), (-2,), (-1,), (0,)]
    assert found.steps[0].amounts == USUAL


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs [tags]"),
        ("[[step]]\n", "tags: is missing"),
        ("[tags]\n2 = 1\n", "step: is missing: write at least one [[step]]"),
        ("step = []\n[tags]\n2 = 1\n", "at least one [[step]]"),
        ("step = [1]\n[tags]\n2 = 1\n", "schedule.toml:1: step 1: is not a step"),
        ('count = "Hi-Lo"\n[tags]\n2=1\n[[step]]\n', 'neither "true" nor "running"'),
        ('[tags]\n2 = "one"\n[[step]]\n', "not a number"),
        ("[tags]\n1 = 1\n[[step]]\n", "no rank"),
        ("[tags]\n2 = nan\n[[step]]\n", "not a number"),
        ("[tags]\n2 = 1\n[[step]]\nfrom = 1\n", 'the first step has no "from"'),
        ("[tags]\n2 = 1\n[[step]]\n[[step]]\n", 'the first step has no "from"'),
        ("[tags]\n2 = 1\n[[step]]\n[[step]]\nfrom=2\n[[step]]\nfrom=2\n", "steps go up"),
        ('[tags]\n2 = 1\n[[step]]\nbuster = "5.00"\n', "this wager is not made here"),
        ('[tags]\n2 = 1\n[[step]]\nblackjack = "0.00"\n', "in every round"),
        ('[tags]\n2 = 1\n[[step]]\nblackjack = "lots"\n', "blackjack"),
        ("[tags]\n2 = 1\n[[step]]\nx = [\n", "schedule.toml"),
        ("colour = 1\n[tags]\n2 = 1\n[[step]]\n", "schedule.toml:1: colour: unknown key"),
        ("[tags]\n2 = 1\n[[step]]\n[[step]]\nfrom = true\n", "step 2, from: true is not a number"),
    ],
)
def test_a_schedule_that_cannot_be_followed_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadConfig) as bad:
        read_schedule(schedule(tmp_path, text), USUAL)
    assert words in str(bad.value)


BAD_SCHEDULE = """count = "Hi-Lo"
colour = 1
[tags]
2 = "one"
1 = 1
[[step]]
blackjack = "lots"
[[step]]
from = 2
buster = "5.00"
[[step]]
from = 2
blackjack = "0.00"
[[step]]
"""


def test_all_problems_of_a_schedule_are_named_at_once_each_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as bad:
        read_schedule(schedule(tmp_path, BAD_SCHEDULE), USUAL)
    assert [(one.line, one.key) for one in bad.value.problems] == [
        (1, "count"),
        (2, "colour"),
        (4, "tags, 2"),
        (5, "tags, 1"),
        (7, "step 1, blackjack"),
        (10, "step 2, buster"),
        (12, "step 3, from"),
        (13, "step 3, blackjack"),
        (14, "step 4"),
    ]


def test_columns_are_what_data_frames_take() -> None:
    found = simulate(load("tables/in-between.toml"), rounds=10_000)
    columns = found.columns()
    assert {name: len(column) for name, column in columns.items()} == dict.fromkeys(columns, len(columns["wager"]))
    assert columns["count"].dtype == np.int64
    assert columns["count"][columns["wager"] == "in-between"].sum() == 10_000
    assert "in-between" in repr(found)
