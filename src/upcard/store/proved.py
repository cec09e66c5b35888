"""A journal that returns no row it cannot prove; after the first contradiction nothing is read or written."""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from upcard.errors import StoreError
from upcard.store.journal import PAGE, Appended, AppendResult, Duplicate, Journal, JournalInfo, KeyReused
from upcard.store.rows import Head, JournalRow, NewRow, as_new, hash_of
from upcard.store.verify import ChainChecker, JournalProblem


class Contradiction(StoreError):
    """Rows that contradict each other, or a checkpoint: only a person can find out what is true."""

    def __init__(self, problem: JournalProblem) -> None:
        super().__init__(f"the journal cannot be proved: {problem.for_anybody}")
        self.problem = problem


Found = Callable[[Contradiction], None]
Durable = Callable[[JournalRow], None]


class CheckedJournal:
    """A journal whose rows are checked as they are read: each against its hash, and against the next row.

    A contradiction is raised, and passed to `found` first.
    """

    def __init__(self, journal: Journal, found: Found) -> None:
        self._journal, self._found = journal, found
        self._contradiction: Contradiction | None = None

    @property
    def info(self) -> JournalInfo:
        """Basic facts about the journal."""
        return self._journal.info

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows in one transaction and return a result for each, once they are durable."""
        self._refuse()
        return self._journal.append(batch)

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = PAGE) -> tuple[JournalRow, ...]:
        """Return the next rows after a position; of a stream, after a version of it."""
        self._refuse()
        rows = self._journal.read(stream, after=after, limit=limit)
        for row, following in zip_longest(rows, rows[1:]):
            if following is None or following.position != row.position + 1:
                following = self._journal.row(row.position + 1)
            self._check(row, following)
        return rows

    def hashes(self, *, after: int = 0, limit: int = PAGE) -> tuple[Head, ...]:
        """Return the positions and hashes of the next rows after a position."""
        self._refuse()
        return self._journal.hashes(after=after, limit=limit)

    def row(self, position: int) -> JournalRow | None:
        """Return the row at a position."""
        self._refuse()
        return self._alone(self._journal.row(position))

    def by_key(self, key: str) -> JournalRow | None:
        """Return the row with an idempotency key."""
        self._refuse()
        return self._alone(self._journal.by_key(key))

    def head(self) -> Head:
        """Return the position and hash of the last row."""
        self._refuse()
        return self._journal.head()

    def heads(self) -> Mapping[str, int]:
        """Return the version of every stream."""
        self._refuse()
        return self._journal.heads()

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        self._journal.close()

    def _alone(self, row: JournalRow | None) -> JournalRow | None:
        if row is not None:
            self._check(row, self._journal.row(row.position + 1))
        return row

    def _check(self, row: JournalRow, following: JournalRow | None) -> None:
        if row.hash != hash_of(row.position, as_new(row), row.previous):
            self._stop(JournalProblem(row.position, "its content does not match its hash: it was changed"))
        if following is not None and following.previous != row.hash:
            text = "its hash of the previous row does not match that row"
            self._stop(JournalProblem(row.position + 1, text))

    def _refuse(self) -> None:
        if self._contradiction is not None:
            raise self._contradiction

    def _stop(self, problem: JournalProblem) -> None:
        self._contradiction = Contradiction(problem)
        self._found(self._contradiction)
        raise self._contradiction


class ProvedJournal(CheckedJournal):
    """A journal that follows its rows from the last one proved, and appends only to that one."""

    def __init__(self, journal: Journal, chain: ChainChecker, found: Found, durable: Durable = lambda _: None) -> None:
        """Follow a journal; `durable` is called with the last row of each commit, before it is acknowledged."""
        super().__init__(journal, found)
        self._chain, self._durable = chain, durable

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows in one transaction and return a result for each, once they are durable."""
        self._refuse()
        self._look_at_head()
        results = super().append(batch)
        rows = sorted((each.row for each in results if isinstance(each, Appended)), key=_position)
        for row in rows:
            while self._chain.head.position + 1 < row.position and self.read(after=self._chain.head.position):
                pass  # another server has written
            if row.position > self._chain.head.position:
                self._follow(row)
        for each in results:
            if isinstance(each, Duplicate | KeyReused):
                self._alone(each.row)
        if rows:
            self._durable(rows[-1])
        return results

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = PAGE) -> tuple[JournalRow, ...]:
        """Return the next rows after a position; of a stream, after a version of it."""
        rows = super().read(stream, after=after, limit=limit)
        for row in rows:
            if stream is None and row.position > self._chain.head.position:
                self._follow(row)
        return rows

    def _check(self, row: JournalRow, following: JournalRow | None) -> None:
        super()._check(row, following)
        known = self._chain.head
        if row.position == known.position and row.hash != known.hash:
            self._stop(JournalProblem(row.position, "it is not the row that this server knows: it was rewritten"))

    def _follow(self, row: JournalRow) -> None:
        for problem in self._chain.check(row):
            self._stop(problem)

    def _look_at_head(self) -> None:
        """Refuse to append to a row that is not the one proved."""
        known, head = self._chain.head, self._journal.head()
        if head.position < known.position:
            self._stop(JournalProblem(head.position + 1, "this row and perhaps later ones are missing"))
        if head.position == known.position and head.hash != known.hash:
            self._stop(JournalProblem(head.position, "it is not the row that this server knows: it was rewritten"))


def _position(row: JournalRow) -> int:
    return row.position
