"""upcard simulate as a user meets it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import upcard as package
from tests.command import ROOT, Done, misused, upcard, within
from tests.tables import text

TABLE = "tables/in-between.toml"
CHART = {"hard 16": {"10": "stand"}, "pair 8": {"10": "split pair"}, "soft 18": {"A": "draw"}}


def answer(*arguments: str) -> dict[str, Any]:
    done = within("simulate", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


def answer_of_process(*arguments: str) -> dict[str, Any]:
    """Answer in a process of its own, where nothing is left from an earlier run."""
    done = upcard("simulate", *arguments, "--json")
    assert done.code == 0, done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


def counts(report: dict[str, Any]) -> list[Any]:
    return [[wager["wager"], wager.get("choice"), wager["outcomes"]] for wager in report["wagers"]]


def test_a_table_is_simulated_with_the_keys_that_others_rely_on() -> None:
    report = answer_of_process(TABLE, "--rounds", "2e6", "--seed", "7")
    assert report["rounds"] == 2_000_000
    assert report["seed"] == 7
    assert report["complete"] is True
    assert [wager["wager"] for wager in report["wagers"]] == ["blackjack", "in-between"]
    for wager in report["wagers"]:
        assert sum(line["count"] for line in wager["outcomes"]) == 2_000_000
        assert abs(wager["z"]) < 4.5
        assert wager["z"] == pytest.approx((wager["mean"] - wager["exact"]) / wager["standard_error"])
        assert wager["cutting_card_effect"]["difference"] == pytest.approx(wager["mean"] - wager["exact"])
    exact = package.price(package.load(TABLE))
    assert report["wagers"][1]["exact"] == pytest.approx(-float(exact["in-between"].house_advantage))
    assert report["covariance"]["wagers"] == ["blackjack", "in-between"]


def test_the_same_seed_gives_the_same_counts_whatever_plays() -> None:
    arguments = (TABLE, "--rounds", "40000", "--seats", "2", "--seed", "5")
    plain = answer_of_process(*arguments)
    for how in (("--workers", "1"), ("--workers", "3"), ("--kernel", "portable"), ("--kernel", "numpy")):
        assert counts(answer(*arguments, *how)) == counts(plain)
    assert counts(answer(*arguments[:-1], "6")) != counts(plain)


@pytest.mark.parametrize("strategy", ["optimum", "chart", "mimic", "never-bust"])
def test_the_exact_variance_of_a_strategy_stands_beside_the_simulated_one(strategy: str) -> None:
    report = answer("tables/blackjack-resplit.toml", "--rounds", "4e6", "--fresh", "--strategy", strategy)
    (wager,) = report["wagers"]
    assert wager["exact_variance"] == pytest.approx(wager["variance"], rel=0.004)
    assert wager["exact_variance"] != pytest.approx(wager["variance"], rel=1e-9)


def test_the_terminal_shows_exact_beside_simulated() -> None:
    done = within("simulate", TABLE, "--rounds", "1e6", "--fresh", "--details")
    assert done.code == 0
    assert done.err == ""
    assert "1,000,000 rounds" in done.out
    assert "a fresh shoe for every round" in done.out
    for words in ("exact", "simulated", "error", "in-between", "Triple match", "covariance"):
        assert words in done.out
    assert done.out.count("(exact from a fresh shoe: ") == 2


def test_sessions_meters_and_schedules_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "hi-lo.toml"
    file.write_text('[tags]\n5 = 1\nA = -1\n[[step]]\n[[step]]\nfrom = 1\nblackjack = "50.00"\n', encoding="utf-8")
    report = answer(TABLE, "--rounds", "2e5", "--schedule", str(file), "--session", "100", "--bankroll", "300")
    assert report["sessions"]["sessions"] == 2000
    assert 0 < report["sessions"]["risk_of_ruin"] < 1
    assert sum(step["rounds"] for step in report["steps"]) == 200_000
    meter = answer("tables/progressive.toml", "--rounds", "3e6")["wagers"][1]["meter"]
    assert meter["won"] > 0
    assert float(meter["mean_when_won"]) > 5000
    shown = within("simulate", TABLE, "--rounds", "1e5", "--session", "50", "--bankroll", "100").out
    assert "sessions of 50 rounds" in shown
    assert "lost a bankroll of $100.00" in shown


def test_it_stops_at_the_standard_error_of_until() -> None:
    report = answer(TABLE, "--until", "0.05%")
    assert report["wagers"][0]["standard_error"] <= 0.0005
    assert report["complete"] is False
    assert report["rounds"] < 20_000_000
    assert counts(answer(TABLE, "--until", "0.05%", "--workers", "1")) == counts(report)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rounds", "0"), "at least 1"),
        (("--rounds", "-5"), "at least 1"),
        (("--rounds", "many"), "not a number of rounds"),
        (("--rounds", "nan"), "not a number of rounds"),
        (("--rounds", "1e400"), "at most"),
        (("--rounds", "2.5"), "whole number"),
        (("--seats", "0"), "1 to 7 seats"),
        (("--seats", "8"), "1 to 7 seats"),
        (("--seed", "-1"), "seed"),
        (("--workers", "0"), "at least one"),
        (("--until", "0"), "never reached"),
        (("--until", "soon"), "--until"),
        (("--strategy", "no-such-file"), "never-bust"),
        (("--wager", "buster"), "the table does not offer buster"),
        (("--amount", "ten"), "--amount"),
        (("--amount", "buster=5.00"), "this wager is not made here"),
        (("--bankroll", "100.00"), "session"),
        (("--session", "0"), "at least 1"),
        (("--schedule", "no-such-file.toml"), "no-such-file.toml"),
        (("--resume",), "--checkpoint"),
        (("--wager", "in-between", "--no-wagers"), "--wager and --no-wagers: remove one of the two"),
        (("--amount", "5.00", "--amount", "Blackjack=10.00"), "blackjack is given twice"),
        (("--amount", "in-between=5.00", "--amount", "In-Between=6.00"), "in-between is given twice"),
        (("--cluster", "tcp://127.0.0.1:9", "--workers", "2"), "remove one of the two"),
        (("--penetration", "0.7", "--fresh"), "a fresh shoe for every round has no cutting card"),
        (("--penetration", "1.2"), "--penetration: '1.2' is more than 100%"),
        (("--penetration", "deep"), "--penetration"),
        (("--checkpoint", "no-such-folder/x", "--resume"), "does not exist"),
        (("--checkpoint", "no-such-folder/x"), "is not a folder"),
        (("--cluster", "tcp://127.0.0.1:9"), "no cluster answers at tcp://127.0.0.1:9"),
        (("--cluster", "nonsense://x"), "no cluster answers"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    arguments: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.sim.cluster.CONNECT_TIMEOUT", "1s")  # nobody answers, however long one waits
    assert words in misused("simulate", TABLE, *arguments)


def test_csv_and_json_at_once_are_refused() -> None:
    done = within("simulate", TABLE, "--rounds", "1000", "--csv", "--json")
    assert done.code == 2
    assert "give --json or --csv, not both" in done.err


def test_a_table_that_cannot_be_read_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("decks = 6\ncolour = 1\n", encoding="utf-8")
    assert "colour" in misused("simulate", str(file))
    assert "no-such.toml" in misused("simulate", "no-such.toml")


def test_every_problem_of_a_schedule_is_printed_and_listed_as_json(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    file.write_text('[tags]\n2 = "one"\n[[step]]\nbuster = "5.00"\n', encoding="utf-8")
    printed = misused("simulate", TABLE, "--schedule", str(file))
    assert f"{file}:2: tags, 2: " in printed
    assert f"{file}:4: step 1, buster: this wager is not made here" in printed
    done = within("simulate", TABLE, "--schedule", str(file), "--json")
    assert done.code == 2
    problems = json.loads(done.out)["problems"]
    assert [(one["file"], one["line"], one["key"]) for one in problems] == [
        (str(file), 2, "tags, 2"),
        (str(file), 4, "step 1, buster"),
    ]


def written(folder: Path, chart: Any) -> str:
    file = folder / "chart.json"
    file.write_text(chart if isinstance(chart, str) else json.dumps(chart), encoding="utf-8")
    return str(file)


def test_a_chart_is_read_from_a_file(tmp_path: Path) -> None:
    best = within("strategy", TABLE, "--json")
    chart = json.loads(best.out)
    by_file = answer(TABLE, "--rounds", "1e5", "--strategy", written(tmp_path, chart))
    by_name = answer(TABLE, "--rounds", "1e5", "--strategy", "chart")
    assert counts(by_file) == counts(by_name)
    chart["chart"]["hard 16"]["10"] = chart["otherwise"]["hard 16"]["10"] = "stand"
    stands = answer(TABLE, "--rounds", "1e5", "--strategy", written(tmp_path, chart))
    assert stands["wagers"][0]["exact"] < by_name["wagers"][0]["exact"]
    assert counts(stands) != counts(by_name)


@pytest.mark.parametrize(
    "keys",
    [
        {"decks": 1},  # 7-7 stands against a ten, other hands of 14 draw
        {"decks": 6, "double_after_split": False},  # a split A-7 may not double against a 6, and stands
        {
            "decks": 2,
            "hole_card": "down, card reader",
            "surrender": True,
            "dealer_soft_17": "draw",
        },  # 17 against an ace
        {"decks": 6, "hole_card": "up", "splits": 2},  # a split 2-2 doubles down against 16
    ],
    ids=str,
)
def test_our_chart_read_from_a_file_is_worth_the_same(tmp_path: Path, keys: dict[str, Any]) -> None:
    table = tmp_path / "table.toml"
    table.write_text(text(**keys), encoding="utf-8")
    chart = written(tmp_path, json.loads(within("strategy", str(table), "--json").out))
    by_file, by_name = (
        package.simulate(package.load(str(table)), rounds=10_000, strategy=name) for name in (chart, "chart")
    )
    file_wager, name_wager = by_file.wagers["blackjack"], by_name.wagers["blackjack"]
    assert file_wager.exact == pytest.approx(name_wager.exact, abs=1e-12)
    assert file_wager.counts == name_wager.counts


def test_a_chart_may_say_what_a_pair_does_that_is_not_split(tmp_path: Path) -> None:
    chart = {"chart": {"pair 10": dict.fromkeys(("5", "6"), "draw")}}
    by_file, by_name = (
        answer(TABLE, "--rounds", "1e5", "--strategy", name) for name in (written(tmp_path, chart), "chart")
    )
    assert by_file["wagers"][0]["exact"] < by_name["wagers"][0]["exact"] - 0.01


def test_a_chart_may_say_a_few_hands_and_be_written_in_toml(tmp_path: Path) -> None:
    file = tmp_path / "chart.toml"
    file.write_text('[chart."hard 12"]\n2 = "stand"\n', encoding="utf-8")
    report = answer(TABLE, "--rounds", "1e5", "--strategy", str(file))
    assert report["wagers"][0]["exact"] == pytest.approx(-0.0046, abs=0.0005)


@pytest.mark.parametrize(
    ("chart", "words"),
    [
        ({"chart": {"hard 16": {"10": "surrender"}}}, "surrender is not allowed at this table"),
        ({"chart": {"hard 16": {"10": "split pair"}}}, "split pair is not allowed"),
        ({"chart": {"hard 11": {"6": "free double down"}}}, "free double down is not allowed"),
        ({"chart": {"hard 16": {"10": "fold"}}}, '"fold" is not a play'),
        ({"chart": {"hard 16": {"1": "stand"}}}, "not an upcard"),
        ({"chart": {"sixteen": {"10": "stand"}}}, "not a hand"),
        ({"chart": {"hard 22": {"10": "stand"}}}, "not a hand"),
        ({"chart": {"pair 11": {"10": "stand"}}}, "not a hand"),
        ({"chart": {"hard 16": "stand"}}, "not a hand"),
        ({"chart": {}, "otherwise": {"hard 16": {"10": "fold"}}}, '"fold" is not a play'),
        ({"plays": {}}, 'must have "chart"'),
        ([], "a chart is written"),
        ("{", "chart.json"),
    ],
)
def test_a_chart_with_an_illegal_play_is_refused(tmp_path: Path, chart: Any, words: str) -> None:
    assert words in misused("simulate", TABLE, "--strategy", written(tmp_path, chart))


def test_every_illegal_play_of_a_chart_is_named_at_once(tmp_path: Path) -> None:
    chart = {"chart": {"hard 16": {"10": "surrender", "9": "surrender"}, "hard 9": {"2": "split pair"}}}
    message = misused("simulate", TABLE, "--strategy", written(tmp_path, chart))
    assert message.count("not allowed") == 3


def test_a_checkpoint_goes_on_where_it_was_left_and_gives_the_same_counts(tmp_path: Path) -> None:
    kept = str(tmp_path / "run.npz")
    whole = answer_of_process(TABLE, "--rounds", "12e6", "--seed", "3")
    first = answer_of_process(TABLE, "--rounds", "12e6", "--seed", "3", "--until", "0.06%", "--checkpoint", kept)
    assert first["complete"] is False
    again = answer_of_process(TABLE, "--rounds", "12e6", "--seed", "3", "--checkpoint", kept, "--resume")
    assert again["complete"] is True
    assert counts(again) == counts(whole)
    done = answer_of_process(TABLE, "--rounds", "12e6", "--seed", "3", "--checkpoint", kept, "--resume")
    assert counts(done) == counts(whole)  # nothing is played twice


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tables/buster.toml", "--resume"), "of another run: its table"),
        ((TABLE, "--resume", "--seats", "2"), "of another run"),
        ((TABLE, "--resume", "--seed", "9"), "its seed differs"),
        ((TABLE, "--resume", "--strategy", "chart"), "of another run"),
        ((TABLE, "--resume", "--rounds", "99999"), "has 100,000 rounds already, more than 99,999"),
        ((TABLE,), "exists already; add --resume to go on with it"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_and_left_as_it_is(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    kept = tmp_path / "run.npz"
    answer(TABLE, "--rounds", "100000", "--checkpoint", str(kept))
    before = kept.read_bytes()
    rounds = () if "--rounds" in arguments else ("--rounds", "100000")
    assert words in misused("simulate", *arguments, *rounds, "--checkpoint", str(kept))
    assert kept.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.npz"]


def test_a_file_that_is_no_checkpoint_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    assert "is not a checkpoint" in misused("simulate", TABLE, "--checkpoint", str(file), "--resume")
    assert file.read_text(encoding="utf-8") == "mine"


def interrupted(*arguments: str, after: float = 4.0) -> Done:
    """Press Ctrl-C some seconds after the start."""
    running = subprocess.Popen(
        [sys.executable, "-m", "upcard", "simulate", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(after)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    return Done(running.returncode, out.decode(), err.decode())


def test_an_interrupt_prints_what_there_is_and_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / "run.npz"
    done = interrupted(TABLE, "--rounds", "1e12", "--checkpoint", str(kept), "--json")
    assert done.code == 130, done.err
    assert done.err == ""
    report = json.loads(done.out)
    assert report["complete"] is False
    assert 0 < report["rounds"] < 10**12
    assert kept.exists()
    assert sum(line["count"] for line in report["wagers"][0]["outcomes"]) == report["rounds"]


def test_a_terminal_shows_a_bar_with_its_rate(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "upcard", "simulate", TABLE, "--rounds", "3e7", "--kernel", "portable"]
    environment = {**os.environ, "COLUMNS": "140", "TERM": "xterm"}
    with (tmp_path / "out").open("wb") as out:
        running = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=follower, env=environment)
    os.close(follower)
    shown = b""
    while True:
        try:
            if not (part := os.read(leader, 4096)):
                break
        except OSError:  # the other side is closed
            break
        shown += part
    assert running.wait(timeout=120) == 0
    assert b"million rounds/s" in shown
    assert b"30,000,000" in shown


def test_a_closed_reader_is_no_failure() -> None:
    command = f"{sys.executable} -m upcard simulate {TABLE} --rounds 1e5 --details | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""


def test_memory_does_not_grow_with_the_rounds() -> None:
    code = """
import resource, sys, upcard
table = upcard.load("tables/buster.toml")
upcard.simulate(table, rounds=5_000_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
upcard.simulate(table, rounds=120_000_000)
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    before, after = map(int, done.stdout.split())
    assert after < before + 8_000  # kilobytes


@pytest.mark.parametrize("wagers", [4, 5, 100])
def test_more_dealers_hands_than_the_kernels_hold_are_refused(wagers: int) -> None:
    table = "tables/unlawful/multiple-action-resplit.toml"
    error = misused("simulate", table, "--rounds", "1000", "--set", f"multiple_action_wagers={wagers}")
    assert f"{wagers} dealer's hands of a round cannot be simulated: the limit is 3" in error
