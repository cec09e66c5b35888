"""Accounts of the pit, and the entries of every event: amounts moved between accounts, which sum to zero."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from upcard.game.chip_accounts import Account
from upcard.game.chip_ledger import postings
from upcard.money import Cents, parse_money, plain_money
from upcard.pit import events as pv


class PitAccount(NamedTuple):
    """An account of the pit; its text is that of the journal and of reports.

    >>> str(PitAccount("wager", "BJ-101", 3, "blackjack")), str(PitAccount("coupons of", "Zoë", value=Cents(2500)))
    ('wager BJ-101/3/blackjack', 'coupons of Zoë/25.00')
    """

    kind: str
    owner: str = ""  # the patron, table or group
    seat: int = 0
    name: str = ""  # of a wager
    value: Cents = Cents(0)  # stated on each coupon

    def __str__(self) -> str:
        value = plain_money(self.value) if self.value else ""
        seat = str(self.seat) if self.seat else ""
        first = f"{self.kind} {self.owner}" if self.owner else self.kind
        return "/".join([first, *filter(None, (seat, self.name, value))])

    @property
    def may_be_negative(self) -> bool:
        """Whether it may go below zero: the house, variances, the button rack, coupons issued; no other."""
        return self.kind in ("house", "variance", "coupons issued") or (self.kind, self.seat) == ("buttons", 0)


class Entry(NamedTuple):
    """An amount added to an account, or taken from it if negative."""

    account: PitAccount
    amount: int


HOUSE = PitAccount("house")
OF_HOUSE = frozenset({"house", "coupons issued"})  # kinds of which no stream holds the balance
OF_PATRONS = frozenset({"wallet", "coupons of"})  # kinds that the stream of a wallet holds


def wallet(patron: str) -> PitAccount:
    """Return the account of a patron's money."""
    return PitAccount("wallet", patron)


def stack(table: str, seat: int) -> PitAccount:
    """Return the account of the chips in front of a seat."""
    return PitAccount("stack", table, seat)


def wager(table: str, seat: int, name: str) -> PitAccount:
    """Return the account of a wager on the layout."""
    return PitAccount("wager", table, seat, name)


def rack(table: str) -> PitAccount:
    """Return the account of a table inventory."""
    return PitAccount("rack", table)


def drop(table: str) -> PitAccount:
    """Return the account of a drop box."""
    return PitAccount("drop", table)


def variance(table: str) -> PitAccount:
    """Return the account of shortages found when a rack or drop box was counted; negative for an overage."""
    return PitAccount("variance", table)


def meter(group: str, name: str) -> PitAccount:
    """Return the account of a meter that the tables of a group share."""
    return PitAccount("meter", group, name=name)


def reserve(group: str, name: str) -> PitAccount:
    """Return the account of a reset meter."""
    return PitAccount("reserve", group, name=name)


def buttons(table: str, seat: int = 0) -> PitAccount:
    """Return the account of the free buttons beside the hands of a seat; without a seat, of the button rack."""
    return PitAccount("buttons", table, seat)


def coupons_issued(value: Cents) -> PitAccount:
    """Return the account of all match play coupons of a stated value: negative by those issued and not cancelled."""
    return PitAccount("coupons issued", value=value)


def coupons_of(patron: str, value: Cents) -> PitAccount:
    """Return the account of the match play coupons of a stated value that a patron holds."""
    return PitAccount("coupons of", patron, value=value)


def coupon(table: str, seat: int, name: str, value: Cents) -> PitAccount:
    """Return the account of the match play coupon on the layout for a wager."""
    return PitAccount("coupon", table, seat, name, value)


def coupons_used(table: str, value: Cents) -> PitAccount:
    """Return the account of the match play coupons of a stated value that the dealer has taken at a table."""
    return PitAccount("coupons used", table, value=value)


