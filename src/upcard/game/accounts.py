"""Accounts: who holds chips, and the postings that move them."""

from typing import NamedTuple

from upcard.money import Cents

METER, RESET_METER = "meter", "reset meter"


class Account(NamedTuple):
    """A holder of chips: a patron, the table inventory, a wager on the layout, a meter, the licensee, the buttons.

    Match play coupons are no chips: accounts of their own hold their stated values.
    """

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
LICENSEE = Account("licensee")  # owes what is on the meters
BUTTON_RACK = Account("button rack")
COUPONS_ISSUED = Account("coupons issued")  # that patrons hold; below zero by what is on layouts and used
COUPONS_USED = Account("coupons used")  # taken by the dealer


def patron(seat: int) -> Account:
    """Return the account of the patron at a seat."""
    return Account("patron", seat)


def wager(seat: int, name: str) -> Account:
    """Return the account of a wager on the layout."""
    return Account("wager", seat, name)


def coupon(seat: int, name: str) -> Account:
    """Return the account of the coupon on the layout for a wager."""
    return Account("coupon", seat, name)


def buttons(seat: int) -> Account:
    """Return the account of the free buttons at a seat."""
    return Account("buttons", seat)


def meter(name: str) -> Account:
    """Return the account of a wager's meter."""
    return Account(METER, wager=name)


def reset_meter(name: str) -> Account:
    """Return the account of a wager's reset meter."""
    return Account(RESET_METER, wager=name)
