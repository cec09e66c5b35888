"""The house, wallets, racks, drop boxes and adjustments: what each command does, and why it is refused."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.pit.books import all_balances, wallet_balance
from tests.pit.casino import (
    ADMINISTRATOR,
    DEALER,
    SUPERVISOR,
    Casino,
    casino,
    check,
    patron_account,
    pit_table,
    table_text,
)
from upcard.game import commands as do
from upcard.money import LARGEST, Cents
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.state import HouseState
from upcard.store.clock import time_text

ANN = "patron Ann"
OTHER_SUPERVISOR = "supervisor Sue"


@pytest.fixture
def house(folder: Path) -> Iterator[Casino]:
    """A house with one open table, and Ann's wallet of $10,000,000; every test ends with books that balance."""
    with casino(folder) as opened:
        opened.open()
        yield opened
        check(opened)


@pytest.fixture
def empty(folder: Path) -> Iterator[Casino]:
    with casino(folder) as nothing:
        yield nothing


def test_before_the_house_is_open_nothing_else_is_done(empty: Casino) -> None:
    first = ["the house is not open: open it first"]
    assert empty.refused(ADMINISTRATOR, patron_account("Ann")) == first
    assert empty.refused(ADMINISTRATOR, pc.InstallTable("T1", table_text())) == first
    assert empty.refused(SUPERVISOR, pc.ProposeAdjustment("house", "wallet Ann", Cents(1), "error")) == first
    assert empty.refused(DEALER, pc.SealShoe("T1")) == ["there is no table T1 on the floor: install it first"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (pc.OpenHouse(""), "write the licensee's name: 1 to 500 printable characters"),
        (pc.OpenHouse("C", "24:00"), 'write the start of the gaming day as a time such as "06:00"'),
        (pc.OpenHouse("C", "6:00"), 'write the start of the gaming day as a time such as "06:00"'),
        (pc.OpenHouse("C", "06:00", "New Jersey"), 'write the time zone as a name such as "America/New_York"'),
        (pc.OpenHouse("C", "06:00", "../etc/passwd"), 'write the time zone as a name such as "America/New_York"'),
    ],
)
def test_a_house_needs_a_name_and_a_time(empty: Casino, command: pc.OpenHouse, reason: str) -> None:
    assert empty.refused(ADMINISTRATOR, command) == [reason]


def test_a_house_opens_once(empty: Casino) -> None:
    done = empty.done(ADMINISTRATOR, pc.OpenHouse("Casino", "23:59", "UTC"))
    assert done.events == (pv.HouseOpened("Casino", "23:59", "UTC"),)
    assert empty.refused(ADMINISTRATOR, pc.OpenHouse("Casino")) == ["the house is already open"]


def test_every_reason_comes_at_once(empty: Casino) -> None:
    reasons = empty.refused("dealer Dee", pc.OpenHouse("", "noon", "Mars"))
    assert len(reasons) == 4
    assert reasons[0] == "OpenHouse is for administrator; you are dealer"


@pytest.mark.parametrize("name", ["", " ", "a ", " a", "a/b", "a\nb", "a" * 61])
def test_a_name_without_form_is_refused(house: Casino, name: str) -> None:
    rule = "must have 1 to 60 printable characters, no slash, and no space at either end"
    assert house.refused(ADMINISTRATOR, patron_account(name)) == [f"the name of a person {rule}"]
    assert f"the name of a table {rule}" in house.refused(ADMINISTRATOR, pc.InstallTable(name, table_text()))
    if name:
        assert f"the name of a group {rule}" in house.refused(ADMINISTRATOR, pc.InstallTable("T9", table_text(), name))


def test_a_name_of_sixty_characters_is_taken(house: Casino) -> None:
    house.done(ADMINISTRATOR, patron_account("Zoë " + "a" * 56))


LIMITS = "the amount must be from $0.01 to $1,000,000,000.00, not "


@pytest.mark.parametrize(
    ("amount", "reasons"),
    [
        (-1, [LIMITS + "\u2212$0.01"]),
        (0, [LIMITS + "$0.00"]),
        (1, None),
        (LARGEST, None),
        (LARGEST + 1, [LIMITS + "$1,000,000,000.01"]),
    ],
)
def test_a_deposit_is_at_least_a_cent_and_at_most_a_billion(
    house: Casino, amount: int, reasons: list[str] | None
) -> None:
    before = wallet_balance(house.ledger.states, "Ann")
    deposit = pc.Deposit("Ann", Cents(amount), "bank 2")
    if reasons is None:
        assert house.done(SUPERVISOR, deposit).events == (pv.Deposited("Ann", Cents(amount), "bank 2"),)
        assert wallet_balance(house.ledger.states, "Ann") == before + amount
    else:
        assert house.refused(SUPERVISOR, deposit) == reasons


