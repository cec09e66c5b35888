"""Bad input: a clear error naming file, line and key, exit code 2, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, misused, within
from tests.command import upcard as command
from tests.tables import text
from upcard.table import BadConfig, check, load

BASE = text()
WAGER = text({"name": "in-between", "pay_table": "B", "minimum": "1.00", "maximum": "100.00"})

# the text of the file, then the line, the key and the words of the problem
BAD: dict[str, tuple[str, int, str | None, str]] = {
    "malformed": ("decks = 6\nseats = = 6\n", 2, None, "not TOML"),
    "unterminated": ('licensee = "x\n', 1, None, "not TOML"),
    "cut off": ('decks = 6\nlicensee = "x', 2, None, "not TOML"),
    "duplicate key": ("decks = 6\ndecks = 6\n", 2, None, "not TOML"),
    "empty": ("", 1, None, "is empty"),
    "only blank": (" \n\n", 1, None, "is empty"),
    "no decks": ('licensee = "x"\n', 1, "decks", "is missing"),
    "unknown key": (BASE + "colour = 1\n", 7, "colour", "unknown key"),
    "misspelt key": (BASE + "blackjack_pay = 1\n", 7, "blackjack_pay", "did you mean blackjack_pays?"),
    "unknown key of a wager": (WAGER + "color = 1\n", 13, "wager 1, color", "unknown key"),
    "zero decks": (text(decks=0), 3, "decks", "from 1 to 8, not 0"),
    "nine decks": (text(decks=9), 3, "decks", "from 1 to 8, not 9"),
    "a billion decks": (text(decks=10**9), 3, "decks", "from 1 to 8, not 1000000000"),
    "an endless number of decks": (text(decks=None) + f"decks = 0x{'f' * 4000}\n", 6, "decks", "more than 38 digits"),
    "half a deck": (text(decks=1.5), 3, "decks", "a whole number from 1 to 8, not 1.5"),
    "decks in words": (text(decks="six"), 3, "decks", 'not "six"'),
    "true decks": (text(decks=True), 3, "decks", "not true"),
    "no seats": (text(seats=0), 4, "seats", "from 1 to"),
    "negative money": (text(minimum="-5.00"), 5, "minimum", "may not be negative"),
    "fractional cents": (text(minimum="5.005"), 5, "minimum", "smallest unit is one cent"),
    "one digit of cents": (text(minimum="5.5"), 5, "minimum", "dollars and cents"),
    "float money": (text(minimum=5.5), 5, "minimum", "in quotes"),
    "whole number money": (text(minimum=5), 5, "minimum", "in quotes"),
    "no money": (text(minimum="0.00"), 5, "minimum", "more than zero"),
    "too much money": (text(maximum="9999999999.00"), 6, "maximum", "too large: the limit is $1,000,000,000.00"),
    "far too much money": (text(maximum="9" * 20), 6, "maximum", "too large: the limit is $1,000,000,000.00"),
    "dollar sign": (text(minimum="$5"), 5, "minimum", "dollars and cents"),
    "unknown law": (text(law="19:46"), 7, "law", 'must be "19:47" or "13:69F"'),
    "unknown game": (text(game="pontoon"), 7, "game", "multiple action"),
    "unknown hole card": (text(hole_card="peek"), 7, "hole_card", 'not "peek"'),
    "unknown payout": (text(blackjack_pays="1 to 1"), 7, "blackjack_pays", '"3 to 2" or "6 to 5"'),
    "flag in words": (text(resplit_aces="yes"), 7, "resplit_aces", "true or false"),
    "unknown surrender": (text(surrender="yes"), 7, "surrender", 'or "early, not against an ace", not "yes"'),
    "penetration beyond the shoe": (text(cutting_card=1.5), 7, "cutting_card", "more than 100%"),
    "penetration in words": (text(cutting_card="most"), 7, "cutting_card", "not a share"),
    "negative penetration": (text(cutting_card=-0.5), 7, "cutting_card", "not a share"),
    "notices not listed": (text(notices="splits"), 7, "notices", "must be a list"),
    "empty notice": (text(notices=["  "]), 7, "notices", "may not be empty"),
    "inscriptions of numbers": (text(inscriptions=[1]), 7, "inscriptions", "text in quotes"),
    "key of another game": (text(free_double="two cards"), 7, "free_double", 'is a key of the game "free bet"'),
    "unknown switch": (text(house={"x": "y"}), 7, "house, x", "unknown key"),
    "wrong switch": (
        text(house={"progressive_chip": "eaten"}),
        7,
        "house, progressive_chip",
        '"dropped" or "returned"',
    ),
    "wagers as a table": (BASE + '[wager]\nname = "buster"\n', 7, "wager", "[[wager]]"),
    "wager without a name": (BASE + "[[wager]]\n", 7, "wager 1, name", "is missing; known wagers"),
    "unknown wager": (BASE + '[[wager]]\nname = "lucky ladies"\n', 8, "wager 1, name", "no wager"),
    "misspelt wager": (BASE + '[[wager]]\nname = "in between"\n', 8, "wager 1, name", 'did you mean "in-between"?'),
    "wager of a list": (BASE + '[[wager]]\nname = ["buster"]\n', 8, "wager 1, name", "text in quotes"),
    "wager twice": (WAGER + '[[wager]]\nname = "in-between"\n', 14, "wager 2, name", "offered twice"),
    "unknown pay table": (
        text({"name": "in-between", "pay_table": "Z"}),
        10,
        "wager 1, pay_table",
        '"A", "B", "C" or "D", not "Z"',
    ),
    "pay table and pays": (
        text({"name": "in-between", "pay_table": "A", "pays": {}}),
        11,
        "wager 1, pays",
        "both stated: remove one",
    ),
    "odds for one": (
        text({"name": "in-between", "pays": {"Triple match": "30 for 1"}}),
        10,
        "wager 1, pays, Triple match",
        "never with 'for'",
    ),
    "odds with a colon": (
        text({"name": "in-between", "pays": {"Triple match": "30:1"}}),
        10,
        "wager 1, pays, Triple match",
        '"3 to 2"',
    ),
    "odds of zero": (
        text({"name": "in-between", "pays": {"Triple match": "30 to 0"}}),
        10,
        "wager 1, pays, Triple match",
        "zero",
    ),
    "unknown outcome": (
        text({"name": "in-between", "pays": {"Quadruple match": "30 to 1"}}),
        10,
        "wager 1, pays, Quadruple match",
        "no such outcome",
    ),
    "an outcome posted twice": (
        text({"name": "push 22", "pays": {"Any 22": "1 to 1", "Dealer 22": "11 to 1"}}),
        10,
        "wager 1, pays, Dealer 22",
        "posted twice",
    ),
    "control characters": (text(table="T\nT2"), 2, "table", "control characters"),
    "escapes in a key": (BASE + '"\\u001b[2J" = 1\n', 7, "\\u001b[2J", "unknown key"),
    "a key of thousands of parts": (BASE + "a." * 4000 + "a = 1\n", 7, None, "the limit is 5000 characters"),
    "too many digits": (BASE + f"splits = {'9' * 4400}\n", 7, None, "number too large"),
    "odds as a text": (text({"name": "in-between", "pays": "30 to 1"}), 10, "wager 1, pays", "table of keys"),
    "unknown free bonus": (
        text({"name": "buster", "free_bonus": "B2"}),
        10,
        "wager 1, free_bonus",
        '"B1" or "B3", not "B2"',
    ),
    "display that does not add up": (
        text({"name": "blackjack bonus", "display": [["5.00", "0.9"], ["100.00", "0.2"]]}),
        10,
        "wager 1, display",
        "add up to 1.1",
    ),
    "display of nothing": (
        text({"name": "blackjack bonus", "display": []}),
        10,
        "wager 1, display",
        "list of amounts",
    ),
    "display for a wager that cannot be made": (
        text({"name": "blackjack bonus", "display": {"2.00": [["5.00", "1"]]}}),
        10,
        "wager 1, display",
        "no wager of $2.00",
    ),
    "rate beyond the whole": (
        text({"name": "progressive", "rate": "101%"}),
        10,
        "wager 1, rate",
        "more than 100%",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_error_of_a_bad_file_names_its_line_and_key(name: str, tmp_path: Path) -> None:
    written, line, key, message = BAD[name]
    file = tmp_path / "bad.toml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(BadConfig) as bad:
        load(file)
    places = [(problem.line, problem.key) for problem in bad.value.problems if message in problem.message]
    assert (line, key) in places, str(bad.value)
    assert all(one.file == str(file) for one in bad.value.problems)


@pytest.mark.parametrize("name", ["malformed", "zero decks", "odds for one"])
def test_the_command_says_so_on_standard_error_and_exits_with_2(name: str, tmp_path: Path) -> None:
    written, line, key, message = BAD[name]
    (tmp_path / "bad.toml").write_text(written)
    done = command("check", "bad.toml", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"bad.toml:{line}: {f'{key}: ' if key else ''}")
    assert message in done.err
    assert "Traceback" not in done.err


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('decks = 0\ncolour = 1\nminimum = "-1"\n[[wager]]\nname = "nothing"\n')
    done = command("check", "--json", "bad.toml", cwd=tmp_path)
    answer = json.loads(done.out)
    assert (done.code, answer["lawful"], answer["findings"]) == (2, False, [])
    assert [one["line"] for one in answer["problems"]] == [1, 2, 3, 5]


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("decks = 0\n")
    (tmp_path / "good.toml").write_text(text())
    done = command("check", "bad.toml", "good.toml", cwd=tmp_path)
    assert done.code == 2
    assert "good.toml: BJ-1 is not shown to be lawful" in done.out


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('decks = 6\nlicensee = "Café"\n'.encode("latin-1"))
    (tmp_path / "folder.toml").mkdir()
    with (tmp_path / "huge.toml").open("wb") as huge:
        huge.truncate(100_000_000)
    cases = {
        "latin.toml": "latin.toml:2: is not UTF-8 text",
        "folder.toml": "folder.toml:1: cannot be read: Is a directory",
        "missing.toml": "missing.toml:1: cannot be read: No such file or directory",
        "huge.toml": "huge.toml:1: is too large: the limit is 1 MiB",
        "/dev/zero": "/dev/zero:1: is too large: the limit is 1 MiB",
        "nul\0.toml": "cannot be read",
    }
    for name, message in cases.items():
        with pytest.raises(BadConfig) as bad:
            load(name if name.startswith("/") else tmp_path / name)
        assert message in str(bad.value)


@pytest.mark.parametrize("depth", [500, 2_000])
def test_deep_nesting_is_refused(depth: int, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text(f"decks = 6\nnotices = {'[' * depth}{']' * depth}\n")
    done = command("check", "deep.toml", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith("deep.toml:")
    assert "Traceback" not in done.err


def test_a_byte_order_mark_and_windows_line_ends_are_no_problem(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + text(seats=8).replace("\n", "\r\n").encode())
    findings = check(load(file))
    weighty = [finding for finding in findings if finding.kind.value != "not stated"]
    assert [(str(finding.cite), finding.line) for finding in weighty] == [("13:69E-1.10(a)", 4)]


def test_a_pipe_that_nobody_writes_to_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    done = command("check", "pipe.toml", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "it is a pipe" in done.err


@pytest.mark.parametrize(
    "line",
    [
        "{upcard} check - <&-",
        "{upcard} check tables/buster.toml >&-",
        "{upcard} check tables/buster.toml >/dev/full",
        "printf 'decks = 6\\ntable = \"T\u00e4\"' | LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii {upcard} check -",
        "{upcard} cite ''",
    ],
)
def test_closed_and_full_streams_and_poor_encodings_leave_no_traceback(line: str) -> None:
    shell = line.format(upcard=f"{sys.executable} -m upcard")
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)


ROUND_TEXT = 'table = "buster"\nshoe = "Th 6s 9d Kc 8h"\n[[seat]]\nnumber = 1\nwagers = { blackjack = "10.00" }\n'


@pytest.mark.parametrize("verb", ["check", "needs", "price", "strategy", "layout"])
def test_a_written_round_given_as_a_table_is_named_as_one(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND_TEXT, encoding="utf-8")
    assert misused(verb, str(file)).splitlines() == [
        f"{file}:2: shoe: is a key of a written round, not of a table: rule on it with upcard deal --round"
    ]


@pytest.mark.parametrize("line", ["decks = 6", 'game = "baccarat"', '[[wager]]\nname = "pair plus"'])
def test_a_table_given_as_a_round_is_named_as_one(line: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'table = "BJ-7"\n{line}\n', encoding="utf-8")
    assert "is a key of a table, not of a written round, which has a shoe and seats" in misused(
        "deal", "--round", str(file)
    )


def test_a_key_that_is_stated_twice_is_named_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("decks = 6\ndecks = 8\n", encoding="utf-8")
    assert "table.toml:2: not TOML: the key is stated twice (at line 2" in misused("check", str(file))


@pytest.mark.parametrize("verb", ["audit", "journal create", "journal info"])
def test_a_name_that_is_too_long_for_a_file_is_not_called_an_output(verb: str) -> None:
    assert misused(*verb.split(), "x" * 5000) == f"upcard: {'x' * 200}…: File name too long\n"


@pytest.mark.parametrize("arguments", [("deal", ""), ("deal", "--round", "")])
def test_an_empty_name_is_a_file_that_cannot_be_read(arguments: tuple[str, ...]) -> None:
    assert within(*arguments).err == ":1: cannot be read: Is a directory\n"
