"""A line cut at every decision point, a reload, a killed server, eight tabs: the same seat, cards and time."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.killed_server import KilledServer
from tests.web.browser.line import Line
from tests.web.browser.player import PARAGRAPH, Player, watched
from tests.web.browser.served import QUICK_PACE, Served, dealt, serving
from upcard.service.pace import Pace

LOST = "Connection lost"
PATIENT_PACE = Pace(
    card=QUICK_PACE.card,
    pause=QUICK_PACE.pause,
    cut=timedelta(seconds=120),
    betting=timedelta(seconds=60),
    betting_early=timedelta(seconds=6),
    insurance=timedelta(seconds=60),
    turn=timedelta(seconds=60),
)
SLACK = timedelta(seconds=2.5)  # of a shown clock: it is read some time after it is shown


@contextmanager
def table_on_a_line(browser: Browser, folder: Path, decks: int, cards: str) -> Iterator[tuple[Player, Line]]:
    with serving(folder, random=dealt(decks, cards), pace=PATIENT_PACE) as served:
        line = Line(served.port)
        try:
            yield Player.enter(browser, served, address=line.address), line
        finally:
            line.close()


def shown_time(page: Page) -> timedelta:
    words = page.get_by_role("region", name="Table status").get_by_text(re.compile(r"^\d+ s$")).inner_text()
    return timedelta(seconds=int(words.removesuffix(" s")))


def is_fair(player: Player, table: str) -> bool:
    """Whether the time that a page shows is the time that its server will wait."""
    left = player.served.until(table) - datetime.now(UTC)
    return abs(shown_time(player.page) - left) < SLACK


def cards_of(player: Player) -> list[str | None]:
    groups = player.page.get_by_role("region", name="Cards").get_by_role("group").all()
    return [group.get_attribute("aria-label") for group in groups]


@pytest.fixture(params=["before", "during"])
def when(request: pytest.FixtureRequest) -> str:
    """Whether a decision is made when the line is mended, or while it is cut."""
    return str(request.param)


def decide(player: Player, line: Line, table: str, act: Callable[[], None], when: str) -> None:
    """Cut the line at a decision point, and mend it; the decision is made after that, or while it is cut."""
    until, cards, said = player.served.until(table), cards_of(player), player.announced()
    lost = player.page.get_by_text(LOST)
    line.cut()
    expect(lost).to_be_visible()
    if when == "during":
        act()
        line.mend()
        expect(lost).not_to_be_visible()
        return
    line.mend()
    expect(lost).not_to_be_visible()
    expect(player.button("Leave seat 1")).to_be_visible()
    assert player.served.until(table) == until
    assert (cards_of(player), player.announced()) == (cards, said)
    assert is_fair(player, table)
    act()


def test_the_line_is_cut_at_every_decision_of_a_split_pair(browser: Browser, tmp_path: Path, when: str) -> None:
    with table_on_a_line(browser, tmp_path, 6, "8h Ac 8s 3d 2c Th Td Kc") as (ada, line):
        table = "blackjack"
        ada.go_to(table)
        ada.sit()
        expect(ada.button("Cut", exact=True)).to_be_visible()
        ada.reach(ada.button("Cut", exact=True))
        decide(ada, line, table, lambda: ada.key("Enter"), when)
        expect(ada.phase).to_have_text("Make your wagers.")
        ada.press(ada.area("blackjack"))
        ada.reach(ada.button(re.compile(r"^Place \$")))
        line.cut()  # no clock runs yet
        expect(ada.page.get_by_text(LOST)).to_be_visible()
        if when == "during":
            ada.key("Enter")
        line.mend()
        expect(ada.page.get_by_text(LOST)).not_to_be_visible()
        if when == "before":
            ada.key("Enter")
        ada.offered("Insurance for")
        decide(ada, line, table, lambda: ada.key("i"), when)
        expect(ada.page.get_by_role("log").get_by_text("insurance").last).to_be_attached()
        for key, play, after in (("p", "Split", "hand 1"), ("d", "Double", "hand 2"), ("s", "Stand", "")):
            ada.offered(play)
            decide(ada, line, table, lambda key=key: ada.key(key), when)  # type: ignore[misc]  # a default binds it
            expect(ada.phase).to_contain_text(after)
        ada.wait_until_over()
        assert ada.heard_all_of(table)
        decided = [words for words in ada.announced() if re.search(": (split|double down|stand)", words)]
        assert len(decided) == 3, decided  # each was done once


def test_the_line_is_cut_before_the_bonus_button(browser: Browser, tmp_path: Path, when: str) -> None:
    with table_on_a_line(browser, tmp_path, 6, "Ah 9c Ks 8d Kd") as (ada, line):
        ada.begin("blackjack-bonus", "blackjack", "blackjack bonus")
        expect(ada.button(re.compile("^Press the"))).to_be_visible()
        decide(ada, line, "blackjack-bonus", lambda: ada.key("b"), when)
        ada.wait_until_over()
        assert ada.heard_all_of("blackjack-bonus")


def test_the_line_is_cut_while_a_supervisor_validates(browser: Browser, tmp_path: Path) -> None:
    with table_on_a_line(browser, tmp_path, 8, "Ad 9c Ad 5s 8h Kc") as (ada, line):
        ada.begin("progressive", "blackjack", "progressive")
        ada.play("s", "Stand")
        expect(ada.phase).to_contain_text("A supervisor is validating")
        sam = Player.enter(browser, ada.served, "Sam")
        sam.go_to("progressive")
        line.cut()
        expect(ada.page.get_by_text(LOST)).to_be_visible()
        sam.press(sam.button("Validate the progressive payout"))
        sam.wait_until_over()
        line.mend()
        ada.wait_until_over()
        assert ada.heard_all_of("progressive")


def test_a_turn_that_runs_out_behind_a_cut_line_is_the_servers_and_is_shown(browser: Browser, tmp_path: Path) -> None:
    quick = Pace(card=QUICK_PACE.card, pause=timedelta(seconds=2), betting_early=timedelta(seconds=0.4), turn=SLACK)
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 8d"), pace=quick) as served:
        line = Line(served.port)
        ada = Player.enter(browser, served, address=line.address)
        ada.begin("blackjack")
        ada.offered("Stand")
        line.cut()
        ada.page.wait_for_timeout(1000 * SLACK.total_seconds())
        line.mend()
        assert "13:69F" in ada.settled()
        ada.wait_until_over()
        assert ada.heard_all_of("blackjack")
        line.close()


@pytest.mark.parametrize("at", ["betting", "playing", "settled"])
def test_a_reload_shows_the_same_table(browser: Browser, tmp_path: Path, at: str) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 8d"), pace=PATIENT_PACE) as served:
        ada = Player.enter(browser, served)
        ada.begin("blackjack")
        if at != "betting":
            ada.offered("Stand")
        if at == "settled":
            ada.key("s")
            ada.wait_until_over()
        ada.page.wait_for_timeout(200)
        before = cards_of(ada), ada.announced(), ada.phase.inner_text()
        ada.page.reload()
        said = ada.announced()  # of the last round
        assert (cards_of(ada), before[1][len(before[1]) - len(said) :], ada.phase.inner_text()) == (
            before[0],
            said,
            before[2],
        )
        assert at == "betting" or ada.heard_all_of("blackjack")


def test_a_server_killed_in_mid_round_goes_on_with_the_same_cards(browser: Browser, tmp_path: Path) -> None:
    server = KilledServer(tmp_path, 6, "8h 6c 8s 3d 2c Th Td Kc")
    server.start()
    try:
        ada = Player.enter(browser, server)
        ada.begin("blackjack")
        for key, play, turn in (("p", "Split", "seat 1: 16"), ("d", "Double", "hand 1"), ("s", "Stand", "hand 2")):
            expect(ada.phase).to_contain_text(turn)
            ada.offered(play)
            cards = cards_of(ada)
            server.stop()
            expect(ada.page.get_by_text(LOST)).to_be_visible()
            server.start()
            expect(ada.page.get_by_text(LOST)).not_to_be_visible()
            assert cards_of(ada) == cards
            ada.key(key)
        ada.wait_until_over()
        said = ada.announced()
        ada.page.goto(f"{ada.address}/history/blackjack/1")
        written = ada.page.get_by_role("region", name="Event by event").get_by_role("listitem").all_text_contents()
        narration = [PARAGRAPH.sub("", line.strip()) for line in written]
        assert said[-len(narration) :] == narration
    finally:
        server.stop()


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HIDDEN = 'Object.defineProperty(document, "hidden", { configurable: true, get: () => true });'
TABS = 8


def listeners(served: Served, page: Page, count: int) -> None:
    """Wait until so many streams are open."""
    for _ in range(100):
        if served.house.hub.listeners == count:
            return
        page.wait_for_timeout(50)
    assert served.house.hub.listeners == count


@pytest.mark.parametrize("is_opened_behind", [False, True])
def test_of_eight_tabs_only_the_one_in_front_has_a_stream(
    browser: Browser, tmp_path: Path, is_opened_behind: bool
) -> None:
    with serving(tmp_path) as served:
        ada = Player.enter(browser, served)
        ada.page.goto("about:blank")
        pages = []
        for _ in range(TABS):
            page = watched(ada.page.context.new_page())
            if is_opened_behind:  # headless Chromium shows all its tabs at once
                page.add_init_script(HIDDEN)
            page.goto(f"{served.address}/tables/buster")
            expect(page.get_by_role("button", name="Take seat 1")).to_be_visible()
            page.evaluate(HIDE, arg=True)
            pages.append(page)
        listeners(served, ada.page, 0)
        front, first = pages[-1], pages[0]
        front.evaluate(HIDE, arg=False)
        listeners(served, ada.page, 1)
        front.get_by_role("button", name="Take seat 1").press("Enter")
        expect(front.get_by_role("button", name="Leave seat 1")).to_be_visible()
        for page in pages[:-1]:
            expect(page.get_by_role("button", name="Leave seat 1")).to_have_count(0)
        front.evaluate(HIDE, arg=True)
        first.evaluate(HIDE, arg=False)
        expect(first.get_by_role("button", name="Leave seat 1")).to_be_visible()
        expect(first.get_by_text(LOST)).not_to_be_visible()
        listeners(served, ada.page, 1)
