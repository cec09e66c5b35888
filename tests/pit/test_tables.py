"""Seats and chips at a table: what each command does, and why it is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from tests.pit.books import all_balances, wallet_balance
from tests.pit.casino import (
    DEALER,
    STAKE,
    SUPERVISOR,
    Casino,
    casino,
    pit_table,
    wager,
)
from upcard.cards import cards
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.confirmation import by
from upcard.money import Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.accounts import Entry, entries
from upcard.pit.evolve import with_table
from upcard.pit.json_codec import read_stored
from upcard.pit.ledger import AlreadyDone, Done
from upcard.pit.state import GroupState
from upcard.rules.enums import Play
from upcard.rules.wager import Person

ANN, BOB = "patron Ann", "patron Bob"


def test_a_seat_is_bought_into_and_left(house: Casino) -> None:
    before = wallet_balance(house.ledger.states, "Ann")
    done = house.done(ANN, pc.BuyIn("Ann", "T1", 5, Cents(10_000)))
    taken = pv.SeatTaken("T1", 5, "Ann")
    assert done.events == (taken, pv.BoughtIn("Ann", "T1", 5, Cents(10_000)))
    assert [stream for stream, _ in done.row.streams] == ["table T1", "wallet Ann"]
    house.done(ANN, pc.BuyIn("Ann", "T1", 5, Cents(1)))
    balances = all_balances(house.ledger.states)
    assert balances["stack T1/5"] == 10_001
    assert balances["drop T1"] == 3 * STAKE + 10_001
    done = house.done(ANN, pc.CashOut("Ann", "T1", 5))
    assert done.events == (pv.CashedOut("Ann", "T1", 5, Cents(10_001), 0), pv.SeatLeft("T1", 5, "Ann"))
    assert wallet_balance(house.ledger.states, "Ann") == before
    assert 5 not in pit_table(house.ledger.states).holders


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (pc.BuyIn("Ann", "T1", 0, Cents(100)), "there is no seat 0: the table has seats 1 to 6"),
        (pc.BuyIn("Ann", "T1", 7, Cents(100)), "there is no seat 7: the table has seats 1 to 6"),
        (pc.BuyIn("Ann", "T1", 2, Cents(100)), "seat 2 is taken by another patron"),
        (pc.BuyIn("Ann", "T1", 6, Cents(0)), "the amount must be from $0.01 to $1,000,000,000.00, not $0.00"),
        (pc.BuyIn("Ann", "T9", 6, Cents(1)), "there is no table T9 on the floor: install it first"),
        (pc.BuyIn("Bob", "T1", 2, Cents(1)), "BuyIn: you may do this only for yourself"),
        (pc.CashOut("Ann", "T1", 2), "Ann does not have seat 2"),
        (pc.CashOut("Ann", "T1", 99), "Ann does not have seat 99"),
    ],
)
def test_what_a_patron_may_not_buy(house: Casino, command: pc.PitCommand, reason: str) -> None:
    assert house.refused(ANN, command) == [reason]


@pytest.mark.asked("13:69O-1.4(h)", "GLI-19 2.5.7")
def test_a_buy_in_takes_no_more_than_the_wallet_holds(house: Casino) -> None:
    most = wallet_balance(house.ledger.states, "Ann")
    house.done(SUPERVISOR, pc.FillRack("T1", Cents(most)))
    (reason,) = house.refused(ANN, pc.BuyIn("Ann", "T1", 1, Cents(most + 1)))
    assert reason == "the wallet of Ann holds $9,900,000.00: deposit at least $0.01 more, or choose less"
    house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(most)))


def test_a_buy_in_needs_chips_in_the_rack(house: Casino) -> None:
    rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(rack - 100)))
    (reason,) = house.refused(ANN, pc.BuyIn("Ann", "T1", 1, Cents(101)))
    assert "rack of table T1" in reason
    house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(100)))


def test_nobody_buys_in_at_a_closed_table_but_may_cash_out(house: Casino) -> None:
    house.at("T1", do.CloseTable())
    assert house.refused(ANN, pc.BuyIn("Ann", "T1", 1, Cents(100))) == ["table T1 is closed"]
    house.done(ANN, pc.CashOut("Ann", "T1", 1))


def test_a_seat_with_wagers_on_the_layout_is_not_left(house: Casino) -> None:
    house.at("T1", wager(1), ANN)
    (reason,) = house.refused(ANN, pc.CashOut("Ann", "T1", 1))
    assert reason == "seat 1 has wagers on the layout: take them down, or wait until they are settled"
    house.at("T1", do.WithdrawWager(1, ev.BLACKJACK), ANN)
    house.done(ANN, pc.CashOut("Ann", "T1", 1))


def test_a_patron_acts_only_for_seats_that_are_his_own(house: Casino) -> None:
    house.at("T1", wager(1), ANN)
    held = ["seat 1 is taken by another patron"]
    for action in (do.WithdrawWager(1, ev.BLACKJACK),):
        assert house.refused(BOB, pc.AtTable("T1", action)) == held
    for refused in (do.Insure(1, (Cents(1),)), do.TakeEvenMoney(1), do.Decide(1, Play.STAND), wager(1)):
        assert house.refused(BOB, pc.AtTable("T1", refused))[0] == held[0]
    assert house.refused(BOB, pc.PressBonusButton("T1", 1, ev.BLACKJACK))[0] == held[0]
    assert house.refused(ANN, pc.AtTable("T1", wager(4))) == ["seat 4 is not taken: buy in there first"]


@pytest.mark.asked("13:69O-1.4(h)", "GLI-19 2.5.7")
def test_a_wager_takes_no_more_than_the_stack_holds(house: Casino) -> None:
    house.done(ANN, pc.BuyIn("Ann", "T1", 5, Cents(1500)))
    (reason,) = house.refused(ANN, pc.AtTable("T1", wager(5, 1501)))
    assert reason == "seat 5 has $15.00 in chips: buy in for at least $0.01 more"
    house.at("T1", wager(5, 1500), ANN)
    assert "stack T1/5" not in all_balances(house.ledger.states)


def test_a_double_down_that_would_win_its_own_chips_is_refused(folder: Path) -> None:
    """The chips must be there when they are put down, whatever the round pays a moment later."""
    with rigged(folder, "6h 9s 5d Th Tc 7c") as house:  # 11 against 9: ten makes 21, the dealer draws to 26
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(1999)))
        house.at("T1", wager(1, 1000), ANN)
        house.at("T1", do.CloseBetting())
        (reason,) = house.refused(ANN, pc.AtTable("T1", do.Decide(1, Play.DOUBLE_DOWN)))
        assert reason == "seat 1 has $9.99 in chips: buy in for at least $0.01 more"
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(1)))
        house.at("T1", do.Decide(1, Play.DOUBLE_DOWN), ANN)
        assert all_balances(house.ledger.states)["stack T1/1"] == 4000


@contextmanager
def rigged(folder: Path, shoe: str, file: str = "blackjack") -> Iterator[Casino]:
    """A casino whose ledger, for once, has a shoe that a test has stacked."""
    with casino(folder) as house:
        house.open(file=file)
        house.new_shoe()
        stacked = cards(shoe)
        for states in (house.ledger._folding.states, house.ledger._pending.states):
            group = states["table T1"]
            assert isinstance(group, GroupState)
            table = group.tables["T1"]
            state = table.state._replace(shoe=stacked, next_card=0, cutting_card=len(stacked))
            states["table T1"] = with_table(group, "T1", table._replace(state=state))
        yield house


def test_the_server_draws_what_the_display_shows(folder: Path) -> None:
    with rigged(folder, "Ah 9s Td 7c Tc", "blackjack-bonus") as house:
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(5000)))
        press = pc.PressBonusButton("T1", 1, "blackjack bonus")
        (reason,) = house.refused(ANN, press)
        assert reason.startswith("seat 1 has no blackjack bonus wager that waits for the button")
        house.at("T1", wager(1), ANN)
        house.at("T1", do.PlaceWager(1, "blackjack bonus", (Cents(100),)), ANN)
        house.at("T1", do.CloseBetting())
        assert house.refused(ANN, pc.PressBonusButton("T1", 2, "blackjack bonus"))[0].startswith("seat 2 is not taken")
        request = house.request(ANN, press)
        (done,) = house.ledger.execute([request])
        assert isinstance(done, Done)
        drawn = read_stored(done.row.command).drawn
        assert isinstance(drawn, pc.ShownAmount)
        assert drawn.shown in (500, 2000, 50_000)
        assert drawn.shown in [event.shown for event in done.events if isinstance(event, ev.ButtonPressed)]
        assert house.ledger.execute([request]) == (AlreadyDone(done.row),)


def test_a_payout_is_made_though_the_rack_is_empty(folder: Path) -> None:
    """A refusal would say that the dealer's hidden cards lose."""
    with rigged(folder, "Th 9s 9d 7c Tc") as house:
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(5000)))
        rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
        house.done(SUPERVISOR, pc.CreditRack("T1", Cents(rack)))
        house.at("T1", wager(1, 5000), ANN)
        house.at("T1", do.CloseBetting())
        done = house.at("T1", do.Decide(1, Play.STAND), ANN)
        assert pv.RackAdvanced("T1", Cents(5000)) in done.events
        balances = all_balances(house.ledger.states)
        assert balances["stack T1/1"] == 10_000
        assert "rack T1" not in balances


