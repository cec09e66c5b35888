"""Write events about people to the journal: in order, each once, retried until it is durable."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from upcard.pit import commands as pc
from upcard.pit.ledger import Answer, Unavailable
from upcard.service.people import People
from upcard.service.person_events import PersonEvent
from upcard.service.person_outbox import forget_events, kept_events
from upcard.service.person_values import SYSTEM
from upcard.service.writer import InThread
from upcard.store.clock import time_text

Send = Callable[[str, str, pc.PitCommand], Awaitable[Answer]]


class Recorder:
    """Queues the events that are not durable yet; those left in the list of people by a stop come first."""

    def __init__(self, send: Send, people: People, run: InThread) -> None:
        self._send, self._people, self._run = send, people, run
        self._waiting: dict[str, pc.RecordPerson] = {}  # by key, in their order
        self._sent: list[str] = []  # keys of what is in the journal, and still in the list of people
        self._turn = asyncio.Lock()
        self._has_read = False

    @property
    def waiting(self) -> int:
        """How many events are not durable yet."""
        return len(self._waiting)

    async def record(self, events: Iterable[PersonEvent]) -> None:
        """Write events to the journal; if it cannot be written now, `flush` retries later."""
        self._add(events)
        async with self._turn:
            await self._send_all()

    async def flush(self) -> None:
        """Write what is queued, and delete from the list of people what the journal has."""
        async with self._turn:
            await self._send_all()
            if self._sent:
                await self._run(partial(forget_events, self._people, tuple(self._sent)))
                self._sent.clear()

    def _add(self, events: Iterable[PersonEvent]) -> None:
        for event in events:
            assert event.key  # set by `noted`
            self._waiting.setdefault(event.key, _command(event))

    async def _send_all(self) -> None:
        """Write what is queued, in order, until the journal cannot be written."""
        if not self._has_read:
            new, self._waiting = self._waiting, {}
            self._add(await self._run(partial(kept_events, self._people)))
            self._waiting |= new
            self._has_read = True
        while self._waiting:
            key, command = next(iter(self._waiting.items()))
            if isinstance(await self._send(SYSTEM, key, command), Unavailable):
                return
            del self._waiting[key]
            self._sent.append(key)


def _command(event: PersonEvent) -> pc.RecordPerson:
    return pc.RecordPerson(event.kind.value, event.person, event.by, event.detail, event.address, time_text(event.time))
