"""The database of people: one change at a time, durable when it returns; after an error a new connection is opened."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from typing import Any, Protocol

from upcard.errors import StoreError
from upcard.service.people_tables import PEOPLE
from upcard.store.database import Lines

# Any: what the driver's own transaction yields is not used.
Values = tuple[Any, ...]


class Connection(Protocol):
    """What a connection must provide; problems are StoreErrors."""

    @property
    def described(self) -> Mapping[str, str]:
        """What the database says of itself."""
        ...

    def query(self, sql: str, values: Values = ()) -> Lines:
        """Run a statement."""
        ...

    def transaction(self) -> AbstractContextManager[object]:
        """Run a block in one transaction, which is durable at its end."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...

    def abandon(self) -> None:
        """Close the connection after an error, without writing anything more."""
        ...


class Query(Protocol):
    """A statement to run, with its values."""

    def __call__(self, sql: str, *values: object) -> Lines:
        """Run the statement."""
        ...


class PeopleDatabase:
    """The tables of people; threads may share it."""

    def __init__(self, connect: Callable[[], Connection], *, lock: str | None) -> None:
        self._connect, self._lock = connect, lock
        self._guard = RLock()
        self._connection: Connection | None = connect()
        self._is_closed = False
        self.changes = 0  # made here; what was read before is not known to hold after the next one
        self.described = dict(self._connection.described)

    @property
    def is_shared(self) -> bool:
        """Whether other servers may change the tables."""
        return self._lock is not None

    @contextmanager
    def reading(self) -> Iterator[Query]:
        """Run statements that read."""
        with self._connected() as connection:
            yield lambda sql, *values: connection.query(sql, values)

    @contextmanager
    def writing(self) -> Iterator[Query]:
        """Run statements in one transaction, during which no server makes another change."""
        try:
            with self.noting() as query:
                yield query
        finally:
            self.changes += 1  # also after an error: whether it is on the disk is not known

    @contextmanager
    def noting(self) -> Iterator[Query]:
        """Run statements in one transaction that does not change who may do what."""
        with self._connected() as connection, connection.transaction():
            if self._lock is not None:
                connection.query(self._lock)
            yield lambda sql, *values: connection.query(sql, values)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._guard:
            if self._is_closed:
                raise StoreError(f"the {PEOPLE.what} is closed")
            if self._connection is None:
                self._connection = self._connect()
            try:
                yield self._connection
            except BaseException:
                # Nothing is retried on this connection: only what is reread from the disk is certain.
                connection, self._connection = self._connection, None
                connection.abandon()
                raise

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        with self._guard:
            connection, self._connection = self._connection, None
            self._is_closed = True
            if connection is not None:
                connection.close()
