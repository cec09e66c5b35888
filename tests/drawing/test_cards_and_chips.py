"""Cards and chips: every one is there, well-formed, small, and shows what it is."""

import gzip
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.felts import SVG, plan_of, texts
from upcard.cards import DECK, RED, Card, Rank
from upcard.drawing import card_faces, chips, sprites
from upcard.drawing.areas import Area, AreaUse, contains
from upcard.drawing.felt import felt_svg
from upcard.drawing.labels import lines_in
from upcard.drawing.page_style import page_stylesheet
from upcard.drawing.palette import Theme, colors, custom_properties, forced_colors
from upcard.drawing.svg import element, escaped, number
from upcard.drawing.text_width import Face, best_lines, fitted, is_known, line_breaks, text_width, wrapped
from upcard.errors import Misuse
from upcard.money import LARGEST, Cents
from upcard.table.layout_measures import FeltColor

SHEET = sprites.sprite_sheet()
SINGLES = {
    **{str(card): sprites.card(card) for card in (Card.of("Ah"), Card.of("Ts"), Card.of("Kc"), Card.of("Qd"))},
    "back": sprites.card_back(),
    "cutting card": sprites.cutting_card(),
    "chip": sprites.chip(Cents(2500)),
    "stack": sprites.chip_stack(Cents(3750)),
    "plaque": sprites.chip_stack(LARGEST),
    "button": sprites.button("Free", "Boardwalk Demo Casino"),
    "lammer": sprites.lammer("2"),
    "light on": sprites.light(is_on=True),
    "light off": sprites.light(is_on=False),
}


def test_the_sheet_has_a_symbol_for_every_card_and_chip_and_each_says_what_it_is() -> None:
    symbols = {each.get("id"): each for each in ET.fromstring(SHEET).iter(f"{SVG}symbol")}
    titles = {name: symbol[0].text for name, symbol in symbols.items()}
    assert {card_faces.symbol_of(card) for card in DECK} <= set(symbols)
    assert titles["uc-Ah"] == "Ace of hearts"
    assert titles["uc-Tc"] == "Ten of clubs"
    assert {chip.symbol for chip in chips.DENOMINATIONS} <= set(symbols)
    others = {card_faces.BACK, card_faces.CUTTING_CARD, chips.BUTTON, chips.LAMMER, chips.LIGHT_ON, chips.LIGHT_OFF}
    assert others <= set(symbols)
    assert len(set(titles.values())) == len(symbols) == 52 + len(chips.DENOMINATIONS) + len(others)


def test_the_sheet_is_small_enough_for_a_page() -> None:
    assert len(SHEET.encode()) < 45_000
    assert len(gzip.compress(SHEET.encode(), 9)) < 7_000


def references(svg: str) -> set[str]:
    return {name for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg) for name in pair if name}


@pytest.mark.parametrize("name", [*SINGLES, "sheet"])
def test_a_drawing_is_whole(name: str) -> None:
    svg = {**SINGLES, "sheet": SHEET}[name]
    root = ET.fromstring(svg)
    assert (root[0].tag, root[1].tag) == (f"{SVG}title", f"{SVG}desc")
    identifiers = re.findall(r' id="([^"]+)"', svg)
    assert len(set(identifiers)) == len(identifiers)
    assert references(svg) <= set(identifiers)
    assert "<script" not in svg
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")|@import|data:", svg)
    used = {each for value in re.findall(r'class="([^"]+)"', svg) for each in value.split()}
    styled = set(re.findall(r"\.(uc-[\w-]+)\{", svg))
    assert name == "sheet" or styled <= used
    assert used - styled <= {"uc-red", "uc-black"} | {f"uc-{sign}s" for sign in "cdhs"}


def test_a_single_drawing_holds_only_what_it_needs() -> None:
    assert "uc-Kh" not in SINGLES["Ah"]
    assert len(SINGLES["Ah"]) < 3_000
    assert len(SINGLES["chip"]) < 2_500


