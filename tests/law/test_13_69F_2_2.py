"""13:69F-2.2: decks, cutting cards, values of the cards, the shuffler."""

from typing import Any

import pytest

from tests.tables import findings, found, offer, read, text
from upcard.cards import cards
from upcard.rules.facts import DEALER_TOTAL, INITIAL_HAND, INITIAL_POINTS_ACE_ONE, Total
from upcard.rules.wager import LOSE
from upcard.table import BadConfig
from upcard.wagers.additional import OVER, OVER_13, UNDER, UNDER_13

SIX_TO_FIVE = {"blackjack_pays": "6 to 5"}
FROM_THE_HAND = {"dealt_from": "hand", "decks": 2}


@pytest.mark.cite("13:69F-2.2(a)")
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_one_deck_is_enough_where_no_line_asks_for_more(decks: int) -> None:
    assert findings(decks=decks) == ()


@pytest.mark.cite("13:69F-2.2(a)")
def test_a_table_without_a_deck_is_no_table() -> None:
    with pytest.raises(BadConfig, match=r"decks: must be a whole number from 1 to 8, not 0"):
        read(text(decks=0))


@pytest.mark.cite("13:69F-2.2(a)")
@pytest.mark.parametrize(
    "wager", ["blackjack bonus", "buster", "over 13", "under 13", "push 22", "same suit", "streak"]
)
def test_a_wager_without_a_line_of_its_own_may_be_offered_with_one_deck(wager: str) -> None:
    assert [finding for finding in findings(offer(wager), decks=1) if finding.cite.number == "2.2"] == []


@pytest.mark.cite("13:69F-2.2(a)")
@pytest.mark.parametrize("game", ["blackjack", "multiple action", "free bet"])
def test_every_game_may_be_dealt_with_one_deck(game: str) -> None:
    assert [finding for finding in findings(decks=1, game=game) if finding.cite.number == "2.2"] == []


@pytest.mark.cite("13:69F-2.2(a)")
@pytest.mark.parametrize(
    ("keys", "count", "verdicts"),
    [
        ({}, 0, ["violates"]),
        ({}, 1, []),
        ({}, 2, ["violates"]),
        (FROM_THE_HAND, 1, ["violates"]),
        (FROM_THE_HAND, 2, []),
        (FROM_THE_HAND, 3, ["violates"]),
        (SIX_TO_FIVE, 1, []),
        (SIX_TO_FIVE, 2, ["violates"]),
        (FROM_THE_HAND | SIX_TO_FIVE, 1, ["violates"]),
        (FROM_THE_HAND | SIX_TO_FIVE, 2, []),
    ],
)
def test_one_cutting_card_is_used_and_a_second_when_dealt_from_the_hand(
    keys: dict[str, Any], count: int, verdicts: list[str]
) -> None:
    assert found("13:69F-2.2(a)", **keys, cutting_cards=count) == verdicts


@pytest.mark.cite("19:47-2.2(a)")
@pytest.mark.parametrize(
    ("keys", "count", "verdicts"),
    [
        ({}, 0, ["violates"]),
        ({}, 1, []),
        ({}, 2, ["violates"]),
        (SIX_TO_FIVE, 1, ["violates"]),
        (SIX_TO_FIVE, 2, []),
        (SIX_TO_FIVE, 3, ["violates"]),
        (FROM_THE_HAND, 1, []),
        (FROM_THE_HAND, 2, ["violates"]),
        (FROM_THE_HAND | SIX_TO_FIVE, 1, ["violates"]),
        (FROM_THE_HAND | SIX_TO_FIVE, 2, []),
    ],
)
def test_the_second_cutting_card_once_belonged_to_the_6_to_5_variation(
    keys: dict[str, Any], count: int, verdicts: list[str]
) -> None:
    assert found("19:47-2.2(a)", **keys, cutting_cards=count, law="19:47") == verdicts


@pytest.mark.cite("13:69F-2.2(a)1")
@pytest.mark.parametrize(("decks", "verdicts"), [(1, []), (2, []), (3, ["violates"]), (8, ["violates"])])
def test_from_the_hand_one_deck_or_two_are_dealt(decks: int, verdicts: list[str]) -> None:
    assert found("13:69F-2.2(a)1", dealt_from="hand", decks=decks) == verdicts


@pytest.mark.cite("13:69F-2.2(a)1")
def test_more_than_two_decks_are_dealt_from_a_shoe() -> None:
    assert found("13:69F-2.2(a)1", dealt_from="shoe", decks=3) == []


@pytest.mark.cite("19:47-2.2(a)1")
@pytest.mark.parametrize(("decks", "verdicts"), [(1, []), (2, []), (3, ["likely"])])
def test_that_the_old_code_said_so_too_is_only_likely(decks: int, verdicts: list[str]) -> None:
    assert found("19:47-2.2(a)1", dealt_from="hand", decks=decks, law="19:47") == verdicts


@pytest.mark.cite("13:69F-2.2(a)2", "19:47-2.2(a)2")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.2(a)2"), ("19:47", "19:47-2.2(a)2")])
@pytest.mark.parametrize("wager", ["20 point bonus", "in-between"])
@pytest.mark.parametrize(("decks", "verdicts"), [(1, ["violates"]), (2, []), (3, [])])
def test_the_20_point_bonus_and_in_between_ask_for_two_decks_at_least(
    law: str, number: str, wager: str, decks: int, verdicts: list[str]
) -> None:
    assert found(number, offer(wager), decks=decks, law=law) == verdicts


