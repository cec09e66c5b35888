"""Which code and tests cite each paragraph; the index is made by the tests and comes with the package."""

import json

from upcard.law.code import Paragraph
from upcard.law.files import HERE

INDEX = HERE / "cited.json"


MOST_ROUNDS = 5


def cited_by(paragraph: Paragraph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the modules that cite a paragraph, and the tests and golden rounds, of the latter a few."""
    if not INDEX.exists():
        return (), ()
    row = json.loads(INDEX.read_text(encoding="utf-8")).get(paragraph.number, {})
    rounds = row.get("rounds", [])
    shown = [f"tests/golden/{name}.toml" for name in rounds[:MOST_ROUNDS]]
    more = [f"{len(rounds) - MOST_ROUNDS} more golden rounds"] if len(rounds) > MOST_ROUNDS else []
    return tuple(row.get("code", ())), (*row.get("tests", ()), *shown, *more)
