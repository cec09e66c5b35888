"""The procedure of a round, paragraph by paragraph."""

from collections import Counter
from random import Random

import pytest

from tests.dealing import dealers_cards, nets, opened, ruled, seat, wagered
from tests.tables import offer, text
from upcard.cards import DECK
from upcard.game import Refused, TableState, play, refusals
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.narrate import text as in_words
from upcard.game.shoe import new_shoe
from upcard.game.state import Hand
from upcard.money import Cents
from upcard.rules.enums import HandKind, Play
from upcard.rules.wager import Point

FREE_BET = text(offer("push 22"), game="free bet", dealer_soft_17="draw", splits=3, notices=["splits"])
SHOE = tuple(list(DECK) * 6)


def names(events: tuple[ev.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.cite("13:69F-2.1(d)", "13:69F-2.1(e)", "13:69F-2.31(a)", "13:69F-2.11(g)1")
def test_free_double_downs_and_free_splits_cost_nothing_and_pay_the_initial_wager() -> None:
    # 9-9 split free; 9-2 doubled free to 20; 9-10 stands on 19; the dealer busts with 26.
    won = ruled(
        "9h 6s 9d 2c 9c Tc Th Jd",
        seat(1, {"blackjack": "10.00"}, "free split", "free double down", "stand"),
        table=FREE_BET,
    )
    assert nets(won) == {"1 blackjack": "30.00"}
    assert not any(event.amounts for event in won.events if isinstance(event, ev.PlayMade))
    lost = ruled(
        "9h 6s 9d 2c 3c Tc Th 5d",
        seat(1, {"blackjack": "10.00"}, "free split", "free double down", "stand"),
        table=FREE_BET,
    )
    assert nets(lost) == {"1 blackjack": "-10.00"}  # the dealer's 21 beats 14 and 19; only real chips are lost


@pytest.mark.cite("13:69F-2.11(c)2")
@pytest.mark.parametrize("play_", ["draw", "double down"])
def test_split_aces_get_one_card_each_and_are_not_asked_again(play_: str) -> None:
    shoe = "As 6h Ad 5c 4d Th 7s"
    ruling = ruled(shoe, seat(1, {"blackjack": "10.00"}, "split pair"))
    assert nets(ruling) == {"1 blackjack": "20.00"}  # 16 and 15 against a dealer who busts with 23
    assert ruled(shoe, seat(1, {"blackjack": "10.00"}, "split pair", play_)).refusals


@pytest.mark.cite("13:69F-2.12(c)", "13:69F-2.18(f)1")
def test_when_every_player_has_bust_the_dealer_draws_no_card() -> None:
    base = ruled("Th 6s 6d Tc", seat(1, {"blackjack": "10.00"}, "draw"))
    assert len(dealers_cards(base)) == 1
    table = text(game="multiple action")
    three = ruled("Th 6s 6d Tc", seat(1, {"blackjack": ["10.00"] * 3}, "draw"), table=table)
    assert len(dealers_cards(three)) == 1
    assert nets(three) == {"1 blackjack": "-10.00", "1 blackjack 2": "-10.00", "1 blackjack 3": "-10.00"}


@pytest.mark.cite("13:69F-2.14(a)")
def test_one_patron_may_play_several_boxes_each_settled_by_itself() -> None:
    ruling = ruled(
        "Th 9h 6s Td 9d Tc 8c", seat(1, {"blackjack": "10.00"}, "stand"), seat(3, {"blackjack": "20.00"}, "stand")
    )
    assert nets(ruling) == {"1 blackjack": "10.00", "3 blackjack": "20.00"}


@pytest.mark.cite("13:69F-2.3(e)", "13:69F-2.19(h)")
def test_the_progressive_wager_is_paid_with_the_blackjack_wager_after_it_is_settled() -> None:
    table = text(offer("progressive"))
    ruling = ruled("As 6h Ad 5c Th 5s", seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "stand"), table=table)
    settled = [
        (event.wager, type(event).__name__)
        for event in ruling.events
        if isinstance(event, ev.WagerPaid | ev.WagerCollected)
    ]
    assert settled == [("blackjack", "WagerCollected"), ("progressive", "WagerPaid")]
    points = [event.point for event in ruling.events if isinstance(event, ev.PointReached)]
    assert points == sorted(points)
    assert Point.BLACKJACK_WAGER_SETTLED in points


@pytest.mark.cite("13:69F-2.32(d)", "13:69F-2.32(g)", "13:69F-2.32(i)", "13:69F-2.6(m)")
def test_push_22_is_paid_after_every_other_wager_and_before_the_cards_are_picked_up() -> None:
    ruling = ruled(  # reading 42: the player has bust, the dealer still draws for the wager
        "Th 6s 6d Tc Th 6c", seat(1, {"blackjack": "10.00", "push 22": "5.00"}, "draw"), table=FREE_BET
    )
    kinds = names(ruling.events)
    assert kinds.index("BettingClosed") < kinds.index("CardDealt")
    assert kinds.index("WagerCollected") < kinds.index("WagerPaid") < kinds.index("CardsPickedUp")
    assert nets(ruling) == {"1 blackjack": "-10.00", "1 push 22": "40.00"}


@pytest.mark.cite("13:69F-2.8(b)")
def test_insurance_and_surrender_are_settled_apart() -> None:
    table = text(surrender=True, notices=["surrender"])
    insured = seat(1, {"blackjack": "10.00"}, "surrender", insurance="5.00")
    without = ruled("Th Ah 6d 9c", insured, table=table)
    assert nets(without) == {"1 blackjack": "-5.00", "1 insurance": "-5.00"}
    with_blackjack = ruled("Th Ah 6d Kc", insured, table=table)
    assert nets(with_blackjack) == {"1 blackjack": "-10.00", "1 insurance": "10.00"}


@pytest.mark.cite("13:69F-2.5(b)", "13:69F-2.5(c)")
@pytest.mark.parametrize(
    ("position", "allowed"), [(9, False), (10, True), (11, True), (301, True), (302, True), (303, False)]
)
def test_the_cut_is_at_least_ten_cards_from_either_end(position: int, allowed: bool) -> None:
    table = opened(text())
    refused = refusals(table, do.ShuffleShoe(SHOE, do.Cut(1, position), 100, burn=1))
    assert [str(refusal.cite) for refusal in refused] == ([] if allowed else ["13:69F-2.5(c)"])
    if allowed:
        after, _ = play(table, do.ShuffleShoe(SHOE, do.Cut(1, position), 100, burn=1))
        assert after.shoe == SHOE[position:] + SHOE[:position]


@pytest.mark.cite("13:69F-2.5(d)")
@pytest.mark.parametrize(("behind", "allowed"), [(233, True), (234, True), (235, False)])
def test_at_least_a_quarter_of_the_stack_lies_behind_the_cutting_card(behind: int, allowed: bool) -> None:
    refused = refusals(opened(text()), do.ShuffleShoe(SHOE, do.Cut(1, 20), behind, burn=1))
    assert bool(refused) is not allowed


def at_cutting_card(cut_on: int) -> TableState:
    """Play a round in which the cutting card comes out after so many cards; seats 2 and 5 play."""
    table = opened(text(), "", wagered(2), wagered(5))
    table, _ = play(table, do.ShuffleShoe(SHOE, None, cut_on, burn=0))
    table, _ = play(table, do.CloseBetting())
    while table.point is not Point.BEFORE_FIRST_CARD:
        number = next(seat.number for seat in table.seats if any(not hand.ended for hand in seat.hands))
        table, _ = play(table, do.Decide(number, Play.STAND))
    return table


@pytest.mark.cite("13:69F-2.5(e)1", "13:69F-2.5(e)2", "13:69F-2.5(e)3", "13:69F-2.5(f)", "13:69F-2.5(a)")
@pytest.mark.parametrize(("cut_on", "due"), [(0, 2), (1, 5), (2, 5), (3, 2), (4, 5)])
def test_who_is_offered_the_cut(cut_on: int, due: int) -> None:
    # Cards go to seat 2, seat 5, the dealer, seat 2, seat 5; on the dealer's hand the far right, seat 5, cuts.
    table = at_cutting_card(cut_on)
    assert table.cut_by == due
    assert "shuffled before the next round" in str(refusals(table, do.CloseBetting()))
    other = 7 - due
    assert not refusals(table, do.ShuffleShoe(SHOE, do.Cut(due, 50), 200))
    (refused,) = refusals(table, do.ShuffleShoe(SHOE, do.Cut(other, 50), 200))
    assert str(refused.cite) == "13:69F-2.5(e)"
    assert not refusals(table, do.ShuffleShoe(SHOE, do.Cut(other, 50, declined=(due,)), 200))
    assert not refusals(opened(text()), do.ShuffleShoe(SHOE, do.Cut(other, 50), 200))  # a new game


@pytest.mark.cite("13:69F-2.2(a)")
def test_a_new_shoe_holds_every_card_of_the_decks_and_is_reproducible() -> None:
    table = opened(text(decks=2))
    shoe = new_shoe(table, Random(7))
    assert Counter(shoe.cards) == Counter(list(DECK) * 2)
    assert shoe == new_shoe(table, Random(7)) != new_shoe(table, Random(8))
    assert not refusals(table, shoe)


def test_a_hand_made_by_splitting_is_no_blackjack() -> None:
    whole = ruled("As 6h Ad Kc 9d Th 5s", seat(1, {"blackjack": "10.00"}, "split pair"))
    # 21 and 20 against a dealer's 21: the 21 pushes, as no blackjack would
    assert nets(whole) == {"1 blackjack": "-10.00"}
    assert not Hand(kind=HandKind.SPLIT).blackjack


@pytest.mark.cite("13:69F-2.19(i)")
@pytest.mark.parametrize(("rate", "grows"), [("70%", [70, 70, 70]), ("70.5%", [71, 70, 71]), ("100%", [100, 100, 100])])
def test_the_meter_grows_by_the_rate_and_parts_of_a_cent_are_not_lost(rate: str, grows: list[int]) -> None:
    table = opened(text(offer("progressive", rate=rate)), "")  # reading 58
    grown = []
    for _ in grows:
        table, _ = play(table, wagered(1))
        table, _ = play(table, do.PlaceWager(1, "progressive", (Cents(100),)))
        table, _ = play(table, do.ShuffleShoe(tuple(card for card in SHOE if card.value == 10)))
        table, events = play(table, do.CloseBetting())
        grown += [event.to_meter for event in events if isinstance(event, ev.WagersRegistered)]
        table, _ = play(table, do.Decide(1, Play.STAND))
    assert grown == grows
    assert table.meter("progressive").amount == 500_000 + sum(grows)


def test_nothing_is_dealt_at_a_table_that_may_not_be_opened() -> None:
    with pytest.raises(Refused) as refused:
        opened(text(offer("in-between"), decks=1))
    assert [str(refusal.cite) for refusal in refused.value.refusals] == ["13:69F-2.2(a)2"]


def test_events_do_not_name_a_card_that_lies_face_down() -> None:
    table = opened(text(hole_card="down, card reader"), "Th 6s 9d Kc 5h", wagered(1))
    _, events = play(table, do.CloseBetting())
    words = " ".join(map(in_words, events))
    assert "a card face down" in words
    assert "K♣" not in words


def test_a_refused_command_raises_every_reason() -> None:
    table = opened(text(), "Th 6s 9d Kc 5h", wagered(1))
    with pytest.raises(Refused) as refused:
        play(table, do.PlaceWager(9, "push 22", (Cents(1),)))
    assert "no seat 9" in str(refused.value)


@pytest.mark.parametrize("wager", ["over 13", "streak", "blackjack bonus"])
def test_a_wager_for_which_nothing_is_posted_is_not_dealt(wager: str) -> None:
    table = text(offer(wager, pay_table=None, display=None))
    with pytest.raises(Refused, match="the table posts no payout"):
        opened(table)
    made = {"blackjack": "10.00", wager: {"2": "5.00"} if wager == "streak" else "1.00"}
    ruling = ruled("Th 6s 9d Tc 5h", seat(1, made, "stand"), table=table)
    assert any("the table posts no payout" in refusal.message for refusal in ruling.refusals)
    plain = ruled("Th 6s 9d Tc 5h", seat(1, {"blackjack": "10.00"}, "stand"), table=table)
    assert nets(plain) == {"1 blackjack": "-10.00"}


@pytest.mark.cite("13:69F-2.3(a)", "13:69F-2.3(d)")
def test_no_wager_is_made_at_a_closed_table_nor_after_the_first_card() -> None:
    table = opened(text(), "Th 6s 9d Tc 5h")
    closed, _ = play(table, do.CloseTable())
    assert [str(refusal.cite) for refusal in refusals(closed, wagered(1))] == ["13:69F-2.3(a)"]
    table, _ = play(table, wagered(1))
    table, _ = play(table, do.CloseBetting())
    assert "13:69F-2.3(d)" in [str(refusal.cite) for refusal in refusals(table, wagered(2))]
    assert [str(refusal.cite) for refusal in refusals(table, do.WithdrawWager(1, "blackjack"))] == ["13:69F-2.3(d)"]
