"""A journal in a database: one class for every driver, which stops permanently when an append fails."""

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, Protocol

from upcard.errors import StoreError
from upcard.store import statements
from upcard.store.batch import CheckedBatch, checked
from upcard.store.journal import PAGE, AppendResult, JournalInfo
from upcard.store.rows import Head, JournalRow, NewRow

Lines = list[tuple[Any, ...]]  # Any: what a driver returns; the tables say what the columns are


class Driver(Protocol):
    """What a journal needs from a database connection; problems are StoreErrors."""

    @property
    def info(self) -> JournalInfo:
        """Basic facts about the journal, from the database."""
        ...

    def query(self, sql: str, values: tuple[object, ...] = ()) -> Lines:
        """Run a statement that reads."""
        ...

    def append(self, batch: CheckedBatch) -> tuple[AppendResult, ...]:
        """Append what can be appended in one transaction; return once it is durable."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...

    def abandon(self) -> None:
        """Close the connection after an error, without writing anything more."""
        ...


class DatabaseJournal:
    """A journal behind a driver; threads may share it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._guard = RLock()
        self._stopped: str | None = None

    @property
    def info(self) -> JournalInfo:
        """Basic facts about the journal."""
        return self._driver.info

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows in one transaction and return a result for each, once they are durable."""
        examined = checked(batch)
        with self._guard:
            self._refuse_if_stopped()
            if not examined.writable:
                return tuple(examined.malformed[number] for number in range(len(examined.rows)))
            try:
                return self._driver.append(examined)
            except BaseException as error:
                # Whether the rows are on the disk is not known, and a second attempt on this connection could put
                # others behind rows that are not: only what is reread from the disk is certain.
                self._stop(str(error) or type(error).__name__)
                raise

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = PAGE) -> tuple[JournalRow, ...]:
        """Return the next rows after a position; of a stream, after a version of it."""
        if stream is None:
            return self._rows(statements.READ, after, limit)
        return self._rows(statements.READ_STREAM, stream, after, limit)

    def hashes(self, *, after: int = 0, limit: int = PAGE) -> tuple[Head, ...]:
        """Return the positions and hashes of the next rows after a position."""
        return tuple(Head(*line) for line in self._query(statements.HASHES, after, limit))

    def row(self, position: int) -> JournalRow | None:
        """Return the row at a position."""
        return next(iter(self._rows(statements.ROW, position)), None)

    def by_key(self, key: str) -> JournalRow | None:
        """Return the row with an idempotency key."""
        return next(iter(self._rows(statements.BY_KEY, key)), None)

    def head(self) -> Head:
        """Return the position and hash of the last row."""
        return next((Head(*line) for line in self._query(statements.HEAD)), Head())

    def heads(self) -> Mapping[str, int]:
        """Return the version of every stream."""
        heads: dict[str, int] = dict(self._query(statements.HEADS))
        for stream, version in heads.items():
            if not isinstance(version, int):
                raise StoreError(f"the index of {stream} is damaged in the database: restore it from a backup")
        return heads

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        with self._guard:
            if self._stopped is None:
                self._stopped = "it was closed"
                self._driver.close()

    def _rows(self, sql: str, *values: object) -> tuple[JournalRow, ...]:
        return tuple(statements.rows_of(self._query(sql, *values)))

    def _query(self, sql: str, *values: object) -> Lines:
        with self._guard:
            self._refuse_if_stopped()
            return self._driver.query(sql, values)

    def _refuse_if_stopped(self) -> None:
        if self._stopped is not None:
            raise StoreError(f"the journal has stopped: {self._stopped}; reopen it")

    def _stop(self, why: str) -> None:
        self._stopped = why
        self._driver.abandon()
