"""How wagers, results and card values are written."""

from collections.abc import Iterable
from fractions import Fraction

ORDINALS = ("", ", second dealer's hand", ", third dealer's hand")


def net_words(net: Fraction) -> str:
    """Write a net result in units of the initial wager.

    >>> net_words(Fraction(3, 2)), net_words(Fraction(-2)), net_words(Fraction(0))
    ('wins 1.5', 'loses 2', 'even')
    """
    if not net:
        return "even"
    return f"{'wins' if net > 0 else 'loses'} {float(abs(net)):g}"


def card_words(values: Iterable[int]) -> str:
    """Write the values of cards: A, 2, …, 10.

    >>> card_words((1,)), card_words((10, 6))
    ('A', '10-6')
    """
    return "-".join("A" if value == 1 else str(value) for value in values)


def upcard_words(values: Iterable[int]) -> str:
    """Write the values of the cards that the dealer shows, as a chart heads its columns: two in rising order.

    >>> upcard_words((10,)), upcard_words((10, 6))
    ('10', '6-10')
    """
    return card_words(sorted(values))


def key_of(name: str, *, spot: int = 0, choice: int | None = None, rider: str | None = None) -> str:
    """Return the key of a line: the wager, with its rider, its choice or its dealer's hand."""
    if rider:
        return f"{name}, {rider}"
    return f"{name}{ORDINALS[spot]}" if choice is None else f"{name} {choice}"
