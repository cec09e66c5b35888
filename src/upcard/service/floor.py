"""What the event loop knows of the streams and tables: rows that are durable, and the times that follow from them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from upcard.game.awaited import Question, Waiting, question, waiting_for
from upcard.game.state import TableState
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.compliance import closes_at
from upcard.pit.context import CannotOpenShoe, ShoeOpener
from upcard.pit.decide import Decided
from upcard.pit.json_codec import read_stored
from upcard.pit.play_restrictions import begins_round
from upcard.pit.replay import Folding, Start, restored_events
from upcard.pit.state import GroupState, StreamState, WalletState
from upcard.pit.streams import States, group_of, house, moment_of, significant, stream_of_table, wallet_of
from upcard.service.moments import SHUFFLED, TableMoments
from upcard.service.next_step import TableStep, next_step
from upcard.service.pace import Pace
from upcard.service.timing import RowFacts, Timing, facts_of, facts_of_done, timing_after
from upcard.store.clock import time_text
from upcard.store.rows import Head, JournalRow

PAST: Question = ("past",)  # no table asks that
Changed = Callable[[frozenset[str]], None]  # is called with the names of the streams that have changed


class KnownStep(NamedTuple):
    """The next step of a table, and what it follows from."""

    position: int
    group: GroupState
    pace: Pace
    step: TableStep | None


class KnownWaiting(NamedTuple):
    """What a table waits for in a state."""

    state: TableState
    waiting: Waiting


class AskedSince(NamedTuple):
    """What a table asks, and the version of its stream since which it does."""

    question: Question
    since: int


class Floor:
    """The tables as they are on the disk; used in one thread."""

    def __init__(self, shoes: ShoeOpener, pace: Mapping[str, Pace], default: Pace) -> None:
        self._folding = Folding(shoes)
        self._pace, self._default = dict(pace), default
        self._timings: dict[str, Timing] = {}
        self._steps: dict[str, KnownStep] = {}
        self._waiting: dict[str, KnownWaiting] = {}
        self._moments: dict[str, TableMoments] = {}
        self._asked: dict[str, AskedSince] = {}
        self._files: dict[str, str] = {}
        self._shoes = shoes
        self._listeners: list[Changed] = []
        self._head = Head()
        self._resumed: datetime | None = None  # when the tables began to run again after a stop

    @property
    def position(self) -> int:
        """The position of the last row taken."""
        return self._folding.position

    @property
    def head(self) -> Head:
        """The last row taken."""
        return self._head

    @property
    def start(self) -> Start:
        """The state from which a ledger can continue."""
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
        """Return what the rows of a table say about time; time in which the tables did not run is not counted."""
        timing = self._timings[table]
        return timing if self._resumed is None else timing.resumed(self._resumed)

    def resume(self, time: datetime) -> None:
        """Start running the tables; whoever has to act gets the full time again from now."""
        self._resumed = time
        self._steps.clear()

    def waiting(self, table: str) -> Waiting:
        """Return what a table waits for; computed once per state."""
        state, known = self.group(table).tables[table].state, self._waiting.get(table)
        if known is None or known.state is not state:
            known = self._waiting[table] = KnownWaiting(state, waiting_for(state))
        return known.waiting

    def asked_at(self, table: str, version: int) -> Question:
        """Return what a table asked at a version of its stream: what it asks now, or something that is past."""
        asked = self._asked[table]
        return asked.question if version >= asked.since else PAST

    def moments(self, table: str) -> TableMoments:
        """Return recent events at a table."""
        return self._moments.setdefault(table, TableMoments())

    def file(self, table: str) -> str:
        """Return the text of the file of a table, as it was installed last."""
        return self._files[table]

    def pace(self, table: str) -> Pace:
        """Return the pace of a table."""
        return self._pace.get(table, self._default)

    def set_pace(self, table: str, pace: Pace) -> None:
        """Set the pace of a table, from its next step on."""
        self._pace[table] = pace
        self._tell([stream_of_table(self._folding.states, table)])

    def next_step(self, table: str) -> TableStep | None:
        """Return what a table does next on its own; computed once per row of the journal."""
        group, pace, known = self.group(table), self.pace(table), self._steps.get(table)
        if known is None or known.position != self.position or known.group is not group or known.pace is not pace:
            known = self._steps[table] = KnownStep(self.position, group, pace, self._next_step(group, table, pace))
        return known.step

    def _next_step(self, group: GroupState, table: str, pace: Pace) -> TableStep | None:
        timing = self.timing(table)
        days = moment_of(self._folding.states, time_text(timing.last)).days
        closes = closes_at(table, group.tables[table], timing.last, days)
        leaving = self._leaving(group, table, timing)
        step = next_step(group, table, timing, pace, leaving, closes, self.waiting(table))
        return None if step is not None and self._stops_play and begins_round(step.command) else step

    @property
    def _stops_play(self) -> bool:
        return significant(self._folding.states).stops_play

    def _leaving(self, group: GroupState, table: str, timing: Timing) -> frozenset[int]:
        """Return the seats whose patrons were suspended or excluded."""
        bars = {seat: self._wallet(patron).bar for seat, patron in group.tables[table].holders.items()}
        time = time_text(timing.last)
        return frozenset(seat for seat, bar in bars.items() if bar is not None and bar.holds(time))

    def _wallet(self, patron: str) -> WalletState:
        return wallet_of(self._folding.states, patron)

    def tables_of(self, streams: Iterable[str]) -> Iterator[str]:
        """Yield the tables that streams are about."""
        for stream in streams:
            state = self._folding.states[stream]
            if isinstance(state, GroupState):
                yield from state.tables
            elif isinstance(state, WalletState) and state.bar is not None:
                yield from (table for table, _ in state.seats)

    def on_change(self, listener: Changed) -> None:
        """Call a listener after every change."""
        self._listeners.append(listener)

    def add(self, row: JournalRow, decided: Decided) -> None:
        """Take the row after the last one, with the states after it."""
        folding, was_stopped = self._folding, self._stops_play
        self._remember(row, decided.table, decided.events)
        folding.states.update(zip(decided.streams, decided.after, strict=True))
        folding.versions.update(row.streams)
        folding.position = row.position
        self._keep_file(decided.command)
        self._time(row, decided.table, facts_of_done(row, decided.events))
        self._tell(decided.streams if was_stopped == self._stops_play else (*decided.streams, *self._table_streams))

    def fold(self, rows: Iterable[JournalRow], shoes: Mapping[str, int] = MappingProxyType({})) -> None:
        """Take the rows after the last one as they were read from the disk.

        Recent events are kept from the position at which a table's last shoe was shuffled, as `note_shoe` has it.
        """
        changed: set[str] = set()
        was_stopped = self._stops_play
        for row in rows:
            command: dict[str, Any] = json.loads(row.command)
            table = str(command.get("table", ""))
            if row.position >= shoes.get(table, 0):
                self._remember(row, table, None)
            changed.update(self._folding.add(row))
            if command["command"] == pc.InstallTable.__name__:
                self._keep_file(read_stored(row.command).command)
            self._time(row, table, facts_of(row))
        self._tell(changed if was_stopped == self._stops_play else changed.union(self._table_streams))

    @property
    def _table_streams(self) -> frozenset[str]:
        return frozenset(house(self._folding.states).tables.values())

    def _remember(self, row: JournalRow, name: str, events: Sequence[pv.AnyEvent] | None) -> None:
        """Keep what a row says about a table, before it is folded; events that are not known are read."""
        states = self._folding.states
        if name not in house(states).tables:
            return
        before = self.group(name)
        with suppress(CannotOpenShoe):  # nobody can show what was dealt from a shoe without its key
            if events is None:
                own = {stream: states[stream] for stream, _ in row.streams}
                events = restored_events(row, own, self._shoes)
            version = dict(row.streams)[stream_of_table(states, name)]
            self.moments(name).add(version, events, before, name)

    def _keep_file(self, command: pc.PitCommand) -> None:
        """Keep the file of a table that is installed."""
        if isinstance(command, pc.InstallTable):
            self._files[command.table] = command.text

    def _time(self, row: JournalRow, name: str, facts: RowFacts) -> None:
        """Keep what a row about a table says about time."""
        self._head = Head(row.position, row.hash)
        if self._resumed is not None and facts.time < self._resumed:  # the clock was set back
            self._resumed = facts.time
        if name in house(self._folding.states).tables:
            group, waiting = self.group(name), self.waiting(name)
            self._timings[name] = timing_after(self._timings.get(name), group, name, facts, self.pace(name), waiting)
            asks = question(group.at(name), waiting)
            if name not in self._asked or self._asked[name].question != asks:
                self._asked[name] = AskedSince(asks, self.version(name))

    def _tell(self, streams: Iterable[str]) -> None:
        changed = frozenset(streams)
        for listener in self._listeners:
            listener(changed)


def note_shoe(shoes: dict[str, int], row: JournalRow) -> None:
    """Note the position of a row under its table if it shuffles a shoe."""
    if SHUFFLED in row.events:
        shoes[json.loads(row.command).get("table", "")] = row.position