def test_a_wager_is_made_now_not_earlier(house: Casino) -> None:
    earlier = do.PlaceWager(1, ev.BLACKJACK, (Cents(1000),), made_earlier=True)
    (reason,) = house.refused(ANN, pc.AtTable("T1", earlier))
    assert reason == "a wager must be made now: only a written round can begin with earlier wagers"


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_coupon_that_wins_is_paid_and_taken_and_a_spoken_wager_is_confirmed_not_placed(folder: Path) -> None:
    with rigged(folder, "4h 5c 6d 9c Tc", "in-between-posted") as house:
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(5000)))
        house.at("T1", wager(1), ANN)
        spoken = do.PlaceWager(1, "in-between", (Cents(500),), spoken=by(Person.DEALER, Person.SUPERVISOR))
        assert house.refused(ANN, pc.AtTable("T1", spoken)) == [
            "a spoken wager is made by those who must confirm it, each for themselves: confirm it instead"
        ]
        made = do.PlaceWager(1, "in-between", (Cents(500),), coupon=Cents(500))
        assert house.refused(ANN, pc.AtTable("T1", made)) == ["Ann holds no match play coupon of $5.00"]
        house.done(SUPERVISOR, pc.IssueCoupons("Ann", Cents(500), 2, "new members"))
        rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
        placed = house.at("T1", made, ANN)
        assert [stream for stream, _ in placed.row.streams] == ["table T1", "wallet Ann"]
        balances = all_balances(house.ledger.states)
        assert (balances["coupon T1/1/in-between/5.00"], balances["wager T1/1/in-between"]) == (500, 500)
        assert balances["coupons of Ann/5.00"] == 500
        house.at("T1", do.CloseBetting())
        house.at("T1", do.Decide(1, Play.STAND), ANN)  # the in-between wager of $10.00 wins 12 to 1
        balances = all_balances(house.ledger.states)
        assert (balances["coupons of Ann/5.00"], balances["coupons used T1/5.00"]) == (500, 500)
        assert not [account for account in balances if account.startswith("coupon T1/")]
        won = 12_000 + 1_000  # the dealer busts
        assert balances["stack T1/1"] == 5000 + won
        assert balances["rack T1"] == rack - won


