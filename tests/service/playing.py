"""A floor, a writer and a runner on a real journal, in simulated time; and patrons who play at its tables at random."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.acting import acting
from tests.pit.books import check_books
from tests.pit.casino import (
    ADMINISTRATOR,
    COMPLIANCE,
    KEYS,
    RICH,
    STAKE,
    SUPERVISOR,
    accepting,
    patron_account,
    table_text,
)
from tests.random_rounds import next_command
from tests.service.simulated import SimulatedLoop, at_once
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import Answer, Declined, Done, Ledger, Request, Unavailable
from upcard.service.floor import Floor
from upcard.service.pace import Pace
from upcard.service.runner import Runner
from upcard.service.writer import Writer
from upcard.store.database import DatabaseJournal
from upcard.store.disk import Disk, SystemDisk
from upcard.store.journal import all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.verify import verify_journal


@dataclass
class Service:
    """A service without sockets and without people."""

    place: Path
    loop: SimulatedLoop
    seed: str = "1"
    pace: Pace = field(default_factory=Pace)
    disk: Disk = field(default_factory=SystemDisk)

    def __post_init__(self) -> None:
        if not self.place.exists():
            create_journal(self.place)
        self.random = Random(self.seed)
        self.opened: list[DatabaseJournal] = [open_journal(self.place, disk=self.disk)]
        shoes = KeyedShoes(KEYS, self.journal.info.identity)
        self.floor = Floor(shoes, {}, self.pace)
        self.floor.fold(list(all_rows(self.journal)))
        bytes_of = Random(f"bytes {self.seed}").randbytes
        self.ledger = Ledger(self.journal, KEYS, clock=self.loop.clock, random=bytes_of, start=self.floor.start)
        self.writer = Writer(self.ledger, self.reopen, at_once, self.floor)
        self.runner = Runner(self.floor, self.writer, self.loop.clock)
        self.keys = 0

    @property
    def journal(self) -> DatabaseJournal:
        return self.opened[-1]

    def reopen(self) -> DatabaseJournal:
        self.journal.close()
        self.opened.append(open_journal(self.place, disk=self.disk))
        return self.journal

    def start(self) -> None:
        self.writer.start()
        self.runner.start()

    async def close(self) -> None:
        await self.runner.close()
        await self.writer.close()
        self.journal.close()

    async def ask(self, actor: str, command: pc.PitCommand) -> Answer:
        self.keys += 1
        return await self.writer.send(Request(acting(actor), f"{self.seed} {self.loop.time()} {self.keys}", command))

    async def done(self, actor: str, command: pc.PitCommand) -> Done:
        answer = await self.ask(actor, command)
        assert isinstance(answer, Done), (command, answer)
        return answer

    async def install(self, *names: str, file: str | None = None) -> None:
        """Open the house and install tables of files of their names."""
        await self.done(ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino"))
        for name in names:
            await self.done(ADMINISTRATOR, pc.InstallTable(name, table_text(file or name)))
            for command in accepting(name, table_text(file or name), self.loop.clock().date()):
                await self.done(COMPLIANCE, command)
            await self.done(SUPERVISOR, pc.FillRack(name, RICH))

    async def seat(self, patron: str, table: str, seat: int) -> None:
        """Open a wallet, and take a seat."""
        await self.done(ADMINISTRATOR, patron_account(patron))
        await self.done(SUPERVISOR, pc.Deposit(patron, RICH, "bank"))
        await self.done(f"patron {patron}", pc.BuyIn(patron, table, seat, STAKE))

    async def until(self, condition: Callable[[], bool], longest: float = 3600.0) -> None:
        """Wait until something is so."""
        end = self.loop.time() + longest
        while not condition():
            assert self.loop.time() < end, "it has not come about"
            await asyncio.sleep(0.25)

    def round(self, table: str) -> int:
        return self.floor.group(table).at(table).round

    def crash(self) -> None:
        """Lose everything that is in memory."""
        for task in asyncio.all_tasks():
            if task is not asyncio.current_task():
                task.cancel()
        self.journal._driver.abandon()  # the end of a process lets the lock go

    def check(self) -> None:
        """Check the books, decide and fold everything again, and verify the journal."""
        journal = open_journal(self.place, read_only=True)
        rows = list(all_rows(journal))
        check_books(rows, self.floor.states, KeyedShoes(KEYS, journal.info.identity))
        assert verify_journal(journal).problems == ()
        journal.close()


_CLOCKS = (do.CloseBetting, do.CloseInsurance, do.CloseSurrender, do.OpenTable, do.CloseTable, do.ShuffleShoe)
_SUPERVISED = (do.ValidatePayout, do.CompleteDocuments)


async def play_at_random(service: Service, table: str, thinking: float = 8.0) -> None:
    """Play for every seat of a table as long as the task lives, and leave to the clock what is the clock's."""
    while True:
        await asyncio.sleep(service.random.uniform(0.1, thinking))
        group = service.floor.group(table)
        state, holders = group.at(table), group.tables[table].holders
        if not state.open or not holders:
            continue
        action = next_command(state, service.random)
        if isinstance(action, _CLOCKS):
            continue
        command: pc.PitCommand
        if isinstance(action, do.PressButton):
            command = pc.PressBonusButton(table, action.seat, action.wager)
        else:
            command = pc.AtTable(table, action)
        holder = holders.get(getattr(action, "seat", 0))
        if isinstance(action, _SUPERVISED):
            await service.ask(SUPERVISOR, command)
        elif holder is not None:
            answer = await service.ask(f"patron {holder}", command)
            assert isinstance(answer, Done | Declined | Unavailable)
