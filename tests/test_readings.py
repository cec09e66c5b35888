"""The Readings: where the text is misprinted, silent or ambiguous, what we chose is what the program does."""

import json
from fractions import Fraction
from itertools import product

import pytest

from tests.command import ROOT, within
from tests.dealing import nets, ruled, seat
from tests.tables import findings, found, offer, read, text
from upcard.cards import Rank
from upcard.game import events as ev
from upcard.law import READINGS, Cited, cite
from upcard.money import Odds
from upcard.rules.option import Option
from upcard.rules.wager import Outcome, Wager
from upcard.table import load, requirements_of
from upcard.wagers.blackjack_bonus import BLACKJACK_BONUS
from upcard.wagers.free_bet import FREE_BET
from upcard.wagers.in_between import IN_BETWEEN
from upcard.wagers.multiple_action import MULTIPLE_ACTION
from upcard.wagers.optional_bonus import OPTIONAL_BONUS
from upcard.wagers.push_22 import PUSH_22
from upcard.wagers.twenty_point_bonus import TWENTY_POINT_BONUS

FREE = {"game": "free bet", "dealer_soft_17": "draw"}


@pytest.mark.parametrize(
    ("corrected", "option"),
    [
        ("13:69F-2.32", PUSH_22),  # reading 1: printed 2.28
        ("13:69F-2.31", FREE_BET),  # readings 1, 2: printed 2.27 and 3:69F-2.31
    ],
)
def test_a_misprinted_number_is_read_as_the_section_it_means(corrected: str, option: Option) -> None:
    assert option.cite == cite(corrected)
    assert corrected.removeprefix("13:69F-") in cite("13:69F-2.6(m)").paragraph.rule


@pytest.mark.parametrize(
    ("wager", "partner"),
    [
        (IN_BETWEEN, "13:69F-2.31"),  # reading 3: printed 13:69F32-2.31
        (IN_BETWEEN, "13:69F-2.32"),  # reading 3: printed 13:69-2.32
        (IN_BETWEEN, "13:69F-2.18"),  # reading 4: printed 19:46-2.18
        (TWENTY_POINT_BONUS, "13:69F-2.18"),  # reading 4: printed 13:69E-2.18
        (OPTIONAL_BONUS, "13:69F-2.18"),  # reading 4
    ],
)
def test_a_misprinted_ban_is_read_as_the_section_it_means(wager: Wager, partner: str) -> None:
    assert cite(partner) in wager.excludes


def test_a_free_split_is_made_under_the_splitting_rule() -> None:
    # reading 5: the definition cites 2.10
    assert FREE_BET.free_split_except is not None
    assert str(FREE_BET.free_split_except.cite) == "13:69F-2.11(g)"


def test_the_last_paragraph_of_multiple_action_still_stands() -> None:
    # reading 7: the free bet rules list (b) to (i) as unchanged
    assert MULTIPLE_ACTION.dealer_hands is not None
    assert MULTIPLE_ACTION.dealer_hands.ended == cite("13:69F-2.18(j)")


@pytest.mark.parametrize("order", [1, -1])
def test_a_ban_written_on_one_side_holds_both_ways(order: int) -> None:
    # reading 8: only the blackjack bonus wager says it of the progressive one
    wagers = [offer("progressive"), offer("blackjack bonus")][::order]
    assert [str(finding.cite) for finding in findings(*wagers) if finding.verdict.value == "violates"] == [
        "13:69F-2.20(l)"
    ]


@pytest.mark.parametrize(
    ("number", "wager", "keys", "verdict"),
    [
        ("13:69F-2.30(d)", "buster", {"game": "multiple action"}, "likely"),  # reading 10
        ("13:69F-2.26(e)", "in-between", {"dealt_from": "hand", "decks": 2}, "likely"),  # reading 11
        ("13:69F-2.18(c)", "over 13", {"game": "multiple action", "dealt_from": "hand", "decks": 2}, "likely"),
    ],  # reading 49: the last
)
def test_a_doubt_is_reported_as_one(number: str, wager: str, keys: dict[str, object], verdict: str) -> None:
    assert found(number, offer(wager), **keys) == [verdict]


def test_the_tables_govern_and_not_their_summary() -> None:
    # readings 13, 14: the summary gives 30 to 1 as the highest odds; the sheet points to the wrong paragraph
    assert max(odds_of("D").values()) == 40
    assert [max(odds_of(name).values()) for name in "ABC"] == [30, 30, 30]


def odds_of(name: str) -> dict[Outcome, Fraction]:
    assert isinstance(IN_BETWEEN.pay_tables, Cited)
    table = IN_BETWEEN.pay_tables.value.tables[name]
    return {outcome: pays.ratio for outcome, pays in table.items() if isinstance(pays, Odds)}


