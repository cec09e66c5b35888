"""Numbers, lists and sentences as people read them; programs read plain numbers."""

from collections.abc import Iterable
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"  # as wide as a plus; programs read "-"
MOST_PLACES = 10  # of a percentage that has no more than it needs


def format_number(number: float | Fraction, places: int = 0, *, signed: bool = False) -> str:
    """Return a number with its decimals, a comma between thousands; nothing is less than zero once it is rounded to it.

    >>> format_number(-1234.5, 2), format_number(0.25, 4, signed=True), format_number(-0.001, 2)
    ('−1,234.50', '+0.2500', '0.00')
    """
    return with_minus(f"{float(number):{'+' if signed else ''}z,.{places}f}")


def format_percent(share: float | Fraction, places: int | None = None, *, signed: bool = False) -> str:
    """Return a share as a percentage with its decimals; without a number of places, with no more than it needs.

    >>> format_percent(Fraction(-1, 32), 3), format_percent(0.25, 1, signed=True), format_percent(Fraction(1, 1000))
    ('−3.125%', '+25.0%', '0.1%')
    """
    text = format_number(100 * share, MOST_PLACES if places is None else places, signed=signed)
    return f"{text.rstrip('0').rstrip('.') if places is None else text}%"


def with_minus(number: str) -> str:
    """Return a number that is written with a hyphen, with a minus sign instead.

    >>> with_minus("-1/3")
    '−1/3'
    """
    return number.replace("-", MINUS)


def counted(number: int, noun: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "deck"), counted(6, "deck"), counted(10_000, "round")
    ('1 deck', '6 decks', '10,000 rounds')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return what a sentence lists.

    >>> listed(["blackjack", "streak", "sevens"]), listed(["blackjack", "streak"]), listed(["blackjack"]), listed([])
    ('blackjack, streak and sevens', 'blackjack and streak', 'blackjack', '')
    """
    *others, end = tuple(words) or ("",)
    return f"{', '.join(others)} {last} {end}" if others else end


def either(words: Iterable[str]) -> str:
    """Return alternatives as a phrase.

    >>> either(["5", "6", "7"]), either(["stand"])
    ('5, 6 or 7', 'stand')
    """
    return listed(words, "or")


def key_words(key: str) -> str:
    """Return the key of a setting or a figure in words.

    >>> key_words("double_after_split")
    'double after split'
    """
    return key.replace("_", " ")


def sentence(words: str) -> str:
    """Return words as a sentence or a heading begins: names in them stay as they are written.

    >>> sentence("the Push 22 wager"), sentence("")
    ('The Push 22 wager', '')
    """
    return words[:1].upper() + words[1:]
