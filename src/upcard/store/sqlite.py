"""A journal in a SQLite file: one writer behind a lock, every commit forced to the disk, readers read-only."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from upcard.errors import StoreError
from upcard.store import statements
from upcard.store.batch import CheckedBatch, appended, results
from upcard.store.clock import Clock, Random, time_text
from upcard.store.database import Lines
from upcard.store.disk import Disk, WriterLock
from upcard.store.journal import AppendResult, JournalInfo
from upcard.store.migrate import upgrade_sql
from upcard.store.revision import TABLES, is_older, revision_problem
from upcard.store.rows import Head, JournalRow

SYNCHRONOUS = "FULL"  # every commit forces the log to the disk
OLDEST_LIBRARY = 3_051_003  # older ones can corrupt a file when its log is reset
WAIT = 10_000  # milliseconds
_VERSIONS = statements.versions_of("sqlite")
_KEYED = statements.rows_with_keys("sqlite")
_PIECE = 1 << 16  # bytes of the log written at once: SQLite writes less than 128 kB
_SIDE_FILES = ("", "-journal", "-wal", "-shm")


class SqliteDriver:
    """A connection to a journal file: the writer, behind the lock, or a reader."""

    def __init__(self, path: Path, *, read_only: bool, disk: Disk) -> None:
        if apsw.SQLITE_VERSION_NUMBER < OLDEST_LIBRARY:
            raise StoreError(f"SQLite {apsw.sqlite_lib_version()} can damage a journal: install apsw 3.51.3 or newer")
        if not path.is_file():
            raise StoreError(f"there is no journal {path}: create it first")
        if not read_only:
            _refuse_read_only(path)
        self._path = path
        self._lock = None if read_only else WriterLock(path)
        self._database: apsw.Connection | None = None
        try:
            with _named_errors(path):
                self._database = _connect(path, read_only=read_only, vfs=disk.vfs)
                self.info = _inspect(self._database, path)
                if not read_only:
                    _prepare_writing(self._database, path, vfs=disk.vfs)
        except BaseException:
            self._close(remove_lock=self._lock is not None and self._lock.is_new)
            raise

    @property
    def _connection(self) -> apsw.Connection:
        if self._database is None:
            raise StoreError(f"the journal {self._path} is closed")
        return self._database

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> Lines:
        """Run a statement that reads."""
        with _named_errors(self._path):
            return list(self._connection.execute(sql, values))

    def append(self, batch: CheckedBatch) -> tuple[AppendResult, ...]:
        """Append what can be appended in one transaction; return once it is durable."""
        if self._lock is None:
            raise StoreError(f"the journal {self._path} was opened for reading only")
        database = self._connection
        with _named_errors(self._path):
            database.execute("BEGIN IMMEDIATE")
            outcomes = results(batch, self._head(), self._versions(batch.streams), self._keyed(batch.keys))
            if rows := appended(outcomes):
                database.executemany(statements.INSERT_ROW, map(statements.row_values, rows))
                database.executemany(statements.INSERT_STREAM, statements.stream_values(rows))
            database.execute("COMMIT")
        return outcomes

    def _head(self) -> Head:
        return next((Head(*line) for line in self.query(statements.HEAD)), Head())

    def _versions(self, streams: list[str]) -> dict[str, int]:
        return dict(self.query(_VERSIONS, (json.dumps(streams),)))

    def _keyed(self, keys: list[str]) -> Iterator[JournalRow]:
        return statements.rows_of(self.query(_KEYED, (json.dumps(keys),)))

    def close(self) -> None:
        """Close the connection and let the lock go."""
        self._close()

    def abandon(self) -> None:
        """Close the connection after an error: the log stays as it is, for the next opening to read."""
        if self._database is not None:
            _no_checkpoint_on_close(self._database)
        with suppress(apsw.Error):
            self._close()

    def _close(self, *, remove_lock: bool = False) -> None:
        database, self._database = self._database, None
        lock, self._lock = self._lock, None
        try:
            if database is not None:
                with _named_errors(self._path):
                    database.close()
        finally:
            if lock is not None:
                lock.release(remove=remove_lock)


def _refuse_read_only(path: Path) -> None:
    if not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreError(f"the journal {path} is read-only: change its permissions, or open it for reading")


def _connect(path: Path, *, read_only: bool, vfs: str | None) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    database = apsw.Connection(str(path), flags=flags, vfs=vfs)
    # A file that turns out to be another program's is left as it was, its log too.
    _no_checkpoint_on_close(database)
    database.set_busy_timeout(WAIT)
    return database


def _no_checkpoint_on_close(database: apsw.Connection, *, on: bool = True) -> None:
    database.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(on))


def _inspect(database: apsw.Connection, path: Path) -> JournalInfo:
    """Read what the file says of itself, and change nothing."""
    revision, info = _description(database, path)
    if problem := revision_problem(revision):
        raise StoreError(f"the journal {path} {problem}")
    return JournalInfo(
        identity=info["identity"], created=info["created"], revision=revision, backend="SQLite", place=str(path)
    )


def _description(database: apsw.Connection, path: Path) -> tuple[str, dict[str, str]]:
    names = {str(name) for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names >= TABLES:
        raise StoreError(f"{path} holds no journal of upcard")
    revision = "".join(str(value) for (value,) in database.execute(statements.REVISION))
    return revision, {str(name): str(value) for name, value in database.execute(statements.INFO)}


def _prepare_writing(database: apsw.Connection, path: Path, *, vfs: str | None) -> None:
    database.pragma("journal_mode", "WAL")
    database.pragma("synchronous", SYNCHRONOUS)
    database.pragma("foreign_keys", 1)
    # What an earlier writer left in the log may be in the memory of the machine and not on its disk, if forcing it
    # failed. It is moved into the file, and the log begins from its start; but first the log itself is written again:
    # a power loss while it is moved would leave a damaged file, and no log to mend it from.
    _write_log_again(path, vfs=vfs)
    ((busy, _, _),) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        raise StoreError(f"the journal {path} is being read, and its log must be moved first: end the reading")
    _no_checkpoint_on_close(database, on=False)


def _write_log_again(path: Path, *, vfs: str | None) -> None:
    """Put the log as the machine remembers it onto the disk."""
    log = path.with_name(path.name + "-wal")
    if not log.exists():
        return
    file = apsw.VFSFile(vfs or "", str(log), [apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_READWRITE, 0])
    try:
        size = file.xFileSize()
        for offset in range(0, size, _PIECE):
            file.xWrite(file.xRead(min(_PIECE, size - offset), offset), offset)
        file.xSync(apsw.SQLITE_SYNC_NORMAL)
    finally:
        file.xClose()


def create_sqlite(path: Path, *, disk: Disk, clock: Clock, random: Random) -> None:
    """Create an empty journal under a name that is free; it appears whole or not at all."""
    if path.exists():
        raise StoreError(f"{path} exists already: nothing was changed")
    draft = path.with_name(f".{path.name}.{random(8).hex()}.new")
    try:
        with _named_errors(path):
            _fill(draft, vfs=disk.vfs, clock=clock, random=random)
        disk.publish(draft, path)
    except FileExistsError as error:
        raise StoreError(f"{path} exists already: nothing was changed") from error
    except OSError as error:
        raise StoreError(f"cannot create the journal {path}: {error.strerror}") from error
    finally:
        for suffix in _SIDE_FILES:
            with suppress(OSError):
                draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _fill(draft: Path, *, vfs: str | None, clock: Clock, random: Random) -> None:
    database = apsw.Connection(str(draft), vfs=vfs)
    try:
        database.pragma("synchronous", "EXTRA")
        database.execute("BEGIN IMMEDIATE")
        database.execute(upgrade_sql("sqlite", None))
        values = {"identity": random(16).hex(), "created": time_text(clock())}
        database.executemany(statements.PUT_INFO, values.items())
        database.execute("COMMIT")
        database.pragma("journal_mode", "WAL")
    finally:
        database.close()


def upgrade_sqlite(path: Path, *, disk: Disk) -> bool:
    """Lead the tables of a journal to the newest revision in one transaction; whether there was anything to do."""
    if not path.is_file():
        raise StoreError(f"there is no journal {path}: create it first")
    _refuse_read_only(path)
    lock = WriterLock(path)
    try:
        with _named_errors(path):
            database = _connect(path, read_only=False, vfs=disk.vfs)
            try:
                return _upgrade(database, path, vfs=disk.vfs)
            finally:
                database.close()
    finally:
        lock.release(remove=lock.is_new)


def _upgrade(database: apsw.Connection, path: Path, *, vfs: str | None) -> bool:
    revision, _ = _description(database, path)
    problem = revision_problem(revision)
    if problem is None:
        return False
    if not is_older(revision):
        raise StoreError(f"the journal {path} {problem}")
    database.pragma("synchronous", SYNCHRONOUS)
    _write_log_again(path, vfs=vfs)
    database.execute("BEGIN IMMEDIATE")
    database.execute(upgrade_sql("sqlite", revision))
    database.execute("COMMIT")
    return True


@contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a line that a person understands."""
    try:
        yield
    except apsw.Error as error:
        raise StoreError(f"{_words(error)} (journal {path}; SQLite: {error})") from error


def _words(error: apsw.Error) -> str:
    kinds: dict[type[apsw.Error], str] = {
        apsw.NotADBError: "the file is not a SQLite database",
        apsw.FullError: "the disk is full: no row of this batch is acknowledged",
        apsw.ReadOnlyError: "the journal is read-only",
        apsw.CantOpenError: "the file or its folder cannot be opened",
        apsw.BusyError: "another program is using the file",
        apsw.LockedError: "another program is using the file",
        apsw.CorruptError: "the file is damaged: restore it from a copy",
        apsw.PermissionsError: "the file may not be opened",
        apsw.IOError: "the disk failed: no row of this batch is acknowledged",
        apsw.ConstraintError: "another program has written to the journal",
    }
    return next((words for kind, words in kinds.items() if isinstance(error, kind)), "the database failed")
