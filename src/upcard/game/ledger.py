"""The ledger: double-entry postings, which sum to zero, for every event that moves chips."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from upcard.game import events as ev
from upcard.money import Cents


class Account(NamedTuple):
    """A holder of chips: a patron, the table inventory, a wager on the layout, a meter, the buttons."""

    kind: str
    seat: int = 0
    wager: str = ""

    def __str__(self) -> str:
        seat = f" of seat {self.seat}" if self.seat else ""
        return f"{self.kind}{f' {self.wager}' if self.wager else ''}{seat}"


class Posting(NamedTuple):
    """An amount added to an account, or taken from it if negative."""

    account: Account
    amount: Cents


INVENTORY = Account("table inventory")
BUTTON_RACK = Account("button rack")


def patron(seat: int) -> Account:
    """Return the account of the patron at a seat."""
    return Account("patron", seat)


def wager(seat: int, name: str) -> Account:
    """Return the account of a wager on the layout."""
    return Account("wager", seat, name)


def _move(amount: int, source: Account, target: Account) -> tuple[Posting, ...]:
    return (Posting(source, Cents(-amount)), Posting(target, Cents(amount))) if amount else ()


def postings(event: ev.Event) -> tuple[Posting, ...]:
    """Return the postings of an event; none if no chips move."""
    match event:
        case ev.WagerPlaced():
            return _move(sum(event.amounts), patron(event.seat), wager(event.seat, event.wager))
        case ev.WagerWithdrawn():
            return _move(sum(event.amounts), wager(event.seat, event.wager), patron(event.seat))
        case ev.InsurancePlaced():
            return _move(sum(event.amounts), patron(event.seat), wager(event.seat, ev.INSURANCE))
        case ev.PlayMade():
            return _move(sum(event.amounts), patron(event.seat), wager(event.seat, ev.BLACKJACK))
        case ev.WagerCollected() | ev.WagerPaid() | ev.WagerReturned() | ev.BonusPaid():
            return _settlement(event)
        case ev.ButtonPlaced():
            return _move(event.worth, BUTTON_RACK, Account("buttons", event.seat))
        case ev.ButtonCollected():
            returned = _move(event.worth, Account("buttons", event.seat), BUTTON_RACK)
            return (*returned, *_move(event.won, INVENTORY, patron(event.seat)))
        case ev.WagersRegistered() | ev.MeterFunded():
            return _meter_postings(event)
        case _:
            return ()


def _settlement(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned | ev.BonusPaid) -> tuple[Posting, ...]:
    if isinstance(event, ev.BonusPaid):
        return _move(event.won, INVENTORY, patron(event.seat))
    on_layout = wager(event.seat, event.wager)
    if isinstance(event, ev.WagerCollected):
        returned = _move(event.returned, on_layout, patron(event.seat))
        return (*_move(event.amount, on_layout, INVENTORY), *returned)
    returned = _move(event.amount, on_layout, patron(event.seat))
    if isinstance(event, ev.WagerReturned):
        return returned
    off_meter = _move(event.off_meter, Account("meter", wager=event.wager), patron(event.seat))
    return (*off_meter, *_move(event.won - event.off_meter, INVENTORY, patron(event.seat)), *returned)


def _meter_postings(event: ev.WagersRegistered | ev.MeterFunded) -> tuple[Posting, ...]:
    meter, reset = Account("meter", wager=event.wager), Account("reset meter", wager=event.wager)
    if isinstance(event, ev.MeterFunded):
        return (*_move(event.amount, INVENTORY, meter), *_move(event.from_reset_meter, reset, meter))
    each = event.amount // len(event.seats)
    chips = tuple(posting for seat in event.seats for posting in _move(each, wager(seat, event.wager), INVENTORY))
    return (*chips, *_move(event.to_meter, INVENTORY, meter), *_move(event.to_reset_meter, INVENTORY, reset))


def balances(events: Iterable[ev.Event]) -> Counter[Account]:
    """Return the balance of each account after events."""
    sums: Counter[Account] = Counter()
    for event in events:
        for account, amount in postings(event):
            sums[account] += amount
    return sums
