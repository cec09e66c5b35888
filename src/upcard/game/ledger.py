"""Double entry: every event that moves chips as postings that sum to zero."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from upcard.game import events as ev
from upcard.money import Cents


class Account(NamedTuple):
    """Whose chips they are: a patron, the table inventory, a wager on the layout, a meter, the buttons."""

    kind: str
    seat: int = 0
    wager: str = ""

    def __str__(self) -> str:
        seat = f" of seat {self.seat}" if self.seat else ""
        return f"{self.kind}{f' {self.wager}' if self.wager else ''}{seat}"


class Posting(NamedTuple):
    """An amount that came to an account, or went from it."""

    account: Account
    amount: Cents


INVENTORY = Account("table inventory")
BUTTON_RACK = Account("button rack")


def patron(seat: int) -> Account:
    """Give the account of the patron at a seat."""
    return Account("patron", seat)


def wager(seat: int, name: str) -> Account:
    """Give the account of a wager on the layout."""
    return Account("wager", seat, name)


def _move(amount: int, source: Account, to: Account) -> tuple[Posting, ...]:
    return (Posting(source, Cents(-amount)), Posting(to, Cents(amount))) if amount else ()


def postings(event: ev.Event) -> tuple[Posting, ...]:
    """Give the postings of an event; none if no chip moved."""
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
            return _settled(event)
        case ev.ButtonPlaced():
            return _move(event.worth, BUTTON_RACK, Account("buttons", event.seat))
        case ev.ButtonCollected():
            back = _move(event.worth, Account("buttons", event.seat), BUTTON_RACK)
            return (*back, *_move(event.won, INVENTORY, patron(event.seat)))
        case ev.WagersRegistered() | ev.MeterFunded():
            return _metered(event)
        case _:
            return ()


def _settled(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned | ev.BonusPaid) -> tuple[Posting, ...]:
    if isinstance(event, ev.BonusPaid):
        return _move(event.won, INVENTORY, patron(event.seat))
    on_layout = wager(event.seat, event.wager)
    if isinstance(event, ev.WagerCollected):
        back = _move(event.returned, on_layout, patron(event.seat))
        return (*_move(event.amount, on_layout, INVENTORY), *back)
    back = _move(event.amount, on_layout, patron(event.seat))
    if isinstance(event, ev.WagerReturned):
        return back
    source = Account("meter", wager=event.wager) if event.from_meter else INVENTORY
    return (*_move(event.won, source, patron(event.seat)), *back)


def _metered(event: ev.WagersRegistered | ev.MeterFunded) -> tuple[Posting, ...]:
    meter, reset = Account("meter", wager=event.wager), Account("reset meter", wager=event.wager)
    if isinstance(event, ev.MeterFunded):
        return (*_move(event.amount, INVENTORY, meter), *_move(event.from_reset_meter, reset, meter))
    each = event.amount // len(event.seats)
    chips = tuple(post for seat in event.seats for post in _move(each, wager(seat, event.wager), INVENTORY))
    return (*chips, *_move(event.to_meter, INVENTORY, meter), *_move(event.to_reset_meter, INVENTORY, reset))


def balances(events: Iterable[ev.Event]) -> Counter[Account]:
    """Add up the postings of events."""
    sums: Counter[Account] = Counter()
    for event in events:
        for account, amount in postings(event):
            sums[account] += amount
    return sums
