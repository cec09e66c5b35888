"""What lies on the felt during a round: every card, chip, button, light, marker and device that the rules put there."""

import re
from collections import Counter
from random import Random

import pytest

from tests.dealing import opened
from tests.drawing.felts import LAWFUL, plan_of
from tests.random_rounds import steps
from upcard.drawing.areas import AreaUse
from upcard.drawing.card_faces import symbol_of
from upcard.drawing.chips import LAMMER, LIGHT_ON
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.result_tags import ResultTag, WagerPlace, result_tags
from upcard.drawing.round_parts import BUTTON_LABELS, round_parts
from upcard.game import at, evolve, play, refusals
from upcard.game import commands as do
from upcard.game.settle import awaited
from upcard.game.state import Seat, TableState
from upcard.money import Cents, format_money
from upcard.rules.enums import Play
from upcard.rules.wager import Demand
from upcard.table.shipped import shipped_tables

PLAYED = [name for name in LAWFUL if not refusals(at(plan_of(name).table), do.OpenTable())]


def objects(plan: FeltPlan, state: TableState) -> Counter[str]:
    """Check that all that must be seen is drawn, and count the kinds of it."""
    parts, counted = round_parts(plan, state), Counter[str]()
    for seat in state.seats:
        counted.update(_of_seat(plan, state, seat, parts[f"felt-seat-{seat.number}"]))
    devices = parts["felt-devices"]
    for _, meter in state.meters:
        counted["meter"] += 1
        assert format_money(meter.amount) in devices
    if state.shoe and any(area.use is AreaUse.SHOE for area in plan.areas):
        counted["cutting card out" if state.cutting_card_reached else "cutting card"] += 1
        assert devices.count('class="uc-cutting"') == 1
    if any(demand is Demand.PLAYER_PRESSES_BUTTON for _, _, demand in awaited(state)):
        counted["lit button"] += 1
        assert devices.count("tp-lit") == 1
    assert all(f"#{symbol_of(card)}" in parts["felt-dealer"] for card in state.dealer.shown)
    assert ("#uc-back" in parts["felt-dealer"]) == (len(state.dealer.shown) < len(state.dealer.cards))
    return counted


def _of_seat(plan: FeltPlan, state: TableState, seat: Seat, drawn: str) -> Counter[str]:
    counted = Counter[str]()
    cards = Counter(re.findall(r"#(uc-\w\w)\b", drawn))
    for hand in seat.hands:
        assert all(cards[symbol_of(card)] for card in hand.cards)
        for free in hand.buttons:
            counted[BUTTON_LABELS[free]] += 1
            assert all(f">{word}<" in drawn for word in BUTTON_LABELS[free].split())
    counted["split hands"] += len(seat.hands) > 1
    acceptors = {area.name for area in plan.areas if area.use is AreaUse.CHIP_ACCEPTOR}
    for placed in seat.placed:
        if placed.live and placed.wager in acceptors:
            counted["light"] += 1
            assert f"#{LIGHT_ON}" in drawn
        elif placed.live:
            assert drawn.count(f'data-key="{placed.wager}-{placed.choice or 0}"') == 1
        if placed.live and placed.under and seat.dealt:
            counted["cards under a wager"] += 1
            assert f"under-{seat.number}-0" in drawn
        if placed.shown is not None:
            counted["display"] += 1
            assert format_money(placed.shown) in round_parts(plan, state)["felt-devices"]
    if state.wins_of(seat.number) and any(area.use is AreaUse.MARKER for area in plan.areas):
        counted["marker of wins"] += 1
        assert f"#{LAMMER}" in drawn
    return counted


@pytest.mark.parametrize("name", PLAYED)
def test_everything_that_the_rules_put_on_the_felt_is_drawn(name: str) -> None:
    plan = plan_of(name)
    for before, _, _, after in steps(plan.table, Random(f"felt {name}"), 3):
        objects(plan, before)
        objects(plan, after)


WANTED = {
    "free-bet": ("Free double", "split hands", "cards under a wager"),
    "buster": ("cards under a wager",),
    "progressive": ("light", "meter"),
    "streak": ("marker of wins",),
    "blackjack-bonus": ("lit button", "display"),
    "blackjack": ("cutting card", "cutting card out"),
}


@pytest.mark.parametrize("name", WANTED)
def test_each_kind_of_object_comes_up(name: str) -> None:
    plan, seen = plan_of(name), Counter[str]()
    for before, _, events, _ in steps(plan.table, Random(f"kinds {name}"), 60):
        state = before
        for event in events:
            state = evolve(event, state)
            seen += objects(plan, state)
        if all(seen[kind] for kind in WANTED[name]):
            return
    assert not [kind for kind in WANTED[name] if not seen[kind]]


def test_a_free_split_has_its_button_beside_the_new_hand() -> None:
    plan = plan_of("free-bet")
    state = opened(
        next(table for table in shipped_tables() if table.name == "free-bet").path.read_text(encoding="utf-8"),
        "8h 6c 8s Td 3d 2c Th Kc",
        do.PlaceWager(1, "blackjack", (Cents(2500),)),
    )
    state, _ = play(state, do.CloseBetting())
    state, _ = play(state, do.Decide(1, Play.FREE_SPLIT))
    assert objects(plan, state)["Free split"] == 1


def test_a_tag_stands_on_the_area_of_its_wager_and_says_what_was_won() -> None:
    plan = plan_of("seven-seats")
    area = next(each for each in plan.areas if (each.seat, each.name) == (3, "buster"))
    drawn = result_tags(plan, [ResultTag(WagerPlace(3, "buster"), "5 cards", "+$100.00", "won")])
    assert re.findall(r">([^<]+)</text>", drawn) == ["+$100.00", "5 cards"]
    assert f'x="{area.x:.2f}"'.rstrip('0"') in drawn
    assert 'data-sign="won"' in drawn


def test_several_results_at_one_area_have_a_line_each_and_a_push_no_amount() -> None:
    plan = plan_of("blackjack")
    tags = [
        ResultTag(WagerPlace(1, "blackjack", hand=hand), outcome, amount, sign)
        for hand, (outcome, amount, sign) in enumerate([("win", "+$10.00", "won"), ("push", "±$0.00", "push")])
    ]
    drawn = result_tags(plan, tags)
    assert re.findall(r">([^<]+)</text>", drawn) == ["+$10.00 win", "push"]
    heights = [float(each) for each in re.findall(r'<rect x="[^"]+" y="([^"]+)"', drawn)]
    assert heights[1] - heights[0] > 30


def test_a_result_without_an_area_is_shown_at_the_insurance_line() -> None:
    plan = plan_of("blackjack")
    drawn = result_tags(plan, [ResultTag(WagerPlace(1, "insurance"), "lose", "\N{MINUS SIGN}$5.00", "lost")])
    assert "\N{MINUS SIGN}$5" in drawn
