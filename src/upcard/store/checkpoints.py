"""Checkpoints: signed heads of the tree of rows, in the public format C2SP tlog-checkpoint, kept elsewhere."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from upcard.errors import StoreError
from upcard.store.clock import Clock, read_time, system_clock, time_text
from upcard.store.disk import PUBLIC, Disk, SystemDisk
from upcard.store.journal import Journal, JournalInfo, all_hashes
from upcard.store.signed_note import SignedNote, SigningKey, VerifyingKey, read_note, signed
from upcard.store.tree import MerkleTree

_TIME = "time "  # begins the extension line with the time


@dataclass(frozen=True, slots=True)
class TreeHead:
    """What a checkpoint states: the first `size` rows of a journal had this root at this time."""

    origin: str
    size: int
    root: bytes
    time: datetime

    @property
    def text(self) -> str:
        """The text that is signed."""
        root = base64.b64encode(self.root).decode()
        return f"{self.origin}\n{self.size}\n{root}\n{_TIME}{time_text(self.time)}\n"


@dataclass(frozen=True, slots=True)
class KeptCheckpoint:
    """A checkpoint in its second place: where, what it states, and its signatures."""

    path: Path
    head: TreeHead
    note: SignedNote


@dataclass(frozen=True, slots=True)
class CheckpointPolicy:
    """When a checkpoint is due: after a number of rows, or after a time even without new rows."""

    rows: int = 1000
    interval: timedelta = timedelta(days=1)

    def is_due(self, last: TreeHead | None, size: int, now: datetime) -> bool:
        """Whether a checkpoint is due; also true if the clock was set back, so that the next one is not far off."""
        if last is None:
            return True
        return size - last.size >= self.rows or not last.time <= now < last.time + self.interval


def origin_of(info: JournalInfo) -> str:
    """Return the origin of a journal's checkpoints, which is the name of its keys too."""
    return f"upcard-journal/{info.identity}"


def read_head(note: SignedNote) -> TreeHead:
    """Read what a checkpoint states; raise ValueError if it is malformed."""
    origin, size, root, time, *rest = note.text.removesuffix("\n").split("\n")
    head = TreeHead(origin, int(size), base64.b64decode(root), read_time(time.removeprefix(_TIME)))
    if rest or head.text != note.text:
        raise ValueError("not a checkpoint of a journal")
    return head


def checkpoint_files(folder: Path) -> list[Path]:
    """Return the files of kept checkpoints, by size and then by time."""
    return sorted(folder.glob("*.checkpoint"))


def read_checkpoint(path: Path) -> KeptCheckpoint:
    """Read a kept checkpoint, without verifying its signatures."""
    try:
        note = read_note(path.read_text(encoding="utf-8"))
        return KeptCheckpoint(path, read_head(note), note)
    except OSError as error:
        raise StoreError(f"cannot read the checkpoint {path}: {error.strerror}") from error
    except ValueError as error:
        raise StoreError(f"the file {path} is not a checkpoint, or is damaged") from error


def keep(folder: Path, head: TreeHead, keys: Sequence[SigningKey], *, disk: Disk) -> KeptCheckpoint:
    """Sign a tree head and write it to the second place without overwriting anything."""
    note = signed(head.text, keys)
    time = time_text(head.time).replace(":", "").replace("-", "")
    path = folder / f"{head.size:015d}-{time}.checkpoint"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        disk.write_new(path, str(note).encode(), mode=PUBLIC)
    except OSError as error:
        raise StoreError(f"cannot write the checkpoint {path}: {error.strerror}") from error
    return KeptCheckpoint(path, head, note)


class CheckpointWriter:
    """Follows a journal and writes checkpoints when due; never signs what contradicts an earlier one.

    A server that has proved its rows signs their tree, as `tree` returns it; they agree with its `last` checkpoint.
    """

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        keys: Sequence[SigningKey],
        *,
        policy: CheckpointPolicy = CheckpointPolicy(),  # a frozen value
        clock: Clock = system_clock,
        disk: Disk = SystemDisk(),  # noqa: B008  # a frozen value
        tree: Callable[[], MerkleTree] | None = None,
        last: KeptCheckpoint | None = None,
    ) -> None:
        if not keys:
            raise StoreError("a checkpoint needs a signing key: generate one first")
        self._journal, self._folder, self._keys = journal, folder, tuple(keys)
        self._policy, self._clock, self._disk = policy, clock, disk
        self._origin = origin_of(journal.info)
        self._tree, self._proved = MerkleTree(), tree
        if tree is None:
            files = checkpoint_files(folder)
            last = read_checkpoint(files[-1]) if files else None
        self._last = None if last is None else self._continued(last)

    def _continued(self, kept: KeptCheckpoint) -> TreeHead:
        """Return the last kept head after following the journal up to it: the same rows, or nothing is signed."""
        head = kept.head
        public = [key.verifying for key in self._keys]
        self._follow(head.size)
        is_proved = self._proved is not None or (self._tree.size, self._tree.root) == (head.size, head.root)
        if head.origin != self._origin or not is_proved:
            raise StoreError(
                f"the journal does not match the rows signed in {kept.path}: nothing was signed; audit the journal"
            )
        if not kept.note.signers(public):
            raise StoreError(f"none of these keys signed {kept.path}: sign once with both the old and the new key")
        return head

    def _follow(self, size: int | None = None) -> None:
        if self._proved is not None:
            self._tree = self._proved()
            return
        for value in all_hashes(self._journal, after=self._tree.size):
            if self._tree.size == size:
                return
            self._tree = self._tree.add(bytes.fromhex(value))

    def update(self, *, now: bool = False) -> KeptCheckpoint | None:
        """Read new rows and write a checkpoint if one is due, or in any case with `now`."""
        self._follow()
        time = self._clock()
        if not now and not self._policy.is_due(self._last, self._tree.size, time):
            return None
        head = TreeHead(self._origin, self._tree.size, self._tree.root, time)
        if head == self._last:
            return None
        kept = keep(self._folder, head, self._keys, disk=self._disk)
        self._last = head
        return kept


def signature_problem(kept: KeptCheckpoint, origin: str, keys: Sequence[VerifyingKey]) -> str | None:
    """Return why a kept checkpoint proves nothing; None if it is valid."""
    if kept.head.origin != origin:
        return f"the checkpoint {kept.path.name} belongs to another journal"
    if not kept.note.signers(keys):
        return f"the checkpoint {kept.path.name} is not signed by a known key"
    return None
