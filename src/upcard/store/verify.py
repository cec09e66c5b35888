"""Verify that a journal is unaltered: positions, versions, the hash chain, and the kept checkpoints."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from upcard.errors import StoreError
from upcard.store.checkpoints import KeptCheckpoint, checkpoint_files, origin_of, read_checkpoint, signature_problem
from upcard.store.clock import time_text
from upcard.store.journal import Journal, all_rows
from upcard.store.rows import Head, JournalRow, as_new, hash_of
from upcard.store.signed_note import VerifyingKey
from upcard.store.tree import MerkleTree


@dataclass(frozen=True, slots=True)
class JournalProblem:
    """A problem with a journal: the first row it concerns, if any, and a description.

    `public` is the description for anybody, where the other one contains a name or a path.
    """

    position: int | None
    text: str
    public: str = ""

    def __str__(self) -> str:
        return self._at(self.text)

    @property
    def for_anybody(self) -> str:
        """The problem without names and paths."""
        return self._at(self.public or self.text)

    def _at(self, text: str) -> str:
        return text if self.position is None else f"row {self.position}: {text}"


class ChainChecker:
    """Checks rows in order, one at a time; after a problem it continues from the stored row."""

    def __init__(self) -> None:
        self.head = Head()
        self.versions: dict[str, int] = {}
        self.tree = MerkleTree()

    def check(self, row: JournalRow) -> tuple[JournalProblem, ...]:
        """Return what is wrong with the next row."""
        problems = tuple(self._problems(row))
        self.head = Head(row.position, row.hash)
        self.versions.update(row.streams)
        self.tree = self.tree.add(_leaf(row.hash))
        return problems

    def _problems(self, row: JournalRow) -> Iterator[JournalProblem]:
        expected = self.head.position + 1
        if row.position != expected:
            lost = f"rows {expected} to {row.position - 1} are" if row.position > expected + 1 else f"row {expected} is"
            yield JournalProblem(expected, f"{lost} missing")
        if row.previous != self.head.hash:
            yield JournalProblem(row.position, "its hash of the previous row does not match that row")
        if row.hash != hash_of(row.position, as_new(row), row.previous):
            yield JournalProblem(row.position, "its content does not match its hash: it was changed")
        if not row.streams:
            yield JournalProblem(row.position, "it does not belong to any stream")
        for stream, version in row.streams:
            if version != self.versions.get(stream, 0) + 1:
                last = self.versions.get(stream, 0)
                text = f"its version of {stream} is {version}, after {last}"
                yield JournalProblem(row.position, text, "its version of a stream does not follow the last one")


def _leaf(value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError:  # the checker has named it already
        return value.encode()


def stream_problems(checked: Mapping[str, int], stated: Mapping[str, int]) -> Iterator[JournalProblem]:
    """Yield the streams whose index, read before the rows, has a later version than the rows."""
    for stream, version in sorted(stated.items()):
        last = checked.get(stream, 0)
        if last < version:
            text = f"the index of {stream} ends at version {version}, its rows at {last}"
            yield JournalProblem(None, text, "the index of a stream does not match its rows")


class CheckpointChecker:
    """Compares the roots of a growing tree with kept checkpoints."""

    def __init__(self, kept: Iterable[KeptCheckpoint], origin: str, keys: Sequence[VerifyingKey]) -> None:
        checked = [(one, signature_problem(one, origin, keys)) for one in kept]
        self.problems = [JournalProblem(None, problem) for _, problem in checked if problem is not None]
        valid = [one for one, problem in checked if problem is None]
        self._pending = sorted(valid, key=lambda one: one.head.size, reverse=True)
        self.newest: KeptCheckpoint | None = None  # the last one that the rows agree with
        self._before_restore: list[KeptCheckpoint] = []  # those that may be of rows lost with a restore

    def check(self, tree: MerkleTree) -> tuple[JournalProblem, ...]:
        """Return the checkpoints of this size that the rows contradict."""
        problems: list[JournalProblem] = []
        while self._pending and self._pending[-1].head.size == tree.size:
            kept = self._pending.pop()
            if kept.head.root == tree.root:
                self.newest = kept
            elif kept not in self._before_restore:
                text = f"rows 1 to {tree.size} are not those that {_named(kept)} signed: the journal was rewritten"
                problems.append(JournalProblem(tree.size, text))
        return tuple(problems)

    @property
    def pending(self) -> tuple[KeptCheckpoint, ...]:
        """The checkpoints of more rows than the tree has, by size."""
        return tuple(one for one in reversed(self._pending) if one not in self._before_restore)

    def restored(self, rows: int, time: datetime) -> None:
        """Expect that checkpoints up to a restore signed rows that the restored copy does not have."""
        self._before_restore += [one for one in self._pending if one.head.size > rows and one.head.time <= time]

    def end(self, size: int) -> tuple[JournalProblem, ...]:
        """Return the checkpoints that have more rows than the journal."""
        return tuple(
            JournalProblem(
                size + 1, f"the journal ends, but {_named(kept)} signed {kept.head.size} rows: rows were cut"
            )
            for kept in self.pending
        )


def _named(kept: KeptCheckpoint) -> str:
    return f"the checkpoint of {time_text(kept.head.time)}"


@dataclass(frozen=True, slots=True)
class Verification:
    """The rows and checkpoints verified, and every problem: in row order, then those without a row."""

    rows: int
    root: bytes
    checkpoints: int
    problems: tuple[JournalProblem, ...]


def kept_checkpoints(folder: Path) -> tuple[list[KeptCheckpoint], list[JournalProblem]]:
    """Return the checkpoints of a folder, and those that cannot be read."""
    kept, problems = [], []
    for path in checkpoint_files(folder):
        try:
            kept.append(read_checkpoint(path))
        except StoreError as error:
            problems.append(JournalProblem(None, str(error), "a checkpoint cannot be read"))
    return kept, problems


def verify_journal(
    journal: Journal, *, checkpoints: Path | None = None, keys: Sequence[VerifyingKey] = ()
) -> Verification:
    """Verify every row of a journal, and its checkpoints if a folder is given; memory use is constant."""
    kept, problems = kept_checkpoints(checkpoints) if checkpoints is not None else ([], [])
    stated = journal.heads()
    rows, roots = ChainChecker(), CheckpointChecker(kept, origin_of(journal.info), keys)
    problems += [*roots.problems, *roots.check(rows.tree)]
    for row in all_rows(journal):
        problems += [*rows.check(row), *roots.check(rows.tree)]
    problems += [*roots.end(rows.tree.size), *stream_problems(rows.versions, stated)]
    ordered = sorted(problems, key=lambda problem: (problem.position is None, problem.position or 0))
    return Verification(rows.tree.size, rows.tree.root, len(kept), tuple(ordered))
