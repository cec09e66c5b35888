"""13:69F-2.33: the matched aces wager."""

import pytest

from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import findings, found, offer
from upcard.rules.wager import Point
from upcard.wagers import ALL

(MATCHED_ACES,) = (wager for wager in ALL if wager.name == "matched aces")


@pytest.mark.cite("13:69F-2.33(a)", "13:69F-2.33(d)")
@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("As As", "Two aces of spades"),
        ("As Ah", "Any other two aces"),
        ("Ah Ah", "Any other two aces"),
        ("As Ks", "lose"),
        ("2s As", "lose"),
    ],
)
def test_two_aces_win_and_two_of_spades_more(hand: str, label: str) -> None:
    assert outcome(MATCHED_ACES, player=hand).label == label


@pytest.mark.cite("13:69F-2.33(b)")
def test_it_is_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(MATCHED_ACES) == RefusedBy(alone=["13:69F-2.33(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.33(c)")
def test_it_is_settled_from_the_dealers_right_after_the_second_cards() -> None:
    settled = settlements(MATCHED_ACES, "1.00", "As 9h Th 6s As 9d 8h Tc 2s")
    at, by = Point.AFTER_SECOND_CARDS, "13:69F-2.33(c)"
    assert settled == [(at, "collected", 3, by), (at, "collected", 2, by), (at, "paid", 1, by)]


@pytest.mark.cite("13:69F-2.33(d)")
@pytest.mark.parametrize(("odds", "broken"), [("999", True), ("1000", False), ("1001", False)])
def test_the_least_odds(odds: str, broken: bool) -> None:
    pays = {"Two aces of spades": f"{odds} to 1", "Any other two aces": "100 to 1"}
    verdicts = found("13:69F-2.33(d)", offer("matched aces", pay_table=None, pays=pays))
    assert verdicts == (["violates"] if broken else [])


@pytest.mark.cite("13:69F-2.33(e)")
def test_it_is_barred_beside_in_between() -> None:
    cites = {str(one.cite) for one in findings(offer("matched aces"), offer("in-between"))}
    assert cites == {"13:69F-2.33(e)"}
    assert not findings(offer("matched aces"))
