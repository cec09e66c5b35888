"""What axe-core finds on a page, what it leaves open, and the page as a screen reader has it, beside golden text.

`UPCARD_GOLDEN=1` in the environment writes the golden text; `make golden-pages` does that.
"""

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

HERE = Path(__file__).parent
SCRIPT = (HERE / "axe_core" / "axe-4.14.0.min.js").read_text(encoding="utf-8")
GOLDEN = HERE / "golden"
WRITES = bool(os.environ.get("UPCARD_GOLDEN"))
RUN = """() => axe.run(document, { resultTypes: ["violations", "incomplete"] }).then(({ violations, incomplete }) => {
  const rows = (rules) => rules.flatMap((rule) => rule.nodes.map((node) => (
    { rule: rule.id, impact: rule.impact ?? "", place: node.target.flat().join(" "), summary: node.failureSummary })));
  return { violations: rows(violations), incomplete: rows(incomplete) };
})"""
_CHANGES = (
    (re.compile(r"timer: \d+:\d\d:\d\d"), "timer: TIME"),
    (re.compile(r"\d+:\d\d:\d\d\b"), "TIME"),
    (re.compile(r'(progressbar "Time left to act")(: .*)?'), r"\1"),
    (re.compile(r"^ *- text: \d+ s\n", re.MULTILINE), ""),  # of the clock, which a script fills in
    (re.compile(r"\b\d+ s\b"), "SECONDS"),
    (re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?"), "DATE"),
    (re.compile(r"to \d\d:\d\d UTC"), "to TIME UTC"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"(/url: /static/)[0-9a-f]+"), r"\1DIGEST"),
    (re.compile(r"(/url: /rulings\?).*"), r"\1ROUND"),
    (re.compile(r"upcard \d+\.\d+\.\d+"), "upcard VERSION"),
)


class AxeRow(NamedTuple):
    """A place where axe-core finds something wrong, or cannot say."""

    rule: str
    impact: str
    place: str
    summary: str


def examined(page: Page) -> tuple[list[AxeRow], list[AxeRow]]:
    """Return the violations on a page, and what axe-core leaves open; it runs beside the policy of the page."""
    page.evaluate(SCRIPT)
    answer: dict[str, list[dict[str, Any]]] = page.evaluate(RUN)
    violated, left_open = ([AxeRow(**row) for row in answer[kind]] for kind in ("violations", "incomplete"))
    return violated, left_open


def violations(page: Page) -> list[AxeRow]:
    return examined(page)[0]


def spoken(page: Page) -> str:
    """Return a page as a screen reader has it, without what differs at every visit."""
    text = page.locator("body").aria_snapshot()
    for pattern, words in _CHANGES:
        text = pattern.sub(words, text)
    return text + "\n"


def golden(page: Page, name: str) -> None:
    """Compare a page as a screen reader has it with its golden text, or write that."""
    file, text = GOLDEN / f"{name}.yaml", spoken(page)
    if WRITES:
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"no golden text {file.name}: run make golden-pages"
    assert text == file.read_text(encoding="utf-8"), f"{file.name} differs: read it, then run make golden-pages"
