"""Follow a journal and keep its projections; or compare those that are kept with what the journal says."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from upcard.pit.projections import tables
from upcard.pit.projections.books import Books, Page, WagerSums
from upcard.pit.projections.storage import ProjectionProgress, ProjectionStorage, stored
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import JournalRow

PAGE_ROWS = 5000


class Projector:
    """Adds new rows of a journal to its projections."""

    def __init__(self, journal: Journal, storage: ProjectionStorage) -> None:
        self._journal, self._storage = journal, storage
        storage.prepare(journal.info)
        self._books, self._position = self._resumed(storage.progress())

    def _resumed(self, progress: ProjectionProgress | None) -> tuple[Books, int]:
        """Continue where the projections stopped; start over if they followed another journal."""
        if progress is None or not progress.position:
            return Books(), 0
        row = self._journal.row(progress.position)
        if row is None or row.hash != progress.hash:
            self._storage.drop()
            self._storage.prepare(self._journal.info)
            return Books(), 0
        books = Books(progress.state)
        since = books.open_since
        if since is not None:
            for earlier in all_rows(self._journal, after=since - 1):
                if earlier.position > progress.position:
                    break
                books.recall(earlier)
        return books, progress.position

    def update(self) -> int:
        """Add every new row; return the position that the projections have reached."""
        while rows := self._journal.read(after=self._position, limit=PAGE_ROWS):
            page = Page()
            for row in rows:
                self._books.add(row, page)
            last = rows[-1]
            identity = self._journal.info.identity
            self._storage.write(page, ProjectionProgress(identity, last.position, last.hash, self._books.state))
            self._position = last.position
        return self._position

    def rebuild(self) -> int:
        """Drop the projections and build them from the first row."""
        self._storage.drop()
        self._storage.prepare(self._journal.info)
        self._books, self._position = Books(), 0
        return self.update()


def add_page(whole: Page, page: Page) -> None:
    """Add a page to the whole of the books, but for rounds, seats and significant events, of which there are many."""
    whole.movements.update(page.movements)
    for key, sums in page.statistics.items():
        whole.statistics[key] = whole.statistics.get(key, WagerSums()).plus(sums)
    whole.files += page.files
    whole.notes += page.notes


class ProjectionCheck:
    """Compares projections with the books that an audit folds, row by row; call `add` for each row, then `problems`."""

    def __init__(self, storage: ProjectionStorage) -> None:
        self._storage = storage
        self._progress = storage.progress()
        self._books, self._whole = Books(), Page()
        self._problems: list[str] = []
        self._hash = ""

    @property
    def position(self) -> int:
        """How far the projections have come; 0 where there are none."""
        return 0 if self._progress is None else self._progress.position

    def add(self, row: JournalRow, events: Iterable[Any] | None = None) -> None:
        """Fold a row, unless the projections have not come so far."""
        if row.position > self.position:
            return
        page = Page()
        self._books.add(row, page, events)
        self._check_lines(page)
        add_page(self._whole, page)
        self._hash = row.hash

    def _check_lines(self, page: Page) -> None:
        if self._problems or not (page.rounds or page.significant):
            return
        kept: tuple[tuple[Any, Sequence[NamedTuple]], ...] = (
            (tables.ROUNDS, page.rounds),
            (tables.SEATS, page.seats),
            (tables.SIGNIFICANT, page.significant),
        )
        with self._storage.reading() as connection:
            for table, entries in kept:
                for entry in entries:
                    values = entry._asdict()
                    keys = [column == values[column.name] for column in table.primary_key.columns]
                    line = connection.execute(table.select().where(*keys)).first()
                    if line is None or dict(line._mapping) != values:
                        self._problems.append(_named(values))
                        return

    def problems(self) -> Iterator[str]:
        """Yield what the projections say differently from the journal."""
        if self._progress is None:
            return
        yield from self._problems
        if self._progress.hash != self._hash:
            yield f"they were built from a different row {self.position} than this journal has"
            return
        with self._storage.reading() as connection:
            expected = _expected(self._whole)
            for table, lines in expected.items():
                kept = {_key(table, row): dict(row._mapping) for row in stored(connection, table)}
                for key in sorted(kept.keys() | lines.keys()):
                    if kept.get(key) != lines.get(key):
                        name = table.name.removeprefix("projection_")
                        yield f"{name}: {', '.join(map(str, key))}"


def _named(values: dict[str, Any]) -> str:
    if "round" in values:
        return f"round {values['round']} of table {values['table']} in the index"
    return f"significant event {values['number']} of row {values['position']}"


def _key(table: Any, row: Any) -> tuple[Any, ...]:
    return tuple(row._mapping[column.name] for column in table.primary_key.columns)


def _expected(whole: Page) -> dict[Any, dict[tuple[Any, ...], dict[str, Any]]]:
    """Return what the tables must hold, by their keys."""
    balances: dict[tuple[Any, ...], dict[str, Any]] = {}
    for key, amount in whole.movements.items():
        line = balances.setdefault((key.account,), {"account": key.account, "amount": 0})
        line["amount"] += amount
    statistics = {
        tuple(key): {**key._asdict(), **sums._asdict(), "squares": str(sums.squares), "by_round": str(sums.by_round)}
        for key, sums in whole.statistics.items()
    }
    return {
        tables.MOVEMENTS: {tuple(key): {**key._asdict(), "amount": amount} for key, amount in whole.movements.items()},
        tables.BALANCES: balances,
        tables.STATISTICS: statistics,
        tables.FILES: {(each.table, each.position): each._asdict() for each in whole.files},
        tables.NOTES: {(each.position, each.kind): each._asdict() for each in whole.notes},
    }
