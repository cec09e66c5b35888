"""The files of a document: written whole, a page each where the format holds one only, and listed for --json."""

import hashlib
import sys
from pathlib import Path
from typing import Any

from upcard.cli.output_files import OPTION, STANDARD_OUTPUT, require_output, write_whole_files
from upcard.errors import Misuse
from upcard.paper.typst_document import PIXELS_PER_INCH, PaperDocument, PaperFormat, typeset
from upcard.table import Status

WARNINGS = {
    Status.UNLAWFUL: "not lawful as configured, and the {what} says so",
    Status.NOT_SHOWN: "not shown to be lawful as configured",
}
SUFFIXES = tuple(each.value for each in PaperFormat)


def require_document_file(name: str, what: str, *suffixes: str, option: str = OPTION) -> None:
    """Raise Misuse unless a document can be written to a file of this name; none goes to standard output."""
    if name == STANDARD_OUTPUT:
        raise Misuse(
            f"{option}: the {what} is not written to standard output: name a file, such as {what}{suffixes[0]}"
        )
    require_output(name, what, *suffixes, option=option)


def write_document(
    name: str, document: PaperDocument, *, pixels_per_inch: float = PIXELS_PER_INCH, option: str = OPTION
) -> list[dict[str, Any]]:
    """Write a document in the format that a file's name says; return what was written.

    Further pages of a picture go to files numbered from 2: sign.png, sign-2.png.
    """
    format_ = PaperFormat(Path(name).suffix.lower())
    pages = typeset(document, format_, pixels_per_inch=pixels_per_inch)
    names = [page_name(name, page) for page in range(1, len(pages) + 1)]
    write_whole_files(dict(zip(names, pages, strict=True)), option)
    return [written_json(file, data) for file, data in zip(names, pages, strict=True)]


def page_name(name: str, page: int) -> str:
    """Return the name of a page's file.

    >>> page_name("signs/sign.png", 1), page_name("signs/sign.png", 2)
    ('signs/sign.png', 'signs/sign-2.png')
    """
    file = Path(name)
    return name if page == 1 else str(file.with_name(f"{file.stem}-{page}{file.suffix}"))


def written_json(name: str, data: bytes) -> dict[str, Any]:
    """Return a file that was written, as JSON values."""
    return {"file": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def warn_of_status(status: Status, table: str, what: str) -> int:
    """Write to the terminal that a table is unlawful, as what was made says too, or not shown to be lawful.

    Return the exit code: 1 for an unlawful table.
    """
    if status is not Status.LAWFUL and sys.stderr is not None:
        print(f"upcard: {table}: {WARNINGS[status].format(what=what)}: upcard check", file=sys.stderr)
    return 1 if status is Status.UNLAWFUL else 0
