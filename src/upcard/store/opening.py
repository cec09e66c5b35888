"""Create, open and upgrade a journal: a path is a SQLite file, a URL a PostgreSQL database."""

import re
from pathlib import Path

from upcard.errors import StoreError
from upcard.store.clock import Clock, Random, system_clock, system_random, time_text
from upcard.store.database import DatabaseJournal
from upcard.store.disk import Disk, SystemDisk
from upcard.store.migrate import JOURNAL
from upcard.store.postgresql import PostgresqlDriver, create_postgresql, is_url, upgrade_postgresql
from upcard.store.sqlite import SqliteDriver, create_sqlite, upgrade_sqlite

_SYSTEM_DISK = SystemDisk()
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://")


def _is_server(place: str | Path) -> bool:
    """Whether a place is a PostgreSQL database, and not a file; a URL of anything else is refused."""
    if is_url(str(place)):
        return True
    if _SCHEME.match(str(place)):
        raise StoreError("not a journal: give a SQLite file, or a URL such as postgresql://user@host:port/database")
    return False


def open_journal(place: str | Path, *, read_only: bool = False, disk: Disk = _SYSTEM_DISK) -> DatabaseJournal:
    """Open an existing journal; raise StoreError if that is not possible, and change nothing."""
    if _is_server(place):
        return DatabaseJournal(PostgresqlDriver(str(place), schema=JOURNAL, read_only=read_only))
    return DatabaseJournal(SqliteDriver(Path(place), schema=JOURNAL, read_only=read_only, disk=disk))


def create_journal(
    place: str | Path, *, disk: Disk = _SYSTEM_DISK, clock: Clock = system_clock, random: Random = system_random
) -> None:
    """Create an empty journal."""
    described = {"identity": random(16).hex(), "created": time_text(clock())}
    if _is_server(place):
        create_postgresql(str(place), schema=JOURNAL, described=described)
    else:
        create_sqlite(Path(place), schema=JOURNAL, disk=disk, described=described, random=random)


def upgrade_journal(place: str | Path, *, disk: Disk = _SYSTEM_DISK) -> bool:
    """Upgrade the tables of a journal to this upcard's revision; return whether anything changed."""
    if _is_server(place):
        return upgrade_postgresql(str(place), schema=JOURNAL)
    return upgrade_sqlite(Path(place), schema=JOURNAL, disk=disk)