@pytest.mark.parametrize("card", [card for card in DECK if card.rank <= Rank.TEN], ids=str)
def test_a_face_shows_as_many_pips_as_its_rank(card: Card) -> None:
    pips = re.findall(rf'href="#uc-{card.suit.value}u?" x="(\d+)" y="(\d+)"', card_faces.face(card))
    assert len(set(pips)) == len(pips) == int(card.rank)
    assert all(40 < int(x) < 210 and 40 < int(y) < 310 for x, y in pips)


def test_ranks_are_text_and_suits_have_their_colors() -> None:
    assert [text for text in texts(SINGLES["Ts"]) if text] == ["10"]
    for card in DECK:
        assert (' class="uc-red ' in card_faces.face(card)) == (card.suit in RED)
    two, four = colors(Theme.LIGHT), colors(Theme.LIGHT, four_colors=True)
    assert len({two[suit] for suit in ("clubs", "diamonds", "hearts", "spades")}) == 2
    assert len({four[suit] for suit in ("clubs", "diamonds", "hearts", "spades")}) == 4
    assert four["diamonds"] in sprites.sprite_sheet(four_colors=True)


def test_a_page_sets_every_color_and_forced_colors() -> None:
    roles = set(colors(Theme.DARK))
    assert {
        name.split(":")[0].removeprefix("--upcard-") for name in custom_properties(colors(Theme.DARK)).split(";")
    } == roles
    forced = dict(each.split(":") for each in forced_colors().split(";"))
    assert {name.removeprefix("--upcard-") for name in forced} <= roles
    assert forced["--upcard-felt"] == "Canvas"
    assert forced["--upcard-text"] == "CanvasText"


@given(st.integers(1, 10**8))
def test_chips_add_up_to_the_amount(amount: int) -> None:
    stack = chips.chips_for(Cents(amount))
    assert sum(chip.value * count for chip, count in stack) == amount
    values = [chip.value for chip, _ in stack]
    assert values == sorted(values, reverse=True)
    assert all(
        count * chip.value < larger.value
        for (chip, count) in stack
        for larger in chips.DENOMINATIONS
        if larger.value > chip.value
    )


@pytest.mark.parametrize("amount", [0, -1, LARGEST + 1])
def test_no_chips_are_drawn_for_an_amount_that_nobody_can_wager(amount: int) -> None:
    with pytest.raises(Misuse, match="are no chips"):
        chips.chips_for(Cents(amount))


def test_there_is_no_chip_of_an_odd_amount() -> None:
    with pytest.raises(Misuse, match=r"there is no chip of \$3.00; chips: \$5K"):
        sprites.chip(Cents(300))


@pytest.mark.parametrize(
    ("amount", "drawn", "columns"),
    [(100, 1, 1), (2000 * 100, 2, 1), (20 * 500_000, 20, 1), (21 * 500_000, 21, 2), (60 * 500_000, 60, 3)],
)
def test_a_stack_is_drawn_chip_by_chip_in_columns(amount: int, drawn: int, columns: int) -> None:
    markup, width, height = chips.stack(Cents(amount))
    assert markup.count("<use") == drawn
    assert width == 104 * columns - 4
    assert height == 100 + chips.STEP * (min(drawn, 20) - 1)


def test_more_chips_than_a_table_holds_are_a_plaque_with_the_amount() -> None:
    markup, _, _ = chips.stack(Cents(61 * 500_000))
    assert "<use" not in markup
    assert "$305,000.00" in markup


@pytest.mark.parametrize("text", ["Insurance pays 2 to 1", "Wagers", "a", ""])
def test_a_text_grows_with_its_size_and_letters(text: str) -> None:
    for face in Face:
        assert text_width(text, face, 20) == pytest.approx(2 * text_width(text, face, 10))
        assert text_width(text + "x", face, 10) > text_width(text, face, 10)
        assert fitted(text, face, 10, 1000) == 10
        assert text_width(text, face, fitted(text, face, 10, 5)) <= 5 + 1e-9


def test_accents_take_no_room_and_unknown_letters_much() -> None:
    assert text_width("Océan", Face.SERIF, 10) == text_width("Ocean", Face.SERIF, 10)
    assert is_known("Océan \u2013 5¢")
    assert not is_known("大西洋城")
    assert text_width("大", Face.SANS, 10) > text_width("W", Face.SANS, 10)


