"""Accounts: who holds chips, and the postings that move them."""

from typing import NamedTuple

from upcard.money import Cents, format_money

METER, RESET_METER = "meter", "reset meter"


class Account(NamedTuple):
    """A holder of chips: a patron, the table inventory, a wager on the layout, a meter, the licensee, the buttons.

    Match play coupons are no chips: accounts of their own hold them, those of each stated value by themselves.
    """

    kind: str
    seat: int = 0
    wager: str = ""
    value: Cents = Cents(0)  # stated on each coupon; none on chips

    def __str__(self) -> str:
        seat = f" of seat {self.seat}" if self.seat else ""
        value = f" for {format_money(self.value)}" if self.value else ""
        return f"{self.kind}{f' {self.wager}' if self.wager else ''}{seat}{value}"


class Posting(NamedTuple):
    """An amount added to an account, or taken from it if negative."""

    account: Account
    amount: Cents


INVENTORY = Account("table inventory")
LICENSEE = Account("licensee")  # owes what is on the meters
BUTTON_RACK = Account("button rack")


def patron(seat: int) -> Account:
    """Return the account of the patron at a seat."""
    return Account("patron", seat)


def wager(seat: int, name: str) -> Account:
    """Return the account of a wager on the layout."""
    return Account("wager", seat, name)


def coupons_held(seat: int, value: Cents) -> Account:
    """Return the account of the coupons that the patron at a seat holds: below zero by those wagered since."""
    return Account("coupons held", seat, value=value)


def coupon(seat: int, name: str, value: Cents) -> Account:
    """Return the account of the coupon on the layout for a wager."""
    return Account("coupon", seat, name, value)


def coupons_used(value: Cents) -> Account:
    """Return the account of the coupons that the dealer has taken."""
    return Account("coupons used", value=value)


def buttons(seat: int) -> Account:
    """Return the account of the free buttons at a seat."""
    return Account("buttons", seat)


def meter(name: str) -> Account:
    """Return the account of a wager's meter."""
    return Account(METER, wager=name)


def reset_meter(name: str) -> Account:
    """Return the account of a wager's reset meter."""
    return Account(RESET_METER, wager=name)