def test_a_deposit_has_a_reference(house: Casino) -> None:
    expected = ["write the deposit reference: 1 to 500 printable characters"]
    assert house.refused(SUPERVISOR, pc.Deposit("Ann", Cents(1), " ")) == expected
    assert house.refused(SUPERVISOR, pc.Deposit("Ann", Cents(1), "x" * 501)) == expected
    house.done(SUPERVISOR, pc.Deposit("Ann", Cents(1), "x" * 500))


@pytest.mark.asked("GLI-19 2.5.7")
def test_nobody_withdraws_more_than_the_wallet_holds(house: Casino) -> None:
    most = wallet_balance(house.ledger.states, "Ann")
    expected = ["the wallet of Ann holds $10,000,000.00: deposit at least $0.01 more, or choose less"]
    assert house.refused(ANN, pc.Withdraw("Ann", Cents(most + 1), "cage")) == expected
    house.done(ANN, pc.Withdraw("Ann", Cents(most - 1), "cage"))
    house.done(ANN, pc.Withdraw("Ann", Cents(1), "cage"))
    assert wallet_balance(house.ledger.states, "Ann") == 0


def test_a_rack_is_filled_and_credited(house: Casino) -> None:
    rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
    house.done(SUPERVISOR, pc.FillRack("T1", Cents(5)))
    assert house.refused(SUPERVISOR, pc.CreditRack("T1", Cents(rack + 6))) == [
        "the rack of table T1 holds $10,000,000.05: fill it with at least $0.01 more first"
    ]
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(rack + 5)))
    assert accounts.rack("T1") not in pit_table(house.ledger.states).balances
    assert house.refused(DEALER, pc.FillRack("T1", Cents(1))) == ["FillRack is for supervisor, system; you are dealer"]
    assert house.refused(SUPERVISOR, pc.FillRack("T2", Cents(1))) == [
        "there is no table T2 on the floor: install it first"
    ]


@pytest.mark.parametrize("difference", [-1, 0, 1])
def test_a_count_that_differs_from_the_books_needs_a_reason(house: Casino, difference: int) -> None:
    house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(10_000)))
    rack = pit_table(house.ledger.states).balances[accounts.rack("T1")]
    counts = (pc.CountRack("T1", Cents(rack + difference)), pc.CountDrop("T1", Cents(10_000 + difference)))
    for count in counts:
        if difference:
            (reason,) = house.refused(SUPERVISOR, count)
            assert reason.startswith("write the reason for counting $")
        count = type(count)(count.table, count.counted, "counted twice")
        house.done(SUPERVISOR, count)
    balances = all_balances(house.ledger.states)
    assert balances["rack T1"] == rack + difference
    assert "drop T1" not in balances
    assert balances.get("variance T1", 0) == -2 * difference  # what is missing is on the variance


@pytest.mark.asked("GLI-19 A.3.6", "13:69O-1.3(i)")
def test_an_adjustment_takes_two_persons_and_a_reason(house: Casino) -> None:
    before = wallet_balance(house.ledger.states, "Ann")
    house.done(SUPERVISOR, pc.ProposeAdjustment("house", "wallet Ann", Cents(500), "payout missed in round 7"))
    assert wallet_balance(house.ledger.states, "Ann") == before
    same = "ApproveAdjustment: a second person must do this, not the first one"
    assert house.refused(SUPERVISOR, pc.ApproveAdjustment(1)) == [same]
    assert house.refused("compliance Sam", pc.ApproveAdjustment(1)) == [same]  # the same name in another role
    assert house.refused("supervisor", pc.ApproveAdjustment(1)) == [
        "an adjustment must be signed: the actor needs a name"
    ]
    assert house.refused(ANN, pc.ApproveAdjustment(1)) == [
        "ApproveAdjustment is for compliance, supervisor; you are patron"
    ]
    done = house.done(OTHER_SUPERVISOR, pc.ApproveAdjustment(1))
    assert done.events == (pv.AdjustmentApproved(1, "house", "wallet Ann", Cents(500), OTHER_SUPERVISOR),)
    assert wallet_balance(house.ledger.states, "Ann") == before + 500
    assert house.refused(OTHER_SUPERVISOR, pc.ApproveAdjustment(1)) == ["there is no pending adjustment 1"]


