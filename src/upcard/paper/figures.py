"""How figures are printed: percentages, probabilities, amounts and large numbers, each with its digits."""

from upcard.english import format_number, with_minus
from upcard.results.report import Number, Percentage

NONE = "\u2013"


def percent_text(value: Percentage | None, places: int = 5) -> str:
    """Return a percentage with its decimals; a dash where there is none."""
    return NONE if value is None else with_minus(f"{value.percent:.{places}f} %")


def share_text(value: float, places: int = 3) -> str:
    """Return a number of percent with its decimals."""
    return with_minus(f"{value:.{places}f} %")


def number_text(value: float | None, places: int = 5) -> str:
    """Return a number with its decimals; a dash where there is none."""
    return NONE if value is None else format_number(value, places)


def fraction_text(number: Number | Percentage) -> str:
    """Return the exact fraction; a dash where the number was computed in double precision."""
    return NONE if number.fraction is None else with_minus(str(number.fraction))


def probability_text(number: Number, places: int = 9) -> str:
    """Return a probability as a decimal; a very small one by its leading digits."""
    value = number.decimal
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
