"""13:69E-1.10: the blackjack table, its layout, signs and equipment."""

from typing import Any

import pytest

from tests.tables import findings, found, offer, read, text
from upcard.law import Unknown, cite
from upcard.table import BadConfig
from upcard.wagers.blackjack_bonus import BLACKJACK_BONUS
from upcard.wagers.buster import BUSTER, FREE_BONUS
from upcard.wagers.free_bet import FREE_BET as FREE_BET_GAME
from upcard.wagers.in_between import IN_BETWEEN
from upcard.wagers.push_22 import PUSH_22

PAYS_3_TO_2 = "Blackjack pays 3 to 2"
PAYS_6_TO_5 = "Blackjack pays 6 to 5"
STANDS = "Dealer Must Draw to 16 and Stand on All 17's"
INSURANCE = "Insurance pays 2 to 1"
BUSTER_DRAWS = "Dealer Must Draw to Soft 17"
FREE_BET_DRAWS = "Dealer Must Hit Soft 17 and Will Push with a Total of 22"
FREE_SPLITS = "Free Splits On All Pairs, Except 10-Value Cards"
FREE_DOUBLES = "Free Doubles on Hard 9, 10 & 11 (First Two Cards Only)"
EVERY_TABLE = ["drop box", "tip box", "discard rack"]
PROGRESSIVE = ["chip acceptors", "acceptor lights", "progressive meter"]
BONUS = ["blackjack bonus button", "blackjack bonus display"]
FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}
ADDITIONAL = [
    "over 13",
    "under 13",
    "same suit",
    "sevens",
    "streak",
    "match-the-dealer",
    "20 point bonus",
    "optional bonus",
]


@pytest.mark.cite("13:69E-1.10(a)", "19:46-1.10(a)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(a)"), ("19:47", "19:46-1.10(a)")])
@pytest.mark.parametrize(("seats", "verdicts"), [(1, []), (6, []), (7, []), (8, ["likely"])])
def test_there_are_at_most_seven_betting_areas(law: str, number: str, seats: int, verdicts: list[str]) -> None:
    assert found(number, seats=seats, law=law) == verdicts


@pytest.mark.cite("13:69E-1.10(b)", "19:46-1.10(b)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(b)"), ("19:47", "19:46-1.10(b)")])
@pytest.mark.parametrize(("licensee", "verdicts"), [("Boardwalk Demo Casino", []), (None, ["likely"])])
def test_the_layout_bears_the_licensees_name(law: str, number: str, licensee: str | None, verdicts: list[str]) -> None:
    assert found(number, licensee=licensee, law=law) == verdicts


