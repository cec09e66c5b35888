"""The data folder of a service: journal, people, keys and checkpoints; created at the first start."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from upcard.audit.proof import KnownRow
from upcard.errors import StoreError
from upcard.pit.shoe_keys import ShoeKeys, generate_shoe_key, read_shoe_keys
from upcard.pit.state import StreamState
from upcard.service.passwords import Hashing
from upcard.service.people import People, create_people, open_people, upgrade_people
from upcard.store.checkpoints import origin_of
from upcard.store.clock import Clock, Random
from upcard.store.database import DatabaseJournal
from upcard.store.disk import PRIVATE, Disk
from upcard.store.journal import JournalInfo
from upcard.store.keys import generate_key, signing_keys
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import Head, JournalRow
from upcard.store.signed_note import SigningKey

JOURNAL = "journal.db"


@dataclass(frozen=True, kw_only=True)
class DataFolder:
    """Where a service keeps its data; with a database, journal and people are there instead."""

    path: Path
    database: str | None = None
    disk: Disk
    clock: Clock
    random: Random

    @property
    def journal(self) -> str:
        """The place of the journal."""
        return self.database or str(self.path / JOURNAL)

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
        """Create the folder, readable only by its owner; raise StoreError if it cannot be created."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot create the folder {self.path}: {error.strerror}") from error
        self._close_to_others()

    def _close_to_others(self) -> None:
        """Let nobody but the owner read a folder with a journal, or what lies in it: a copy may have been put back."""
        if (self.path / JOURNAL).exists():
            with suppress(OSError):  # of another owner, who decides
                self.path.chmod(0o700)
                for file in (*self.path.glob(f"{JOURNAL}*"), *self.keys.glob("*")):
                    file.chmod(PRIVATE)

    def open_journal(self) -> DatabaseJournal:
        """Open the journal; the first start creates it."""
        if self.database is None and not Path(self.journal).exists():
            if Path(self.people).exists():
                raise StoreError(
                    f"{self.journal} is missing, but {self.people} exists: restore the journal from a backup, or use"
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
        """Reopen the journal; raise StoreError if it is another one, or lacks a row that this server knows."""
        journal = open_journal(self.journal, disk=self.disk)
        held = journal.hashes(after=head.position - 1, limit=1) if head.position else (Head(),)
        if journal.info.identity == known.identity and held == (head,):
            return journal
        journal.close()
        raise StoreError(f"the journal in {self.journal} is not the one this server wrote: nothing was added to it")

    def open_people(self, hashing: Hashing, states: Mapping[str, StreamState]) -> People:
        """Open the list of people of the accounts in the journal; create it if there is none."""
        if self.database is None and not Path(self.people).exists():
            create_people(self.people, disk=self.disk, clock=self.clock, random=self.random)
        try:
            upgrade_people(self.people, disk=self.disk)
            return self._people(hashing, states)
        except StoreError as first:
            if self.database is None:
                raise
            try:
                create_people(self.people, clock=self.clock, random=self.random)
            except StoreError:
                raise first from None
            return self._people(hashing, states)

    def _people(self, hashing: Hashing, states: Mapping[str, StreamState]) -> People:
        return open_people(self.people, states, disk=self.disk, clock=self.clock, random=self.random, hashing=hashing)

    def last_row(self, journal: JournalInfo) -> "LastRow":
        """Return the file that names the last row acknowledged."""
        return LastRow(self.path / "last-row", journal.identity)

    def shoe_keys(self) -> ShoeKeys:
        """Return the shoe keys; generate the first one if there is none."""
        if not read_shoe_keys(self.keys).keys:
            generate_shoe_key(self.keys, disk=self.disk, random=self.random)
        return read_shoe_keys(self.keys)

    def signing_keys(self, journal: JournalInfo) -> tuple[SigningKey, ...]:
        """Return the checkpoint keys; generate the first one if there is none."""
        if not signing_keys(self.keys):
            generate_key(self.keys, origin_of(journal), disk=self.disk, random=self.random)
        return signing_keys(self.keys)


class LastRow:
    """The last row that a server acknowledged, in a file of one line: a journal without that row is an older copy.

    The file is not forced to the disk: it outlives the process, and after a power loss it names an earlier row.
    """

    def __init__(self, path: Path, identity: str) -> None:
        self._path, self._identity = path, identity
        self._handle: int | None = None

    def read(self) -> KnownRow | None:
        """Return the row; None if the file is missing, damaged, or about another journal."""
        with suppress(OSError, ValueError):
            identity, position, hash_, time = self._path.read_text(encoding="ascii").split()
            if identity == self._identity:
                return KnownRow(int(position), hash_, time)
        return None

    def write(self, row: JournalRow) -> None:
        """Put a row in the place of the one before it; a disk that cannot be written changes nothing."""
        line = f"{self._identity} {row.position:015d} {row.hash} {row.time}\n"
        with suppress(OSError):
            if self._handle is None:
                self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            os.pwrite(self._handle, line.encode("ascii"), 0)

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
