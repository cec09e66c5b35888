"""Accounts of the pit, and the entries of every event: amounts moved between accounts, which sum to zero."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from upcard.game.chip_accounts import Account
from upcard.game.chip_ledger import postings
from upcard.money import Cents, parse_money, plain_money
from upcard.pit import events as pv

HOUSE = "house"


class Entry(NamedTuple):
    """An amount added to an account, or taken from it if negative."""

    account: str
    amount: int


def wallet(patron: str) -> str:
    """Return the account of a patron's money."""
    return f"wallet {patron}"


def stack(table: str, seat: int) -> str:
    """Return the account of the chips in front of a seat."""
    return f"stack {table}/{seat}"


def wager(table: str, seat: int, name: str) -> str:
    """Return the account of a wager on the layout."""
    return f"wager {table}/{seat}/{name}"


def rack(table: str) -> str:
    """Return the account of a table inventory."""
    return f"rack {table}"


def drop(table: str) -> str:
    """Return the account of a drop box."""
    return f"drop {table}"


def variance(table: str) -> str:
    """Return the account of shortages found when a rack or drop box was counted; negative for an overage."""
    return f"variance {table}"


def meter(group: str, name: str) -> str:
    """Return the account of a meter that the tables of a group share."""
    return f"meter {group}/{name}"


def reserve(group: str, name: str) -> str:
    """Return the account of a reset meter."""
    return f"reserve {group}/{name}"


def buttons(table: str, seat: int = 0) -> str:
    """Return the account of the free buttons beside the hands of a seat; without a seat, of the button rack."""
    return f"buttons {table}/{seat}" if seat else f"buttons {table}"


def coupons_issued(value: Cents) -> str:
    """Return the account of all match play coupons of a stated value: negative by those issued and not cancelled."""
    return f"coupons issued/{plain_money(value)}"


def coupons_of(patron: str, value: Cents) -> str:
    """Return the account of the match play coupons of a stated value that a patron holds."""
    return f"coupons of {patron}/{plain_money(value)}"


def coupon(table: str, seat: int, name: str, value: Cents) -> str:
    """Return the account of the match play coupon on the layout for a wager."""
    return f"coupon {table}/{seat}/{name}/{plain_money(value)}"


def coupons_used(table: str, value: Cents) -> str:
    """Return the account of the match play coupons of a stated value that the dealer has taken at a table."""
    return f"coupons used {table}/{plain_money(value)}"


class AccountParts(NamedTuple):
    """The parts of an account name: its kind, the patron, table or group that owns it, its seat, a coupon's value."""

    kind: str
    owner: str = ""
    seat: int = 0
    value: Cents = Cents(0)


OF_HOUSE = frozenset({"house", "coupons issued"})  # kinds of which no stream holds the balance
OF_PATRONS = frozenset({"wallet", "coupons of"})  # kinds that the stream of a wallet holds
_SEAT = r"(?P<owner>[^/]+)/(?P<seat>[1-9][0-9]{0,3})"
_VALUE = r"(?P<value>[0-9]+\.[0-9]{2})"
_PATTERNS = (
    re.compile(r"(?P<kind>house)"),
    re.compile(r"(?P<kind>wallet|rack|drop|variance|buttons) (?P<owner>[^/]+)"),
    re.compile(rf"(?P<kind>stack|buttons) {_SEAT}"),
    re.compile(rf"(?P<kind>wager) {_SEAT}/.+"),
    re.compile(rf"(?P<kind>coupons issued)/{_VALUE}"),
    re.compile(rf"(?P<kind>coupons of|coupons used) (?P<owner>[^/]+)/{_VALUE}"),
    re.compile(rf"(?P<kind>coupon) {_SEAT}/.+/{_VALUE}"),
    re.compile(r"(?P<kind>meter|reserve) (?P<owner>[^/]+)/.+"),
)


@lru_cache(maxsize=65536)
def parts(account: str) -> AccountParts | None:
    """Split an account name into its parts; None if it is not an account.

    >>> parts("coupons of Zoë/25.00"), parts("purse Zoë")
    (AccountParts(kind='coupons of', owner='Zoë', seat=0, value=2500), None)
    """
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(account):
            named = match.groupdict()
            value = parse_money(named.get("value", "0.00"))
            return AccountParts(named["kind"], named.get("owner", ""), int(named.get("seat", 0)), value)
    return None


