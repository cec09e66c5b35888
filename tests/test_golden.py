"""Golden transcripts: readable rounds, one for each game and wager and for each tricky case.

Each is a written round whose nets, worked out by hand, stand in `# expect:` lines; the transcript beside
it is written by `make golden` and reviewed as a difference.
"""

import re
from pathlib import Path

import pytest

from upcard.cli import main
from upcard.game.round_report import results
from upcard.game.ruling import rule
from upcard.game.written_round import load_round
from upcard.money import plain_money
from upcard.wagers import ALL, GAMES

FOLDER = Path(__file__).parent / "golden"
ROUNDS = sorted(FOLDER.glob("*.toml"))
EXPECTED = re.compile(r"^# expect: (.*)$", re.MULTILINE)


def nets(file: Path) -> list[str]:
    """Return the net of each wager of a round, written as in the expectations."""
    ruling = rule(load_round(file))
    if ruling.refusals:
        return [f"refused {refusal.cite}" for refusal in ruling.refusals]
    return [
        f"seat {seat.number}, {wager.wager}{f' {wager.spot + 1}' if wager.spot else ''}"
        f"{f' on {wager.choice}' if wager.choice is not None else ''}: {plain_money(wager.net)}"
        for seat in results(ruling.events)
        for wager in seat.wagers
    ]


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_each_net_is_what_was_worked_out_by_hand(file: Path) -> None:
    assert sorted(nets(file)) == sorted(EXPECTED.findall(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_a_round_prints_its_transcript(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["deal", "--round", str(file)])
    output = capsys.readouterr().out
    transcript = file.with_suffix(".txt")
    assert transcript.read_text(encoding="utf-8") == output, "run make golden, and review the difference"


def test_every_game_and_wager_has_a_transcript() -> None:
    written = [load_round(file) for file in ROUNDS]
    wagered = {name for round_ in written for seat in round_.seats for name, _, _ in seat.wagers}
    assert wagered >= {wager.name for wager in ALL}
    assert {round_.table.game.name for round_ in written} == {game.name for game in GAMES}


def test_no_transcript_is_left_of_a_round_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {file.stem for file in ROUNDS}
