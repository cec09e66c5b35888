"""The ledger: double-entry postings, which sum to zero, for every event that moves chips."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from upcard.game import events as ev
from upcard.game.chip_accounts import (
    BUTTON_RACK,
    INVENTORY,
    LICENSEE,
    Account,
    Posting,
    buttons,
    coupon,
    coupons_held,
    coupons_used,
    meter,
    patron,
    reset_meter,
    wager,
)
from upcard.money import Cents

__all__ = [
    "BUTTON_RACK",
    "CHIP_EVENTS",
    "INVENTORY",
    "LICENSEE",
    "Account",
    "ChipEvent",
    "Posting",
    "balances",
    "buttons",
    "coupon",
    "coupons_held",
    "coupons_used",
    "meter",
    "patron",
    "postings",
    "reset_meter",
    "reversal",
    "wager",
]

# The events of a round that move chips. What voids a round is none of them: it moves them back.
ChipEvent = (
    ev.WagerPlaced
    | ev.WagerWithdrawn
    | ev.InsurancePlaced
    | ev.PlayMade
    | ev.WagerCollected
    | ev.WagerPaid
    | ev.WagerReturned
    | ev.BonusPaid
    | ev.ButtonPlaced
    | ev.ButtonCollected
    | ev.WagersRegistered
    | ev.MeterFunded
)


CHIP_EVENTS: tuple[type, ...] = get_args(ChipEvent)


def _move(amount: int, source: Account, target: Account) -> tuple[Posting, ...]:
    return (Posting(source, Cents(-amount)), Posting(target, Cents(amount))) if amount else ()


def postings(event: ev.Event) -> tuple[Posting, ...]:
    """Return the postings of an event; none if no chips move."""
    match event:
        case ev.WagerPlaced():
            chips = _move(sum(event.amounts), patron(event.seat), wager(event.seat, event.wager))
            return (*chips, *_coupon(event, coupons_held(event.seat, event.coupon), is_placed=True))
        case ev.WagerWithdrawn():
            chips = _move(sum(event.amounts), wager(event.seat, event.wager), patron(event.seat))
            return (*chips, *_coupon(event, coupons_held(event.seat, event.coupon)))
        case ev.InsurancePlaced():
            return _move(sum(event.amounts), patron(event.seat), wager(event.seat, ev.INSURANCE))
        case ev.PlayMade():
            return _move(sum(event.amounts), patron(event.seat), wager(event.seat, ev.BLACKJACK))
        case ev.WagerCollected() | ev.WagerPaid() | ev.WagerReturned() | ev.BonusPaid():
            return _settlement(event)
        case ev.ButtonPlaced():
            return _move(event.worth, BUTTON_RACK, buttons(event.seat))
        case ev.ButtonCollected():
            returned = _move(event.worth, buttons(event.seat), BUTTON_RACK)
            return (*returned, *_move(event.won, INVENTORY, patron(event.seat)))
        case ev.WagersRegistered() | ev.MeterFunded():
            return _meter_postings(event)
        case ev.RoundVoided():
            return event.returned
        case _:
            return ()


def _coupon(
    event: ev.WagerPlaced | ev.WagerWithdrawn | ev.WagerCollected | ev.WagerPaid | ev.WagerReturned,
    holder: Account,
    *,
    is_placed: bool = False,
) -> tuple[Posting, ...]:
    """Return the postings that move the coupon of a wager, if it has one, between the layout and a holder."""
    on_layout = coupon(event.seat, event.wager, event.coupon)
    return _move(event.coupon, holder, on_layout) if is_placed else _move(event.coupon, on_layout, holder)


def _settlement(event: ev.WagerCollected | ev.WagerPaid | ev.WagerReturned | ev.BonusPaid) -> tuple[Posting, ...]:
    if isinstance(event, ev.BonusPaid):
        return _move(event.won, INVENTORY, patron(event.seat))
    on_layout = wager(event.seat, event.wager)
    # reading 71: a wager that is decided takes its coupon, won or lost; one that is returned gives it back
    is_returned = isinstance(event, ev.WagerReturned)
    coupons = _coupon(event, coupons_held(event.seat, event.coupon) if is_returned else coupons_used(event.coupon))
    if isinstance(event, ev.WagerCollected):
        returned = _move(event.returned, on_layout, patron(event.seat))
        return (*_move(event.amount, on_layout, INVENTORY), *returned, *coupons)
    returned = (*_move(event.amount, on_layout, patron(event.seat)), *coupons)
    if isinstance(event, ev.WagerReturned):
        return returned
    # what is paid off the meter does not come from the table inventory
    off_meter = _move(event.off_meter, meter(event.wager), patron(event.seat))
    payer = LICENSEE if event.not_from_rack else INVENTORY
    return (*off_meter, *_move(event.won - event.off_meter, payer, patron(event.seat)), *returned)


def _meter_postings(event: ev.WagersRegistered | ev.MeterFunded) -> tuple[Posting, ...]:
    """Return the postings of a meter: the licensee owes what is on it, and chips wagered go whole to the inventory."""
    name = event.wager
    if isinstance(event, ev.MeterFunded):
        from_reset_meter = _move(event.from_reset_meter, reset_meter(name), meter(name))
        return (*_move(event.amount, LICENSEE, meter(name)), *from_reset_meter)
    each = event.amount // len(event.seats)
    chips = tuple(posting for seat in event.seats for posting in _move(each, wager(seat, name), INVENTORY))
    growth = _move(event.to_meter, LICENSEE, meter(name))
    return (*chips, *growth, *_move(event.to_reset_meter, LICENSEE, reset_meter(name)))


def balances(events: Iterable[ev.Event]) -> Counter[Account]:
    """Return the balance of each account after events."""
    sums: Counter[Account] = Counter()
    for event in events:
        for account, amount in postings(event):
            sums[account] += amount
    return sums


def reversal(events: Iterable[ev.Event]) -> tuple[Posting, ...]:
    """Return the postings that undo events, one for each account whose balance they changed."""
    changed = ((account, amount) for account, amount in sorted(balances(events).items()) if amount)
    return tuple(Posting(account, Cents(-amount)) for account, amount in changed)
