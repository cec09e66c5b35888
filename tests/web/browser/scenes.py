"""Pages and states of a table, reached in Chromium by real wagers and decisions, to be looked at and photographed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from playwright.sync_api import expect

from tests.web.browser.player import Player
from tests.web.browser.served import QUICK_PACE

LONG = timedelta(seconds=100)
PATIENT = replace(QUICK_PACE, insurance=LONG, cut=LONG, turn=LONG, betting=LONG)
Reach = Callable[[Player], None]


@dataclass(frozen=True)
class Scene:
    """A state of a page: what is done until it is reached, and the cards that are dealt."""

    name: str
    reach: Reach
    cards: str = "Th 9c Ks 8d"
    decks: int = 6


def at_table(table: str, *wagers: str, seat: int = 3, plays: tuple[str, ...] = (), then: str = "^Stand") -> Reach:
    """Sit down, cut, wager and play: "p Split" presses p once the play Split is offered; then wait for a button."""

    def reach(player: Player) -> None:
        player.go_to(table)
        player.sit(seat)
        player.cut()
        player.bet(*(wagers or ("blackjack",)), seat=seat)
        for each in plays:
            player.play(*each.split(" ", 1))
        if then:
            expect(player.button(re.compile(then))).to_be_visible()
        else:
            player.wait_until_over()

    return reach


def at_page(path: str, after: Reach | None = None) -> Reach:
    """Go to a page, after something else."""

    def reach(player: Player) -> None:
        if after is not None:
            after(player)
        player.page.goto(f"{player.served.address}{path}")

    return reach


def seven_seats(player: Player) -> None:
    """Play seven seats of a table at once, each with every wager."""
    player.go_to("seven-seats")
    for seat in range(1, 8):
        player.sit(seat)
    player.cut()
    for seat in range(1, 8):
        for wager in ("Blackjack", "In-between", "Buster"):
            player.press(player.button(re.compile(rf"^Seat {seat}, {wager}:")))
    player.press(player.button(re.compile(r"^Place \$")))
    expect(player.button(re.compile("^Stand"))).to_be_visible()


def chips_in_hand(player: Player) -> None:
    """Put chips on areas, and do not place them yet."""
    player.go_to("seven-seats")
    player.sit(4)
    player.cut()
    for wager in ("Blackjack", "Blackjack", "In-between", "Buster"):
        player.press(player.button(re.compile(rf"^Seat 4, {wager}:")))


def cut_offered(player: Player) -> None:
    """Take a seat at a new shoe."""
    player.go_to("blackjack")
    player.sit()
    expect(player.button("Cut", exact=True)).to_be_visible()


def watching(player: Player) -> None:
    """Look at a table at which somebody else plays."""
    browser = player.page.context.browser
    assert browser is not None
    at_table("blackjack")(Player.enter(browser, player.served, "Ben"))
    player.go_to("blackjack")


def coached(player: Player) -> None:
    """Play with the coach, and with four colors of suits."""
    player.go_to("blackjack")
    settings = player.page.get_by_text("Settings")
    settings.click()
    player.page.get_by_label("Coach: show the best play").check()
    player.page.get_by_label("Four-color suits").check()
    settings.click()
    at_table("blackjack")(player)
    expect(player.page.get_by_role("list", name="What each play costs")).to_be_visible()


def ruling(text: str = "") -> Reach:
    """Rule on a round: on the example of the page, or on another text."""

    def reach(player: Player) -> None:
        player.page.goto(f"{player.served.address}/rulings")
        if text:
            player.page.get_by_role("textbox").fill(text)
        player.press(player.button("Get the ruling"))
        expect(player.page.locator("#ruling-heading, #problems")).to_be_visible()

    return reach


def signed_out(player: Player) -> None:
    """Sign out."""
    player.page.locator(".person summary").click()
    player.press(player.button("Sign out"))
    player.page.get_by_role("heading", name="You are signed out").wait_for()


def wrong_password(player: Player) -> None:
    """Sign in with a wrong password."""
    at_page("/sign-in", signed_out)(player)
    player.page.get_by_label("Name").fill("ada")
    player.page.get_by_label("Password").fill("not this one")
    player.press(player.button("Sign in"))
    player.page.get_by_role("alert").wait_for()


def duty_waits(player: Player) -> None:
    """Look as a supervisor at what waits, while a payout needs a validation."""
    browser = player.page.context.browser
    assert browser is not None
    patron = Player.enter(browser, player.served, "Ben")
    patron.go_to("progressive")
    patron.sit(3)
    patron.cut()
    patron.bet("blackjack", "progressive", seat=3)
    patron.play("s", "Stand")
    expect(patron.phase).to_contain_text("supervisor")
    at_page("/sign-in", signed_out)(player)
    player.press(player.button(re.compile("^Sam")))
    player.page.get_by_role("heading", name="Waiting for a supervisor").wait_for()


PLAYED = at_table("blackjack", plays=("s Stand",), then="")
THREE = ("blackjack 1", "blackjack 2", "blackjack 3")
FOURTEEN = "9h 6c 5s 8d Td 7c"
NOT_ALLOWED = (
    'shoe = "Th 9c Ks 8d"\n[[seat]]\nnumber = 1\nwagers = { blackjack = "10.00" }\ndecisions = ["split pair"]\n'
)
SCENES = (
    Scene("sign-in", at_page("/sign-in", signed_out)),
    Scene("sign-in-wrong", wrong_password),
    Scene("signed-out", signed_out),
    Scene("lobby", at_page("/lobby")),
    Scene("account", at_page("/account", PLAYED)),
    Scene("history-empty", at_page("/history")),
    Scene("history", at_page("/history", PLAYED)),
    Scene("game", at_page("/history/blackjack/1", PLAYED)),
    Scene("shoe", at_page("/shoes/blackjack", PLAYED)),
    Scene("rulings-empty", at_page("/rulings")),
    Scene("rulings-filled", ruling()),
    Scene("rulings-refused", ruling(NOT_ALLOWED)),
    Scene("rulings-wrong", ruling('shoe = "Th 9c Zs"\n[[seat]\n')),
    Scene("error", at_page("/tables/none")),
    Scene("table-empty", lambda player: player.go_to("blackjack")),
    Scene("table-cut", cut_offered),
    Scene("table-betting", chips_in_hand, decks=8),
    Scene("table-seven", seven_seats, "Th 9c 8d 5s 7h 3c 2d 6s Ks 8h 4d Jc Qh 9d 2s", 8),
    Scene("table-turn", at_table("blackjack"), FOURTEEN),
    Scene("table-split", at_table("blackjack", seat=2, plays=("p Split", "h Hit")), "8h 6c 8s 3d 2c Th Td Kc"),
    Scene("table-settled", PLAYED),
    Scene("table-blackjack", at_table("blackjack", then=""), "Ah 9c Ks 8d"),
    Scene("table-insurance", at_table("blackjack", then="^Insurance"), "Th Ac 9s 5d"),
    Scene(
        "table-free-bet",
        at_table("free-bet", "blackjack", "push 22", plays=("g Free split", "f Free double")),
        "8h 6c 8s 3d 2c Th Td Kc 9c",
    ),
    Scene("table-multiple", at_table("multiple-action", *THREE), FOURTEEN),
    Scene(
        "table-multiple-settled",
        at_table("multiple-action", *THREE, plays=("s Stand",), then=""),
        "Th 6c Ks Td 5s 9d 2c Kc",
    ),
    Scene("table-progressive", at_table("progressive", "blackjack", "progressive"), FOURTEEN, 8),
    Scene("supervisor", duty_waits, "Ah 6c As 8d 9d 5h Ad", 8),
    Scene("table-streak", at_table("streak", "blackjack", "streak on 2", "streak on 3"), FOURTEEN),
    Scene("table-buster", at_table("buster", "blackjack", "buster", plays=("s Stand",), then=""), "Th 6c Ks 8d 9c"),
    Scene("table-bonus", at_table("blackjack-bonus", "blackjack", "blackjack bonus", then="^Press the"), "Ah 6c Ks 8d"),
    Scene("table-watching", watching, FOURTEEN),
    Scene("table-coach", coached, FOURTEEN),
)