def test_lines_are_broken_at_blanks_and_after_hyphens() -> None:
    assert set(line_breaks("In-Between", 2)) == {("In-Between",), ("In-", "Between")}
    assert set(line_breaks("a b c", 2)) == {("a b c",), ("a", "b c"), ("a b", "c")}
    assert wrapped("one two three", Face.SANS, 10, 45) == ("one two", "three")
    assert wrapped("extraordinarily long", Face.SANS, 10, 10) == ("extraordinarily", "long")


@given(st.text(st.characters(categories=("Lu", "Ll", "Zs")), min_size=1, max_size=60).filter(str.strip), st.booleans())
def test_whatever_is_written_in_an_area_stays_in_it(text: str, is_round: bool) -> None:
    area = Area(use=AreaUse.WAGER, name="", x=5, y=7, width=90, height=90, angle=30, is_round=is_round)
    labels = lines_in(area, text, 20, "uf-spot-text")
    assert all(contains(area, corner) for label in labels for corner in label.corners)
    assert "".join(label.text for label in labels).replace(" ", "") == "".join(text.split())


def test_a_long_text_is_broken_into_a_few_lines() -> None:
    text = " ".join(["words"] * 30)
    lines = best_lines(text, Face.SANS, 10, (100, 60), 1.15, 4)
    assert " ".join(lines.lines) == text
    assert len(lines.lines) == 4
    assert lines.width <= 100


def test_what_xml_cannot_hold_is_replaced_and_marks_are_escaped() -> None:
    assert escaped('<a & "b">\x00\x0b') == "&lt;a &amp; &quot;b&quot;&gt;\ufffd\ufffd"
    ET.fromstring(sprites.button("<&\x01>", "A & B"))
    assert element("g", class_="a", stroke_width=1.50, x=None) == '<g class="a" stroke-width="1.5"/>'
    assert [number(value) for value in (0, -0.004, 12.346, -0.5)] == ["0", "0", "12.35", "-.5"]


def test_drawings_have_the_same_bytes_each_time_and_differ_by_theme() -> None:
    assert sprites.sprite_sheet() == SHEET
    assert sprites.sprite_sheet(theme=Theme.DARK) != SHEET
    assert "var(" not in sprites.sprite_sheet(variables=False)


def test_a_page_may_style_drawings_without_styles_of_their_own() -> None:
    sheet, css = sprites.sprite_sheet(with_style=False), page_stylesheet()
    felts = [
        felt_svg(plan_of(name), with_style=False) for name in ("progressive", "streak", "free-bet", "multiple-action")
    ]
    for svg in (sheet, *felts):
        assert "<style" not in svg
        assert " style=" not in svg
        used = {each for value in re.findall(r'class="([^"]+)"', svg) for each in value.split()}
        styled = {name for name in used if f".{name}{{" in css or f".{name}," in css}
        assert used - styled <= {"uf", "uf-arc"}
    defined = set(re.findall(r"(--upcard-[\w-]+):", css))
    assert set(re.findall(r"var\((--upcard-[\w-]+)", css)) <= defined
    assert css.count("{") == css.count("}")
    assert len(css) < 16_000


def luminance(color: str) -> float:
    """Return the relative luminance of a color by the definition of WCAG 2."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("felt", FeltColor, ids=lambda felt: felt.value)
@pytest.mark.parametrize("theme", Theme, ids=lambda theme: theme.value)
def test_texts_can_be_read_on_every_felt(theme: Theme, felt: FeltColor) -> None:
    by_role = colors(theme, felt)
    for ground in ("felt", "felt-edge", "felt-print"):
        for role in ("text", "gold", "line"):
            assert contrast(by_role[role], by_role[ground]) >= 4.5, (role, ground)
    for text, ground in (("device-text", "device"), ("screen-text", "screen"), ("text", "button"), ("text", "crimson")):
        assert contrast(by_role[text], by_role[ground]) >= 4.5, (text, ground)
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        for four_colors in (False, True):
            assert contrast(colors(theme, four_colors=four_colors)[suit], by_role["paper"]) >= 4.5, suit
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
