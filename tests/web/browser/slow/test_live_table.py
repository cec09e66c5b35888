"""What a player sees of a table without ever loading it again: results, totals, the clock, focus, the log."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.page_walk import STILL
from tests.web.browser.player import Player, watched
from tests.web.browser.served import Served, dealt, serving
from upcard.cards import cards
from upcard.game.narrate import total_words

COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const tags = [...document.querySelectorAll(".tp-tag-on-felt rect")].map(box);
  return [...document.querySelectorAll(".tp-felt .is-covered")].map(box).filter((label) => !tags.some((each) =>
    each.left < label.right && label.left < each.right && each.top < label.bottom && label.top < each.bottom)).length;
}"""


# Notes every total that the felt shows, and the cards that lie in their places beside it.
WATCH_TOTALS = """() => {
  window.seen = [];
  const lies = (move) => move.getAnimations().every((each) => each.effect.getComputedTiming().progress > 0.9);
  const look = () => {
    for (const part of document.querySelectorAll("#over > [id^=felt-]")) {
      const total = part.querySelector(".tp-total")?.textContent;
      const cards = [...part.querySelectorAll(".tp-card .tp-move")].filter(lies);
      const line = [total, ...cards.map((each) => each.getAttribute("href").slice(4))].join(" ");
      if (total && window.seen.at(-1) !== line) window.seen.push(line);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
MINUS = "\N{MINUS SIGN}"


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


def test_a_lost_progressive_wager_shows_what_it_cost_on_the_felt_and_in_the_rows(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, random=dealt(8, "9h 6c 5s 8d Td 7c"), pace=STILL) as served:
        ada = moving(browser, served)
        ada.begin("progressive", "blackjack", "progressive")
        ada.play("s", "Stand")
        ada.wait_until_over()
        row = ada.page.get_by_role("row").filter(has_text="progressive")
        expect(row).to_contain_text(f"{MINUS}$1.00")
        expect(ada.page.locator(".tp-tag-on-felt").filter(has_text=f"{MINUS}$1")).to_have_count(1)
        assert "$0" not in ada.settled()


def test_a_paid_blackjack_is_named_and_not_dimmed_and_a_lone_ace_is_an_ace(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Ah 9c Ks 8d"), pace=STILL) as served:
        ada = moving(browser, served)
        ada.go_to("blackjack")
        ada.page.evaluate(WATCH_TOTALS)
        ada.sit()
        ada.cut()
        ada.bet("blackjack")
        ada.wait_until_over()
        seat = ada.page.locator("#felt-seat-1")
        expect(seat.locator(".tp-total")).to_have_text("Blackjack")
        expect(seat.locator("[data-lost]")).to_have_count(0)
        assert {words.split()[0] for words in ada.page.evaluate("window.seen")} == {"Ace", "9", "Blackjack"}


def test_a_total_appears_when_its_card_has_landed_and_nobody_is_asked_while_the_dealer_draws(
    browser: Browser, tmp_path: Path
) -> None:
    pace = replace(STILL, card=timedelta(seconds=0.6))
    with serving(tmp_path, random=dealt(6, "Th 2c 6s 3d 4d 5h 6c"), pace=pace) as served:
        ada = moving(browser, served)
        ada.go_to("blackjack")
        ada.sit()
        ada.cut()
        ada.page.evaluate(WATCH_TOTALS)
        ada.bet("blackjack")
        ada.offered("Stand")
        expect(ada.phase).to_contain_text("Your turn")
        ada.key("s")
        expect(ada.page.locator("#felt-dealer .tp-card")).to_have_count(4)
        expect(ada.phase).to_have_text("Dealing …")
        expect(ada.page.locator("#clock")).to_have_count(0)
        ada.wait_until_over()
        seen = [line.split() for line in ada.page.evaluate("window.seen")]
        for total, *landed in seen:
            assert total in {total_words(cards(" ".join(landed[: at + 1]))) for at in range(len(landed))}, seen
        assert {"10", "16", "2", "5", "9", "14", "20"} <= {line[0] for line in seen}


SHOE = "9h 6c 2s 3d 4h 2c Kh Ts 9s"


def drawn(served: Served, table: str = "blackjack") -> int:
    """Return how many cards the first seat has."""
    seat = served.house.floor.group(table).at(table).seat(1)
    return len(seat.hands[0].cards) if seat is not None else 0


def test_a_double_click_on_hit_draws_one_card(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, SHOE), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Hit")
        hit = ada.button(re.compile("^Hit"))
        hit.dblclick(delay=10)
        expect(ada.hand("Seat 1: 9♥ 2♠ 3♦, 14")).to_be_visible()
        ada.page.wait_for_timeout(1000)
        assert drawn(served) == 3
        hit.click()
        expect(hit).to_have_class(re.compile("is-pressed"))
        expect(hit).to_have_attribute("aria-disabled", "true")
        ada.key("h")
        ada.key("h")
        ada.page.wait_for_timeout(1000)
        assert drawn(served) == 4
        ada.offered("Hit")  # it can be pressed again


def test_a_key_that_is_held_down_draws_one_card(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, SHOE), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Hit")
        for _ in range(12):  # as a keyboard repeats it
            ada.page.keyboard.down("h")
            ada.page.wait_for_timeout(80)
        ada.page.keyboard.up("h")
        ada.page.wait_for_timeout(300)
        assert drawn(served) == 3


def test_two_pages_of_a_person_send_the_same_command_once(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, SHOE), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        ada.offered("Hit")
        other = watched(ada.page.context.new_page())
        other.route("**/stream?*", lambda route: route.abort())  # it does not learn what happens
        other.goto(ada.page.url)
        ada.key("h")
        expect(ada.hand("Seat 1: 9♥ 2♠ 3♦, 14")).to_be_visible()
        with other.expect_response("**/commands") as answer:
            other.keyboard.press("h")
        assert answer.value.status == 200  # it is the same command
        with other.expect_response("**/commands") as answer:
            other.keyboard.press("s")
        assert answer.value.status == 409
        expect(other.get_by_role("alert")).to_contain_text("the table has changed")
        assert drawn(served) == 3


def test_a_second_press_on_buy_chips_buys_once(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.sit()
        ada.button("Buy chips").dblclick()
        expect(ada.page.get_by_text("Your seat: $1,000.00")).to_be_visible()
        ada.page.wait_for_timeout(800)
        expect(ada.page.get_by_text("Your seat: $1,000.00")).to_be_visible()
