"""What a player sees of a table without ever loading it again: results, totals, the clock, focus, the log."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.page_walk import LONG, STILL
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
        expect(tags).to_have_text(["+$25.00win"])
        ada.page.wait_for_timeout(2500)  # every chip has flown away
        expect(tags).to_have_text(["+$25.00win"])
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
        assert served.drawn("blackjack") == 3


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
        assert served.drawn("blackjack") == 3


def test_a_second_press_on_buy_chips_buys_once(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.sit()
        ada.button("Buy chips").dblclick()
        expect(ada.page.get_by_text("Your seat: $1,000.00")).to_be_visible()
        ada.page.wait_for_timeout(800)
        expect(ada.page.get_by_text("Your seat: $1,000.00")).to_be_visible()


ALERT = "#refused"
QUICK_CUT = replace(STILL, cut=timedelta(milliseconds=10))


def test_insurance_is_declined_at_once(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th Ac 9s 5d"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        expect(ada.button("No insurance, seat 1")).to_be_visible()
        ada.key("n")
        ada.offered("Stand")


def test_even_money_is_declined_at_once(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Kh Ac As 5d"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        expect(ada.button("Even money, seat 1")).to_be_visible()
        ada.press(ada.button("No insurance, seat 1"))
        ada.wait_until_over()
        assert "37.50" in ada.settled()


def test_the_keys_of_insurance_and_even_money_reach_one_seat_after_the_other(browser: Browser, tmp_path: Path) -> None:
    shoe = "Th 9h Kh 7h 6h 5h Ac Ts 9s As 7s 6s 5s 2d 2c 2h"
    with serving(tmp_path, random=dealt(6, shoe), pace=QUICK_CUT) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        for seat in range(1, 7):
            ada.sit(seat)
        expect(ada.phase).to_have_text("Make your wagers.")
        for seat in range(1, 7):
            ada.press(ada.area("blackjack", seat))
        ada.press(ada.button(re.compile(r"^Place \$")))
        ada.press(ada.button("Deal"))
        for seat, key in ((1, "i"), (2, "n"), (3, "e"), (4, "i"), (5, "n"), (6, "i")):
            expect(ada.page.locator("[data-key-of=N]")).to_contain_text(f"seat {seat}")
            ada.key(key)
        ada.offered("Stand")
        state = served.house.floor.group("blackjack").at("blackjack")
        assert [bool(any(seat.insurance)) for seat in state.seats] == [True, False, False, True, False, True]
        assert state.seats[2].net > 0  # even money


@pytest.mark.parametrize("amount", ["0", "", "-5", "12.5"])
def test_a_buy_in_that_is_not_a_whole_number_of_dollars_is_refused(
    browser: Browser, tmp_path: Path, amount: str
) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.page.get_by_label("Buy-in, in dollars").fill(amount)
        ada.press(ada.button("Take seat 1"))
        expect(ada.page.locator("#buy-in-why")).to_contain_text("whole dollars")
        expect(ada.page.locator("#buy-in-why")).to_be_in_viewport()
        ada.page.wait_for_timeout(700)
        assert served.house.hub.seats_of("blackjack", "ada") == ()
        ada.page.get_by_label("Buy-in, in dollars").fill("300")
        ada.press(ada.button("Take seat 1"))
        expect(ada.page.get_by_text("Your seat: $300.00")).to_be_visible()


def choose(player: Player, name: str) -> None:
    player.page.get_by_role("radio", name=name, exact=True).check(force=True)


def test_chips_cannot_be_stacked_over_the_maximum_or_over_the_chips_of_the_seat(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, pace=QUICK_CUT) as served:
        ada = Player.enter(browser, served)
        ada.go_to("buster")
        ada.page.get_by_label("Buy-in, in dollars").fill("160")
        ada.sit()
        expect(ada.phase).to_have_text("Make your wagers.")
        choose(ada, "$100 chip")
        ada.press(ada.area("blackjack"))
        ada.press(ada.area("blackjack"))
        expect(ada.page.locator(ALERT)).to_contain_text("Seat 1 has $160.00 in chips: buy chips to wager more.")
        expect(ada.area("blackjack")).to_have_accessible_name(re.compile(r"\$100\.00, "))
        choose(ada, "$500 chip")
        ada.press(ada.area("buster"))
        expect(ada.page.locator(ALERT)).to_contain_text(re.compile(r"Seat 1, Buster: the maximum is \$\d+"))
        ada.press(ada.button("Place $100.00"))
        expect(ada.page.get_by_text("Your seat: $60.00")).to_be_visible()


def test_what_is_refused_stays_in_hand_and_every_reason_is_shown(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=QUICK_CUT) as served:
        ada = Player.enter(browser, served)
        ada.go_to("seven-seats")
        ada.sit()
        expect(ada.phase).to_have_text("Make your wagers.")
        ada.bet("in-between", "buster")
        expect(ada.page.locator(ALERT)).to_contain_text("13:69F-2.26")
        expect(ada.page.locator(ALERT)).to_contain_text("13:69F-2.30")
        for wager in ("in-between", "buster"):
            expect(ada.area(wager)).to_have_accessible_name(re.compile("not placed yet$"))
        ada.bet("blackjack")
        expect(ada.page.get_by_text("Your seat: $425.00")).to_be_visible()


def test_the_cards_are_dealt_when_everybody_has_pressed_deal_and_not_before(browser: Browser, tmp_path: Path) -> None:
    pace = replace(QUICK_CUT, betting_early=LONG)
    with serving(tmp_path, random=dealt(6, "Th 9h 9c Ks 8h 8d"), pace=pace) as served:
        ada, ben = Player.enter(browser, served), Player.enter(browser, served, "Ben")
        for seat, player in ((1, ada), (2, ben)):
            player.go_to("blackjack")
            player.sit(seat)
        ada.bet("blackjack")
        ben.bet("blackjack", seat=2)
        ada.press(ada.area("blackjack"))
        ada.press(ada.button("Deal"))  # what is in hand is placed first
        expect(ada.page.get_by_text("Your seat: $450.00")).to_be_visible()
        expect(ada.button("Deal")).to_have_count(0)
        ada.page.wait_for_timeout(1000)
        assert served.drawn("blackjack") == 0
        ben.key("d")
        ada.offered("Stand")


def test_a_seat_is_given_up_only_after_warnings(browser: Browser, tmp_path: Path) -> None:
    pace = replace(QUICK_CUT, betting=timedelta(seconds=0.3), missed_periods=3)
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d Td 9h Kc 8c Tc 9d Kh 8s"), pace=pace) as served:
        ada, ben = Player.enter(browser, served), Player.enter(browser, served, "Ben")
        for seat, player in ((1, ada), (2, ben)):
            player.go_to("blackjack")
            player.sit(seat)
        for words in (
            "a betting period: it is given up after 2 more",
            "2 betting periods in a row: it is given up after the next",
        ):
            ben.bet("blackjack", seat=2)
            ben.play("s", "Stand")
            expect(ada.page.get_by_text(f"Seat 1 has sat out {words}")).to_be_visible()
            expect(ben.phase).to_have_text("Make your wagers.")
        ben.bet("blackjack", seat=2)
        ben.play("s", "Stand")
        expect(ada.button("Take seat 1")).to_be_visible()


def test_the_header_says_what_lies_at_tables_now(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        at_tables = ada.page.locator("#chips-at-tables")
        expect(at_tables).not_to_be_visible()
        ada.sit()
        expect(at_tables).to_have_text("$500.00")
        ada.press(ada.button("Buy chips"))
        expect(at_tables).to_have_text("$1,000.00")
        ada.page.wait_for_timeout(600)
        ada.press(ada.button("Leave seat 1"))
        expect(at_tables).not_to_be_visible()


SIZES = [(1280, 800), (390, 844)]


@pytest.mark.parametrize("size", SIZES)
def test_the_newest_line_of_the_log_and_what_is_asked_are_in_sight(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d Th 9c 6s 8d 7d"), pace=STILL) as served:
        viewport = {"width": size[0], "height": size[1]}
        ada = Player.enter(browser, served, viewport=viewport, has_touch=size[0] < 500)
        ada.go_to("blackjack")
        ada.button("Take seat 4").click()
        expect(ada.button("Cut", exact=True)).to_be_in_viewport(ratio=1)
        ada.button("Cut", exact=True).click()
        expect(ada.area("blackjack", 4)).to_be_in_viewport(ratio=1)
        expect(ada.page.locator("#announcements li").last).to_be_in_viewport(ratio=1)
        ada.area("blackjack", 4).click()
        ada.button(re.compile(r"^Place \$")).click()
        expect(ada.button(re.compile("^Stand"))).to_be_in_viewport(ratio=1)
        expect(ada.page.locator("#announcements li").last).to_be_in_viewport(ratio=1)
        ada.button(re.compile("^Stand")).click()
        ada.wait_until_over()
        expect(ada.page.locator("#announcements li").last).to_be_in_viewport(ratio=1)
        expect(ada.page.locator(".tp-tag-on-felt")).to_be_in_viewport()


def test_the_focus_never_falls_to_the_whole_page(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d Th 9c 6s 8d 7d"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.page.evaluate("""() => {
          window.lost = [];
          const note = () => window.lost.push(document.getElementById("phase-words").textContent);
          setInterval(() => { if (document.activeElement === document.body) note(); }, 100);
        }""")
        ada.press(ada.button("Take seat 1"))
        ada.cut()
        ada.page.evaluate("window.lost = []")
        ada.bet("blackjack")
        ada.offered("Stand")
        ada.press(ada.button(re.compile("^Stand")))
        ada.wait_until_over()
        ada.page.wait_for_timeout(700)
        assert ada.page.evaluate("window.lost") == []
        assert ada.page.evaluate("document.activeElement.closest('#act') !== null")


def test_staff_are_not_told_to_take_a_seat(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        sam = Player.enter(browser, served, "Sam")
        sam.go_to("blackjack")
        expect(sam.phase).to_have_text("The table is empty.")
        assert "ake a" not in sam.page.get_by_role("main").inner_text()
