"""Documents for the tests: every kind of each shipped table, and the text and the pixels of their pages."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from typing import Any

from PIL import Image
from pypdf import PdfReader

from tests.drawing.felts import table_of
from upcard.api.days import asked
from upcard.api.table import table_of as wrapped
from upcard.drawing.felt_plan import plan_felt
from upcard.paper.felt_document import felt_document, plan_document
from upcard.paper.filing import filing, filing_document
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.par_pages import par_document
from upcard.paper.sign_document import SignSize, sign_document
from upcard.paper.signs import signs
from upcard.paper.typst_document import PaperDocument, PaperFormat, typeset
from upcard.table import TableConfig, load

KINDS: dict[str, Callable[[TableConfig], PaperDocument]] = {
    "felt": lambda table: felt_document(plan_felt(table)),
    "plan": lambda table: plan_document(plan_felt(table)),
    "sign": lambda table: sign_document(table, signs(table)),
    "rail sign": lambda table: sign_document(table, signs(table), SignSize.RAIL),
    "filing": lambda table: filing_document(filing(table)),
}
PAR = "PAR sheet"  # takes longer, as it simulates


def document(kind: str, name: str, *changes: str) -> PaperDocument:
    table = load(name, changes) if name.endswith(".toml") else table_of(name, *changes)
    return par_of(table) if kind == PAR else KINDS[kind](asked(table))


def par_of(table: TableConfig) -> PaperDocument:
    table = asked(table)
    return par_document(table, par_sheet(wrapped(table), StatedPlay(), lambda *_: None))


@cache
def pdf_of(kind: str, name: str, *changes: str) -> bytes:
    (pdf,) = typeset(document(kind, name, *changes))
    return pdf


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of each page without blanks, as a renderer may set letters apart."""
    return [squeezed(page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b]+", "", text)


def text_of(kind: str, name: str, *changes: str) -> str:
    return "".join(pages_of(pdf_of(kind, name, *changes)))


@cache
def pictures_of(kind: str, name: str) -> tuple[Image.Image, ...]:
    drawn = typeset(document(kind, name), PaperFormat.PNG, pixels_per_inch=72)
    return tuple(Image.open(BytesIO(page)).convert("L") for page in drawn)


def fonts_of(pdf: bytes) -> list[tuple[str, bool]]:
    """Return the fonts of a PDF, those of its pictures too, each with whether it is embedded."""
    reader = PdfReader(BytesIO(pdf))
    size: Any = reader.trailer["/Size"]
    objects: Iterable[Any] = map(reader.get_object, range(1, size))
    descriptors = [each for each in objects if isinstance(each, dict) and each.get("/Type") == "/FontDescriptor"]
    return [(str(each["/FontName"]), bool({"/FontFile2", "/FontFile3"} & set(each))) for each in descriptors]
