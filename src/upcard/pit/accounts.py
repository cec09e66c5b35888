"""Accounts of the pit, and the entries of every event: amounts moved between accounts, which sum to zero."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from upcard.game.accounts import Account
from upcard.game.ledger import postings
from upcard.money import Cents
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


def coupon(table: str, seat: int, name: str) -> str:
    """Return the account of the match play coupon on the layout for a wager."""
    return f"coupon {table}/{seat}/{name}"


def coupons_issued(table: str) -> str:
    """Return the account of the match play coupons issued: negative by the amount wagered and used."""
    return f"coupons issued {table}"


def coupons_used(table: str) -> str:
    """Return the account of the match play coupons that the dealer has taken."""
    return f"coupons used {table}"


class AccountParts(NamedTuple):
    """The parts of an account name: its kind, the patron, table or group that owns it, and its seat."""

    kind: str
    owner: str = ""
    seat: int = 0


_PATTERNS = (
    re.compile(r"(?P<kind>house)"),
    re.compile(r"(?P<kind>wallet|rack|drop|variance|buttons|coupons issued|coupons used) (?P<owner>[^/]+)"),
    re.compile(r"(?P<kind>stack|buttons) (?P<owner>[^/]+)/(?P<seat>[1-9][0-9]{0,3})"),
    re.compile(r"(?P<kind>wager|coupon) (?P<owner>[^/]+)/(?P<seat>[1-9][0-9]{0,3})/.+"),
    re.compile(r"(?P<kind>meter|reserve) (?P<owner>[^/]+)/.+"),
)


@lru_cache(maxsize=65536)
def parts(account: str) -> AccountParts | None:
    """Split an account name into its parts; None if it is not an account.

    >>> parts("stack BJ-101/3"), parts("purse Zoë")
    (AccountParts(kind='stack', owner='BJ-101', seat=3), None)
    """
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(account):
            named = match.groupdict()
            return AccountParts(named["kind"], named.get("owner", ""), int(named.get("seat", 0)))
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
    "coupon": lambda table, _, account: coupon(table, account.seat, account.wager),
    "coupons used": lambda table, _, __: coupons_used(table),
    "coupons issued": lambda table, _, __: coupons_issued(table),
    "table inventory": lambda table, _, __: rack(table),
    "licensee": lambda _, __, ___: HOUSE,
}


@lru_cache(maxsize=65536)
def _at_table(table: str, group: str, account: Account) -> str:
    """Return the pit's name for an account of the engine's ledger."""
    return _NAMES[account.kind](table, group, account)


def entries(event: pv.AnyEvent, table: str, group: str) -> tuple[Entry, ...]:
    """Return the entries of an event; those of a round happened at a table of a group."""
    if type(event) in pv.PIT_EVENTS:
        return _of_pit(event)
    moved = postings(event)  # type: ignore[arg-type]  # the others are the engine's
    return tuple([Entry(_at_table(table, group, account), amount) for account, amount in moved]) if moved else ()


def _of_pit(event: pv.AnyEvent) -> tuple[Entry, ...]:
    match event:
        case pv.Deposited():
            return move(event.amount, HOUSE, wallet(event.patron))
        case pv.Withdrawn():
            return move(event.amount, wallet(event.patron), HOUSE)
        case pv.RackFilled() | pv.RackAdvanced():
            return move(event.amount, HOUSE, rack(event.table))
        case pv.RackCredited():
            return move(event.amount, rack(event.table), HOUSE)
        case pv.RackCounted():
            return move(event.booked - event.counted, rack(event.table), variance(event.table))
        case pv.DropCounted():
            missing = move(event.booked - event.counted, drop(event.table), variance(event.table))
            return (*missing, *move(event.counted, drop(event.table), HOUSE))
        case pv.AdjustmentApproved():
            return move(event.amount, event.from_account, event.to_account)
        case pv.BoughtIn():
            paid = move(event.amount, wallet(event.patron), drop(event.table))
            return (*paid, *move(event.amount, rack(event.table), stack(event.table, event.seat)))
        case pv.CashedOut():
            return move(event.amount, stack(event.table, event.seat), wallet(event.patron))
    return ()


class Shortage(NamedTuple):
    """An account that holds less than is to be taken from it."""

    account: str
    holds: Cents
    lacks: Cents
