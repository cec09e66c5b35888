"""13:69F-2.1: what the terms of the subchapter mean."""

import pytest

from tests.law.rounds import outcome
from upcard.cards import cards
from upcard.rules.facts import DEALER_HAND, DEALER_TOTAL, INITIAL_HAND, Total
from upcard.rules.wager import LOSE
from upcard.wagers.push_22 import PUSH_22


@pytest.mark.cite("13:69F-2.1(b)")
@pytest.mark.parametrize(
    ("hand", "blackjack"),
    [
        ("Ah Tc", True),
        ("Ah Jc", True),
        ("Ah Qc", True),
        ("Ah Kc", True),
        ("Ts As", True),
        ("Ks As", True),
        ("As 9s", False),
        ("As As", False),
        ("Ks Ts", False),
    ],
)
def test_an_ace_with_a_card_worth_ten_as_the_first_two_cards_is_a_blackjack(hand: str, blackjack: bool) -> None:
    assert INITIAL_HAND.of(cards(hand)).blackjack is blackjack
    assert DEALER_HAND.of(cards(hand)).blackjack is blackjack


@pytest.mark.cite("13:69F-2.1(b)")
@pytest.mark.parametrize("hand", ["7c 7d 7h", "Ac 5d 5h", "Kc 6d 5h", "Ac 2d 2h 6s", "Ac Kd Kh", "5c 5d Ac"])
def test_twenty_one_in_more_than_two_cards_is_no_blackjack(hand: str) -> None:
    dealt = DEALER_HAND.of(cards(hand))
    assert dealt.total.points == 21
    assert not dealt.blackjack


@pytest.mark.cite("13:69F-2.1(b)")
def test_a_players_blackjack_is_read_from_the_first_two_cards_only() -> None:
    assert INITIAL_HAND.stream.longest == 2
    assert not INITIAL_HAND.of(cards("As")).blackjack


@pytest.mark.cite("13:69F-2.1(f)")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("9c 8d", 17),
        ("2c 3d 4h", 9),
        ("Kc 6d Ah", 17),
        ("Ac 6d Kh", 17),
        ("Ac Ad Kh", 12),
        ("Ac Ad Kh 9s", 21),
        ("Ac Ad Ah Ks", 13),
    ],
)
def test_without_an_ace_or_with_every_ace_counted_one_a_total_is_hard(hand: str, points: int) -> None:
    assert DEALER_TOTAL.of(cards(hand)) == Total(points, soft=False)


@pytest.mark.cite("13:69F-2.1(j)")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ac", 11),
        ("Ac Ad", 12),
        ("Ac 6d", 17),
        ("6d Ac", 17),
        ("2c 3d Ah", 16),
        ("Tc Ah", 21),
        ("Ac Ad 9h", 21),
        ("Ac Ad Ah 8c", 21),
    ],
)
def test_with_an_ace_counted_eleven_a_total_is_soft(hand: str, points: int) -> None:
    assert DEALER_TOTAL.of(cards(hand)) == Total(points, soft=True)


@pytest.mark.cite("13:69F-2.1(i)")
@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("Kc 6d 5h", False),
        ("Kc 6d 6h", True),
        ("Kc 6d 7h", False),
        ("Ac Kd", False),
        ("Ac 6d 5h Ks", True),
        ("Kc 6d Ts", False),
    ],
)
def test_the_push_22_wager_wins_when_the_dealers_total_is_22(hand: str, wins: bool) -> None:
    assert (outcome(PUSH_22, dealer=hand) is not LOSE) is wins
