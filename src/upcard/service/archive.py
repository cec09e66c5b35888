"""Queries about the past, answered from the journal and its projections without blocking the writer."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import select

from upcard.errors import StoreError
from upcard.money import plain_money
from upcard.pit.projections import tables
from upcard.pit.projections.projector import Projector
from upcard.pit.projections.storage import ProjectionStorage
from upcard.store.opening import open_journal
from upcard.store.proved import CheckedJournal, Found

Value = TypeVar("Value")
MOST_EVENTS = 500  # in one answer


class _OpenArchive(NamedTuple):
    journal: CheckedJournal
    storage: ProjectionStorage
    projector: Projector


class Archive:
    """Answers one query after the other in its own thread; projections are updated before each.

    Rows are checked as they are read; a contradiction is passed to `found`.
    """

    def __init__(self, place: str, found: Found) -> None:
        self._place, self._found = place, found
        self._thread: ThreadPoolExecutor | None = None
        self._opened: _OpenArchive | None = None

    async def ask(self, question: Callable[[CheckedJournal, ProjectionStorage], Value]) -> Value:
        """Run a query; raise StoreError if the journal cannot be read right now."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="upcard-archive")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[CheckedJournal, ProjectionStorage], Value]) -> Value:
        try:
            opened = self._opened = self._opened or self._open()
            opened.projector.update()
            return question(opened.journal, opened.storage)
        except StoreError:
            self._shut()  # the next question opens it again
            raise

    def _open(self) -> _OpenArchive:
        journal = CheckedJournal(open_journal(self._place, read_only=True), self._found)
        storage = ProjectionStorage(self._place)
        return _OpenArchive(journal, storage, Projector(journal, storage))

    def _shut(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            with suppress(StoreError):
                opened.journal.close()
            opened.storage.close()

    def close(self) -> None:
        """Close everything."""
        if self._thread is not None:
            self._thread.submit(self._shut)
            self._thread.shutdown()


def significant_events(
    storage: ProjectionStorage, *, day: str = "", topic: str = "", kind: str = "", after: int = 0
) -> list[dict[str, Any]]:
    """Return significant events after a row, in order; of a gaming day, a topic and a kind where these are named."""
    columns = tables.SIGNIFICANT.c
    query = select(tables.SIGNIFICANT).where(columns.position > after)
    for column, value in ((columns.day, day), (columns.topic, topic), (columns.kind, kind)):
        query = query.where(column == value) if value else query
    with storage.reading() as connection:
        lines = connection.execute(query.order_by(columns.position, columns.number).limit(MOST_EVENTS)).all()
    return [{**line._mapping, "amount": plain_money(line.amount)} for line in lines]
