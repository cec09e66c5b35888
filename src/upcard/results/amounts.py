"""Money as a program gives it and gets it: never a float, never a bare number."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from upcard.errors import Misuse
from upcard.money import Cents, format_money, parse_money, plain_money


@dataclass(frozen=True, order=True, repr=False)
class Money:
    """An amount of money in whole cents.

    >>> Money(1050) + Money(50), str(Money(-5)), Money(1000) * 3
    (Money('11.00'), '-0.05', Money('30.00'))
    """

    cents: int

    def __post_init__(self) -> None:
        if type(self.cents) is not int:
            raise Misuse(f"cents must be a whole number, not {self.cents!r}")

    def __str__(self) -> str:
        return plain_money(self.cents)

    def __repr__(self) -> str:
        return f"Money('{self}')"

    def __bool__(self) -> bool:
        return bool(self.cents)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents) if isinstance(other, Money) else NotImplemented

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.cents - other.cents) if isinstance(other, Money) else NotImplemented

    def __mul__(self, times: int) -> "Money":
        return Money(self.cents * times) if type(times) is int else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> "Money":
        return Money(-self.cents)

    @property
    def dollars(self) -> Decimal:
        """Return the amount in dollars.

        >>> Money(1050).dollars
        Decimal('10.50')
        """
        return Decimal(self.cents).scaleb(-2)


MoneyGiven = str | Decimal | Money  # how an amount may be given


def cents(number: int) -> Money:
    """Return an amount given in whole cents.

    >>> cents(1000)
    Money('10.00')
    """
    return Money(number)


def written_money(value: Any) -> str:
    """Return an amount that a program gives as a table file writes it; raise Misuse for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, Money):
        return str(value)
    if isinstance(value, Decimal) and value.is_finite():
        exponent = value.as_tuple().exponent
        return f"{value:.2f}" if isinstance(exponent, int) and exponent >= -2 else str(value)
    raise Misuse(f'must be an amount of money, not {value!r}: give "10.00", Decimal("10.00") or upcard.cents(1000)')


def read_money(value: Any, what: str, *, least: int = 0) -> Cents:
    """Read an amount that a program gives; raise Misuse that names the argument if it is not one.

    >>> read_money("10.00", "amount"), read_money(cents(1), "amount")
    (1000, 1)
    """
    try:
        amount = parse_money(written_money(value))
    except Misuse as wrong:
        raise Misuse(f"{what}: {wrong}") from None
    if amount < least:
        raise Misuse(
            f"{what}: must be more than zero" if least == 1 else f"{what}: must be at least {format_money(least)}"
        )
    return amount
