"""13:69F-2.25: the optional bonus wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import findings, found, offer, read, text
from upcard.law import Unknown
from upcard.money import Odds
from upcard.rules.wager import LOSE, Outcome, Point
from upcard.wagers.optional_bonus import FLUSH, OPTIONAL_BONUS, STRAIGHT, STRAIGHT_FLUSH, THREE_OF_A_KIND

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.25(a)", "13:69F-2.25(e)", "19:47-2.25(a)")
@BOTH_EDITIONS
def test_a_licensee_may_offer_the_wager_but_what_it_pays_is_not_verifiable(law: str) -> None:
    assert isinstance(OPTIONAL_BONUS.pay_tables, Unknown)
    reported = findings(offer("optional bonus"), law=law)
    assert [(str(finding.cite), finding.verdict.value) for finding in reported] == [
        (f"{law}-2.25(e)", "not verifiable")
    ]


@pytest.mark.cite("13:69F-2.25(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(OPTIONAL_BONUS) == RefusedBy(alone=["13:69F-2.25(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.25(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.25(b)", offer("optional bonus", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.25(b)", offer("optional bonus", **{key: False})) == []


@pytest.mark.cite("13:69F-2.25(c)")
@pytest.mark.parametrize(
    ("hand", "upcard", "ended"),
    [
        ("4h 6h", "5h", STRAIGHT_FLUSH),
        ("Ah Kh", "Qh", STRAIGHT_FLUSH),
        ("2c Ac", "3c", STRAIGHT_FLUSH),
        ("4h 6c", "5h", STRAIGHT),
        ("Kd Ah", "Qs", STRAIGHT),
        ("Ah 3c", "2d", STRAIGHT),
        ("Kh Ac", "2d", LOSE),  # no straight goes round the corner
        ("4h 6c", "7h", LOSE),
        ("4h 4c", "5h", LOSE),
        ("5h 5h", "5h", THREE_OF_A_KIND),
        ("5h 5c", "5s", THREE_OF_A_KIND),
        ("2h 9h", "Kh", FLUSH),
        ("5h 5h", "9h", FLUSH),
        ("2h 9h", "Kd", LOSE),
        ("2h 9d", "Kh", LOSE),
        ("2d 9h", "Kh", LOSE),
    ],
)
def test_the_house_game_is_the_poker_hand_of_the_first_two_cards_and_the_upcard(
    hand: str, upcard: str, ended: Outcome
) -> None:
    assert outcome(OPTIONAL_BONUS, player=hand, dealer=upcard) is ended  # reading 47


@pytest.mark.cite("13:69F-2.25(d)")
def test_the_house_game_is_settled_when_all_players_have_a_second_card() -> None:
    assert settlements(OPTIONAL_BONUS, "5.00", "9h 9c 4d 9s 9d 8h 7c 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.25(d)"),
        (Point.AFTER_SECOND_CARDS, "collected", 2, "13:69F-2.25(d)"),
        (Point.AFTER_SECOND_CARDS, "paid", 1, "13:69F-2.25(d)"),
    ]


@pytest.mark.cite("13:69F-2.25(c)")
@pytest.mark.parametrize("names", [["Any"], ["Straight flush", "Three of a kind", "Straight", "Flush"]])
def test_a_table_posts_odds_of_its_own_line_by_line_or_for_all_lines_together(names: list[str]) -> None:
    pays = dict.fromkeys(names, "8 to 1")
    posted = read(text(offer("optional bonus", pay_table=None, pays=pays))).offers[0].posted
    assert posted.pays == dict.fromkeys((STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH), Odds(8))
