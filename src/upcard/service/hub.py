"""Live views of tables: one rendering per table, role, seats and version, shared by all its viewers."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from upcard.game import procedure
from upcard.game.refuse import must_confirm
from upcard.game.roles import Role
from upcard.game.state import TableState
from upcard.game.view import plays_of, view
from upcard.money import plain_money
from upcard.pit import accounts
from upcard.pit.state import PitTable, ShoeStage, ShoeState, SpokenWager
from upcard.rules.wager import Person
from upcard.service.floor import Floor
from upcard.store.clock import time_text

VERSION = 1  # of the JSON of a table


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


class TableViews:
    """What a table looks like at a version: the part shared by a role, and the JSON for each viewer."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.shared: dict[Role, dict[str, Any]] = {}
        self.renderings: dict[Look, Rendering] = {}


class Hub:
    """Renders tables and notifies viewers; a slow viewer gets the newest view, never a queue."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._kept: dict[str, TableViews] = {}  # by table, of the newest version that somebody has looked at
        self._changed: dict[str, asyncio.Event] = {}
        self.listeners = 0
        self._is_closed = False
        self._on_close: list[Callable[[], None]] = []
        floor.on_change(self._tell)

    def seats_of(self, table: str, patron: str) -> tuple[int, ...]:
        """Return the seats that a patron holds at a table."""
        holders = self._floor.group(table).tables[table].holders
        return tuple(sorted(seat for seat, holder in holders.items() if holder == patron))

    def rendering(self, look: Look) -> Rendering:
        """Return what a table looks like now."""
        version, kept = self._floor.version(look.table), self._kept.get(look.table)
        if kept is None or kept.version != version:
            kept = self._kept[look.table] = TableViews(version)
        rendering = kept.renderings.get(look)
        if rendering is None:
            shared = kept.shared.get(look.role)
            if shared is None:
                shared = kept.shared[look.role] = shared_json(self._floor, look.table, look.role)
            text = json.dumps(table_json(self._floor, look, shared), ensure_ascii=False, separators=(",", ":"))
            rendering = kept.renderings[look] = Rendering(version, text)
        return rendering

    async def watch(
        self, table: str, role: Role, patron: str | None = None, *, after: int | None = None, wait: float = 15.0
    ) -> AsyncGenerator[Rendering | None, None]:
        """Yield the view of a table whenever it has changed, and at once unless `after` is its id; None after a wait.

        The seats of a patron are looked up for each view: a seat may be taken or left while watching.
        """
        async with aclosing(self.versions(table, after=after, wait=wait)) as versions:
            async for version in versions:
                seats = () if patron is None else self.seats_of(table, patron)
                yield None if version is None else self.rendering(Look(table, role, seats))

    async def versions(
        self, table: str, *, after: int | None = None, wait: float = 15.0
    ) -> AsyncGenerator[int | None, None]:
        """Yield the version of a table whenever it has changed, and at once unless it is `after`; None after a wait."""
        last = after
        self.listeners += 1
        try:
            while not self._is_closed:
                event = self._changed.setdefault(table, asyncio.Event())
                version = self._floor.version(table)
                if version != last:
                    last = version
                    yield version
                    continue
                try:
                    async with asyncio.timeout(wait):
                        await event.wait()
                except TimeoutError:
                    yield None
        finally:
            self.listeners -= 1

    @property
    def is_closed(self) -> bool:
        """Whether every watch has ended because the server is stopping."""
        return self._is_closed

    def close(self) -> None:
        """End every watch."""
        self._is_closed = True
        for event in self._changed.values():
            event.set()
        for listener in self._on_close:
            listener()

    def on_close(self, listener: Callable[[], None]) -> None:
        """Call a listener when every watch ends."""
        self._on_close.append(listener)

    def _tell(self, streams: frozenset[str]) -> None:
        for name in self._floor.tables_of(streams):
            if (event := self._changed.pop(name, None)) is not None:
                event.set()


def shared_json(floor: Floor, name: str, role: Role) -> dict[str, Any]:
    """Return what everyone in a role sees of a table: the engine's view, seats and chips, the shoe, the next step."""
    group = floor.group(name)
    table, state = group.tables[name], group.at(name)
    step = floor.next_step(name)
    waiting = floor.waiting(name)
    return {
        "schema": VERSION,
        "id": floor.version(name),
        "table": name,
        "your_seats": [],
        "waits_for": {"what": waiting.kind.value, "seat": waiting.seat, "hand": waiting.hand, "wager": waiting.wager},
        "until": None if step is None else _time(step.at),
        "places": [_place(table, name, seat, role) for seat in range(1, state.felt.config.seats + 1)],
        "spoken": [_spoken(each, state) for each in table.spoken],
        "shoe": None if table.shoe is None else _shoe(table.shoe, state),
        "game": view(state, role),
    }


def table_json(floor: Floor, look: Look, shared: dict[str, Any]) -> dict[str, Any]:
    """Return what a person sees of a table: what the role sees, and the plays of their own seat."""
    if not look.seats:
        return shared
    state = floor.group(look.table).at(look.table)
    plays = [play.value for play in plays_of(state, _seat_to_play(state, look.seats))]
    return shared | {"your_seats": list(look.seats), "game": shared["game"] | {"plays": plays}}


def _time(time: datetime) -> str:
    return time_text(time)


def _place(table: PitTable, name: str, seat: int, role: Role) -> dict[str, Any]:
    """Return who sits where: patrons see that a seat is taken, not by whom."""
    holder = table.holders.get(seat)
    chips = plain_money(table.balances.get(accounts.stack(name, seat), 0))
    place: dict[str, Any] = {"seat": seat, "taken": holder is not None, "chips": chips}
    return place if role is Role.PATRON else place | {"patron": holder}


def _spoken(spoken: SpokenWager, state: TableState) -> dict[str, Any]:
    """Return a spoken wager that waits for confirmations: by whom it is confirmed, and by whom it must be."""
    given = {each.person for each in spoken.confirmations}
    missing = must_confirm(state.felt.offers[spoken.wager]) - given
    return {
        "seat": spoken.seat,
        "wager": spoken.wager,
        "choice": spoken.choice,
        "amount": plain_money(spoken.amount),
        "confirmed": [person.value for person in Person if person in given],
        "missing": [person.value for person in Person if person in missing],
    }


def _shoe(shoe: ShoeState, state: TableState) -> dict[str, Any]:
    """Return what is public of a shoe: its number, its root, and before the cut, which seat is offered it."""
    sealed = shoe.stage is ShoeStage.SEALED
    return {
        "number": shoe.number,
        "root": shoe.root,
        "stage": shoe.stage.value,
        "retired": shoe.retired,
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
