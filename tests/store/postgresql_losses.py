"""Power losses under PostgreSQL: a recorded server, data folders as a loss may leave them, and servers that recover."""

import mmap
import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg

from tests.store import cluster
from tests.store.losses import Report, batches, check
from tests.store.lost_writes import (
    Create,
    Delete,
    Link,
    LossyDisk,
    Mark,
    Operation,
    Rename,
    SyncEnd,
    SyncStart,
    Truncate,
    Write,
)
from upcard.store.journal import Appended
from upcard.store.opening import create_journal, open_journal

SOURCE = Path(__file__).parent / "recorder.c"
HEADER = struct.Struct("=IIQIIQ")
MAGIC = 0x55504344
MARK = 100  # the client's own records: what it sent, and what was acknowledged
SETTINGS: Mapping[str, object] = {
    "shared_buffers": "1MB",  # pages are written early
    "min_wal_size": "2MB",
    "max_wal_size": "2MB",  # checkpoints come often, and logs are used again
    "bgwriter_delay": "10ms",
    "full_page_writes": "on",
}


def compiled(folder: Path) -> Path:
    """Compile the recorder."""
    library = folder / "recorder.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


def put_mark(log: Path, name: str, value: int) -> None:
    """Append what the client knows to the log of the server: one write, in its order among the others."""
    encoded = name.encode()
    with log.open("ab", buffering=0) as file:
        file.write(HEADER.pack(MAGIC, MARK, value, len(encoded), 0, 0) + encoded)


def read_log(log: Path, root: Path) -> Iterator[Operation]:
    """Read the operations of a log, with paths below the data folder."""
    with log.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        place = 0
        while place < len(content):
            magic, kind, number, path_length, second_length, length = HEADER.unpack_from(content, place)
            assert magic == MAGIC
            place += HEADER.size
            path = content[place : place + path_length].decode().removeprefix(str(root))
            place += path_length
            second = content[place : place + second_length].decode().removeprefix(str(root))
            place += second_length
            yield _operation(kind, path, second, number, content[place : place + length])
            place += length


def _operation(kind: int, path: str, second: str, number: int, content: bytes) -> Operation:
    operations: dict[int, Operation] = {
        1: Write(path, number, content),
        2: Truncate(path, number),
        3: Create(path),
        4: Delete(path),
        5: Rename(path, second),
        6: SyncStart(path, number),
        7: SyncEnd(path, number),
        8: Link(path, second),
        MARK: Mark(path, number),
    }
    return operations[kind]


@dataclass(frozen=True)
class Recording:
    """A data folder before a run, and everything the server wrote to it during the run."""

    base: Path
    after: Path
    log: list[Operation]

    @property
    def touched(self) -> set[str]:
        """The files that the run used."""
        paths = {operation.path for operation in self.log if not isinstance(operation, Mark)}
        return paths | {operation.new for operation in self.log if isinstance(operation, Rename | Link)}

    def disk(self) -> LossyDisk:
        """Return the disk as it was before the run."""
        files = {path: self.base / path.removeprefix("/") for path in self.touched}
        disk = LossyDisk({path: file.read_bytes() for path, file in files.items() if file.is_file()})
        disk.marks = {"acknowledged": 0, "sent": 0}
        return disk


@contextmanager
def server(data: Path, settings: Mapping[str, object], **environment: str) -> Iterator[cluster.Cluster]:
    """Run a server on a data folder beside its socket; it is ended as a power loss ends it."""
    cluster.give(data.parent)
    running = cluster.start(data, data.parent, {**SETTINGS, **settings}, environment)
    try:
        yield running
    finally:
        running.stop()


def record(
    initdb: Path, folder: Path, seed: int, *, number: int = 12, settings: Mapping[str, object] | None = None
) -> Recording:
    """Run a recorded server while batches are appended, with checkpoints in between."""
    random = Random(seed)
    data, base, log = folder / "data", folder / "base", folder / "writes.log"
    shutil.copytree(initdb, data)
    data.chmod(0o700)
    with server(data, {}) as running:
        create_journal(running.url())
        running.process.send_signal(2)  # a clean end: nothing is left to recover
        running.process.wait(60)
    shutil.copytree(data, base)
    library = compiled(folder)
    log.touch()
    log.chmod(0o666)
    environment = {
        "LD_PRELOAD": str(library),
        "UPCARD_RECORD_LOG": str(log),
        "UPCARD_RECORD_ROOT": str(data),
    }
    with server(data, settings or {}, **environment) as running:
        _append(running, log, random, number)
    return Recording(base, data, list(read_log(log, data)))


def _append(running: cluster.Cluster, log: Path, random: Random, number: int) -> None:
    with (
        closing(open_journal(running.url())) as journal,
        psycopg.connect(running.url(), autocommit=True) as other,
    ):
        for batch in batches(random, 0, number):
            last = int(batch[-1].key.removeprefix("key "))
            put_mark(log, "sent", last)
            assert all(isinstance(outcome, Appended) for outcome in journal.append(batch))
            put_mark(log, "acknowledged", last)
            if random.random() < 0.15:
                other.execute("CHECKPOINT")


def rebuild(recording: Recording, files: dict[str, bytes], data: Path) -> None:
    """Write a data folder: what the run did not touch, and what survived of the rest."""
    touched = recording.touched

    def ignored(folder: str, names: list[str]) -> list[str]:
        place = "/" + str(Path(folder).relative_to(recording.base)) if Path(folder) != recording.base else ""
        return [name for name in names if f"{place}/{name}" in touched and (Path(folder) / name).is_file()]

    shutil.copytree(recording.base, data, ignore=ignored)
    for path, content in files.items():
        file = data / path.removeprefix("/")
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_bytes(content)
    (data / "postmaster.pid").unlink(missing_ok=True)  # the processes it names are gone with the power
    data.chmod(0o700)


def lose_power(recording: Recording, folder: Path, seed: int, losses: int) -> Report:
    """Lose the power at several moments of a run, and let a server recover from each."""
    random, report, disk = Random(seed), Report(), recording.disk()
    moments = sorted(random.randrange(len(recording.log) + 1) for _ in range(losses))
    done = 0
    for moment in moments:
        for operation in recording.log[done:moment]:
            disk.apply(operation)
        done = moment
        place = cluster.folder_for_server(folder)
        try:
            rebuild(recording, disk.survivors(random), place / "data")
            _recover(place / "data", disk.marks, report)
        finally:
            shutil.rmtree(place)
        report.losses += 1
    return report


def _recover(data: Path, marks: Mapping[str, int], report: Report) -> None:
    try:
        with server(data, {}) as running:
            check(running.url(), marks["acknowledged"], marks["sent"], report)
    except RuntimeError as error:
        lines = [line for line in str(error).split("\n") if "FATAL" in line or "PANIC" in line]
        report.problems.append(f"the server does not recover: {lines[-1] if lines else error}")
