"""Duties of a service besides its tables: events about people, time limits, the software fingerprint."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from structlog.typing import FilteringBoundLogger

from upcard import __version__
from upcard.pit import commands as pc
from upcard.pit.ledger import Answer, Unavailable
from upcard.pit.protection import TIME_IS_UP, time_left
from upcard.pit.state import WalletState
from upcard.pit.streams import house, moment_of, wallet_of
from upcard.service.accounts import find_person, suspend
from upcard.service.floor import Floor
from upcard.service.logs import error_fields
from upcard.service.people import People
from upcard.service.person_events import PersonEvent
from upcard.service.person_values import (
    CLOCK,
    SYSTEM,
    LoggedOn,
    PeopleProblem,
    PeopleResult,
    PersonStatus,
    ProblemKind,
)
from upcard.service.recording import Recorder, Send
from upcard.service.session_ends import SessionEnd
from upcard.service.sessions import end_overdue, end_unrecorded, revoke
from upcard.service.writer import InThread
from upcard.store.clock import Clock, Random, time_text

LOOK = 5.0  # seconds between checks for time limits
OVERDUE = timedelta(minutes=1)  # between checks for unused sessions
SOFTWARE = timedelta(hours=24)  # between checks of the software, 13:69O-1.5(b)
UNREADABLE = 64 * "0"  # the fingerprint if a file of the software is missing or unreadable: it has changed
_WALLET = "wallet "


@dataclass(frozen=True)
class DutyTools:
    """What the duties are done with."""

    people: People
    floor: Floor
    send: Send
    clock: Clock
    random: Random
    fingerprint: Callable[[], str]
    run: InThread
    log: FilteringBoundLogger


class Duties:
    """Carries out the service's duties to patrons and regulator, in one event loop."""

    def __init__(self, tools: DutyTools) -> None:
        self._tools = tools
        self._recorder = Recorder(tools.send, tools.people, tools.run)
        self._looked_at_sessions = self._looked_at_software = tools.clock()

    async def start(self) -> None:
        """Check the software, and make the journal and the list of people agree: a stop may have come between them."""
        await self.check_software()
        online = [patron for patron, state in self._wallets() if state.logged_on]
        await self.record((await self._tools.run(partial(end_unrecorded, self._tools.people, online))).events)
        for patron, state in self._wallets():
            if state.bar is not None and state.bar.holds(time_text(self._tools.clock())):
                person = await self._tools.run(partial(find_person, self._tools.people, patron))
                if person is not None and person.status in (PersonStatus.ACTIVE, PersonStatus.LOCKED):
                    until = None if state.bar.is_exclusion or not state.bar.until else _time(state.bar.until)
                    result = await self._tools.run(partial(suspend, self._tools.people, patron, by=SYSTEM, until=until))
                    await self.record(result.events)

    async def run(self) -> None:
        """Check at regular intervals."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Carry out what is due now; a duty that fails is logged and retried at the next check, and blocks no other."""
        for duty in (self._recorder.flush, self._look_at_times, self._look_at_sessions, self._look_at_software):
            try:
                await duty()
            except Exception as error:
                self._tools.log.error("a duty failed", duty=duty.__name__.strip("_"), **error_fields(error))

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

    async def admit(self, result: PeopleResult[LoggedOn]) -> PeopleResult[LoggedOn]:
        """Record a sign-in; refuse anyone who has no time left."""
        await self.record(result.events)
        if result.value is None:
            return result
        name, states = result.value.session.person, self._tools.floor.states
        if time_left(wallet_of(states, name), moment_of(states, time_text(self._tools.clock()))) != 0:
            return result
        await self._end_for_time(name)
        return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_NOW, TIME_IS_UP),))

    async def check_software(self, actor: str = SYSTEM) -> Answer | None:
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
            if isinstance(state, WalletState) and (state.logged_on or state.bar)
        ]


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
