"""Projections in a database: for a journal file in a file next to it, for PostgreSQL in the same database."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, delete, insert, inspect, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from upcard.errors import StoreError
from upcard.pit.projections import tables
from upcard.pit.projections.books import Page, WagerSums
from upcard.store.journal import JournalInfo
from upcard.store.postgresql import is_url, without_password

_MANY = 200  # keys looked up in one statement


class ProjectionProgress:
    """How far projections have followed a journal."""

    def __init__(self, identity: str, position: int, row_hash: str, state: str) -> None:
        self.identity, self.position, self.hash, self.state = identity, position, row_hash, state


class ProjectionStorage:
    """The projection tables in a database; each transaction is written completely or not at all."""

    def __init__(self, place: str | Path, *, read_only: bool = False) -> None:
        self.place = projections_place(place)
        if read_only and not is_url(str(place)) and not Path(self.place).exists():
            raise StoreError(f"there are no projections at {self.place}: build them first")
        self._engine: Engine = create_engine(_engine_url(self.place))

    @property
    def shown_place(self) -> str:
        """Where they are, without a password."""
        return without_password(self.place) if is_url(self.place) else self.place

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read in one transaction."""
        with _named_errors(self.place), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write in one transaction."""
        with _named_errors(self.place), self._engine.begin() as connection:
            yield connection

    def drop(self) -> None:
        """Drop all projections; the journal has everything that they were built from."""
        with self.writing() as connection:
            tables.METADATA.drop_all(connection)

    def prepare(self, info: JournalInfo) -> None:
        """Create the tables; those of another version or journal are dropped first."""
        progress = self.progress()
        if progress is not None and progress.identity == info.identity:
            return
        with self.writing() as connection:
            tables.METADATA.drop_all(connection)
            tables.METADATA.create_all(connection)

    def progress(self) -> ProjectionProgress | None:
        """Return how far the projections have come; None if there are none of this version."""
        with self.reading() as connection:
            if not inspect(connection).has_table(tables.PROGRESS.name):
                return None
            columns = tables.PROGRESS.c
            line = connection.execute(
                select(columns.identity, columns.position, columns.hash, columns.state).where(
                    columns.version == tables.VERSION
                )
            ).first()
            return None if line is None else ProjectionProgress(*line)

    def write(self, page: Page, progress: ProjectionProgress) -> None:
        """Add a page of the books, and how far they have come."""
        with self.writing() as connection:
            movements = {tuple(key): {"amount": amount} for key, amount in page.movements.items()}
            _add(connection, tables.MOVEMENTS, movements)
            balances: dict[tuple[Any, ...], dict[str, Any]] = {}
            for key, amount in page.movements.items():
                balances.setdefault((key.account,), {"amount": 0})["amount"] += amount
            _add(connection, tables.BALANCES, balances)
            _add(connection, tables.STATISTICS, {tuple(key): sums._asdict() for key, sums in page.statistics.items()})
            for table, entries in (
                (tables.ROUNDS, page.rounds),
                (tables.SEATS, page.seats),
                (tables.FILES, page.files),
                (tables.NOTES, page.notes),
                (tables.SIGNIFICANT, page.significant),
            ):
                if entries:
                    connection.execute(insert(table), [entry._asdict() for entry in entries])
            connection.execute(delete(tables.PROGRESS))
            values = {"version": tables.VERSION, "identity": progress.identity, "position": progress.position}
            connection.execute(insert(tables.PROGRESS), {**values, "hash": progress.hash, "state": progress.state})


def projections_place(place: str | Path) -> str:
    """Return where the projections of a journal are: its URL, or a file beside it."""
    return str(place) if is_url(str(place)) else f"{place}.projections"


def _engine_url(place: str) -> str:
    if not is_url(place):
        return f"sqlite:///{place}"
    return "postgresql+psycopg://" + place.split("://", 1)[1]


_TEXT_SUMS = frozenset(WagerSums._fields) & {"squares", "by_round"}


def _add(connection: Connection, table: Table, sums: Mapping[tuple[Any, ...], Mapping[str, Any]]) -> None:
    """Add sums to what a table holds under their keys."""
    keys = list(sums)
    key_columns = list(table.primary_key.columns)
    for start in range(0, len(keys), _MANY):
        part = keys[start : start + _MANY]
        chosen = tuple_(*key_columns).in_(part)
        before = {tuple(row[: len(key_columns)]): row for row in connection.execute(select(table).where(chosen))}
        if before:
            connection.execute(delete(table).where(tuple_(*key_columns).in_(list(before))))
        rows = [_sum(table, key, sums[key], before.get(key)) for key in part]
        connection.execute(insert(table), rows)


def _sum(table: Table, key: tuple[Any, ...], more: Mapping[str, Any], before: Any) -> dict[str, Any]:
    named = dict(zip((column.name for column in table.primary_key.columns), key, strict=True))
    for name, value in more.items():
        total = int(value) + (0 if before is None else int(before._mapping[name]))
        named[name] = str(total) if name in _TEXT_SUMS else total
    return named


def stored(connection: Connection, table: Table) -> Iterable[Any]:
    """Return every line of a table, in the order of its keys."""
    return connection.execution_options(yield_per=1000).execute(select(table).order_by(*table.primary_key.columns))


@contextmanager
def _named_errors(place: str) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        shown = without_password(place) if is_url(place) else place
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StoreError(f"the projections {shown} cannot be used: {reason}") from error
