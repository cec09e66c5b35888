"""Recent events at each table, with the table after each: for pages that show them."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from upcard.cards import Card
from upcard.game import events as ev
from upcard.game.state import TableState
from upcard.pit import events as pv
from upcard.pit.evolve import evolve_group
from upcard.pit.state import GroupState

KEPT = 400  # moments of a table: several rounds of seven seats
SHUFFLED = f'"{ev.ShoeShuffled.__name__}"'  # as a row of the journal names the event


class TableMoment(NamedTuple):
    """An event at a table, and the table after it; `version` is that of the row, which may have several."""

    version: int
    event: ev.Event
    after: TableState


class RowMoments:
    """The events of a row about a table; the table after each of them is only computed where a page shows it."""

    def __init__(self, version: int, events: tuple[pv.AnyEvent, ...], before: GroupState, table: str) -> None:
        self.version, self._events, self._before, self._table = version, events, before, table
        self.of_engine = [event for event in events if type(event) not in pv.PIT_EVENTS]

    @cached_property
    def moments(self) -> tuple[TableMoment, ...]:
        """The moments of the row."""
        return tuple(_moments(self.version, self._events, self._before, self._table))


class SeenCard(NamedTuple):
    """A card of the shoe in play that everybody at the table has seen."""

    version: int
    card: Card


class TableMoments:
    """The last moments of a table, and the cards of its shoe that have been seen."""

    def __init__(self) -> None:
        self._rows: deque[RowMoments] = deque()
        self._kept = 0  # moments
        self._closed_in: int | None = None  # the version at which betting was closed last
        self.complete_after = 0  # every moment of a later version is kept
        self.seen: tuple[SeenCard, ...] = ()
        self.seated: dict[int, int] = {}  # the version at which each seat was taken

    def add(self, version: int, events: Sequence[pv.AnyEvent], before: GroupState, table: str) -> None:
        """Take the events of a row; `before` is the state of the table's stream before it."""
        row = RowMoments(version, tuple(events), before, table)
        for event in events:
            if isinstance(event, pv.SeatTaken) and event.table == table:
                self.seated[event.seat] = version
            if isinstance(event, ev.BettingClosed):
                self._closed_in = version
            self.seen = _seen(self.seen, version, event)
        if row.of_engine:
            self._rows.append(row)
            self._kept += len(row.of_engine)
        while self._kept > KEPT:
            dropped = self._rows.popleft()
            self._kept -= len(dropped.of_engine)
            self.complete_after = dropped.version

    @property
    def moments(self) -> tuple[TableMoment, ...]:
        """The moments that are kept."""
        return self._since(0)

    def after(self, version: int) -> tuple[TableMoment, ...]:
        """Return the moments after a version of the stream; none where some of them are no longer kept."""
        if version < self.complete_after:
            return ()
        return self._since(version + 1)

    def of_last_round(self) -> tuple[TableMoment, ...]:
        """Return the moments of the round in play, or of the last one until the next is dealt."""
        if self._closed_in is None:
            return ()
        moments = self._since(self._closed_in)
        closed = [at for at, moment in enumerate(moments) if isinstance(moment.event, ev.BettingClosed)]
        return moments[closed[-1] :] if closed else ()

    def _since(self, version: int) -> tuple[TableMoment, ...]:
        """Return the moments of a version and those after it."""
        rows: deque[RowMoments] = deque()
        for row in reversed(self._rows):
            if row.version < version:
                break
            rows.appendleft(row)
        return tuple([moment for row in rows for moment in row.moments])

    def seen_from(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of the shoe in play that the holder of a seat has seen there."""
        since = self.seated.get(seat, 0)
        return tuple(card for version, card in self.seen if version > since)


def _moments(version: int, events: Iterable[pv.AnyEvent], before: GroupState, table: str) -> Iterator[TableMoment]:
    group = before
    for event in events:
        group = evolve_group(group, event, table)
        if type(event) not in pv.PIT_EVENTS:
            yield TableMoment(version, event, group.at(table))  # type: ignore[arg-type]  # the others are the engine's


def _seen(seen: tuple[SeenCard, ...], version: int, event: pv.AnyEvent) -> tuple[SeenCard, ...]:
    match event:
        case ev.ShoeShuffled():
            return ()
        case ev.CardDealt(card=card, face_down=False) | ev.HoleCardTurned(card=card):
            return (*seen, SeenCard(version, card))
    return seen
