"""The SQL statements about secrets, sessions and links, and how to read their rows."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from upcard.service.people import UNKNOWN
from upcard.service.people_database import Query
from upcard.service.secret_text import Secret, digest
from upcard.store.clock import read_time, time_text

_SECRETS = "name, password, failures, locked, logged_on"
_READ_SECRETS = f"SELECT {_SECRETS} FROM people_secrets WHERE name = ?"
_PUT_SECRETS = (
    f"INSERT INTO people_secrets ({_SECRETS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
    "password = excluded.password, failures = excluded.failures, locked = excluded.locked, "
    "logged_on = excluded.logged_on"
)
_COUNT_UNKNOWN = f"UPDATE people_info SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = '{UNKNOWN}'"


@dataclass(frozen=True, kw_only=True)
class SecretsRow:
    """What the database holds of a person; nothing yet of somebody who never had a link."""

    name: str
    password: str | None = field(default=None, repr=False)
    failures: int = 0
    locked: datetime | None = None
    logged_on: datetime | None = None


def _time(written: str | None) -> datetime | None:
    return None if written is None else read_time(written)


def _written(time: datetime | None) -> str | None:
    return None if time is None else time_text(time)


# object: what a driver returns; the tables say what the columns are.
def _secrets(line: tuple[object, ...]) -> SecretsRow:
    name, password, failures, locked, logged_on = line
    return SecretsRow(
        name=str(name),
        password=_optional(password),
        failures=int(str(failures)),
        locked=_time(_optional(locked)),
        logged_on=_time(_optional(logged_on)),
    )


def _optional(value: object) -> str | None:
    return None if value is None else str(value)


def read_secrets(query: Query, name: str) -> SecretsRow:
    """Return what the database holds of a person."""
    return next(map(_secrets, query(_READ_SECRETS, name)), SecretsRow(name=name))


def save_secrets(query: Query, row: SecretsRow) -> None:
    """Write what was changed."""
    query(_PUT_SECRETS, row.name, row.password, row.failures, _written(row.locked), _written(row.logged_on))


def count_unknown(query: Query) -> None:
    """Count an attempt with an unknown name: a write, as for a known name."""
    query(_COUNT_UNKNOWN)


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
