"""Look ahead in the stream of a table: where a shoe is disclosed, and which of its cards were shown.

A command is decided on cards that the journal discloses only later. Each row is read ahead at most once for
disclosures, and what is kept of it is a number.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.pit.shoes import ShoeContents, read_contents
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow

_DISCLOSED = '"event":"ShoeDisclosed"'
Place = tuple[str, int]  # a table and the number of a shoe there


class Disclosure(NamedTuple):
    """A row that discloses a shoe; `contents` are None if it cannot be read."""

    position: int
    contents: ShoeContents | None


class _StreamAhead:
    """How far a stream was read ahead, and where shoes are disclosed there."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.ended = False
        self.positions: dict[Place, int] = {}


class DisclosuresAhead:
    """Finds the disclosures of shoes in the rows of a journal up to an end."""

    def __init__(self, journal: Journal, end: int) -> None:
        self._journal, self._end = journal, end
        self._streams: dict[str, _StreamAhead] = {}

    def find(self, stream: str, version: int, table: str, number: int) -> Disclosure | None:
        """Return the disclosure of a shoe in the rows of a stream from a version on; None if there is none yet."""
        ahead = self._streams.setdefault(stream, _StreamAhead(version - 1))
        place = (table, number)
        while place not in ahead.positions and not ahead.ended:
            self._read(stream, ahead)
        position = ahead.positions.pop(place, None)
        row = None if position is None else self._journal.row(position)
        if row is None:
            return None
        event = next((event for event in disclosures(row) if _place(event) == place), None)
        return Disclosure(row.position, None if event is None else _contents(event))

    def _read(self, stream: str, ahead: _StreamAhead) -> None:
        rows = self._journal.read(stream, after=ahead.version)
        for row in rows:
            if row.position > self._end:
                break
            ahead.version = max(ahead.version, dict(row.streams).get(stream, 0))
            for event in disclosures(row):
                ahead.positions.setdefault(_place(event), row.position)
        ahead.ended = not rows or rows[-1].position >= self._end


def disclosures(row: JournalRow) -> Iterator[dict[str, Any]]:
    """Yield the events of a row that disclose a shoe."""
    if _DISCLOSED in row.events:
        for event in events_of(row):
            if event.get("event") == "ShoeDisclosed":
                yield event


def events_of(row: JournalRow) -> list[dict[str, Any]]:
    """Return the events of a row as JSON; none where they cannot be read."""
    try:
        values = json.loads(row.events)
    except ValueError:
        return []
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def table_of(row: JournalRow) -> str | None:
    """Return the table that the command of a row is about."""
    try:
        command = json.loads(row.command)
    except ValueError:
        return None
    table = command.get("table") if isinstance(command, dict) else None
    return table if isinstance(table, str) else None


def _place(event: dict[str, Any]) -> Place:
    return str(event.get("table")), event["number"] if isinstance(event.get("number"), int) else 0


def _contents(event: dict[str, Any]) -> ShoeContents | None:
    try:
        return read_contents(str(event.get("order")), str(event.get("seed")))
    except ValueError:
        return None


def shown_cards(journal: Journal, stream: str, version: int, table: str, end: int) -> dict[int, str | None]:
    """Return the cards dealt at a table after its shoe was cut in a version of a stream, by their place in the shoe.

    A card that was dealt face down and not turned yet is None; one that was never dealt is not there.
    """
    shown: dict[int, str | None] = {}
    at, hole = 0, 0
    for event in _events_at(journal, stream, version, table, end):
        match event:
            case {"event": "CardsBurned", "count": int(count)}:
                at += count
            case {"event": "CardDealt", "card": str(card)}:
                hidden = event.get("face_down") is True
                shown[at] = None if hidden else card
                hole = at if hidden else hole
                at += 1
            case {"event": "HoleCardTurned", "card": str(card)}:
                shown[hole] = card
            case {"event": "ShoeDisclosed" | "ShoeAbandoned" | "ShoeSealed"}:
                break
    return shown


def _events_at(journal: Journal, stream: str, version: int, table: str, end: int) -> Iterator[dict[str, Any]]:
    """Yield the events at a table from a version of its stream on."""
    for row in all_rows(journal, stream, after=version - 1):
        if row.position > end:
            return
        if table_of(row) == table:
            yield from events_of(row)
