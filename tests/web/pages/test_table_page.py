"""The page of a table without a browser: what it shows for every table, and what its stream says has happened."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random

import pytest

from tests.acting import acting
from tests.random_rounds import steps
from tests.service.simulated import BEGINNING
from tests.web.browsing import Browser, Site, visit
from tests.web.pages.paging import KEY, Pages, text_of
from upcard.game import TableState, at, refusals
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import question
from upcard.game.narrate import text
from upcard.game.roles import Role
from upcard.game.state import Dealer
from upcard.game.view import plays
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.state import GroupState, PitTable, ShoeState
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.service.casino_service import demo_tables
from upcard.service.hub import Look
from upcard.service.moments import TableMoments
from upcard.service.pace import Pace
from upcard.table import BadConfig, TableConfig, load
from upcard.table.shipped import shipped_tables
from upcard.web.pages.frame import Frame
from upcard.web.pages.settled_wagers import settled
from upcard.web.pages.static_files import StaticFiles
from upcard.web.pages.table_moments import announced, felt_of, felt_parts
from upcard.web.pages.table_page import TablePages
from upcard.web.pages.table_view import Onlooker, ShownTable, shown_table

OWN = (1, 2, 3)


def configs() -> Iterator[TableConfig]:
    for shipped in shipped_tables():
        try:
            config = load(shipped.path)
        except BadConfig:
            continue
        if not refusals_to_open(config):
            yield config


def refusals_to_open(config: TableConfig) -> bool:
    return bool(refusals(at(config), do.OpenTable()))


TABLES = {config.table: config for config in configs()}


def shown(state: TableState, role: Role = Role.PATRON, seats: tuple[int, ...] = OWN) -> ShownTable:
    table = PitTable(state, holders=dict.fromkeys(OWN, "ada"))
    return shown_table(table, state, "t", 1, Onlooker(role, seats), pace=Pace())


def test_a_patron_reads_how_many_coupons_are_held_where_the_table_takes_none_too() -> None:
    def coupons(name: str) -> tuple[str, tuple[str, ...]]:
        state = at(load(next(each.path for each in shipped_tables() if each.name == name)))
        held = ((Cents(5_00), 2), (Cents(25_00), 1))
        looks = Onlooker(Role.PATRON, (1,))
        shown = shown_table(PitTable(state, holders={1: "ada"}), state, "t", 1, looks, pace=Pace(), coupons=held)
        assert shown.coupons is not None
        return shown.coupons.words, tuple(each.label for each in shown.coupons.offered)

    words = "You hold match play coupons: 2 of $5.00, 1 of $25.00."
    assert coupons("blackjack") == (f"{words} This table takes none.", ())
    assert coupons("free-bet") == (
        words,
        ("Coupon of $5.00 on push 22, seat 1", "Coupon of $25.00 on push 22, seat 1"),
    )


@pytest.mark.parametrize("name", TABLES)
def test_every_state_of_every_table_can_be_shown_and_offers_what_the_engine_allows(name: str) -> None:
    for before, command, _, _ in steps(TABLES[name], Random(name), 6):
        page = shown(before)
        felt_parts(before)
        if isinstance(command, do.Decide):
            allowed = {offered.play for offered in page.plays if not offered.refusals}
            assert {play.value for play in plays(before)} == allowed or command.play is Play.SURRENDER
            assert all(offered.refusals or offered.play in allowed for offered in page.plays)
            assert all(refusal.message and refusal.cite for offered in page.plays for refusal in offered.refusals)
        if isinstance(command, do.PlaceWager):
            wagers = [(area.seat, area.wager, area.choice) for area in page.areas if not area.refusals or area.amount]
            assert (command.seat, command.wager, command.choice) in wagers
        if isinstance(command, do.Insure):
            assert any('"Insure"' in offered.command for offered in page.offers)
        if isinstance(command, do.ValidatePayout):
            assert shown(before, Role.SUPERVISOR, ()).duties


@pytest.mark.parametrize("name", TABLES)
def test_nothing_that_lies_face_down_has_a_part_in_the_page(name: str) -> None:
    random = Random(name)
    for before, _, _, _ in steps(TABLES[name], random, 4):
        rest = list(before.shoe[before.next_card :])
        hidden = before.dealer.cards[len(before.dealer.shown) :]
        random.shuffle(rest)
        other = before._replace(shoe=before.shoe[: before.next_card] + tuple(rest))
        if hidden and rest:
            same = [card for card in rest if (card.value in (1, 10)) == (hidden[0].value in (1, 10))]
            if same and not _makes_blackjack(before, same[0]):
                cards = (*before.dealer.shown, same[0])
                dealer: Dealer = before.dealer._replace(cards=cards)
                other = other._replace(dealer=dealer)
        assert shown(before) == shown(other)
        assert felt_parts(before) == felt_parts(other)


@pytest.mark.parametrize("name", TABLES)
def test_every_decision_changes_what_the_table_asks_so_that_it_cannot_be_taken_twice(name: str) -> None:
    for before, command, _, after in steps(TABLES[name], Random(f"asked {name}"), 4):
        if isinstance(command, do.Decide) and before.point is not Point.EARLY_SURRENDER:
            assert question(before) != question(after)
        if isinstance(command, do.PlaceWager | do.WithdrawWager):
            assert question(before) == question(after)


def _makes_blackjack(state: TableState, card: object) -> bool:
    values = sorted((state.upcard.value, card.value))  # type: ignore[attr-defined]  # a card
    return values == [1, 10] or sorted(each.value for each in state.dealer.cards) == [1, 10]


def at_pit(state: TableState) -> GroupState:
    shoe = ShoeState(1, "", "", "")
    return GroupState("t", {"t": PitTable(state, shoe=shoe)}, state.meters)


@pytest.mark.parametrize("name", TABLES)
def test_announcements_are_the_narration_and_every_settled_wager_has_its_paragraph(name: str) -> None:
    moments, narrated = TableMoments(), []
    events_of_round: list[ev.Event] = []
    for version, (before, _, events, _) in enumerate(steps(TABLES[name], Random(f"said {name}"), 3), 1):
        moments.add(version, events, at_pit(before), "t")
        if any(isinstance(event, ev.BettingClosed) for event in events):
            events_of_round = []
        events_of_round += events
        narrated += [words for event in events if (words := text(event))]
    kept = moments.moments
    assert [words for words, _ in announced(kept)] == narrated[-len(announced(kept)) :]
    moved = [
        event for event in events_of_round if isinstance(event, ev.WagerPaid | ev.WagerCollected | ev.WagerReturned)
    ]
    rows = settled(moments.of_last_round())
    assert len(rows) >= len(moved) > 0
    assert all(row.cite.startswith("13:69F") or row.cite.startswith("19:47") for row in rows)
    assert all(row.outcome for row in rows)


def test_moments_forget_what_is_long_past_and_then_say_nothing_of_it() -> None:
    moments = TableMoments()
    config = TABLES["BJ-1"]
    for version, (before, _, events, _) in enumerate(steps(config, Random(7), 40), 1):
        moments.add(version, events, at_pit(before), "t")
    assert len(moments.moments) <= 400
    assert moments.complete_after > 0
    assert moments.after(moments.complete_after - 1) == ()
    assert moments.after(moments.complete_after)[0].version == moments.complete_after + 1
    assert moments.after(version) == ()


async def seated(site: Site) -> tuple[Pages, Browser]:
    pages = await Pages.of(site).as_demo("ada")
    browser = Browser(pages.client)
    await browser.load()
    answer = await browser.at_table("BuyIn", seat=1, amount="500.00")
    assert answer.status_code == 200, answer.text
    return pages, browser


@pytest.mark.asked("13:69E-1.28P(b)")
def test_every_table_of_the_pit_has_a_page_with_its_felt_and_its_betting_areas(folder: Path) -> None:
    async def main(site: Site) -> None:
        pages, _ = await seated(site)
        for name, _ in demo_tables(BEGINNING.date()):
            page = await pages.get(f"/tables/{name}")
            assert page.status_code == 200, name
            assert f'data-table="{name}"' in page.text
            assert felt_of(site.house.floor.group(name).at(name).felt.config).svg in page.text
            assert "Take seat 2" in text_of(page.text)
            assert not re.search(r"<style|\sstyle=", page.text)
            assert len(page.content) < 150_000
        own = unescape((await pages.get("/tables/blackjack")).text)
        assert "Your seat: $500.00" in text_of(own)
        assert (await pages.get("/tables/nowhere")).status_code == 404

    visit(folder, main)


def test_a_message_says_what_has_happened_since_the_last_one(folder: Path) -> None:
    async def main(site: Site) -> None:
        await seated(site)
        house = site.house
        pages = TablePages(Frame(house, StaticFiles(), KEY))
        look = Look("blackjack", Role.PATRON, (1,))
        async with asyncio.timeout(10):
            while house.floor.group("blackjack").tables["blackjack"].shoe is None:  # the table seals one by itself
                await asyncio.sleep(0.01)
        await house.send(acting("patron ada"), "cut", pc.CutShoe("blackjack", 1, 156))
        before = house.floor.version("blackjack")
        await house.send(acting("patron ada"), "bet", pc.AtTable("blackjack", do.PlaceWager(1, "blackjack", (1000,))))  # type: ignore[arg-type]  # cents
        message = pages.message(look, "ada", before)
        assert "\n" not in message
        assert "seat 1 wagers $10.00: blackjack" in text_of(message)
        assert "seat 1 wagers" not in text_of(pages.message(look, "ada", before + 1).split("</ol>")[0])
        assert pages.message(look, "ada", 0).count("data-kind=") > 3

    visit(folder, main)
