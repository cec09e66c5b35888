"""Journals and rows for tests."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import apsw
import psycopg

from upcard.store.database import DatabaseJournal
from upcard.store.journal import Appended, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.postgresql import is_url
from upcard.store.rows import GENESIS, JournalRow, NewRow, as_new, canonical, hash_of

TIME = "2026-07-01T12:00:00.000000Z"


def new_row(number: int, *streams: tuple[str, int], **changes: Any) -> NewRow:
    """Return a row to append, with a command of its own."""
    row = NewRow(
        expected=streams or (("table 1", number - 1),),
        time=TIME,
        actor="dealer 7",
        key=f"key {number}",
        command=canonical({"command": "draw", "number": number}),
        events=canonical([{"event": "card dealt", "card": "A♠", "number": number}]),
        engine="0.1.0",
        schema=1,
    )
    return replace(row, **changes)


def run_of_rows(first: int, count: int) -> list[NewRow]:
    """Return rows of one stream, each of which builds on the one before it."""
    return [new_row(number) for number in range(first, first + count)]


def append_all(journal: DatabaseJournal, rows: list[NewRow]) -> list[JournalRow]:
    """Append rows that must all be taken."""
    taken = [outcome.row for outcome in journal.append(rows) if isinstance(outcome, Appended)]
    assert len(taken) == len(rows)
    return taken


def assert_chained(rows: list[JournalRow]) -> None:
    """Check positions, chain and hashes by the definition."""
    previous = GENESIS
    for position, row in enumerate(rows, 1):
        assert row.position == position
        assert row.previous == previous
        assert row.hash == hash_of(position, as_new(row), previous)
        previous = row.hash


@dataclass(frozen=True)
class Place:
    """Where a journal is or will be."""

    url: str

    @property
    def is_sqlite(self) -> bool:
        return not is_url(self.url)

    @contextmanager
    def journal(self, *, read_only: bool = False) -> Iterator[DatabaseJournal]:
        with closing(open_journal(self.url, read_only=read_only)) as journal:
            yield journal

    @contextmanager
    def new_journal(self) -> Iterator[DatabaseJournal]:
        create_journal(self.url)
        with self.journal() as journal:
            yield journal

    def rows(self) -> list[JournalRow]:
        with self.journal(read_only=True) as journal:
            return list(all_rows(journal))

    def change(self, *statements: str) -> None:
        """Run SQL as somebody would who has the password and no good intentions."""
        if self.is_sqlite:
            with closing(apsw.Connection(str(Path(self.url)))) as database:
                for statement in statements:
                    database.execute(statement)
        else:
            with psycopg.connect(self.url, autocommit=True) as connection:
                for statement in statements:
                    connection.execute(statement)

    def disable_triggers(self) -> None:
        """Take away what keeps the tables append-only."""
        tables = ("journal_rows", "journal_streams", "journal_info")
        if self.is_sqlite:
            kinds = ("update", "delete", "replace")
            self.change(*(f"DROP TRIGGER {table}_no_{kind}" for table in tables for kind in kinds))
        else:
            self.change(*(f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables))
