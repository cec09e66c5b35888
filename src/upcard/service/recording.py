"""Write events about people to the journal: in order, each once, retried until it is durable."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from upcard.pit import commands as pc
from upcard.pit.ledger import Answer, Unavailable
from upcard.service.person_events import PersonEvent
from upcard.service.person_values import SYSTEM
from upcard.store.clock import Random, time_text

Send = Callable[[str, str, pc.PitCommand], Awaitable[Answer]]


class Recorder:
    """Queues the events that are not durable yet."""

    def __init__(self, send: Send, random: Random) -> None:
        self._send, self._random = send, random
        self._waiting: deque[tuple[str, pc.RecordPerson]] = deque()
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """How many events are not durable yet."""
        return len(self._waiting)

    async def record(self, events: Iterable[PersonEvent]) -> None:
        """Write events to the journal; if it cannot be written now, `flush` retries later."""
        self._waiting.extend((self._random(12).hex(), _command(event)) for event in events)
        await self.flush()

    async def flush(self) -> None:
        """Write what is queued, in order, until the journal cannot be written."""
        async with self._turn:
            while self._waiting:
                key, command = self._waiting[0]
                if isinstance(await self._send(SYSTEM, key, command), Unavailable):
                    return
                self._waiting.popleft()


def _command(event: PersonEvent) -> pc.RecordPerson:
    return pc.RecordPerson(event.kind.value, event.person, event.by, event.detail, event.address, time_text(event.time))
