"""Recent events at each table, with the table after each: for pages that show them."""

from collections.abc import Iterable, Iterator, Sequence
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


class SeenCard(NamedTuple):
    """A card of the shoe in play that everybody at the table has seen."""

    version: int
    card: Card


class TableMoments:
    """The last moments of a table, and the cards of its shoe that have been seen."""

    def __init__(self) -> None:
        self.moments: tuple[TableMoment, ...] = ()
        self.complete_after = 0  # every moment of a later version is kept
        self.seen: tuple[SeenCard, ...] = ()
        self.seated: dict[int, int] = {}  # the version at which each seat was taken

    def add(self, version: int, events: Sequence[pv.AnyEvent], before: GroupState, table: str) -> None:
        """Take the events of a row; `before` is the state of the table's stream before it."""
        moments = tuple(_moments(version, events, before, table))
        for event in events:
            if isinstance(event, pv.SeatTaken) and event.table == table:
                self.seated[event.seat] = version
        for moment in moments:
            self.seen = _seen(self.seen, moment)
        kept = self.moments + moments
        if len(kept) > KEPT:
            dropped = kept[-KEPT - 1].version
            kept = tuple(moment for moment in kept if moment.version > dropped)
            self.complete_after = dropped
        self.moments = kept

    def after(self, version: int) -> tuple[TableMoment, ...]:
        """Return the moments after a version of the stream; none where some of them are no longer kept."""
        if version < self.complete_after:
            return ()
        return tuple(moment for moment in self.moments if moment.version > version)

    def of_last_round(self) -> tuple[TableMoment, ...]:
        """Return the moments of the round in play, or of the last one until the next is dealt."""
        closed = [at for at, moment in enumerate(self.moments) if isinstance(moment.event, ev.BettingClosed)]
        return self.moments[closed[-1] :] if closed else ()

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


def _seen(seen: tuple[SeenCard, ...], moment: TableMoment) -> tuple[SeenCard, ...]:
    match moment.event:
        case ev.ShoeShuffled():
            return ()
        case ev.CardDealt(card=card, face_down=False) | ev.HoleCardTurned(card=card):
            return (*seen, SeenCard(moment.version, card))
    return seen
