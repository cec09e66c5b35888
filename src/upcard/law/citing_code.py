"""The code and the tests that cite each paragraph; `make docs` writes both indexes, and only that of the code ships."""

import json
from pathlib import Path
from typing import Any

from upcard.law.code import Paragraph
from upcard.law.files import HERE

CODE_INDEX = HERE / "citing_code.json"
TEST_INDEX = HERE.parents[2] / "tests" / "citing_tests.json"  # in a source tree only
MOST_ROUNDS_SHOWN = 5


def citing_code(paragraph: Paragraph) -> tuple[str, ...]:
    """Return the modules that cite a paragraph."""
    return tuple(_read(CODE_INDEX).get(paragraph.number, ()))


def citing_tests(paragraph: Paragraph) -> tuple[str, ...] | None:
    """Return the tests and a few of the golden rounds that cite a paragraph; None outside a source tree."""
    if not TEST_INDEX.exists():
        return None
    row = _read(TEST_INDEX).get(paragraph.number, {})
    rounds = row.get("rounds", [])
    shown = [f"tests/golden/{name}.toml" for name in rounds[:MOST_ROUNDS_SHOWN]]
    more = [f"{len(rounds) - MOST_ROUNDS_SHOWN} more golden rounds"] if len(rounds) > MOST_ROUNDS_SHOWN else []
    return (*row.get("tests", ()), *shown, *more)


# Any: each index has rows of its own form.
def _read(index: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(index.read_text(encoding="utf-8"))
    return content
