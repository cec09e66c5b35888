"""What goes wrong in a browser: each time a plain sentence and a way on."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.browser.page_walk import STILL
from tests.web.browser.player import Player, watched
from tests.web.browser.served import FLAGS, KEY, dealt, executable, serving

LOST, SILENT = re.compile("Connection lost"), re.compile("This page is not getting live updates")


@pytest.mark.parametrize("by", ["a letter", "the stream"])
def test_a_session_that_has_ended_leads_to_the_sign_in_and_back(browser: Browser, tmp_path: Path, by: str) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 8d"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Stand")
        Player.enter(browser, served)  # Ada, in another browser: the session in this one ends
        if by == "a letter":
            ada.key("s")
        else:
            served.stop()
            expect(ada.page.get_by_text(LOST)).to_be_visible()
            served.start()
        ada.page.wait_for_url("**/sign-in?then=/tables/blackjack")
        expect(ada.page.get_by_role("status").get_by_text(re.compile("sign in again"))).to_be_visible()
        ada.press(ada.button(re.compile("^Ada")))
        expect(ada.hand("Seat 1: 10♥ 5♠, 15")).to_be_visible()
        ada.play("s", "Stand")
        assert "13:69F" in ada.settled()


def test_a_table_closed_under_a_patron_says_so_and_names_the_lobby(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 8d"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Stand")
        served.close_table("blackjack")
        ada.key("s")
        expect(ada.phase).to_have_text("The table is closed.")
        expect(ada.button("Leave seat 1")).to_have_count(0)
        expect(ada.button(re.compile("^Take seat|^Buy chips"))).to_have_count(0)
        ada.press(ada.page.get_by_role("link", name="Choose another table"))
        ada.page.wait_for_url("**/lobby")


def with_setting(browser: Browser, folder: Path, blocked: str) -> BrowserContext:
    """Start a Chromium whose user has blocked something for all sites."""
    profile = folder / "profile" / "Default"
    profile.mkdir(parents=True)
    settings = {"profile": {"default_content_setting_values": {blocked: 2}}}
    (profile / "Preferences").write_text(json.dumps(settings), encoding="utf-8")
    return browser.browser_type.launch_persistent_context(
        profile.parent, executable_path=executable(), args=FLAGS, headless=True
    )


def test_a_browser_that_keeps_no_cookies_says_so(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        context = with_setting(browser, tmp_path, "cookies")
        page = context.new_page()
        page.goto(f"{served.address}/demo/{KEY.reveal()}")
        assert context.cookies() == []
        expect(page.get_by_role("alert")).to_contain_text(
            "Your browser is not keeping cookies: allow cookies for this site"
        )
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password").fill("any")
        page.get_by_role("button", name="Sign in").press("Enter")
        expect(page.get_by_text("allow cookies for this site")).to_be_visible()
        expect(page.get_by_role("link", name="Go to the sign-in page")).to_be_visible()
        context.close()


def play_without_news(ada: Player, page: Page, words: re.Pattern[str]) -> None:
    """Play a round on a page that has no stream: it is loaded again to see what has happened."""
    notice = page.get_by_role("status").filter(has_text=words)
    again = notice.get_by_role("link", name="Reload the page")
    ada.go_to("blackjack")
    expect(notice).to_be_visible()
    ada.press(ada.button("Take seat 1"))
    for name in ("^Leave seat 1$", "^Cut$"):
        expect(ada.button(re.compile(name)).or_(again).first).to_be_visible()
        while not ada.button(re.compile(name)).count():
            expect(notice).to_be_visible()
            with page.expect_navigation():
                ada.press(again)
    assert ada.served.house.hub.seats_of("blackjack", "ada") == (1,)


def test_a_stream_that_is_refused_says_so_and_the_page_can_be_loaded_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.page.route("**/stream?*", lambda route: route.abort())
        play_without_news(ada, ada.page, LOST)


def test_a_stream_that_is_held_back_says_so_and_the_page_can_be_loaded_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        held: list[Route] = []
        ada.page.route("**/stream?*", lambda route: held.append(route))  # as by a proxy that waits for the end
        play_without_news(ada, ada.page, SILENT)


def test_a_server_without_room_for_a_stream_leaves_the_page_as_it_is(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.page.route("**/stream?*", lambda route: route.fulfill(status=429, json={"detail": "too many"}))
        ada.go_to("blackjack")
        expect(ada.page.get_by_text(LOST)).to_be_visible()
        expect(ada.button("Take seat 1")).to_be_visible()
        ada.page.unroute("**/stream?*")
        expect(ada.page.get_by_text(LOST)).not_to_be_visible()


def test_without_scripts_the_page_says_what_it_needs(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        other = with_setting(browser, tmp_path, "javascript")
        page = other.new_page()
        page.goto(f"{served.address}/demo/{KEY.reveal()}")
        page.get_by_role("button", name=re.compile("^Ada")).click()
        page.goto(f"{served.address}/tables/blackjack")
        words = page.locator("noscript p")
        expect(words).to_be_visible()
        assert "This page needs JavaScript" in words.evaluate("each => each.textContent")
        other.close()


AMOUNTS = (("Add play money", "ten dollars"), ("Add play money", "99999999"), ("Withdraw from the wallet", "-5"))


def test_amounts_that_are_none_are_answered_in_words(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        for label, text in AMOUNTS:
            ada.page.goto(f"{served.address}/account")
            field = ada.page.get_by_label(re.compile(f"^{label}")).first
            field.fill(text)
            field.press("Enter")
            expect(ada.page.get_by_role("link", name="Back to your account")).to_be_visible()


def test_an_old_link_of_the_server_says_which_one_to_use(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page = watched(browser.new_context().new_page())
        page.goto(f"{served.address}/demo/an-old-key")
        expect(page.get_by_text("use the one the server printed when it last started")).to_be_visible()
        expect(page.get_by_role("link", name="Go to the sign-in page")).to_be_visible()
