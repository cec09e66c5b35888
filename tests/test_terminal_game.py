"""The game in the terminal, played through a pseudo-terminal or a pipe."""

import json
import os
import re
import signal
import subprocess
import sys
from fcntl import ioctl
from itertools import pairwise
from pathlib import Path
from termios import FIONREAD
from time import sleep

import pytest

from tests.command import ROOT, within
from tests.tables import text
from tests.terminal import CTRL_C, CTRL_D, UP, terminal
from upcard.cli.answers import Answers, Leave
from upcard.cli.play import play_in_terminal
from upcard.table import load

BLACKJACK = ("deal", "tables/blackjack.toml", "--seed", "3")  # soft 15 against a ten, then two aces against a king


def cents(shown: str) -> int:
    """Return an amount that the game shows."""
    return int(re.sub("[$,.+]", "", shown).replace("\u2212", "-"))


def played(*arguments: str, keys: str, code: int = 0) -> str:
    done = within("deal", *arguments, given=keys.encode())
    assert "Traceback" not in done.err
    assert done.code == code, done.out + done.err
    return done.out


# Keys and words


def test_the_keys_are_those_of_charts_and_only_those_that_the_table_has() -> None:
    plain = played("tables/blackjack.toml", keys="q\n")
    assert "\nH hit  S stand  D double down  P split pair  ? help  Q leave\n" in plain
    free = played("tables/free-bet.toml", keys="q\n")
    assert "H hit  S stand  D double down  P split pair  F free double down  G free split\n" in free
    given_up = played("tests/golden/tables/early-surrender-reader.toml", keys="q\n")
    assert "P split pair  R surrender" in given_up


def test_a_decision_offers_only_what_the_hand_may_do_now() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", keys="25\nh\nq\n")
    first, second = re.findall(r"^  (H hit.*?):", out, re.MULTILINE)[:2]
    assert first == "H hit  S stand  D double down"
    assert second == "H hit  S stand"


@pytest.mark.parametrize(
    ("word", "event"),
    [
        ("h", "hit"),
        ("H", "hit"),
        ("hit", "hit"),
        ("Draw", "hit"),
        ("s", "stand"),
        ("STAY", "stand"),
        ("stand", "stand"),
        ("d", "double down, adding $25.00"),
        ("Double Down", "double down, adding $25.00"),
        ("double", "double down, adding $25.00"),
        ("d 10", "double down, adding $10.00"),
        ("double down for $7.50", "double down, adding $7.50"),
    ],
)
def test_letters_and_words_of_the_floor_and_of_the_rule_are_decisions(word: str, event: str) -> None:
    assert f"seat 1: {event}" in played("tables/blackjack.toml", "--seed", "3", keys=f"25\n{word}\n")


@pytest.mark.parametrize("word", ["x", "fx", "wait", "d ten", "5"])
def test_a_word_that_is_no_play_shows_the_keys_and_decides_nothing(word: str) -> None:
    out = played("tables/blackjack.toml", "--seed", "3", keys=f"25\n{word}\ns\n")
    assert "? help  Q leave\n  seat 1: A♦ 4♠ (soft 15) against 10♠" in out
    assert "seat 1: stand" in out


# Bankroll


def test_the_bankroll_is_a_hundred_least_wagers_and_is_shown_every_round() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", keys="25\ns\n")
    assert "Round 1  bankroll $1,000.00 ($0.00 so far)" in out
    assert "Round 2  bankroll $975.00 (\u2212$25.00 so far)" in out
    assert "You leave with $975.00 of $1,000.00: \u2212$25.00." in out


def test_at_multiple_action_the_bankroll_is_a_hundred_times_what_a_round_takes() -> None:
    out = played("tables/multiple-action.toml", keys="q\n")
    least = re.findall(r"blackjack \d of 3 \[(\d+\.00)\]", played("tables/multiple-action.toml", keys="\n\n"))
    assert len(least) == 3
    assert f"bankroll ${200 * float(least[0]):,.2f}" in out  # two wagers must be made, three may be


