"""What a person may see of a table, by role and by the seats held there; and the open streams."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from http import HTTPStatus
from typing import Annotated, TypeVar

from fastapi import Path, Request

from upcard.game.roles import Role
from upcard.service.casino_service import CasinoService
from upcard.service.hub import Look, Rendering
from upcard.service.person_values import PersonSession
from upcard.web.auth import visitor
from upcard.web.problems import refused

Change = TypeVar("Change")
TableName = Annotated[str, Path(max_length=60)]
PING = 15.0  # seconds between signs of life on a stream
CHECK = 5.0  # seconds between checks whether a stream's session has ended
EARLY = 0.1  # seconds that a timer may be early
STREAMS = 8  # that a person may have open at a time
# The role in which a person looks: a supervisor who also deals looks as a supervisor.
_LOOK_AS = (Role.SUPERVISOR, Role.AUDITOR, Role.COMPLIANCE, Role.DEALER, Role.PATRON)


def require_table(house: CasinoService, table: str) -> None:
    """Raise if there is no such table."""
    if table not in house.floor.tables:
        raise refused(HTTPStatus.NOT_FOUND, "there is no such table")


def look_at(house: CasinoService, session: PersonSession, table: str) -> Look:
    """Return a person's look at a table; raise if there is no such table."""
    require_table(house, table)
    role = next(role for role in _LOOK_AS if role in session.roles)
    seats = house.hub.seats_of(table, session.person) if role is Role.PATRON else ()
    return Look(table, role, seats)


class StreamSession:
    """The session that a stream was opened with."""

    def __init__(self, house: CasinoService, request: Request) -> None:
        self._house, self._request = house, request
        self._clock = asyncio.get_running_loop().time
        self._checked = self._clock()

    async def has_ended(self) -> bool:
        """Whether the session has ended; looked up only some seconds after the last time."""
        now = self._clock()
        if now - self._checked < 0.9 * CHECK:  # a timer may be a little early
            return False
        self._checked = now
        return (await visitor(self._house, self._request)).session is None


def views(
    house: CasinoService, look: Look, person: str, *, after: int | None
) -> AsyncGenerator[Rendering | None, None]:
    """Yield the view of a table for a person whenever it has changed."""
    patron = person if look.role is Role.PATRON else None
    return house.hub.watch(look.table, look.role, patron, after=after, wait=CHECK)


async def watched(
    house: CasinoService, request: Request, changes: AsyncGenerator[Change | None, None]
) -> AsyncGenerator[Change | None, None]:
    """Yield the changes of a table, and None as a heartbeat; stop when the session has ended.

    The changes are those of the hub, with None each time that `CHECK` has passed without one.
    """
    clock, session = asyncio.get_running_loop().time, StreamSession(house, request)
    spoken = clock()
    async with aclosing(changes):
        async for shown in changes:
            if await session.has_ended():
                return
            if shown is not None or clock() - spoken >= PING - EARLY:
                spoken = clock()
                yield shown


class OpenStreams:
    """Counts the streams that each person has open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def count(self, person: str) -> int:
        """Return how many streams a person has open."""
        return self._open[person]

    def require_room(self, person: str) -> None:
        """Raise if a person has reached the limit of open streams."""
        if self.count(person) >= STREAMS:
            raise refused(
                HTTPStatus.TOO_MANY_REQUESTS, f"too many streams open: the limit is {STREAMS} per person", retry=5
            )

    @contextmanager
    def opened(self, person: str) -> Iterator[None]:
        """Count a stream while it is open."""
        self._open[person] += 1
        try:
            yield
        finally:
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person]
