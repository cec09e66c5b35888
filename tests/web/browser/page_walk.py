"""A walk through every page and every state of a table, in which each of them stands still and can be looked at."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.player import Player, watched
from tests.web.browser.served import KEY, MOMENT, dealt, serving
from upcard.service.pace import Pace

LONG = timedelta(minutes=20)
STILL = Pace(
    card=MOMENT,
    pause=MOMENT,
    cut=LONG,
    betting=LONG,
    betting_early=timedelta(seconds=0.5),
    insurance=LONG,
    turn=LONG,
    missed_periods=1000,
)
WORDS = "a password of five words"
ROUND = """shoe = "9h 6s 9d 2c Th Kc"

[[seat]]
number = 1
wagers = { blackjack = "10.00" }
decisions = ["draw"]
"""
PAGES = (
    *("link", "house, not open", "house"),
    *("sign-in", "wrong password", "signed out", "lobby", "nothing found", "account", "account, limit set"),
    *("account, wrong amount", "history, empty", "rulings", "ruling", "ruling, refused", "no such page"),
    *("table, watching", "cut", "wagers", "insurance", "pair, coach", "split", "settled", "lost connection"),
    *("history", "game", "shoe", "validation", "lobby of a supervisor", "table of a supervisor", "table, closed"),
)
Look = tuple[str, Page]


def walk(browser: Browser, folder: Path) -> Iterator[Look]:
    """Yield every page with its name."""
    yield from _administrator(browser, folder / "house")
    yield from _pages(browser, folder / "pages")
    yield from _round(browser, folder / "round")
    yield from _validation(browser, folder / "validation")


def _administrator(browser: Browser, folder: Path) -> Iterator[Look]:
    with serving(folder, pace=STILL, demo=False) as served:
        assert served.first.link is not None
        page = watched(browser.new_context(reduced_motion="reduce").new_page())
        page.goto(f"{served.address}/link/{served.first.link.reveal()}")
        yield "link", page
        page.get_by_label("New password").fill(WORDS)
        page.get_by_label("The same again").fill(WORDS)
        page.get_by_role("button", name="Set password").click()
        page.get_by_role("textbox", name="Name", exact=True).fill("administrator")
        page.get_by_label("Password").fill(WORDS)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_text("The house is not open yet")).to_be_visible()
        yield "house, not open", page
        page.get_by_role("textbox", name="Licensee", exact=True).fill("Boardwalk Casino")
        page.get_by_role("button", name="Open the house").click()
        expect(page.get_by_role("status")).to_have_text("The house is open.")
        yield "house", page
        page.context.close()


def _pages(browser: Browser, folder: Path) -> Iterator[Look]:
    with serving(folder, pace=STILL) as served:
        nobody = watched(browser.new_context(reduced_motion="reduce").new_page())
        nobody.goto(f"{served.address}/demo/{KEY.reveal()}")
        yield "sign-in", nobody
        nobody.get_by_label("Name").fill("ada")
        nobody.get_by_label("Password").fill("wrong")
        nobody.get_by_role("button", name="Sign in").press("Enter")
        expect(nobody.get_by_role("alert")).to_be_visible()
        yield "wrong password", nobody
        nobody.goto(f"{served.address}/signed-out")
        yield "signed out", nobody
        ada = Player.enter(browser, served)
        yield "lobby", ada.page
        ada.page.get_by_role("searchbox").fill("no such wager")
        yield "nothing found", ada.page
        ada.page.goto(f"{served.address}/account")
        yield "account", ada.page
        ada.press(ada.button(re.compile("^Set")).first)
        expect(ada.page.get_by_role("status").first).to_be_visible()
        yield "account, limit set", ada.page
        ada.page.get_by_label("Add play money").fill("ten")
        ada.page.get_by_label("Add play money").press("Enter")
        expect(ada.page.get_by_role("heading", name="Please check the form")).to_be_visible()
        yield "account, wrong amount", ada.page
        ada.page.goto(f"{served.address}/history")
        yield "history, empty", ada.page
        yield from _rulings(ada)
        ada.page.goto(f"{served.address}/nowhere")
        yield "no such page", ada.page
        ada.page.context.close()


def _rulings(ada: Player) -> Iterator[Look]:
    page = ada.page
    page.goto(f"{ada.address}/rulings")
    yield "rulings", page
    for text, name in ((ROUND, "ruling"), (ROUND.replace("draw", "surrender"), "ruling, refused")):
        page.get_by_role("textbox").fill(text)
        ada.press(ada.button("Get the ruling"))
        expect(page.get_by_role("article")).to_be_visible()
        yield name, page


def _round(browser: Browser, folder: Path) -> Iterator[Look]:
    with serving(folder, random=dealt(6, "8h Ac 8s 3d 2c Th Td Kc"), pace=STILL) as served:
        ada = Player.enter(browser, served)
        page = ada.page
        ada.go_to("blackjack")
        yield "table, watching", page
        ada.sit()
        expect(ada.button("Cut", exact=True)).to_be_visible()
        yield "cut", page
        ada.cut()
        expect(ada.phase).to_have_text("Make your wagers.")
        ada.press(ada.area("blackjack"))
        yield "wagers", page
        ada.press(ada.button(re.compile(r"^Place \$")))
        ada.offered("Insurance for")
        yield "insurance", page
        ada.press(page.get_by_text("Settings"))
        ada.press(page.get_by_role("checkbox", name="Coach: show the best play"), "Space")
        ada.key("i")
        expect(page.get_by_role("list", name="What each play costs")).to_contain_text("best")
        yield "pair, coach", page
        ada.press(page.get_by_role("checkbox", name="Coach: show the best play"), "Space")
        ada.press(page.get_by_text("Settings"))
        ada.play("p", "Split")
        expect(ada.phase).to_contain_text("hand 1")
        yield "split", page
        ada.play("d", "Double")
        expect(ada.phase).to_contain_text("hand 2")
        ada.play("s", "Stand")
        ada.wait_until_over()
        yield "settled", page
        served.stop()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        yield "lost connection", page
        served.start()
        expect(page.get_by_text("Connection lost")).not_to_be_visible()
        for path, name in (("/history", "history"), ("/history/blackjack/1", "game"), ("/shoes/blackjack/1", "shoe")):
            page.goto(f"{served.address}{path}")
            yield name, page
        ada.page.context.close()


def _validation(browser: Browser, folder: Path) -> Iterator[Look]:
    with serving(folder, random=dealt(8, "Ad 9c Ad 5s 8h Kc"), pace=STILL) as served:
        ada, sam = Player.enter(browser, served), Player.enter(browser, served, "Sam")
        ada.begin("progressive", "blackjack", "progressive")
        ada.play("s", "Stand")
        expect(ada.phase).to_contain_text("A supervisor is validating")
        yield "validation", ada.page
        expect(sam.page.get_by_role("button", name=re.compile("^Validate"))).to_be_visible()
        yield "lobby of a supervisor", sam.page
        sam.go_to("progressive")
        yield "table of a supervisor", sam.page
        sam.press(sam.button("Validate the progressive payout"))
        ada.wait_until_over()
        served.close_table("progressive")
        expect(ada.phase).to_have_text("The table is closed.")
        expect(ada.button("Leave seat 1")).to_have_count(0)
        yield "table, closed", ada.page