@pytest.mark.cite("13:69F-2.2(a)3", "19:47-2.2(a)3")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.2(a)3"), ("19:47", "19:47-2.2(a)3")])
@pytest.mark.parametrize("wager", ["sevens", "progressive"])
@pytest.mark.parametrize(("decks", "verdicts"), [(3, ["violates"]), (4, []), (5, [])])
def test_sevens_and_progressive_ask_for_four_decks_at_least(
    law: str, number: str, wager: str, decks: int, verdicts: list[str]
) -> None:
    assert found(number, offer(wager), decks=decks, law=law) == verdicts


@pytest.mark.cite("13:69F-2.2(a)4", "19:47-2.2(a)4")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.2(a)4"), ("19:47", "19:47-2.2(a)4")])
@pytest.mark.parametrize("wager", ["match-the-dealer", "optional bonus"])
@pytest.mark.parametrize(("decks", "verdicts"), [(5, ["violates"]), (6, []), (7, ["violates"]), (8, [])])
def test_match_the_dealer_and_the_optional_bonus_ask_for_six_or_eight_decks(
    law: str, number: str, wager: str, decks: int, verdicts: list[str]
) -> None:
    assert found(number, offer(wager), decks=decks, law=law) == verdicts


@pytest.mark.cite("13:69F-2.2(b)1")
@pytest.mark.parametrize(
    ("dealt", "points"),
    [("2c", 2), ("3d", 3), ("4h", 4), ("5s", 5), ("6c", 6), ("7d", 7), ("8h", 8), ("9s", 9), ("Tc", 10)],
)
def test_a_numbered_card_is_worth_its_number(dealt: str, points: int) -> None:
    assert DEALER_TOTAL.of(cards(dealt)) == Total(points)


@pytest.mark.cite("13:69F-2.2(b)2")
@pytest.mark.parametrize("dealt", ["Jc", "Qd", "Kh"])
def test_a_jack_queen_or_king_is_worth_ten(dealt: str) -> None:
    assert DEALER_TOTAL.of(cards(dealt)) == Total(10)


@pytest.mark.cite("13:69F-2.2(b)3i")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("9c Ah", 20),
        ("Tc Ah", 21),
        ("6c 5d Ah", 12),  # eleven would make 22
        ("Kc 9d Ah", 20),
        ("Kc Qd Ah", 21),
        ("Kc Qd Ah As", 22),
        ("Ac 5d 5h", 21),
        ("Ac 5d 6h", 12),
        ("Ac Ad Tc Tc", 22),
    ],
)
def test_an_ace_is_worth_eleven_unless_the_hand_would_exceed_21(hand: str, points: int) -> None:
    assert DEALER_TOTAL.of(cards(hand)).points == points


@pytest.mark.cite("13:69F-2.2(b)3ii")
@pytest.mark.parametrize(
    ("hand", "points", "over", "under"),
    [
        ("Ac Ad", 2, LOSE, UNDER),
        ("Ac 2d", 3, LOSE, UNDER),
        ("Kc Ad", 11, LOSE, UNDER),
        ("Tc 2d", 12, LOSE, UNDER),
        ("Tc 3d", 13, LOSE, LOSE),
        ("Tc 4d", 14, OVER, LOSE),
    ],
)
def test_for_over_or_under_13_an_ace_among_the_first_two_cards_is_worth_one(
    hand: str, points: int, over: object, under: object
) -> None:
    seen = INITIAL_POINTS_ACE_ONE.of(cards(hand))
    assert (OVER_13.sees, UNDER_13.sees) == ((INITIAL_POINTS_ACE_ONE,), (INITIAL_POINTS_ACE_ONE,))
    assert (seen, OVER_13.resolve(seen), UNDER_13.resolve(seen)) == (points, over, under)


@pytest.mark.cite("13:69F-2.2(b)3ii")
@pytest.mark.parametrize(("hand", "points"), [("Ac Ad", 12), ("Ac 2d", 13), ("Kc Ad", 21)])
def test_for_everything_else_that_ace_is_worth_eleven(hand: str, points: int) -> None:
    assert INITIAL_HAND.of(cards(hand)).total.points == points


@pytest.mark.cite("13:69F-2.2(c)")
@pytest.mark.parametrize(
    ("dealt_from", "equipment", "verdicts"),
    [
        ("hand", [], ["violates"]),
        ("hand", ["automated shuffler"], []),
        ("hand", None, []),  # not stated, so not checked
        ("shoe", [], []),
    ],
)
def test_a_game_dealt_from_the_hand_uses_an_automated_shuffler(
    dealt_from: str, equipment: list[str] | None, verdicts: list[str]
) -> None:
    assert found("13:69F-2.2(c)", dealt_from=dealt_from, decks=2, equipment=equipment) == verdicts


@pytest.mark.cite("13:69F-2.2(a)1", "13:69F-2.2(a)3")
def test_every_wager_beside_which_no_number_of_decks_will_do_is_named_whatever_the_order() -> None:
    offered = [offer("sevens"), offer("progressive")]
    for wagers in (offered, offered[::-1]):
        messages = [finding.message for finding in findings(*wagers, dealt_from="hand")]
        (message,) = [message for message in messages if "Dealing from the hand requires" in message]
        assert message.endswith("allowed both for it and for the sevens wager, the progressive wager")
