"""Buffers as NumPy arrays, and sets of cards as arrays of counts."""

from array import array
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.buffers import Numbers
from upcard.payoffs.hands import VALUES

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Keys = NDArray[np.uint64]  # sets of cards, each a number

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


def buffer_of(values: NDArray[Any]) -> Numbers:
    """Return an array as a buffer of numbers."""
    return array("d", np.ascontiguousarray(values, np.float64).tobytes())


def bytes_of(values: NDArray[Any]) -> bytes:
    """Return an array of small integers as bytes."""
    return values.astype(np.uint8).tobytes()


def keys_of(counts: Integers) -> Keys:
    """Return a key for each set of cards; the keys of two sets add up to that of both."""
    shifts = SHIFTS[: counts.shape[1]]
    keys: Keys = (counts.astype(np.uint64) << shifts).sum(1, dtype=np.uint64)
    return keys


def counts_of_keys(keys: Keys, values: int = VALUES) -> Integers:
    """Return the sets of cards that keys stand for."""
    return (keys[:, None] >> SHIFTS[:values] & np.uint64((1 << BITS) - 1)).astype(np.intp)


def falling(numbers: Floats, most: int) -> Floats:
    """Return the ways to draw 0 to `most` cards in order from so many, in a last dimension."""
    factors = np.maximum(numbers[..., None] - np.arange(most), 0)
    return np.concatenate([np.ones((*numbers.shape, 1)), np.cumprod(factors, -1)], -1)


def inverse_ways(cards: Floats, most: int) -> Floats:
    """Return 1 / the ways to draw 0 to `most` cards in order from so many, in a last dimension; 0 if there are none."""
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
