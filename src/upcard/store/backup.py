"""Back up a journal file while a server writes to it: a snapshot, verified before it gets its name."""

from contextlib import closing
from pathlib import Path

import apsw

from upcard.errors import StoreError
from upcard.store.clock import Random, system_random
from upcard.store.disk import Disk, SystemDisk, make_private
from upcard.store.drafts import new_file
from upcard.store.journal import JournalInfo
from upcard.store.opening import open_journal
from upcard.store.verify import Verification, verify_journal

_SYSTEM_DISK = SystemDisk()


def back_up(
    source: Path, target: Path, *, disk: Disk = _SYSTEM_DISK, random: Random = system_random
) -> tuple[JournalInfo, Verification]:
    """Copy a journal to a new file, which appears complete and verified, or not at all."""
    open_journal(source, read_only=True, disk=disk).close()
    with new_file(target, disk=disk, random=random) as draft:
        make_private(draft)
        try:
            _copy(source, draft, disk.vfs)
        except apsw.Error as error:
            raise StoreError(f"cannot back up {source} to {target}: {_words(error)}") from error
        with closing(open_journal(draft, read_only=True, disk=disk)) as copied:
            info, verified = copied.info, verify_journal(copied)
        if verified.problems:
            raise StoreError(f"the copy of {source} is not sound: {verified.problems[0]}; no backup was written")
    return info, verified


def _copy(source: Path, draft: Path, vfs: str | None) -> None:
    """Copy all pages in one step: readers do not block a server from writing, and the copy is a snapshot."""
    with (
        closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)) as database,
        closing(apsw.Connection(str(draft), vfs=vfs)) as copy,
    ):
        database.set_busy_timeout(10_000)
        with copy.backup("main", database, "main") as backup:
            while not backup.done:
                backup.step(-1)


def _words(error: apsw.Error) -> str:
    if isinstance(error, apsw.FullError):
        return "the disk is full"
    return "the disk failed" if isinstance(error, apsw.IOError) else f"the copy cannot be written (SQLite: {error})"
