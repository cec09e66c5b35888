"""The code held: citations, editions, orders, Readings."""

import re

import pytest

from upcard.law import CODE, READINGS, Edition, SourceKind, Standing, UnknownCite, cite
from upcard.law.citation import parse


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("13:69F-2.26(e)", "13:69F-2.26(e)"),
        ("2.26(e)", "13:69F-2.26(e)"),
        ("N.J.A.C. 13:69F-2.26(e)", "13:69F-2.26(e)"),
        ("13:69E-1.10(aa)(1)(iii)", "13:69E-1.10(aa)1iii"),
        ("E-1.10(x)(1)", "13:69E-1.10(x)1"),
        ("2.2(b)3ii", "13:69F-2.2(b)3ii"),
        ("2.30(h)(ii)", "13:69F-2.30(h)ii"),
        ("13:69F-2.6A", "13:69F-2.6A"),
        ("19:47-2.26(h)", "19:47-2.26(h)"),
        ("19:46-1.10(r)", "19:46-1.10(r)"),
        ("13:69F-8.3", "13:69F-8.3"),
    ],
)
def test_a_citation_is_read_as_people_write_it(written: str, number: str) -> None:
    assert str(cite(written)) == number


@pytest.mark.parametrize("written", ["", "2", "2.26(", "2.26(e", "2.26(e)y", "13:69G-2.26", "(e)", "2.26(é)", "two"])
def test_what_is_no_citation_is_refused(written: str) -> None:
    with pytest.raises(UnknownCite, match="is not a citation"):
        cite(written)


@pytest.mark.parametrize("written", ["2.99", "2.26(z)", "13:69F-2.26(e)9", "19:47-2.30", "19:47-2.26(f)1"])
def test_a_citation_of_nothing_held_fails(written: str) -> None:
    with pytest.raises(UnknownCite, match="not a paragraph of the code held"):
        cite(written)


def test_every_number_prints_as_it_is_written_and_resolves() -> None:
    for number, paragraph in CODE.by_number.items():
        assert str(parse(number)) == number
        assert cite(number).paragraph is paragraph


def test_letters_moved_between_the_editions() -> None:
    assert str(cite("13:69F-2.26(g)").as_of(Edition.FORMER)) == "19:47-2.26(h)"
    assert str(cite("19:47-2.26(h)").as_of(Edition.CURRENT)) == "13:69F-2.26(g)"
    assert str(cite("13:69F-2.26(f)1").as_of(Edition.FORMER)) == "19:47-2.26(g)1"
    assert cite("19:47-2.26(g)").paragraph.number == "13:69F-2.26(f)"
    assert str(cite("13:69E-1.10(r)").as_of(Edition.FORMER)) == "19:46-1.10(r)"
    assert str(cite("13:69F-2.30(g)").as_of(Edition.FORMER)) == "13:69F-2.30(g)"


@pytest.mark.parametrize("section", ["2.30", "2.31", "2.32"])
def test_what_came_after_the_recodification_is_not_in_the_former_edition(section: str) -> None:
    assert not cite(section).stands_in(Edition.FORMER)
    assert cite(section).stands_in(Edition.CURRENT)


def test_every_section_of_the_subchapter_is_there() -> None:
    sections = {paragraph.section for paragraph in CODE.paragraphs}
    assert {f"13:69F-2.{number}" for number in range(1, 33)} | {"13:69F-2.6A", "13:69F-8.3", "13:69E-1.10"} <= sections


def test_former_sections_keep_their_number_in_the_old_chapters() -> None:
    chapters = {"13:69F": "19:47", "13:69E": "19:46", "13:69D": "19:45"}
    for paragraph in CODE.paragraphs:
        if paragraph.former_section is not None:
            chapter, number = paragraph.section.split("-")
            assert paragraph.former_section == f"{chapters[chapter]}-{number}"


def test_a_paragraph_of_the_former_edition_does_not_date_from_a_later_order_unless_amended() -> None:
    for paragraph in CODE.paragraphs:
        if paragraph.former is None and paragraph.path:
            assert paragraph.since.edition is Edition.CURRENT, paragraph.number


