"""Open shoes whose key is lost by their disclosure later in the journal."""

import json

from upcard.pit.context import CannotOpenShoe, ShoeOpener
from upcard.pit.events import ShoeDisclosed
from upcard.pit.json_codec import EVENT, read_event
from upcard.pit.shoes import CommittedShoe, commit, read_contents
from upcard.pit.state import ShoeState
from upcard.store.journal import Journal, all_rows

_NAME = ShoeDisclosed.__name__


class DisclosedShoes:
    """Opens shoes with keys, and those whose key is missing by their disclosure later in the journal."""

    def __init__(self, journal: Journal, keyed: ShoeOpener) -> None:
        self._journal, self._keyed = journal, keyed
        self._rows: dict[tuple[str, int], int] = {}  # the position of each disclosure read so far
        self._read_to = 0

    def open(self, table: str, shoe: ShoeState) -> CommittedShoe:
        """Return a sealed shoe of a table, opened; raise CannotOpenShoe with the reason if it cannot be."""
        try:
            return self._keyed.open(table, shoe)
        except CannotOpenShoe:
            disclosed = self._disclosure(table, shoe.number)
            if disclosed is None:
                raise
        try:
            opened = commit(read_contents(disclosed.order, disclosed.seed))
        except ValueError as error:
            raise CannotOpenShoe(
                f"the disclosure of shoe {shoe.number} of table {table} is damaged: {error}"
            ) from error
        if opened.root != shoe.root:
            raise CannotOpenShoe(f"the disclosure of shoe {shoe.number} of table {table} does not match its root")
        return opened

    def _disclosure(self, table: str, number: int) -> ShoeDisclosed | None:
        if (table, number) not in self._rows:
            self._read_on()
        position = self._rows.get((table, number))
        row = None if position is None else self._journal.row(position)
        for value in json.loads(row.events) if row is not None else ():
            if value[EVENT] == _NAME and (value["table"], value["number"]) == (table, number):
                event = read_event(value)
                assert isinstance(event, ShoeDisclosed)
                return event
        return None

    def _read_on(self) -> None:
        """Note where shoes are disclosed, in the rows that were not read yet."""
        for row in all_rows(self._journal, after=self._read_to):
            self._read_to = row.position
            if _NAME in row.events:
                for value in json.loads(row.events):
                    if value.get(EVENT) == _NAME:
                        self._rows[value.get("table"), value.get("number")] = row.position