def house_advantage(decks: int, table: str) -> Fraction:
    """Work out the house advantage of the in-between wager by dealing every three ranks."""
    pays = odds_of(table)
    value = Fraction(0)
    for first, second, upcard in product(Rank, repeat=3):
        left = dict.fromkeys(Rank, 4 * decks)
        ways = 1
        for rank in (first, second, upcard):
            ways *= left[rank]
            left[rank] -= 1
        outcome = IN_BETWEEN.resolve(first, second, upcard)
        value += ways * pays.get(outcome, -1)
    cards = 52 * decks
    return -value / (cards * (cards - 1) * (cards - 2))


SHEET = {  # the game owner's sheet, in percent as printed
    1: ("8.338", "10.461", "14.999", "12.646"),
    2: ("5.696", "7.758", "12.163", "8.165"),
    4: ("4.010", "6.042", "10.383", "5.458"),
    6: ("3.396", "5.418", "9.738", "4.490"),
    8: ("3.080", "5.097", "9.410", "3.994"),
}
DIFFERENT = {(1, "B"): "10.462", (1, "C"): "14.998", (8, "C"): "9.407"}  # reading 15


@pytest.mark.parametrize(("decks", "table"), [(decks, table) for decks in SHEET for table in "ABCD"])
def test_the_owners_sheet_is_right_but_for_three_figures(decks: int, table: str) -> None:
    exact = f"{float(100 * house_advantage(decks, table)):.3f}"
    printed = SHEET[decks]["ABCD".index(table)]
    assert exact == DIFFERENT.get((decks, table), printed)
    assert (exact == printed) is ((decks, table) not in DIFFERENT)


def test_one_kind_of_the_one_dollar_wagers_is_for_the_table() -> None:
    # reading 19
    assert found("13:69F-2.17(a)", offer("same suit"), offer("sevens")) == ["violates", "violates"]


@pytest.mark.parametrize(
    ("wager", "lawful"),
    [("match-the-dealer", [6, 8]), ("optional bonus", [6, 8]), ("in-between", [2, 3, 4, 5, 6, 7, 8])],
)
def test_six_or_eight_is_a_set_and_two_is_a_minimum(wager: str, lawful: list[int]) -> None:
    # reading 20
    assert [
        decks
        for decks in range(1, 9)
        if not any("2.2(a)" in str(finding.cite) for finding in findings(offer(wager), decks=decks))
    ] == lawful


FREE_DOUBLES = "Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)"


@pytest.mark.parametrize(
    ("option", "wording", "verdicts"),
    [
        ("two cards", None, ["violates"]),
        ("two cards", "Free Doubles on Hard 9, 10 & 11", ["violates"]),
        ("two cards", FREE_DOUBLES, []),
        ("any number of cards", None, ["violates"]),  # 13:69F-2.10(f) waives no inscription
        ("any number of cards", "Free Splits On All Pairs", ["violates"]),
        ("any number of cards", "Free Doubles on Hard 9, 10 & 11", ["likely"]),
        ("any number of cards", "FREE DOUBLE DOWN ON HARD 9, 10 & 11 OF ANY NUMBER OF CARDS", ["likely"]),
        ("any number of cards", FREE_DOUBLES, []),
    ],
)
def test_the_inscription_on_free_doubles_may_differ_with_the_option_but_not_be_left_out(
    option: str, wording: str | None, verdicts: list[str]
) -> None:
    # reading 39
    inscriptions = [wording] if wording else []
    keys = {**FREE, "free_double": option, "notices": ["free double"], "inscriptions": inscriptions}
    assert found("13:69E-1.10(aa)1v", **keys) == verdicts
    table = read(text(**keys))
    (need,) = [each for each in requirements_of(table) if each.text == FREE_DOUBLES]
    assert need.reading == (39 if "likely" in verdicts else None)
    differs = wording is not None and "doubl" in wording.lower() and "likely" in verdicts
    assert (need.states == f'"{wording}"') is differs


def test_a_free_bet_table_has_the_push_22_area_though_the_wager_may_stay_closed() -> None:
    # reading 40
    assert [(area.value.name, str(area.cite)) for area in FREE_BET.areas] == [("push 22", "13:69E-1.10(aa)1i")]
    assert not any(finding.verdict.value == "violates" for finding in findings(**FREE))


@pytest.mark.parametrize(("wager", "alone"), [("in-between", True), ("blackjack bonus", True), ("push 22", False)])
def test_who_confirms_a_spoken_wager_differs(wager: str, alone: bool) -> None:
    # reading 46: the dealer alone is not enough for the first two
    assert len(getattr(BLACKJACK_BONUS.spoken, "value", ())) == 2
    cites = [
        str(finding.cite)
        for finding in findings(offer(wager, spoken_wagers="dealer"))
        if finding.verdict.value == "violates"
    ]
    assert bool(cites) is alone


@pytest.mark.parametrize("resplit_aces", [True, False])
def test_one_notice_of_the_splits_covers_the_limit_of_aces(resplit_aces: bool) -> None:
    # reading 48
    assert found("13:69F-2.11(e)", splits=3, resplit_aces=resplit_aces, notices=["splits"]) == []


