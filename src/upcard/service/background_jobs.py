"""What a service does besides its tables: events about people, time limits, the software fingerprint."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path

from structlog.typing import FilteringBoundLogger

from upcard import __version__
from upcard.game.roles import CLOCK
from upcard.pit import commands as pc
from upcard.pit.actors import BY_SYSTEM, Actor
from upcard.pit.ledger import Answer, Unavailable
from upcard.pit.play_restrictions import time_left
from upcard.pit.state import WalletState
from upcard.pit.streams import house, moment_of
from upcard.service.floor import Floor
from upcard.service.logs import error_fields
from upcard.service.people import People
from upcard.service.person_events import PersonEvent
from upcard.service.person_outbox import forget_events, kept_events
from upcard.service.sessions import SessionEnd, end_overdue, end_unrecorded, revoke
from upcard.service.writer import InThread
from upcard.store.clock import Clock, Random, time_text

Send = Callable[[Actor, str, pc.PitCommand], Awaitable[Answer]]


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
            if isinstance(await self._send(BY_SYSTEM, key, command), Unavailable):
                return
            del self._waiting[key]
            self._sent.append(key)


def _command(event: PersonEvent) -> pc.RecordPerson:
    return pc.RecordPerson(event.kind.value, event.person, event.by, event.detail, event.address, time_text(event.time))


LOOK = 5.0  # seconds between checks for time limits
OVERDUE = timedelta(minutes=1)  # between checks for unused sessions
SOFTWARE = timedelta(hours=24)  # between checks of the software, 13:69O-1.5(b)
UNREADABLE = 64 * "0"  # the fingerprint if a file of the software is missing or unreadable: it has changed
_WALLET = "wallet "


@dataclass(frozen=True)
class JobTools:
    """What the jobs are done with."""

    people: People
    floor: Floor
    send: Send
    clock: Clock
    random: Random
    fingerprint: Callable[[], str]
    run: InThread
    log: FilteringBoundLogger


class BackgroundJobs:
    """Carries out the service's duties to patrons and regulator, in one event loop."""

    def __init__(self, tools: JobTools) -> None:
        self._tools = tools
        self._recorder = Recorder(tools.send, tools.people, tools.run)
        self._looked_at_sessions = self._looked_at_software = tools.clock()

    async def start(self) -> None:
        """Check the software, and write what a stop has kept from the journal: the ends of sessions among it."""
        await self.check_software()
        online = [patron for patron, state in self._wallets() if state.logged_on]
        await self.record((await self._tools.run(partial(end_unrecorded, self._tools.people, online))).events)

    async def run(self) -> None:
        """Check at regular intervals."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Carry out what is due now; a job that fails is logged and retried at the next check, and blocks no other."""
        for job in (self._recorder.flush, self._look_at_times, self._look_at_sessions, self._look_at_software):
            try:
                await job()
            except Exception as error:
                self._tools.log.error("a background job failed", job=job.__name__.strip("_"), **error_fields(error))

    async def _look_at_times(self) -> None:
        moment = moment_of(self._tools.floor.states, time_text(self._tools.clock()))
        for patron, state in self._wallets():
            if state.logged_on and time_left(state, moment) == 0:
                await self._end_for_time(patron)

    async def _look_at_sessions(self) -> None:
        now = self._tools.clock()
        if abs(now - self._looked_at_sessions) >= OVERDUE:
            await self.record((await self._tools.run(partial(end_overdue, self._tools.people))).events)
            self._looked_at_sessions = now

    async def _look_at_software(self) -> None:
        if abs(self._tools.clock() - self._looked_at_software) >= SOFTWARE:
            await self.check_software()

    async def record(self, events: Iterable[PersonEvent]) -> None:
        """Write events about people to the journal."""
        await self._recorder.record(events)

    async def check_software(self, actor: Actor = BY_SYSTEM) -> Answer | None:
        """Compare the software with the recorded version and journal the result; None before the house is open."""
        now = self._tools.clock()
        if not house(self._tools.floor.states).open:
            return None
        try:
            current = await self._tools.run(self._tools.fingerprint)
        except OSError:
            current = UNREADABLE
        key = f"software {self._tools.random(12).hex()}"
        answer = await self._tools.send(actor, key, pc.RecordSoftware(__version__, current))
        if not isinstance(answer, Unavailable):
            self._looked_at_software = now
        return answer

    async def _end_for_time(self, patron: str) -> None:
        result = await self._tools.run(partial(revoke, self._tools.people, patron, by=CLOCK, why=SessionEnd.TIME))
        await self.record(result.events)

    def _wallets(self) -> list[tuple[str, WalletState]]:
        return [
            (stream.removeprefix(_WALLET), state)
            for stream, state in self._tools.floor.states.items()
            if isinstance(state, WalletState) and state.logged_on
        ]


PACKAGE = Path(__file__).parents[1]
_MADE_BY_PYTHON = "__pycache__"


def fingerprint(folder: Path = PACKAGE) -> str:
    """Return the SHA-256 over the files of a folder: of each its path, its length and its bytes, in order of paths."""
    whole = sha256()
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    for name in sorted(name for name in files if _MADE_BY_PYTHON not in Path(name).parts):
        contents = files[name].read_bytes()
        whole.update(f"{len(name.encode())}:{name},{len(contents)}:".encode())
        whole.update(contents)
    return whole.hexdigest()
