"""Live views of tables: one rendering for each table, role and seats at a version, shared by all who look."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from upcard.game import procedure
from upcard.game.awaited import waiting_for
from upcard.game.state import TableState
from upcard.game.view import Role, view
from upcard.money import Cents, show
from upcard.pit import accounts
from upcard.pit.state import PitTable, ShoeStage, ShoeState
from upcard.service.floor import Floor
from upcard.store.clock import time_text

VERSION = 1  # of the JSON of a table
KEPT = 4096  # renderings


@dataclass(frozen=True)
class Look:
    """Who looks at which table: a role, and the seats that the person holds there."""

    table: str
    role: Role
    seats: tuple[int, ...] = ()


class Rendering(NamedTuple):
    """What a table looks like at a version of its stream."""

    id: int
    text: str  # JSON


class Hub:
    """Renders tables and tells those who watch; a slow one gets the newest view, never a queue."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._kept: dict[Look, Rendering] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self.listeners = 0
        floor.on_change(self._tell)

    def seats_of(self, table: str, patron: str) -> tuple[int, ...]:
        """Return the seats that a patron holds at a table."""
        holders = self._floor.group(table).tables[table].holders
        return tuple(sorted(seat for seat, holder in holders.items() if holder == patron))

    def rendering(self, look: Look) -> Rendering:
        """Return what a table looks like now."""
        version = self._floor.version(look.table)
        kept = self._kept.get(look)
        if kept is None or kept.id != version:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            text = json.dumps(table_json(self._floor, look), ensure_ascii=False, separators=(",", ":"))
            kept = self._kept[look] = Rendering(version, text)
        return kept

    async def watch(
        self, table: str, role: Role, patron: str | None = None, *, after: int | None = None, wait: float = 15.0
    ) -> AsyncIterator[Rendering | None]:
        """Yield the view of a table whenever it has changed, first of all unless `after` is its id; None after a wait.

        The seats of a patron are looked up for each view: a seat may be taken or left while watching.
        """
        last = after
        self.listeners += 1
        try:
            while True:
                event = self._changed.setdefault(table, asyncio.Event())
                seats = () if patron is None else self.seats_of(table, patron)
                shown = self.rendering(Look(table, role, seats))
                if shown.id != last:
                    last = shown.id
                    yield shown
                    continue
                try:
                    async with asyncio.timeout(wait):
                        await event.wait()
                except TimeoutError:
                    yield None
        finally:
            self.listeners -= 1

    def _tell(self, streams: frozenset[str]) -> None:
        for name in self._floor.tables_of(streams):
            if (event := self._changed.pop(name, None)) is not None:
                event.set()


def table_json(floor: Floor, look: Look) -> dict[str, Any]:
    """Return what a person sees of a table: the engine's view, the seats with their chips, the shoe, the next step."""
    group, name = floor.group(look.table), look.table
    table, state = group.tables[name], group.at(name)
    step = floor.next_step(name)
    waiting = waiting_for(state)
    return {
        "schema": VERSION,
        "id": floor.version(name),
        "table": name,
        "your_seats": list(look.seats),
        "waits_for": {"what": waiting.kind.value, "seat": waiting.seat, "hand": waiting.hand, "wager": waiting.wager},
        "until": None if step is None else _time(step.at),
        "places": [_place(table, name, seat, look) for seat in range(1, state.felt.config.seats + 1)],
        "shoe": None if table.shoe is None else _shoe(table.shoe, state),
        "game": view(state, look.role, _seat_to_play(state, look.seats)),
    }


def _time(time: datetime) -> str:
    return time_text(time)


def _place(table: PitTable, name: str, seat: int, look: Look) -> dict[str, Any]:
    """Return who sits where: patrons see that a seat is taken, not by whom."""
    holder = table.holders.get(seat)
    chips = show(Cents(table.balances.get(accounts.stack(name, seat), 0)))
    place: dict[str, Any] = {"seat": seat, "taken": holder is not None, "chips": chips}
    return place if look.role is Role.PATRON else place | {"patron": holder}


def _shoe(shoe: ShoeState, state: TableState) -> dict[str, Any]:
    """Return what is public of a shoe: its number, its root, and while it waits for the cut to whom that is offered."""
    sealed = shoe.stage is ShoeStage.SEALED
    return {
        "number": shoe.number,
        "root": shoe.root,
        "stage": shoe.stage.value,
        "cut": shoe.cut,
        "cut_offered_to": state.cut_by if sealed else None,
    }


def _seat_to_play(state: TableState, seats: tuple[int, ...]) -> int | None:
    """Return the seat of a person whose plays are shown: the one that must act, or the first."""
    turn = procedure.turn(state)
    if turn is not None and turn[0].number in seats:
        return turn[0].number
    early = [seat.number for seat in procedure.may_surrender_early(state) if seat.number in seats]
    return next(iter((*early, *seats)), None)