@pytest.mark.parametrize("hole_card", ["down, card reader", "up"])
def test_a_hole_card_breaks_multiple_action(hole_card: str) -> None:
    # reading 50
    assert found("13:69F-2.18(e)", game="multiple action", hole_card=hole_card, notices=["hole card"]) == ["violates"]


def test_a_free_double_down_that_ties_gives_the_wager_back_and_takes_the_button() -> None:
    # reading 60: 5-6 doubled free to 21 against the dealer's 21
    ruling = ruled("5h 6s 6d Tc Td 5s", seat(1, {"blackjack": "10.00"}, "free double down"), table=text(**FREE))
    assert nets(ruling) == {"1 blackjack": "0.00"}
    assert [str(event.cite) for event in ruling.events if isinstance(event, ev.ButtonCollected)] == ["13:69F-2.31(b)3"]


@pytest.mark.parametrize(
    ("shoe", "net"),
    [
        ("8h Ah 8d 9c 5s Tc Kc", "-20.00"),  # the second hand busts and the first bears the original wager
        ("8h Ah 8d 5s Tc Tc Kc", "-10.00"),  # the first hand, with the original wager, has bust already
    ],
)
def test_a_dealers_blackjack_after_a_split_takes_the_original_wager_only(shoe: str, net: str) -> None:
    # reading 61
    plays = ["split pair", "stand", "draw"] if net == "-20.00" else ["split pair", "draw", "stand"]
    assert nets(ruled(shoe, seat(1, {"blackjack": "10.00"}, *plays))) == {"1 blackjack": net}


@pytest.mark.parametrize("upcard", ["Ah", "Kh", "9h"])
def test_surrender_at_a_free_bet_table_takes_half_at_once(upcard: str) -> None:
    # reading 62, 13:69F-2.8(a)3: no card of the dealer follows that could take more
    table = text(**FREE, surrender=True, notices=["surrender"])
    ruling = ruled(f"Th {upcard} 6d Kc", seat(1, {"blackjack": "10.00"}, "surrender"), table=table)
    assert nets(ruling) == {"1 blackjack": "-5.00"}
    assert [str(event.cite) for event in ruling.events if isinstance(event, ev.WagerCollected)] == ["13:69F-2.8(a)3"]


def test_surrender_is_refused_at_multiple_action() -> None:
    # reading 63
    table = text(game="multiple action", surrender=True, notices=["surrender"])
    ruling = ruled("Th 6h 6d 9c", seat(1, {"blackjack": ["10.00", "10.00"]}, "surrender"), table=table)
    assert ["surrender" in refusal.message for refusal in ruling.refusals] == [True]


def test_a_progressive_wager_is_settled_with_its_players_blackjack_wager() -> None:
    # reading 64: seat 1 has bust long before, and is paid before seat 2 plays
    table = text(offer("progressive"))
    one = seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "draw", "draw", "draw")
    two = seat(2, {"blackjack": "10.00", "progressive": "1.00"}, "stand")
    ruling = ruled("As Ts 6h Ad 9s Tc 5c 9c Tc 5h", one, two, table=table)
    settled = [event.wager for event in ruling.events if isinstance(event, ev.WagerCollected | ev.WagerPaid)]
    assert settled == ["blackjack", "progressive", "blackjack", "progressive"]


def test_a_cost_of_another_reading_is_what_is_computed() -> None:
    # reading 57: a wager that is kept costs its amount whenever a blackjack is dealt
    (other,) = READINGS[57].alternatives
    tens, aces, cards = 96, 24, 312
    chance = Fraction(2 * tens * aces, cards * (cards - 1))
    assert load(ROOT / "tables/blackjack-bonus.toml").decks == 6
    assert f"{float(100 * chance):.2f} percent" in str(other.costs)


def test_what_the_letter_says_is_a_sentence_beside_the_question() -> None:
    for reading in READINGS.values():
        assert reading.letter is None or reading.letter.endswith("."), reading.number
        assert all(alternative.choice.endswith(".") for alternative in reading.alternatives), reading.number


@pytest.mark.parametrize("words", [["reading 10"], ["Reading", "10"], ["READING:10"], ["reading: 10"], ["reading10"]])
def test_a_reading_is_shown_by_itself_with_its_letter(words: list[str]) -> None:
    done = within("cite", *words)
    assert done.code == 0, done.err
    assert done.out.startswith("reading 10\n  The letter: ")
    answer = json.loads(within("cite", *words, "--json").out)
    assert (answer["reading"], answer["kind"], answer["letter"]) == (10, "choice", READINGS[10].letter)
    assert answer["alternatives"] == []


def test_a_paragraph_shows_the_letter_and_the_costs_of_its_readings() -> None:
    assert "Otherwise: The display shows all that is paid" in within("cite", "reading 57").out
    assert "The letter: " in within("cite", "13:69F-2.26(f)").out
    (shown,) = (one for one in json.loads(within("cite", "2.26(f)", "--json").out)["readings"] if one["number"] == 45)
    assert shown["letter"] == READINGS[45].letter
    assert set(shown) == {"number", "letter", "problem", "choice", "alternatives"}
