"""What the command line prints: exit codes outlive readers, lines fit the terminal, JSON is one object."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, within

UNLAWFUL = "tables/unlawful/excluded-together.toml"
UPCARD = f"{sys.executable} -m upcard"
TABLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tables").rglob("*.toml"))


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )


@pytest.mark.parametrize("reader", ["head -n 1", "head -c 1", "grep -q may", "true"])
def test_check_keeps_its_exit_code_when_the_reader_of_its_output_goes_away(reader: str) -> None:
    for table, code in ((UNLAWFUL, "1"), ("tables/blackjack.toml", "0"), ("no-such-file.toml", "2")):
        done = shell(f"{UPCARD} check {table} | {reader}; echo ${{PIPESTATUS[0]}} >&2")
        assert done.stderr.splitlines()[-1] == code
        assert "Traceback" not in done.stderr


def test_output_that_cannot_be_written_is_an_error() -> None:
    done = shell(f"{UPCARD} check tables/blackjack.toml > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "upcard: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", *TABLES[:3]),
        ("check", UNLAWFUL, "no-such-file.toml"),
        ("cite", "2.26(d)", "reading 8"),
        ("cite", "no such paragraph"),
        ("needs", UNLAWFUL),
        ("needs", "no-such-file.toml"),
        ("diff", "buster", "streak"),
        ("diff", "buster"),
        ("new",),
        ("new", "--wager", "roulette"),
        ("cite", "--search", "notice"),
        ("cite", "--search", "?"),
        ("wagers",),
        ("wagers", "no such wager"),
        ("price", "in-between", "--all"),
        ("strategy", "no-such-file.toml"),
        ("layout", "blackjack"),
        ("layout", "blackjack", "-o", "felt.doc"),
        ("par", "blackjack", "-o", "par.doc"),
        ("par", "no-such-file.toml"),
        ("simulate", "tables/blackjack.toml", "--rounds", "none"),
        ("deal",),
        ("price",),
        ("check",),
        ("no such verb",),
        ("check", "tables/blackjack.toml", "--no-such-option"),
    ],
    ids=" ".join,
)
def test_json_is_always_one_object(arguments: tuple[str, ...]) -> None:
    done = within(*arguments, "--json")
    answer = json.loads(done.out)
    assert isinstance(answer, dict)
    assert ("problems" in answer or "files" in answer) or done.code < 2


def test_several_files_have_the_keys_of_one() -> None:
    one = json.loads(within("check", UNLAWFUL, "--json").out)
    several = json.loads(within("check", UNLAWFUL, UNLAWFUL, "--json").out)
    assert several["files"] == [one, one]


def in_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """Return what the command writes to a terminal of this width."""
    ours, theirs = pty.openpty()
    subprocess.run(["stty", "cols", str(columns)], stdin=theirs, check=True)
    known = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "upcard", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**known, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    output = b""
    while True:
        try:
            block = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        output += block
    process.wait(timeout=60)
    os.close(ours)
    return output.decode()


def test_a_terminal_gets_colors_and_one_that_wants_none_gets_none() -> None:
    assert "\x1b[" in in_terminal("check", UNLAWFUL)
    assert "\x1b[" not in in_terminal("check", UNLAWFUL, TERM="dumb")
    assert "\x1b[" not in in_terminal("check", UNLAWFUL, NO_COLOR="1")


def test_lines_are_as_wide_as_the_terminal_and_never_below_80_columns() -> None:
    def longest(text: str) -> int:
        return max(map(len, text.splitlines()))

    assert 90 < longest(in_terminal("check", UNLAWFUL, columns=100, NO_COLOR="1")) <= 100
    assert 70 < longest(in_terminal("check", UNLAWFUL, columns=40, NO_COLOR="1")) <= 80
    assert 90 < longest(in_terminal("check", UNLAWFUL, columns=80, NO_COLOR="1", COLUMNS="100")) <= 100


COMMANDS = [
    *(("check", table) for table in TABLES),
    *(("price", table) for table in TABLES if "/unlawful/" not in table),
    ("wagers",),
    ("cite", "2.26", "2.30", "2.32", "reading 61", "E-1.10"),
    ("price", "--all", "--decks", "6"),
    ("price", "buster"),
    *(
        ("simulate", f"tables/{name}.toml", "--rounds", "1e5", "--details", "--seats", "2")
        for name in ("progressive", "in-between", "streak", "multiple-action")
    ),
    ("strategy", "tables/free-bet.toml"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_every_line_fits_80_columns(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = within(*arguments)
    assert not [line for line in done.out.splitlines() if len(line) > 80]


@pytest.mark.parametrize("table", TABLES)
def test_files_are_named_in_full_though_lines_are_broken(table: str) -> None:
    assert Path(table).name in within("check", table).out.replace("\n  ", "")
