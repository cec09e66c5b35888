"""The people of a service: their database, the clock, randomness and rules by which the operations work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from upcard.errors import StoreError
from upcard.pit.state import Account, Bar, StreamState
from upcard.pit.streams import account_of, wallet_of
from upcard.service.passwords import Hashing
from upcard.service.people_database import PeopleDatabase
from upcard.service.people_tables import PEOPLE
from upcard.service.person_values import PeopleRules
from upcard.service.secret_text import new_secret
from upcard.store.clock import Clock, Random, system_clock, system_random, time_text
from upcard.store.disk import Disk, SystemDisk
from upcard.store.postgresql import (
    LOCK,
    PostgresqlConnection,
    create_postgresql,
    is_url,
    upgrade_postgresql,
)
from upcard.store.sqlite import SqliteFile, create_sqlite, upgrade_sqlite

PEOPLE_LOCK = 0x7570_6361_7265  # a separate PostgreSQL lock, besides the journal's
UNKNOWN = "unknown"  # how often someone tried an unknown name
LINK_KEY = "link_key"
_SYSTEM_DISK = SystemDisk()
_HASHING, _RULES = Hashing(), PeopleRules()


@dataclass(frozen=True, kw_only=True)
class People:
    """An open list of people, and the states of the journal, which say who has an account and may use it."""

    database: PeopleDatabase = field(repr=False)
    states: Mapping[str, StreamState] = field(repr=False)
    clock: Clock = field(repr=False)
    random: Random = field(repr=False)
    hashing: Hashing
    rules: PeopleRules
    nobody: str = field(repr=False)  # a hash that no password has: an unknown name takes the work of a known one

    def now(self) -> datetime:
        """Return the time."""
        return self.clock()

    def account(self, name: str | None) -> Account | None:
        """Return the account of a person; None if there is none, or if it was closed."""
        account = account_of(self.states, name) if name is not None else None
        return account if account is not None and account.roles else None

    def bar(self, name: str) -> Bar | None:
        """Return what keeps a person from signing in now: a suspension or an exclusion."""
        bar = wallet_of(self.states, name).bar
        return bar if bar is not None and bar.holds(time_text(self.now())) else None

    def close(self) -> None:
        """Close the database."""
        self.database.close()


def open_people(
    place: str | Path,
    states: Mapping[str, StreamState],
    *,
    disk: Disk = _SYSTEM_DISK,
    clock: Clock = system_clock,
    random: Random = system_random,
    hashing: Hashing = _HASHING,
    rules: PeopleRules = _RULES,
) -> People:
    """Open an existing list of people; raise StoreError if that is not possible, and change nothing."""
    return People(
        database=_database(place, disk),
        states=states,
        clock=clock,
        random=random,
        hashing=hashing,
        rules=rules,
        nobody=hashing.hash(new_secret(random), random),
    )


def _database(place: str | Path, disk: Disk) -> PeopleDatabase:
    if is_url(url := str(place)):
        return PeopleDatabase(
            lambda: PostgresqlConnection(url, schema=PEOPLE, read_only=False),
            lock=LOCK.replace("?", str(PEOPLE_LOCK)),
        )
    _refuse_readable(Path(place))
    return PeopleDatabase(lambda: SqliteFile(Path(place), schema=PEOPLE, read_only=False, disk=disk), lock=None)


def _refuse_readable(path: Path) -> None:
    if path.is_file() and path.stat().st_mode & 0o077:
        raise StoreError(f"other users can read or write the {PEOPLE.what} {path}: run chmod 600 on it")


def create_people(
    place: str | Path, *, disk: Disk = _SYSTEM_DISK, clock: Clock = system_clock, random: Random = system_random
) -> None:
    """Create an empty list of people; a file is readable only by its owner."""
    described = {
        "identity": random(16).hex(),
        "created": time_text(clock()),
        LINK_KEY: new_secret(random).reveal(),
        UNKNOWN: "0",
    }
    if is_url(str(place)):
        create_postgresql(str(place), schema=PEOPLE, described=described)
    else:
        create_sqlite(Path(place), schema=PEOPLE, disk=disk, described=described, random=random)


def upgrade_people(place: str | Path, *, disk: Disk = _SYSTEM_DISK) -> bool:
    """Upgrade the tables of people to this upcard's revision; return whether anything changed."""
    if is_url(str(place)):
        return upgrade_postgresql(str(place), schema=PEOPLE)
    return upgrade_sqlite(Path(place), schema=PEOPLE, disk=disk)
