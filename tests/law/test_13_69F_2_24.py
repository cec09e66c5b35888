"""13:69F-2.24: the 20 point bonus wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import found, offer
from upcard.rules.wager import LOSE, Outcome, Point
from upcard.wagers.twenty_point_bonus import (
    ANY,
    MATCHED,
    QUEENS_AND_BLACKJACK,
    QUEENS_OF_HEARTS,
    SUITED,
    TWENTY_POINT_BONUS,
)

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite(
    "13:69F-2.24(a)", "13:69F-2.24(c)", "13:69F-2.24(c)1", "13:69F-2.24(c)2", "13:69F-2.24(c)3", "13:69F-2.24(c)4"
)
@pytest.mark.parametrize(
    ("hand", "ended"),
    [
        ("Kh 9c", LOSE),  # 19
        ("Kh 9h", LOSE),
        ("Kh Qc", ANY),  # 20
        ("Th Jd", ANY),
        ("Kh Kd", ANY),  # a pair of two suits
        ("Ah 9c", ANY),
        ("Ah Kc", LOSE),  # 21
        ("Ah Ah", LOSE),
        ("Kh Qh", SUITED),
        ("9d Ad", SUITED),
        ("Ts Ts", MATCHED),
        ("Qd Qd", MATCHED),
        ("9c 9c", LOSE),  # matched, but 18
        ("Qh Qh", QUEENS_OF_HEARTS),
        ("Qh Qd", ANY),
        ("Qh Kh", SUITED),
        ("5h 5c Td", LOSE),  # the third card does not count
        ("Kh Qc 5d", ANY),
    ],
)
def test_two_cards_that_total_20_are_paid_by_the_highest_of_five_lines(hand: str, ended: Outcome) -> None:
    assert outcome(TWENTY_POINT_BONUS, player=hand, dealer="9s 8d") is ended


@pytest.mark.cite("13:69F-2.24(c)4", "13:69F-2.24(c)5")
@pytest.mark.parametrize(
    ("hand", "dealer", "ended"),
    [
        ("Qh Qh", "As Kd", QUEENS_AND_BLACKJACK),
        ("Qh Qh", "Td Ac", QUEENS_AND_BLACKJACK),
        ("Qh Qh", "Th 9c", QUEENS_OF_HEARTS),
        ("Qh Qh", "7h 7c 7d", QUEENS_OF_HEARTS),  # 21, but no blackjack
        ("Qh Qh", "Kh 5c 6d", QUEENS_OF_HEARTS),
        ("Qd Qd", "As Kd", MATCHED),
        ("Kh Qh", "As Kd", SUITED),
        ("Kh Qc", "As Kd", ANY),
        ("Kh 9c", "As Kd", LOSE),
    ],
)
def test_a_dealers_blackjack_raises_a_pair_of_queens_of_hearts_and_nothing_else(
    hand: str, dealer: str, ended: Outcome
) -> None:
    assert outcome(TWENTY_POINT_BONUS, player=hand, dealer=dealer) is ended


@pytest.mark.cite("13:69F-2.24(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(TWENTY_POINT_BONUS) == RefusedBy(alone=["13:69F-2.24(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.24(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.24(b)", offer("20 point bonus", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.24(b)", offer("20 point bonus", **{key: False})) == []


@pytest.mark.cite("13:69F-2.24(d)")
def test_winners_are_paid_only_when_the_dealers_second_card_is_known() -> None:
    assert settlements(TWENTY_POINT_BONUS, "5.00", "Th Tc 4d 9s Jd Kh Kc 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.24(d)"),
        (Point.DEALER_COMPLETED, "paid", 2, "13:69F-2.24(d)"),
        (Point.DEALER_COMPLETED, "paid", 1, "13:69F-2.24(d)"),
    ]