def test_citations_sort_as_a_reader_counts() -> None:
    numbers = ["2.2(a)", "2.2(a)1", "2.2(a)2", "2.2(b)", "2.10(a)", "2.26", "2.26(a)", "2.30(h)i", "2.30(h)ii"]
    assert sorted(map(cite, reversed(numbers))) == list(map(cite, numbers))
    letters = ["E-1.10(b)", "E-1.10(x)", "E-1.10(aa)"]
    assert sorted(map(cite, reversed(letters))) == list(map(cite, letters))


def test_a_citation_covers_itself_and_what_stands_below_it_only() -> None:
    assert cite("2.17").covers(cite("2.17(a)3"))
    assert cite("2.17(a)").covers(cite("19:47-2.17(a)1"))
    assert cite("2.17(a)1").covers(cite("2.17(a)1"))
    assert not cite("2.17(a)1").covers(cite("2.17(a)"))
    assert not cite("2.2").covers(cite("2.26"))
    assert not cite("2.6").covers(cite("2.6A"))
    assert cite("2.6(l)3").covers(cite("2.6(l)3ii"))
    assert not cite("2.6(l)3i").covers(cite("2.6(l)3ii"))


def test_the_former_standing_is_that_of_the_former_text() -> None:
    assert cite("13:69F-2.2(a)1").standing is Standing.HELD
    assert cite("19:47-2.2(a)1").standing is Standing.ANALOG


def test_readings_are_numbered_without_a_gap_and_say_what_was_chosen() -> None:
    assert sorted(READINGS) == list(range(1, len(READINGS) + 1))
    assert all(reading.problem and reading.choice and reading.where for reading in READINGS.values())
    assert all(not reading.switch or len(reading.choices) >= 2 for reading in READINGS.values())


def test_unknown_text_is_never_normative_and_every_rule_is_a_sentence() -> None:
    for paragraph in CODE.paragraphs:
        assert paragraph.rule.endswith((".", '."')), paragraph.number
        assert paragraph.standing is not Standing.UNKNOWN or not paragraph.normative, paragraph.number


def test_no_rule_points_at_the_files_it_was_written_from() -> None:
    for paragraph in CODE.paragraphs:
        assert not re.search(r"\bseed\b|nj-rules|\[web|\[infer", paragraph.rule + repr(paragraph.source))


def test_what_is_known_only_from_reports_is_not_called_text_held() -> None:
    for paragraph in CODE.paragraphs:
        if paragraph.standing is Standing.HELD:
            assert any(source.kind is SourceKind.TEXT for source in paragraph.source), paragraph.number
    for number in ("13:69F-8.3", "13:69F-8.3(a)", "13:69F-8.3(c)", "13:69F-2.14(a)", "13:69E-1.28P(a)"):
        assert cite(number).standing is Standing.REPORTED
        assert {source.kind for source in cite(number).paragraph.source} - {SourceKind.TEXT} == {SourceKind.REPORT}


def test_a_text_held_only_under_its_former_number_says_so() -> None:
    assert str(cite("13:69F-2.19(c)").held_as) == "19:47-2.19(c)"
    assert cite("19:47-2.19(c)").held_as is None
    assert str(cite("13:69F-2.18(j)").held_as) == "19:47-2.18(j)"  # reading 7
    for number in ("13:69F-2.18(b)", "13:69F-2.20(a)", "13:69F-2.26(f)", "13:69E-1.10(r)"):  # "No change" in 2015
        assert cite(number).held_as is None
        assert cite(number).paragraph.unchanged_by is not None


def test_every_paragraph_says_where_its_letter_stands() -> None:
    for paragraph in CODE.paragraphs:
        assert paragraph.source
        assert all(source.where for source in paragraph.source), paragraph.number
    progressive = cite("13:69F-2.19").paragraph.since
    assert progressive.where == "R.1996 d.315, 28 N.J.R. 1947(a), 28 N.J.R. 3623(a)"
    assert cite("13:69F-2.30").paragraph.since.where == "register and page not held"
