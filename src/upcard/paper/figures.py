"""How figures are printed: percentages, probabilities, amounts and large numbers, each with its digits."""

from upcard.drawing.chips import dollars_and_cents
from upcard.money import Cents
from upcard.results.report import Number, Percentage

MINUS = "\u2212"
NONE = "\u2013"


def signed(text: str) -> str:
    """Return a number with a minus as wide as a plus.

    >>> signed("-1.50") == "\u22121.50"
    True
    """
    return text.replace("-", MINUS)


def percent_text(value: Percentage | None, places: int = 5) -> str:
    """Return a percentage with its decimals; a dash where there is none."""
    return NONE if value is None else signed(f"{value.percent:.{places}f} %")


def share_text(value: float, places: int = 3) -> str:
    """Return a number of percent with its decimals."""
    return signed(f"{value:.{places}f} %")


def number_text(value: float | None, places: int = 5) -> str:
    """Return a number with its decimals; a dash where there is none."""
    return NONE if value is None else signed(f"{value:,.{places}f}")


def fraction_text(number: Number | Percentage) -> str:
    """Return the exact fraction; a dash where the number was computed in double precision."""
    return NONE if number.fraction is None else signed(str(number.fraction))


def probability_text(number: Number, places: int = 9) -> str:
    """Return a probability as a decimal; a very small one by its leading digits."""
    value = number.decimal
    text = f"{value:.{places}f}" if value == 0 or value >= 1e-4 else f"{value:.5e}"
    return signed(text)


def one_in_text(value: float | None) -> str:
    """Return the N of "1 in N"; a dash where it cannot happen.

    >>> one_in_text(3.2395833), one_in_text(337893.0)
    ('3.2396', '337,893.0')
    """
    if value is None:
        return NONE
    places = 4 if value < 1_000 else 1
    return f"{value:,.{places}f}"


def money_text(amount: int) -> str:
    """Return an amount of a book: dollars and cents without a sign for dollars.

    >>> money_text(123456789), money_text(-5) == "\u22120.05"
    ('1,234,567.89', True)
    """
    return signed(f"{amount // 100:,}.{amount % 100:02}" if amount >= 0 else f"-{money_text(-amount)}")


def utc_text(written: str) -> str:
    """Return a time of the journal, which is in UTC, to the second.

    >>> utc_text("2026-07-01T10:00:00.000000Z")
    '2026-07-01 10:00:00 UTC'
    """
    return f"{written[:10]} {written[11:19]} UTC"


def dollars_text(amount: Cents | int) -> str:
    """Return an amount in dollars and cents."""
    sign = MINUS if amount < 0 else ""
    return f"{sign}{dollars_and_cents(Cents(abs(amount)))}"
