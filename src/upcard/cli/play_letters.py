"""The letters of the plays, as charts in the United States print them: keys of the game, signs of the chart."""

import textwrap
from collections.abc import Iterable

from upcard.cli.render import styled, width
from upcard.rules.enums import Play
from upcard.rules.play_names import LETTERS, label, play_named

COLORS = {
    Play.DRAW: "green",
    Play.STAND: "red",
    Play.DOUBLE_DOWN: "blue",
    Play.SPLIT_PAIR: "yellow",
    Play.SURRENDER: "magenta",
    Play.FREE_DOUBLE_DOWN: "cyan",
    Play.FREE_SPLIT: "cyan",
}
_PLAYS = {letter: play for play, letter in LETTERS.items()}
_UNBROKEN = "\N{NO-BREAK SPACE}"


def play_of(words: str) -> Play | None:
    """Return the play of a letter or a name; None if there is none."""
    return _PLAYS.get(words.strip().upper()) or play_named(words)


def legend(plays: Iterable[Play]) -> list[str]:
    """Return each of these plays with its letter, in the order of the letters: "H hit", "S stand"."""
    listed = set(plays)
    return [f"{letter} {label(play)}" for play, letter in LETTERS.items() if play in listed]


def in_rows(items: Iterable[str], indent: str = "") -> str:
    """Return items side by side, as many in a row as the page has room for."""
    unbroken = "  ".join(item.replace(" ", _UNBROKEN) for item in items)
    room = width() - len(": ")  # that may follow
    rows = textwrap.fill(unbroken, room, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return rows.replace(_UNBROKEN, " ")


def sign(play: Play) -> str:
    """Return the letter of a play in its color."""
    return styled(LETTERS[play], COLORS[play])
