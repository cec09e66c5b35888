"""Two sides that draw from one shoe, each a player's hand and a dealer's: the mean product of what both sides win.

Cards that both sides hold are left out by inclusion and exclusion, as in `opposing.c`. A term is summed over each side
apart, by low and by high half one after the other: both are products of matrices.
"""

from typing import NamedTuple

import numpy as np

from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    alternating_factors,
    choices,
    falling,
    fill,
    floats,
    inverse_ways,
    terms_of,
    ways,
)
from upcard.exact.blackjack.numpy_programs.dealers import LOW_VALUES
from upcard.exact.blackjack.numpy_programs.pairs import (
    HandList,
    Sums,
    list_hands,
    number_halves,
    places,
    row_slices,
    sums_of,
)
from upcard.exact.blackjack.program_constants import VALUES
from upcard.exact.blackjack.structures import EndedHands, Numbers

SIDES = 2


class _Halves(NamedTuple):
    """The terms of one half, the factor of each, its choices from each sum of two halves, and the lengths of sums."""

    terms: Integers
    degree: Integers  # of each term
    factor: Floats
    choices: Floats  # by sum and term
    length: Integers  # of each sum


def _halves(left: Floats, cards: Integers, degree: int) -> _Halves:
    terms = terms_of(len(left), degree)
    return _Halves(terms, terms.sum(1), alternating_factors(left, terms), choices(cards, terms), cards.sum(1))


def _weights(sums: Sums, hands: HandList, dealers: HandList, win: Floats, left: Floats) -> Floats:
    """Return what sets of cards win for each side, times the orders of drawing them: by side, low and high half."""
    size = len(sums.low) * len(sums.high)
    weights = np.zeros((SIDES, size))
    for rows in row_slices(hands, dealers):
        at = places(sums, hands, dealers, rows).ravel()
        orders = hands.orderings[rows, None] * dealers.orderings
        of_side = win[hands.end[rows]][:, dealers.end]
        for side, to in enumerate(weights):
            to += np.bincount(at, (orders * of_side[..., side]).ravel(), size)
    most = max(int(sums.low.max()), int(sums.high.max()))
    table, nothing = falling(left[:, None], most), np.zeros((1, VALUES), np.intp)
    of_low = ways(table, nothing[:, :LOW_VALUES], sums.low)[0]
    of_high = ways(table[LOW_VALUES:], nothing[:, LOW_VALUES:], sums.high)[0]
    drawn: Floats = weights.reshape(SIDES, len(sums.low), len(sums.high)) * of_low[:, None] * of_high
    return drawn


def _by_length(half: _Halves, weights: Floats, rows: Integers) -> Floats:
    """Sum weights, by side, sum and anything else, over the sums of one half: by side, term, length and the rest."""
    out = np.zeros((SIDES, len(rows), int(half.length.max()) + 1, weights.shape[-1]))
    for length in np.unique(half.length):
        some = half.length == length
        out[:, :, length] = half.choices[np.ix_(some, rows)].T @ weights[:, some]
    return out


def _added(high: _Halves, by_low: Floats, low_rows: Integers, high_rows: Integers, inverse: Floats) -> Floats:
    """Return the mean products of some terms of both halves, without their sign and factor."""
    lengths = by_low.shape[2]
    sums = np.zeros((SIDES, len(low_rows), len(high_rows), lengths + int(high.length.max())))
    for length in np.unique(high.length):
        some = high.length == length
        part = by_low[:, low_rows][..., some] @ high.choices[np.ix_(some, high_rows)]
        sums[..., length : length + lengths] += part.transpose(0, 1, 3, 2)
    products: Floats = np.einsum("abl,abl->ab", sums[0] @ inverse, sums[1])
    return products


def opposing_pass(
    categories: int, shoe: Numbers, hands: EndedHands, dealers: EndedHands, win: Numbers, degree: int, out: Numbers
) -> None:
    """Compute the mean product of two sides, each a hand against a dealer's hand, and a bound of its error."""
    left, wins = floats(shoe), floats(win).reshape(-1, categories, SIDES)
    of_hands, of_dealers = number_halves([hands]), number_halves([dealers])
    one, other, sums = list_hands(hands, of_hands), list_hands(dealers, of_dealers), sums_of(of_hands, of_dealers)
    low = _halves(left[:LOW_VALUES], sums.low, degree)
    high = _halves(left[LOW_VALUES:], sums.high, degree)
    lengths = int(low.length.max()) + int(high.length.max()) + 1
    places_of = np.arange(lengths)
    inverse = inverse_ways(np.array(left.sum()), 2 * lengths)[places_of[:, None] + places_of]
    total = [0.0, 0.0]
    for bound, of_sides in enumerate((wins, np.abs(wins))):
        weights = _weights(sums, one, other, of_sides, left)
        every = np.arange(len(low.terms))
        by_low = _by_length(low, weights, every)
        for cards in range(degree + 1):
            low_rows = np.flatnonzero(low.degree == cards)
            left_over = degree - cards
            high_rows = np.flatnonzero(high.degree == left_over if bound else high.degree < left_over)
            if len(high_rows):
                factor = low.factor[low_rows, None] * high.factor[high_rows]
                products = _added(high, by_low, low_rows, high_rows, inverse)
                total[bound] += float(((np.abs(factor) if bound else factor) * products).sum())
    fill(out, np.array(total))
