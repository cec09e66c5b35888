"""Every lawful shipped table and every kind of document; every unlawful one, marked; and how long each takes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT
from tests.drawing.felts import LAWFUL
from tests.paper import expectations as must
from tests.paper.documents import KINDS
from upcard.table import Status, check, load, status_of

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
EVERY_TABLE = pytest.mark.parametrize("name", LAWFUL)
VERBS = {
    "felt": ("layout", "{}", "-o"),
    "plan": ("layout", "{}", "--plan", "-o"),
    "sign": ("sign", "{}", "-o"),
    "rail sign": ("sign", "{}", "--size", "rail", "-o"),
    "filing": ("check", "{}", "--report"),
}
COLD, WARM = 2.0, 0.3  # seconds of the processor
UNLAWFUL = [
    str(file)
    for file in sorted((ROOT / "tables/unlawful").glob("*.toml"))
    if status_of(check(table := load(file))) is Status.UNLAWFUL and len(table.games) == 1
]


@EVERY_KIND
@EVERY_TABLE
def test_a_document_keeps_both_standards_and_is_the_same_twice(kind: str, name: str) -> None:
    must.compiles_the_same_twice_with_fonts_embedded(kind, name)
    must.every_page_has_the_fingerprint(kind, name)


@pytest.mark.parametrize("kind", ["felt", "sign", "rail sign"])
@EVERY_TABLE
def test_every_odd_inscription_and_limit_is_found_in_the_text(kind: str, name: str) -> None:
    must.says_every_odd(kind, name)
    must.says_every_inscription(kind, name)
    must.says_every_limit(kind, name)


@EVERY_TABLE
def test_a_filing_names_the_paragraph_of_every_requirement(name: str) -> None:
    must.lists_every_requirement(name)


@pytest.mark.parametrize("kind", ["sign", "rail sign", "filing", "plan"])
@pytest.mark.parametrize("name", [*LAWFUL, "longest", "one word"])
def test_no_text_leaves_its_box(kind: str, name: str) -> None:
    must.has_no_ink_outside(kind, name)


@EVERY_KIND
@pytest.mark.parametrize("file", UNLAWFUL)
def test_an_unlawful_table_is_marked(kind: str, file: str) -> None:
    must.is_marked_unlawful(kind, file)


@EVERY_KIND
@pytest.mark.parametrize("name", ["buster", "free-bet", "seven-seats"])
def test_a_document_is_made_in_time(kind: str, name: str, tmp_path: Path) -> None:
    """Time of the processor, with the start of Python: the clock of a busy machine says little."""
    environment = {**os.environ, "UPCARD_CACHE": str(tmp_path / "cache")}
    arguments = [each.format(name) for each in VERBS[kind]]
    program = [sys.executable, "-m", "upcard", *arguments, str(tmp_path / "made.pdf")]

    def seconds() -> float:
        before = os.times()
        subprocess.run(program, cwd=ROOT, env=environment, check=True, capture_output=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert seconds() < COLD
    assert min(seconds() for _ in range(3)) < WARM