def test_a_payout_that_is_not_made_from_the_rack_is_the_licensees(folder: Path) -> None:
    with rigged(folder, "Ah 9c Ad 8c Tc", "progressive") as house:
        house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(5000)))
        house.at("T1", wager(1), ANN)
        house.at("T1", do.PlaceWager(1, "progressive", (Cents(100),)), ANN)
        house.at("T1", do.CloseBetting())
        house.at("T1", do.Decide(1, Play.STAND), ANN)
        before = pit_table(house.ledger.states).balances[accounts.rack("T1")]
        done = house.at("T1", do.ValidatePayout(1, "progressive", not_from_rack=True), SUPERVISOR)
        (paid,) = [event for event in done.events if isinstance(event, ev.WagerPaid) and event.wager == "progressive"]
        assert pit_table(house.ledger.states).balances[accounts.rack("T1")] == before
        assert Entry(accounts.HOUSE, -paid.won) in entries(paid, "T1", "T1", {})
        house.at("T1", do.CompleteDocuments(1, "progressive"), SUPERVISOR)
        assert pit_table(house.ledger.states).state.round == 2


def test_refusals_of_the_engine_keep_their_paragraphs(house: Casino) -> None:
    reasons = house.refused(DEALER, pc.AtTable("T1", do.CloseBetting()))
    assert reasons == ["no blackjack wager has been made [13:69F-2.3(a)]"]


