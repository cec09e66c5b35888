"""The journal as its callers see it: append rows, read them; both databases keep this contract."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from upcard.errors import StoreError
from upcard.store.rows import Head, JournalRow, NewRow

PAGE = 1000


@dataclass(frozen=True, slots=True)
class Appended:
    """The row is in the journal, and durable."""

    row: JournalRow


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same command by the same actor under the same key is in the journal already: `row` is the first one."""

    row: JournalRow


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another row has taken the version, or one of the batch that this row builds on was not appended: decide again."""

    stream: str
    expected: int
    actual: int


@dataclass(frozen=True, slots=True)
class KeyReused:
    """The key belongs to another command, that of `row`; None while that one waits for its commit."""

    row: JournalRow | None


@dataclass(frozen=True, slots=True)
class Malformed:
    """The row cannot be stored; all of its problems."""

    problems: tuple[str, ...]


AppendResult = Appended | Duplicate | Conflict | KeyReused | Malformed


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalInfo:
    """What a journal says of itself: its identity, when it was created, its tables' revision, where it is."""

    identity: str
    created: str
    revision: str
    backend: str
    place: str


def described_journal(described: Mapping[str, str], *, revision: str, backend: str, place: str) -> JournalInfo:
    """Return what a journal says of itself, from the table in which it says it."""
    return JournalInfo(
        identity=described["identity"],
        created=described["created"],
        revision=revision,
        backend=backend,
        place=place,
    )


class Journal(Protocol):
    """An append-only journal in a database. Every call may raise a StoreError; after one in `append` it is stopped."""

    @property
    def info(self) -> JournalInfo:
        """What the journal says of itself."""
        ...

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows in one transaction, a result for each; it returns once they are durable."""
        ...

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = PAGE) -> tuple[JournalRow, ...]:
        """Return the next rows after a position; of a stream, after a version of it."""
        ...

    def hashes(self, *, after: int = 0, limit: int = PAGE) -> tuple[Head, ...]:
        """Return the positions and hashes of the next rows after a position."""
        ...

    def row(self, position: int) -> JournalRow | None:
        """Return the row at a position."""
        ...

    def by_key(self, key: str) -> JournalRow | None:
        """Return the row with an idempotency key."""
        ...

    def head(self) -> Head:
        """Return the position and hash of the last row."""
        ...

    def heads(self) -> Mapping[str, int]:
        """Return the version of every stream."""
        ...

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        ...


def all_rows(journal: Journal, stream: str | None = None, *, after: int = 0, page: int = PAGE) -> Iterator[JournalRow]:
    """Yield every row after a position (of a stream: after a version), a page in memory at a time."""
    while rows := journal.read(stream, after=after, limit=page):
        yield from rows
        last = rows[-1]
        after = last.position if stream is None else dict(last.streams)[stream]


def all_hashes(journal: Journal, *, after: int = 0, page: int = 10 * PAGE) -> Iterator[str]:
    """Yield the hash of every row after a position, a page in memory at a time; a StoreError where one is missing."""
    while heads := journal.hashes(after=after, limit=page):
        for head in heads:
            after += 1
            if head.position != after or not isinstance(head.hash, str):  # a damaged file has lost it
                raise StoreError(f"row {after} of the journal is missing or damaged: verify it")
            yield head.hash