@lru_cache(maxsize=65536)
def may_be_negative(account: str) -> bool:
    """Whether an account may go below zero: the house, variances, the button rack, coupons issued; no other."""
    known = parts(account)
    if known is None:
        return False
    return known.kind in ("house", "variance", "coupons issued") or (known.kind, known.seat) == ("buttons", 0)


def move(amount: int, source: str, target: str) -> tuple[Entry, ...]:
    """Return the entries that move an amount."""
    return (Entry(source, -amount), Entry(target, amount)) if amount else ()


# The pit's name for each kind of account of the engine's ledger, at a table of a group.
_NAMES: Mapping[str, Callable[[str, str, Account], str]] = {
    "patron": lambda table, _, account: stack(table, account.seat),
    "wager": lambda table, _, account: wager(table, account.seat, account.wager),
    "meter": lambda _, group, account: meter(group, account.wager),
    "reset meter": lambda _, group, account: reserve(group, account.wager),
    "buttons": lambda table, _, account: buttons(table, account.seat),
    "button rack": lambda table, _, __: buttons(table),
    "coupon": lambda table, _, account: coupon(table, account.seat, account.wager, account.value),
    "coupons used": lambda table, _, account: coupons_used(table, account.value),
    "table inventory": lambda table, _, __: rack(table),
    "licensee": lambda _, __, ___: HOUSE,
}


@lru_cache(maxsize=65536)
def _at_table(table: str, group: str, account: Account) -> str:
    """Return the pit's name for an account of the engine's ledger."""
    return _NAMES[account.kind](table, group, account)


def entries(event: pv.AnyEvent, table: str, group: str, holders: Mapping[int, str]) -> tuple[Entry, ...]:
    """Return the entries of an event; those of a round happened at a table of a group, with these patrons seated."""
    if type(event) in pv.PIT_EVENTS:
        moves = _MOVED.get(type(event))
        return moves(event) if moves is not None else ()
    moved = postings(event)  # type: ignore[arg-type]  # the others are the engine's
    if not moved:
        return ()
    return tuple([Entry(_named(table, group, holders, account), amount) for account, amount in moved])


def _named(table: str, group: str, holders: Mapping[int, str], account: Account) -> str:
    if account.kind == "coupons held":  # chips stay at the seat, coupons with the patron
        return coupons_of(holders[account.seat], account.value)
    return _at_table(table, group, account)


def _changed(event: pv.BoughtIn | pv.CashChanged, source: str) -> tuple[Entry, ...]:
    """Return the entries of money that goes into the drop box for chips from the rack."""
    paid = move(event.amount, source, drop(event.table))
    return (*paid, *move(event.amount, rack(event.table), stack(event.table, event.seat)))


def _drop_counted(event: pv.DropCounted) -> tuple[Entry, ...]:
    missing = move(event.booked - event.counted, drop(event.table), variance(event.table))
    return (*missing, *move(event.counted, drop(event.table), HOUSE))


def _coupons(event: pv.CouponsIssued | pv.CouponsCancelled, count: int) -> tuple[Entry, ...]:
    return move(count * event.value, coupons_issued(event.value), coupons_of(event.patron, event.value))


# Any: each function takes its own kind of event, found by its type.
_MOVED: Mapping[type, Callable[[Any], tuple[Entry, ...]]] = {
    pv.Deposited: lambda event: move(event.amount, HOUSE, wallet(event.patron)),
    pv.Withdrawn: lambda event: move(event.amount, wallet(event.patron), HOUSE),
    pv.RackFilled: lambda event: move(event.amount, HOUSE, rack(event.table)),
    pv.RackAdvanced: lambda event: move(event.amount, HOUSE, rack(event.table)),
    pv.RackCredited: lambda event: move(event.amount, rack(event.table), HOUSE),
    pv.RackCounted: lambda event: move(event.booked - event.counted, rack(event.table), variance(event.table)),
    pv.DropCounted: _drop_counted,
    pv.AdjustmentApproved: lambda event: move(event.amount, event.from_account, event.to_account),
    pv.BoughtIn: lambda event: _changed(event, wallet(event.patron)),
    pv.CashChanged: lambda event: _changed(event, HOUSE),  # 13:69D-1.18(a): cash comes from outside the books
    pv.CashedOut: lambda event: move(event.amount, stack(event.table, event.seat), wallet(event.patron)),
    pv.CouponsIssued: lambda event: _coupons(event, event.count),
    pv.CouponsCancelled: lambda event: _coupons(event, -event.count),
}


class Shortage(NamedTuple):
    """An account that holds less than is to be taken from it."""

    account: str
    holds: Cents
    lacks: Cents