_SEAT = r"(?P<owner>[^/]+)/(?P<seat>[1-9][0-9]{0,3})"
_VALUE = r"(?P<value>[0-9]+\.[0-9]{2})"
_TEXTS = (
    re.compile(r"(?P<kind>house)"),
    re.compile(r"(?P<kind>wallet|rack|drop|variance|buttons) (?P<owner>[^/]+)"),
    re.compile(rf"(?P<kind>stack|buttons) {_SEAT}"),
    re.compile(rf"(?P<kind>wager) {_SEAT}/(?P<name>.+)"),
    re.compile(rf"(?P<kind>coupons issued)/{_VALUE}"),
    re.compile(rf"(?P<kind>coupons of|coupons used) (?P<owner>[^/]+)/{_VALUE}"),
    re.compile(rf"(?P<kind>coupon) {_SEAT}/(?P<name>.+)/{_VALUE}"),
    re.compile(r"(?P<kind>meter|reserve) (?P<owner>[^/]+)/(?P<name>.+)"),
)


def read_account(text: str) -> PitAccount | None:
    """Read an account as a client, the journal or a projection names it; None if it is not one.

    >>> read_account("stack BJ-101/3"), read_account("purse Zoë")
    (PitAccount(kind='stack', owner='BJ-101', seat=3, name='', value=0), None)
    """
    for pattern in _TEXTS:
        if match := pattern.fullmatch(text):
            found = match.groupdict()
            value = parse_money(found.get("value", "0.00"))
            seat = int(found.get("seat", 0))
            return PitAccount(found["kind"], found.get("owner", ""), seat, found.get("name", ""), value)
    return None


def known_account(text: str) -> PitAccount:
    """Return the account that a projection or an event of the journal names."""
    account = read_account(text)
    assert account is not None, text
    return account


def move(amount: int, source: PitAccount, target: PitAccount) -> tuple[Entry, ...]:
    """Return the entries that move an amount."""
    return (Entry(source, -amount), Entry(target, amount)) if amount else ()


# The pit's account for each kind of account of the engine's ledger, at a table of a group.
_ACCOUNTS: Mapping[str, Callable[[str, str, Account], PitAccount]] = {
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
def _at_table(table: str, group: str, account: Account) -> PitAccount:
    """Return the pit's account for an account of the engine's ledger."""
    return _ACCOUNTS[account.kind](table, group, account)


def entries(event: pv.AnyEvent, table: str, group: str, holders: Mapping[int, str]) -> tuple[Entry, ...]:
    """Return the entries of an event; those of a round happened at a table of a group, with these patrons seated."""
    if type(event) in pv.PIT_EVENTS:
        moves = _MOVED.get(type(event))
        return moves(event) if moves is not None else ()
    moved = postings(event)  # type: ignore[arg-type]  # the others are the engine's
    if not moved:
        return ()
    return tuple([Entry(_account(table, group, holders, account), amount) for account, amount in moved])


def _account(table: str, group: str, holders: Mapping[int, str], account: Account) -> PitAccount:
    if account.kind == "coupons held":  # chips stay at the seat, coupons with the patron
        return coupons_of(holders[account.seat], account.value)
    return _at_table(table, group, account)


def _changed(event: pv.BoughtIn | pv.CashChanged, source: PitAccount) -> tuple[Entry, ...]:
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
    pv.AdjustmentApproved: lambda event: move(
        event.amount, known_account(event.from_account), known_account(event.to_account)
    ),
    pv.BoughtIn: lambda event: _changed(event, wallet(event.patron)),
    pv.CashChanged: lambda event: _changed(event, HOUSE),  # 13:69D-1.18(a): cash comes from outside the books
    pv.CashedOut: lambda event: move(event.amount, stack(event.table, event.seat), wallet(event.patron)),
    pv.CouponsIssued: lambda event: _coupons(event, event.count),
    pv.CouponsCancelled: lambda event: _coupons(event, -event.count),
}


class Shortage(NamedTuple):
    """An account that holds less than is to be taken from it."""

    account: PitAccount
    holds: Cents
    lacks: Cents
