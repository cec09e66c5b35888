"""The page on how the simulator works: its numbers are those of the tables."""

import doctest
from pathlib import Path

import pytest

from tests.command import ROOT

PAGE = Path(ROOT) / "docs" / "simulator.md"


def test_the_numbers_of_the_page_are_those_of_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried
    assert not failed


def test_every_file_that_the_page_names_exists() -> None:
    package = Path(ROOT) / "src" / "upcard" / "sim"
    text = PAGE.read_text(encoding="utf-8")
    table = [cell for line in text.splitlines() if line.startswith("| ") for cell in line.split("`")[1::2]]
    assert table
    assert [name for name in table if not (package / name).exists()] == []
