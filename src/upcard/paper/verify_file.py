"""Verify a PAR sheet: make it again from its table, and name the first difference."""

import json
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from logging import CRITICAL, getLogger
from pathlib import Path
from typing import Any

from upcard.errors import MissingPackage, Misuse
from upcard.paper.par_pages import par_document
from upcard.paper.par_sheet import ParSheet
from upcard.paper.par_workbook import par_workbook
from upcard.paper.typst_document import typeset
from upcard.table import TableConfig

Places = Iterator[tuple[str, str]]  # where something stands, and what stands there
PAR_FORMATS = (".pdf", ".xlsx", ".json")
NOTHING = "nothing"


def par_file(table: TableConfig, sheet: ParSheet, suffix: str) -> bytes:
    """Return a PAR sheet as the bytes of a file in one of its formats."""
    match suffix.lower():
        case ".pdf":
            return typeset(par_document(table, sheet))[0]
        case ".xlsx":
            return par_workbook(sheet)
        case _:
            return (json.dumps(sheet.to_dict(), indent=2, ensure_ascii=False) + "\n").encode()


def first_difference(table: TableConfig, sheet: ParSheet, file: Path) -> str | None:
    """Return the first place where a file is not the sheet as it is made again; None if it is, byte for byte.

    Raises Misuse where the file cannot be read.
    """
    suffix = file.suffix.lower()
    if suffix not in PAR_FORMATS:
        raise Misuse(f"--verify: {file}: a PAR sheet ends in {', '.join(PAR_FORMATS)}")
    try:
        given = file.read_bytes()
    except OSError as wrong:
        raise Misuse(f"--verify: {file} cannot be read: {wrong.strerror}") from None
    due = par_file(table, sheet, suffix)
    if given == due:
        return None
    read = {".pdf": _of_pdf, ".xlsx": _of_workbook, ".json": _of_json}[suffix]
    try:
        of_file = dict(read(given))
    except MissingPackage:
        raise
    # Whatever a damaged file makes a reader raise: none of them says which errors it can meet.
    except Exception as wrong:
        raise Misuse(f"--verify: {file} is no {suffix[1:].upper()} file that can be read") from wrong
    made = dict(read(due))
    places = [place for place in {**made, **of_file} if made.get(place) != of_file.get(place)]
    if not places:
        return "every text is the same, but not the bytes: the file was written by another program or changed later"
    # A fingerprint differs because something else does.
    others = [place for place in places if sheet.fingerprint not in made.get(place, "")]
    first = (others or places)[0]
    stands, should = _short(of_file.get(first, NOTHING)), _short(made.get(first, NOTHING))
    return f"{first}: {stands} in the file, {should} when made again"


def _short(text: str, most: int = 90) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _of_json(data: bytes) -> Places:
    yield from _of_value(json.loads(data), "")


def _of_value(value: Any, path: str) -> Places:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _of_value(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _of_value(each, f"{path}[{place}]")
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def _of_workbook(data: bytes) -> Places:
    book = _library("openpyxl").load_workbook(BytesIO(data))
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    yield f'sheet "{sheet.title}", cell {cell.coordinate}', str(cell.value)


def _of_pdf(data: bytes) -> Places:
    getLogger("pypdf").setLevel(CRITICAL)  # what it says of a damaged file is no help to whoever verifies it
    reader = _library("pypdf").PdfReader(BytesIO(data))
    for number, page in enumerate(reader.pages, 1):
        for line, text in enumerate(page.extract_text().splitlines(), 1):
            yield f"page {number}, line {line}", text


# Any: libraries that are imported only where a file is read again.
def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as missing:
        raise MissingPackage("--verify", missing.name) from missing
