"""How figures are printed: percentages, probabilities, amounts and large numbers, each with its digits."""

from fractions import Fraction

from upcard.english import format_number, format_percent, with_minus
from upcard.results.result import is_exact

NONE = "\u2013"


def percent_text(value: float | Fraction | None, places: int = 5) -> str:
    """Return a share in percent, with its decimals; a dash where there is none."""
    return NONE if value is None else format_percent(value, places)


def number_text(value: float | None, places: int = 5) -> str:
    """Return a number with its decimals; a dash where there is none."""
    return NONE if value is None else format_number(value, places)


def fraction_text(number: Fraction) -> str:
    """Return the exact fraction; a dash where the number was computed in double precision."""
    return with_minus(str(number)) if is_exact(number) else NONE


def probability_text(number: Fraction, places: int = 9) -> str:
    """Return a probability as a decimal; a very small one by its leading digits."""
    value = float(number)
    text = f"{value:.{places}f}" if value == 0 or value >= 1e-4 else f"{value:.5e}"
    return with_minus(text)


def one_in_text(value: float | None) -> str:
    """Return the N of "1 in N"; a dash where it cannot happen.

    >>> one_in_text(3.2395833), one_in_text(337893.0)
    ('3.2396', '337,893.0')
    """
    if value is None:
        return NONE
    places = 4 if value < 1_000 else 1
    return format_number(value, places)


def utc_text(written: str) -> str:
    """Return a time of the journal, which is in UTC, to the second.

    >>> utc_text("2026-07-01T10:00:00.000000Z")
    '2026-07-01 10:00:00 UTC'
    """
    return f"{written[:10]} {written[11:19]} UTC"
