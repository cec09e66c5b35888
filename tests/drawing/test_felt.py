"""The felt of every lawful table says and holds all that the rules require, and nothing leaves its place."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations, pairwise
from math import pi

import pytest

from tests.drawing.felts import LAWFUL, SVG, plan_of, svg_of, table_of, texts, unlawful_tables
from upcard.drawing.areas import Area, AreaUse, contains, overlap
from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import UNLAWFUL, plan_felt
from upcard.drawing.palette import Theme
from upcard.drawing.postings import area_of, inscriptions, written_pays
from upcard.errors import Misuse
from upcard.money import format_money
from upcard.rules.option import AreaKind
from upcard.table import Status, load
from upcard.table.requirements.layout import required_inscriptions

NAMES = (*LAWFUL, "longest", "one word", "other scripts")
FULLEST = [(name, "seats=7") for name in LAWFUL]
CASES = [*((name,) for name in NAMES), *FULLEST, *(("buster", f"seats={seats}") for seats in range(1, 6))]


def ids(case: tuple[str, ...]) -> str:
    return " ".join(case)


@pytest.mark.asked("13:69E-1.28P(b)")
@pytest.mark.cite("13:69E-1.10(b)", "13:69E-1.10(c)")
@pytest.mark.parametrize("name", LAWFUL)
def test_every_required_inscription_is_on_the_felt_word_for_word(name: str) -> None:
    shown = texts(svg_of(name))
    for _, required in required_inscriptions(table_of(name)):
        assert required.value.text in shown
    assert len(list(required_inscriptions(table_of(name)))) >= 2
    assert (table_of(name).licensee or "") in " ".join(shown)


@pytest.mark.cite("13:69E-1.10(g)", "13:69F-8.3(a)")
@pytest.mark.parametrize("name", LAWFUL)
def test_every_posted_odd_limit_and_rider_is_on_the_felt(name: str) -> None:
    table, shown = table_of(name), texts(svg_of(name))
    for offer in table.offers:
        assert {written_pays(pays) for pays in offer.pays.values()} <= set(shown)
        if offer.rider:
            assert {written_pays(pays) for pays in offer.rider.pays.values()} <= set(shown)
            assert offer.wager.rider is not None
            assert f"{format_money(offer.wager.rider.least.value)}" in " ".join(shown)
    for limit in (table.minimum, table.maximum):
        assert limit is not None
        assert format_money(limit) in shown


@pytest.mark.cite("13:69E-1.10(r)")
def test_the_card_rankings_that_a_sign_must_state_are_on_the_felt() -> None:
    assert "Card rankings: 2 to 10, jack, queen, king, ace" in texts(svg_of("in-between"))


def test_a_line_is_posted_with_what_it_pays() -> None:
    shown = texts(svg_of("in-between-posted"))
    assert shown[shown.index("Triple match") + 1] == "33 to 1"
    assert shown[shown.index("All other spreads") + 1] == "1 to 1"


@pytest.mark.parametrize(
    ("name", "line", "pays"),
    [("sevens", "At least one 7", "3 to 1"), ("same-suit", "Same suit", "3 to 1"), ("progressive", "Wager", "$1.00")],
)
def test_outcomes_posted_under_one_word_are_one_line(name: str, line: str, pays: str) -> None:
    shown = texts(svg_of(name))
    odds = [after for before, after in pairwise(shown) if before == line and after[-1].isdigit()]
    assert odds == [pays]  # the wager itself may be named by the same words


def test_one_cell_of_a_pay_table_changes_one_text_of_the_felt() -> None:
    pays = '{"Triple match" = "34 to 1", "One card spread" = "12 to 1", "Two card spread" = "6 to 1",'
    pays += ' "Three card spread" = "4 to 1", "All other spreads" = "1 to 1"}'
    before, after = (
        texts(svg_of("in-between-posted")),
        texts(svg_of("in-between-posted", f"wager.in-between.pays={pays}")),
    )
    assert [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]] == [("33 to 1", "34 to 1")]


@pytest.mark.cite("13:69E-1.10(g)", "13:69E-1.10(r)", "13:69E-1.10(x)2", "13:69E-1.10(aa)1i", "13:69F-2.20(b)")
@pytest.mark.parametrize("case", [*((name,) for name in LAWFUL), *FULLEST], ids=ids)
def test_every_wager_has_an_area_at_each_seat(case: tuple[str, ...]) -> None:
    plan = plan_of(*case)
    table = plan.table
    for seat in range(1, table.seats + 1):
        here = [area for area in plan.areas if area.seat == seat]
        boxes = [area for area in here if area.name == "blackjack"]
        assert len(boxes) == table.spots[1]
        assert [area.spot for area in boxes if area.spot] == ([1, 2, 3][: table.spots[1]] if table.spots[1] > 1 else [])
        for offer in table.offers:
            own = [area for area in here if area.name == offer.wager.name]
            spots = [area for area in own if area.use in (AreaUse.WAGER, AreaUse.CHIP_ACCEPTOR)]
            assert [area.choice for area in spots] == list(offer.wager.choices or (None,))
            is_acceptor = area_of(offer.wager).kind is AreaKind.CHIP_ACCEPTOR
            assert all((area.use is AreaUse.CHIP_ACCEPTOR) == is_acceptor for area in spots)
            markers = [area for area in own if area.use is AreaUse.MARKER]
            assert len(markers) == (len(spots) if offer.wager.sees_results else 0)
            least = float(table.layout.chip)
            assert all(area.width > least for area in spots)
        assert len([area for area in here if area.use is AreaUse.CARDS]) == 1


@pytest.mark.cite("13:69E-1.10(aa)1i")
def test_the_area_of_a_wager_that_stays_closed_is_there_and_has_no_odds() -> None:
    plan = plan_of("free-bet-push-22-closed")
    assert [area.seat for area in plan.areas if area.name == "push 22"] == [1, 2, 3, 4, 5, 6]
    assert [panel.area.name for panel in plan.panels] == ["limits"]


@pytest.mark.cite("13:69F-2.18(g)", "13:69F-2.18(h)")
@pytest.mark.parametrize(("wagers", "hands"), [(2, 1), (3, 2)])
def test_the_dealers_further_hands_have_areas(wagers: int, hands: int) -> None:
    plan = plan_of("multiple-action", f"multiple_action_wagers={wagers}")
    assert len([area for area in plan.areas if area.use is AreaUse.DEALERS_AREA]) == hands
    assert "Dealer's second hand" in " ".join(label.text for label in plan.labels)


@pytest.mark.cite("13:69E-1.10(d)", "13:69E-1.10(e)", "13:69E-1.10(f)", "13:69E-1.10(j)", "13:69E-1.10(k)")
@pytest.mark.parametrize(
    ("name", "equipment"),
    [
        ("blackjack", ["drop box", "tip box", "discard rack"]),
        ("blackjack-resplit", ["drop box", "tip box", "discard rack", "card reader"]),
        ("blackjack-from-the-hand", ["drop box", "tip box", "discard rack", "automated shuffler"]),
        ("progressive", ["drop box", "tip box", "discard rack", "progressive meter", "reset meter"]),
        (
            "blackjack-bonus",
            ["drop box", "tip box", "discard rack", "blackjack bonus button", "blackjack bonus display"],
        ),
        ("free-bet", ["drop box", "tip box", "discard rack", "free bet buttons", "card reader"]),
    ],
)
def test_the_equipment_is_drawn(name: str, equipment: list[str]) -> None:
    areas = plan_of(name).areas
    assert [area.name for area in areas if area.use is AreaUse.EQUIPMENT] == equipment
    boxes = {area.name: area.x for area in areas}
    assert boxes["drop box"] * boxes["tip box"] < 0  # on opposite sides of the dealer
    has_shoe = any(area.use is AreaUse.SHOE for area in areas)
    assert has_shoe == (name != "blackjack-from-the-hand")


def test_seats_are_numbered_from_the_dealers_left() -> None:
    boxes = [area for area in plan_of("seven-seats").areas if area.name == "blackjack"]
    assert [area.seat for area in sorted(boxes, key=lambda area: -area.x)] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_areas_neither_overlap_nor_leave_the_felt(case: tuple[str, ...]) -> None:
    plan = plan_of(*case)
    assert [(one, other) for one, other in combinations(plan.areas, 2) if overlap(one, other)] == []
    assert all(plan.rim.holds(corner, 1) for area in plan.areas for corner in area.corners)
    band = plan.band[1]
    for area in plan.areas:
        if area.seat:
            assert all(x**2 + (y - plan.rim.center) ** 2 > band**2 for x, y in area.corners)


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_no_text_leaves_its_box(case: tuple[str, ...]) -> None:
    plan = plan_of(*case)
    labels = [*plan.labels, *(label for panel in plan.panels for label in panel.labels)]
    for label in labels:
        assert label.inside is not None
        assert all(contains(label.inside, corner) for corner in label.corners), label
        assert label.size > 1
    for arc in plan.arcs:
        assert arc.width <= 2 * arc.half_angle / 180 * pi * arc.radius
    radii = sorted((arc.radius - 0.75 * arc.size, arc.radius + 0.25 * arc.size) for arc in plan.arcs)
    assert all(end <= start + 0.01 for (_, end), (start, _) in pairwise(radii))
    name = next(area for area in plan.areas if area.use is AreaUse.NAME)
    inner = radii[0][0]
    for label in plan.labels:
        if label.class_ in ("uf-licensee", "uf-table"):
            assert all(contains(name, corner) for corner in label.corners)
            assert all(x**2 + (y - plan.rim.center) ** 2 < inner**2 for x, y in label.corners if y > plan.rim.center)


def test_the_checks_of_places_find_what_is_wrong() -> None:
    box = Area(use=AreaUse.SIGN, name="box", x=0, y=0, width=10, height=10)
    assert overlap(box, replace(box, x=9.9))
    assert not overlap(box, replace(box, x=10))
    assert overlap(box, replace(box, x=11.5, angle=45))  # its corner reaches in
    assert not overlap(replace(box, is_round=True), replace(box, x=8, y=8, is_round=True))
    assert overlap(replace(box, is_round=True), replace(box, x=7, y=7, is_round=True))
    assert contains(replace(box, angle=45), (7, 0))
    assert not contains(box, (7, 0))
    assert not contains(replace(box, is_round=True), (4.5, 4.5))


@pytest.mark.parametrize("case", [*((name,) for name in NAMES), ("longest", "seats=1")], ids=ids)
def test_a_drawing_is_well_formed_and_whole(case: tuple[str, ...]) -> None:
    svg = svg_of(*case)
    root = ET.fromstring(svg)
    assert (root.tag, root[0].tag, root[1].tag) == (f"{SVG}svg", f"{SVG}title", f"{SVG}desc")
    assert table_of(*case).table in (root[0].text or "")
    assert "<script" not in svg
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")|@import|data:", svg)
    names = re.findall(r' id="([^"]+)"', svg)
    assert len(set(names)) == len(names)
    assert {name for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg) for name in pair if name} <= set(names)


def test_a_drawing_has_the_same_bytes_each_time() -> None:
    first = felt_svg(plan_felt(load("seven-seats")), Theme.DARK)
    assert felt_svg(plan_felt(load("seven-seats")), Theme.DARK) == first
    assert felt_svg(plan_felt(load("seven-seats"))) != first


def test_colors_are_variables_of_a_page_or_written_out() -> None:
    plan = plan_of("blackjack")
    assert "var(--upcard-felt,#0f6a45)" in felt_svg(plan)
    assert "var(" not in felt_svg(plan, variables=False)
    assert "#0f6a45" in felt_svg(plan, variables=False)
    assert "#1c5a8c" in svg_of("blackjack", "layout.felt=blue")


def test_two_felts_on_a_page_have_identifiers_of_their_own() -> None:
    first, second = felt_svg(plan_of("blackjack")), felt_svg(plan_of("blackjack"), prefix="second-")
    assert 'id="uf-arc1"' in first
    assert 'id="second-arc1"' in second
    assert 'href="#second-arc1"' in second
    assert "#uf-" not in second


@pytest.mark.parametrize("file", unlawful_tables(), ids=lambda file: file.stem)
def test_a_table_that_may_not_be_opened_says_so_across_its_felt(file: object) -> None:
    svg = svg_of(str(file))
    ET.fromstring(svg)
    assert (UNLAWFUL in texts(svg)) == (plan_of(str(file)).status is Status.UNLAWFUL)
    assert plan_of("blackjack").status is not Status.UNLAWFUL
    assert UNLAWFUL not in texts(svg_of("blackjack"))


def test_an_inscription_in_capitals_and_one_more_stand_as_the_file_writes_them() -> None:
    stated = (
        '["BLACKJACK PAYS 3 TO 2", "Insurance pays 2 to 1", "Dealer Must Draw to 16 and Stand on All 17\'s", "Smile"]'
    )
    shown = texts(svg_of("blackjack", f"inscriptions={stated}"))
    assert "BLACKJACK PAYS 3 TO 2" in shown
    assert "Blackjack pays 3 to 2" not in shown
    assert "Smile" in shown


@pytest.mark.cite("13:69E-1.10(aa)1v")
def test_another_inscription_may_stand_where_any_number_of_cards_is_doubled_free() -> None:
    literal = "Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)"
    changed = ["free_double=any number of cards", 'inscriptions=["Free Doubles on Hard 9, 10 & 11"]']
    assert literal in inscriptions(table_of("free-bet")).texts
    assert literal not in inscriptions(table_of("free-bet", *changed)).texts
    assert literal in inscriptions(table_of("free-bet", changed[0])).texts


def test_a_table_without_a_licensee_shows_its_own_name() -> None:
    svg = felt_svg(plan_felt(replace(table_of("blackjack"), licensee=None)))
    assert "Table BJ-1" in texts(svg)


def test_a_wager_without_a_declared_area_has_a_spot_of_its_name() -> None:
    table = table_of("buster")
    (offer,) = table.offers
    bare = replace(offer, wager=replace(offer.wager, areas=()))
    areas = plan_felt(replace(table, offers=(bare,))).areas
    assert [area.label for area in areas if area.name == "buster"] == ["Buster"] * 6


@pytest.mark.cite("13:69E-1.10(a)")
@pytest.mark.parametrize(("seats", "fits"), [(6, True), (7, True), (8, False)])
def test_a_layout_has_at_most_seven_positions(seats: int, fits: bool) -> None:
    if fits:
        assert max(area.seat or 0 for area in plan_of("blackjack", f"seats={seats}").areas) == seats
    else:
        with pytest.raises(Misuse, match=r"at most 7 player positions, not 8 \[13:69E-1.10\(a\)\]"):
            plan_of("blackjack", f"seats={seats}")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (("seats=7", "layout.box_width=10 in", "layout.width=66 in"), "7 seats do not fit on this felt"),
        (("layout.width=60 in", "layout.radius=30 in", "layout.depth=36 in"), "dealer's side does not fit"),
        (("layout.depth=42 in",), "dealer's side does not fit"),
        (('game=["free bet", "multiple action"]',), "several games"),
    ],
)
def test_a_felt_that_cannot_hold_its_areas_is_refused(changes: tuple[str, ...], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        plan_of("buster", *changes)


def test_measures_of_the_licensee_change_the_plan() -> None:
    plan = plan_of("buster", "layout.width=84 in", "layout.depth=51 in", "layout.spot=3 in", "layout.box_width=6 in")
    assert plan.rim.half_width == pytest.approx(84 * 25.4 / 2)
    assert plan.rim.radius == plan.rim.half_width
    widths = {area.name: area.width for area in plan.areas}
    assert widths["buster"] == pytest.approx(3 * 25.4)
    assert widths["blackjack"] == pytest.approx(6 * 25.4)
