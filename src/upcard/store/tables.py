"""The tables of a journal, defined once; the migrations create them from here, in both dialects."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import TEXT

METADATA = MetaData()

# Names compare byte by byte in both databases, whatever the language of the server.
_Name = Text().with_variant(TEXT(collation="C"), "postgresql")
_Number = BigInteger().with_variant(Integer, "sqlite")  # INTEGER PRIMARY KEY is SQLite's own row number

ROWS = Table(
    "journal_rows",
    METADATA,
    Column("position", _Number, CheckConstraint("position >= 1"), primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("actor", _Name, nullable=False),
    Column("key", _Name, nullable=False, unique=True),
    Column("command", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("previous", Text, CheckConstraint("length(previous) = 64"), nullable=False),
    Column("hash", Text, CheckConstraint("length(hash) = 64"), nullable=False),
)

# The streams of a row, the main one first (place 0).
STREAMS = Table(
    "journal_streams",
    METADATA,
    Column("stream", _Name, primary_key=True),
    Column("version", Integer, CheckConstraint("version >= 1"), primary_key=True, autoincrement=False),
    Column("position", _Number, ForeignKey(ROWS.c.position), nullable=False),
    Column("place", Integer, nullable=False),
    Index("journal_streams_of_row", "position", "place", unique=True),
    sqlite_with_rowid=False,
)

INFO = Table(
    "journal_info",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

APPEND_ONLY = (ROWS, STREAMS, INFO)
