"""Charts and schedules: exact numbers, possible plays, and the limits of table files."""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.command import misused
from tests.sim.making import TAGS
from upcard.cards import Rank
from upcard.exact.blackjack.blackjack_kernel import INITIAL
from upcard.money import Cents
from upcard.payoffs.hands import all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.results.blackjack import analyse
from upcard.results.simulation import simulate
from upcard.results.strategies import solved
from upcard.rules.enums import Play
from upcard.sim.schedule import read_schedule
from upcard.table import BadConfig, load

TABLE = "tables/blackjack.toml"
USUAL = {"blackjack": Cents(1000)}
DRAW_16 = {"chart": {"hard 16": {"10": "draw"}}}


def written(folder: Path, name: str, content: str | bytes) -> str:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(file)


def tag_of(path: str, rank: Rank) -> tuple[Fraction, int]:
    schedule = read_schedule(path, USUAL)
    card = next(card for card in schedule.tags if card.rank is rank)
    return schedule.tags[card], schedule.whole_tags[card]


@pytest.mark.parametrize(
    ("ace", "five", "exact", "whole"),
    [
        ("-0.0001", "1", Fraction(-1, 10_000), -1),
        ("-1.23456789", "1", Fraction(-123456789, 10**8), -123456789),
        ("-3000000000", "1000000000", Fraction(-3_000_000_000), -3),
        ("-0.3333", "0.0001", Fraction(-3333, 10_000), -3333),
    ],
)
def test_a_tag_is_not_rounded_however_fine_or_large(
    tmp_path: Path, ace: str, five: str, exact: Fraction, whole: int
) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\nA = {ace}\n5 = {five}\n[[step]]\n[[step]]\nfrom = 1\n")
    assert tag_of(path, Rank.ACE) == (exact, whole)


@pytest.mark.parametrize("since", ["0.0004", "1.0000001", "123456789.000000001", "-7.00049"])
def test_a_threshold_is_not_rounded(tmp_path: Path, since: str) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\nA = -1\n[[step]]\n[[step]]\nfrom = {since}\n")
    schedule = read_schedule(path, USUAL)
    assert schedule.steps[1].since == Fraction(since)
    # The count is at least the threshold from the next whole number on.
    assert schedule.bounds(52) == (-(-Fraction(since) // 1),)
    found = simulate(load(TABLE), rounds=10, schedule=path)
    assert found.progress.tally.rounds == 10


def test_a_step_a_hair_above_a_count_is_not_taken_for_the_step_at_it(tmp_path: Path) -> None:
    """At a running count of 1 the step from 1.0004 on has not begun; rounded to thousandths it had."""
    steps = '[[step]]\n[[step]]\nfrom = {}\nblackjack = "20.00"\n'
    rounds = []
    for since in ("1", "1.0004", "2"):
        path = written(tmp_path, "s.toml", f'count = "running"\n{TAGS}{steps.format(since)}')
        found = simulate(load(TABLE), rounds=20_000, schedule=path)
        rounds.append(int(found.progress.tally.cells.sum(axis=1)[1]))
    assert rounds[0] > rounds[1] == rounds[2]


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ("A = -1\n5 = 0.00000001", "too fine to be counted exactly"),
        ("A = -1\n5 = 1e-31", "number too fine: the limit is 30 digits after the decimal point"),
        ("A = 1e30", "number too large: the limit is 30 digits before the decimal point"),
        ("A = 1e999999999", "number too large"),
        ("A = 1e-999999999", "number too fine"),
        ("A = inf", "Infinity is not a number"),
    ],
)
def test_a_tag_that_cannot_be_held_is_refused_and_not_rounded(tmp_path: Path, tags: str, words: str) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\n{tags}\n[[step]]\n[[step]]\nfrom = 1\n")
    assert words in " ".join(misused("simulate", TABLE, "--schedule", path).split())


@pytest.mark.parametrize("value", ['"no"', '"false"', "0", "1", "[]"])
def test_insurance_that_is_neither_true_nor_false_is_refused_with_its_line(tmp_path: Path, value: str) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\nA = -1\n[[step]]\ninsurance = {value}\n")
    message = misused("simulate", TABLE, "--schedule", path)
    assert f"{path}:4: step 1, insurance: must be true or false" in message


@pytest.mark.parametrize(
    ("amount", "cents"),
    [
        ("10", 1000),
        ("10.5", 1050),
        ("10.50", 1050),
        ("999999999.99", 99_999_999_999),
        ("1e2", 10_000),
        ('"10.05"', 1005),
    ],
)
def test_an_amount_of_a_step_is_exact(tmp_path: Path, amount: str, cents: int) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\nA = -1\n[[step]]\nblackjack = {amount}\n")
    assert read_schedule(path, USUAL).steps[0].amounts["blackjack"] == cents


@pytest.mark.parametrize(
    "amount", ["10.001", "10.0000000000000000001", "-5", "true", "nan", "1e400", "1979-05-27", "[1]"]
)
def test_an_amount_that_is_no_money_is_refused(tmp_path: Path, amount: str) -> None:
    path = written(tmp_path, "s.toml", f"[tags]\nA = -1\n[[step]]\nblackjack = {amount}\n")
    with pytest.raises(BadConfig, match="step 1, blackjack"):
        read_schedule(path, USUAL)


def test_insurance_beside_a_schedule_is_refused_and_not_ignored(tmp_path: Path) -> None:
    path = written(tmp_path, "s.toml", "[tags]\nA = -1\n[[step]]\n")
    assert "the schedule says when it is taken" in misused("simulate", TABLE, "--schedule", path, "--insurance")


