"""A service without sockets: a data folder opened and running in one event loop."""

import asyncio
import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

from structlog.typing import FilteringBoundLogger

from upcard.audit.proof import prove
from upcard.errors import StoreError
from upcard.game import commands as do
from upcard.game.roles import Role
from upcard.law.folder import LawFolder
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import BY_SYSTEM, Actor
from upcard.pit.compliance import doubts_on, findings_on
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import AlreadyDone, Answer, Done, Ledger, Request, Unavailable
from upcard.pit.rights import SEAT_ACTIONS
from upcard.pit.streams import house as house_of
from upcard.pit.streams import moment_of, significant
from upcard.service.accounts import AccountCommand, end_after
from upcard.service.archive import Archive
from upcard.service.background_jobs import BackgroundJobs, JobTools, fingerprint
from upcard.service.data_folder import DataFolder
from upcard.service.first_start import DEMO_NAMES, DemoPatron, first_link, make_demo_people
from upcard.service.floor import Floor, note_shoe
from upcard.service.hub import Hub
from upcard.service.login_service import LoginService
from upcard.service.logs import error_fields, silent_log
from upcard.service.metrics import ServiceMetrics
from upcard.service.pace import Pace
from upcard.service.passwords import Hashing
from upcard.service.runner import Runner
from upcard.service.secret_text import Secret
from upcard.service.session_cache import SessionCache
from upcard.service.writer import InThread, Writer
from upcard.store.checkpoints import CheckpointPolicy, CheckpointWriter, KeptCheckpoint
from upcard.store.clock import Clock, Random, system_clock, system_random, time_text
from upcard.store.database import DatabaseJournal
from upcard.store.disk import Disk, SystemDisk
from upcard.store.journal import Journal, all_rows
from upcard.store.keys import verifying_keys
from upcard.store.proved import Contradiction, ProvedJournal
from upcard.store.rows import JournalRow
from upcard.table import BadConfig, Status, status_of
from upcard.table.shipped import shipped_tables

Value = TypeVar("Value")
LICENSEE = "Demonstration"
FIRST_START = "first-start"  # the name under which the operator's first start acts in the journal
RACK, REFILL = Cents(100_000_00), Cents(50_000_00)  # a rack that holds less than the second is filled to the first
PLAY_MONEY = Cents(10_000_00)
DEMO_REASON = "demonstration: all money is play money, and no text held here shows what the law of today says of this"
CHECKPOINTS = 30.0  # seconds between checks whether one is due; free memory is returned as often


@dataclass(frozen=True, kw_only=True)
class ServiceSettings:
    """Settings of a service: its data folder, the pace of its tables, and what it uses of the machine."""

    folder: Path
    database: str | None = None
    pace: Pace = field(default_factory=Pace)
    law: LawFolder | None = None  # by which tables are installed
    demo: bool = True  # a new house is a demonstration, with shipped tables and play money; any other has none
    hashing: Hashing = field(default_factory=Hashing)
    policy: CheckpointPolicy = field(default_factory=CheckpointPolicy)
    clock: Clock = system_clock
    random: Random = system_random
    disk: Disk = field(default_factory=SystemDisk)
    log: FilteringBoundLogger = field(default_factory=silent_log)
    fingerprint: Callable[[], str] = fingerprint


@dataclass(frozen=True)
class FirstStart:
    """What the operator must be shown once: the administrator's link, and the passwords of demo patrons.

    `not_ready` says why the server has not started to take commands; `other_law`, which tables were installed by
    another law folder, or by none. `once` is a key that opens the demonstration once, for a browser that the server
    starts.
    """

    link: Secret | None
    patrons: tuple[DemoPatron, ...]
    not_ready: str = ""
    other_law: tuple[str, ...] = ()
    once: Secret | None = None


