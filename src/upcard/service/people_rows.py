"""The SQL statements about people, sessions and links, and how to read their rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from upcard.service.people import UNKNOWN, People
from upcard.service.people_database import Query
from upcard.service.person_values import PersonAccount, PersonRole, PersonStatus
from upcard.service.secret_text import Secret, digest
from upcard.store.clock import read_time, time_text


def _of(table: str, columns: str) -> str:
    return ", ".join(f"{table}.{column}" for column in columns.split(", "))


_PERSON = "name, roles, status, until, password, failures, locked, demo, created, logged_on"
_READ_PERSON = f"SELECT {_PERSON} FROM people_persons WHERE name = ?"
_LIST = f"SELECT {_PERSON} FROM people_persons WHERE name > ? ORDER BY name LIMIT ?"
_ACTIVE = f"SELECT {_PERSON} FROM people_persons WHERE status = 'active' AND roles LIKE ? ORDER BY name"
_DEMO = f"SELECT {_PERSON} FROM people_persons WHERE demo = 1 ORDER BY name"
_INSERT_PERSON = f"INSERT INTO people_persons ({_PERSON}) VALUES (?, ?, 'active', NULL, ?, 0, NULL, ?, ?, NULL)"
_UPDATE_PERSON = (
    "UPDATE people_persons SET roles = ?, status = ?, until = ?, password = ?, failures = ?, locked = ?, "
    "logged_on = ? WHERE name = ?"
)
_COUNT_UNKNOWN = f"UPDATE people_info SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = '{UNKNOWN}'"


@dataclass(frozen=True, kw_only=True)
class PersonRow:
    """A person as the database has one."""

    name: str
    roles: frozenset[PersonRole]
    status: PersonStatus
    until: datetime | None
    password: str | None = field(repr=False)
    failures: int
    locked: datetime | None
    demo: bool
    created: datetime
    logged_on: datetime | None


def _time(written: str | None) -> datetime | None:
    return None if written is None else read_time(written)


def _written(time: datetime | None) -> str | None:
    return None if time is None else time_text(time)


def _roles(written: str) -> frozenset[PersonRole]:
    return frozenset(PersonRole(word) for word in written.split())


def roles_text(roles: Iterable[PersonRole]) -> str:
    """Write roles in alphabetical order."""
    return " ".join(sorted(role.value for role in roles))


# object: what a driver returns; the tables say what the columns are.
def _person(line: tuple[object, ...]) -> PersonRow:
    name, roles, status, until, password, failures, locked, demo, created, logged_on = line
    return PersonRow(
        name=str(name),
        roles=_roles(str(roles)),
        status=PersonStatus(str(status)),
        until=_time(_optional(until)),
        password=_optional(password),
        failures=int(str(failures)),
        locked=_time(_optional(locked)),
        demo=demo == 1,
        created=read_time(str(created)),
        logged_on=_time(_optional(logged_on)),
    )


def _optional(value: object) -> str | None:
    return None if value is None else str(value)


def read_person(query: Query, name: str | None) -> PersonRow | None:
    """Return the person with a name."""
    return next(map(_person, query(_READ_PERSON, name)), None) if name is not None else None


def read_people(query: Query, *, after: str, limit: int) -> list[PersonRow]:
    """Return the next people after a name, sorted by name."""
    return [_person(line) for line in query(_LIST, after, limit)]


def active_with(query: Query, role: PersonRole) -> list[PersonRow]:
    """Return the active people who have a role."""
    return [_person(line) for line in query(_ACTIVE, f"%{role.value}%")]


def people_of_demo(query: Query) -> list[PersonRow]:
    """Return the demo people, sorted by name."""
    return [_person(line) for line in query(_DEMO)]


def add_person(query: Query, row: PersonRow) -> None:
    """Add a person."""
    query(_INSERT_PERSON, row.name, roles_text(row.roles), row.password, int(row.demo), time_text(row.created))


def save_person(query: Query, row: PersonRow) -> None:
    """Write a person who was changed."""
    query(
        _UPDATE_PERSON,
        roles_text(row.roles),
        row.status.value,
        _written(row.until),
        row.password,
        row.failures,
        _written(row.locked),
        _written(row.logged_on),
        row.name,
    )


def count_unknown(query: Query) -> None:
    """Count an attempt with an unknown name: a write, as for a known name."""
    query(_COUNT_UNKNOWN)


def shown(people: People, row: PersonRow) -> PersonAccount:
    """Return a person without what must not be shown."""
    status, until = row.status, row.until
    if row.locked is not None and status is PersonStatus.ACTIVE:
        status, until = PersonStatus.LOCKED, row.locked + people.rules.locked
    return PersonAccount(
        name=row.name,
        roles=row.roles,
        status=status,
        until=until,
        has_password=row.password is not None,
        demo=row.demo,
        created=row.created,
        logged_on=row.logged_on,
    )


class SessionRow(NamedTuple):
    """A session as the database has one; of the token and of the terminal only the digests."""

    digest: str
    person: str
    terminal: str
    created: datetime
    seen: datetime
    expires: datetime
    why: str | None  # it has ended


_SESSION = "digest, person, terminal, created, seen, expires, why"
_READ_SESSION = f"SELECT {_SESSION} FROM people_sessions WHERE digest = ?"
_SESSION_COLUMNS = len(SessionRow._fields)
_READ_BOTH = (
    f"SELECT {_of('s', _SESSION)}, {_of('p', _PERSON)} FROM people_sessions AS s "
    "JOIN people_persons AS p ON p.name = s.person WHERE s.digest = ?"
)
_OPEN = f"SELECT {_SESSION} FROM people_sessions WHERE ended IS NULL"
_INSERT_SESSION = (
    "INSERT INTO people_sessions (digest, person, terminal, created, seen, expires) VALUES (?, ?, ?, ?, ?, ?)"
)
_STAMP = "UPDATE people_sessions SET seen = ? WHERE digest = ? AND ended IS NULL"
_END = "UPDATE people_sessions SET ended = ?, why = ? WHERE digest = ? AND ended IS NULL"
_FORGET_SESSIONS = "DELETE FROM people_sessions WHERE ended < ?"
_FORGET_LINKS = "DELETE FROM people_links WHERE expires < ?"


def _session(line: tuple[object, ...]) -> SessionRow:
    key, person, terminal, created, seen, expires, why = line
    return SessionRow(
        digest=str(key),
        person=str(person),
        terminal=str(terminal),
        created=read_time(str(created)),
        seen=read_time(str(seen)),
        expires=read_time(str(expires)),
        why=_optional(why),
    )


def read_session_and_person(query: Query, token: Secret) -> tuple[SessionRow, PersonRow] | None:
    """Return the session of a token, even if it has ended, with its person."""
    for line in query(_READ_BOTH, digest(token)):
        return _session(line[:_SESSION_COLUMNS]), _person(line[_SESSION_COLUMNS:])
    return None


def read_session(query: Query, token: Secret) -> SessionRow | None:
    """Return the session of a token, even if it has ended."""
    return next(map(_session, query(_READ_SESSION, digest(token))), None)


def open_session_rows(query: Query) -> list[SessionRow]:
    """Return all open sessions, sorted by name."""
    return [_session(line) for line in query(f"{_OPEN} ORDER BY person")]


def open_session_rows_of(query: Query, *, person: str, terminal: str = "") -> list[SessionRow]:
    """Return the open sessions of a person or of a terminal."""
    statement = f"{_OPEN} AND (person = ? OR terminal = ?) ORDER BY person"
    return [_session(line) for line in query(statement, person, terminal)]


def add_session(query: Query, row: SessionRow) -> None:
    """Add an open session."""
    times = (time_text(row.created), time_text(row.seen), time_text(row.expires))
    query(_INSERT_SESSION, row.digest, row.person, row.terminal, *times)


def stamp_session(query: Query, row: SessionRow) -> None:
    """Record when a session was last used."""
    query(_STAMP, time_text(row.seen), row.digest)


def end_session(query: Query, row: SessionRow, now: datetime, why: str) -> None:
    """End a session that is open."""
    query(_END, time_text(now), why, row.digest)


def forget_old(query: Query, before: datetime) -> None:
    """Delete sessions and links that ended long ago."""
    query(_FORGET_SESSIONS, time_text(before))
    query(_FORGET_LINKS, time_text(before))


class LinkRow(NamedTuple):
    """A one-time link as the database has one."""

    digest: str
    person: str
    created: datetime
    expires: datetime
    is_used: bool


_READ_LINK = "SELECT digest, person, created, expires, used FROM people_links WHERE digest = ?"
_INSERT_LINK = "INSERT INTO people_links (digest, person, created, expires) VALUES (?, ?, ?, ?)"
_USE_LINKS = "UPDATE people_links SET used = ? WHERE person = ? AND used IS NULL"


def read_link(query: Query, secret: Secret) -> LinkRow | None:
    """Return the link of a secret, even if it was used."""
    for key, person, created, expires, used in query(_READ_LINK, digest(secret)):
        return LinkRow(str(key), str(person), read_time(str(created)), read_time(str(expires)), used is not None)
    return None


def add_link(query: Query, row: LinkRow) -> None:
    """Add a link that can be used."""
    query(_INSERT_LINK, row.digest, row.person, time_text(row.created), time_text(row.expires))


def use_links(query: Query, person: str, now: datetime) -> None:
    """Invalidate every open link of a person: one was used, or a new one replaces them."""
    query(_USE_LINKS, time_text(now), person)
