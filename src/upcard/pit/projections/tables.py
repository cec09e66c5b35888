"""The tables of projections: they can be dropped and built again, so that a change of them is a new version."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import TEXT

VERSION = 4  # of the tables and of how the books are folded; another one is dropped and built again
METADATA = MetaData()
_Name = Text().with_variant(TEXT(collation="C"), "postgresql")


def _table(name: str, *columns: Column[object] | Index) -> Table:
    return Table(f"projection_{name}", METADATA, *columns)


PROGRESS = _table(
    "progress",
    Column("version", Integer, primary_key=True),
    Column("identity", Text, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),  # of the row at that position
    Column("state", Text, nullable=False),  # of the books after it
)
MOVEMENTS = _table(
    "movements",
    Column("day", _Name, primary_key=True),
    Column("account", _Name, primary_key=True),
    Column("patron", _Name, primary_key=True),
    Column("cause", _Name, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Index("projection_movements_by_account", "account", "day"),
)
BALANCES = _table(
    "balances",
    Column("account", _Name, primary_key=True),
    Column("amount", BigInteger, nullable=False),
)
# Sums of squares can be larger than any integer of a database: they are text.
STATISTICS = _table(
    "statistics",
    Column("day", _Name, primary_key=True),
    Column("table", _Name, primary_key=True),
    Column("file", BigInteger, primary_key=True, autoincrement=False),
    Column("wager", _Name, primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("squares", Text, nullable=False),
    Column("by_round", Text, nullable=False),
    Column("net", BigInteger, nullable=False),
)
ROUNDS = _table(
    "rounds",
    Column("table", _Name, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("day", _Name, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("shoe", Integer, nullable=False),
    Column("voided", Boolean, nullable=False),
    Column("net", BigInteger, nullable=False),
    Index("projection_rounds_by_day", "day", "table"),
    Index("projection_rounds_by_position", "last"),
)
SEATS = _table(
    "seats",
    Column("table", _Name, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("patron", _Name, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("before", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
    Index("projection_seats_by_patron", "patron", "table", "round"),
)
FILES = _table(
    "files",
    Column("table", _Name, primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("group", _Name, nullable=False),
    Column("text", Text, nullable=False),
    Column("law", Text, nullable=False),
)
NOTES = _table(
    "notes",
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", _Name, primary_key=True),
    Column("day", _Name, nullable=False),
    Column("table", _Name, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("persons", Text, nullable=False),
    Index("projection_notes_by_day", "day"),
)
SIGNIFICANT = _table(
    "significant",
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("day", _Name, nullable=False),
    Column("time", _Name, nullable=False),
    Column("topic", _Name, nullable=False),
    Column("kind", _Name, nullable=False),
    Column("about", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Index("projection_significant_by_day", "day", "topic", "position"),
)
