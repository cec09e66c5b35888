"""A short sample of the table in real Chromium: sit down, bet and play by keyboard alone; the rest is slow."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.accessibility import golden, violations
from tests.web.browser.line import Line
from tests.web.browser.page_walk import STILL
from tests.web.browser.player import Player
from tests.web.browser.served import dealt, serving

SIZES = (320, 390, 1280, 1920)


def test_the_name_of_a_person_is_shown_as_it_is_written(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert Player.enter(browser, served).page.locator(".person .who").inner_text() == "ada"


def test_a_pair_is_split_and_a_gray_play_says_why(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "8h 6c 8s 3d 2c Th Td Kc")) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.sit(2)
        expect(ada.page.get_by_role("definition").get_by_text("$9,500.00")).to_be_visible()
        ada.cut()
        ada.bet("blackjack", seat=2)
        surrender = ada.button(re.compile("^Surrender"))
        expect(surrender).to_have_attribute("aria-disabled", "true")
        expect(surrender).to_have_accessible_description(re.compile("surrender is not offered at this table 13:69F"))
        ada.press(surrender)
        expect(ada.page.get_by_role("alert")).to_contain_text("surrender is not offered")
        for width in SIZES:
            ada.page.set_viewport_size({"width": width, "height": 800})
            assert ada.page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(ada.page) == []
        ada.play("p", "Split")
        expect(ada.page.get_by_role("group", name=re.compile("^Seat 2, hand 2: 8"))).to_be_visible()
        golden(ada.page, "sample-split")
        ada.play("d", "Double")
        expect(ada.phase).to_contain_text("hand 2")
        ada.play("s", "Stand")
        assert "hand 2" in ada.settled()
        ada.wait_until_over()
        assert ada.heard_all_of("blackjack")


def test_a_reload_a_cut_line_and_a_restarted_server_leave_seat_and_cards_as_they_are(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 2d 8d")) as served:
        line = Line(served.port)
        ada = Player.enter(browser, served, address=line.address)
        ada.begin("blackjack")
        hand, lost = ada.hand("Seat 1: 10♥ 5♠, 15"), ada.page.get_by_text("Connection lost")
        expect(hand).to_be_visible()
        ada.page.reload()
        expect(hand).to_be_visible()
        line.cut()
        expect(lost).to_be_visible()
        line.mend()
        expect(lost).not_to_be_visible()
        served.stop()
        expect(lost).to_be_visible()
        served.start()
        expect(lost).not_to_be_visible()
        expect(hand).to_be_visible()
        ada.play("h", "Hit")
        expect(ada.hand("Seat 1: 10♥ 5♠ 2♦, 17")).to_be_visible()
        ada.play("s", "Stand")
        ada.wait_until_over()
        assert ada.heard_all_of("blackjack")
        line.close()


def test_a_double_click_on_hit_draws_one_card(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "9h 6c 2s 3d 4h 2c Kh Ts 9s"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Hit")
        hit = ada.button(re.compile("^Hit"))
        hit.dblclick(delay=10)
        expect(ada.hand("Seat 1: 9♥ 2♠ 3♦, 14")).to_be_visible()
        ada.page.wait_for_timeout(1000)
        assert served.drawn("blackjack") == 3
        hit.click()
        expect(hit).to_have_class(re.compile("is-pressed"))
        expect(hit).to_have_attribute("aria-disabled", "true")
        ada.key("h")
        ada.key("h")
        ada.page.wait_for_timeout(1000)
        assert served.drawn("blackjack") == 4
        ada.offered("Hit")  # it can be pressed again
