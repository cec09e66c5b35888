"""Prove the rows of a journal in their order: their chain, and the checkpoints that were signed over them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from upcard.errors import StoreError, UpcardError
from upcard.pit import events as pv
from upcard.pit.json_codec import read_event
from upcard.store.checkpoints import KeptCheckpoint, origin_of
from upcard.store.clock import read_time, time_text
from upcard.store.journal import Journal, JournalInfo, all_rows
from upcard.store.proved import Contradiction
from upcard.store.rows import JournalRow
from upcard.store.signed_note import VerifyingKey
from upcard.store.verify import ChainChecker, CheckpointChecker, JournalProblem, kept_checkpoints, stream_problems

_RESTORED, _RECORDED = (f'"event":"{each.__name__}"' for each in (pv.JournalRestored, pv.CheckpointRecorded))
RESTORE = "if a backup was restored, run upcard journal restore; otherwise put back what is missing"


@dataclass(frozen=True, slots=True)
class RecordedRestore:
    """The row that records a restore."""

    position: int
    time: str
    event: pv.JournalRestored

    def __str__(self) -> str:
        event = self.event
        lost = (
            f"; rows {event.rows + 1} to {event.signed}, signed before, are lost" if event.signed > event.rows else ""
        )
        return f'row {self.position}, by {event.by}: "{event.reason}"; from a copy of {event.rows} rows{lost}'


class RowProof:
    """Checks the chain of rows, one at a time, and the checkpoints that end with each.

    After a restore, the checkpoints of rows that were lost with it are set aside.
    """

    def __init__(self, info: JournalInfo, kept: Iterable[KeptCheckpoint], keys: Sequence[VerifyingKey]) -> None:
        self.chain = ChainChecker()
        self.roots = CheckpointChecker(kept, origin_of(info), keys)
        self.problems = (*self.roots.problems, *self.roots.check(self.chain.tree))  # found before the first row
        self.restores: list[RecordedRestore] = []
        self._recorded = 0, 0  # rows of the last checkpoint that the journal knows of, and the row that says so

    def check(self, row: JournalRow) -> tuple[JournalProblem, ...]:
        """Return what is wrong with the next row."""
        problems = list(self.chain.check(row))
        if _RESTORED in row.events or _RECORDED in row.events:
            problems += self._note(row)
        return (*problems, *self.roots.check(self.chain.tree))

    def _note(self, row: JournalRow) -> Iterator[JournalProblem]:
        for event in _own_events(row):
            if isinstance(event, pv.CheckpointRecorded):
                self._recorded = event.rows, row.position
            if isinstance(event, pv.JournalRestored):
                self._recorded = 0, 0
                self.restores.append(RecordedRestore(row.position, row.time, event))
                self.roots.restored(event.rows, read_time(row.time))
                if event.rows != row.position - 1:
                    yield JournalProblem(row.position, f"it records a restore of {event.rows} rows")

    @property
    def unsigned(self) -> int:
        """How many rows follow the last checkpoint that they agree with."""
        newest = self.roots.newest
        return self.chain.tree.size - (0 if newest is None else newest.head.size)

    @property
    def missing(self) -> str | None:
        """What is missing of the checkpoints that the journal says were kept; None if nothing is."""
        rows, position = self._recorded
        newest = self.roots.newest
        if not rows or (newest is not None and newest.head.size >= rows):
            return None
        has = "has none" if newest is None else f"ends with one of {newest.head.size:,} rows"
        return f"row {position} records a checkpoint of {rows:,} rows, but the folder of checkpoints {has}"

    def end(self) -> tuple[JournalProblem, ...]:
        """Return what is wrong with the end of the journal."""
        return self.roots.end(self.chain.tree.size)


def _own_events(row: JournalRow) -> Iterator[pv.PitEvent]:
    """Yield the events of a row that are about the journal itself; those of a damaged row are not read."""
    try:
        for value in json.loads(row.events):
            if value["event"] in (pv.JournalRestored.__name__, pv.CheckpointRecorded.__name__):
                yield read_event(value)
    except (UpcardError, LookupError, TypeError, ValueError):
        return


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A row that was acknowledged."""

    position: int
    hash: str
    time: str


@dataclass(frozen=True)
class Proved:
    """What is known of a journal all of whose rows were checked."""

    chain: ChainChecker
    newest: KeptCheckpoint | None  # the last one that the rows agree with
    lost: tuple[KeptCheckpoint, ...]  # those that signed more rows than there are
    missing: str | None  # of the checkpoints that the journal records
    restores: tuple[RecordedRestore, ...]

    def require_complete(self, known: KnownRow | None = None, hash_there: str | None = None) -> None:
        """Raise Contradiction if rows or checkpoints are missing that there once were.

        `known` is a row that a server acknowledged, `hash_there` the hash of the row that is now in its place.
        """
        rows = self.chain.head.position
        if known is not None and hash_there != known.hash and not self._is_lost(known):
            text = f"it is not the row that this server acknowledged at {known.time}: the journal was rewritten"
            if hash_there is None:
                acknowledged = f"row {known.position:,}"
                text = f"the journal ends, but this server acknowledged {acknowledged}: rows are missing; {RESTORE}"
            raise Contradiction(JournalProblem(min(known.position, rows + 1), text))
        if self.lost:
            last = self.lost[-1].head
            signed = f"the checkpoint of {time_text(last.time)} signed {last.size:,} rows"
            text = f"the journal ends, but {signed}: rows are missing; {RESTORE}"
            raise Contradiction(JournalProblem(rows + 1, text))
        if self.missing is not None:
            raise Contradiction(JournalProblem(None, f"{self.missing}; {RESTORE}"))

    def _is_lost(self, known: KnownRow) -> bool:
        """Whether a restore that was recorded later explains that a row is not there."""
        return any(each.event.rows < known.position and each.time >= known.time for each in self.restores)


def prove(
    journal: Journal,
    checkpoints: Path | None,
    keys: Sequence[VerifyingKey],
    seen: Callable[[JournalRow], None] = lambda _: None,
) -> Proved:
    """Check every row of a journal against its hash, its neighbors and the checkpoints; raise the first Contradiction.

    Each row is passed to `seen` as well. Memory does not grow with the number of rows.
    """
    kept, unreadable = ([], []) if checkpoints is None else kept_checkpoints(checkpoints)
    proof = RowProof(journal.info, kept, keys)
    _require([*unreadable, *proof.problems])
    try:
        stated = journal.heads()
        for row in all_rows(journal):
            _require(proof.check(row))
            seen(row)
    except Contradiction:
        raise
    except StoreError as error:  # a row that cannot be read at all
        position = proof.chain.head.position + 1
        raise Contradiction(JournalProblem(position, str(error), "it cannot be read: it is damaged")) from error
    _require(stream_problems(proof.chain.versions, stated))
    return Proved(proof.chain, proof.roots.newest, proof.roots.pending, proof.missing, tuple(proof.restores))


def _require(problems: Iterable[JournalProblem]) -> None:
    for problem in problems:
        raise Contradiction(problem)
