"""A disk that a seed decides: files in memory under SQLite, which fill up, fail, or lose power at any write."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from random import Random

import apsw

from tests.store.lost_writes import (
    Create,
    Delete,
    LossyDisk,
    Operation,
    SyncEnd,
    SyncStart,
    Truncate,
    Write,
)
from tests.store.sqlite_losses import DISK, read_files, write_files


class DiskFault(Enum):
    """What happens at the chosen call."""

    POWER = "power loss"
    FULL = "full disk"
    SYNC = "failed fsync"


class PowerLost(apsw.IOError):
    """Every call after the power was lost."""


class SimulatedDisk(apsw.VFS):
    """The files of one folder, and beside them what a power loss would leave of each."""

    def __init__(self, folder: Path, name: str, random: Random) -> None:
        self.folder, self.vfs_name, self._random = folder, name, random
        self.kept = LossyDisk(read_files(folder))
        self.met: Counter[DiskFault] = Counter()
        self.dead = False
        self._fault: DiskFault | None = None
        self._calls = 0  # writes and syncs until the fault
        self._syncs = 0
        super().__init__(name, "")

    def arm(self, fault: DiskFault, calls: int) -> None:
        """Have a fault happen at a write or a sync, so many calls from now."""
        self._fault, self._calls = fault, calls

    @property
    def is_armed(self) -> bool:
        """Whether a fault is still to come."""
        return self._fault is not None

    def mend(self) -> None:
        """Have no fault from now on, until the next one is armed."""
        self._fault = None

    def lose_power(self) -> None:
        """Leave what may have survived, and switch the disk on again."""
        self.met[DiskFault.POWER] += not self.dead
        files = self.kept.survivors(self._random)
        write_files(self.folder, files)
        self.kept = LossyDisk({path: content for path, content in files.items() if not path.endswith("-shm")})
        self.dead, self._fault = False, None

    def apply(self, operation: Operation) -> None:
        """Remember what was written."""
        self.kept.apply(operation)

    def meet_write(self) -> None:
        """Raise for a full disk; the power may go out at this write, which may still arrive."""
        self.refuse_when_dead()
        if self._is_due(DiskFault.FULL):
            raise apsw.FullError("injected")
        self.dead = self._is_due(DiskFault.POWER)

    def meet_sync(self, path: str) -> None:
        """Raise if the sync fails and what was written may be lost; the power may go out during it."""
        self.refuse_when_dead()
        if self._is_due(DiskFault.SYNC):
            self._fault = None  # it is reported once: the next sync succeeds, whatever became of the data
            self.kept.sync_failed(path, self._random)
            raise apsw.IOError("injected")
        self.dead = self._is_due(DiskFault.POWER)

    def refuse_when_dead(self) -> None:
        """Raise if the power is out."""
        if self.dead:
            raise PowerLost("the power is out")

    def _is_due(self, fault: DiskFault) -> bool:
        if self._fault is not fault:
            return False
        self._calls -= 1
        self.met[fault] += self._calls == 0
        return self._calls <= 0

    def next_sync(self) -> int:
        """Number a sync."""
        self._syncs += 1
        return self._syncs

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802  # SQLite's name
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        is_new = flags[0] & apsw.SQLITE_OPEN_CREATE and not path.exists()
        file = SimulatedFile(self, f"{DISK}/{path.name}", name, flags)
        if is_new:
            self.apply(Create(file.path))
        return file

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.refuse_when_dead()
        super().xDelete(filename, syncdir)
        self.apply(Delete(f"{DISK}/{Path(filename).name}"))
        if syncdir:
            number = self.next_sync()
            self.apply(SyncStart(DISK, number))
            self.apply(SyncEnd(DISK, number))


@contextmanager
def simulated_disk(folder: Path, name: str, random: Random) -> Iterator[SimulatedDisk]:
    """A simulated disk with the files of a folder."""
    disk = SimulatedDisk(folder, f"simulated {name}", random)
    try:
        yield disk
    finally:
        disk.unregister()


class SimulatedFile(apsw.VFSFile):
    """A file of a simulated disk."""

    def __init__(self, disk: SimulatedDisk, path: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.disk, self.path = disk, path

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.meet_write()
        self.disk.apply(Write(self.path, offset, bytes(data)))
        self.disk.refuse_when_dead()
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.refuse_when_dead()
        super().xTruncate(newsize)
        self.disk.apply(Truncate(self.path, newsize))

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        self.disk.meet_sync(self.path)
        number = self.disk.next_sync()
        self.disk.apply(SyncStart(self.path, number))
        self.disk.refuse_when_dead()
        self.disk.apply(SyncEnd(self.path, number))