class OneThread:
    """Runs blocking calls in one thread, one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="upcard-writer")

    def __call__(self, work: Callable[[], Value], /) -> "asyncio.Future[Value]":
        """Run it."""
        return asyncio.get_running_loop().run_in_executor(self._thread, work)


class CasinoService:
    """An open data folder; `start` makes its tables run."""

    def __init__(self, settings: ServiceSettings, run: InThread) -> None:
        """Open everything, prove the journal and read it; raise StoreError if that is not possible."""
        self.settings, self._run = settings, run
        self.folder = DataFolder(
            path=settings.folder,
            database=settings.database,
            disk=settings.disk,
            clock=settings.clock,
            random=settings.random,
        )
        self.folder.make()
        self.journal: DatabaseJournal = self.folder.open_journal()
        self.contradiction: Contradiction | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        shoes: dict[str, int] = {}
        self._last_row = self.folder.last_row(self.journal.info)
        known = self._last_row.read()
        there: list[str] = []

        def note(row: JournalRow) -> None:
            note_shoe(shoes, row)
            if known is not None and row.position == known.position:
                there.append(row.hash)

        try:
            keys = self.folder.shoe_keys()
            self._proved = prove(
                self.journal,
                self.folder.checkpoints,
                verifying_keys(self.folder.keys),
                note,
            )
            self._proved.require_complete(known, next(iter(there), None))
            proved = self._follow(self.journal)
            self.floor = Floor(KeyedShoes(keys, self.journal.info.identity), {}, settings.pace)
            self.floor.fold(all_rows(proved), shoes)
            self.people = self.folder.open_people(settings.hashing, self.floor.states)
        except BaseException:
            self.journal.close()
            raise
        self._ledger = Ledger(proved, keys, clock=settings.clock, random=settings.random, start=self.floor.start)
        self.metrics = ServiceMetrics()
        self.writer = Writer(self._ledger, self._reopen, run, self.floor, self.metrics)
        self.runner = Runner(self.floor, self.writer, settings.clock)
        self.hub = Hub(self.floor)
        self._add_gauges()
        self.login = LoginService(self.people)
        tools = JobTools(
            people=self.people,
            floor=self.floor,
            send=self.send,
            clock=settings.clock,
            random=settings.random,
            fingerprint=settings.fingerprint,
            run=run,
            log=settings.log,
        )
        self.jobs = BackgroundJobs(tools)
        self.archive = Archive(self.folder.journal, self._stop_play)
        self.sessions = SessionCache(self.people, self.jobs.record)
        self._checkpoints: CheckpointWriter | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    def _add_gauges(self) -> None:
        watch, floor = self.metrics.watch, self.floor
        watch("ready", "Whether the server accepts commands.", lambda: self.writer.is_ready)
        watch("journal_position", "Position of the last journal row.", lambda: floor.position)
        watch("tables", "Installed tables.", lambda: len(floor.tables))
        watch("tables_in_play", "Tables with a round in progress.", lambda: len(self.runner.in_play()))
        watch("listeners", "Open streams.", lambda: self.hub.listeners)

    def _follow(self, journal: DatabaseJournal) -> ProvedJournal:
        return ProvedJournal(journal, self._proved.chain, self._stop_play, self._last_row.write)

    def _stop_play(self, contradiction: Contradiction) -> None:
        """Stop for good, from any thread: nothing is served of a journal that contradicts itself."""
        if self.contradiction is not None:
            return
        self.contradiction = contradiction
        self.settings.log.error("the journal contradicts itself: play has stopped", problem=str(contradiction.problem))
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close_tables)

    def _close_tables(self) -> None:
        self.writer.close_for_good()
        self.runner.stop()
        self.hub.close()

    def _reopen(self) -> Journal:
        with suppress(StoreError):
            self.journal.close()
        try:
            self.journal = self.folder.reopen_journal(self.journal.info, self.floor.head)
        except StoreError as error:
            self.settings.log.error("the journal cannot be opened", **error_fields(error))
            raise
        return self._follow(self.journal)

    async def start(self) -> FirstStart:
        """Start accepting commands and running tables; at the first start, create the initial contents."""
        self._loop = asyncio.get_running_loop()
        self.writer.start()
        await self._begin_demonstration()
        if await self._state_law() is not None:
            raise StoreError("the journal cannot be written: the law folder was not put on record")
        first = await self._first_start()
        await self.jobs.start()
        first = replace(first, other_law=self._of_other_law())
        await self._accept_in_demonstration()
        self.floor.resume(self.settings.clock())
        self.runner.start()
        loop = self._loop
        self._tasks = (
            loop.create_task(self._keep_checkpoints(), name="upcard checkpoints"),
            loop.create_task(self.jobs.run(), name="upcard background jobs"),
        )
        return first

    async def _state_law(self) -> Answer | None:
        """Put on record by which law folder tables are installed; return why it is not that of the settings."""
        content = "" if self.settings.law is None else self.settings.law.content
        known = house_of(self.floor.states)
        if not known.open or known.law == content:
            return None
        answer = await self.send(BY_SYSTEM, f"law {self.floor.position}", pc.StateLawFolder(content))
        return None if house_of(self.floor.states).law == content else answer

    def _of_other_law(self) -> tuple[str, ...]:
        """Return the tables that stay checked by another law folder than that stated now."""
        law = house_of(self.floor.states).law
        return tuple(name for name in self.floor.tables if self.floor.group(name).tables[name].law != law)

    @property
    def today(self) -> date:
        """The day of the calendar, where the licensee is."""
        return moment_of(self.floor.states, time_text(self.settings.clock())).calendar_day

    @property
    def serves_demonstration(self) -> bool:
        """Whether there are demo people who sign in without a password: only in a house that the demo created."""
        return self.settings.demo and house_of(self.floor.states).demonstration

    @property
    def is_ready(self) -> bool:
        """Whether commands are accepted and new rounds can begin."""
        return self.contradiction is None and self.writer.is_ready and not self.runner.is_finishing

    async def finish_rounds(self, longest: float) -> bool:
        """Start no more rounds, wait up to a number of seconds for those in play, and return whether all have ended."""
        return await self.runner.finish(longest)

    async def close(self) -> None:
        """Stop: rounds stay where they are, decided commands are committed, and a last checkpoint is written."""
        await self.runner.close()
        await self.writer.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreError):
            await self._run(lambda: self._checkpoint(now=True))
        self.login.close()
        self.archive.close()
        self.people.close()
        self._last_row.close()
        with suppress(StoreError):
            self.journal.close()

    async def send(self, actor: Actor, key: str, command: pc.PitCommand, version: int | None = None) -> Answer:
        """Send a command; the answer comes when it is durable.

        With a version of its table, a command that answers what the table asks is refused once it asks something else.
        """
        if isinstance(command, pc.InstallTable) and (failed := await self._state_law()) is not None:
            return failed
        answers = None
        if version is not None and (table := answered_table(command)) in self.floor.tables:
            answers = self.floor.asked_at(table, version)
        answer = await self.writer.send(Request(actor, key, command, answers=answers))
        if isinstance(answer, Unavailable) and answer.problem:
            self.settings.log.error("a command was not acknowledged", problem=answer.problem)
        return answer

    async def change_account(self, actor: Actor, key: str, command: AccountCommand) -> Answer:
        """Send a command about an account; its sessions end with it.

        Once the journal has it, it is done: whoever is barred has no session, also where the list cannot be written.
        """
        answer = await self.send(actor, key, command)
        if isinstance(answer, Done) or (isinstance(answer, AlreadyDone) and isinstance(command, pc.CloseAccount)):
            by = actor.name or actor.role.value
            try:
                ended = await asyncio.to_thread(partial(end_after, self.people, command, by=by))
            except StoreError as error:
                self.settings.log.error("sessions were not ended in the list of people", **error_fields(error))
            else:
                await self.jobs.record(ended)
        return answer

    async def send_for_staff(self, actor: Actor, key: str, command: pc.PitCommand) -> Answer:
        """Send a command of staff; the books begin with the software that keeps them."""
        answer = await self.send(actor, key, command)
        if isinstance(command, pc.OpenHouse) and isinstance(answer, Done):
            await self.jobs.check_software()
        return answer

    async def _keep_checkpoints(self) -> None:
        while True:
            try:
                if (kept := await self._run(lambda: self._checkpoint(now=False))) is not None:
                    command = pc.RecordCheckpoint(kept.head.size, kept.head.root.hex())
                    await self.send(BY_SYSTEM, f"checkpoint {kept.head.size}", command)
            except Exception as error:  # the next look tries again
                self.settings.log.error("no checkpoint was written", **error_fields(error))
            await self._run(release_memory)
            await asyncio.sleep(CHECKPOINTS)

    def _checkpoint(self, *, now: bool) -> KeptCheckpoint | None:
        """Sign the rows that this server has proved, if a checkpoint is due."""
        if self.contradiction is not None:
            return None
        if self._checkpoints is None:
            keys = self.folder.signing_keys(self.journal.info)
            self._checkpoints = CheckpointWriter(
                self.journal,
                self.folder.checkpoints,
                keys,
                policy=self.settings.policy,
                clock=self.settings.clock,
                disk=self.settings.disk,
                tree=lambda: self._proved.chain.tree,
                last=self._proved.newest,
            )
        return self._checkpoints.update(now=now)

    async def _accept_in_demonstration(self) -> None:
        """Accept changed software and findings about demo tables if all money is play money; this stays on record."""
        if not house_of(self.floor.states).demonstration:
            return
        if changed := significant(self.floor.states).changed:
            command = pc.AcceptSoftware(changed, "demonstration: updated between two starts")
            await self.send(Actor(Role.ADMINISTRATOR, FIRST_START), f"accept {self.floor.position}", command)
        for name, _ in demo_tables(self.today, house_of(self.floor.states).law):
            if name in self.floor.tables:
                await self._accept_findings(name)

    async def _accept_findings(self, name: str) -> None:
        """Accept what is not shown about a demo table, as far as nobody has accepted or withdrawn it before."""
        table = self.floor.group(name).tables[name]
        known = {finding.id for each in table.acceptances.values() for finding in each.findings}
        if new := tuple(each for each in doubts_on(name, table.file, self.today, table.law) if each not in known):
            key = f"accept {name} {len(table.acceptances) + 1}"
            await self.send(Actor(Role.COMPLIANCE, FIRST_START), key, pc.AcceptFindings(name, new, DEMO_REASON))

    async def _begin_demonstration(self) -> None:
        """Open the books of a demonstration as the first row of a new house, so that no other can become one."""
        if self.settings.demo and self.floor.position == 0:
            opening = pc.OpenHouse(LICENSEE, demonstration=True)
            if not isinstance(await self.send(Actor(Role.ADMINISTRATOR, FIRST_START), "house", opening), Done):
                raise StoreError("the journal cannot be written: the demonstration was not created")

    async def _first_start(self) -> FirstStart:
        """Create the initial contents of a house; commands have fixed keys, so an interrupted start can be resumed."""
        started = await first_link(self.people, self.send)
        await self.jobs.record(started.events)
        link = started.value
        if not self.serves_demonstration:
            return FirstStart(link, ())
        administrator, supervisor = Actor(Role.ADMINISTRATOR, FIRST_START), Actor(Role.SUPERVISOR, FIRST_START)
        for name, text in demo_tables(self.today, house_of(self.floor.states).law):
            await self.send(administrator, f"install {name}", pc.InstallTable(name, text))
            await self.send(supervisor, f"rack {name}", pc.FillRack(name, RACK))
            await self.send(supervisor, f"fills {name}", pc.InstructFills(name, REFILL, RACK))
        patrons = await make_demo_people(self.people, self.send)
        for name in DEMO_NAMES:
            await self.send(BY_SYSTEM, f"money {name}", pc.Deposit(name, PLAY_MONEY, "play money"))
        return FirstStart(link, patrons)


_ANSWERS_AT_TABLE = (*SEAT_ACTIONS, do.ValidatePayout, do.CompleteDocuments)


def answered_table(command: pc.PitCommand) -> str:
    """Return the table whose question a command answers, such as a decision about a hand; empty if it answers none."""
    if isinstance(command, pc.AtTable):
        return command.table if isinstance(command.action, _ANSWERS_AT_TABLE) else ""
    return command.table if isinstance(command, pc.CutShoe | pc.PressBonusButton | pc.DeclareReady) else ""


def demo_tables(day: date, law: str = "") -> tuple[tuple[str, str], ...]:
    """Return the shipped tables that do not break a rule of a day by a law folder: their names and files."""
    tables = []
    for shipped in shipped_tables():
        text = shipped.path.read_text(encoding="utf-8")
        with suppress(BadConfig):
            if status_of(findings_on(shipped.name, text, day, law)) is not Status.UNLAWFUL:
                tables.append((shipped.name, text))
    return tuple(tables)


def _malloc_trim() -> Callable[[int], int] | None:
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another library of C, or another system
        return None
    return trim


_TRIM = _malloc_trim()


def release_memory() -> bool:
    """Return free memory to the system, which takes some milliseconds; whether this system can."""
    return _TRIM is not None and _TRIM(0) >= 0
