"""Chips by mouse, touch and drag, and what a person chooses: rebet, clear, speed, motion, colors, the coach."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browser.page_walk import STILL
from tests.web.browser.player import Player
from tests.web.browser.served import QUICK_PACE, Served, dealt, serving
from upcard.english import sentence


def seated(browser: Browser, served: object, **context: object) -> Player:
    ada = Player.enter(browser, served, **context)  # type: ignore[arg-type]  # a server
    ada.go_to("buster")
    ada.sit()
    ada.cut()
    expect(ada.phase).to_have_text("Make your wagers.")
    return ada


def beside_ben(browser: Browser, served: Served) -> Player:
    """Return Ada at a table where betting goes on until Ben has wagered too."""
    ben = Player.enter(browser, served, "Ben")
    ben.go_to("buster")
    ben.sit(2)
    ada = Player.enter(browser, served)
    ada.go_to("buster")
    ada.sit(1)
    (ada if ada.button("Cut", exact=True).count() else ben).cut()
    return ada


def felt_area(page: Page, wager: str) -> tuple[float, float]:
    """Return the middle of a betting area on the felt, on the screen."""
    area = page.locator(f'.tp-felt [data-area="wager"][data-seat="1"][data-name="{wager}"]').first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


EMPTY = re.compile(r"^Seat 1, Blackjack: \$0\.00, .* to [^a-z]*$")


def unplaced(dollars: int) -> re.Pattern[str]:
    return re.compile(rf"^Seat 1, Blackjack: \${dollars}\.00, .* to .*, not placed yet$")


def chip(player: Player, name: str) -> None:
    player.page.get_by_role("radio", name=name, exact=True).check(force=True)


def test_chips_go_onto_a_betting_area_by_click_on_the_felt(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = seated(browser, served, viewport={"width": 1280, "height": 1000})
        chip(ada, "$25 chip")
        ada.page.mouse.click(*felt_area(ada.page, "blackjack"))
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(25))
        ada.page.mouse.click(*felt_area(ada.page, "blackjack"))
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(50))
        expect(ada.button("Place $50.00")).to_be_visible()


def test_chips_go_onto_a_betting_area_by_tap(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = seated(browser, served, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        chip(ada, "$25 chip")
        ada.area("blackjack").tap()
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(25))
        ada.page.touchscreen.tap(*felt_area(ada.page, "blackjack"))
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(50))


def test_a_chip_is_dragged_onto_the_felt_and_onto_a_button(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = seated(browser, served, viewport={"width": 1280, "height": 1400})
        hundred = ada.page.locator('[data-chip="10000"]')
        box = hundred.bounding_box()
        assert box is not None
        ada.page.mouse.move(box["x"] + 10, box["y"] + 10)
        ada.page.mouse.down()
        ada.page.mouse.move(*felt_area(ada.page, "blackjack"), steps=8)
        ada.page.mouse.up()
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(100))
        hundred.drag_to(ada.area("blackjack"))
        expect(ada.area("blackjack")).to_have_accessible_name(unplaced(200))


def test_keys_choose_a_chip_clear_and_rebet(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c Ks 8d 9s 9d 9h 8c")) as served:
        ada = seated(browser, served)
        ada.key("1")
        expect(ada.page.get_by_role("radio").first).to_be_checked()
        ada.press(ada.area("blackjack"))
        ada.press(ada.area("buster"))
        ada.key("c")
        expect(ada.area("blackjack")).to_have_accessible_name(EMPTY)
        ada.key("r")
        expect(ada.page.get_by_role("alert")).to_contain_text("no earlier wager")
        ada.bet("blackjack", "buster")
        made = ada.page.get_by_role("log").get_by_text("seat 1 wagers")
        expect(made).to_have_count(2)
        ada.play("s", "Stand")
        ada.wait_until_over()
        ada.key("r")
        ada.play("s", "Stand")
        ada.wait_until_over()
        said = [words for words in ada.announced() if "seat 1 wagers" in words]
        assert said[:2] == said[2:], said


def test_wagers_that_were_placed_are_taken_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = beside_ben(browser, served)
        ada.bet("blackjack")
        expect(ada.area("blackjack")).to_have_accessible_name(
            re.compile(r"^Seat 1, Blackjack: \$[1-9]\d*\.00, .* to [^a-z]*$")
        )
        expect(ada.page.get_by_text("Last call for wagers before the cards")).to_be_visible()
        ada.key("c")
        expect(ada.area("blackjack")).to_have_accessible_name(EMPTY)
        expect(ada.phase).to_have_text("Make your wagers.")


def placed(wager: str, dollars: int) -> re.Pattern[str]:
    return re.compile(rf"^Seat 1, {sentence(wager)}: \${dollars}\.00, .* to [^a-z]*$")


def test_more_chips_on_a_wager_leave_the_others_and_no_more_than_the_maximum_is_taken(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = beside_ben(browser, served)
        expect(ada.phase).to_have_text("Make your wagers.")
        chip(ada, "$25 chip")
        ada.bet("blackjack", "buster")
        expect(ada.area("buster")).to_have_accessible_name(placed("buster", 25))
        ada.bet("blackjack")
        expect(ada.area("blackjack")).to_have_accessible_name(placed("blackjack", 50))
        expect(ada.area("buster")).to_have_accessible_name(placed("buster", 25))
        chip(ada, "$100 chip")
        ada.press(ada.area("buster"))
        expect(ada.page.locator("#refused")).to_contain_text("the maximum is $100.00")
        expect(ada.area("buster")).to_have_accessible_name(placed("buster", 25))
        expect(ada.area("blackjack")).to_have_accessible_name(placed("blackjack", 50))


CARDS_SEEN = """() => {
  const times = [];
  const lines = document.getElementById("announcements");
  new MutationObserver(() => times.push(performance.now())).observe(lines, { childList: true });
  window.timesSeen = times;
}"""


def test_cards_come_one_by_one_and_a_speed_makes_them_quicker(browser: Browser, tmp_path: Path) -> None:
    spans = []
    for name, speed in (("one", "Normal"), ("two", "Five times as fast")):
        pace = QUICK_PACE.__class__(betting_early=QUICK_PACE.betting_early, pause=QUICK_PACE.pause)
        with serving(tmp_path / name, random=dealt(6, "Th 9c 5s 8d"), pace=pace) as served:
            ada = Player.enter(browser, served, reduced_motion="no-preference")
            ada.go_to("blackjack")
            ada.press(ada.page.get_by_text("Settings"))
            ada.page.get_by_label("Card speed").select_option(label=speed)
            ada.press(ada.page.get_by_text("Settings"))
            ada.sit()
            ada.cut()
            ada.page.evaluate(CARDS_SEEN)
            ada.bet("blackjack")
            ada.offered("Stand")
            times = ada.page.evaluate("window.timesSeen")
            spans.append(times[-1] - times[0])
            assert ada.heard_all_of("blackjack")
            ada.page.context.close()
    assert spans[0] > 2 * spans[1]


@pytest.mark.parametrize("asks", ["reduce", "no-preference"])
def test_motion_is_off_where_the_system_asks_for_it_and_can_be_turned_off(
    browser: Browser, tmp_path: Path, asks: str
) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served, reduced_motion=asks)
        ada.go_to("blackjack")
        ada.press(ada.page.get_by_text("Settings"))
        motion = ada.page.get_by_role("checkbox", name="Show motion")
        if asks == "reduce":
            expect(motion).not_to_be_checked()
            return
        expect(motion).to_be_checked()
        ada.press(motion, "Space")
        ada.page.reload()
        ada.press(ada.page.get_by_text("Settings"))
        expect(motion).not_to_be_checked()


def test_four_colors_of_suits_are_kept(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.press(ada.page.get_by_text("Settings"))
        ada.press(ada.page.get_by_role("checkbox", name="Four-color suits"), "Space")
        ada.page.reload()
        assert ada.page.evaluate('document.documentElement.classList.contains("four-colors")')


def test_the_coach_shows_that_it_thinks_then_names_the_best_play_and_counts_mistakes(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 6s 5d 8d Kc")) as served:
        ada = Player.enter(browser, served)
        ada.go_to("blackjack")
        ada.press(ada.page.get_by_text("Settings"))
        ada.press(ada.page.get_by_role("checkbox", name="Coach: show the best play"), "Space")
        expect(ada.page.get_by_text("Lost to mistakes this session: $0.00")).to_be_visible()
        ada.sit()
        ada.cut()
        held: list[Route] = []
        ada.page.route("**/coach", lambda route: held.append(route))
        ada.bet("blackjack")
        expect(ada.page.get_by_text("The coach is thinking")).to_be_visible()
        ada.page.route("**/coach", lambda route: route.continue_())
        for each in held:  # one of an earlier moment may wait too
            each.continue_()
        expect(ada.page.get_by_role("list", name="What each play costs")).to_contain_text("best")
        ada.play("s", "Stand")
        score = ada.page.get_by_text("Lost to mistakes this session").first
        expect(score).not_to_have_text(re.compile(r"\$0\.00"))


def test_a_watcher_sees_the_round_and_has_no_buttons_of_it(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, random=dealt(6, "Th 9c 5s 8d"), pace=STILL) as served:
        ada, ben = Player.enter(browser, served), Player.enter(browser, served, "Ben")
        ben.go_to("blackjack")
        ada.begin("blackjack")
        ada.offered("Stand")
        expect(ben.hand("Seat 1: 10♥ 5♠, 15")).to_be_visible()
        expect(ben.page.get_by_text("You are watching")).to_be_visible()
        assert ben.page.get_by_role("group", name="Plays").count() == 0


def test_money_goes_into_chips_and_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pace=STILL) as served:
        ada = Player.enter(browser, served)
        wallet = ada.page.get_by_role("definition").first
        expect(wallet).to_have_text("$10,000.00")
        ada.go_to("blackjack")
        ada.page.get_by_label("Buy-in, in dollars").fill("300")
        ada.sit()
        expect(wallet).to_have_text("$9,700.00")
        ada.press(ada.button("Buy chips"))
        expect(wallet).to_have_text("$9,400.00")
        ada.press(ada.button("Leave seat 1"))
        expect(wallet).to_have_text("$10,000.00")