@pytest.mark.cite("13:69E-1.10(c)1")
@pytest.mark.parametrize(
    ("pays", "inscriptions", "verdicts"),
    [
        ("3 to 2", [PAYS_3_TO_2], []),
        ("3 to 2", ["BLACKJACK PAYS 3 TO 2"], []),
        ("3 to 2", [PAYS_6_TO_5], ["likely", "likely"]),
        ("3 to 2", [], ["likely"]),
        ("3 to 2", None, []),  # not stated, so not checked
        ("6 to 5", [PAYS_6_TO_5], []),
        ("6 to 5", [PAYS_3_TO_2], ["likely", "likely"]),
    ],
)
def test_the_layout_says_what_a_blackjack_pays(pays: str, inscriptions: list[str] | None, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(c)1", blackjack_pays=pays, inscriptions=inscriptions) == verdicts


@pytest.mark.cite("13:69E-1.10(c)2")
@pytest.mark.parametrize(
    ("soft_17", "inscriptions", "verdicts"),
    [
        ("stand", [STANDS], []),
        ("stand", ["Dealer must draw to 16 and stand on all 17's"], []),
        ("stand", [], ["likely"]),
        ("stand", [BUSTER_DRAWS], ["likely", "likely"]),
        ("stand", None, []),  # not stated, so not checked
        ("draw", [STANDS], ["likely"]),
        ("draw", [], []),
    ],
)
def test_the_layout_says_how_the_dealer_draws(
    soft_17: str, inscriptions: list[str] | None, verdicts: list[str]
) -> None:
    assert found("13:69E-1.10(c)2", dealer_soft_17=soft_17, inscriptions=inscriptions) == verdicts


@pytest.mark.cite("13:69E-1.10(c)3", "19:46-1.10(c)3")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(c)3"), ("19:47", "19:46-1.10(c)3")])
@pytest.mark.parametrize(
    ("inscriptions", "verdicts"),
    [([INSURANCE], []), (["Insurance Pays 2 To 1"], []), (["Insurance pays 1 to 1"], ["likely"]), ([], ["likely"])],
)
def test_the_layout_says_what_insurance_pays(
    law: str, number: str, inscriptions: list[str], verdicts: list[str]
) -> None:
    assert found(number, inscriptions=inscriptions, law=law) == verdicts


@pytest.mark.cite("13:69E-1.10(c)1", "13:69E-1.10(c)2", "13:69E-1.10(c)3", "13:69E-1.10(d)", "13:69E-1.10(e)")
def test_a_table_with_the_three_inscriptions_and_the_usual_equipment_has_all_it_needs() -> None:
    assert findings(inscriptions=[PAYS_3_TO_2, STANDS, INSURANCE], equipment=EVERY_TABLE) == ()


@pytest.mark.cite("13:69E-1.10(d)")
@pytest.mark.parametrize(
    ("equipment", "verdicts"),
    [
        (["drop box", "tip box"], []),
        (["Drop Box", "TIP BOX"], []),
        (["drop box"], ["likely"]),
        (["tip box"], ["likely"]),
        ([], ["likely", "likely"]),
        (None, []),  # not stated, so not checked
    ],
)
def test_a_table_has_a_drop_box_and_a_tip_box(equipment: list[str] | None, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(d)", equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(e)")
@pytest.mark.parametrize(("equipment", "verdicts"), [(["discard rack"], []), ([], ["likely"]), (None, [])])
def test_a_table_has_a_discard_rack(equipment: list[str] | None, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(e)", equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(f)")
@pytest.mark.parametrize(
    ("hole_card", "equipment", "verdicts"),
    [
        ("down, card reader", EVERY_TABLE, ["likely"]),
        ("down, card reader", [*EVERY_TABLE, "card reader"], []),
        ("down, card reader", None, []),
        ("up", EVERY_TABLE, []),
        ("after players", EVERY_TABLE, []),
    ],
)
def test_a_table_with_a_hole_card_face_down_has_a_card_reader(
    hole_card: str, equipment: list[str] | None, verdicts: list[str]
) -> None:
    assert found("13:69E-1.10(f)", hole_card=hole_card, equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(g)")
@pytest.mark.parametrize("wager", ADDITIONAL)
@pytest.mark.parametrize(
    ("areas", "verdicts"), [(True, []), (False, ["likely"]), (5, ["likely"]), (6, []), (7, []), (0, ["likely"])]
)
def test_an_additional_wager_has_an_area_at_every_position(wager: str, areas: bool | int, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(g)", offer(wager, betting_area=areas), seats=6) == verdicts


@pytest.mark.cite("13:69E-1.10(g)")
@pytest.mark.parametrize("wager", [*ADDITIONAL, "progressive"])
@pytest.mark.parametrize(("sign", "verdicts"), [(True, []), (False, ["likely"])])
def test_the_odds_of_an_additional_wager_stand_on_the_layout_or_a_sign(
    wager: str, sign: bool, verdicts: list[str]
) -> None:
    assert found("13:69E-1.10(g)", offer(wager, sign=sign)) == verdicts


@pytest.mark.cite("13:69E-1.10(g)")
@pytest.mark.parametrize("wager", ADDITIONAL)
def test_a_sign_without_odds_is_not_enough(wager: str) -> None:
    assert found("13:69E-1.10(g)", offer(wager, pay_table=None, pays=None)) == ["likely"]


@pytest.mark.cite("13:69E-1.10(g)")
def test_a_sign_states_the_odds_of_every_line() -> None:
    posted = {"2 wins in a row": "3 to 1", "3 wins in a row": "7 to 1", "4 wins in a row": "17 to 1"}
    assert found("13:69E-1.10(g)", offer("streak", pay_table=None, pays=posted)) == ["likely"]
    assert found("13:69E-1.10(g)", offer("streak", pay_table=None, pays=posted | {"5": "37 to 1"})) == []


@pytest.mark.cite("13:69E-1.10(h)")
@pytest.mark.parametrize("written", ["3 for 1", "3for1", "11 for 10"])
def test_odds_are_never_written_with_for(written: str) -> None:
    with pytest.raises(BadConfig, match=r"never with 'for' \[13:69E-1\.10\(h\)\]"):
        read(text(offer("same suit", pays={"Same suit": written})))


@pytest.mark.cite("13:69E-1.10(h)")
def test_odds_are_written_with_to() -> None:
    table = read(text(offer("same suit", pays={"Same suit": "5 to 2"})))
    assert {str(pays) for pays in table.offers[0].posted.pays.values()} == {"5 to 2"}


@pytest.mark.cite("13:69E-1.10(j)", "13:69F-2.19(b)")
@pytest.mark.parametrize(
    ("wagers", "equipment", "verdicts"),
    [
        ((offer("progressive"),), PROGRESSIVE, []),
        ((offer("progressive"),), ["acceptor lights", "progressive meter"], ["violates"]),
        ((offer("progressive"),), ["chip acceptors", "progressive meter"], ["violates"]),
        ((offer("progressive"),), ["chip acceptors", "acceptor lights"], ["violates"]),
        ((), [], []),
    ],
)
def test_a_progressive_table_has_chip_acceptors_lights_and_a_meter(
    wagers: tuple[dict[str, Any], ...], equipment: list[str], verdicts: list[str]
) -> None:
    assert found("13:69F-2.19(b)", *wagers, equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(k)", "13:69F-2.20(f)")
@pytest.mark.parametrize(
    ("wagers", "equipment", "verdicts"),
    [
        ((offer("blackjack bonus"),), BONUS, []),
        ((offer("blackjack bonus"),), BONUS[:1], ["violates"]),
        ((offer("blackjack bonus"),), BONUS[1:], ["violates"]),
        ((), [], []),
    ],
)
def test_a_blackjack_bonus_table_has_a_button_and_a_display(
    wagers: tuple[dict[str, Any], ...], equipment: list[str], verdicts: list[str]
) -> None:
    assert found("13:69F-2.20(f)", *wagers, equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(k)", "13:69F-2.20(b)")
@pytest.mark.parametrize(("areas", "verdicts"), [(5, ["violates"]), (6, []), (7, [])])
def test_a_blackjack_bonus_table_has_a_betting_area_for_it(areas: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.20(b)", offer("blackjack bonus", betting_area=areas), seats=6) == verdicts


@pytest.mark.cite("13:69E-1.10(k)")
def test_what_a_sign_for_the_blackjack_bonus_must_say_is_not_known() -> None:
    assert isinstance(BLACKJACK_BONUS.sign, Unknown)
    assert BLACKJACK_BONUS.sign.cite == cite("13:69E-1.10(k)")


@pytest.mark.cite("13:69E-1.10(r)", "19:46-1.10(r)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(r)"), ("19:47", "19:46-1.10(r)")])
@pytest.mark.parametrize(
    ("areas", "verdicts"), [(True, []), (False, ["violates"]), (6, ["violates"]), (7, []), (8, [])]
)
def test_the_in_between_wager_has_an_area_at_every_position(
    law: str, number: str, areas: bool | int, verdicts: list[str]
) -> None:
    assert found(number, offer("in-between", betting_area=areas), seats=7, law=law) == verdicts


@pytest.mark.cite("13:69E-1.10(r)", "19:46-1.10(r)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69E-1.10(r)"), ("19:47", "19:46-1.10(r)")])
@pytest.mark.parametrize(("sign", "verdicts"), [(True, []), (False, ["violates"])])
def test_odds_and_card_rankings_of_the_in_between_wager_stand_on_the_layout_or_a_sign(
    law: str, number: str, sign: bool, verdicts: list[str]
) -> None:
    says = ("the payout odds", "the card rankings: 2 to 10, jack, queen, king, ace")
    assert IN_BETWEEN.sign == cite("13:69E-1.10(r)").says(says)
    assert found(number, offer("in-between", sign=sign), law=law) == verdicts


@pytest.mark.cite("13:69E-1.10(x)")
@pytest.mark.parametrize("free_bonus", [None, "B1"])
def test_a_buster_table_has_all_it_needs_with_inscription_areas_and_sign(free_bonus: str | None) -> None:
    buster = offer("buster", free_bonus=free_bonus, betting_area=6, sign=True)
    assert findings(buster, inscriptions=[PAYS_3_TO_2, INSURANCE, BUSTER_DRAWS], equipment=EVERY_TABLE) == ()


@pytest.mark.cite("13:69E-1.10(x)")
@pytest.mark.parametrize(
    ("free_bonus", "numbers"),
    [
        (None, ["13:69E-1.10(x)1", "13:69E-1.10(x)2", "13:69E-1.10(x)3"]),
        ("B3", ["13:69E-1.10(x)1", "13:69E-1.10(x)2", "13:69E-1.10(x)3", "13:69E-1.10(x)4"]),
    ],
)
def test_the_layout_of_a_buster_table_lacks_what_it_lacks(free_bonus: str | None, numbers: list[str]) -> None:
    buster = offer("buster", free_bonus=free_bonus, betting_area=False, sign=False)
    reported = findings(buster, inscriptions=[PAYS_3_TO_2, INSURANCE])
    assert sorted(str(finding.cite) for finding in reported) == numbers


@pytest.mark.cite("13:69E-1.10(x)1", "13:69E-1.10(c)2")
@pytest.mark.parametrize("soft_17", ["draw", "stand"])
@pytest.mark.parametrize(
    ("inscriptions", "instead", "usual"),
    [
        ([BUSTER_DRAWS], [], []),
        ([], ["violates"], []),
        (["Dealer must draw to soft 17"], ["violates"], []),  # not the literal text
        ([STANDS], ["violates", "violates"], []),
        ([BUSTER_DRAWS, STANDS], ["violates"], []),
        (None, [], []),  # not stated, so not checked
    ],
)
def test_at_a_buster_table_another_inscription_stands_in_place_of_the_usual_one(
    soft_17: str, inscriptions: list[str] | None, instead: list[str], usual: list[str]
) -> None:
    keys = {"dealer_soft_17": soft_17, "inscriptions": inscriptions}
    assert found("13:69E-1.10(x)1", offer("buster"), **keys) == instead
    assert found("13:69E-1.10(c)2", offer("buster"), **keys) == usual


@pytest.mark.cite("13:69E-1.10(x)2")
@pytest.mark.parametrize(("areas", "verdicts"), [(True, []), (False, ["violates"]), (5, ["violates"]), (6, [])])
def test_the_buster_wager_has_an_area_at_every_position(areas: bool | int, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(x)2", offer("buster", betting_area=areas), seats=6) == verdicts


@pytest.mark.cite("13:69E-1.10(x)3")
@pytest.mark.parametrize(("sign", "verdicts"), [(True, []), (False, ["violates"])])
def test_the_odds_by_number_of_cards_stand_on_the_layout_or_a_sign(sign: bool, verdicts: list[str]) -> None:
    says = ("the payout odds by number of cards when the dealer busts",)
    assert BUSTER.sign == cite("13:69E-1.10(x)3").says(says)
    assert found("13:69E-1.10(x)3", offer("buster", sign=sign)) == verdicts


@pytest.mark.cite("13:69E-1.10(x)4")
@pytest.mark.parametrize(
    ("free_bonus", "sign", "verdicts"),
    [
        (None, False, []),
        (None, True, []),
        ("B1", False, ["violates"]),
        ("B3", False, ["violates"]),
        ("B1", True, []),
        ({"8 or more": "9000.00", "7": "2000.00"}, False, ["violates"]),
    ],
)
def test_with_the_free_bonus_its_amounts_and_conditions_stand_there_too(
    free_bonus: str | dict[str, str] | None, sign: bool, verdicts: list[str]
) -> None:
    says = ("the amounts by number of cards", "the conditions of the Free Bonus")
    assert FREE_BONUS.sign == cite("13:69E-1.10(x)4").says(says)
    assert found("13:69E-1.10(x)4", offer("buster", free_bonus=free_bonus, sign=sign)) == verdicts


@pytest.mark.cite("13:69E-1.10(aa)")
def test_a_free_bet_table_has_all_it_needs_with_its_inscriptions_areas_sign_and_buttons() -> None:
    inscriptions = [PAYS_3_TO_2, INSURANCE, FREE_BET_DRAWS, FREE_SPLITS, FREE_DOUBLES]
    equipment = [*EVERY_TABLE, "card reader", "free bet buttons"]
    assert findings(offer("push 22", betting_area=6), inscriptions=inscriptions, equipment=equipment) == ()


@pytest.mark.cite("13:69E-1.10(aa)")
def test_the_layout_and_equipment_of_a_free_bet_table_lack_what_they_lack() -> None:
    push_22 = offer("push 22", betting_area=False, sign=False)
    reported = findings(push_22, inscriptions=[PAYS_3_TO_2, INSURANCE], equipment=[*EVERY_TABLE, "card reader"])
    assert sorted(str(finding.cite).removeprefix("13:69E-1.10") for finding in reported) == [
        "(aa)1i",
        "(aa)1ii",
        "(aa)1iii",
        "(aa)1iv",
        "(aa)1v",
        "(aa)2i",
    ]


@pytest.mark.cite("13:69E-1.10(aa)")
def test_another_table_needs_none_of_it() -> None:
    reported = findings(inscriptions=[], equipment=[])
    assert [finding for finding in reported if cite("13:69E-1.10(aa)").covers(finding.cite)] == []


@pytest.mark.cite("13:69E-1.10(aa)1i")
@pytest.mark.parametrize(("areas", "verdicts"), [(True, []), (False, ["violates"]), (5, ["violates"]), (6, [])])
def test_the_push_22_wager_has_an_area_at_every_position(areas: bool | int, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(aa)1i", offer("push 22", betting_area=areas), seats=6) == verdicts


@pytest.mark.cite("13:69E-1.10(aa)1i")
def test_a_free_bet_table_has_that_area_even_where_the_wager_stays_closed() -> None:
    assert [(area.cite, area.value.name) for area in FREE_BET_GAME.areas] == [(cite("13:69E-1.10(aa)1i"), "push 22")]


@pytest.mark.cite("13:69E-1.10(aa)1ii")
@pytest.mark.parametrize(("sign", "verdicts"), [(True, []), (False, ["violates"])])
def test_odds_and_hand_rankings_of_push_22_stand_on_the_layout_or_a_sign(sign: bool, verdicts: list[str]) -> None:
    assert PUSH_22.sign == cite("13:69E-1.10(aa)1ii").says(("the payout odds", "the hand rankings"))
    assert found("13:69E-1.10(aa)1ii", offer("push 22", sign=sign)) == verdicts


@pytest.mark.cite("13:69E-1.10(aa)1iii", "13:69E-1.10(aa)1iv", "13:69E-1.10(aa)1v")
@pytest.mark.parametrize(
    ("number", "literal"),
    [
        ("13:69E-1.10(aa)1iii", FREE_BET_DRAWS),
        ("13:69E-1.10(aa)1iv", FREE_SPLITS),
        ("13:69E-1.10(aa)1v", FREE_DOUBLES),
    ],
)
def test_the_inscriptions_of_a_free_bet_table_are_literal(number: str, literal: str) -> None:
    assert found(number, **FREE_BET, inscriptions=[literal]) == []
    assert found(number, **FREE_BET, inscriptions=[literal.lower()]) == ["violates"]
    assert found(number, **FREE_BET, inscriptions=[]) == ["violates"]
    assert found(number, **FREE_BET, inscriptions=None) == []
    assert found(number, inscriptions=[]) == []


@pytest.mark.cite("13:69E-1.10(aa)1v")
@pytest.mark.parametrize(
    ("free_double", "inscriptions", "doubts"),
    [
        ("any number of cards", [FREE_DOUBLES], []),
        ("any number of cards", ["Free Doubles on Hard 9, 10 & 11"], [("likely", 39)]),
        ("two cards", ["Free Doubles on Hard 9, 10 & 11"], [("violates", None)]),
    ],
)
def test_another_inscription_on_free_doubles_is_doubtful_where_they_are_on_any_number_of_cards(
    free_double: str, inscriptions: list[str], doubts: list[tuple[str, int | None]]
) -> None:
    reported = findings(**FREE_BET, free_double=free_double, inscriptions=inscriptions, notices=["free double"])
    assert [(finding.verdict.value, finding.reading) for finding in reported if finding.cite.path == "(aa)1v"] == doubts


@pytest.mark.cite("13:69E-1.10(aa)2i")
@pytest.mark.parametrize(
    ("keys", "equipment", "verdicts"),
    [
        (FREE_BET, EVERY_TABLE, ["violates"]),
        (FREE_BET, [*EVERY_TABLE, "free bet buttons"], []),
        (FREE_BET, None, []),
        ({}, EVERY_TABLE, []),
    ],
)
def test_a_free_bet_table_has_free_bet_buttons(
    keys: dict[str, Any], equipment: list[str] | None, verdicts: list[str]
) -> None:
    assert found("13:69E-1.10(aa)2i", **keys, equipment=equipment) == verdicts


@pytest.mark.cite("13:69E-1.10(h)")
@pytest.mark.parametrize(
    ("inscription", "verdicts"), [("In-between pays 30 to 1", []), ("In-between pays 30 for 1", ["likely"])]
)
def test_an_inscription_states_odds_with_to_and_never_with_for(inscription: str, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(h)", inscriptions=[PAYS_3_TO_2, STANDS, "Insurance pays 2 to 1", inscription]) == verdicts
