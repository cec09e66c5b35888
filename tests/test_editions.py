"""Both editions of the code: what is shown of one names the chapters, letters and agency of that one."""

import json
import re

import pytest

from tests.command import ROOT, within
from tests.dealing import ruled, seat
from tests.tables import findings, offer, text
from upcard.law import CODE, READINGS, Edition, cite, in_edition
from upcard.table import BadConfig, described
from upcard.wagers import ALL, GAMES, as_of

CURRENT_NUMBER = re.compile(r"13:69[A-Z]?|\bDivision\b")
FORMER_NUMBER = re.compile(r"19:4[567]|\bCommission\b")
SHORT_NUMBER = re.compile(r"(?<![\w:.$-])([28]\.\d+[A-Z]?)((?:\([a-z]{1,2}\)(?:\d+)?(?:[ivx]+\b)?)?)")
FORMER_TABLES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted([*ROOT.glob("tables/*-19-47.toml"), *ROOT.glob("tests/golden/tables/*-19-47.toml")])
]
FORMER_ROUNDS = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("tests/golden/*former-code.toml"))]
ABOUT_OUR_NUMBERS = {6}  # reading 6 compares the letters of both editions


def former_numbers() -> list[str]:
    return [number for number in CODE.by_number if number.startswith("19:")]


@pytest.mark.parametrize("number", former_numbers())
def test_a_former_paragraph_names_former_paragraphs(number: str) -> None:
    rule = cite(number).rule
    assert not CURRENT_NUMBER.search(rule)
    for section, path in SHORT_NUMBER.findall(rule):
        assert f"19:47-{section}{path}" in CODE.by_number, f"{section}{path} is not in the former edition"
    for named in re.findall(r"19:4[567]-\d+\.\d+[A-Z]?(?:\([a-z]{1,2}\)\d*)?", rule):
        assert named in CODE.by_number


def test_a_current_paragraph_names_current_paragraphs() -> None:
    for paragraph in CODE.paragraphs:
        assert not FORMER_NUMBER.search(cite(paragraph.number).rule), paragraph.number


def test_letters_that_moved_are_the_former_ones() -> None:
    words = "13:69F-2.26(g), 2.26(f)1, 13:69F-2.26(f), 13:69D-1.18(a), 13:69E-1.10(c)2 and 13:69F-2.30(g); $2.26"
    assert in_edition(words, Edition.CURRENT) == words
    assert in_edition(words, Edition.FORMER) == (
        "19:47-2.26(h), 2.26(g)1, 19:47-2.26(f), 19:45-1.18(a), 19:46-1.10(c)2 and 13:69F-2.30(g); $2.26"
    )


@pytest.mark.parametrize(("number", "agency"), [("13:69E-1.10(r)", "Division"), ("19:46-1.10(r)", "Commission")])
def test_the_agency_is_that_of_the_edition(number: str, agency: str) -> None:
    assert agency in cite(number).rule


@pytest.mark.parametrize("section", sorted({number.split("(")[0] for number in former_numbers()}))
def test_cite_shows_a_former_section_in_its_edition(section: str) -> None:
    numbers = [number for number in former_numbers() if number.split("(")[0] == section]
    answers = json.loads(within("cite", "--json", *numbers, *numbers[:1]).out)
    for answer in answers["citations"]:
        shown = [answer["rule"], answer["former_rule"] or "", *(each["rule"] for each in answer["paragraphs"])]
        shown += [each["cite"] for each in answer["paragraphs"]]
        for reading in answer["readings"]:
            others = [word or "" for other in reading["alternatives"] for word in other.values()]
            shown += [reading["letter"] or "", reading["problem"], reading["choice"], *others]
        assert not CURRENT_NUMBER.search(" ".join(shown)), answer["cite"]
    printed = within("cite", *numbers).out
    sources = r"(?:known from|left as it is by): [^\0]+?\n(?=  \S)"  # texts with the numbers of their own edition
    without = re.sub(rf"Now(, as| part of) [^\0]+?\n  standing|current number:\s+\S+|{sources}", "", printed)
    assert not CURRENT_NUMBER.search(without)


@pytest.mark.parametrize(
    ("number", "below"),
    [
        ("19:47-2.26(f)", []),
        ("19:47-2.26(g)", ["(g)1", "(g)2", "(g)3", "(g)4", "(g)5"]),
        ("13:69F-2.26(f)", ["(f)1", "(f)2", "(f)3", "(f)4", "(f)5"]),
        (
            "19:47-2.26",
            ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)", "(g)1", "(g)2", "(g)3", "(g)4", "(g)5", "(h)"],
        ),
        ("19:47-2.12", ["(a)", "(b)", "(c)", "(d)", "(e)"]),
    ],
)
def test_what_stands_below_a_paragraph_is_that_of_its_edition(number: str, below: list[str]) -> None:
    answer = json.loads(within("cite", number, "--json").out)
    section = number.split("(")[0]
    assert [each["cite"] for each in answer["paragraphs"]] == [section + path for path in below]


