"""13:69F-2.22: the streak wager."""

import pytest

from tests.dealing import opened, wagered
from tests.law.rounds import RefusedBy, outcome, refused_by, settlements
from tests.tables import found, offer, text
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import play, refusals
from upcard.law import cite
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.fact_type import Result, Stream
from upcard.rules.wager import LOSE, STANDS, Demand, Outcome, Point
from upcard.wagers.streak import STREAK, STREAK_LENGTH, STREAKS, WINS

BOTH_EDITIONS = pytest.mark.parametrize("law", ["13:69F", "19:47"])
W, L, P = Result.WIN, Result.LOSS, Result.PUSH
TWO, THREE, FOUR, FIVE = STREAKS


def streak(seat: int, length: int) -> do.PlaceWager:
    return do.PlaceWager(seat, "streak", (Cents(500),), length)


@pytest.mark.cite("13:69F-2.22(a)", "13:69F-2.22(c)")
@pytest.mark.parametrize(
    ("length", "wins", "ended"),
    [
        (2, 0, STANDS),
        (2, 1, STANDS),
        (2, 2, TWO),
        (2, 3, STANDS),  # behind the marker: decided before this round
        (3, 2, STANDS),
        (3, 3, THREE),
        (3, 4, STANDS),
        (4, 3, STANDS),
        (4, 4, FOUR),
        (4, 5, STANDS),
        (5, 4, STANDS),
        (5, 5, FIVE),
        (5, 6, FIVE),
    ],
)
def test_a_wager_wins_when_the_rounds_won_in_a_row_reach_its_length(length: int, wins: int, ended: Outcome) -> None:
    assert outcome(STREAK, choice=length, results=(W,) * wins) is ended


@pytest.mark.cite("13:69F-2.22(a)")
def test_a_player_may_wager_on_two_to_five_rounds_and_on_no_other_number() -> None:
    assert STREAK.sees == (STREAK_LENGTH, WINS)
    assert STREAK_LENGTH.symbols == (2, 3, 4, 5)
    assert [outcome.label for outcome in STREAKS] == [
        "2 wins in a row",
        "3 wins in a row",
        "4 wins in a row",
        "5 wins in a row",
    ]


@pytest.mark.cite("13:69F-2.22(b)")
def test_the_wager_is_taken_to_be_made_beside_a_blackjack_wager_before_the_first_card() -> None:
    assert refused_by(STREAK) == RefusedBy(alone=["13:69F-2.22(b)"], beside=[], late=["13:69F-2.3(d)"])


@pytest.mark.cite("13:69F-2.22(b)")
@pytest.mark.parametrize("key", ["coupons", "spoken_wagers"])
def test_whether_coupons_and_spoken_wagers_are_accepted_is_not_known(key: str) -> None:
    assert found("13:69F-2.22(b)", offer("streak", **{key: True})) == ["not verifiable"]
    assert found("13:69F-2.22(b)", offer("streak", **{key: False})) == []


@pytest.mark.cite("13:69F-2.22(c)")
def test_a_wager_not_yet_decided_stands_while_the_wins_are_counted() -> None:
    assert STREAK.demands == (cite("13:69F-2.22(c)").says(Demand.STANDS_UNTIL_DECIDED),)


@pytest.mark.cite("13:69F-2.22(c)")
def test_a_wager_from_an_earlier_round_may_not_be_taken_back_and_one_of_this_round_may() -> None:
    written = text(offer("streak"), house={"streak_wagers_after_a_win": "accepted"})  # reading 67
    table = opened(written, "Th 6c Td Tc Kc", wagered(1), do.PlaceWager(1, "streak", (Cents(500),), 3))
    table, _ = play(table, do.CloseBetting())
    table, _ = play(table, do.Decide(1, Play.STAND))
    table, _ = play(table, wagered(1))
    table, _ = play(table, do.PlaceWager(1, "streak", (Cents(500),), 4))
    assert [str(refusal) for refusal in refusals(table, do.WithdrawWager(1, "streak", 3))] == [
        "the streak wager stands from an earlier round until it is decided [13:69F-2.22(c)]"
    ]
    assert refusals(table, do.WithdrawWager(1, "streak", 4)) == ()


