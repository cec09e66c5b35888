"""Buffers of numbers from the standard library, as the dynamic programs take and return them."""

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Numbers = array[float]
else:
    Numbers = array  # arrays take no type at run time before Python 3.12


_ZERO = array("d", (0.0,))


def numbers(values: Iterable[float]) -> Numbers:
    """Return numbers as a buffer of doubles."""
    return array("d", values)


def zeros(size: int) -> Numbers:
    """Return a buffer of so many zeros."""
    return _ZERO * size
