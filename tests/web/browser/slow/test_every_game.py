"""Every game and every wager of the pit played to the end in real Chromium, by keyboard alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.served import Player, Served, chromium, dealt, serving
from upcard.service.house import demo_tables

TABLES = [name for name, _ in demo_tables()]
LONGEST = 60.0  # seconds


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as each:
        yield each


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pit")) as each:
        yield each


def finish(player: Player) -> None:
    """Stand, press buttons, let insurance pass, until the cards are picked up."""
    over, end = player.page.get_by_role("log").get_by_text("the cards are picked up"), monotonic() + LONGEST
    while over.count() == 0:
        assert monotonic() < end, player.phase.inner_text()
        for key, name in (("b", "^Press the"), ("s", "^Stand")):
            button = player.button(re.compile(name))
            if button.count() and button.get_attribute("aria-disabled") is None:
                player.key(key)
        player.page.wait_for_timeout(60)


@pytest.mark.parametrize("name", TABLES)
def test_a_round_with_every_wager_of_the_table(browser: Browser, served: Served, name: str) -> None:
    ada = Player.enter(browser, served)
    ada.go_to(name)
    ada.sit()
    ada.cut()
    areas = ada.page.get_by_role("group", name="Betting areas of seat 1").get_by_role("button")
    names = [re.sub(r"^Seat 1, (.*): \$.*$", r"\1", each.get_attribute("aria-label") or "") for each in areas.all()]
    assert names
    ada.bet(*names)
    finish(ada)
    expect(ada.page.get_by_role("region", name="Settled")).to_be_visible()
    narrated = served.narration(name)
    assert ada.announced()[-len(narrated) :] == narrated
    assert ada.problems == []
    ada.press(ada.button("Leave seat 1"))
    expect(ada.button("Take seat 1")).to_be_visible()
    ada.page.context.close()


def test_a_free_split_has_its_button(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "8h 6c 8s 3d 2c Th Td Kc 9c")) as own:
        ada = Player.enter(browser, own)
        ada.go_to("free-bet")
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        ada.play("g", "Free split")
        expect(ada.page.get_by_text("free split button").first).to_be_visible()
        finish(ada)
        assert ada.problems == []


def test_insurance_is_offered_against_an_ace(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th Ac 9s Kd")) as own:
        ada = Player.enter(browser, own)
        ada.go_to("blackjack")
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        expect(ada.button(re.compile("^Even money"))).to_have_attribute("aria-disabled", "true")
        ada.play("i", "Insurance for")
        finish(ada)
        assert "insurance" in ada.settled()
        assert ada.problems == []


def test_two_browsers_at_one_table_see_the_same_cards(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9h 9c 5s 8s 2d 8d Kc")) as own:
        ada, ben = Player.enter(browser, own), Player.enter(browser, own, "Ben")
        for seat, player in ((1, ada), (2, ben)):
            player.go_to("blackjack")
            player.sit(seat)
        ada.cut()
        for seat, player in ((1, ada), (2, ben)):
            player.bet("blackjack", seat=seat)
        ada.play("s", "Stand")
        ben.play("s", "Stand")
        for player in (ada, ben):
            player.wait_until_over()
        narrated = own.narration("blackjack")
        assert ada.announced()[-len(narrated) :] == ben.announced()[-len(narrated) :] == narrated
        assert ada.problems == ben.problems == []


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_of_eight_tabs_the_hidden_ones_close_their_stream_and_resume_on_return(
    browser: Browser, served: Served
) -> None:
    ada = Player.enter(browser, served)
    pages = []
    for _ in range(8):
        page = ada.page.context.new_page()
        page.goto(f"{served.address}/tables/buster")
        expect(page.get_by_role("button", name="Take seat 1")).to_be_visible()
        page.evaluate(HIDE, arg=True)  # headless Chromium shows all its tabs at once
        pages.append(page)
    pages[-1].evaluate(HIDE, arg=False)
    pages[-1].get_by_role("button", name="Take seat 1").press("Enter")
    expect(pages[-1].get_by_role("button", name="Leave seat 1")).to_be_visible()
    for page in pages[:-1]:
        expect(page.get_by_role("button", name="Leave seat 1")).to_have_count(0)
    pages[0].evaluate(HIDE, arg=False)
    expect(pages[0].get_by_role("button", name="Leave seat 1")).to_be_visible()
    expect(pages[0].get_by_text("The connection is lost")).not_to_be_visible()
    ada.page.context.close()


def test_the_coach_thinks_then_names_the_best_play(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 6s 5d 8d Kc")) as own:
        ada = Player.enter(browser, own)
        ada.go_to("blackjack")
        ada.press(ada.page.get_by_text("Settings"))
        ada.press(ada.page.get_by_role("checkbox", name="Coach: show the best play"), "Space")
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        expect(ada.page.get_by_role("list", name="What each play costs")).to_contain_text("best")
        ada.play("s", "Stand")
        expect(ada.page.locator("#score")).not_to_have_text("Lost by mistakes in this session: $0.00")
        assert ada.problems == []


def test_a_supervisor_validates_a_payout_in_another_browser(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(8, "Ad 9c Ad 5s 8h Kc")) as own:
        ada, sam = Player.enter(browser, own), Player.enter(browser, own, "Sam")
        sam.go_to("progressive")
        ada.go_to("progressive")
        ada.sit()
        ada.cut()
        ada.bet("blackjack", "progressive")
        ada.play("s", "Stand")
        expect(ada.phase).to_have_text("A supervisor validates the progressive payout of seat 1.")
        sam.press(sam.button("Validate the progressive payout"))
        finish(ada)
        assert "Two aces in the same suit" in ada.settled()
        assert ada.problems == sam.problems == []
