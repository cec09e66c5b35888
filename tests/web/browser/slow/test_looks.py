"""How pages look: nothing wider than the screen, no motion where none is wanted, four colors, small files."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser.player import Player
from tests.web.browser.scenes import PATIENT, SCENES, Scene
from tests.web.browser.served import chromium, dealt, serving

LARGEST_VISIT = 150_000  # bytes, compressed
ANIMATIONS = "document.getAnimations().length"
COLOR = "suit => getComputedStyle(document.querySelector(`.uc-${suit}s`)).color"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as each:
        yield each


def scene(name: str) -> Scene:
    return next(each for each in SCENES if each.name == name)


@pytest.mark.parametrize("name", [each.name for each in SCENES])
def test_no_page_is_wider_than_the_screen(browser: Browser, tmp_path: Path, name: str) -> None:
    wanted = scene(name)
    with serving(tmp_path, random=dealt(wanted.decks, wanted.cards), pace=PATIENT) as served:
        player = Player.enter(browser, served)
        wanted.reach(player)
        for width in (320, 390, 768, 1280, 1920):
            player.page.set_viewport_size({"width": width, "height": 800})
            assert player.page.evaluate("document.documentElement.scrollWidth") <= width
        player.page.context.close()


@pytest.mark.parametrize(("wish", "is_still"), [("reduce", True), ("no-preference", False)])
def test_nothing_moves_where_the_system_asks_for_no_motion(
    browser: Browser, tmp_path: Path, wish: str, is_still: bool
) -> None:
    wanted = scene("table-turn")
    with serving(tmp_path, random=dealt(wanted.decks, wanted.cards), pace=PATIENT) as served:
        player = Player.enter(browser, served)
        player.page.emulate_media(reduced_motion=wish)  # type: ignore[arg-type]  # one of its words
        wanted.reach(player)
        assert (player.page.evaluate(ANIMATIONS) == 0) == is_still
        assert player.page.get_by_label("Show motion").is_checked() != is_still
        player.page.context.close()


def test_four_colors_give_each_suit_its_own(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=PATIENT) as served:
        player = Player.enter(browser, served)
        player.go_to("blackjack")
        colors = [player.page.evaluate(COLOR, suit) for suit in "shdc"]
        assert len(set(colors)) == 2
        player.page.get_by_text("Settings").click()
        player.page.get_by_label("Four-color suits").check()
        colors = [player.page.evaluate(COLOR, suit) for suit in "shdc"]
        assert len(set(colors)) == 4
        player.page.context.close()


def test_a_first_visit_is_small(browser: Browser, tmp_path: Path) -> None:
    """All that a new browser loads to sit at the fullest table, compressed, cards included."""
    with serving(tmp_path, pace=PATIENT) as served:
        player = Player.enter(browser, served)
        page = player.page.request.get(f"{served.address}/tables/seven-seats").text()
        files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
        loaded = [page.encode(), *(player.page.request.get(f"{served.address}{file}").body() for file in files)]
        assert len(loaded) >= 7
        assert sum(len(gzip.compress(each)) for each in loaded) <= LARGEST_VISIT
        player.page.context.close()