def played(folder: Path, chart: Any, *values: int, up: int = 10) -> Play:
    """Return how a chart plays a hand that was not split against an upcard."""
    blackjack = analyse(load(TABLE))
    showing = [tree.shown for tree in blackjack.kernel.dealer.trees].index((up,))
    solution = solved(blackjack, written(folder, "chart.json", json.dumps(chart)))
    return HAND_PLAYS[solution.policies[INITIAL][showing][all_hands().of(*values)]]


def test_otherwise_is_not_played_where_the_first_play_is_possible(tmp_path: Path) -> None:
    chart = {"chart": {"hard 11": {"10": "double down"}}, "otherwise": {"hard 11": {"10": "stand"}}}
    assert played(tmp_path, chart, 5, 6) is Play.DOUBLE_DOWN
    assert played(tmp_path, chart, 2, 3, 6) is Play.STAND
    only = {"chart": {}, "otherwise": {"hard 11": {"10": "stand"}}}
    assert played(tmp_path, only, 5, 6) is Play.DOUBLE_DOWN  # by our own chart
    assert played(tmp_path, only, 2, 3, 6) is Play.STAND


def test_a_first_play_is_made_with_more_cards_too_where_it_is_possible(tmp_path: Path) -> None:
    chart = {"chart": {"hard 16": {"10": "stand"}}}
    assert played(tmp_path, chart, 10, 6) is played(tmp_path, chart, 2, 4, 10) is Play.STAND
    ours: dict[str, Any] = {"chart": {}}
    assert played(tmp_path, ours, 2, 4, 10) is Play.DRAW


def test_a_hand_without_otherwise_is_played_by_our_chart_where_it_may_not_double(tmp_path: Path) -> None:
    chart = {"chart": {"soft 18": {"6": "double down"}}}
    assert played(tmp_path, chart, 1, 7, up=6) is Play.DOUBLE_DOWN
    assert played(tmp_path, chart, 1, 3, 4, up=6) is Play.STAND


@pytest.mark.parametrize(
    ("chart", "words"),
    [
        ({"otherwise": {"hard 16": {"10": "fold"}}}, 'otherwise: hard 16 against 10: "fold" is not a play'),
        ({"otherwise": {"hard 16": {"10": "split pair"}}}, "split pair is not possible at this table"),
        ({"otherwise": {"hard 16": {"10": "surrender"}}}, "surrender is not possible at this table"),
        ({"otherwise": {"hard 16": {"10": "free double down"}}}, "free double down is not possible at this table"),
        ({"otherwise": {"hard 16": {"11": "draw"}}}, "not an upcard"),
        ({"otherwise": {"hard 16": {"10": 7}}}, "otherwise: hard 16 against 10: 7 is not a play"),
        ({"otherwise": {"hard 22": {"10": "draw"}}}, "not a hand"),
        ({**DRAW_16, "otherwise": {"hard 16": {"10": "stand"}}}, "stand is never played: draw, the first play"),
        ({"chart_of_free_hands": {"hard 16": {"10": "fold"}}}, 'chart_of_free_hands: hard 16 against 10: "fold"'),
        ({"otherwise_of_free_hands": []}, "otherwise_of_free_hands: not a chart"),
        ({"chart": {"hard 21": {"10": "stand"}}}, "not a hand"),
        ({"chart": {"hard 016": {"10": "stand"}}}, "not a hand"),
    ],
    ids=str,
)
def test_an_otherwise_that_is_never_played_is_refused(tmp_path: Path, chart: Any, words: str) -> None:
    assert words in misused(
        "simulate", TABLE, "--strategy", written(tmp_path, "c.json", json.dumps({"chart": {}, **chart}))
    )


DEEP = 100_000


@pytest.mark.parametrize("option", ["--strategy", "--schedule"])
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.toml", b"", "is empty"),
        ("x.toml", b"a = " + b"9" * 5000, "line too long"),
        ("x.toml", b"a = [\n" + b"9" * 4900 + b"]", "number too large"),
        ("x.toml", b"a = " + b"[\n" * DEEP, "is nested too deeply"),
        ("x.toml", b"a = 1\n" * 400_000, "is too large"),
        ("x.toml", b"\xff\xfe", "is not UTF-8"),
        ("x.json", b"", "is empty"),
        ("x.json", b'{"a": ' + b"9" * 5000 + b"}", "number too large"),
        ("x.json", b"[" * DEEP, "is nested too deeply"),
        ("x.json", b" " * (1 << 25), "is too large"),
        ("x.json", b"\xff\xfe", "is not UTF-8"),
        ("x.json", b'{"chart": {},\n ?', "x.json:2: not JSON"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_side_file_has_the_limits_of_a_table_file(
    tmp_path: Path, option: str, name: str, content: bytes, words: str
) -> None:
    path = written(tmp_path, name, content)
    message = misused("simulate", TABLE, option, path)
    if option == "--strategy" or name == "x.toml":
        assert words in message
    assert message.count("\n") == 1
    assert "Traceback" not in message


@pytest.mark.parametrize("option", ["--strategy", "--schedule"])
@pytest.mark.parametrize("suffix", ["", ".json"])
def test_a_side_file_that_is_no_file_is_refused_in_one_line(tmp_path: Path, option: str, suffix: str) -> None:
    folder, pipe = tmp_path / f"folder{suffix}", tmp_path / f"pipe{suffix}"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe, Path("/dev/zero"), Path("/dev/null")):
        message = misused("simulate", TABLE, option, str(path))
        assert str(path) in message
        assert message.count("\n") == 1
