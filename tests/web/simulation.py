"""The whole service decided by one integer: patrons over the application, a failing disk, crashes, a clock set back.

`python -m tests.web.simulation SEED` runs one again; nothing in it is a socket or a thread.
"""

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.pit.books import check_books
from tests.service.simulated import SimulatedLoop, simulate
from tests.store.cluster import memory
from tests.store.simulated_disk import DiskFault, SimulatedDisk, simulated_disk
from tests.web.asgi import Client, Reply
from tests.web.whole import PATRONS, Whole, furnish, opened
from upcard.errors import StoreError
from upcard.pit.draws import KeyedShoes
from upcard.pit.replay import Folding
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.store.disk import SystemDisk
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal

TABLE = "blackjack"
LIVES = 4
STEPS = 40


@dataclass
class Asked:
    """What a patron asks for under a key, and the first answer to it."""

    patron: str
    key: str
    command: str
    fields: dict[str, object]
    answer: bytes | None = None


@dataclass
class SimulatedService:
    """A service over several lives, and what its patrons remember."""

    seed: int
    folder: Path
    disk: SimulatedDisk
    random: Random
    asked: list[Asked] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)

    def next(self) -> Asked:
        """Return something new, or something that was sent before."""
        if self.asked and self.random.random() < 0.3:
            return self.random.choice(self.asked)
        seat = self.random.randint(1, len(PATRONS))
        choices: list[tuple[str, dict[str, object]]] = [
            ("BuyIn", {"seat": seat, "amount": "25.00"}),
            ("PlaceWager", {"seat": seat, "wager": "blackjack", "amounts": ["10.00"]}),
            ("Decide", {"seat": seat, "play": self.random.choice(("draw", "stand"))}),
            ("CashOut", {"seat": seat}),
        ]
        command, fields = self.random.choice(choices)
        one = Asked(PATRONS[seat - 1], f"{self.seed} {len(self.asked)}", command, fields)
        self.asked.append(one)
        return one

    async def send(self, client: Client, one: Asked) -> None:
        reply = await client.command(TABLE, one.command, key=one.key, **one.fields)
        self.hear(one, reply)

    def hear(self, one: Asked, reply: Reply) -> None:
        """Check an answer against the first one."""
        self.happened[str(reply.status)] += 1
        assert reply.status in (200, 401, 403, 409, 503), (one, reply)
        if reply.status == 200:
            assert one.answer in (None, reply.body), (one, reply)
            one.answer = reply.body
        elif reply.status == 409:
            assert one.answer is None, (one, reply)

    async def life(self, loop: SimulatedLoop) -> None:
        """Open the service, let patrons send, break something, and end without a word."""
        self.happened["life"] += 1
        loop.jumping.now = 10_000.0 * self.happened["life"]
        whole = await self._opened(loop)
        for _ in range(STEPS):
            await self._step(whole, loop)
        self._crash(whole)
        if self.disk.dead or self.random.random() < 0.5:
            self.disk.lose_power()
            (self.folder / "people.db").chmod(0o600)
            self.happened["power lost"] += 1
        self.disk.mend()

    async def _opened(self, loop: SimulatedLoop) -> Whole:
        disk = SystemDisk(vfs=self.disk.vfs_name)
        whole = await opened(self.folder, loop, seed=f"{self.seed} {self.happened['life']}", disk=disk)
        for patron in PATRONS:
            await whole.logged_on(patron)
        return whole

    async def _step(self, whole: Whole, loop: SimulatedLoop) -> None:
        chance = self.random.random()
        if chance < 0.05:
            self.disk.arm(self.random.choice((DiskFault.FULL, DiskFault.SYNC)), self.random.randint(1, 10))
            self.happened["disk armed"] += 1
        elif chance < 0.1:
            self.disk.mend()
        elif chance < 0.13:
            loop.set_back += timedelta(seconds=30)
            self.happened["clock set back"] += 1
        elif chance < 0.3:
            await asyncio.sleep(self.random.uniform(0.1, 8.0))
        batch = [self.next() for _ in range(self.random.randint(1, 4))]
        await asyncio.gather(*(self.send(whole.clients[one.patron], one) for one in batch))

    def _crash(self, whole: Whole) -> None:
        for task in asyncio.all_tasks():
            if task is not asyncio.current_task():
                task.cancel()
        with suppress(StoreError):
            whole.house.people.close()
        whole.house.journal._driver.abandon()

    def check(self) -> None:
        """Decide everything again; every answer stands in the journal once."""
        place = self.folder / "journal.db"
        journal = open_journal(place, read_only=True)
        rows = list(all_rows(journal))
        keys = KeyedShoes(read_shoe_keys(self.folder / "keys"), journal.info.identity)
        journal.close()
        done = Counter(row.key.partition("/")[2] for row in rows if row.actor.startswith("patron "))
        assert max(done.values(), default=1) == 1, "a command was done twice"
        for one in self.asked:
            assert one.answer is None or done[one.key] == 1, one
        folding = Folding(keys)
        for row in rows:
            folding.add(row)
        check_books(rows, folding.states, keys)


async def _furnished(folder: Path, loop: SimulatedLoop, seed: int) -> None:
    """Make what a house begins with, before anything goes wrong."""
    whole = await opened(folder, loop, seed=seed)
    await furnish(whole, [TABLE])
    await whole.house.close()


def run(seed: int) -> Counter[str]:
    """Simulate one service; an AssertionError says what went wrong, and its note which seed."""
    with TemporaryDirectory(dir=memory()) as place:
        folder = Path(place)
        simulate(lambda loop: _furnished(folder, loop, seed))
        try:
            with simulated_disk(folder, f"service {seed}", Random(f"disk {seed}")) as disk:
                service = SimulatedService(seed, folder, disk, Random(f"service {seed}"))
                for _ in range(LIVES):
                    simulate(service.life)
                service.check()
                return service.happened
        except Exception as error:
            error.add_note(f"Repeat it: python -m tests.web.simulation {seed}")
            raise


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]))))
