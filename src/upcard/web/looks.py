"""How a person looks at a table: by role, a patron also by the seats held there; and how many streams are open."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Annotated

from fastapi import Path

from upcard.game.view import Role
from upcard.service.house import House
from upcard.service.hub import Look
from upcard.service.person_values import PersonRole, PersonSession
from upcard.web.problems import refused

TableName = Annotated[str, Path(max_length=60)]
PING = 15.0  # seconds between signs of life on a stream
STREAMS = 8  # that a person may have open at a time
_ROLES = {
    PersonRole.PATRON: Role.PATRON,
    PersonRole.DEALER: Role.DEALER,
    PersonRole.SUPERVISOR: Role.SUPERVISOR,
    PersonRole.AUDITOR: Role.SURVEILLANCE,
    PersonRole.COMPLIANCE: Role.SURVEILLANCE,
}


def require_table(house: House, table: str) -> None:
    """Raise if there is no such table."""
    if table not in house.floor.tables:
        raise refused(HTTPStatus.NOT_FOUND, "there is no such table")


def look_at(house: House, session: PersonSession, table: str) -> Look:
    """Return how a person looks at a table; raise if there is no such table."""
    require_table(house, table)
    role = next(_ROLES[role] for role in sorted(session.roles) if role in _ROLES)
    seats = house.hub.seats_of(table, session.person) if role is Role.PATRON else ()
    return Look(table, role, seats)


class OpenStreams:
    """Counts the streams that each person has open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def require_room(self, person: str) -> None:
        """Raise if a person has as many streams open as one may have."""
        if self._open[person] >= STREAMS:
            raise refused(HTTPStatus.TOO_MANY_REQUESTS, f"a person has at most {STREAMS} streams open", retry=5)

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
