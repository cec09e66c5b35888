"""Random sessions with match play coupons and spoken wagers: every coupon is somewhere, and every dollar of cash."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.pit.books import all_balances
from tests.pit.casino import (
    ADMINISTRATOR,
    DEALER,
    PATRONS,
    RICH,
    SUPERVISOR,
    Casino,
    casino,
    check,
    pit_table,
    table_text,
)
from tests.store.making import Place
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.confirmation import Confirmation
from upcard.game.refuse import must_confirm
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.accounts import read_account
from upcard.pit.ledger import AlreadyDone, Done
from upcard.pit.streams import coupons_held
from upcard.rules.wager import Person, Point

VALUES = (Cents(100), Cents(500), Cents(2500))
EACH = 40  # coupons of every value that a patron is given
ROUNDS, SEEN = 12, ("coupon", "spoken", "void")
FORMER, IN_FORMER_DAYS = 'law = "19:47"\n', datetime(2010, 7, 1, 12, tzinfo=UTC)
TABLES = {
    "in-between": table_text("in-between-posted"),
    "in-between, former edition": FORMER + table_text("in-between-posted"),
    "push 22": table_text("free-bet"),
    "streak": table_text("streak") + 'coupons = true\nspoken_wagers = "dealer"\n',
}


def by_value(balances: Counter[str] | dict[str, int]) -> Counter[tuple[str, int]]:
    """Count the coupons in accounts, by kind and stated value."""
    counts = Counter[tuple[str, int]]()
    for account, amount in balances.items():
        known = read_account(account)
        if known is not None and known.kind.startswith("coupon"):
            count, rest = divmod(amount, known.value)
            assert rest == 0, account
            counts[known.kind, known.value] += count
    return counts


@contextmanager
def playing(house: Casino, text: str) -> Iterator[Casino]:
    """Everybody seated at a table of a file, with coupons; the books balance at the end."""
    if text.startswith(FORMER):
        house.wait(IN_FORMER_DAYS - house.clock())
    house.open("other")
    house.done(ADMINISTRATOR, pc.InstallTable("T1", text))
    house.accept("T1")
    house.done(SUPERVISOR, pc.FillRack("T1", RICH))
    house.at("T1", do.OpenTable())
    house.seat()
    for patron in PATRONS:
        for value in VALUES:
            house.done(SUPERVISOR, pc.IssueCoupons(patron, value, EACH, "new members"))
    yield house
    sums = check(house)
    coupons = by_value(sums)
    for value in VALUES:
        assert sum(count for (_, each), count in coupons.items() if each == value) == 0
        assert coupons["coupons issued", value] == -EACH * len(PATRONS)


def step(house: Casino, random: Random) -> str:
    """Do something that the table allows, perhaps with a coupon or by spoken words; return what it was."""
    state = pit_table(house.ledger.states).state
    if state.point is not Point.BEFORE_FIRST_CARD and random.random() < 0.1:
        house.at("T1", do.VoidRound(SUPERVISOR, "drill"), SUPERVISOR)
        return "void"
    for request in house.next_requests("T1"):
        command = request.command
        action = command.action if isinstance(command, pc.AtTable) else None
        if isinstance(action, do.PlaceWager) and action.wager != ev.BLACKJACK:
            return _optional(house, random, action)
        house.done(str(request.actor), command)
    return "other"


def _optional(house: Casino, random: Random, action: do.PlaceWager) -> str:
    offer = pit_table(house.ledger.states).state.felt.offers[action.wager]
    chance = random.random()
    if chance < 0.5 and offer.coupons:
        chips = (Cents(0),) if chance < 0.2 else action.amounts
        made = replace(action, amounts=chips, coupon=random.choice(VALUES))
        answer = house.ask(house.patron_at("T1", action.seat), pc.AtTable("T1", made))
        return "coupon" if isinstance(answer, Done) else "refused"
    if chance < 0.8 and offer.spoken_wagers:
        confirm = pc.ConfirmSpokenWager("T1", action.seat, action.wager, action.amounts[0], action.choice)
        persons = [DEALER, SUPERVISOR] if Person.SUPERVISOR in must_confirm(offer) else [DEALER]
        random.shuffle(persons)
        for actor in persons if random.random() < 0.7 else persons[:1]:
            if not isinstance(house.ask(actor, confirm), Done):
                return "refused"
        return "spoken"
    house.at("T1", action)
    return "chips"


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize("name", TABLES)
def test_every_coupon_and_all_cash_is_accounted_for_whatever_is_played(name: str, folder: Path) -> None:
    random, seen = Random(name), Counter[str]()
    with casino(folder) as journal, playing(journal, TABLES[name]) as house:
        while pit_table(house.ledger.states).state.round <= ROUNDS or not all(seen[each] for each in SEEN):
            seen[step(house, random)] += 1
        balances = all_balances(house.ledger.states)
        on_layout = Counter[tuple[str, int]]()
        for seat in pit_table(house.ledger.states).state.seats:
            for placed in seat.placed:
                on_layout["coupon", placed.coupon] += bool(placed.coupon)
        counted = by_value(balances)
        assert {key: count for key, count in counted.items() if key[0] == "coupon" and count} == {
            key: count for key, count in on_layout.items() if count
        }
        held = Counter[int]()
        for patron in PATRONS:
            for value, count in coupons_held(house.ledger.states, patron):
                held[value] += count
        assert all(held[value] == counted["coupons of", value] for value in VALUES)


@pytest.mark.cite("13:69F-2.26(d)")
def test_coupons_and_spoken_wagers_in_both_databases_and_once_under_a_key(place: Place) -> None:
    with place.new_journal() as journal, playing(Casino(journal), TABLES["in-between"]) as house:
        house.new_shoe()
        house.at("T1", do.PlaceWager(1, ev.BLACKJACK, (Cents(1000),)), "patron Ann")
        made = pc.AtTable("T1", do.PlaceWager(1, "in-between", (Cents(0),), coupon=Cents(500)))
        request = house.request("patron Ann", made)
        answers = [house.ledger.execute([request])[0] for _ in range(2)]
        assert [type(each) for each in answers] == [Done, AlreadyDone]
        house.at("T1", do.PlaceWager(2, ev.BLACKJACK, (Cents(1000),)), "patron Bob")
        spoken = pc.ConfirmSpokenWager("T1", 2, "in-between", Cents(700))
        house.done(SUPERVISOR, spoken)
        request = house.request(DEALER, spoken)
        answers = [house.ledger.execute([request])[0] for _ in range(2)]
        assert [type(each) for each in answers] == [Done, AlreadyDone]
        (placed,) = [event for event in getattr(answers[0], "events", ()) if isinstance(event, ev.WagerPlaced)]
        assert placed.spoken == (Confirmation(Person.DEALER, "Dee"), Confirmation(Person.SUPERVISOR, "Sam"))
        house.at("T1", do.CloseBetting())
        house.at("T1", do.VoidRound(SUPERVISOR, "misdeal"), SUPERVISOR)
        assert dict(coupons_held(house.ledger.states, "Ann"))[Cents(500)] == EACH
        assert all_balances(house.ledger.states)["stack T1/2"] == 10**7 + 700  # the cash stays changed into chips


def test_a_patron_who_leaves_or_a_closing_table_gives_an_unconfirmed_spoken_wager_back(folder: Path) -> None:
    with casino(folder) as journal, playing(journal, TABLES["in-between"]) as house:
        house.new_shoe()
        ann, bob = (pc.ConfirmSpokenWager("T1", seat, "in-between", Cents(500)) for seat in (1, 2))
        for seat in (1, 2):
            house.at("T1", do.PlaceWager(seat, ev.BLACKJACK, (Cents(1000),)))
        house.done(DEALER, ann)
        house.done(DEALER, bob)
        for seat in (1, 2):
            house.at("T1", do.WithdrawWager(seat, ev.BLACKJACK))
        left = house.done("patron Ann", pc.CashOut("Ann", "T1", 1))
        assert left.events[0] == pv.SpokenWagerReturned("T1", 1, "in-between", None, Cents(500))
        closed = house.at("T1", do.CloseTable(), SUPERVISOR)
        assert closed.events[0] == pv.SpokenWagerReturned("T1", 2, "in-between", None, Cents(500))
        assert pit_table(house.ledger.states).spoken == ()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (pc.IssueCoupons("Ann", Cents(0), 1, "x"), "the amount must be from $0.01 to $1,000,000,000.00, not $0.00"),
        (pc.IssueCoupons("Ann", Cents(500), 0, "x"), "the number of coupons must be from 1 to 1000, not 0"),
        (pc.IssueCoupons("Ann", Cents(500), 1001, "x"), "the number of coupons must be from 1 to 1000, not 1001"),
        (
            pc.IssueCoupons("Ann", Cents(500), 1, ""),
            "write the reference of the coupons: 1 to 500 printable characters",
        ),
        (pc.IssueCoupons("Zoë", Cents(500), 1, "x"), "Zoë has no open wallet: open one first"),
        (pc.CancelCoupons("Ann", Cents(500), 1, "x"), "Ann holds no match play coupons of $5.00, not 1"),
        (
            pc.ReturnSpokenWager("T1", 1, "in-between"),
            "seat 1 has no spoken in-between wager that waits for a confirmation",
        ),
    ],
)
def test_what_is_refused_of_coupons_and_spoken_wagers(house: Casino, command: pc.PitCommand, reason: str) -> None:
    assert house.refused(SUPERVISOR, command) == [reason]


def test_the_books_balance_while_a_coupon_lies_alone_on_the_layout(folder: Path) -> None:
    with casino(folder) as built, playing(built, TABLES["in-between"]) as house:
        house.new_shoe()
        patron = house.patron_at("T1", 1)
        house.done(patron, pc.AtTable("T1", do.PlaceWager(1, ev.BLACKJACK, (Cents(2500),))))
        house.done(patron, pc.AtTable("T1", do.PlaceWager(1, "in-between", (Cents(0),), coupon=Cents(500))))
        assert by_value(check(house))["coupon", Cents(500)] == 1
