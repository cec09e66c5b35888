"""How long a table has been waiting for what it waits for: folded from its rows, so a restart changes nothing."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from upcard.game import events as ev
from upcard.game.awaited import Waiting, WaitsFor, waiting_for
from upcard.game.roles import Role
from upcard.game.state import TableState
from upcard.pit import events as pv
from upcard.pit.actors import Actor, read_actor
from upcard.pit.state import GroupState, PitTable
from upcard.service.pace import Pace
from upcard.store.clock import read_time
from upcard.store.rows import JournalRow

_NONE: Mapping[int, datetime] = MappingProxyType({})
_ZERO: Mapping[int, int] = MappingProxyType({})
Awaited = tuple[object, ...]


class RowFacts(NamedTuple):
    """What a row says about time."""

    time: datetime
    actor: Actor | None
    cards: int  # dealt
    has_closed_betting: bool


def facts_of(row: JournalRow) -> RowFacts:
    """Read what a row says about time."""
    events = [value["event"] for value in json.loads(row.events)]
    cards = events.count(ev.CardDealt.__name__)
    return RowFacts(read_time(row.time), read_actor(row.actor), cards, ev.BettingClosed.__name__ in events)


def facts_of_done(row: JournalRow, events: Iterable[pv.AnyEvent]) -> RowFacts:
    """Return what a row says about time, from the events that it was made of."""
    kinds = [type(event) for event in events]
    return RowFacts(read_time(row.time), read_actor(row.actor), kinds.count(ev.CardDealt), ev.BettingClosed in kinds)


class Timing(NamedTuple):
    """What the rows of a table say about time."""

    awaited: Awaited  # what the table waits for, as `awaited_at` has it
    since: datetime  # the table has waited for it
    dealt: datetime  # when the last card lies, at the pace of the table
    ended: datetime  # the last round, or a first moment
    last: datetime  # row of the table
    active: Mapping[int, datetime] = _NONE  # when the patron of a seat last did something at this table
    missed: Mapping[int, int] = _ZERO  # betting periods in a row, by seat
    was_open: bool = False  # whether the table is open, or has ever been

    @property
    def ready(self) -> datetime:
        """When the person who must act has seen everything."""
        return max(self.since, self.dealt)

    def resumed(self, time: datetime) -> "Timing":
        """Return the timing of a table that did not run until some time."""
        active = {seat: max(done, time) for seat, done in self.active.items()}
        return self._replace(since=max(self.since, time), last=max(self.last, time), active=active)


def awaited_at(table: PitTable, state: TableState, waiting: Waiting | None = None) -> Awaited:
    """Return what a table is waiting for; while that stays the same, a timer keeps running."""
    waiting = waiting or waiting_for(state)
    shoe = None if table.shoe is None else (table.shoe.number, table.shoe.stage)
    if waiting.kind in (WaitsFor.OPENING, WaitsFor.SHUFFLE, WaitsFor.WAGERS):
        has_wagers = any(seat.chips for seat in state.seats)
        return (waiting.kind, state.round, shoe, bool(table.holders), has_wagers)
    cards = 0
    if waiting.seat is not None and waiting.hand is not None and (seat := state.seat(waiting.seat)) is not None:
        cards = len(seat.hands[waiting.hand - 1].cards)
    return (waiting.kind, state.round, waiting.seat, waiting.hand, cards, waiting.wager)


def timing_after(
    before: Timing | None, group: GroupState, name: str, row: RowFacts, pace: Pace, waiting: Waiting
) -> Timing:
    """Return the timing of a table after a row about it; `group` is the state after the row."""
    table, state, time = group.tables[name], group.at(name), row.time
    awaited = awaited_at(table, state, waiting)
    if before is None or time < before.last:  # a new table, or the clock was set back: what was later is not waited for
        kept = before or Timing(awaited, time, time, time, time)
        active = dict.fromkeys(table.holders, time)
        before = Timing(kept.awaited, time, time, time, time, active, kept.missed, kept.was_open)
    allotted = row.cards * pace.card
    return Timing(
        awaited=awaited,
        since=before.since if awaited == before.awaited else time,
        dealt=max(before.dealt, time) + allotted if allotted else before.dealt,
        ended=before.ended if _round(awaited) == _round(before.awaited) else time,
        last=time,
        active=_active(before, table, row, time),
        missed=_missed(before, table, state, has_closed=row.has_closed_betting),
        was_open=before.was_open or state.open,
    )


def _round(awaited: Awaited) -> object:
    return awaited[1]


def _active(before: Timing, table: PitTable, row: RowFacts, time: datetime) -> Mapping[int, datetime]:
    patron = row.actor.name if row.actor is not None and row.actor.role is Role.PATRON else None
    return {
        seat: time if holder == patron or seat not in before.active else before.active[seat]
        for seat, holder in table.holders.items()
    }


def _missed(before: Timing, table: PitTable, state: TableState, *, has_closed: bool) -> Mapping[int, int]:
    """Count the betting periods that a seat has missed; a wager begins the count again, and so does another patron."""
    missed: dict[int, int] = {}
    for number in table.holders:
        seat = state.seat(number)
        if seat is None or not seat.chips:
            count = before.missed.get(number, 0) if number in before.active else 0
            missed[number] = count + has_closed
    return {number: count for number, count in missed.items() if count}
