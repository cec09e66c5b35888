"""Export a journal as JSON lines (the first line identifies the journal, the others are rows) and import it again."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from upcard.errors import Misuse, StoreError
from upcard.store.clock import Random, read_time, system_random
from upcard.store.disk import make_private
from upcard.store.drafts import new_file
from upcard.store.journal import Appended, Journal, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.postgresql import is_url
from upcard.store.rows import GENESIS, Head, JournalRow, as_new, canonical, chained
from upcard.store.verify import ChainChecker

FORMAT = "upcard journal 1"
BATCH = 1000
Progress = Callable[[str, int, int], None]
_HEADER: dict[str, type] = {"format": str, "identity": str, "created": str, "rows": int, "head": str}
_ROW: dict[str, type] = {
    "position": int,
    "streams": list,
    "time": str,
    "actor": str,
    "key": str,
    "engine": str,
    "schema": int,
    "previous": str,
    "hash": str,
}


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the identity of the journal, when it was created, how many rows follow, the last one's hash."""

    identity: str
    created: str
    rows: int
    head: str


def row_line(row: JournalRow) -> str:
    """Write a row as one line; command and events are canonical JSON already."""
    return (
        f'{{"position":{row.position},"streams":{canonical([list(pair) for pair in row.streams])},'
        f'"time":{canonical(row.time)},"actor":{canonical(row.actor)},"key":{canonical(row.key)},'
        f'"command":{row.command},"events":{row.events},"engine":{canonical(row.engine)},"schema":{row.schema},'
        f'"previous":"{row.previous}","hash":"{row.hash}"}}'
    )


def export_lines(journal: Journal, path: Path, progress: Progress = lambda *_: None) -> Header:
    """Write a journal to a new file, compressed if its name ends in .gz; completely or not at all."""
    head = journal.head()
    header = Header(journal.info.identity, journal.info.created, head.position, head.hash)
    with new_file(path) as draft, _writing(draft, compressed=path.suffix == ".gz") as file:
        for line in _lines(journal, header, progress):
            file.write(f"{line}\n".encode())
    return header


def _lines(journal: Journal, header: Header, progress: Progress) -> Iterator[str]:
    yield canonical({"format": FORMAT, **{name: getattr(header, name) for name in Header.__slots__}})
    chain = ChainChecker()
    for row in all_rows(journal):
        if row.position > header.rows:
            break
        if wrong := chain.check(row):
            raise StoreError(f"the journal is not sound and was not exported: {wrong[0]}")
        if row.position % BATCH == 0:
            progress("exporting rows", row.position, header.rows)
        yield row_line(row)


@contextmanager
def _writing(draft: Path, *, compressed: bool) -> Iterator[IO[bytes]]:
    make_private(draft)
    with draft.open("wb") as file:
        if not compressed:
            yield file
            return
        # Without a name and a time in it the same journal gives the same bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            yield packed  # type: ignore[misc]  # a file of bytes, though its class does not say so


def _texts(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each line."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, line in enumerate(file, 1):
                yield number, json.loads(line)
    except (OSError, EOFError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is damaged"
        raise Misuse(f"cannot read {path}: {why}") from error
    except (ValueError, RecursionError) as error:
        raise Misuse(f"{path} is not a JSON lines journal: a line cannot be read") from error


def _has(value: Any, fields: dict[str, type]) -> bool:
    return isinstance(value, dict) and all(type(value.get(name)) is kind for name, kind in fields.items())


def read_lines(path: Path) -> tuple[Header, Iterator[JournalRow]]:
    """Return the header of a file and its rows, each verified as it is read; raise Misuse."""
    lines = _texts(path)
    first: Any = next(lines, (1, None))[1]
    if not _has(first, _HEADER) or first["format"] != FORMAT:
        raise Misuse(f"{path} is not a JSON lines journal: its first line must say {FORMAT!r}")
    header = Header(first["identity"], first["created"], first["rows"], first["head"])
    try:
        bytes.fromhex(header.identity)
        read_time(header.created)
    except ValueError:
        raise Misuse(f"{path}: its first line has no journal identity or no creation time") from None
    return header, _verified(path, header, lines)


def _verified(path: Path, header: Header, lines: Iterator[tuple[int, Any]]) -> Iterator[JournalRow]:
    head = Head(0, GENESIS)
    chain = ChainChecker()
    for number, value in lines:
        row = _row(value)
        if row is None:
            raise Misuse(f"{path}, line {number}: not a row of a journal")
        if chained(as_new(row), head) != row:
            raise Misuse(
                f"{path}, line {number}: row {row.position} does not follow from the previous row: it was changed"
            )
        if wrong := chain.check(row):
            raise Misuse(f"{path}, line {number}: {wrong[0]}")
        head = Head(row.position, row.hash)
        yield row
    if (head.position, head.hash) != (header.rows, header.head):
        raise Misuse(f"{path} ends at row {head.position}, but its first line says {header.rows}: rows were cut off")


def _row(value: Any) -> JournalRow | None:
    if not _has(value, _ROW) or not {"command", "events"} <= value.keys():
        return None
    fields = {name: value[name] for name in _ROW if name != "streams"}
    try:
        streams = tuple((str(stream), int(version)) for stream, version in value["streams"])
        return JournalRow(
            streams=streams, command=canonical(value["command"]), events=canonical(value["events"]), **fields
        )
    except (TypeError, ValueError):
        return None


def import_lines(path: Path, place: str, progress: Progress = lambda *_: None) -> Header:
    """Create a new journal from a file: same identity, same rows, same hashes.

    The whole file is verified before anything is written. A new SQLite file appears whole or not at all.
    """
    header, rows = read_lines(path)
    for row in rows:
        if row.position % BATCH == 0:
            progress("verifying rows", row.position, header.rows)
    if is_url(place):
        _fill(path, place, header, progress)
    else:
        with new_file(Path(place)) as draft:
            _fill(path, str(draft), header, progress)
    return header


def _fill(path: Path, place: str, header: Header, progress: Progress) -> None:
    create_journal(place, clock=lambda: read_time(header.created), random=_identity(header))
    with closing(open_journal(place)) as journal:
        batch: list[JournalRow] = []
        for row in read_lines(path)[1]:
            batch.append(row)
            if len(batch) == BATCH:
                _append(journal, batch)
                progress("importing rows", row.position, header.rows)
                batch = []
        _append(journal, batch)


def _identity(header: Header) -> Random:
    """Return the random source of a new journal, so that it gets the identity in the file."""
    identity = bytes.fromhex(header.identity)
    return lambda count: identity if count == len(identity) else system_random(count)


def _append(journal: Journal, rows: list[JournalRow]) -> None:
    for row, result in zip(rows, journal.append([as_new(row) for row in rows]) if rows else (), strict=True):
        if not isinstance(result, Appended) or result.row != row:
            raise StoreError(f"row {row.position} of the file cannot be stored: {result}")
