"""Match play coupons and spoken wagers with cash in Chromium, on pages that are never reloaded."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.acting import acting
from tests.service.making import make_person
from tests.web.browser.accessibility import golden, violations
from tests.web.browser.player import Player
from tests.web.browser.scenes import LONG, PATIENT
from tests.web.browser.served import Served, dealt, serving
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import Done

FREE_BET, IN_BETWEEN = "free-bet", "in-between-posted"
UNHURRIED = replace(PATIENT, betting_early=LONG)  # the cards are dealt once the patron wants no more


def issue(served: Served, patron: str, count: int) -> None:
    command = pc.IssueCoupons(patron, Cents(5_00), count, "new members")
    sent = served.house.send(acting("supervisor sam"), f"coupons of {patron}", command)
    assert isinstance(asyncio.run_coroutine_threadsafe(sent, served.loop).result(10), Done)


def test_a_coupon_is_placed_by_keyboard_and_lies_on_the_felt_until_it_is_lost(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d"), pace=UNHURRIED) as served:
        ada = Player.enter(browser, served)
        issue(served, "ada", 3)
        ada.go_to(FREE_BET)
        ada.sit()
        ada.cut()
        expect(ada.page.get_by_text("You hold match play coupons: 3 of $5.00.", exact=True)).to_be_visible()
        coupon = ada.button("Coupon of $5.00 on push 22, seat 1")
        expect(coupon).to_have_attribute("aria-disabled", "true")  # before the blackjack wager
        ada.bet("blackjack")
        expect(coupon).not_to_have_attribute("aria-disabled", "true")
        ada.press(coupon)
        expect(ada.page.get_by_text("You hold match play coupons: 2 of $5.00.", exact=True)).to_be_visible()
        expect(ada.page.locator("#felt-seat-1 .tp-coupon")).to_have_text("$5.00 coupon")
        expect(ada.area("push 22")).to_have_accessible_name(re.compile(r": \$5\.00, .*, with a coupon of \$5\.00$"))
        expect(ada.button("Place wagers")).not_to_have_attribute("aria-disabled", "true")  # pressed just now
        golden(ada.page, "coupon")
        assert violations(ada.page) == []
        ada.bet("blackjack")  # takes everything back and puts it down again: the coupon stays a coupon
        expect(ada.area("blackjack")).to_have_accessible_name(re.compile(r": \$50\.00,"))
        expect(ada.page.locator("#felt-seat-1 .tp-coupon")).to_have_text("$5.00 coupon")
        ada.press(ada.button("Deal"))
        ada.play("s", "Stand")
        assert "coupon of $5.00" in ada.settled()
        expect(ada.page.get_by_text("You hold match play coupons: 2 of $5.00.", exact=True)).to_be_visible()
        ada.page.goto(f"{served.address}/account")
        expect(ada.page.get_by_role("definition").get_by_text("2 of $5.00")).to_be_visible()


def test_a_spoken_wager_is_confirmed_by_the_dealer_and_the_supervisor_in_sight_of_the_patron(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, random=dealt(8, "Th 9c Ks 8d"), pace=UNHURRIED) as served:
        made = make_person(served.house, "vic", Role.DEALER, password=None, demo=True)
        asyncio.run_coroutine_threadsafe(made, served.loop).result(30)
        ada, vic, sam = (Player.enter(browser, served, name) for name in ("Ada", "Vic", "Sam"))
        for each in (ada, vic, sam):
            each.go_to(IN_BETWEEN)
        ada.sit()
        ada.cut()
        cash = vic.page.get_by_label("Cash, in dollars")
        expect(cash).to_have_count(0)  # a spoken wager comes with a blackjack wager
        ada.bet("blackjack")
        vic.reach(cash)
        vic.page.keyboard.type("10")
        vic.press(vic.button("Confirm as the dealer"))
        waits = "Seat 1: spoken in-between wager of $10.00 in cash, confirmed by the dealer, waits for the supervisor."
        for each in (ada, vic, sam):
            expect(each.page.get_by_text(waits)).to_be_visible()
        expect(ada.button(re.compile("^Return the spoken"))).to_have_count(0)
        expect(vic.button(re.compile("^Confirm the spoken"))).to_have_count(0)  # confirmed already
        golden(sam.page, "spoken-wager")
        assert violations(sam.page) == []
        vic.press(vic.button("Return the spoken in-between wager of seat 1"))
        expect(ada.page.get_by_text(waits)).to_have_count(0)
        vic.reach(cash)
        cash.press("Control+a")
        vic.page.keyboard.type("15")
        vic.press(vic.button("Confirm as the dealer"))
        sam.press(sam.button("Confirm the spoken in-between wager of seat 1"))
        expect(ada.area("in-between")).to_have_accessible_name(re.compile(r": \$15\.00,"))
        expect(ada.page.get_by_text(re.compile(r"^seat 1 wagers \$15\.00: in-between"))).to_be_visible()
        ada.press(ada.button("Deal"))
        ada.play("s", "Stand")
        assert "In-between" in ada.settled()