def test_an_adjustment_is_rejected_with_a_reason_and_numbers_have_no_gap(house: Casino) -> None:
    propose = pc.ProposeAdjustment("wallet Ann", "house", Cents(1), "paid twice")
    house.done(SUPERVISOR, propose)
    assert house.refused(OTHER_SUPERVISOR, pc.RejectAdjustment(1, "")) == [
        "write the reason: 1 to 500 printable characters"
    ]
    house.done(OTHER_SUPERVISOR, pc.RejectAdjustment(1, "it was not"))
    assert house.refused(OTHER_SUPERVISOR, pc.RejectAdjustment(1, "again")) == ["there is no pending adjustment 1"]
    (event,) = house.done(SUPERVISOR, propose).events
    assert isinstance(event, pv.AdjustmentProposed)
    assert event.number == 2
    state = house.ledger.states["house"]
    assert isinstance(state, HouseState)
    assert list(state.adjustments) == [2]


@pytest.mark.asked("13:69O-1.3(h)")
@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("wallet Ann", "wallet Bob", "an adjustment must be between the licensee and one patron, not between two"),
        ("stack T1/1", "wallet Ann", "an adjustment must be between the licensee and one patron, not between two"),
        ("house", "house", "an adjustment must move an amount from one account to another"),
        ("house", "meter T1/progressive", "'meter T1/progressive' is not an account that can be adjusted"),
        ("wager T1/1/blackjack", "house", "'wager T1/1/blackjack' is not an account that can be adjusted"),
        ("house", "purse Ann", "'purse Ann' is not an account that can be adjusted"),
        ("house", "rack T9", "there is no table T9 on the floor: install it first"),
        ("house", "stack T1/0", "'stack T1/0' is not an account that can be adjusted"),
    ],
)
def test_not_every_account_can_be_adjusted(house: Casino, source: str, target: str, reason: str) -> None:
    (refusal,) = house.refused(SUPERVISOR, pc.ProposeAdjustment(source, target, Cents(1), "error"))
    assert refusal.startswith(reason)


@pytest.mark.asked("GLI-19 2.5.6")
@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("wallet Eve", "house", "Eve has no open wallet: open one first"),
        ("house", "stack T1/1", "seat 1 at table T1 is not taken"),
        ("drop T1", "house", "the drop box of table T1 holds $0.00: reduce the amount by at least $0.01"),
    ],
)
def test_an_approved_adjustment_needs_accounts_that_hold_it(
    house: Casino, source: str, target: str, reason: str
) -> None:
    house.done(SUPERVISOR, pc.ProposeAdjustment(source, target, Cents(1), "error"))
    assert house.refused(OTHER_SUPERVISOR, pc.ApproveAdjustment(1)) == [reason]


@pytest.mark.asked("13:69E-1.28P(d)")
def test_an_error_of_the_dealer_is_put_right_at_the_table(house: Casino) -> None:
    house.done(ANN, pc.BuyIn("Ann", "T1", 1, Cents(10_000)))
    house.done(SUPERVISOR, pc.ProposeAdjustment("rack T1", "stack T1/1", Cents(1_500), "blackjack paid as a win"))
    done = house.done(OTHER_SUPERVISOR, pc.ApproveAdjustment(1))
    assert [stream for stream, _ in done.row.streams] == ["house", "significant events", "table T1"]
    assert pit_table(house.ledger.states).balances[accounts.stack("T1", 1)] == 11_500


def test_a_table_is_installed_by_a_file_that_can_be_read(house: Casino) -> None:
    reasons = house.refused(ADMINISTRATOR, pc.InstallTable("T2", "decks = 0\nseats = 99"))
    assert len(reasons) >= 2
    assert all(reason.startswith("the table file cannot be read: T2:") for reason in reasons)
    two_games = table_text("free-bet").replace('game = "free bet"', 'game = ["free bet", "multiple action"]')
    assert "this table has several games" in house.refused(ADMINISTRATOR, pc.InstallTable("T2", two_games))[0]
    long = table_text() + "#\n" * 50_000
    assert house.refused(ADMINISTRATOR, pc.InstallTable("T2", long)) == [
        "the table file is too long: the limit is 100000 characters"
    ]


def test_the_file_of_a_closed_table_is_replaced(house: Casino) -> None:
    new = pc.InstallTable("T1", table_text("seven-seats"))
    assert house.refused(ADMINISTRATOR, new) == ["table T1 is open: close it before replacing its file"]
    house.seat()
    house.play(rounds=2)
    house.at("T1", do.CloseTable())
    house.done(ADMINISTRATOR, new)
    table = pit_table(house.ledger.states)
    assert table.state.felt.config.seats == 7
    assert table.state.round == 3
    assert table.holders == {1: "Ann", 2: "Bob", 3: "Cleo"}
    house.accept("T1")
    house.at("T1", do.OpenTable())
    house.play(rounds=2)


