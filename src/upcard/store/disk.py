"""What the store needs from a disk besides the database: complete files that survive a power loss, and a lock."""

import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from upcard.errors import StoreError

PRIVATE, PUBLIC = 0o600, 0o644  # of files: read by their owner only, or by everybody


class Disk(Protocol):
    """The disk that the store writes to; a simulation or a test substitutes its own."""

    @property
    def vfs(self) -> str | None:
        """The name of SQLite's file system layer; None for that of the system."""
        ...

    def publish(self, draft: Path, path: Path) -> None:
        """Publish a finished file under its name, durably; raise FileExistsError if the name is taken."""
        ...

    def write_new(self, path: Path, content: bytes, *, mode: int = PRIVATE) -> None:
        """Write a new file, completely and durably or not at all; raise FileExistsError if it exists."""
        ...


@dataclass(frozen=True)
class SystemDisk:
    """The disk of the machine."""

    vfs: str | None = None

    def publish(self, draft: Path, path: Path) -> None:
        """Publish a finished file under its name, durably; raise FileExistsError if the name is taken."""
        _sync(draft)
        os.link(draft, path)  # a rename would overwrite
        draft.unlink()
        _sync(path.parent)

    def write_new(self, path: Path, content: bytes, *, mode: int = PRIVATE) -> None:
        """Write a new file, completely and durably or not at all; raise FileExistsError if it exists."""
        draft = path.with_name(f".{path.name}.{os.getpid()}.new")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            self.publish(draft, path)
        finally:
            with suppress(FileNotFoundError):
                draft.unlink()


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read; what SQLite puts beside it has the same permissions."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class WriterLock:
    """The right to write a database file: held by one writer at a time, and released when its process ends."""

    def __init__(self, file: Path, what: str) -> None:
        self._path = file.with_name(file.name + ".lock")
        self.is_new = not self._path.exists()
        named = f"the {what} {file}"
        self._handle = self._acquire(named)
        try:
            os.truncate(self._handle, 0)
            os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release(remove=self.is_new)
            raise StoreError(f"cannot lock {named}: {error.strerror}") from error

    def _acquire(self, named: str) -> int:
        while True:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
            except OSError as error:
                raise StoreError(f"cannot lock {named}: {error.strerror}") from error
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # A lock on a file that was removed since is worthless: try the new file.
                if self._path.exists() and os.path.samestat(os.fstat(handle), self._path.stat()):
                    return handle
            except BlockingIOError:
                owner = os.pread(handle, 20, 0).decode(errors="replace").strip()
                os.close(handle)
                raise StoreError(
                    f"{named} is open in another server (process {owner or 'unknown'}): "
                    "only one server can write a file; stop that one, or use PostgreSQL"
                ) from None
            os.close(handle)

    def release(self, *, remove: bool = False) -> None:
        """Release the lock; `remove` deletes its file too."""
        if remove:
            self._path.unlink(missing_ok=True)
        os.close(self._handle)
