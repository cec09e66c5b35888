"""Which code and tests cite each paragraph; the index is made by the tests and comes with the package."""

import json

from upcard.law.code import Paragraph
from upcard.law.files import HERE

INDEX = HERE / "cited.json"


def cited_by(paragraph: Paragraph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the modules and the tests that cite a paragraph."""
    if not INDEX.exists():
        return (), ()
    row = json.loads(INDEX.read_text(encoding="utf-8")).get(paragraph.number, {})
    return tuple(row.get("code", ())), tuple(row.get("tests", ()))
