"""What the event loop knows of the streams and tables: rows that are durable, and the times that follow from them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from upcard.pit.context import ShoeOpener
from upcard.pit.decide import Decided
from upcard.pit.replay import Folding, Start
from upcard.pit.state import GroupState, StreamState
from upcard.pit.streams import States, group_of, house, stream_of_table
from upcard.service.next_step import TableStep, next_step
from upcard.service.pace import Pace
from upcard.service.timing import RowFacts, Timing, facts_of, facts_of_done, timing_after
from upcard.store.rows import JournalRow

Changed = Callable[[frozenset[str]], None]  # is called with the names of the streams that have changed


class Floor:
    """The tables as they are on the disk; used in one thread."""

    def __init__(self, shoes: ShoeOpener, pace: Mapping[str, Pace], default: Pace) -> None:
        self._folding = Folding(shoes)
        self._pace, self._default = dict(pace), default
        self._timings: dict[str, Timing] = {}
        self._listeners: list[Changed] = []

    @property
    def position(self) -> int:
        """The position of the last row taken."""
        return self._folding.position

    @property
    def start(self) -> Start:
        """What a ledger can go on from."""
        folding = self._folding
        return Start(States(folding.states), dict(folding.versions), folding.position)

    @property
    def states(self) -> Mapping[str, StreamState]:
        """The states of the streams."""
        return MappingProxyType(self._folding.states)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables, in the order of their names."""
        return tuple(sorted(house(self._folding.states).tables))

    def version(self, table: str) -> int:
        """Return the version of the stream of a table."""
        return self._folding.versions[stream_of_table(self._folding.states, table)]

    def group(self, table: str) -> GroupState:
        """Return the state of the stream of a table."""
        return group_of(self._folding.states, table)

    def timing(self, table: str) -> Timing:
        """Return what the rows of a table say about time."""
        return self._timings[table]

    def pace(self, table: str) -> Pace:
        """Return the pace of a table."""
        return self._pace.get(table, self._default)

    def set_pace(self, table: str, pace: Pace) -> None:
        """Set the pace of a table, from its next step on."""
        self._pace[table] = pace
        self._tell([stream_of_table(self._folding.states, table)])

    def next_step(self, table: str) -> TableStep | None:
        """Return what a table does next by itself."""
        return next_step(self.group(table), table, self._timings[table], self.pace(table))

    def tables_of(self, streams: Iterable[str]) -> Iterator[str]:
        """Yield the tables that streams are about."""
        for stream in streams:
            state = self._folding.states[stream]
            if isinstance(state, GroupState):
                yield from state.tables

    def on_change(self, listener: Changed) -> None:
        """Call a listener after every change."""
        self._listeners.append(listener)

    def add(self, row: JournalRow, decided: Decided) -> None:
        """Take the row after the last one, with the states after it."""
        folding = self._folding
        folding.states.update(zip(decided.streams, decided.after, strict=True))
        folding.versions.update(row.streams)
        folding.position = row.position
        self._time(row, facts_of_done(row, decided.events))
        self._tell(decided.streams)

    def fold(self, rows: Sequence[JournalRow]) -> None:
        """Take the rows after the last one as they were read from the disk."""
        changed: set[str] = set()
        for row in rows:
            changed.update(self._folding.add(row))
            self._time(row, facts_of(row))
        self._tell(changed)

    def _time(self, row: JournalRow, facts: RowFacts) -> None:
        name = json.loads(row.command).get("table")
        if name in house(self._folding.states).tables:
            self._timings[name] = timing_after(self._timings.get(name), self.group(name), name, facts, self.pace(name))

    def _tell(self, streams: Iterable[str]) -> None:
        changed = frozenset(streams)
        for listener in self._listeners:
            listener(changed)
