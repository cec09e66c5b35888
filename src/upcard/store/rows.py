"""A row of the journal: one command with its events, chained to the row before it by a hash."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from upcard.store.clock import read_time

GENESIS = "0" * 64  # what the first row carries as the hash of the row before it
FORM = "upcard journal row 1"  # the first field hashed: another way to hash has another name
LONGEST_NAME = 200
LARGEST_NUMBER = 2**31 - 1

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)

Versions = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NewRow:
    """What a caller appends; `expected` names each stream with the version that the command was decided on.

    The first stream is the main one. A stream that does not exist yet has version 0; the row takes the next version.
    """

    expected: Versions
    time: str
    actor: str
    key: str
    command: str
    events: str
    engine: str
    schema: int

    @property
    def streams(self) -> Versions:
        """The streams with the versions that the row takes in them."""
        return tuple((stream, version + 1) for stream, version in self.expected)


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalRow:
    """A row as it stands in the journal; `streams` has its version in each, the main stream first."""

    position: int
    streams: Versions
    time: str
    actor: str
    key: str
    command: str
    events: str
    engine: str
    schema: int
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a journal: its position and hash; position 0 where there is no row yet."""

    position: int = 0
    hash: str = GENESIS


class CanonicalJson(str):
    """A text that `canonical` has written: a journal does not read it again to see that it is canonical."""

    __slots__ = ()


def canonical(value: object) -> CanonicalJson:
    """Write a JSON value in canonical form: sorted keys, no spaces, only finite numbers."""
    return CanonicalJson(_ENCODER.encode(value))


def hash_of(position: int, new: NewRow, previous: str) -> str:
    """Return the hash of a row at a position, after the row with the hash `previous`."""
    streams = new.streams
    fields: list[str] = [FORM, str(position), previous, new.time, new.actor, new.key, new.engine, str(new.schema)]
    fields += [str(len(streams)), *(part for stream, version in streams for part in (stream, str(version)))]
    fields += [new.command, new.events]
    return hashlib.sha256(netstrings(fields)).hexdigest()


def netstrings(fields: Iterable[str]) -> bytes:
    """Write each field as its length in bytes, a colon, the bytes and a comma, so that every list is unambiguous."""
    return b"".join([b"%d:%b," % (len(content), content) for content in map(str.encode, fields)])


def chained(new: NewRow, head: Head) -> JournalRow:
    """Return the row that a new row becomes after the head of a journal."""
    position = head.position + 1
    return JournalRow(
        position=position,
        streams=new.streams,
        time=new.time,
        actor=new.actor,
        key=new.key,
        command=new.command,
        events=new.events,
        engine=new.engine,
        schema=new.schema,
        previous=head.hash,
        hash=hash_of(position, new, head.hash),
    )


def as_new(row: JournalRow) -> NewRow:
    """Return what was appended as a row."""
    return NewRow(
        expected=tuple((stream, version - 1) for stream, version in row.streams),
        time=row.time,
        actor=row.actor,
        key=row.key,
        command=row.command,
        events=row.events,
        engine=row.engine,
        schema=row.schema,
    )


def problems(new: NewRow) -> tuple[str, ...]:
    """Return everything that keeps a row from being appended."""
    return tuple(_problems(new))


def _problems(new: NewRow) -> Iterator[str]:
    names = [stream for stream, _ in new.expected]
    if not names:
        yield "a row must belong to at least one stream"
    if len(set(names)) != len(names):
        yield "a row must name each of its streams only once"
    if not all(0 <= version < LARGEST_NUMBER for _, version in new.expected):
        yield f"the version of a stream must be 0 to {LARGEST_NUMBER - 1}"
    for what, text in (*(("stream", name) for name in names), ("actor", new.actor), ("key", new.key)):
        if not _is_name(text):
            yield f"the {what} must have 1 to {LONGEST_NAME} printable characters"
    if not _is_name(new.engine):
        yield f"the engine version must have 1 to {LONGEST_NAME} printable characters"
    if not 0 <= new.schema <= LARGEST_NUMBER:
        yield f"the schema version must be 0 to {LARGEST_NUMBER}"
    try:
        read_time(new.time)
    except ValueError:
        yield "the time must be UTC with microseconds, such as 2026-07-01T12:00:00.000000Z"
    yield from _json_problems(new)


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NAME and text.isprintable()


def _json_problems(new: NewRow) -> Iterator[str]:
    if not _is_canonical(new.command) or new.command == "null":
        yield "the command is not canonical JSON"
    if not _is_canonical(new.events) or not new.events.startswith("["):
        yield "the events are not a list in canonical JSON"


def _is_canonical(text: str) -> bool:
    """Whether a text is canonical JSON that can be stored."""
    try:
        text.encode()
        return isinstance(text, CanonicalJson) or canonical(json.loads(text)) == text
    except (ValueError, RecursionError):
        return False
