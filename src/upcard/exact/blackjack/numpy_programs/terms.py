"""Terms of inclusion and exclusion: a term is a number of cards of each value, so many in all at most."""

from functools import cache

import numpy as np

from upcard.exact.blackjack.numpy_programs.arrays import Floats, Integers


@cache
def terms_of(values: int, degree: int) -> Integers:
    """Return all terms of so many values with at most so many cards, those of fewer cards first."""
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
