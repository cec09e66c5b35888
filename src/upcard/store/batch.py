"""Decide the result for each row of a batch: pure, the same for every database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from upcard.store.journal import Appended, AppendResult, Conflict, Duplicate, KeyReused, Malformed
from upcard.store.rows import Head, JournalRow, NewRow, chained, problems

StreamVersion = tuple[str, int]


@dataclass(frozen=True, slots=True)
class CheckedBatch:
    """The rows of a batch that can be stored, and what is wrong with the others."""

    rows: tuple[NewRow, ...]
    malformed: Mapping[int, Malformed]

    @property
    def writable(self) -> tuple[NewRow, ...]:
        """The rows that can be stored."""
        return tuple(row for number, row in enumerate(self.rows) if number not in self.malformed)

    @property
    def streams(self) -> list[str]:
        """The streams whose versions must be known."""
        return sorted({stream for row in self.writable for stream, _ in row.expected})

    @property
    def keys(self) -> list[str]:
        """The keys that must be looked up."""
        return sorted({row.key for row in self.writable})


def checked(batch: Sequence[NewRow]) -> CheckedBatch:
    """Look for problems in every row, before a transaction begins."""
    malformed = {number: Malformed(wrong) for number, row in enumerate(batch) if (wrong := problems(row))}
    return CheckedBatch(tuple(batch), malformed)


def results(
    batch: CheckedBatch, head: Head, versions: Mapping[str, int], rows: Iterable[JournalRow]
) -> tuple[AppendResult, ...]:
    """Return the result of each row in order: a row may build on those before it in its batch, if they are appended.

    `versions` are those of the batch's streams in the journal, `rows` those that have a key of the batch.
    """
    versions, keyed = dict(versions), {row.key: row for row in rows}
    missing: set[StreamVersion] = set()
    outcomes: list[AppendResult] = []
    for number, new in enumerate(batch.rows):
        outcome = batch.malformed.get(number) or _result(new, head, versions, keyed, missing)
        if isinstance(outcome, Appended):
            head = Head(outcome.row.position, outcome.row.hash)
            versions.update(outcome.row.streams)
            keyed[new.key] = outcome.row
        else:
            missing.update(_not_made(new, outcome, missing))
        outcomes.append(outcome)
    return tuple(outcomes)


def _result(
    new: NewRow,
    head: Head,
    versions: Mapping[str, int],
    keyed: Mapping[str, JournalRow],
    missing: AbstractSet[StreamVersion],
) -> AppendResult:
    # The key comes first: a repeated command finds its version taken, by its own first row.
    first = keyed.get(new.key)
    if first is not None:
        same = (first.command, first.actor) == (new.command, new.actor)
        return Duplicate(first) if same else KeyReused(first)
    for stream, expected in new.expected:
        actual = versions.get(stream, 0)
        # A version may be there, and be another row than the one of this batch that this row was decided on.
        if actual != expected or (stream, expected) in missing:
            return Conflict(stream, expected, actual)
    return Appended(chained(new, head))


def _not_made(new: NewRow, outcome: AppendResult, missing: AbstractSet[StreamVersion]) -> Iterator[StreamVersion]:
    """Yield the versions that a row would have made: later rows may have been decided on them."""
    there = outcome.row.streams if isinstance(outcome, Duplicate) and missing.isdisjoint(new.expected) else ()
    yield from (made for made in new.streams if made not in there)


def appended(outcomes: Iterable[AppendResult]) -> list[JournalRow]:
    """Return the rows to write."""
    return [outcome.row for outcome in outcomes if isinstance(outcome, Appended)]
