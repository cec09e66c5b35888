"""Felts, plans, signs and filings: a sample of tables; make test-paper tries every one."""

import json
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.command import ROOT, within
from tests.paper import expectations as must
from tests.paper.documents import KINDS, pdf_of, squeezed, text_of
from upcard.drawing.areas import INCH
from upcard.drawing.felt_plan import plan_felt
from upcard.law import READINGS, Edition
from upcard.paper.filing import NOTHING_FOUND, filing
from upcard.results.needs import table_with
from upcard.rules.option import Option
from upcard.table import compliance, load, readings_relied_on
from upcard.table.compliance import CHECKS
from upcard.table.readings import OF_CASES
from upcard.wagers import OPTIONS

SAMPLE = ("buster", "free-bet")
UNLAWFUL = str(ROOT / "tables/unlawful/buster-stands.toml")
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


@EVERY_KIND
@pytest.mark.parametrize("name", SAMPLE)
def test_a_document_keeps_both_standards_and_is_the_same_twice(kind: str, name: str) -> None:
    must.compiles_the_same_twice_with_fonts_embedded(kind, name)
    must.every_page_has_the_fingerprint(kind, name)


@pytest.mark.parametrize("kind", ["felt", "sign", "rail sign"])
@pytest.mark.parametrize("name", SAMPLE)
def test_every_odd_inscription_and_limit_is_found_in_the_text(kind: str, name: str) -> None:
    must.says_every_odd(kind, name)
    must.says_every_inscription(kind, name)
    must.says_every_limit(kind, name)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_filing_names_the_paragraph_of_every_requirement(name: str) -> None:
    must.lists_every_requirement(name)
    must.says_every_inscription("filing", name)


@pytest.mark.parametrize("kind", ["sign", "rail sign", "filing", "plan"])
@pytest.mark.parametrize("name", ["longest", "one word"])
def test_no_text_leaves_its_box_with_the_longest_names(kind: str, name: str) -> None:
    must.has_no_ink_outside(kind, name)


@EVERY_KIND
def test_a_table_with_violations_says_so_across_each_page_and_lists_them(kind: str) -> None:
    must.is_marked_unlawful(kind, UNLAWFUL)


@EVERY_KIND
def test_a_lawful_table_is_not_marked(kind: str) -> None:
    assert "Notlawful" not in text_of(kind, "buster")


def test_a_felt_is_printed_at_full_scale() -> None:
    page = PdfReader(BytesIO(pdf_of("felt", "buster"))).pages[0]
    width = plan_felt(load("buster")).view_box[2]
    assert float(page.mediabox.width) / 72 * INCH == pytest.approx(width, abs=0.05)


def test_a_plan_states_every_measure_and_numbers_every_area() -> None:
    text = text_of("plan", "buster")
    for words in ("1930.4 mm (76 in)", "1193.8 mm (47 in)", "965.2 mm (38 in)", "127 mm (5 in)", "88.9 mm (3.5 in)"):
        assert squeezed(words) in text


@pytest.mark.parametrize("name", ["streak", "free-bet", "optional-bonus"])
def test_signs_for_the_public_carry_no_remark_of_how_a_paragraph_is_known(name: str) -> None:
    (remark, *_) = json.loads(within("sign", name, "--json").out)["signs"][0]["standing"]
    assert "is not held" in remark  # for the licensee
    for said in (text_of("sign", name), squeezed(within("sign", name).out)):
        assert "notheld" not in said
        assert "wording" not in said


def test_every_check_has_words_for_a_filing_that_passed_it() -> None:
    assert set(NOTHING_FOUND) == set(CHECKS) - {compliance.unmet}


def test_a_filing_of_a_table_that_fails_a_check_does_not_say_that_it_passed() -> None:
    excluded = str(ROOT / "tables/unlawful/excluded-together.toml")
    words = squeezed("no two options are kept apart by a paragraph")
    assert words in text_of("filing", "buster")
    assert words not in text_of("filing", excluded)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("free-bet", {36, 38, 40, 42, 43, 60}),
        ("progressive", {24, 25, 64, 72}),
        ("buster", {31, 33}),
        ("blackjack-bonus", {57, 75}),
        ("in-between-19-47", {6, 17}),
    ],
)
def test_a_filing_lists_every_reading_of_the_game_and_the_wagers(name: str, numbers: set[int]) -> None:
    day = "2011-11-13" if name.endswith("19-47") else "2016-01-20"
    listed = {int(number) for number, *_ in filing(load(name, [f"date={day}"])).readings}
    assert numbers <= listed


@pytest.mark.parametrize("name", ["blackjack", "free-bet", "multiple-action"])
def test_a_filing_lists_no_reading_of_a_case_that_the_table_does_not_have(name: str) -> None:
    relied = {each.number for each in readings_relied_on(load(name))}
    assert not relied & {9, 10, 11, 39, 41, 49, 57, 62, 65, 67}  # hole card, hand, other wagers
    assert (60 in relied) is (name == "free-bet")
    hand = {each.number for each in readings_relied_on(load(name, ["dealt_from=hand", "decks=2"]))}
    assert hand - relied == {"blackjack": {20}, "free-bet": {20, 65}, "multiple-action": {20, 49}}[name]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_reading_on_a_section_of_its_own_is_listed_with_an_option(option: Option) -> None:
    table = table_with(option, Edition.CURRENT)
    relied = {each.number for each in readings_relied_on(table)}
    own = {number for number, each in READINGS.items() if all(option.cite.covers(where) for where in each.where)}
    assert own - OF_CASES <= relied
