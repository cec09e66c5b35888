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
    """The same command by the same actor with the same key is already in the journal: `row` is the first one."""

    row: JournalRow


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another row took the version, or a row of the batch that this one builds on was not appended: decide again."""

    stream: str
    expected: int
    actual: int


@dataclass(frozen=True, slots=True)
class KeyReused:
    """The key was used for another command, that of `row`; None while that command waits for its commit."""

    row: JournalRow | None


@dataclass(frozen=True, slots=True)
class Malformed:
    """The row cannot be stored; all of its problems."""

    problems: tuple[str, ...]


AppendResult = Appended | Duplicate | Conflict | KeyReused | Malformed


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalInfo:
    """Basic facts about a journal: its identity, creation time, table revision and location."""

    identity: str
    created: str
    revision: str
    backend: str
    place: str


def described_journal(described: Mapping[str, str], *, revision: str, backend: str, place: str) -> JournalInfo:
    """Return the basic facts about a journal from its info table."""
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
        """Basic facts about the journal."""
        ...

    def append(self, batch: Sequence[NewRow]) -> tuple[AppendResult, ...]:
        """Append rows in one transaction and return a result for each, once they are durable."""
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
    """Yield every row after a position (of a stream, after a version), with one page in memory at a time."""
    while rows := journal.read(stream, after=after, limit=page):
        yield from rows
        last = rows[-1]
        after = last.position if stream is None else dict(last.streams)[stream]


def all_hashes(journal: Journal, *, after: int = 0, page: int = 10 * PAGE) -> Iterator[str]:
    """Yield the hash of every row after a position, a page at a time; raise StoreError if one is missing."""
    while heads := journal.hashes(after=after, limit=page):
        for head in heads:
            after += 1
            if head.position != after or not isinstance(head.hash, str):  # a damaged file has lost it
                raise StoreError(f"row {after} of the journal is missing or damaged: audit the journal")
            yield head.hash
