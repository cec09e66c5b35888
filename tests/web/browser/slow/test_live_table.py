"""What a player sees of a table without ever loading it again: results, totals, the clock, focus, the log."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.page_walk import LONG, STILL
from tests.web.browser.player import Player
from tests.web.browser.served import Served, dealt, serving

COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const tags = [...document.querySelectorAll(".tp-tag-on-felt rect")].map(box);
  return [...document.querySelectorAll(".tp-felt .is-covered")].map(box).filter((label) => !tags.some((each) =>
    each.left < label.right && label.left < each.right && each.top < label.bottom && label.top < each.bottom)).length;
}"""


def moving(browser: Browser, served: Served, person: str = "Ada") -> Player:
    """Return a person whose page shows motion, as most browsers do."""
    return Player.enter(browser, served, person, reduced_motion="no-preference")


def test_results_stay_on_the_felt_until_the_next_wager(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d Th 9c Ks 8d"), pace=STILL) as served:
        ada = moving(browser, served)
        ada.begin("blackjack")
        ada.play("s", "Stand")
        ada.wait_until_over()
        tags = ada.page.locator(".tp-tag-on-felt")
        expect(tags).to_have_text(["+$25win"])
        ada.page.wait_for_timeout(2500)  # every chip has flown away
        expect(tags).to_have_text(["+$25win"])
        expect(tags).to_be_visible()
        assert ada.page.evaluate(COVERED) == 0
        ada.bet("blackjack")
        expect(tags).to_have_count(0)
        assert ada.page.locator(".tp-felt .is-covered").count() == 0
