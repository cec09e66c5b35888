"""Journals of rows that no ledger would write, for tests."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from tests.audit.session import CREATED
from upcard.store.database import DatabaseJournal
from upcard.store.journal import Appended
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import JournalRow, NewRow, as_new


@contextmanager
def journal_of(rows: Iterable[NewRow | JournalRow], path: Path, *, seed: int = 1) -> Iterator[DatabaseJournal]:
    """Write rows to a new journal with the identity of a recorded one; their hashes are computed again."""
    create_journal(path, clock=lambda: CREATED, random=Random(f"journal {seed}").randbytes)
    with closing(open_journal(path)) as journal:
        batch = [row if isinstance(row, NewRow) else as_new(row) for row in rows]
        assert all(isinstance(result, Appended) for result in journal.append(batch))
        yield journal
