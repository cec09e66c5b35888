"""In a real browser no text is wider than computed, in any of the fonts that a reader may have: make test-drawings."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.drawing.felts import LAWFUL, plan_of
from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.page_style import page_stylesheet
from upcard.drawing.palette import FONTS
from upcard.table import Status

CASES = [
    *((name, "seats=7") for name in LAWFUL),
    *((name,) for name in LAWFUL),
    *(("longest", f"seats={seats}") for seats in range(1, 8)),
    ("one word",),
    ("other scripts",),
]
SCRIPT = """<pre id="answer"></pre><script>
const felts = [...document.querySelectorAll("svg.uf")].map(
  (felt) => [...felt.querySelectorAll("text")].map((text) => text.getComputedTextLength()));
document.getElementById("answer").textContent = JSON.stringify(felts);
</script>"""
FAMILIES = {
    "the fonts of the drawing": FONTS,
    "DejaVu": {"serif": "'DejaVu Serif'", "sans": "'DejaVu Sans'"},
    "Liberation": {"serif": "'Liberation Serif'", "sans": "'Liberation Sans'"},
}


def widths(plan: FeltPlan) -> list[tuple[str, float]]:
    """Return every text with its computed width, in the order in which they are drawn."""
    labels = [*(label for panel in plan.panels for label in panel.labels), *plan.labels]
    return [*((arc.text, arc.width) for arc in plan.arcs), *((label.text, label.width) for label in labels)]


def answer(page: Path, *options: str) -> Any:
    """Return what the script of a page writes into its element "answer", in Chromium."""
    browser = shutil.which("chromium")
    assert browser, "install Chromium: apt-get install chromium"
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", *options, "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    written = re.search(r'<pre id="answer">(.*?)</pre>', done.stdout, re.DOTALL)
    assert written
    return json.loads(html.unescape(written[1]))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_text_is_wider_than_computed(family: str, tmp_path: Path) -> None:
    plans = [plan_of(*case) for case in CASES]
    drawings = []
    for number, plan in enumerate(plans):
        svg = felt_svg(plan, prefix=f"f{number}-")
        for kind, fonts in FAMILIES[family].items():
            svg = svg.replace(FONTS[kind], fonts)
        drawings.append(svg)
    page = tmp_path / "felts.html"
    page.write_text(f'<!doctype html><meta charset="utf-8">{"".join(drawings)}{SCRIPT}', encoding="utf-8")
    measured: list[list[float]] = answer(page)
    assert len(measured) == len(plans)
    for plan, felt in zip(plans, measured, strict=True):
        # the last text of an unlawful felt is the warning across it
        shown = [*(felt[:-1] if plan.status is Status.UNLAWFUL else felt)]
        for (text, width), length in zip(widths(plan), shown, strict=True):
            assert 0 < length <= width * 1.001 + 0.05, (plan.table.file, text, width, length)


COLORS = """<pre id="answer"></pre><div id="canvas" style="color: Canvas"></div><script>
const color = (place, name) => getComputedStyle(document.querySelector(place))[name];
document.getElementById("answer").textContent = JSON.stringify([
  color(".uf-middle", "stopColor"), color("#canvas", "color"), color(".uf-title", "fill")  ]);
</script>"""
FORCED = ("--force-high-contrast", "--enable-features=ForcedColors")


@pytest.mark.parametrize(
    ("theme", "options", "felt"),
    [
        ("light", (), "rgb(28, 90, 140)"),
        ("dark", (), "rgb(22, 69, 108)"),
        ("light", FORCED, None),
        ("dark", FORCED, None),
    ],
)
def test_the_stylesheet_of_a_page_colors_a_felt(
    theme: str, options: tuple[str, ...], felt: str | None, tmp_path: Path
) -> None:
    svg = felt_svg(plan_of("blackjack", "layout.felt=blue"), with_style=False)
    (tmp_path / "page.css").write_text(page_stylesheet(), encoding="utf-8")
    page = tmp_path / "page.html"
    head = '<meta charset="utf-8"><link rel="stylesheet" href="page.css">'
    page.write_text(f'<!doctype html><html data-theme="{theme}">{head}<body>{svg}{COLORS}', encoding="utf-8")
    middle, canvas, title = answer(page, *options)
    assert middle == (felt or canvas)
    assert title != middle
