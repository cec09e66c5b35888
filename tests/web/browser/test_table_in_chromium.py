"""A short sample of the table in real Chromium: sit down, bet and play by keyboard alone; the rest is slow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.served import Player, chromium, dealt, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as each:
        yield each


def test_the_first_minute_from_the_printed_address_to_a_settled_round(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d")) as served:
        ada = Player.enter(browser, served)
        ada.press(ada.page.get_by_role("link", name="Sit down at BJ-1, "))
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        ada.play("s", "Stand")
        assert "13:69F-2.3" in ada.settled()
        assert ada.inputs <= 8
        ada.wait_until_over()
        said = ada.announced()
        narrated = served.narration("blackjack")
        assert said[-len(narrated) :] == narrated
        assert ada.problems == []


def test_a_pair_is_split_and_a_gray_play_says_why(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "8h 6c 8s 3d 2c Th Td Kc")) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.sit(2)
        expect(ada.page.get_by_role("definition").get_by_text("$9,500.00")).to_be_visible()
        ada.cut()
        ada.bet("blackjack", seat=2)
        for width in (320, 390, 1280, 1920):
            ada.page.set_viewport_size({"width": width, "height": 800})
            assert ada.page.evaluate("document.documentElement.scrollWidth") <= width
        surrender = ada.button(re.compile("^Surrender"))
        expect(surrender).to_have_attribute("aria-disabled", "true")
        expect(surrender).to_have_accessible_description(re.compile("surrender is not offered at this table 13:69F"))
        ada.press(surrender)
        expect(ada.page.get_by_role("alert")).to_contain_text("surrender is not offered")
        ada.play("p", "Split")
        expect(ada.page.get_by_role("group", name=re.compile("^Seat 2, hand 2: 8"))).to_be_visible()
        ada.play("d", "Double")
        expect(ada.phase).to_contain_text("hand 2")
        ada.play("s", "Stand")
        assert "hand 2" in ada.settled()
        assert ada.problems == []


def test_a_reload_and_a_lost_connection_leave_seat_and_cards_as_they_are(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 2d 8d")) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        hand = ada.page.get_by_role("group", name="Seat 1: 10♥ 5♠, 15")
        expect(hand).to_be_visible()
        ada.page.reload()
        expect(hand).to_be_visible()
        served.stop()
        expect(ada.page.get_by_text("The connection is lost")).to_be_visible()
        served.start()
        expect(ada.page.get_by_text("The connection is lost")).not_to_be_visible()
        expect(hand).to_be_visible()
        ada.play("h", "Hit")
        expect(ada.page.get_by_role("group", name="Seat 1: 10♥ 5♠ 2♦, 17")).to_be_visible()
        ada.play("s", "Stand")
        assert "lose" in ada.settled() or "win" in ada.settled() or "push" in ada.settled()
        assert ada.problems == []