@pytest.mark.cite("13:69F-2.22(b)", "13:69F-2.22(c)")
def test_a_round_that_its_player_sits_out_leaves_the_wager_as_it_stood() -> None:
    # reading 70: the others do not wait, and the round is neither won nor lost
    table = opened(text(offer("streak")), f"Th 6c Td Tc Kc 9h 7c Jd Tc {'2c 3c 4c 5c ' * 5}", wagered(1), streak(1, 3))
    table, _ = play(table, do.CloseBetting())
    table, _ = play(table, do.Decide(1, Play.STAND))
    assert table.wins_of(1) == 1
    table, _ = play(table, wagered(2))
    table, events = play(table, do.CloseBetting())
    assert {event.seat for event in events if isinstance(event, ev.CardDealt)} == {0, 2}
    table, events = play(table, do.Decide(2, Play.STAND))
    assert [event.seat for event in events if isinstance(event, ev.WagerLeft)] == [1]
    assert (table.round, table.wins_of(1)) == (3, 1)
    seat = table.seat(1)
    assert seat is not None
    assert [(placed.choice, placed.amount, placed.stood) for placed in seat.placed] == [(3, 500, True)]


@pytest.mark.cite("13:69F-2.22(c)")
def test_a_player_who_leaves_takes_the_wager_back_that_stands() -> None:
    # reading 70: while the seat has no blackjack wager
    table = opened(text(offer("streak")), "Th 6c Td Tc Kc", wagered(1), streak(1, 3))
    table, _ = play(table, do.CloseBetting())
    table, _ = play(table, do.Decide(1, Play.STAND))
    table, events = play(table, do.WithdrawWager(1, "streak", 3))
    assert [event.amounts for event in events if isinstance(event, ev.WagerWithdrawn)] == [(500,)]
    assert table.seats == ()


@pytest.mark.cite("13:69F-2.22(d)")
def test_the_wager_is_settled_after_the_blackjack_wager_is_paid() -> None:
    won_once = {"1": 1, "2": 1, "3": 1}
    assert settlements(STREAK, {"2": "5.00"}, "Th Tc 9d 9s Jd Kh 7c 5s 3h", streaks=won_once) == [
        (Point.BLACKJACK_WAGER_SETTLED, "collected", 3, "13:69F-2.22(e)"),
        (Point.BLACKJACK_WAGER_SETTLED, "paid", 2, "13:69F-2.22(d)"),
        (Point.BLACKJACK_WAGER_SETTLED, "paid", 1, "13:69F-2.22(d)"),
    ]


@pytest.mark.cite("13:69F-2.22(e)")
@pytest.mark.parametrize("length", [2, 3, 4, 5])
@pytest.mark.parametrize("results", [(L,), (W, L), (P, L), (L, W), (L, W, W, W, W, W), (W, P, L)])
def test_a_lost_round_takes_every_wager_still_pending(length: int, results: tuple[Result, ...]) -> None:
    assert outcome(STREAK, choice=length, results=results) is LOSE


@pytest.mark.cite("13:69F-2.22(f)")
@pytest.mark.parametrize(
    ("length", "results", "ended"),
    [
        (2, (P,), STANDS),
        (2, (P, P), STANDS),
        (2, (W, P), STANDS),
        (2, (W, P, W), TWO),
        (2, (P, W, W), TWO),
        (2, (W, W, P), TWO),
        (3, (W, P, W), STANDS),
        (5, (W, P, W, P, W, W, P, W), FIVE),
    ],
)
def test_a_push_neither_counts_nor_takes_the_wager(length: int, results: tuple[Result, ...], ended: Outcome) -> None:
    assert outcome(STREAK, choice=length, results=results) is ended


@pytest.mark.cite("13:69F-2.22(g)")
def test_each_round_has_one_result_however_many_hands_a_split_made_of_it() -> None:
    assert WINS.stream is Stream.RESULTS
    assert WINS.symbols == (Result.WIN, Result.LOSS, Result.PUSH)
    assert WINS.of((W,)) == 1