def test_a_round_is_voided_in_the_name_of_the_supervisor(house: Casino) -> None:
    house.at("T1", wager(1), ANN)
    other = do.VoidRound("supervisor Sue", "misdeal")
    (reason,) = house.refused(SUPERVISOR, pc.AtTable("T1", other))
    assert reason == "the round must be voided in the name of supervisor Sam, not of someone else"
    house.at("T1", do.VoidRound(SUPERVISOR, "misdeal"), SUPERVISOR)
    assert all_balances(house.ledger.states)["stack T1/1"] == STAKE


def test_what_the_server_draws_is_never_taken_from_a_client(house: Casino) -> None:
    for action in (do.ShuffleShoe(cards("Th 9s")), do.PressButton(1, "x", Cents(100))):
        reasons = house.refused(SUPERVISOR, pc.AtTable("T1", action))  # type: ignore[arg-type]
        assert reasons[0] == f"no role may do this: {type(action).__name__}"


def test_chips_that_are_only_bought_and_cashed_out_are_sold_again_after_a_while(house: Casino) -> None:
    """Ten buy-ins and cash-outs of $10,000 must not empty a rack within a second."""
    buy, cash = pc.BuyIn("Ann", "T1", 5, Cents(1_000_000)), pc.CashOut("Ann", "T1", 5)
    for _ in range(5):
        house.done(ANN, buy)
        house.done(ANN, cash)
    (refused,) = house.refused(ANN, buy)
    assert "Ann has bought chips and cashed them out 5 times in 10 minutes without a round being played" in refused
    house.done(BOB, pc.BuyIn("Bob", "T1", 5, Cents(1_000_000)))  # nobody else waits
    house.wait(timedelta(minutes=10))
    house.done(ANN, pc.BuyIn("Ann", "T1", 6, Cents(1_000_000)))


def test_whoever_has_played_may_leave_and_come_back_as_often_as_they_like(house: Casino) -> None:
    for _ in range(7):
        house.done(ANN, pc.BuyIn("Ann", "T1", 5, Cents(1_000_000)))
        house.play(rounds=1)
        done = house.done(ANN, pc.CashOut("Ann", "T1", 5))
        (left, _) = done.events
        assert isinstance(left, pv.CashedOut)
        assert left.rounds == 1


def test_a_refusal_does_not_tell_a_patron_what_a_rack_holds(house: Casino) -> None:
    rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(rack - 12345)))
    (reason,) = house.refused(ANN, pc.BuyIn("Ann", "T1", 1, Cents(20000)))
    assert reason == "the rack of table T1 has too few chips for that: choose less, or wait for a fill"
    (known,) = house.refused(SUPERVISOR, pc.CreditRack("T1", Cents(20000)))
    assert "holds $123.45" in known