def test_a_wager_that_exceeds_the_bankroll_is_refused_in_clear_words() -> None:
    out = played("tables/blackjack.toml", "--bankroll", "60", keys="60.01\n70\nq\n")
    assert "your bankroll of $60.00 does not cover the blackjack wager of $60.01" in out
    assert "You leave with $60.00 of $60.00" in out


def test_a_second_seat_wagers_only_what_the_first_has_left() -> None:
    out = played("tables/blackjack.toml", "--bankroll", "60", "--seats", "2", keys="45\n20\nq\n")
    assert "your bankroll of $15.00 does not cover the blackjack wager of $20.00" in out
    assert "You leave with $60.00 of $60.00" in out


def test_an_optional_wager_that_exceeds_the_bankroll_is_refused() -> None:
    out = played("tables/in-between.toml", "--bankroll", "30", keys="25\n10\nq\n")
    assert "your bankroll of $5.00 does not cover the in-between wager of $10.00" in out


def test_a_double_down_that_the_bankroll_does_not_cover_is_refused_and_may_be_made_for_less() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", "--bankroll", "30", keys="25\nd\nd 5\n")
    assert "H hit  S stand  D 5.00 double down for less:" in out
    assert "your bankroll of $5.00 does not cover the $25.00 that a double down adds" in out
    assert "seat 1: double down, adding $5.00" in out


def test_a_split_that_the_bankroll_does_not_cover_is_not_offered_and_refused() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", "--bankroll", "60", keys="25\ns\n35\np\nq\n")
    assert "A♦ A♣ (soft 12) against K♦\n  H hit  S stand:" in out
    assert "your bankroll of $0.00 does not cover the $35.00 that a split pair adds" in out


def test_insurance_that_the_bankroll_does_not_cover_is_refused() -> None:
    for seed in range(60):
        out = played("tables/blackjack.toml", "--seed", str(seed), "--bankroll", "25", keys="20\n10\nq\n")
        if "insure?" in out:
            assert "your bankroll of $5.00 does not cover insurance of $10.00" in out
            return
    pytest.fail("no ace was dealt")


def test_the_game_is_over_when_the_bankroll_does_not_cover_another_round() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", "--bankroll", "30", keys="25\ns\n25\n")
    assert "Your bankroll of $5.00 does not cover the least wager of $10.00: the game is over." in out
    assert out.endswith("You leave with $5.00 of $30.00: \u2212$25.00.\n")


def test_an_empty_answer_never_repeats_a_wager_that_the_bankroll_no_longer_covers() -> None:
    out = played("tables/blackjack.toml", "--seed", "3", "--bankroll", "45", keys="25\ns\n\n")
    assert "seat 1, blackjack [10.00]: " in out.split("Round 2")[1]


@pytest.mark.parametrize("table", sorted((ROOT / "tables").glob("*.toml")), ids=lambda path: path.stem)
def test_the_bankroll_moves_by_what_the_rounds_won_and_lost(table: Path) -> None:
    out = played(str(table), "--seed", "5", keys="\n" * 7 + ("1\n" * 4 + "s\n" * 8) * 20)
    shown = [cents(amount) for amount in re.findall(r"^Round \d+  bankroll (\S+)", out, re.MULTILINE)]
    nets = [cents(net) for net in re.findall("^seat 1: ([\u2212+]?[$]\\S+)$", out, re.MULTILINE)]
    assert len(shown) > 1
    if "stays for the next round" not in out:
        assert [after - before for before, after in pairwise(shown)] == nets[: len(shown) - 1]


# Leaving


