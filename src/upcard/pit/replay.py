"""Replay a journal: fold the events of its rows into states, or decide every command again and compare.

Folding shows what was stored; only deciding again shows that it was right.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from upcard.cards import DECK
from upcard.errors import UpcardError
from upcard.game.json_shapes import BadJson
from upcard.pit import events as pv
from upcard.pit.accounts import entries
from upcard.pit.actors import read_actor
from upcard.pit.context import CannotOpenShoe, Context, ShoeOpener
from upcard.pit.decide import Decided, decide
from upcard.pit.evolve import blinded, evolve, evolve_group
from upcard.pit.json_codec import current_events, events_text, read_stored, read_stored_event
from upcard.pit.limits import Moment
from upcard.pit.state import GroupState, StreamState
from upcard.pit.streams import States, moment_of
from upcard.store.rows import JournalRow


class BadRow(UpcardError):
    """A row whose command or events do not belong to a pit."""


@dataclass(frozen=True, slots=True)
class Start:
    """A starting point: the states of all streams after a position, with their versions."""

    states: Mapping[str, StreamState] = field(default_factory=States)
    versions: Mapping[str, int] = field(default_factory=dict)
    position: int = 0


class Folding:
    """The states of all streams, kept up to date with the rows of a journal."""

    def __init__(self, shoes: ShoeOpener, start: Start | None = None) -> None:
        start = start or Start()
        self.states, self.versions = States(start.states), dict(start.versions)
        self.position = start.position
        self._shoes = shoes

    def add(self, row: JournalRow) -> tuple[str, ...]:
        """Fold a row into those of its streams that do not have it yet, and return them; raise BadRow."""
        behind = tuple(stream for stream, version in row.streams if version > self.versions.get(stream, 0))
        if behind:
            own = {stream: self.states[stream] for stream in behind}
            self.states.update(folded(row, own, self._shoes, moment_of(self.states, row.time)))
            self.versions.update((stream, version) for stream, version in row.streams if stream in behind)
        self.position = max(self.position, row.position)
        return behind


def folded(
    row: JournalRow, states: Mapping[str, StreamState], shoes: ShoeOpener, moment: Moment
) -> dict[str, StreamState]:
    """Return the states of some streams of a row after its events, with hidden cards put back; raise BadRow.

    A shoe that cannot be opened is followed without its cards: nobody can deal from it, and once it is over everything
    is as it would be.
    """
    after = dict(states)
    try:
        table = str(json.loads(row.command).get("table", ""))
        for value in json.loads(row.events):
            after = _with_event(value, after, table, shoes, moment)
    except (UpcardError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadRow(f"row {row.position} is not a row of a pit: {str(error) or type(error).__name__}") from error
    return after


def _with_event(
    value: dict[str, Any], states: dict[str, StreamState], table: str, shoes: ShoeOpener, moment: Moment
) -> dict[str, StreamState]:
    group = next((state for state in states.values() if isinstance(state, GroupState)), None)
    blind = False
    try:
        event = _restored(value, group, table, shoes)
    except CannotOpenShoe:
        assert group is not None
        event = read_stored_event(value, None, lambda: DECK[:1] * len(DECK) * _decks(group, table))
        blind = True
    holders = group.tables[table].holders if group is not None and table in group.tables else {}
    moved = entries(event, table, "" if group is None else group.name, holders)
    after = {stream: evolve(stream, state, event, table, moved, moment) for stream, state in states.items()}
    if blind:
        return {
            each: blinded(state, table) if isinstance(state, GroupState) else state for each, state in after.items()
        }
    return after


def _decks(group: GroupState, table: str) -> int:
    return group.tables[table].state.felt.config.decks


def _restored(value: dict[str, Any], group: GroupState | None, table: str, shoes: ShoeOpener) -> pv.AnyEvent:
    at = None if group is None else group.tables.get(table)
    if group is None or at is None:
        return read_stored_event(value, None, tuple)
    shoe = at.shoe
    return read_stored_event(
        value, group.at(table), lambda: () if shoe is None else shoes.open(table, shoe).contents.order
    )


def restored_events(row: JournalRow, states: Mapping[str, StreamState], shoes: ShoeOpener) -> tuple[pv.AnyEvent, ...]:
    """Return the events of a row with hidden cards put back; `states` are those of its streams before it."""
    group = next((state for state in states.values() if isinstance(state, GroupState)), None)
    table, events = str(json.loads(row.command).get("table", "")), []
    for value in json.loads(row.events):
        events.append(_restored(value, group, table, shoes))
        group = None if group is None else evolve_group(group, events[-1], table)
    return tuple(events)


class Redecided(NamedTuple):
    """A row whose command was decided again; `decided` is None if it cannot be carried out now."""

    row: JournalRow
    decided: Decided | None
    events: str | None  # as they come out now, to be compared with those of the row
    problems: tuple[str, ...]  # what differs, in words; none where everything is as it was


class Redeciding:
    """Decides the commands of a journal again, row by row; after a difference it continues from the stored row."""

    def __init__(self, shoes: ShoeOpener, start: Start | None = None) -> None:
        self.folding = Folding(shoes, start)
        self._shoes = shoes

    @property
    def states(self) -> Mapping[str, StreamState]:
        """The states after the last row."""
        return self.folding.states

    def add(self, row: JournalRow) -> Redecided:
        """Decide the command of the next row, and compare the result with what is stored."""
        outcome = self._decided(row)
        if not isinstance(outcome, Decided):
            return Redecided(row, None, None, (*outcome, *self._go_on_from(row)))
        events = events_text(outcome.events)
        problems = tuple(_differences(row, outcome, events))
        if problems:
            return Redecided(row, outcome, events, (*problems, *self._go_on_from(row)))
        self.folding.states.update(zip(outcome.streams, outcome.after, strict=True))
        self.folding.versions.update(row.streams)
        self.folding.position = row.position
        return Redecided(row, outcome, events, ())

    def _decided(self, row: JournalRow) -> Decided | tuple[str, ...]:
        try:
            command, drawn = read_stored(row.command)
        except (BadJson, ValueError) as error:
            return (f"its command cannot be read: {error}",)
        actor = read_actor(row.actor)
        if actor is None:
            return (f"{row.actor!r} is not an actor",)
        try:
            outcome = decide(Context(self.folding.states, actor, self._shoes, row.time, drawn), command)
        except Exception as error:  # whatever a changed row before this one has led to
            return (f"its command cannot be replayed on the rows before it: {type(error).__name__} {error}",)
        if isinstance(outcome, Decided):
            return outcome
        return tuple(f"its command would be refused now: {refusal}" for refusal in outcome.refusals)

    def _go_on_from(self, row: JournalRow) -> Iterator[str]:
        try:
            self.folding.add(row)
        except BadRow as bad:
            yield str(bad)


def _differences(row: JournalRow, decided: Decided, events: str) -> Iterator[str]:
    if events != row.events and events != _current(row.events):
        yield "its events are not those of its command"
    if decided.streams != tuple(stream for stream, _ in row.streams):
        yield f"its streams are not those of its command: {', '.join(decided.streams)}"


def _current(events: str) -> str | None:
    try:
        return current_events(events)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def redecide(rows: Iterable[JournalRow], shoes: ShoeOpener, start: Start | None = None) -> Iterator[Redecided]:
    """Decide every command of rows again; memory does not grow with them."""
    deciding = Redeciding(shoes, start)
    return map(deciding.add, rows)
