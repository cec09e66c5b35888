"""The measures of a table and its layout, which no paragraph states: ours, or the licensee's under [layout]."""

import re
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any

from upcard.errors import Misuse
from upcard.table import value_readers

Millimeters = Fraction

INCH = Fraction(254, 10)
_LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,3})?) ?(in|mm)", re.ASCII)
_UNITS = {"in": INCH, "mm": Fraction(1)}


class FeltColor(Enum):
    """The colors that a felt may have."""

    GREEN = "green"
    BLUE = "blue"
    BURGUNDY = "burgundy"
    CHARCOAL = "charcoal"


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A measure that a table file may state: its default, its bounds, and what it means."""

    default: str
    least: str
    most: str
    means: str


def length(text: str) -> Millimeters:
    """Read a length in inches or millimeters.

    >>> length("3.5 in"), length("39 mm")
    (Fraction(889, 10), Fraction(39, 1))
    """
    parts = _LENGTH.fullmatch(text)
    if parts is None:
        raise Misuse(f'must be a length such as "72 in" or "1829 mm", not {value_readers.shown(text)}')
    return Fraction(parts[1]) * _UNITS[parts[2]]


def measure(default: str, least: str, most: str, means: str) -> Any:
    """Return a field of a length, with its bounds and what it means."""
    measured = Measured(default=default, least=least, most=most, means=means)
    return field(default=length(default), metadata={"measured": measured})


@dataclass(frozen=True, kw_only=True)
class LayoutMeasures:
    """The measures of a table, in millimeters, and the color of its felt."""

    width: Millimeters = measure("76 in", "60 in", "120 in", "width of the felt along the dealer's side")
    depth: Millimeters = measure("47 in", "36 in", "80 in", "depth of the felt from the dealer's side to the players")
    radius: Millimeters = measure("38 in", "30 in", "120 in", "radius of the players' side; at least half the width")
    rail: Millimeters = measure("5 in", "1 in", "12 in", "width of the padded rail around the players' side")
    box_width: Millimeters = measure("4.8 in", "2 in", "10 in", "width of the box for the blackjack wager")
    box_height: Millimeters = measure("5 in", "2 in", "10 in", "height of that box, toward the dealer")
    spot: Millimeters = measure("3.5 in", "1.6 in", "6 in", "diameter of the other betting areas")
    chip: Millimeters = measure("39 mm", "30 mm", "60 mm", "diameter of a gaming chip")
    card_width: Millimeters = measure("2.5 in", "2 in", "4 in", "width of a card")
    card_height: Millimeters = measure("3.5 in", "3 in", "6 in", "height of a card")
    felt: FeltColor = FeltColor.GREEN


MEASURES: dict[str, Measured] = {
    each.name: each.metadata["measured"] for each in fields(LayoutMeasures) if "measured" in each.metadata
}


def length_between(measured: Measured) -> value_readers.Read[Millimeters]:
    """Return a reader of the lengths within the bounds of a measure."""
    least, most = length(measured.least), length(measured.most)

    def read(value: Any) -> Millimeters:
        stated = length(value_readers.text(value))
        if not least <= stated <= most:
            raise Misuse(f'must be from "{measured.least}" to "{measured.most}", not {value_readers.shown(value)}')
        return stated

    return read
