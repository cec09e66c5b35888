"""Readers of the values of a table file: each returns the value or raises Misuse with what is wrong."""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from upcard.english import either, format_percent
from upcard.errors import Misuse
from upcard.money import (
    Cents,
    Displayed,
    Fixed,
    MeterShare,
    Pays,
    format_money,
    odds,
    parse_money,
    plain_money,
)
from upcard.money import share as share_of
from upcard.rules.rule_fields import Stated, written
from upcard.table.notation import notation

T = TypeVar("T")
C = TypeVar("C")
Read = Callable[[Any], T]

_CARDS = re.compile(r"(\d{1,9})(?: cards?)?", re.ASCII)


def plain_name(name: str) -> str:
    """Return a name as it is compared: in lower case, with blanks for hyphens and underscores."""
    return name.casefold().replace("-", " ").replace("_", " ").strip()


def text(value: Any) -> str:
    """Read words in quotes."""
    if not isinstance(value, str):
        raise Misuse(f"must be {notation().text}, not {shown(value)}")
    if not value.strip():
        raise Misuse("may not be empty")
    if not value.isprintable():
        raise Misuse("may not contain control characters or line breaks")
    return value


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        no, yes = notation().flags
        raise Misuse(f"must be {yes} or {no}, not {shown(value)}")
    return value


