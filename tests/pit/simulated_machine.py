"""Where the servers of a simulated casino run: a file on a simulated disk, or a real PostgreSQL server."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

import psycopg

from tests.store.cluster import memory
from tests.store.simulated_disk import DiskFault, SimulatedDisk, simulated_disk
from tests.store.sqlite_losses import NAME
from upcard.errors import StoreError
from upcard.store import statements
from upcard.store.clock import Clock
from upcard.store.database import DatabaseJournal, Driver
from upcard.store.disk import SystemDisk
from upcard.store.journal import AppendResult
from upcard.store.migrate import JOURNAL
from upcard.store.opening import create_journal, open_journal
from upcard.store.postgresql import PostgresqlDriver
from upcard.store.rows import NewRow
from upcard.store.sqlite import SqliteDriver


class Machine(Protocol):
    """A place for a journal that a simulation can break."""

    @property
    def faults(self) -> Counter[str]:
        """What went wrong so far."""
        ...

    def open(self, servers: int) -> list[Driver]:
        """Open the journal for some servers; a StoreError if a fault is in the way."""
        ...

    def arm(self) -> None:
        """Have something go wrong at one of the next calls."""
        ...

    def recover(self) -> bool:
        """Put right what went wrong; whether the servers have lost their memory."""
        ...

    def refuses_another(self) -> bool:
        """Whether another writer is refused, or none has to be."""
        ...


class SqliteMachine:
    """One file on a simulated disk; all servers share the connection of its one writer."""

    def __init__(self, disk: SimulatedDisk, random: Random) -> None:
        self.disk, self._random = disk, random

    @property
    def faults(self) -> Counter[str]:
        """What went wrong so far."""
        return Counter({fault.value: count for fault, count in self.disk.met.items()})

    def open(self, servers: int) -> list[Driver]:
        """Open the file."""
        driver = SqliteDriver(
            self.disk.folder / NAME, schema=JOURNAL, read_only=False, disk=SystemDisk(vfs=self.disk.vfs_name)
        )
        driver._connection.wal_autocheckpoint(self._random.choice((10, 40, 200)))  # the log is moved often
        return [driver] * servers

    def arm(self) -> None:
        """Choose a fault, and the write or sync that meets it."""
        kinds = (DiskFault.POWER, DiskFault.POWER, DiskFault.FULL, DiskFault.SYNC)
        self.disk.arm(self._random.choice(kinds), self._random.randint(1, 30))

    def recover(self) -> bool:
        """Switch the power on again, or mend the disk, which may lose power then."""
        if self.disk.dead or self._random.random() < 0.2:
            self.disk.lose_power()
            return True
        self.disk.mend()
        return False

    def refuses_another(self) -> bool:
        """Whether the lock of the writer holds."""
        try:
            open_journal(self.disk.folder / NAME).close()
        except StoreError as error:
            return "only one server can write a file" in str(error)
        return False


class PostgresqlMachine:
    """A schema of a server, whose connections are cut."""

    def __init__(self, url: str, random: Random) -> None:
        self.url, self._random = url, random
        self._cuts = 0

    @property
    def faults(self) -> Counter[str]:
        """What went wrong so far."""
        return Counter({"cut connection": self._cuts})

    def open(self, servers: int) -> list[Driver]:
        """Connect."""
        return [PostgresqlDriver(self.url, schema=JOURNAL, read_only=False) for _ in range(servers)]

    def arm(self) -> None:
        """Cut every connection to the schema."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE application_name = 'upcard' AND pid <> pg_backend_pid()"
            )
        self._cuts += 1

    def recover(self) -> bool:
        """Let the servers go on, or begin again."""
        return self._random.random() < 0.5

    def refuses_another(self) -> bool:
        """Any number of servers may write."""
        return True


@contextmanager
def sqlite_machine(name: str, random: Random, clock: Clock) -> Iterator[SqliteMachine]:
    """A machine with a new journal on a disk of its own."""
    with TemporaryDirectory(dir=memory()) as folder:
        create_journal(Path(folder) / NAME, clock=clock, random=random.randbytes)
        with simulated_disk(Path(folder), name, random) as disk:
            yield SqliteMachine(disk, random)


@contextmanager
def postgresql_machine(url: str, random: Random, clock: Clock) -> Iterator[PostgresqlMachine]:
    """A machine with a new journal in an empty schema."""
    create_journal(url, clock=clock, random=random.randbytes)
    yield PostgresqlMachine(url, random)


class BusyJournal(DatabaseJournal):
    """A journal whose appends take their time: other things happen before and after, and its answer may be lost."""

    def __init__(self, driver: Driver, meanwhile: Callable[[], None], is_lost: Callable[[], bool]) -> None:
        super().__init__(driver)
        self._meanwhile, self._is_lost = meanwhile, is_lost

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows, while others do what they do."""
        self._meanwhile()
        outcomes = super().append(batch)
        if self._is_lost():
            self.abandon("the answer was lost")
            raise StoreError("the answer was lost")
        self._meanwhile()
        return outcomes

    def has_key(self, key: str) -> bool:
        """Whether a command stands in the journal; nothing is asked of a journal that has stopped."""
        return self._stopped is None and bool(self._query(statements.BY_KEY, key))

    def abandon(self, why: str) -> None:
        """Let the connection go without another word, as a process does that is killed."""
        self._stop(why)
