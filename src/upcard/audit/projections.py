"""Compare the projections of a journal with its rows."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from upcard.errors import StoreError, UpcardError
from upcard.money import format_money
from upcard.pit.projections import tables
from upcard.pit.projections.projector import ProjectionCheck
from upcard.pit.projections.storage import ProjectionStorage, projections_place, stored
from upcard.store.postgresql import is_url
from upcard.store.rows import JournalRow

_UNFIT = (UpcardError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class ProjectionAudit:
    """Follows the rows of an audit beside the projections of the journal, if there are any."""

    def __init__(self, database: str | None) -> None:
        """Look up how far the projections have come, before looking up the end of the journal."""
        self._storage = _storage(database)
        self._check = None if self._storage is None else ProjectionCheck(self._storage)
        self._given_up: str | None = None

    @property
    def position(self) -> int:
        """The row that the projections have reached; 0 if there are none."""
        return 0 if self._check is None else self._check.position

    def add(self, row: JournalRow, events: Iterable[Any] | None) -> None:
        """Take a row into account; `events`, where they were decided again and are those of the row."""
        if self._check is not None and self._given_up is None:
            try:
                self._check.add(row, events)
            except _UNFIT as error:
                self._given_up = f"row {row.position} cannot be added to them: {str(error) or type(error).__name__}"

    def problems(self, balances: Mapping[str, int], end: int) -> Iterator[str]:
        """Yield where projections differ from the rows, and from the balances the audit rebuilt."""
        if self._storage is None or self._check is None or not self.position or self._given_up or self._has_moved():
            return
        for problem in self._check.problems():
            yield f"the projections differ from the journal: {problem}"
        if self.position == end:
            yield from self._unbalanced(self._storage, balances)

    def _has_moved(self) -> bool:
        progress = None if self._storage is None else self._storage.progress()
        return progress is None or progress.position != self.position

    def _unbalanced(self, storage: ProjectionStorage, balances: Mapping[str, int]) -> Iterator[str]:
        with storage.reading() as connection:
            kept = {line.account: line.amount for line in stored(connection, tables.BALANCES)}
        for account in sorted(kept.keys() | balances.keys()):
            says, should = kept.get(account, 0), balances.get(account, 0)
            if says != should:
                yield f"the balance of {account} is kept as {format_money(says)} but should be {format_money(should)}"

    def not_looked_at(self, end: int) -> Iterator[str]:
        """Yield which projections were not compared, and why."""
        if not self.position:
            yield "the journal has no projections to compare"
        elif self._given_up is not None:
            yield f"the projections were not compared: {self._given_up}"
        elif self._has_moved():
            yield "the projections were not compared: they were being updated; run the audit again"
        elif self.position < end:
            yield f"the projections end at row {self.position}; the journal ends at row {end}"

    def close(self) -> None:
        """Close the database of the projections."""
        if self._storage is not None:
            self._storage.close()


def _storage(database: str | None) -> ProjectionStorage | None:
    """Return the projections of a journal; None if there are none."""
    if database is None or not (is_url(database) or Path(projections_place(database)).exists()):
        return None
    storage = ProjectionStorage(database, read_only=True)
    try:
        present = storage.progress() is not None
    except StoreError:
        storage.close()
        raise
    if present:
        return storage
    storage.close()
    return None
