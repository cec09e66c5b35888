"""The folder of a service: its journal, people, keys and checkpoints; made at the first start."""

from dataclasses import dataclass
from pathlib import Path

from upcard.errors import StoreError
from upcard.pit.shoe_keys import ShoeKeys, generate_shoe_key, read_shoe_keys
from upcard.service.passwords import Hashing
from upcard.service.people import People, create_people, open_people, upgrade_people
from upcard.store.checkpoints import origin_of
from upcard.store.clock import Clock, Random
from upcard.store.database import DatabaseJournal
from upcard.store.disk import Disk
from upcard.store.journal import JournalInfo
from upcard.store.keys import generate_key, signing_keys
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import Head
from upcard.store.signed_note import SigningKey


@dataclass(frozen=True, kw_only=True)
class DataFolder:
    """Where a service keeps what must last; with a database, journal and people are there instead."""

    path: Path
    database: str | None = None
    disk: Disk
    clock: Clock
    random: Random

    @property
    def journal(self) -> str:
        """The place of the journal."""
        return self.database or str(self.path / "journal.db")

    @property
    def people(self) -> str:
        """The place of the list of people."""
        return self.database or str(self.path / "people.db")

    @property
    def keys(self) -> Path:
        """The folder of the keys."""
        return self.path / "keys"

    @property
    def checkpoints(self) -> Path:
        """The folder of the checkpoints."""
        return self.path / "checkpoints"

    def make(self) -> None:
        """Make the folder, readable by its owner alone; a StoreError says what is in the way."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the folder {self.path}: {error.strerror}") from error

    def open_journal(self) -> DatabaseJournal:
        """Open the journal; the first start creates it."""
        if self.database is None and not Path(self.journal).exists():
            if Path(self.people).exists():
                raise StoreError(
                    f"{self.journal} is missing, but {self.people} is there: restore the journal from a backup, or name"
                    " an empty folder"
                )
            create_journal(self.journal, disk=self.disk, clock=self.clock, random=self.random)
        try:
            return open_journal(self.journal, disk=self.disk)
        except StoreError as first:
            if self.database is None:
                raise
            try:
                create_journal(self.journal, clock=self.clock, random=self.random)
            except StoreError:
                raise first from None
            return open_journal(self.journal)

    def reopen_journal(self, known: JournalInfo, head: Head) -> DatabaseJournal:
        """Open the journal again; a StoreError if it is another one, or lacks a row that this server knows."""
        journal = open_journal(self.journal, disk=self.disk)
        held = journal.hashes(after=head.position - 1, limit=1) if head.position else (Head(),)
        if journal.info.identity == known.identity and held == (head,):
            return journal
        journal.close()
        raise StoreError(f"the journal in {self.journal} is not the one that this server wrote: nothing is added to it")

    def open_people(self, hashing: Hashing) -> People:
        """Open the list of people; it is created where there is none, and tables of an older upcard are upgraded."""
        if self.database is None and not Path(self.people).exists():
            create_people(self.people, disk=self.disk, clock=self.clock, random=self.random)
        try:
            upgrade_people(self.people, disk=self.disk)
            return self._people(hashing)
        except StoreError as first:
            if self.database is None:
                raise
            try:
                create_people(self.people, clock=self.clock, random=self.random)
            except StoreError:
                raise first from None
            return self._people(hashing)

    def _people(self, hashing: Hashing) -> People:
        return open_people(self.people, disk=self.disk, clock=self.clock, random=self.random, hashing=hashing)

    def shoe_keys(self) -> ShoeKeys:
        """Return the keys of shoes; the first one is generated."""
        if not read_shoe_keys(self.keys).keys:
            generate_shoe_key(self.keys, disk=self.disk, random=self.random)
        return read_shoe_keys(self.keys)

    def signing_keys(self, journal: JournalInfo) -> tuple[SigningKey, ...]:
        """Return the keys that sign checkpoints; the first one is generated."""
        if not signing_keys(self.keys):
            generate_key(self.keys, origin_of(journal), disk=self.disk, random=self.random)
        return signing_keys(self.keys)
