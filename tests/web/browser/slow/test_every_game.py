"""Every game and every wager of the pit played to the end in real Chromium, by keyboard alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.player import Player
from tests.web.browser.served import Served, dealt, serving
from upcard.game import events as ev
from upcard.service.casino_service import demo_tables
from upcard.store.clock import system_clock
from upcard.table import loads
from upcard.wagers import ALL

TABLES = dict(demo_tables(system_clock().date()))
LONGEST = 60.0  # seconds
AREA = re.compile(r"^Seat 1, (.*?): \$.*$")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pit")) as each:
        yield each


def finish(player: Player, browser: Browser) -> None:
    """Stand, press buttons, validate payouts, let insurance pass, until the cards are picked up."""
    over, end = player.page.get_by_role("log").get_by_text("the cards are picked up"), monotonic() + LONGEST
    while over.count() == 0:
        words = player.phase.inner_text()
        assert monotonic() < end, words
        for key, name in (("b", "^Press the"), ("s", "^Stand")):
            button = player.button(re.compile(name))
            if button.count() and button.get_attribute("aria-disabled") is None:
                player.key(key)
        if words.startswith(("A supervisor is validating", "Documents for")):
            validate(player, browser)
        player.page.wait_for_timeout(60)


def validate(player: Player, browser: Browser) -> None:
    """Do in another browser, in the lobby, what waits for a supervisor."""
    sam = Player.enter(browser, player.served, "Sam")
    waiting = sam.page.get_by_role("region", name="Waiting for a supervisor").get_by_role("button")
    while waiting.count():
        sam.press(waiting.first)
        sam.page.wait_for_url("**/lobby")
    sam.page.context.close()


def test_the_tables_of_the_pit_have_every_game_and_every_wager() -> None:
    configs = [loads(text, name=name) for name, text in TABLES.items()]
    assert {offer.wager.name for config in configs for offer in config.offers} == {wager.name for wager in ALL}
    assert {config.game.name for config in configs} == {"blackjack", "multiple action", "free bet"}


@pytest.mark.parametrize("name", TABLES)
def test_a_round_with_every_wager_of_the_table(browser: Browser, served: Served, name: str) -> None:
    ada = Player.enter(browser, served)
    ada.go_to(name)
    ada.sit()
    ada.cut()
    areas = ada.page.get_by_role("group", name="Betting areas of seat 1").get_by_role("button").all()
    labels = [AREA.sub(r"\1", area.get_attribute("aria-label") or "") for area in areas]
    ada.bet(*labels)
    finish(ada, browser)
    expect(ada.page.get_by_role("region", name="Settled")).to_be_visible()
    made = {
        moment.event.wager
        for moment in served.house.floor.moments(name).moments
        if isinstance(moment.event, ev.WagerPlaced)
    }
    config = loads(TABLES[name], name=name)
    assert made == {ev.BLACKJACK, *(offer.wager.name for offer in config.offers)}
    assert ada.heard_all_of(name)
    ada.key("c")  # a wager that stands keeps the seat until it is taken back
    ada.press(ada.button("Leave seat 1"))
    expect(ada.button("Take seat 1")).to_be_visible()


def test_a_free_split_has_its_button(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "8h 6c 8s 3d 2c Th Td Kc 9c")) as own:
        ada = Player.enter(browser, own)
        ada.begin("free-bet")
        ada.play("g", "Free split")
        expect(ada.page.get_by_text("free split button").first).to_be_visible()
        finish(ada, browser)
        assert "hand 2" in ada.settled()
        assert ada.heard_all_of("free-bet")


def test_insurance_is_offered_against_an_ace(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th Ac 9s Kd")) as own:
        ada = Player.enter(browser, own)
        ada.begin("blackjack")
        expect(ada.button(re.compile("^Even money"))).to_have_count(0)  # without a blackjack
        ada.play("i", "Insurance for")
        finish(ada, browser)
        assert "Insurance" in ada.settled()
        assert ada.heard_all_of("blackjack")


def test_even_money_is_paid_for_a_blackjack(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th Ac As Kd")) as own:
        ada = Player.enter(browser, own)
        ada.begin("blackjack")
        ada.play("e", "Even money")
        finish(ada, browser)
        assert "even money" in ada.settled()


def test_several_seats_of_one_person_are_played_one_after_the_other(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9h 9c 5s 8s 2d 8d Kc")) as own:
        ada = Player.enter(browser, own)
        ada.go_to("blackjack")
        for seat in (1, 2):
            ada.sit(seat)
        ada.cut()
        for seat in (1, 2):
            ada.press(ada.area("blackjack", seat))
        ada.press(ada.button(re.compile(r"^Place \$")))
        for seat in (1, 2):
            expect(ada.phase).to_contain_text(f"Your turn, seat {seat}")
            ada.play("s", "Stand")
        ada.wait_until_over()
        assert ada.heard_all_of("blackjack")


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
            assert player.heard_all_of("blackjack")


def test_a_supervisor_validates_a_payout_in_another_browser(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(8, "Ad 9c Ad 5s 8h Kc")) as own:
        ada, sam = Player.enter(browser, own), Player.enter(browser, own, "Sam")
        sam.go_to("progressive")
        ada.begin("progressive", "blackjack", "progressive")
        ada.play("s", "Stand")
        expect(ada.phase).to_have_text("A supervisor is validating the progressive payout at seat 1.")
        sam.press(sam.button("Validate the progressive payout"))
        finish(ada, browser)
        assert "Two aces in the same suit" in ada.settled()
        assert ada.heard_all_of("progressive")
