"""upcard deal: written rounds and play in the terminal, as a user meets them."""

import json
import pty
import subprocess
import sys
from os import close, read, write
from pathlib import Path
from select import select
from time import monotonic

import pytest

from tests.command import ROOT, upcard, within
from tests.tables import text

ROUND = """
shoe = "9h 6s 9d Th 2c Ah Tc 6c 5d"
[[seat]]
number = 1
wagers = { blackjack = "10.00", "push 22" = "5.00" }
decisions = ["free split", "free double down", "stand"]
"""


@pytest.fixture
def round_file(tmp_path: Path) -> Path:
    file = tmp_path / "round.toml"
    file.write_text(ROUND)
    return file


def test_a_written_round_is_answered_in_json_with_the_keys_that_others_rely_on(round_file: Path) -> None:
    done = within("deal", "tables/free-bet.toml", "--round", str(round_file), "--json")
    answer = json.loads(done.out)
    assert done.code == 0
    assert set(answer["events"][0]) >= {"event", "cite", "text"}
    (seat,) = answer["seats"]
    assert (seat["number"], seat["net"]) == (1, "40.00")
    assert [(wager["wager"], wager["amount"], wager["net"]) for wager in seat["wagers"]] == [
        ("blackjack", "10.00", "0.00"),
        ("push 22", "5.00", "40.00"),
    ]
    assert all(wager["outcome"] for wager in seat["wagers"])
    assert answer["cards_left"] == ["5d"]


def test_a_round_that_the_rules_do_not_allow_is_refused_with_exit_code_1(round_file: Path) -> None:
    round_file.write_text(ROUND.replace('"free double down"', '"surrender"'))
    done = within("deal", "tables/free-bet.toml", "--round", str(round_file), "--json")
    answer = json.loads(done.out)
    assert done.code == 1
    assert answer.keys() == {"law_file", "refusals", "events", "warnings", "irregularities"}
    assert answer["events"][-1]["text"] == "seat 1: the dealer announces 11"  # of the first hand
    assert all(refusal["cite"].startswith("13:69F-2.8") and refusal["message"] for refusal in answer["refusals"])


BAD_ROUNDS = {
    "empty": ("", 1, None, "is empty"),
    "malformed": ("shoe = = 1", 1, None, "not TOML"),
    "unknown key": (ROUND + "color = 1\n", 7, "seat 1, color", "unknown key"),
    "no shoe": ("[[seat]]\nnumber = 1\n", 1, "shoe", "is missing"),
    "bad card": (ROUND.replace("9h 6s", "9x 6s"), 2, "shoe", "is not a card"),
    "no seat": ('shoe = "9h"\n', 1, "seat", "at least one seat"),
    "seat without number": ('shoe = "9h"\n[[seat]]\n', 2, "seat 1, number", "is missing"),
    "seat zero": (ROUND.replace("number = 1", "number = 0"), 4, "seat 1, number", "from 1"),
    "seat twice": (ROUND + "[[seat]]\nnumber = 1\n", 8, "seat 2, number", "written twice"),
    "unknown decision": (ROUND.replace('"stand"', '"wait"'), 6, "seat 1, decisions", 'no decision "wait"'),
    "negative wager": (ROUND.replace('"5.00"', '"-5.00"'), 5, "seat 1, wagers, push 22", "negative"),
    "insurance in words": (ROUND + 'insurance = "half"\n', 7, "seat 1, insurance", "not an amount"),
}


@pytest.mark.parametrize("name", BAD_ROUNDS)
def test_a_bad_round_file_is_told_with_file_line_and_key(name: str, round_file: Path) -> None:
    written, line, key, message = BAD_ROUNDS[name]
    round_file.write_text(written)
    done = within("deal", "tables/free-bet.toml", "--round", str(round_file))
    assert (done.code, done.out) == (2, "")
    assert f"{round_file}:{line}: {f'{key}: ' if key else ''}" in done.err
    assert message in done.err


def test_a_round_names_its_table_beside_it(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(text())
    (tmp_path / "round.toml").write_text('table = "table.toml"\nshoe = "Th 6s 9d Tc 5h"\n[[seat]]\nnumber = 1\n')
    assert "seat 1 has no blackjack wager" in within("deal", "--round", str(tmp_path / "round.toml")).out
    (tmp_path / "round.toml").write_text('shoe = "Th"\n[[seat]]\nnumber = 1\n')
    assert "name the table file" in within("deal", "--round", str(tmp_path / "round.toml")).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a table file"),
        (("tables/blackjack.toml", "--seats", "9"), "seats 1 to 6"),
        (("tables/blackjack.toml", "--json"), "--round"),
        (("tables/blackjack.toml", "--seed", "x"), "invalid int"),
        (("tables/missing.toml",), "No such file"),
        (("tables/unlawful/one-deck-in-between.toml",), "may not be opened"),
    ],
)
def test_misuse_is_reported(arguments: tuple[str, ...], message: str) -> None:
    done = within("deal", *arguments, given=b"")
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def played(*arguments: str, keys: str) -> str:
    done = within("deal", *arguments, given=keys.encode())
    assert done.code == 0
    assert done.err == ""
    return done.out


