"""Money in whole cents, odds as they are posted, and the other ways a wager is paid. No floats."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NewType

from upcard.english import MINUS, format_percent
from upcard.errors import Misuse

Cents = NewType("Cents", int)

LARGEST = Cents(10**11)  # a billion dollars: no posted amount is larger

# ASCII: digits of other scripts are digits to Python, but not to a cashier.
_MONEY = re.compile(r"(\d{1,10})(?:\.(\d\d))?", re.ASCII)
_ODDS = re.compile(r"(\d{1,9}) to (\d{1,9})", re.ASCII)
_SHARE = re.compile(r"(\d{1,12}(?:\.\d{1,40})?(?:[eE]-\d{1,2})?)(%?)", re.ASCII)
_FRACTION = re.compile(r"(\d{1,40}) ?/ ?(\d{1,40})", re.ASCII)
_FOR_ODDS = re.compile(r"\d+ *for *\d+")


def parse_money(text: str) -> Cents:
    """Read an amount of money written in dollars and cents.

    >>> parse_money("10.00"), parse_money("5")
    (1000, 500)
    """
    parts = _MONEY.fullmatch(text)
    if parts is None:
        raise Misuse(f"'{text}' is not an amount of money: {_what_is_wrong(text)}")
    amount = Cents(100 * int(parts[1]) + int(parts[2] or 0))
    if amount > LARGEST:
        raise Misuse(f"'{text}' is too large: the limit is {format_money(LARGEST)}")
    return amount


def _what_is_wrong(text: str) -> str:
    if text.lstrip().startswith("-"):
        return "it may not be negative"
    if re.fullmatch(r"\d+\.\d{3,}", text):
        return "the smallest unit is one cent"
    if re.fullmatch(r"\d{11,}(?:\.\d\d)?", text, re.ASCII):
        return f"number too large: the limit is {format_money(LARGEST)}"
    return 'write dollars and cents, such as "10.00"'


def format_money(amount: float | Fraction, *, signed: bool = False, places: int = 2) -> str:
    """Return an amount as people read it, always with its cents; `signed` shows a gain by its plus.

    A mean is rounded to whole cents; more places show parts of a cent.

    >>> format_money(1000050), format_money(-500), format_money(3250, signed=True), format_money(0, signed=True)
    ('$10,000.50', '−$5.00', '+$32.50', '$0.00')
    >>> format_money(Fraction(-1387479, 1000000), places=6)
    '−$0.013875'
    """
    rounded = round(amount * 10 ** (places - 2))
    sign = MINUS if rounded < 0 else "+" if signed and rounded else ""
    dollars, rest = divmod(abs(rounded), 10**places)
    return f"{sign}${dollars:,}.{rest:0{places}d}"


def won_or_lost(amount: int) -> str:
    """Return a result in words.

    >>> won_or_lost(1500), won_or_lost(-3750), won_or_lost(0)
    ('won $15.00', 'lost $37.50', 'broke even')
    """
    if not amount:
        return "broke even"
    return f"{'won' if amount > 0 else 'lost'} {format_money(abs(amount))}"


def plain_money(amount: int) -> str:
    """Return an amount as files, programs and the journal have it.

    >>> plain_money(1000050), plain_money(-500)
    ('10000.50', '-5.00')
    """
    dollars, cents = divmod(abs(amount), 100)
    return f"{'-' * (amount < 0)}{dollars}.{cents:02d}"


def read_plain_money(text: str) -> Cents:
    """Return the amount that `plain_money` wrote.

    >>> read_plain_money("-5.00")
    -500
    """
    return Cents(int(text.replace(".", "")))


@dataclass(frozen=True)
class Odds:
    """Odds as posted, "12 to 1": what is paid for each part wagered, in addition to the wager."""

    pays: int
    per: int = 1

    @cached_property
    def ratio(self) -> Fraction:
        """Return what is won for one unit wagered."""
        return Fraction(self.pays, self.per)

    def __str__(self) -> str:
        return f"{self.pays} to {self.per}"


@dataclass(frozen=True)
class Fixed:
    """A fixed amount, whatever was wagered."""

    amount: Cents

    def __str__(self) -> str:
        return format_money(self.amount)


@dataclass(frozen=True)
class MeterShare:
    """A share of the amount on a meter."""

    share: Fraction

    def __str__(self) -> str:
        return f"{format_percent(self.share)} of the meter"

    def among(self, winners: int, standing: Cents) -> tuple[Cents, ...]:
        """Return what each of several winners is paid, in that order; odd cents go one by one to the first.

        >>> MeterShare(Fraction(1)).among(3, Cents(500_000))
        (166667, 166667, 166666)
        """
        each, odd = divmod(int(standing * self.share), winners)  # reading 55
        return tuple(Cents(each + (place < odd)) for place in range(winners))


@dataclass(frozen=True)
class Displayed:
    """The amounts that a display may show, each with its probability, by size of the wager."""

    amounts: Mapping[Cents, tuple[tuple[Cents, Fraction], ...]]

    def __str__(self) -> str:
        return "the amount displayed"


Pays = Odds | Fixed | MeterShare | Displayed


def winnings(amount: Cents, posted: Odds) -> Cents:
    """Return what odds pay on an amount; a part of a cent goes to the player (reading 54).

    >>> winnings(Cents(501), Odds(3, 2))
    752
    """
    return Cents(-(-amount * posted.pays // posted.per))


def odds(text: str) -> Odds:
    """Read odds written with "to"; odds written with "for" include the wager in the payout and are refused.

    >>> odds("3 to 2").ratio
    Fraction(3, 2)
    """
    sides = _ODDS.fullmatch(text)
    if sides is None:
        if _FOR_ODDS.search(text):
            raise Misuse(f"'{text}' is not posted odds: odds are stated with 'to', never with 'for' [13:69E-1.10(h)]")
        raise Misuse(f"'{text}' is not posted odds: write odds like \"3 to 2\"")
    pays, per = int(sides[1]), int(sides[2])
    if not pays or not per:
        raise Misuse(f"'{text}' is not posted odds: neither side may be zero")
    return Odds(pays, per)


def share(text: str) -> Fraction:
    """Read a share written as a percentage, as a decimal number or as a fraction.

    >>> share("70%") == share("0.7") == share("7/10")
    True
    """
    if parts := _FRACTION.fullmatch(text):
        if not int(parts[2]):
            raise Misuse(f"'{text}' is not a share: nothing can be divided by zero")
        value = Fraction(int(parts[1]), int(parts[2]))
    elif parts := _SHARE.fullmatch(text):
        value = Fraction(parts[1]) / (100 if parts[2] else 1)
    else:
        raise Misuse(f'\'{text}\' is not a share: write a percentage such as "70%", or "2/3"')
    if value > 1:
        raise Misuse(f"'{text}' is more than 100%")
    return value
