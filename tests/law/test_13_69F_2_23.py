"""13:69F-2.23: the match-the-dealer wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import found, offer
from upcard.money import Odds
from upcard.rules.fact_type import Stream
from upcard.rules.wager import LOSE, Outcome, Point
from upcard.wagers.match_the_dealer import (
    MATCH_THE_DEALER,
    ONE,
    ONE_OF_EACH,
    ONE_SUITED,
    TWO,
    TWO_SUITED,
)

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])


@pytest.mark.cite("13:69F-2.23(a)", "13:69F-2.23(c)", "13:69F-2.23(c)1", "13:69F-2.23(c)2", "13:69F-2.23(d)")
@pytest.mark.parametrize(
    ("hand", "upcard", "ended"),
    [
        ("9h 4d", "9c", ONE),
        ("4d 9h", "9c", ONE),
        ("9c 4d", "9c", ONE_SUITED),
        ("4d 9c", "9c", ONE_SUITED),
        ("9h 9d", "9c", TWO),
        ("9h 9h", "9c", TWO),
        ("9c 9d", "9c", ONE_OF_EACH),
        ("9d 9c", "9c", ONE_OF_EACH),
        ("9c 9c", "9c", TWO_SUITED),
        ("Ah 4d", "As", ONE),
        ("8c 4c", "9c", LOSE),  # a suit alone is no match
        ("Kc Jc", "Qc", LOSE),  # ten points each, but of other ranks
        ("Th 4d", "Kh", LOSE),
        ("8h 8d", "9c", LOSE),  # a pair, but not of the upcard's rank
    ],
)
def test_each_of_the_first_two_cards_is_compared_with_the_upcard_by_itself(
    hand: str, upcard: str, ended: Outcome
) -> None:
    assert outcome(MATCH_THE_DEALER, player=hand, dealer=upcard) is ended


@pytest.mark.cite("13:69F-2.23(a)")
def test_only_the_first_two_cards_and_the_upcard_count() -> None:
    assert [fact.stream for fact in MATCH_THE_DEALER.sees] == [Stream.FIRST, Stream.SECOND, Stream.UPCARD]
    assert outcome(MATCH_THE_DEALER, player="9h 4d 9s", dealer="9c 4h") is ONE


@pytest.mark.cite("13:69F-2.23(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(MATCH_THE_DEALER) == RefusedBy(alone=["13:69F-2.23(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.23(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.23(b)", offer("match-the-dealer", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.23(b)", offer("match-the-dealer", **{key: False})) == []


@pytest.mark.cite("13:69F-2.23(c)1", "13:69F-2.23(c)2", "13:69F-2.23(d)", "13:69F-2.23(f)")
@pytest.mark.parametrize(
    ("hand", "upcard", "pays"),
    [
        ("9h 4d", "9c", 4),
        ("9c 4d", "9c", 11),
        ("9h 9d", "9c", 8),
        ("9c 9d", "9c", 15),
        ("9c 9c", "9c", 22),
    ],
)
def test_two_matches_are_both_paid_and_add_up(hand: str, upcard: str, pays: int) -> None:
    (table,) = MATCH_THE_DEALER.house_pay_tables.values()
    assert table[outcome(MATCH_THE_DEALER, player=hand, dealer=upcard)] == Odds(pays)


@pytest.mark.cite("13:69F-2.23(e)")
def test_the_wager_is_settled_when_all_players_have_a_second_card() -> None:
    assert settlements(MATCH_THE_DEALER, "5.00", "9h 9c 4d 9s 9d 8h 7c 5s 6h") == [
        (Point.AFTER_SECOND_CARDS, "collected", 3, "13:69F-2.23(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 2, "13:69F-2.23(e)"),
        (Point.AFTER_SECOND_CARDS, "paid", 1, "13:69F-2.23(e)"),
    ]