def test_seats_that_are_held_stay_on_the_felt(house: Casino) -> None:
    house.at("T1", do.CloseTable())
    house.done(ADMINISTRATOR, pc.InstallTable("T1", table_text("seven-seats")))
    house.accept("T1")
    house.at("T1", do.OpenTable())
    house.done(ANN, pc.BuyIn("Ann", "T1", 7, Cents(100)))
    house.at("T1", do.CloseTable())
    six = pc.InstallTable("T1", table_text())
    assert house.refused(ADMINISTRATOR, six) == ["a seat above 6 at table T1 is taken: its patron must cash out first"]
    house.done(ANN, pc.CashOut("Ann", "T1", 7))
    house.done(ADMINISTRATOR, six)


def test_a_table_stays_in_its_group_and_names_are_not_shared(house: Casino) -> None:
    assert house.refused(ADMINISTRATOR, pc.InstallTable("T1", table_text(), "north"))[0] == (
        "table T1 is already installed in another group: a table cannot change groups"
    )
    assert house.refused(ADMINISTRATOR, pc.InstallTable("T2", table_text(), "T1")) == [
        "T1 is the name of a table: choose another name for the group"
    ]
    assert house.refused(ADMINISTRATOR, pc.InstallTable("T2", table_text(), "T2")) == [
        "T2 is the name of a table: choose another name for the group"
    ]
    house.done(ADMINISTRATOR, pc.InstallTable("T2", table_text(), "north"))
    assert house.refused(ADMINISTRATOR, pc.InstallTable("north", table_text())) == [
        "north is the name of a group: choose another name for the table"
    ]


def set_password(house: Casino, name: str, by: str) -> None:
    """Record that a person has used a link that somebody made."""
    for kind, author in (("LinkMade", by), ("RecoveryUsed", name)):
        time = time_text(house.clock())
        house.done("system", pc.RecordPerson(kind, name, author, "", "", time))


@pytest.mark.parametrize("who", [SUPERVISOR, OTHER_SUPERVISOR])
def test_an_administrator_who_set_two_passwords_cannot_be_both_persons_of_an_adjustment(
    house: Casino, who: str
) -> None:
    """Neither the first person nor the second: whoever made the link may be signed in as either of them."""
    name = who.partition(" ")[2]
    propose, approve = pc.ProposeAdjustment("house", "wallet Ann", Cents(500), "payout missed"), pc.ApproveAdjustment(1)
    if who == OTHER_SUPERVISOR:
        house.done(SUPERVISOR, propose)
    set_password(house, name, by="ada")
    house.done("system", pc.RecordPerson("PasswordChanged", name, name, "", "", time_text(house.clock())))
    assert house.refused(who, propose if who == SUPERVISOR else approve) == [
        f"the password of {name} was set today with a link made by ada: an adjustment takes two people, and {name} can"
        " take part in one from the next gaming day on"
    ]
    house.wait(timedelta(days=1))
    house.done(who, propose if who == SUPERVISOR else approve)


@pytest.mark.parametrize("by", ["system", "Sam"])
def test_the_first_administrator_and_whoever_sets_their_own_password_take_part_in_adjustments(
    house: Casino, by: str
) -> None:
    set_password(house, "Sam", by)
    house.done(SUPERVISOR, pc.ProposeAdjustment("house", "wallet Ann", Cents(500), "payout missed"))


def test_the_service_fills_a_rack_only_as_the_licensee_has_instructed(house: Casino) -> None:
    half, whole, none = Cents(5_000_000), Cents(10_000_000), Cents(0)
    alone = "no standing instruction says to fill table T1 by ${} now"
    assert house.refused("system", pc.FillRack("T1", whole)) == [alone.format("100,000.00")]
    assert house.refused(SUPERVISOR, pc.InstructFills("T1", whole, half)) == [
        "fill up to at least $100,000.00, below which the table inventory is filled"
    ]
    assert house.refused(SUPERVISOR, pc.InstructFills("T1", none, none)) == [
        "table T1 has no standing instruction to withdraw"
    ]
    assert house.refused("supervisor", pc.InstructFills("T1", half, whole)) == [
        "a person must give a standing instruction: the actor needs a name"
    ]
    done = house.done(SUPERVISOR, pc.InstructFills("T1", half, whole))
    assert done.events == (pv.FillsInstructed("T1", half, whole, SUPERVISOR),)
    held = all_balances(house.ledger.states)["rack T1"]
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(held - half)))
    # It holds as much as it must.
    assert house.refused("system", pc.FillRack("T1", half)) == [alone.format("50,000.00")]
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(1)))
    assert house.refused("system", pc.FillRack("T1", half)) == [alone.format("50,000.00")]
    house.done("system", pc.FillRack("T1", Cents(half + 1)))
    house.done(SUPERVISOR, pc.InstructFills("T1", none, none))
    house.done(SUPERVISOR, pc.CreditRack("T1", whole))
    assert house.refused("system", pc.FillRack("T1", whole)) == [alone.format("100,000.00")]
