"""Create, open and upgrade a journal: a path is a SQLite file, a URL a PostgreSQL database."""

from pathlib import Path

from upcard.store.clock import Clock, Random, system_clock, system_random, time_text
from upcard.store.database import DatabaseJournal
from upcard.store.disk import Disk, SystemDisk
from upcard.store.migrate import JOURNAL
from upcard.store.postgresql import PostgresqlDriver, create_postgresql, is_url, upgrade_postgresql
from upcard.store.sqlite import SqliteDriver, create_sqlite, upgrade_sqlite

_SYSTEM_DISK = SystemDisk()


def open_journal(place: str | Path, *, read_only: bool = False, disk: Disk = _SYSTEM_DISK) -> DatabaseJournal:
    """Open a journal that exists; a StoreError says what is in the way, and nothing has been changed then."""
    if is_url(str(place)):
        return DatabaseJournal(PostgresqlDriver(str(place), schema=JOURNAL, read_only=read_only))
    return DatabaseJournal(SqliteDriver(Path(place), schema=JOURNAL, read_only=read_only, disk=disk))


def create_journal(
    place: str | Path, *, disk: Disk = _SYSTEM_DISK, clock: Clock = system_clock, random: Random = system_random
) -> None:
    """Create an empty journal where there is none yet."""
    described = {"identity": random(16).hex(), "created": time_text(clock())}
    if is_url(str(place)):
        create_postgresql(str(place), schema=JOURNAL, described=described)
    else:
        create_sqlite(Path(place), schema=JOURNAL, disk=disk, described=described, random=random)


def upgrade_journal(place: str | Path, *, disk: Disk = _SYSTEM_DISK) -> bool:
    """Lead the tables of a journal to this upcard's revision; whether there was anything to do."""
    if is_url(str(place)):
        return upgrade_postgresql(str(place), schema=JOURNAL)
    return upgrade_sqlite(Path(place), schema=JOURNAL, disk=disk)
