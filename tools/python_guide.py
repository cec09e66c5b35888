"""The guide to Python: its program is that of the tests, and its notebook is made from it."""

import doctest
import json
import re
from collections.abc import Iterator
from typing import Any

from tests.command import ROOT

GUIDE = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "docs" / "python.ipynb"
PROGRAM = ROOT / "tests" / "embedded_table.py"
BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
MARKS = ("<!-- embedded -->\n", "<!-- end of embedded -->\n")


def with_program(document: str) -> str:
    """Return the guide with the embedded program put between its marks."""
    before, rest = document.split(MARKS[0])
    _, after = rest.split(MARKS[1])
    return f"{before}{MARKS[0]}```python\n{PROGRAM.read_text(encoding='utf-8')}```\n{MARKS[1]}{after}"


def notebook() -> str:
    """Return the notebook of the guide: its text, and its examples without what they print."""
    cells = list(_cells(GUIDE.read_text(encoding="utf-8")))
    for number, cell in enumerate(cells, 1):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    document = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _cells(text: str) -> Iterator[dict[str, Any]]:
    end = 0
    words = ""
    for block in BLOCK.finditer(text):
        words += text[end : block.start()]
        end = block.end()
        if ">>> " not in block[1]:  # a program, which a notebook shows and does not run
            words += block[0]
            continue
        yield from _text_cell(words)
        words = ""
        yield from _code_cells(block[1])
    yield from _text_cell(words + text[end:])


def _text_cell(text: str) -> Iterator[dict[str, Any]]:
    if text.strip():
        yield {"cell_type": "markdown", "metadata": {}, "source": text.strip().splitlines(keepends=True)}


def _code_cells(block: str) -> Iterator[dict[str, Any]]:
    """Yield a cell for the examples up to each one that prints something; what it prints is kept as metadata."""
    source = ""
    for example in doctest.DocTestParser().get_examples(block):
        source += example.source
        if example.want:
            yield _code_cell(source, example.want)
            source = ""
    if source:
        yield _code_cell(source, "")


def _code_cell(source: str, printed: str) -> dict[str, Any]:
    lines = source.rstrip("\n").splitlines(keepends=True)
    wanted = {"prints": printed} if printed else {}
    return {"cell_type": "code", "execution_count": None, "metadata": wanted, "outputs": [], "source": lines}
