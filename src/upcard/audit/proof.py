"""Prove the rows of a journal in their order: their chain, and the checkpoints that were signed over them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from upcard.errors import StoreError
from upcard.store.checkpoints import KeptCheckpoint, origin_of
from upcard.store.journal import Journal, JournalInfo, all_rows
from upcard.store.proved import Contradiction
from upcard.store.rows import JournalRow
from upcard.store.signed_note import VerifyingKey
from upcard.store.verify import ChainChecker, CheckpointChecker, JournalProblem, kept_checkpoints, stream_problems


class RowProof:
    """Checks the chain of rows, one at a time, and the checkpoints that end with each."""

    def __init__(self, info: JournalInfo, kept: Iterable[KeptCheckpoint], keys: Sequence[VerifyingKey]) -> None:
        self.chain = ChainChecker()
        self.roots = CheckpointChecker(kept, origin_of(info), keys)
        self.problems = (*self.roots.problems, *self.roots.check(self.chain.tree))  # found before the first row

    def check(self, row: JournalRow) -> tuple[JournalProblem, ...]:
        """Return what is wrong with the next row."""
        return (*self.chain.check(row), *self.roots.check(self.chain.tree))

    def end(self) -> tuple[JournalProblem, ...]:
        """Return what is wrong with the end of the journal."""
        return self.roots.end(self.chain.tree.size)


@dataclass(frozen=True)
class Proved:
    """What is known of a journal all of whose rows were checked."""

    chain: ChainChecker
    newest: KeptCheckpoint | None


def prove(
    journal: Journal,
    checkpoints: Path,
    keys: Sequence[VerifyingKey],
    seen: Callable[[JournalRow], None] = lambda _: None,
) -> Proved:
    """Check every row of a journal against its hash, its neighbors and the checkpoints; raise the first Contradiction.

    Each row is passed to `seen` as well. Memory does not grow with the number of rows.
    """
    kept, unreadable = kept_checkpoints(checkpoints)
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
    _require([*proof.end(), *stream_problems(proof.chain.versions, stated)])
    return Proved(proof.chain, proof.roots.newest)


def _require(problems: Iterable[JournalProblem]) -> None:
    for problem in problems:
        raise Contradiction(problem)
