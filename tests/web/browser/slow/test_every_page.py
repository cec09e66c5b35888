"""Every page in Chromium, at two sizes, in light, dark and forced colors: what axe-core finds, and what is spoken."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser.accessibility import GOLDEN, WRITES, AxeRow, examined, golden
from tests.web.browser.contrast import MeasuredContrast, measured
from tests.web.browser.page_walk import PAGES, walk

WIDTHS = (390, 1280)
COLORS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}
LEFT_OPEN = GOLDEN / "left-open.txt"
NARROWEST = 320
KIND = """place => {
  const each = document.querySelector(place);
  const [name] = each.classList;
  return each.tagName.toLowerCase() + (each.id ? `#${each.id}` : name ? `.${name}` : "");
}"""


@dataclass
class Looked:
    """What was found on a page, by size and colors."""

    violations: list[tuple[str, AxeRow]] = field(default_factory=list)
    left_open: set[str] = field(default_factory=set)
    poor: list[tuple[str, MeasuredContrast]] = field(default_factory=list)
    difference: str = ""  # from the golden text
    overflow: int = 0  # pixels beyond 320


def look(name: str, page: Page) -> Looked:
    looked, size = Looked(), page.viewport_size
    assert size is not None
    try:
        golden(page, name.replace(", ", "-").replace(" ", "-"))
    except AssertionError as error:
        looked.difference = str(error)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for colors, media in COLORS.items():
            page.emulate_media(**media)
            violated, left_open = examined(page)
            case = f"{width} {colors}"
            looked.violations += [(case, row) for row in violated]
            looked.left_open |= {f"{row.rule} {page.evaluate(KIND, row.place)}" for row in left_open}
            results = measured(page, [row.place for row in left_open])
            looked.poor += [(case, result) for result in results if not result.is_enough]
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": NARROWEST, "height": 700})
    looked.overflow = page.evaluate("document.documentElement.scrollWidth") - NARROWEST
    page.set_viewport_size(size)
    page.evaluate("scrollTo(0, 0)")
    return looked


@pytest.fixture(scope="module")
def looked(chromium_process: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Looked]:
    folder: Path = tmp_path_factory.mktemp("walk")
    return {name: look(name, page) for name, page in walk(chromium_process, folder)}


def test_the_walk_visits_every_page(looked: dict[str, Looked]) -> None:
    assert tuple(looked) == PAGES


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_violation_of_any_impact(looked: dict[str, Looked], name: str) -> None:
    assert looked[name].violations == []


@pytest.mark.parametrize("name", PAGES)
def test_what_axe_leaves_open_is_contrast_and_the_pixels_have_enough_of_it(
    looked: dict[str, Looked], name: str
) -> None:
    assert all(line.startswith("color-contrast ") for line in looked[name].left_open)
    assert looked[name].poor == []


@pytest.mark.parametrize("name", PAGES)
def test_a_screen_reader_has_the_page_as_it_is_written_down(looked: dict[str, Looked], name: str) -> None:
    assert looked[name].difference == ""


@pytest.mark.parametrize("name", PAGES)
def test_the_smallest_screen_does_not_scroll_sideways(looked: dict[str, Looked], name: str) -> None:
    assert looked[name].overflow <= 0


def test_everything_that_axe_leaves_open_is_listed(looked: dict[str, Looked]) -> None:
    lines = "".join(f"{name}: {line}\n" for name, each in looked.items() for line in sorted(each.left_open))
    if WRITES:
        LEFT_OPEN.write_text(lines, encoding="utf-8")
    assert lines == LEFT_OPEN.read_text(encoding="utf-8"), "what axe-core leaves open differs: make golden-pages"
