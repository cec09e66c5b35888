"""The arrays and structures that the dynamic programs take; the fields of a structure are described in `programs.h`."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upcard.payoffs.hands import NO_COUNTS

if TYPE_CHECKING:
    Numbers = array[float]
    Integers = array[int]
else:
    Numbers = Integers = array  # arrays take no type at run time before Python 3.12


_ZERO = array("d", (0.0,))


def numbers(values: Iterable[float]) -> Numbers:
    """Return numbers as an array of doubles."""
    return array("d", values)


def zeros(size: int) -> Numbers:
    """Return an array of zeros."""
    return _ZERO * size


@dataclass(frozen=True, eq=False, kw_only=True)
class DealerTable:
    """A dealer's tree."""

    nodes: int
    depth: bytes
    value: bytes
    copy: bytes
    category: bytes
    orderings: Numbers
    root: int
    blackjack_with: int
    shown: bytes


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayerTable:
    """The hands of a player, the end of each, and the kinds of dealer's hands."""

    hands: int
    initial: int
    count: bytes
    child: Integers
    single: Integers
    end: bytes
    bust: bytes
    categories: int
    blackjack: int


@dataclass(frozen=True, eq=False, kw_only=True)
class NetTable:
    """The net results of a kind of hand."""

    net: Numbers
    settled: Numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class EndedHands:
    """Hands that have ended: the cards drawn by value, the number of orders, and the end of each."""

    count: bytes
    orderings: Numbers
    end: bytes

    @property
    def size(self) -> int:
        """Return how many hands there are."""
        return len(self.end)

    @property
    def ends(self) -> list[int]:
        """Return the ends that occur."""
        return sorted(set(self.end))


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitHands:
    """A kind of hands of a split pair; `product` is filled."""

    hands: EndedHands
    net: Numbers
    wanted: bytes
    product: Numbers


def empty_hand() -> EndedHands:
    """Return a list of one hand without cards."""
    return EndedHands(count=bytes(NO_COUNTS), orderings=numbers([1.0]), end=bytes(1))
