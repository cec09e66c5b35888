"""The moves that the text has the dealer make with cards, wagers and buttons: each an event with its paragraph."""

import pytest

from tests.dealing import ruled, seat
from tests.tables import offer, text
from upcard.game import events as ev
from upcard.game.narrate import text as in_words
from upcard.game.ruling import Ruling
from upcard.law import Standing

FREE_BET = text(game="free bet", dealer_soft_17="draw", hole_card="down, card reader", splits=3, notices=["splits"])
ANY_NUMBER = text(
    game="free bet", dealer_soft_17="draw", hole_card="down, card reader", free_double="any number of cards"
)
BONUS = text(offer("blackjack bonus"))


def told(ruling: Ruling, *kinds: type) -> list[tuple[str, str]]:
    """Return the words and the paragraph of each event of these kinds."""
    assert not ruling.refusals, ruling.refusals
    return [(in_words(event), str(event.cite)) for event in ruling.events if isinstance(event, kinds)]


@pytest.mark.cite("13:69F-2.18(g)", "13:69F-2.18(h)")
def test_the_upcard_moves_to_the_area_of_each_later_hand() -> None:
    three = ruled(
        "Th 6s 9d Tc 5h Tc 5h Tc 5h",
        seat(1, {"blackjack": ["10.00"] * 3}, "stand"),
        table=text(game="multiple action"),
    )
    assert told(three, ev.DealerCardsCollected, ev.UpcardMoved) == [
        ("the dealer discards all cards but the upcard, which begins hand 2", "13:69F-2.18(f)2"),
        ("the dealer moves the upcard to the area of the second hand", "13:69F-2.18(g)"),
        ("the dealer discards all cards but the upcard, which begins hand 3", "13:69F-2.18(h)"),
        ("the dealer moves the upcard to the area of the third hand", "13:69F-2.18(h)"),
    ]


@pytest.mark.cite("13:69F-2.11(g)")
def test_a_free_split_moves_the_wager_beside_the_first_hand_once_and_puts_a_button_beside_each_new_hand() -> None:
    split = ruled(
        "8h 6s 8d Tc 8c 2c Td 9d Th 5h",
        seat(1, {"blackjack": "10.00"}, "free split", "free split", "stand", "stand", "stand"),
        table=FREE_BET,
    )
    assert told(split, ev.WagerMoved, ev.ButtonPlaced) == [
        ("seat 1: the dealer moves the wager beside the first hand", "13:69F-2.11(g)"),
        ("seat 1, hand 2: the dealer puts a free bet button worth $10.00 beside the hand", "13:69F-2.11(g)"),
        ("seat 1, hand 2: the dealer puts a free bet button worth $10.00 beside the hand", "13:69F-2.11(g)"),
    ]


@pytest.mark.cite("13:69F-2.10(e)", "13:69F-2.10(f)")
@pytest.mark.parametrize(
    ("shoe", "decisions", "table"),
    [
        ("5h 6s 6d Tc 9d 5h", ["free double down"], FREE_BET),
        ("3h 6s 3d Tc 5d 9d 5h", ["draw", "free double down"], ANY_NUMBER),
    ],
)
def test_the_button_of_a_free_double_down_is_put_beside_the_wager(shoe: str, decisions: list[str], table: str) -> None:
    doubled = ruled(shoe, seat(1, {"blackjack": "10.00"}, *decisions), table=table)
    assert told(doubled, ev.WagerMoved, ev.ButtonPlaced) == [
        ("seat 1: the dealer puts a free bet button worth $10.00 beside the wager", "13:69F-2.10(e)")
    ]


@pytest.mark.cite("13:69F-2.20(f)")
def test_the_bonus_button_is_put_before_each_winner_in_turn_and_pressed_there() -> None:
    wagers = {"blackjack": "10.00", "blackjack bonus": "1.00"}
    seats = [seat(number, wagers, displayed="5.00") for number in (1, 2)]
    won = ruled("Ah Ac 6s Th Tc", *seats, table=BONUS)
    assert told(won, ev.WinnersButtonPlaced, ev.ButtonPressed) == [
        ("the dealer puts the blackjack bonus button in front of seat 1", "13:69F-2.20(f)"),
        ("seat 1 presses the blackjack bonus button: the display shows $5.00", "13:69F-2.20(f)"),
        ("the dealer puts the blackjack bonus button in front of seat 2", "13:69F-2.20(f)"),
        ("seat 2 presses the blackjack bonus button: the display shows $5.00", "13:69F-2.20(f)"),
    ]


@pytest.mark.cite("13:69F-2.3(d)", "13:69F-2.26(e)")
def test_no_more_bets_without_the_text_of_a_wager_is_said_to_be_inferred() -> None:
    shoe, plain = "Th 6s 9d Tc 5h", {"blackjack": "10.00"}
    (words, source) = told(ruled(shoe, seat(1, plain, "stand")), ev.BettingClosed)[0]
    assert source == "13:69F-2.3(d)"
    assert words == 'the dealer announces "No more bets" (inferred)'
    offered = ruled(shoe, seat(1, plain, "stand"), table=text(offer("in-between")))  # and wagered by nobody
    assert told(offered, ev.BettingClosed) == [('the dealer announces "No more bets"', "13:69F-2.26(e)")]
    (event,) = [event for event in offered.events if isinstance(event, ev.BettingClosed)]
    assert event.cite.standing is Standing.HELD
