"""The comparison with other libraries: our examples run, and its lines are counted."""

import doctest
import re

import pytest

from tests.command import ROOT

PAGE = ROOT / "docs" / "comparison.md"
TEXT = PAGE.read_text(encoding="utf-8")
LIBRARIES = ("upcard", "pokerkit", "python-chess")
BLOCK = re.compile(r"^(upcard|pokerkit|python-chess)[^\n]*:\n\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def lines(block: str) -> int:
    """Return how many lines of code there are, without what they print."""
    if ">>> " in block:
        return sum(example.source.count("\n") for example in doctest.DocTestParser().get_examples(block))
    return sum(bool(line.strip()) for line in block.splitlines())


def test_our_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert not failed


ROW = re.compile(r"^\| (\w+) \| (\d+|not possible) \| (\d+) \| (\d+) \|$", re.MULTILINE)
POINTS = {point: counts for point, *counts in ROW.findall(TEXT)}


def test_the_points_are_those_of_the_sections() -> None:
    assert [section.lower() for section in re.findall(r"^## (\w+)$", TEXT, re.MULTILINE)] == list(POINTS)
    assert set(POINTS) >= {"create", "act", "refuse", "notate", "serialize", "analyze"}


@pytest.mark.parametrize("point", POINTS)
def test_the_lines_are_counted(point: str) -> None:
    section = TEXT.split(f"## {point.capitalize()}\n")[1].split("\n## ")[0]
    counted = {library: str(lines(block)) for library, block in BLOCK.findall(section)}
    assert [counted.get(library, "not possible") for library in LIBRARIES] == POINTS[point]


def test_the_page_says_where_ours_is_longer_or_not_possible() -> None:
    behind = [
        point for point, (ours, *others) in POINTS.items() if not ours.isdigit() or int(ours) > min(map(int, others))
    ]
    named = re.findall(r"\*\*(\w+)\*\*: ", TEXT.split("Ours is longer in")[1].split("\n## ")[0])
    assert [name.lower() for name in named] == behind
