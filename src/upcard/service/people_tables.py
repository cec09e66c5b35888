"""The tables of people and their sessions, defined once; unlike a journal's they may be changed and deleted."""

from pathlib import Path

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text
from sqlalchemy.dialects.postgresql import TEXT

from upcard.store.migrate import Schema

METADATA = MetaData()

# Names and times compare byte by byte in both databases, whatever the language of the server.
_Bytewise = Text().with_variant(TEXT(collation="C"), "postgresql")

# What only this list holds of a person. Roles, suspensions and closed accounts are in the journal.
SECRETS = Table(
    "people_secrets",
    METADATA,
    Column("name", _Bytewise, primary_key=True),
    Column("password", Text),  # its argon2 hash; none before the first link is used, and when the account is closed
    Column("failures", Integer, CheckConstraint("failures >= 0"), nullable=False),
    Column("locked", _Bytewise),  # since when
    Column("logged_on", _Bytewise),  # the last time
)

_OPEN = text("ended IS NULL")
# A token is kept as its SHA-256: who reads the table can use none of its sessions.
SESSIONS = Table(
    "people_sessions",
    METADATA,
    Column("digest", Text, CheckConstraint("length(digest) = 64"), primary_key=True),
    Column("person", _Bytewise, ForeignKey(SECRETS.c.name), nullable=False),
    Column("terminal", Text, nullable=False),  # a digest too
    Column("created", _Bytewise, nullable=False),
    Column("seen", _Bytewise, nullable=False),
    Column("expires", _Bytewise, nullable=False),
    Column("ended", _Bytewise),
    Column("why", Text),  # it ended
    Index("people_sessions_of_person", "person", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    Index("people_sessions_of_terminal", "terminal", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
)

LINKS = Table(
    "people_links",
    METADATA,
    Column("digest", Text, CheckConstraint("length(digest) = 64"), primary_key=True),
    Column("person", _Bytewise, ForeignKey(SECRETS.c.name), nullable=False),
    Column("created", _Bytewise, nullable=False),
    Column("expires", _Bytewise, nullable=False),
    Column("used", _Bytewise),  # or replaced by another link
)

# What has happened to people and may not be in the journal yet, written with the change itself.
EVENTS = Table(
    "people_events",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),  # their order
    Column("key", Text, nullable=False, unique=True),  # under which it is journaled
    Column("kind", Text, nullable=False),
    Column("time", _Bytewise, nullable=False),
    Column("person", _Bytewise, nullable=False),  # empty where a name is not known
    Column("author", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("address", Text, nullable=False),
)

INFO = Table(
    "people_info",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

PEOPLE = Schema(
    what="list of people",
    prefix="people",
    contents=frozenset(METADATA.tables),
    folder=Path(__file__).parent / "migrations",
    unacknowledged="the change was not acknowledged",
)
