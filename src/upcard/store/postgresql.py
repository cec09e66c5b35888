"""Tables in PostgreSQL, such as a journal: writers take turns with a server lock, and every commit is durable."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

from upcard.errors import StoreError
from upcard.store import statements
from upcard.store.batch import CheckedBatch, appended, results
from upcard.store.database import Lines
from upcard.store.journal import AppendResult, JournalInfo, described_journal
from upcard.store.migrate import Schema
from upcard.store.rows import Head, JournalRow

WRITER_LOCK = 0x7570_6361_7264  # "upcard": one append at a time in a database, so that positions have no gap
LOCK = "SELECT pg_advisory_xact_lock(?)"
WAIT = 10  # seconds to connect
# With one of the first two off, PostgreSQL acknowledges what a power loss can take away or tear.
SETTINGS = {"fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8"}


def is_url(place: str) -> bool:
    """Whether a place is the URL of a PostgreSQL database."""
    return place.startswith(("postgresql://", "postgres://"))


def without_password(url: str) -> str:
    """Return a URL without its password, for messages."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "postgresql://…"
    user, separator, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, user.split(":")[0] + separator + host, parts.path, "", ""))


class PostgresqlConnection:
    """A connection to the tables of one purpose in a database; several servers may write at the same time."""

    def __init__(self, url: str, *, schema: Schema, read_only: bool) -> None:
        self._read_only, self._schema = read_only, schema
        self._place = without_password(url)
        self._connection = _connect(url, schema)
        try:
            with self._named_errors():
                if not read_only:
                    _refuse_unsafe_settings(self._connection, self._place)
                else:
                    self._connection.execute("SET default_transaction_read_only = on")
                self.revision, self.described = self._inspect()
        except BaseException:
            self._connection.close()
            raise

    def _inspect(self) -> tuple[str, dict[str, str]]:
        revision, described = _description(self._connection, self._place, self._schema)
        if problem := self._schema.revision_problem(revision):
            raise StoreError(f"the {self._schema.what} {self._place} {problem}")
        return revision, described

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> Lines:
        """Run a statement."""
        with self._named_errors():
            cursor = _run(self._connection, sql, values)
            return cursor.fetchall() if cursor.description is not None else []

    @contextmanager
    def transaction(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Run a block in one transaction, which is durable at its end."""
        if self._read_only:
            raise StoreError(f"the {self._schema.what} {self._place} was opened read-only")
        with self._named_errors(), self._connection.transaction():
            yield self._connection

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def abandon(self) -> None:
        """Close the connection after an error."""
        with suppress(psycopg.Error):
            self._connection.close()

    def _named_errors(self) -> AbstractContextManager[None]:
        return _named_errors(self._place, self._schema)


class PostgresqlDriver(PostgresqlConnection):
    """A connection to a journal in PostgreSQL."""

    @property
    def info(self) -> JournalInfo:
        """Basic facts about the journal, from the database."""
        return described_journal(self.described, revision=self.revision, backend="PostgreSQL", place=self._place)

    def append(self, batch: CheckedBatch) -> tuple[AppendResult, ...]:
        """Append what can be appended in one transaction; return once it is durable."""
        with self.transaction():
            outcomes = results(batch, *self._known(batch))
            if rows := appended(outcomes):
                self._insert(rows)
        return outcomes

    def _known(self, batch: CheckedBatch) -> tuple[Head, dict[str, int], list[JournalRow]]:
        """Take the lock, then read: each statement sees what was committed before it."""
        with self._connection.pipeline():
            _run(self._connection, LOCK, (WRITER_LOCK,))
            head = _run(self._connection, statements.HEAD)
            versions = _run(self._connection, _VERSIONS, (batch.streams,))
            keyed = _run(self._connection, _KEYED, (batch.keys,))
        last = next((Head(*line) for line in head), Head())
        return last, dict(versions.fetchall()), list(statements.rows_of(keyed))

    def _insert(self, rows: list[JournalRow]) -> None:
        """Insert rows and streams with COPY, the fastest way for this driver."""
        with self._connection.cursor() as cursor:
            with cursor.copy(statements.COPY_ROWS) as copy:
                for row in rows:
                    copy.write_row(statements.row_values(row))
            with cursor.copy(statements.COPY_STREAMS) as copy:
                for values in statements.stream_values(rows):
                    copy.write_row(values)


_VERSIONS = statements.versions_of("postgresql")
_KEYED = statements.rows_with_keys("postgresql")


def _run(
    connection: psycopg.Connection[tuple[Any, ...]], sql: str, values: tuple[object, ...] = ()
) -> psycopg.Cursor[tuple[Any, ...]]:
    # The statements are constants of this package; they carry values in their places only.
    return connection.execute(sql.replace("?", "%s"), values)


def _connect(url: str, schema: Schema) -> psycopg.Connection[tuple[Any, ...]]:
    place = without_password(url)
    try:
        conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # What the driver says could show a part of the password.
        raise StoreError("the URL of the database cannot be read: write postgresql://user@host:port/database") from None
    with _named_errors(place, schema):
        connection = psycopg.connect(url, autocommit=True, connect_timeout=WAIT, application_name="upcard")
        connection.execute("SET synchronous_commit = on")
        connection.execute("SET default_transaction_isolation = 'read committed'")
        return connection


def _refuse_unsafe_settings(connection: psycopg.Connection[tuple[Any, ...]], place: str) -> None:
    for name, safe in SETTINGS.items():
        ((value,),) = _run(connection, "SELECT current_setting(?)", (name,)).fetchall()
        if value != safe:
            raise StoreError(f"the server of {place} can lose or change rows: its {name} is {value} but must be {safe}")


def _tables(connection: psycopg.Connection[tuple[Any, ...]]) -> frozenset[str]:
    lines = _run(connection, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return frozenset(name for (name,) in lines)


def _description(
    connection: psycopg.Connection[tuple[Any, ...]], place: str, schema: Schema
) -> tuple[str, dict[str, str]]:
    if not _tables(connection) >= schema.tables:
        raise StoreError(f"the database {place} has no upcard {schema.what}: create it first")
    revision = "".join(value for (value,) in _run(connection, schema.revision))
    return revision, dict(_run(connection, schema.info).fetchall())


def create_postgresql(url: str, *, schema: Schema, described: Mapping[str, str]) -> None:
    """Create empty tables in a database that has none of this purpose, in one transaction."""
    place = without_password(url)
    with _connect(url, schema) as connection, _named_errors(place, schema), connection.transaction():
        _run(connection, LOCK, (WRITER_LOCK,))
        _refuse_unsafe_settings(connection, place)
        if taken := sorted(_tables(connection) & schema.tables):
            raise StoreError(f"the database {place} already has the tables {', '.join(taken)}: nothing was changed")
        connection.execute(schema.upgrade_sql("postgresql", None))
        for pair in described.items():
            _run(connection, schema.put_info, pair)


def upgrade_postgresql(url: str, *, schema: Schema) -> bool:
    """Upgrade the tables of a database to the newest revision in one transaction; return whether anything changed."""
    place = without_password(url)
    with _connect(url, schema) as connection, _named_errors(place, schema), connection.transaction():
        _run(connection, LOCK, (WRITER_LOCK,))
        revision, _ = _description(connection, place, schema)
        problem = schema.revision_problem(revision)
        if problem is None:
            return False
        if not schema.is_older(revision):
            raise StoreError(f"the {schema.what} {place} {problem}")
        connection.execute(schema.upgrade_sql("postgresql", revision))
        return True


@contextmanager
def _named_errors(place: str, schema: Schema) -> Iterator[None]:
    """Turn a PostgreSQL error into a readable message."""
    try:
        yield
    except psycopg.Error as error:
        first = str(error).strip().split("\n")[0]
        raise StoreError(f"{_words(error, schema)} ({schema.what} {place}; PostgreSQL: {first})") from error


def _words(error: psycopg.Error, schema: Schema) -> str:
    kinds: dict[type[psycopg.Error], str] = {
        psycopg.errors.DiskFull: f"the server's disk is full: {schema.unacknowledged}",
        psycopg.errors.InsufficientPrivilege: "the database user is not allowed to do this",
        psycopg.errors.ReadOnlySqlTransaction: "the database is read-only",
        psycopg.errors.UniqueViolation: f"another program has written to the {schema.what}",
        psycopg.errors.IoError: f"the server's disk failed: {schema.unacknowledged}",
        psycopg.errors.ConnectionTimeout: "the server is not responding",
        psycopg.OperationalError: "the server cannot be reached or refused the connection",
    }
    return next((words for kind, words in kinds.items() if isinstance(error, kind)), "the database failed")