def test_a_seed_makes_the_shoe_reproducible() -> None:
    keys, games = b"10\ns\ns\ns\ns\n", {}
    for seed in ("7", "8"):  # each in a process of its own, as whoever repeats a game has it
        games[seed] = upcard("deal", "tables/blackjack.toml", "--seed", seed, given=keys)
        assert (games[seed].code, games[seed].err) == (0, "")
    assert upcard("deal", "tables/blackjack.toml", "--seed", "7", given=keys) == games["7"]
    assert games["7"].out != games["8"].out
    assert played("tables/blackjack.toml", "--seed", "7", keys=keys.decode()) == games["7"].out


@pytest.mark.parametrize(
    "table", sorted(path.name for path in (ROOT / "tables").glob("*.toml")), ids=lambda name: name.removesuffix(".toml")
)
def test_every_table_can_be_played_and_its_transcript_is_ruled_alike(table: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    # enough answers for any round: wagers of the least amount, standing, no insurance
    least = {"optional-bonus.toml": "5\n"}
    keys = "25\n" * (3 if table == "multiple-action.toml" else 1) + least.get(table, "1\n") * 5 + "s\n" * 60
    out = played(f"tables/{table}", "--seed", "3", "--transcript", str(file), keys=keys)
    ruled = within("deal", "--round", str(file))
    assert ruled.code == 0, ruled.out + ruled.err
    _, results = ruled.out.split("\n\n")
    assert results in out


def test_play_in_a_real_terminal_shows_help_and_refuses_what_is_not_allowed() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "upcard", "deal", "tables/blackjack.toml", "--seed", "3"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True)
    close(terminal)
    screen = ""

    def until(words: str) -> None:
        nonlocal screen
        limit = monotonic() + 20
        while words not in screen:
            assert monotonic() < limit, screen
            if select([controller], [], [], 0.2)[0]:
                screen += read(controller, 4096).decode(errors="replace")

    until("blackjack [10.00]:")
    write(controller, b"5\n")
    until("the blackjack wager must be at least $10.00, not $5.00")
    write(controller, b"25\n")
    until("H hit")
    screen = ""
    write(controller, b"?\n")
    until("Q leave")
    screen = ""
    write(controller, b"p\n")
    until("13:69F-2.11(a)")
    write(controller, b"q\n")
    until("You leave with")
    assert process.wait(timeout=20) == 0
    close(controller)


def test_a_streak_goes_on_from_round_to_round_and_each_transcript_is_ruled_alike(tmp_path: Path) -> None:
    keys = "10\n0\n5\n0\n0\n" + "s\n10\n5\n0\n0\n0\n" * 8
    out = played("tables/streak.toml", "--seed", "21", "--transcript", str(tmp_path / "t.toml"), keys=keys)
    files = sorted(tmp_path.glob("t*.toml"))
    assert len(files) > 3
    for file in files:
        ruled = within("deal", "--round", str(file))
        assert ruled.code == 0, ruled.out
        first = ruled.out.split("\n\n")[1].splitlines()[0]
        assert first in out


def test_a_small_shoe_is_shuffled_before_it_runs_out(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(text(decks=1, seats=7))
    keys = "10\n" * 7 + "s\n" * 7
    out = played(str(tmp_path / "one.toml"), "--seats", "7", "--seed", "18", keys=keys * 12)
    assert out.count("the cards are shuffled") >= 4
    assert "too few cards" not in out


@pytest.mark.parametrize("name", ["", "table.toml"])
def test_a_transcript_never_overwrites_the_table(name: str, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(text())
    done = within("deal", "table.toml", "--transcript", name, cwd=tmp_path, given=b"")
    assert done.code == 2
    assert (tmp_path / "table.toml").read_text() == text()


def test_a_closed_standard_input_is_a_player_who_leaves() -> None:
    shell = f"{sys.executable} -m upcard deal tables/blackjack.toml <&-"
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "more",
    [
        '[[seat]]\nnumber = 2\ndecisions = ["stand"]\n',
        '[[seat]]\nnumber = 2\nwagers = { "\\u001b[31mX" = "5.00" }\n',
    ],
)
def test_odd_seats_are_reported_without_a_traceback(more: str, round_file: Path) -> None:
    round_file.write_text(ROUND + more)
    done = within("deal", "tables/free-bet.toml", "--round", str(round_file))
    assert done.code in (1, 2)
    assert "Traceback" not in done.err
    assert "\x1b" not in done.out + done.err
