"""The history of one table: its rows in order, with the events that happened there, hidden cards put back."""

import json
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from upcard.audit.look_ahead import table_of
from upcard.audit.shoes import AuditedShoes
from upcard.cards import Card
from upcard.errors import Misuse
from upcard.pit import events as pv
from upcard.pit.evolve import evolve_group
from upcard.pit.json_codec import read_stored_event
from upcard.pit.limits import Moment
from upcard.pit.replay import folded
from upcard.pit.shoe_keys import ShoeKeys
from upcard.pit.state import GroupState, ShoeState
from upcard.pit.streams import HOUSE, States, group_of, house, moment_of
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow


class Happened(NamedTuple):
    """A row of a table's stream: the state before it, its events at this table, and the state after it."""

    row: JournalRow
    before: GroupState
    events: tuple[pv.AnyEvent, ...]
    after: GroupState


class TableHistory:
    """Follows a table through the rows of a journal, which are taken as they stand."""

    def __init__(self, journal: Journal, table: str, keys: ShoeKeys) -> None:
        self._journal, self._table = journal, table
        self._states = States()
        self.shoes = AuditedShoes(journal, keys, end=journal.head().position)
        self.shoes.states = self._states
        for row in all_rows(journal, HOUSE):
            self._states[HOUSE] = folded(row, {HOUSE: self._states[HOUSE]}, self.shoes, self._moment(row))[HOUSE]
        tables = house(self._states).tables
        if table not in tables:
            known = ", ".join(sorted(tables)) or "none"
            raise Misuse(f"the journal has no table {table[:60]!r}; its tables: {known}")
        self._stream = tables[table]

    def _moment(self, row: JournalRow) -> Moment:
        return moment_of(self._states, row.time)

    def __iter__(self) -> Iterator[Happened]:
        for row in all_rows(self._journal, self._stream):
            self.shoes.at(row)
            before = group_of(self._states, self._table)
            events: tuple[pv.AnyEvent, ...] = ()
            if table_of(row) == self._table:
                events = tuple(self._events(row))
            else:
                self._states.update(folded(row, {self._stream: before}, self.shoes, self._moment(row)))
            yield Happened(row, before, events, group_of(self._states, self._table))

    def _order(self, shoe: ShoeState | None) -> tuple[Card, ...]:
        return () if shoe is None else self.shoes.open(self._table, shoe).contents.order

    def _events(self, row: JournalRow) -> Iterator[pv.AnyEvent]:
        """Yield the events of a row at this table, and take each into the state."""
        for value in json.loads(row.events):
            group = group_of(self._states, self._table)
            at = group.tables.get(self._table)
            shoe = None if at is None else at.shoe
            order = partial(self._order, shoe)
            event = read_stored_event(value, None if at is None else group.at(self._table), order)
            self._states[self._stream] = evolve_group(group, event, self._table)
            yield event
