"""Golden transcripts: readable rounds, one for each game and wager and for each tricky case.

Each is a written round with what the rules make of it, worked out by hand, in `# expect:` lines; the transcript beside
it is written by `make golden` and reviewed as a difference.
"""

import re
from pathlib import Path

import pytest

from upcard.cli import main
from upcard.game.report import results
from upcard.game.ruling import rule
from upcard.game.written_round import load_round
from upcard.money import show
from upcard.wagers import ALL, GAMES

FOLDER = Path(__file__).parent / "golden"
ROUNDS = sorted(FOLDER.glob("*.toml"))
EXPECTED = re.compile(r"^# expect: (.*)$", re.MULTILINE)


def nets(file: Path) -> list[str]:
    """Write what a round brings each wager the way the expectations do."""
    ruling = rule(load_round(file))
    if ruling.refusals:
        return [f"refused {refusal.cite}" for refusal in ruling.refusals]
    return [
        f"seat {seat.number}, {one.wager}{f' {one.spot + 1}' if one.spot else ''}"
        f"{f' on {one.choice}' if one.choice is not None else ''}: {show(one.net)}"
        for seat in results(ruling.events)
        for one in seat.wagers
    ]


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_a_round_brings_what_was_worked_out_by_hand(file: Path) -> None:
    assert sorted(nets(file)) == sorted(EXPECTED.findall(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_a_round_is_told_as_its_transcript_says(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["deal", "--round", str(file)])
    told = capsys.readouterr().out
    transcript = file.with_suffix(".txt")
    assert transcript.read_text(encoding="utf-8") == told, "run make golden, and review the difference"


def test_every_game_and_wager_has_a_transcript() -> None:
    written = [load_round(file) for file in ROUNDS]
    wagered = {name for one in written for seat in one.seats for name, _, _ in seat.wagers}
    assert wagered >= {wager.name for wager in ALL}
    assert {one.table.game.name for one in written} == {game.name for game in GAMES}


def test_no_transcript_is_left_of_a_round_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {file.stem for file in ROUNDS}