def count(least: int, most: int) -> Read[int]:
    """Return a reader of whole numbers within bounds."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Misuse(f"must be a whole number from {least} to {most}, not {shown(value)}")
        return value

    return read


def word(*choices: str) -> Read[str]:
    """Return a reader of one of a few words."""

    def read(value: Any) -> str:
        if value not in choices:
            raise Misuse(f"must be {either(map(shown, choices))}, not {shown(value)}")
        return str(value)

    return read


def one_of(choices: Iterable[C]) -> Read[C]:
    """Return a reader of one of a few values, each as the file writes it."""
    by_word = {(type(written(choice)), written(choice)): choice for choice in choices}

    def read(value: Any) -> C:
        try:
            return by_word[type(value), value]
        except (KeyError, TypeError):
            allowed = either(shown(word) for _, word in by_word)
            raise Misuse(f"must be {allowed}, not {shown(value)}") from None

    return read


def rule(stated: Stated) -> Read[Any]:
    """Return a reader of a rule of the base game."""
    if isinstance(stated.values, range):
        return count(stated.values[0], stated.values[-1])
    return flag if stated.values == (False, True) else one_of(stated.values)


def money(value: Any) -> Cents:
    """Read an amount in dollars and cents."""
    if not isinstance(value, str):
        raise Misuse(f"must be an amount of {notation().money}, not {shown(value)}")
    return parse_money(value)


def amount(value: Any) -> Cents:
    """Read an amount that somebody may wager: more than nothing."""
    cents = money(value)
    if not cents:
        raise Misuse("must be more than zero")
    return cents


def keyed(value: Any) -> dict[str, Any]:
    """Read keys with their values."""
    if not isinstance(value, dict):
        raise Misuse(f"must be {notation().mapping}, such as {notation().mapping_example}, not {shown(value)}")
    return value


def share(value: Any) -> Fraction:
    """Read a share of the whole: "70%", 0.7, "7/10" or 1."""
    whole = isinstance(value, int) and not isinstance(value, bool) and value in (0, 1)
    if not whole and not isinstance(value, str | Decimal):
        raise Misuse(f'must be a share such as "75%", 0.75 or "3/4", not {shown(value)}')
    return share_of(str(value))


def cutting_card(cards: int) -> Read[Fraction]:
    """Return a reader of how much of a shoe of this many cards lies in front of the cutting card.

    It is a share of the shoe, or a position in cards: a whole number from 2 up, or text such as "37 cards".

    >>> cutting_card(52)(37) == cutting_card(52)("37 cards") == cutting_card(52)("37/52")
    True
    """

    def read(value: Any) -> Fraction:
        place = _position(value)
        if place is None:
            return share(value)
        if not 1 <= place <= cards:
            raise Misuse(f"must be a share of the shoe, or a position from 1 to {cards} cards, not {shown(value)}")
        return Fraction(place, cards)

    return read


def _position(value: Any) -> int | None:
    """Return the number of cards that a value states; None if it states something else, such as a share."""
    if isinstance(value, int) and not isinstance(value, bool):
        return None if value in (0, 1) else value
    parts = _CARDS.fullmatch(value.strip()) if isinstance(value, str) else None
    return None if parts is None or parts[0] in ("0", "1") else int(parts[1])


def pays(value: Any) -> Pays:
    """Read what a line pays: odds, a fixed amount such as "25.00", or a share of the meter such as "100%"."""
    line = text(value)
    if line.endswith("%"):
        return MeterShare(share_of(line))
    return Fixed(parse_money(line)) if line.replace(".", "").isdecimal() else odds(line)


def written_pays(pays: Pays) -> str:
    """Return what a line pays as a file writes it."""
    match pays:
        case Fixed():
            return plain_money(pays.amount)
        case MeterShare():
            return format_percent(pays.share)
        case _:
            return str(pays)


def texts(value: Any) -> tuple[str, ...]:
    """Read a list of words."""
    if not isinstance(value, list):
        raise Misuse(f'must be a list such as ["…", "…"], not {shown(value)}')
    return tuple(text(item) for item in value)


def day(value: Any) -> date:
    """Read a day: a date of TOML without a time, or its text.

    >>> day("2016-01-11") == day(date(2016, 1, 11))
    True
    """
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        if isinstance(value, str) and len(value) == len("2016-01-11"):
            return date.fromisoformat(value)
    except ValueError:
        pass  # no such day
    raise Misuse(f"must be a day such as 2016-01-11, not {shown(value)}")


def days_as_text(value: Any) -> Any:
    """Return keys and values with every day as text, so that they can be written as JSON."""
    if isinstance(value, dict):
        return {key: days_as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [days_as_text(item) for item in value]
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def flag_or_count(value: Any) -> bool | int:
    """Read true, false, or how many there are."""
    return value if isinstance(value, bool) else count(0, 100)(value)


def display(sizes: tuple[Cents, ...]) -> Read[Displayed]:
    """Return a reader of the amounts of a display with their probabilities, for all sizes of wager or for each."""

    def read(value: Any) -> Displayed:
        if isinstance(value, list):
            rows = _display_rows(value)
            return Displayed(dict.fromkeys(sizes, rows))
        if not isinstance(value, dict):
            raise Misuse('must be a list such as [["5.00", "0.9"], ["100.00", "0.1"]]')
        by_size = {parse_money(size): _display_rows(rows) for size, rows in value.items()}
        if unknown := sorted(set(by_size) - set(sizes)):
            allowed = either(map(format_money, sizes))
            raise Misuse(f"no wager of {format_money(unknown[0])} may be made: the wager is {allowed}")
        return Displayed(by_size)

    return read


def limits(value: Any) -> tuple[tuple[Cents, Cents], ...]:
    """Read the minimum and the maximum of each of several wagers."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise Misuse('must be a list of minimum and maximum, such as [["10.00", "500.00"], ["5.00", "200.00"]]')
    return tuple((amount(least), amount(most)) for least, most in value)


def _display_rows(value: Any) -> tuple[tuple[Cents, Fraction], ...]:
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and len(row) == 2 for row in value):
        raise Misuse('must be a list of amounts with their probabilities, such as [["5.00", "0.9"], ["100.00", "0.1"]]')
    rows = tuple((money(prize), share(probability)) for prize, probability in value)
    total = sum((probability for _, probability in rows), Fraction(0))
    if total != 1:
        raise Misuse(f"the probabilities add up to {float(total):.6g}: they must add up to 1")
    return rows


def shown(value: Any) -> str:
    """Return a value of a file as a message shows it: short, and safe to print."""
    if isinstance(value, bool):
        return notation().flags[value]
    if isinstance(value, int) and value.bit_length() > 128:  # Python refuses to write out the largest of these
        return "a number of more than 38 digits"
    if isinstance(value, str):
        words = f'"{value}"' if value.isprintable() else ascii(value)
    else:
        words = str(value) if isinstance(value, int | Decimal) else _kind(value)
    return words if len(words) <= 60 else f"{words[:57]}…"


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, date | time):
        return "a date or time"
    return notation().mapping if isinstance(value, dict) else repr(value)  # what only a program can give
