"""The files of transcripts: new ones only, none lost; and rounds that were left unfinished."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from tests.command import ROOT, within
from tests.terminal import terminal
from upcard.game import TableState
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.ruling import _Replay, rule
from upcard.game.transcript import stands_at, transcript
from upcard.game.written_round import STANDS_AT, WrittenRound, load_round
from upcard.money import Cents
from upcard.rules.wager import Point

GAME = ("deal", "tables/blackjack.toml", "--seed", "3")
ROUNDS = sorted((ROOT / "tests" / "golden").glob("*.toml"))


def test_a_transcript_that_exists_is_refused_before_the_first_card_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text("mine")
    done = within(*GAME, "--transcript", str(file), given=b"25\ns\n")
    assert (done.code, done.out) == (2, "")
    assert f"--transcript: {file} exists, and is not overwritten: name a new file" in done.err
    assert file.read_text() == "mine"


@pytest.mark.parametrize(("table", "reference"), [("blackjack", "blackjack"), ("./blackjack", "./blackjack")])
def test_a_transcript_refers_to_its_table_by_name_or_by_path_as_the_game_did(
    table: str, reference: str, tmp_path: Path
) -> None:
    text = (ROOT / "tables" / "blackjack.toml").read_text(encoding="utf-8")
    (tmp_path / "blackjack").write_text(text.replace("10.00", "20.00"), encoding="utf-8")
    done = within("deal", table, "--seed", "3", "--transcript", "t.toml", cwd=tmp_path, given=b"25\ns\n")
    assert done.code == 0, done.err
    assert f'table = "{reference}"\n' in (tmp_path / "t.toml").read_text(encoding="utf-8")
    minimum = load_round(tmp_path / "t.toml").table.minimum
    assert minimum == (1000 if table == reference == "blackjack" else 2000)


def test_a_numbered_transcript_that_exists_is_left_alone_and_the_next_number_taken(tmp_path: Path) -> None:
    (tmp_path / "t-2.toml").write_text("mine")
    done = within(*GAME, "--transcript", str(tmp_path / "t.toml"), given=b"25\ns\n" * 3)
    assert done.code == 0, done.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["t-2.toml", "t-3.toml", "t-4.toml", "t.toml"]
    assert (tmp_path / "t-2.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "is not the name of a file"),
        ("-", "is not the name of a file"),
        ("new/", "is not the name of a file"),
        (".", "is a folder"),
        ("/dev/null", "exists, and is not overwritten"),
        ("/dev/stdout", "exists, and is not overwritten"),
        ("nowhere/t.toml", "the folder nowhere does not exist"),
        ("file/t.toml", "Not a directory"),
        ("dangling", "exists, and is not overwritten"),
        (f"{'x' * 300}.toml", "File name too long"),
    ],
)
def test_a_name_that_no_new_file_can_have_is_refused_before_the_first_card(
    name: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to("nothing")
    done = within("deal", str(ROOT / "tables/blackjack.toml"), "--transcript", name, cwd=tmp_path, given=b"25\ns\n")
    assert (done.code, done.out) == (2, "")
    assert "--transcript: " in done.err
    assert words in done.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["dangling", "file"]


def printed_round(out: str) -> str:
    """Return the round that the command printed where it could not write it."""
    start = out.rindex("\n\n", 0, out.index('shoe = "')) + 2
    return out[start : out.index("You leave with")]


def test_a_transcript_for_which_the_disk_has_no_room_is_printed_and_exits_with_1(tmp_path: Path) -> None:
    command = f"ulimit -f 0; exec {sys.executable} -m upcard {' '.join(GAME)} --transcript {tmp_path}/t.toml"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, input="25\ns\n" * 3, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "t.toml: File too large; the round is on standard output" in done.stderr
    assert list(tmp_path.iterdir()) == []  # nor a part of it
    assert "Round 2" not in done.stdout
    (tmp_path / "saved.toml").write_text(printed_round(done.stdout).replace("tables/", f"{ROOT}/tables/"))
    ruled = within("deal", "tables/blackjack.toml", "--round", str(tmp_path / "saved.toml"))
    assert ruled.code == 0, ruled.err
    assert "seat 1: \u2212$25.00" in ruled.out


@pytest.mark.parametrize("last", ["s\n", "q\n"], ids=["finished", "unfinished"])
def test_a_transcript_whose_folder_is_gone_is_printed_and_exits_with_1(last: str, tmp_path: Path) -> None:
    folder = tmp_path / "rounds"
    folder.mkdir()
    with terminal(*GAME, "--transcript", str(folder / "t.toml")) as game:
        game.until("blackjack [10.00]: ")
        game.type("25\n")
        game.until("D double down: ")
        rmtree(folder)
        game.type(last)
        game.until('shoe = "Ad Ts 4s')
        game.until("No such file or directory; the round is on standard output")
        game.until("You leave with $975.00")
        assert game.end() == 1
        assert "Traceback" not in game.screen


def test_a_transcript_names_a_table_whose_path_has_any_signs(tmp_path: Path) -> None:
    table = tmp_path / 'tisch "♠" 🂡.toml'
    table.write_text((ROOT / "tables/blackjack.toml").read_text())
    done = within("deal", str(table), "--seed", "3", "--transcript", str(tmp_path / "t.toml"), given=b"25\ns\n")
    assert done.code == 0, done.err
    assert within("deal", "--round", str(tmp_path / "t.toml")).code == 0


def test_a_transcript_of_a_table_that_was_varied_is_ruled_alike(tmp_path: Path) -> None:
    varied = ("--set", "surrender=true", "--set", "minimum=20.00")
    done = within(*GAME, *varied, "--transcript", str(tmp_path / "t.toml"), given=b"25\nr\n")
    assert done.code == 0, done.err
    assert "Round 1  bankroll $2,000.00" in done.out
    ruled = within("deal", "--round", str(tmp_path / "t.toml"))
    assert ruled.code == 0, ruled.out
    assert "seat 1: \u2212$12.50" in done.out
    assert "seat 1: \u2212$12.50" in ruled.out
    refused = within("deal", "--round", str(tmp_path / "t.toml"), "--set", "surrender=false")
    assert (refused.code, "surrender" in refused.out) == (1, True)


class _Watched(_Replay):
    """A replay that keeps the table and the events after every command."""

    def __init__(self, written: WrittenRound) -> None:
        super().__init__(written)
        self.steps: list[tuple[TableState, tuple[ev.Event, ...]]] = []

    def do(self, command: do.Command) -> None:
        super().do(command)
        self.steps.append((self.table, tuple(self.events)))


def questions(written: WrittenRound) -> Iterator[tuple[TableState, TableState, tuple[ev.Event, ...]]]:
    """Yield the table before a round, and the table and events at each question to a player."""
    watched = _Watched(written)
    watched.run()
    before = watched.steps[1][0]  # open, with the cards in the shoe
    for table, events in watched.steps[2:]:
        formality = next_formality(table, lambda *_: Cents(0))
        if table.point is not Point.BEFORE_FIRST_CARD and isinstance(formality, do.PressButton | None):
            yield before, table, events


def without_order_of_wagers(events: tuple[ev.Event, ...]) -> tuple[set[ev.Event], list[ev.Event]]:
    """Return the wagers made, in no order, and what followed."""
    placed: set[ev.Event] = {event for event in events if isinstance(event, ev.WagerPlaced)}
    return placed, [event for event in events if event not in placed]


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_a_round_left_at_any_question_is_ruled_on_up_to_there(file: Path, tmp_path: Path) -> None:
    written = load_round(file)
    if rule(written).refusals:
        return
    for number, (before, table, events) in enumerate(questions(written)):
        left = tmp_path / f"{number}.toml"
        left.write_text(transcript(before, events, "table.toml", unfinished=stands_at(table)), encoding="utf-8")
        ruling = rule(load_round(left, written.table))
        assert ruling.refusals == ()
        assert without_order_of_wagers(ruling.events) == without_order_of_wagers(events)
        assert ruling.unfinished
        assert ruling.cards_left == ()


def test_what_an_unfinished_round_waits_for_is_one_of_four_words(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text('unfinished = true\nshoe = "9h"\n[[seat]]\nnumber = 1\n')
    done = within("deal", "tables/blackjack.toml", "--round", str(file))
    assert done.code == 2
    assert f'{file}:1: unfinished: must be "insurance", "surrender", "decision" or "display"' in done.err


@pytest.mark.parametrize("word", STANDS_AT)
def test_a_round_that_is_finished_waits_for_nothing(word: str, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    seat = '[[seat]]\nnumber = 1\nwagers = { blackjack = "10.00" }\ndecisions = ["stay"]\n'
    file.write_text(f'unfinished = "{word}"\nshoe = "Th 6s Tc Td Ts"\n{seat}')
    done = within("deal", "tables/blackjack.toml", "--round", str(file))
    assert done.code == 1
    assert "the round is finished and waits for nothing: leave out unfinished [13:69F-2.6(i)]" in " ".join(
        done.out.split()
    )


def test_names_of_wagers_and_decisions_are_read_in_any_case(tmp_path: Path) -> None:
    golden = ROOT / "tests/golden/free-bet-dealer-22.toml"
    loud = golden.read_text().replace("blackjack =", "Blackjack =").replace('"push 22"', '"PUSH 22"')
    loud = loud.replace('"free split", "free double down", "stand"', '"Free Split", "FREE DOUBLE", "Stay"')
    loud = loud.replace("tables/", f"{os.path.relpath(golden.parent, tmp_path)}/tables/")
    (tmp_path / "loud.toml").write_text(loud)
    ruled = within("deal", "--round", str(tmp_path / "loud.toml"))
    assert ruled.out == within("deal", "--round", str(golden)).out
    assert ruled.code == 0


def test_a_wager_that_the_table_does_not_offer_is_known_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(
        'shoe = "9h 6s 9d Th"\n[[seat]]\nnumber = 1\nwagers = { BlackJack = "10.00", "Push 22" = "5.00" }\n'
    )
    ruled = within("deal", "tables/blackjack.toml", "--round", str(tmp_path / "r.toml"))
    assert ruled.code == 1
    assert "this table does not offer the Push 22 wager [13:69F-2.32(a)]" in ruled.out


def test_a_wager_written_twice_in_two_cases_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(
        'shoe = "9h"\n[[seat]]\nnumber = 1\n[seat.wagers]\nblackjack = "10.00"\nBlackjack = "20.00"\n'
    )
    done = within("deal", "tables/blackjack.toml", "--round", str(tmp_path / "r.toml"))
    assert done.code == 2
    assert "r.toml:6: seat 1, wagers, Blackjack: the blackjack wager is written twice" in done.err


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (
            "80",
            """
due: seat 1: Push 22, Any other combination of 22: the dealer
  verifies the winning hand and the wager                      [13:69F-2.32(h)1]
""",
        ),
        (
            "120",
            """
due: seat 1: Push 22, Any other combination of 22: the dealer verifies the winning hand and the wager  [13:69F-2.32(h)1]
""",
        ),
    ],
)
def test_a_line_of_a_ruling_fits_the_page_with_its_paragraph_at_the_end(
    columns: str, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = within("deal", "--round", "tests/golden/free-bet-dealer-22.toml").out
    assert rows in out
    assert max(map(len, out.split("\n"))) <= int(columns)


def test_no_line_of_a_golden_ruling_is_wider_than_80_columns() -> None:
    wide = [
        (file.stem, line)
        for file in ROUNDS
        for line in file.with_suffix(".txt").read_text(encoding="utf-8").split("\n")
        if len(line) > 80
    ]
    assert wide == []
