"""Commands from an event loop to the journal: decided in the loop, committed by one thread, answered after the commit.

What the loop sees of the streams, its follower, changes only when rows are durable, and before anybody is answered.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol, TypeVar

from upcard.pit import commands as pc
from upcard.pit.decide import Decided
from upcard.pit.ledger import NOT_STORED, AlreadyDone, Answer, Done, Ledger, NeedsLookup, Request, Ticket, Unavailable
from upcard.store.journal import Journal
from upcard.store.rows import JournalRow

Value = TypeVar("Value")
RETRY = 0.5  # seconds until a journal that cannot be opened is tried again, at first
LONGEST_RETRY = 15.0
STOPPING = "the server is stopping: send the command again later with the same key"
MENDING = "the journal is being reopened: send the command again later with the same key"
CLOSED = "the records of this house cannot be proved: no money moves until an operator has put them in order"


class InThread(Protocol):
    """Runs a blocking call away from the event loop; a simulation runs it at once."""

    def __call__(self, work: Callable[[], Value], /) -> Awaitable[Value]:
        """Run it, one after the other."""
        ...


class Follower(Protocol):
    """Receives what has become durable, in the event loop."""

    @property
    def position(self) -> int:
        """The position of the last row taken."""
        ...

    def add(self, row: JournalRow, decided: Decided) -> None:
        """Take the row after the last one, with the states after it."""
        ...

    def fold(self, rows: Iterable[JournalRow]) -> None:
        """Take the rows after the last one as they were read from the disk."""
        ...


class WriterMetrics(Protocol):
    """Counts what the writer does."""

    def commanded(self, role: str, command: str, answer: str) -> None:
        """Count a command of a role."""
        ...

    def committed(self, rows: int, seconds: float) -> None:
        """Count a commit."""
        ...

    def failed(self) -> None:
        """Count a commit that failed."""
        ...


Reopen = Callable[[], Journal]  # close the journal, if it is open, and open it again


def command_name(command: pc.PitCommand) -> str:
    """Return the name of a command; for one at a table, the name of its action."""
    return type(command.action if isinstance(command, pc.AtTable) else command).__name__


class Writer:
    """Sends commands from one event loop to a ledger."""

    def __init__(
        self, ledger: Ledger, reopen: Reopen, run: InThread, follower: Follower, measured: WriterMetrics | None = None
    ) -> None:
        self._ledger, self._reopen, self._run, self._follower = ledger, reopen, run, follower
        self._measured = measured
        self._waiting: dict[int, tuple[Ticket, list[asyncio.Future[Answer]]]] = {}
        self._work = asyncio.Event()
        self._is_mending = self._is_stopping = self._is_closed = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start committing, in the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._commit_all(), name="upcard writer")

    @property
    def is_ready(self) -> bool:
        """Whether the server accepts commands."""
        is_held = self._is_mending or self._is_stopping or self._is_closed
        return self._task is not None and not (is_held or self._task.done())

    def close_for_good(self) -> None:
        """Accept no more commands, and commit nothing that is waiting: the journal contradicts itself."""
        self._is_closed = True
        self._fail(CLOSED)
        self._work.set()

    async def send(self, request: Request) -> Answer:
        """Decide a command now; the answer comes when it is durable."""
        answer = await self._send(request)
        if self._measured is not None:
            role, command = request.actor.role.value, command_name(request.command)
            self._measured.commanded(role, command, type(answer).__name__)
        return answer

    async def _send(self, request: Request) -> Answer:
        if not self.is_ready:
            return Unavailable(CLOSED if self._is_closed else STOPPING if self._is_stopping else MENDING)
        decided = self._ledger.decide_in_memory(request)
        if isinstance(decided, NeedsLookup):
            needed = decided
            decided = await self._run(lambda: self._ledger.look_up(needed))
        if not isinstance(decided, Ticket):
            if isinstance(decided, Unavailable):
                self._mend_soon()
            return decided
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(id(decided), (decided, []))[1].append(future)
        self._work.set()
        return await future

    async def close(self) -> None:
        """Accept no more commands, commit those that are waiting, and stop."""
        self._is_stopping = True
        self._work.set()
        if self._task is not None:
            await self._task

    async def _commit_all(self) -> None:
        while not self._is_closed:
            if not self._waiting and not self._is_mending:
                if self._is_stopping:
                    return
                self._work.clear()
                await self._work.wait()
                continue
            if self._waiting:
                await self._commit()
            if self._is_mending and not await self._mend():
                return

    async def _commit(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            answered = await self._run(self._ledger.commit)
            if self._measured is not None and self._ledger.stopped is None:
                self._measured.committed(len(answered), loop.time() - began)
            await self._follow(answered)
        except Exception as error:  # whatever it was, nobody is left waiting
            self._count_failure()
            self._fail(NOT_STORED, str(error) or type(error).__name__)
            self._mend_soon()
            return
        for ticket in answered:
            self._answer(ticket)
        if self._ledger.stopped is not None:
            self._count_failure()
            self._fail(NOT_STORED, self._ledger.stopped)
            self._mend_soon()

    def _count_failure(self) -> None:
        if self._measured is not None:
            self._measured.failed()

    async def _follow(self, answered: tuple[Ticket, ...]) -> None:
        """Pass on what is durable, in order, before anyone is answered."""
        done = [(ticket.answer.row, ticket.decided) for ticket in answered if isinstance(ticket.answer, Done)]
        for row, decided in sorted(done, key=lambda pair: pair[0].position):
            if row.position <= self._follower.position:
                continue
            if row.position > self._follower.position + 1:  # another server has written
                await self._catch_up()
                return
            self._follower.add(row, decided)

    async def _catch_up(self) -> None:
        position = self._follower.position
        self._follower.fold(await self._run(lambda: self._ledger.rows_after(position)))

    def _answer(self, ticket: Ticket) -> None:
        _, futures = self._waiting.pop(id(ticket), (ticket, []))
        assert ticket.answer is not None
        answer = ticket.answer
        for future in futures:
            if not future.done():  # its caller has gone
                future.set_result(answer)
            if isinstance(answer, Done):  # the same command, sent again meanwhile
                answer = AlreadyDone(answer.row)

    def _fail(self, reason: str, problem: str = "") -> None:
        waiting, self._waiting = list(self._waiting.values()), {}
        for ticket, futures in waiting:
            for future in futures:
                if not future.done():
                    future.set_result(ticket.answer or Unavailable(reason, problem))

    def _mend_soon(self) -> None:
        self._is_mending = True
        self._work.set()

    async def _mend(self) -> bool:
        """Reopen the journal and read it from the disk, as often as it takes; False when stopping."""
        delay = RETRY
        while True:
            with suppress(Exception):  # whatever is in the way, it is tried again
                await self._run(lambda: self._ledger.reopen(self._reopen()))
                await self._catch_up()
                self._is_mending = False
                return True
            if self._is_stopping or self._is_closed:
                return False
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_RETRY)