@pytest.mark.parametrize("way", ["q\n", CTRL_C, CTRL_D], ids=["q", "ctrl-c", "ctrl-d"])
def test_a_player_who_leaves_in_mid_hand_loses_the_wagers_in_play_and_keeps_the_round(way: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    with terminal(*BLACKJACK, "--transcript", str(file)) as game:
        game.until("blackjack [10.00]: ")
        game.type("25\n")
        game.until("D double down: ")
        game.type("h\n")
        game.until("S stand: ")
        game.type(way)
        game.until("Seat 1 leaves its blackjack wager of $25.00, which counts as lost.")
        game.until("You leave with $975.00 of $1,000.00: \u2212$25.00.")
        assert game.end() == 0
        assert "Traceback" not in game.screen
    written = file.read_text()
    assert written.startswith("# unfinished: ")
    assert 'decisions = ["draw"]' in written
    ruled = within("deal", "--round", str(file))
    assert ruled.code == 0, ruled.out + ruled.err
    assert "the round is unfinished: seat 1, hand 1 (Ad 4s" in ruled.out
    assert "not settled" in ruled.out
    in_json = json.loads(within("deal", "--round", str(file), "--json").out)
    assert in_json["unfinished"].startswith("seat 1, hand 1 (Ad 4s")


@pytest.mark.parametrize("way", ["q\n", CTRL_C, CTRL_D], ids=["q", "ctrl-c", "ctrl-d"])
def test_a_player_who_leaves_before_the_first_card_takes_the_wagers_back(way: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    with terminal("deal", "tables/in-between.toml", "--transcript", str(file)) as game:
        game.until("blackjack [")
        game.type("25\n")
        game.until("in-between [")
        game.type(way)
        game.until("seat 1 takes back $25.00: blackjack")
        game.until("You leave with $1,000.00 of $1,000.00: $0.00.")
        assert game.end() == 0
        assert "lost" not in game.screen
    assert not file.exists()


def test_a_streak_wager_that_stands_is_taken_back_by_a_player_who_leaves_between_rounds() -> None:
    for seed in range(40):
        out = played("tables/streak.toml", "--seed", str(seed), keys="10\n0\n5\n0\n0\ns\nq\n")
        if "stays for the next round" in out and "Round 2" in out:
            assert "seat 1 takes back $5.00: streak" in out
            assert "lost" not in out.partition("Round 2")[2]
            return
    pytest.fail("no streak went on")


def test_ctrl_c_between_two_questions_waits_for_the_next_one() -> None:
    with Answers() as answers:
        os.kill(os.getpid(), signal.SIGINT)  # while a round is dealt or written
        with pytest.raises(Leave):
            answers.ask("")
        assert answers.interrupted
        with pytest.raises(KeyboardInterrupt):  # again: where the output is stuck, nothing else would end it
            os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_in_a_ruling_exits_with_130_and_without_a_traceback() -> None:
    command = [sys.executable, "-m", "upcard", "deal", "tables/blackjack.toml", "--round", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"# the round follows\n")
        process.stdin.flush()
        wait_until_read(process.stdin.fileno())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def wait_until_read(pipe: int) -> None:
    """Wait until the reader of a pipe has taken all that is in it."""
    for _ in range(3000):
        if int.from_bytes(ioctl(pipe, FIONREAD, bytes(4)), sys.byteorder) == 0:
            return
        sleep(0.01)
    pytest.fail("it never read")


# The terminal


def test_the_arrow_keys_recall_earlier_lines() -> None:
    with terminal(*BLACKJACK) as game:
        game.until("blackjack [10.00]: ")
        game.type("5\n")
        game.until("must be at least $10.00")
        game.until("blackjack [10.00]: ")
        game.type(f"{UP}0\n")
        game.until('announces "No more bets"')
        game.until("D double down: ")
        game.type("q\n")
        game.until("blackjack wager of $50.00")
        assert game.end() == 0


def test_the_game_is_played_where_python_has_no_readline(tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError\n")
    with terminal(*BLACKJACK, PYTHONPATH=str(tmp_path)) as game:
        game.until("blackjack [10.00]: ")
        game.type("25\n")
        game.until("D double down: ")
        game.type(CTRL_C)
        game.until("You leave with $975.00")
        assert game.end() == 0


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_a_terminal_without_color_is_sent_no_escapes(variable: dict[str, str]) -> None:
    with terminal(*BLACKJACK, **variable) as game:
        game.until("blackjack [10.00]: ")
        game.type("25\n")
        game.until("D double down: ")
        game.type("s\n")
        game.until("Round 2")
        game.type("q\n")
        game.until("You leave with")
        assert game.end() == 0
        assert "\x1b" not in game.screen


def test_a_terminal_with_color_is_sent_it() -> None:
    with terminal(*BLACKJACK, NO_COLOR="") as game:
        game.until("blackjack [10.00]: ")
        assert "\x1b[36m[13:69F-2.3(a)]\x1b[0m" in game.screen


@pytest.mark.parametrize("table", sorted((ROOT / "tables").glob("*.toml")), ids=lambda path: path.stem)
def test_no_line_of_a_game_is_wider_than_80_columns(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = iter([*["25"] * 3, *["1"] * 4, *["h", "s"] * 4, "0"] * 20)

    def typed(prompt: str) -> str:
        print(prompt)
        return next(keys, "q")

    monkeypatch.setattr("builtins.input", typed)
    assert play_in_terminal(load(table), seed=5) == 0
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) > 100
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("delay", [0.0, 0.003, 0.01, 0.02, 0.05, 0.1])
def test_ctrl_c_at_any_moment_of_the_game_leaves_with_what_there_is(delay: float, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upcard", *BLACKJACK, "--transcript", str(tmp_path / "t.toml")]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"10\ns\n" * 400)
        process.stdin.flush()
        wait_until_a_file_is_in(tmp_path)
        sleep(delay)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")
    *_, last = out.decode().strip().split("\n")
    assert last.startswith("You leave with $")
    for file in tmp_path.iterdir():
        assert within("deal", "--round", str(file)).code == 0


def wait_until_a_file_is_in(folder: Path) -> None:
    for _ in range(3000):
        if any(folder.iterdir()):
            return
        sleep(0.01)
    pytest.fail("no file was written")


# Options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seed", "7"), "--seed: only for a game"),
        (("--seats", "1"), "--seats: only for a game"),
        (("--bankroll", "50"), "--bankroll: only for a game"),
        (("--transcript", "t.toml"), "--transcript: only for a game"),
        (("--seed", "7", "--seats", "2"), "--seed and --seats: only for a game"),
    ],
)
def test_options_of_the_game_are_refused_beside_a_written_round(options: tuple[str, ...], words: str) -> None:
    done = within("deal", "--round", "tests/golden/free-bet-split.toml", *options)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    in_json = within("deal", "--round", "tests/golden/free-bet-split.toml", *options, "--json")
    assert in_json.code == 2
    assert words in json.loads(in_json.out)["problems"][0]["message"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed", "-1"), "--seed: must be a whole number from 0"),
        (("--seed", str(2**64)), "--seed: must be a whole number from 0"),
        (("--seats", "0"), "--seats: this table has seats 1 to 6"),
        (("--seats", "7"), "--seats: this table has seats 1 to 6"),
        (("--bankroll", "9.99"), "does not cover the least that a round takes, $10.00"),
        (("--bankroll", "0"), "--bankroll: must be more than zero"),
        (("--bankroll", "ten"), "--bankroll: 'ten' is not an amount of money"),
        (("--bankroll", "-5"), "negative"),
        (("--json",), "--json: a game in the terminal has no JSON"),
    ],
)
def test_a_game_that_cannot_be_played_as_the_options_say_is_refused(arguments: tuple[str, ...], words: str) -> None:
    done = within("deal", "tables/blackjack.toml", *arguments, given=b"")
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err


def test_the_table_of_a_game_cannot_come_from_where_the_answers_do() -> None:
    done = within("deal", "-", given=text().encode())
    assert done.code == 2
    assert "standard input has the player's answers" in done.err
    done = within("deal", "-", "--round", "-", given=text().encode())
    assert done.code == 2
    assert "cannot both come from standard input" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json",),
        ("tables/blackjack.toml", "--json"),
        ("tables/missing.toml", "--json"),
        ("--round", "missing.toml", "--json"),
        ("--round", "tests/golden/free-bet-split.toml", "--seats", "3", "--json"),
    ],
    ids=" ".join,
)
def test_an_error_in_json_is_one_object_with_its_problems(arguments: tuple[str, ...]) -> None:
    done = within("deal", *arguments)
    assert done.code == 2
    assert all(problem["message"] for problem in json.loads(done.out)["problems"])
