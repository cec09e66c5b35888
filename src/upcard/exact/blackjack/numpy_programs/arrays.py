"""Buffers as NumPy arrays, sets of cards as arrays of counts, and terms of inclusion and exclusion."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.structures import Integers as WholeNumbers
from upcard.exact.blackjack.structures import Numbers
from upcard.payoffs.hands import VALUES

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Keys = NDArray[np.uint64]  # sets of cards, each a number
Table = TypeVar("Table")
Arrays = TypeVar("Arrays")

BITS = 6  # of a key: for the number of cards of each value
SHIFTS = BITS * np.arange(VALUES, dtype=np.uint64)


def floats(buffer: Numbers) -> Floats:
    """Return a buffer of numbers as an array."""
    return np.frombuffer(buffer, np.float64) if len(buffer) else np.zeros(0)


def integers(buffer: bytes) -> Integers:
    """Return bytes as an array of integers."""
    return np.frombuffer(buffer, np.uint8).astype(np.intp)


def counts_of(buffer: bytes) -> Integers:
    """Return sets of cards as counts by value."""
    return integers(buffer).reshape(-1, VALUES)


def signed(buffer: WholeNumbers) -> Integers:
    """Return an array of 16-bit integers as one of NumPy."""
    return np.frombuffer(buffer, np.int16).astype(np.intp)


def fill(buffer: Numbers | bytearray, values: NDArray[Any]) -> None:
    """Write values to a buffer, from its beginning."""
    if values.size:
        to = np.frombuffer(buffer, np.uint8 if isinstance(buffer, bytearray) else np.float64)
        to[: values.size] = values.ravel()


def made_once(make: Callable[[Table], Arrays]) -> Callable[[Table], Arrays]:
    """Return a function that makes arrays of a table once, and keeps them as long as the table is kept."""
    made: WeakKeyDictionary[Table, Arrays] = WeakKeyDictionary()

    def of(table: Table) -> Arrays:
        if table not in made:
            made[table] = make(table)
        return made[table]

    return of


def keys_of(counts: Integers) -> Keys:
    """Return a key for each set of cards; the keys of two sets add up to that of both."""
    shifts = SHIFTS[: counts.shape[1]]
    keys: Keys = (counts.astype(np.uint64) << shifts).sum(1, dtype=np.uint64)
    return keys


def counts_of_keys(keys: Keys, values: int = VALUES) -> Integers:
    """Return the sets of cards that keys stand for."""
    return (keys[:, None] >> SHIFTS[:values] & np.uint64((1 << BITS) - 1)).astype(np.intp)


def falling(numbers: Floats, most: int) -> Floats:
    """Return the ways to draw 0 to `most` cards in order from each number of cards, in a last dimension."""
    factors = np.maximum(numbers[..., None] - np.arange(most), 0)
    return np.concatenate([np.ones((*numbers.shape, 1)), np.cumprod(factors, -1)], -1)


def inverse_ways(cards: Floats, most: int) -> Floats:
    """Return 1 / the ways to draw 0 to `most` of the cards in order, in a last dimension; 0 if there are too few."""
    left = cards[..., None] - np.arange(most)
    factors = np.divide(1, left, out=np.zeros_like(left), where=left > 0)
    return np.concatenate([np.ones((*cards.shape, 1)), np.cumprod(factors, -1)], -1)


def ways(table: Floats, out: Integers, drawn: Integers) -> Floats:
    """Return the ways to draw cards, for each set that is out; `table`: by value, cards out and cards drawn."""
    product = np.ones((len(out), len(drawn)))
    for value in range(out.shape[1]):
        if drawn[:, value].any():
            product *= table[value][out[:, value]][:, drawn[:, value]]
    return product


# A term of inclusion and exclusion is a number of cards of each value, with at most `degree` cards in all.


@cache
def terms_of(values: int, degree: int) -> Integers:
    """Return all terms of `values` values with at most `degree` cards, those of fewer cards first."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(values):
        rows = [(*row, more) for row in rows for more in range(degree - sum(row) + 1)]
    return np.array(sorted(rows, key=sum), np.intp)


def choices(cards: Integers, terms: Integers) -> Floats:
    """Return in how many ways each set has the cards of each term, in order: by set and term."""
    most, degree = int(cards.max(initial=0)), int(terms.max(initial=0))
    factors = np.maximum(np.arange(most + 1)[:, None] - np.arange(degree), 0)
    table = np.concatenate([np.ones((most + 1, 1)), np.cumprod(factors, 1)], 1)
    product = np.ones((len(cards), len(terms)))
    for value in range(terms.shape[1]):
        product *= table[cards[:, value]][:, terms[:, value]]
    return product


def alternating_factors(left: Floats, terms: Integers) -> Floats:
    """Return the factor of each term: -1 / (k (n - k + 1)) for the k-th card of a value of which n are left.

    A term of more cards than are left counts nothing.
    """
    degree = int(terms.max(initial=0))
    places = np.arange(degree)
    below = (places + 1) * (left[:, None] - places)
    factors = np.divide(-1, below, out=np.zeros(below.shape), where=left[:, None] > places)
    table = np.concatenate([np.ones((len(left), 1)), np.cumprod(factors, 1)], 1)
    product = np.ones(len(terms))
    for value in range(terms.shape[1]):
        product *= table[value][terms[:, value]]
    return product
