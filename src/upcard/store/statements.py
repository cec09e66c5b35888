"""The statements that both databases run; a question mark stands for a value."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from upcard.errors import StoreError
from upcard.store.rows import JournalRow

_NAMES = ("position", "time", "actor", "key", "command", "events", "engine", "schema", "previous", "hash")
_TYPES = (int, str, str, str, str, str, str, int, str, str)
_COLUMNS = ", ".join(_NAMES)


def _with_streams(rows: str) -> str:
    """Return a query for complete rows, one line per stream of each; a row that lost its streams is included."""
    columns = ", ".join(f"r.{name}" for name in _NAMES)
    return (
        f"SELECT {columns}, s.stream, s.version FROM ({rows}) AS r "
        "LEFT JOIN journal_streams AS s ON s.position = r.position ORDER BY r.position, s.place"
    )


READ = _with_streams(f"SELECT {_COLUMNS} FROM journal_rows WHERE position > ? ORDER BY position LIMIT ?")
READ_STREAM = _with_streams(
    f"SELECT {_COLUMNS} FROM journal_rows WHERE position IN (SELECT position FROM journal_streams "
    "WHERE stream = ? AND version > ? ORDER BY version LIMIT ?)"
)
ROW = _with_streams(f"SELECT {_COLUMNS} FROM journal_rows WHERE position = ?")
BY_KEY = _with_streams(f"SELECT {_COLUMNS} FROM journal_rows WHERE key = ?")
HASHES = "SELECT position, hash FROM journal_rows WHERE position > ? ORDER BY position LIMIT ?"
HEAD = "SELECT position, hash FROM journal_rows ORDER BY position DESC LIMIT 1"
# What a batch must look up: a list of names is one value, which each database unpacks in its own way.
_LISTS = {"sqlite": "SELECT value FROM json_each(?)", "postgresql": "SELECT unnest(?::text[])"}


def versions_of(dialect: str) -> str:
    """Return the query of the versions of streams, those that exist."""
    newest = "SELECT version FROM journal_streams WHERE stream = n.name ORDER BY version DESC LIMIT 1"
    query = f"WITH n(name) AS ({_LISTS[dialect]}) SELECT name, ({newest}) AS version FROM n"
    return f"SELECT name, version FROM ({query}) AS v WHERE version IS NOT NULL"


def rows_with_keys(dialect: str) -> str:
    """Return the query of the rows that have one of several keys."""
    return _with_streams(f"SELECT {_COLUMNS} FROM journal_rows WHERE key IN ({_LISTS[dialect]})")


# From one stream to the next by the index: a journal has far more rows than streams.
HEADS = (
    "WITH RECURSIVE names(stream) AS (SELECT min(stream) FROM journal_streams "
    "UNION ALL SELECT (SELECT min(s.stream) FROM journal_streams AS s WHERE s.stream > names.stream) "
    "FROM names WHERE names.stream IS NOT NULL) "
    "SELECT stream, (SELECT max(v.version) FROM journal_streams AS v WHERE v.stream = names.stream) "
    "FROM names WHERE stream IS NOT NULL"
)
INSERT_ROW = f"INSERT INTO journal_rows ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_STREAM = "INSERT INTO journal_streams (stream, version, position, place) VALUES (?, ?, ?, ?)"
COPY_ROWS = f"COPY journal_rows ({_COLUMNS}) FROM STDIN"
COPY_STREAMS = "COPY journal_streams (stream, version, position, place) FROM STDIN"

RowValues = tuple[int, str, str, str, str, str, str, int, str, str]
StreamValues = tuple[str, int, int, int]


def row_values(row: JournalRow) -> RowValues:
    """Return a row as `INSERT_ROW` takes it."""
    return (
        row.position,
        row.time,
        row.actor,
        row.key,
        row.command,
        row.events,
        row.engine,
        row.schema,
        row.previous,
        row.hash,
    )


def stream_values(rows: Iterable[JournalRow]) -> list[StreamValues]:
    """Return the streams of rows as `INSERT_STREAM` takes them."""
    return [
        (stream, version, row.position, place) for row in rows for place, (stream, version) in enumerate(row.streams)
    ]


# Any: what a driver returns; the tables say what the columns are.
def rows_of(lines: Iterable[tuple[Any, ...]]) -> Iterator[JournalRow]:
    """Assemble rows from the lines of a query, one line per stream of a row."""
    for values, group in groupby(lines, key=lambda line: line[: len(_NAMES)]):
        if tuple(map(type, values)) != _TYPES:
            raise StoreError(f"the row at position {values[0]} is damaged in the database: restore it from a backup")
        position, time, actor, key, command, events, engine, schema, previous, hash_ = values
        yield JournalRow(
            position=position,
            streams=tuple((stream, version) for *_, stream, version in group if stream is not None),
            time=time,
            actor=actor,
            key=key,
            command=command,
            events=events,
            engine=engine,
            schema=schema,
            previous=previous,
            hash=hash_,
        )
