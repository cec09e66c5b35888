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


@pytest.mark.parametrize("point", ["create", "act", "refuse", "notate", "serialize", "analyze"])
def test_the_lines_are_counted(point: str) -> None:
    (row,) = re.findall(rf"^\| {point} \| (\d+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    section = TEXT.split(f"## {point.capitalize()}\n")[1].split("\n## ")[0]
    counted = {library: lines(block) for library, block in BLOCK.findall(section)}
    assert counted == dict(zip(LIBRARIES, map(int, row), strict=True))


def test_the_page_says_where_ours_is_longer() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    longer = [point for point, ours, *others in rows if int(ours) > min(map(int, others))]
    named = re.findall(r"\*\*(\w+)\*\*: ", TEXT.split("Ours is longer in two.")[1].split("\n## ")[0])
    assert [name.lower() for name in named] == longer
