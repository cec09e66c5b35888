"""Power losses under SQLite: a file system that records, a run of appends on it, and what must be true afterwards."""

from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import apsw

from tests.store.cluster import memory
from tests.store.losses import Report, batches, check
from tests.store.lost_writes import (
    Create,
    Delete,
    LossyDisk,
    Mark,
    Operation,
    SyncEnd,
    SyncStart,
    Truncate,
    Write,
)
from upcard.store.database import DatabaseJournal
from upcard.store.disk import SystemDisk
from upcard.store.journal import Appended
from upcard.store.opening import create_journal, open_journal
from upcard.store.sqlite import SqliteDriver

NAME = "journal.db"
DISK = "/disk"  # the folder, as the log names it
_NUMBERS = count()


class RecordedFile(apsw.VFSFile):
    """A file whose writes are remembered in the order in which SQLite makes them."""

    def __init__(self, log: list[Operation], name: str, path: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", path, flags)
        self.log, self.path = log, f"{DISK}/{name}"

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's name
        super().xWrite(data, offset)
        self.log.append(Write(self.path, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.log.append(Truncate(self.path, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        number = next(_NUMBERS)
        self.log.append(SyncStart(self.path, number))
        super().xSync(flags)
        self.log.append(SyncEnd(self.path, number))


class RecordingFileSystem(apsw.VFS):
    """The system's files, with a log of what would be lost with the power."""

    def __init__(self, name: str) -> None:
        self.log: list[Operation] = []
        self.vfs_name = name
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        if flags[0] & apsw.SQLITE_OPEN_CREATE and not path.exists():
            self.log.append(Create(f"{DISK}/{path.name}"))
        return RecordedFile(self.log, path.name, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.log.append(Delete(f"{DISK}/{Path(filename).name}"))
        if syncdir:
            number = next(_NUMBERS)
            self.log += [SyncStart(DISK, number), SyncEnd(DISK, number)]


def record(folder: Path, system: RecordingFileSystem, random: Random, first: int) -> None:
    """Append batches to the journal in a folder, opening it again now and then; the log says what is acknowledged."""
    journal = _open(folder, system, random)
    try:
        for batch in batches(random, first, random.randint(2, 8)):
            if random.random() < 0.2:
                journal.close()
                journal = _open(folder, system, random)
            last = int(batch[-1].key.removeprefix("key "))
            system.log.append(Mark("sent", last))
            assert all(isinstance(outcome, Appended) for outcome in journal.append(batch))
            system.log.append(Mark("acknowledged", last))
    finally:
        journal.close()


def _open(folder: Path, system: RecordingFileSystem, random: Random) -> DatabaseJournal:
    journal = open_journal(folder / NAME, disk=SystemDisk(vfs=system.vfs_name))
    driver = journal._driver
    assert isinstance(driver, SqliteDriver)
    driver._connection.wal_autocheckpoint(random.choice((3, 10, 40)))  # the log is moved often
    return journal


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a database that a power loss leaves to be read."""
    return {f"{DISK}/{path.name}": path.read_bytes() for path in folder.iterdir() if path.suffix in (".db", ".db-wal")}


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Put files into a folder in place of what is there."""
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    for name, content in files.items():
        if not name.endswith("-shm"):
            (folder / Path(name).name).write_bytes(content)


def lose_power(seed: int, losses: int, *, vfs: str = "recording") -> Report:
    """Simulate power losses until there are enough; the same seed gives the same ones."""
    random, report, system = Random(seed), Report(), RecordingFileSystem(vfs)
    try:
        with TemporaryDirectory(dir=memory()) as name:
            folder = Path(name)
            while report.losses < losses:
                _lose_in_one_journal(folder, system, random, report, losses)
    finally:
        system.unregister()
    return report


def _lose_in_one_journal(
    folder: Path, system: RecordingFileSystem, random: Random, report: Report, losses: int
) -> None:
    """Lose the power some times over one journal: each run begins with what the loss before left."""
    write_files(folder, {})
    create_journal(folder / NAME)
    files, rows = read_files(folder), 0
    for _ in range(5):
        system.log.clear()
        write_files(folder, files)
        record(folder, system, random, rows)
        log, problems = list(system.log), len(report.problems)
        for moment in sorted(random.randrange(len(log) + 1) for _ in range(min(20, losses - report.losses))):
            disk = LossyDisk(files)
            disk.marks = {"acknowledged": rows, "sent": rows}
            for operation in log[:moment]:
                disk.apply(operation)
            survivors = disk.survivors(random)
            write_files(folder, survivors)
            left = check(str(folder / NAME), disk.marks["acknowledged"], disk.marks["sent"], report)
            report.losses += 1
        if len(report.problems) > problems or report.losses >= losses:
            return
        files, rows = survivors, left
