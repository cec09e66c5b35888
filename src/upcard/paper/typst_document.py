"""Typeset a document: a template and JSON values in, PDF, PNG or SVG out, the same bytes on every machine.

A template never holds what it prints: it reads one JSON value, so that no text of a table file is taken for markup.
PDFs are PDF/UA-1 and PDF/A-2a together; only the fonts beside this module and those inside typst are used.
"""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, time
from enum import Enum
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from upcard import disk_cache
from upcard.errors import MissingPackage, Misuse
from upcard.paper.document_head import DocumentHead

FOLDER = Path(__file__).parent
TEMPLATES, FONTS = FOLDER / "templates", FOLDER / "fonts"
SERIF, SANS = "Libertinus Serif", "Source Sans Pro"  # the first comes inside typst
STANDARDS: list[Literal["a-2a", "ua-1"]] = ["a-2a", "ua-1"]
PIXELS_PER_INCH = 144
_NO_GLYPH = re.compile(r'the (?:text|PDF contains the codepoint) `?"(.*?)"', re.DOTALL)


class PaperFormat(Enum):
    """The formats in which a document is made, by the end of a file's name."""

    PDF = ".pdf"
    PNG = ".png"
    SVG = ".svg"


@dataclass(frozen=True, kw_only=True)
class PaperDocument:
    """A document before it is typeset: its template, its head, what it says, and its pictures as SVG."""

    template: str  # the name of a file in templates/
    head: DocumentHead
    content: Mapping[str, Any]  # JSON values
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def inputs(self) -> dict[str, str]:
        """Return what the template reads, as JSON."""
        head = json.dumps(asdict(self.head), default=str, sort_keys=True)
        content = json.dumps(self.content, sort_keys=True)
        return {"head": head, "content": content, "pictures": json.dumps(self.pictures, sort_keys=True)}


def typeset(
    document: PaperDocument, format_: PaperFormat = PaperFormat.PDF, *, pixels_per_inch: float = PIXELS_PER_INCH
) -> tuple[bytes, ...]:
    """Return the files of a document: one PDF, or a picture for each page; kept in the cache by all that made them."""
    key = _key(document, format_, pixels_per_inch)
    if (kept := disk_cache.read(key)) is not None:
        return tuple(b64decode(page) for page in kept["pages"])
    pages = _compiled(document, format_, pixels_per_inch)
    disk_cache.write(key, {"pages": [b64encode(page).decode() for page in pages]})
    return pages


def _key(document: PaperDocument, format_: PaperFormat, pixels_per_inch: float) -> str:
    question = {
        "templates": _templates(),
        "template": document.template,
        "inputs": document.inputs,
        "format": format_.value,
        "pixels per inch": pixels_per_inch,
    }
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=1)
def _templates() -> str:
    """Return a digest of templates, fonts and typst, so that no page outlives what it was made with."""
    digest = hashlib.sha256(_typst().__version__.encode())
    for file in sorted([*TEMPLATES.glob("*.typ"), *FONTS.glob("*.otf"), Path(__file__)]):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


# Any: typst is imported only where something is typeset, as it takes time and may not be installed.
def _typst() -> Any:
    try:
        return import_module("typst")
    except ImportError as missing:
        raise MissingPackage("a document", missing.name) from missing


@lru_cache(maxsize=1)
def _fonts() -> Any:
    return _typst().Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FONTS])


def _compiled(document: PaperDocument, format_: PaperFormat, pixels_per_inch: float) -> tuple[bytes, ...]:
    typst = _typst()
    compiler = typst.Compiler(
        TEMPLATES / document.template,
        root=TEMPLATES,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=document.inputs,
    )
    made_at = int(datetime.combine(document.head.date, time(), UTC).timestamp())
    try:
        # Only a PDF is checked for characters that no font has, so that one is made first for every format.
        pdf = compiler.compile(format="pdf", pdf_standards=STANDARDS, timestamp=made_at)
        if format_ is PaperFormat.PDF:
            return (pdf,)
        made = compiler.compile(format=format_.value.removeprefix("."), ppi=pixels_per_inch, timestamp=made_at)
    except typst.TypstError as wrong:
        raise _no_glyph(wrong) from wrong
    return tuple(made) if isinstance(made, list) else (made,)


def _no_glyph(wrong: Exception) -> Exception:
    """Return the misuse of a character that cannot be printed; any other error is a defect, and stays."""
    glyph = _NO_GLYPH.search(str(wrong))
    if glyph is None:
        return wrong
    return Misuse(f'the character "{glyph[1]}" cannot be printed: no font of upcard has it; write the text without it')
