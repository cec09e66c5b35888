"""An SQLite file, such as a journal: one writer behind a lock, every commit synced to disk, readers read-only."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from upcard.errors import StoreError
from upcard.store import statements
from upcard.store.batch import CheckedBatch, appended, results
from upcard.store.clock import Random
from upcard.store.database import Lines
from upcard.store.disk import Disk, WriterLock, make_private
from upcard.store.journal import AppendResult, JournalInfo, described_journal
from upcard.store.migrate import Schema
from upcard.store.rows import Head, JournalRow

SYNCHRONOUS = "FULL"  # every commit forces the log to the disk
OLDEST_LIBRARY = 3_051_003  # older ones can corrupt a file when its log is reset
WAIT = 10_000  # milliseconds
_VERSIONS = statements.versions_of("sqlite")
_KEYED = statements.rows_with_keys("sqlite")
_PIECE = 1 << 16  # bytes of the log written at once: SQLite writes less than 128 kB
_SIDE_FILES = ("", "-journal", "-wal", "-shm")
_UNCHANGED = "nothing was changed"


class SqliteFile:
    """A connection to a database file: the writer, behind the lock, or a reader."""

    def __init__(self, path: Path, *, schema: Schema, read_only: bool, disk: Disk) -> None:
        self._named = f"the {schema.what} {path}"
        if apsw.SQLITE_VERSION_NUMBER < OLDEST_LIBRARY:
            version = apsw.sqlite_lib_version()
            raise StoreError(f"SQLite {version} can damage a {schema.what}: install apsw 3.51.3 or newer")
        _refuse_missing(path, schema)
        if not read_only:
            _refuse_read_only(path, schema)
        self._path, self._schema, self._failure_means = path, schema, _UNCHANGED
        self._lock = None if read_only else WriterLock(path, schema.what)
        self._database: apsw.Connection | None = None
        try:
            with self._named_errors():
                self._database = _connect(path, read_only=read_only, vfs=disk.vfs)
                self.revision, self.described = _inspect(self._database, path, schema)
                if not read_only:
                    _prepare_writing(self._database, path, self._named, vfs=disk.vfs)
        except BaseException:
            self._close(remove_lock=self._lock is not None and self._lock.is_new)
            raise

    @property
    def _connection(self) -> apsw.Connection:
        if self._database is None:
            raise StoreError(f"{self._named} is closed")
        return self._database

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> Lines:
        """Run a statement."""
        with self._named_errors():
            return list(self._connection.execute(sql, values))

    @contextmanager
    def transaction(self) -> Iterator[apsw.Connection]:
        """Run a block in one transaction, which is durable at its end."""
        if self._lock is None:
            raise StoreError(f"{self._named} was opened read-only")
        database, self._failure_means = self._connection, self._schema.unacknowledged
        with self._named_errors():
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        self._failure_means = _UNCHANGED

    def close(self) -> None:
        """Close the connection and release the lock."""
        self._close()

    def abandon(self) -> None:
        """Close the connection after an error; the log is left for the next open to recover."""
        if self._database is not None:
            _no_checkpoint_on_close(self._database)
        with suppress(apsw.Error):
            self._close()

    def _close(self, *, remove_lock: bool = False) -> None:
        database, self._database = self._database, None
        lock, self._lock = self._lock, None
        try:
            if database is not None:
                with self._named_errors():
                    database.close()
        finally:
            if lock is not None:
                lock.release(remove=remove_lock)

    def _named_errors(self) -> AbstractContextManager[None]:
        return _named_errors(self._path, self._schema, self._failure_means)


class SqliteDriver(SqliteFile):
    """A connection to a journal file."""

    @property
    def info(self) -> JournalInfo:
        """Basic facts about the journal, from the file."""
        return described_journal(self.described, revision=self.revision, backend="SQLite", place=str(self._path))

    def append(self, batch: CheckedBatch) -> tuple[AppendResult, ...]:
        """Append what can be appended in one transaction; return once it is durable."""
        with self.transaction() as database:
            outcomes = results(batch, self._head(), self._versions(batch.streams), self._keyed(batch.keys))
            if rows := appended(outcomes):
                database.executemany(statements.INSERT_ROW, map(statements.row_values, rows))
                database.executemany(statements.INSERT_STREAM, statements.stream_values(rows))
        return outcomes

    def _head(self) -> Head:
        return next((Head(*line) for line in self.query(statements.HEAD)), Head())

    def _versions(self, streams: list[str]) -> dict[str, int]:
        return dict(self.query(_VERSIONS, (json.dumps(streams),)))

    def _keyed(self, keys: list[str]) -> Iterator[JournalRow]:
        return statements.rows_of(self.query(_KEYED, (json.dumps(keys),)))


def _refuse_missing(path: Path, schema: Schema) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a {schema.what}")
    if not path.is_file():
        raise StoreError(f"there is no {schema.what} {path}: create it first")


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _refuse_read_only(path: Path, schema: Schema) -> None:
    if not _is_writable(path):
        raise StoreError(f"the {schema.what} {path} is read-only: change its permissions, or open it read-only")


def _connect(path: Path, *, read_only: bool, vfs: str | None) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    database = apsw.Connection(str(path), flags=flags, vfs=vfs)
    # A file that turns out to be another program's is left as it was, its log too.
    _no_checkpoint_on_close(database)
    database.set_busy_timeout(WAIT)
    return database


def _no_checkpoint_on_close(database: apsw.Connection, *, on: bool = True) -> None:
    database.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(on))


def _inspect(database: apsw.Connection, path: Path, schema: Schema) -> tuple[str, dict[str, str]]:
    """Read the info table, and change nothing."""
    revision, described = _description(database, path, schema)
    if problem := schema.revision_problem(revision):
        raise StoreError(f"the {schema.what} {path} {problem}")
    return revision, described


def _description(database: apsw.Connection, path: Path, schema: Schema) -> tuple[str, dict[str, str]]:
    names = {str(name) for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names >= schema.tables:
        raise StoreError(f"{path} is not an upcard {schema.what}")
    revision = "".join(str(value) for (value,) in database.execute(schema.revision))
    return revision, {str(name): str(value) for name, value in database.execute(schema.info)}


def _prepare_writing(database: apsw.Connection, path: Path, named: str, *, vfs: str | None) -> None:
    database.pragma("journal_mode", "WAL")
    database.pragma("synchronous", SYNCHRONOUS)
    database.pragma("foreign_keys", 1)
    # If a sync failed, what an earlier writer left in the log may be in memory but not on disk. The checkpoint below
    # moves it into the file and restarts the log; but first the log itself is written again: a power loss during the
    # move would otherwise leave a damaged file and no log to recover from.
    _write_log_again(path, vfs=vfs)
    ((busy, _, _),) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        raise StoreError(f"{named} is open in a reader, and its log must be moved first: close the reader")
    _no_checkpoint_on_close(database, on=False)


def _write_log_again(path: Path, *, vfs: str | None) -> None:
    """Write the log as the operating system has it to the disk again."""
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


def create_sqlite(path: Path, *, schema: Schema, disk: Disk, described: Mapping[str, str], random: Random) -> None:
    """Create an empty database file, which appears complete or not at all; only its owner can read it."""
    if path.exists():
        raise StoreError(f"{path} already exists: nothing was changed")
    draft = path.with_name(f".{path.name}.{random(8).hex()}.new")
    try:
        with _named_errors(path, schema):
            make_private(draft)
            _fill(draft, schema=schema, vfs=disk.vfs, described=described)
        disk.publish(draft, path)
    except FileExistsError as error:
        raise StoreError(f"{path} already exists: nothing was changed") from error
    except OSError as error:
        raise StoreError(f"cannot create the {schema.what} {path}: {error.strerror}") from error
    finally:
        for suffix in _SIDE_FILES:
            with suppress(OSError):
                draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _fill(draft: Path, *, schema: Schema, vfs: str | None, described: Mapping[str, str]) -> None:
    database = apsw.Connection(str(draft), vfs=vfs)
    try:
        database.pragma("synchronous", "EXTRA")
        database.execute("BEGIN IMMEDIATE")
        _run_all(database, schema.upgrade_sql("sqlite", None))
        database.executemany(schema.put_info, described.items())
        database.execute("COMMIT")
        database.pragma("journal_mode", "WAL")
    finally:
        database.close()


def _run_all(database: apsw.Connection, sql: str) -> None:
    """Run statements to the last one: those after a line that is returned wait until it is read."""
    for _ in database.execute(sql):
        pass


def upgrade_sqlite(path: Path, *, schema: Schema, disk: Disk) -> bool:
    """Upgrade the tables of a database to the newest revision in one transaction; return whether anything changed."""
    _refuse_missing(path, schema)
    _refuse_read_only(path, schema)
    lock = WriterLock(path, schema.what)
    try:
        with _named_errors(path, schema):
            database = _connect(path, read_only=False, vfs=disk.vfs)
            try:
                return _upgrade(database, path, schema, vfs=disk.vfs)
            finally:
                database.close()
    finally:
        lock.release(remove=lock.is_new)


def _upgrade(database: apsw.Connection, path: Path, schema: Schema, *, vfs: str | None) -> bool:
    revision, _ = _description(database, path, schema)
    problem = schema.revision_problem(revision)
    if problem is None:
        return False
    if not schema.is_older(revision):
        raise StoreError(f"the {schema.what} {path} {problem}")
    database.pragma("synchronous", SYNCHRONOUS)
    _write_log_again(path, vfs=vfs)
    database.execute("BEGIN IMMEDIATE")
    _run_all(database, schema.upgrade_sql("sqlite", revision))
    database.execute("COMMIT")
    return True


@contextmanager
def _named_errors(path: Path, schema: Schema, means: str = _UNCHANGED) -> Iterator[None]:
    """Turn an SQLite error into a readable message; `means` says what became of the rows."""
    try:
        yield
    except apsw.Error as error:
        words = _words(error, schema, means)
        refused = isinstance(error, apsw.CantOpenError | apsw.ReadOnlyError)
        if refused and path.is_file() and not _is_writable(path.parent):
            words = "reading it needs a side file, and its folder is not writable: copy it to another folder"
        raise StoreError(f"{words} ({schema.what} {path}; SQLite: {error})") from error


def _words(error: apsw.Error, schema: Schema, means: str) -> str:
    if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:  # of the index of the log: readers need it too
        return f"the disk is full: {means}"
    kinds: dict[type[apsw.Error], str] = {
        apsw.NotADBError: "the file is not a SQLite database",
        apsw.FullError: f"the disk is full: {means}",
        apsw.ReadOnlyError: f"the {schema.what} is read-only",
        apsw.CantOpenError: "the file or its folder cannot be opened",
        apsw.BusyError: "another program is using the file",
        apsw.LockedError: "another program is using the file",
        apsw.CorruptError: "the file is damaged: restore it from a backup",
        apsw.PermissionsError: "permission to open the file was denied",
        apsw.IOError: f"the disk failed: {means}",
        apsw.ConstraintError: f"another program has written to the {schema.what}",
    }
    return next((words for kind, words in kinds.items() if isinstance(error, kind)), "the database failed")