def test_cite_shows_a_former_paragraph_by_its_own_text_and_the_current_one_beside_it() -> None:
    answer = json.loads(within("cite", "19:47-2.12(c)", "--json").out)
    assert "Buster" not in answer["rule"]
    assert answer["rule"] == answer["former_rule"]
    assert "13:69F-2.30(f)3" in answer["current_rule"]
    assert [reading["number"] for reading in answer["readings"]] == [22]


def test_a_reading_about_one_print_is_not_shown_in_the_other() -> None:
    former = {number for number, reading in READINGS.items() if reading.stands_in(Edition.FORMER)}
    assert not former & {1, 2, 3, 5, 7, 10, 36, 37, 42, 46}
    assert former >= {4, 6, 8, 11, 16, 23}
    assert all(reading.stands_in(Edition.CURRENT) for reading in READINGS.values())
    for number in former - ABOUT_OUR_NUMBERS:
        reading = READINGS[number]
        words = in_edition(f"{reading.letter} {reading.problem} {reading.choice}", Edition.FORMER)
        assert not CURRENT_NUMBER.search(words), number


@pytest.mark.parametrize("table", FORMER_TABLES)
@pytest.mark.parametrize("verb", ["check", "price", "strategy"])
def test_what_is_said_of_a_former_table_names_former_paragraphs(verb: str, table: str) -> None:
    for done in (within(verb, table), within(verb, table, "--json")):
        assert done.out
        assert not CURRENT_NUMBER.search(done.out + done.err)


@pytest.mark.parametrize("name", FORMER_ROUNDS)
def test_a_round_at_a_former_table_names_former_paragraphs(name: str) -> None:
    for done in (within("deal", name), within("deal", name, "--json")):
        assert done.out or done.err
        assert not CURRENT_NUMBER.search(done.out + done.err)


BAD = {
    "law": "19:47",
    "seats": 8,
    "decks": 1,
    "splits": 4,
    "resplit_aces": True,
    "cutting_cards": 3,
    "cutting_card": 0.9,
    "hole_card": "up",
    "dealt_from": "hand",
    "surrender": True,
    "inscriptions": ["Blackjack pays 3 for 2", "Dealer must hit soft 17"],
    "equipment": [],
}


@pytest.mark.parametrize("game", [game.name for game in GAMES if game.cite.stands_in(Edition.FORMER)])
def test_every_finding_about_a_former_table_names_former_paragraphs(game: str) -> None:
    offers = [offer(wager.name, sign=False, betting_area=False) for wager in as_of(Edition.FORMER)]
    found = findings(*offers, **{**BAD, "game": game})
    assert len(found) > 20
    for finding in found:
        assert not CURRENT_NUMBER.search(f"{finding.cite} {finding.message}"), finding


def test_of_an_option_not_in_the_edition_only_that_is_reported() -> None:
    later = [wager for wager in ALL if not wager.cite.stands_in(Edition.FORMER)]
    offers = [offer(wager.name, sign=False, betting_area=False) for wager in later]
    found = findings(*offers, game="free bet", law="19:47", inscriptions=[])
    current = [finding for finding in found if str(finding.cite).startswith("13:69")]
    assert {str(finding.cite) for finding in current} == {"13:69F-2.31", *(str(wager.cite) for wager in later)}
    assert all("is not in the 19:47 edition" in finding.message for finding in current)


def test_a_refusal_at_a_former_table_names_former_paragraphs() -> None:
    table = text(offer("in-between"), law="19:47")
    ruling = ruled("7h 8c 9h Tc", seat(1, {"blackjack": "0.01", "in-between": "0.01"}, "stand"), table=table)
    assert ruling.refusals
    assert not CURRENT_NUMBER.search(" ".join(map(str, ruling.refusals)))


def test_a_problem_of_a_former_table_names_former_paragraphs() -> None:
    wager = {"name": "in-between", "pays": {"Triple match": "30 for 1"}}
    with pytest.raises(BadConfig, match=r"19:46-1\.10\(h\)"):
        described("former", {"decks": 6, "law": "19:47", "wager": [wager]})


def test_the_registry_of_the_former_edition_names_former_paragraphs() -> None:
    for done in (within("wagers", "--law", "19:47"), within("wagers", "--law", "19:47", "--json")):
        assert not CURRENT_NUMBER.search(done.out)
