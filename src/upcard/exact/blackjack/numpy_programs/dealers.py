"""The dealer's hand completed for sets of cards that are out: cards of low and of high value are drawn apart.

A set of cards is a pair of halves. The dealer's low halves are summed for each low half of the sets, by the dealer's
high half, kind and length; then a product of matrices sums the dealer's high halves for all sets at once.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    counts_of,
    counts_of_keys,
    falling,
    fill,
    floats,
    integers,
    inverse_ways,
    keys_of,
    made_once,
    ways,
)
from upcard.exact.blackjack.structures import DealerTable, Numbers
from upcard.payoffs.hands import VALUES, counted

LOW_VALUES = 4  # values of the low half


class DealerArrays(NamedTuple):
    """The dealer's completed hands by cell, a cell being a kind, a high half and a length."""

    low: Integers  # cards of the low halves
    high: Integers
    orderings: Floats  # by low half and cell
    cell_length: Integers
    cell_high: Integers
    cells_of_kind: tuple[tuple[int, slice], ...]
    shown: Integers
    blackjack_with: int


class Halves(NamedTuple):
    """Sets of cards by halves: the different halves, and which of them each set has."""

    low: Integers
    high: Integers
    low_of: Integers
    high_of: Integers


@made_once
def dealer_arrays(table: DealerTable) -> DealerArrays:
    """Return a dealer's tree as arrays."""
    cards, kinds, orders = [], [], []
    if table.root >= 0:
        cards.append((0,) * VALUES)
        kinds.append(table.root)
        orders.append(1.0)
    path: list[int] = []
    for depth, value, kind, number in zip(table.depth, table.value, table.category, table.orderings, strict=True):
        path[depth - 1 :] = [value]
        if number:
            cards.append(counted(tuple([value + 1 for value in path])))
            kinds.append(kind)
            orders.append(number)
    return _cells(table, np.array(cards, np.intp).reshape(-1, VALUES), np.array(kinds, np.intp), np.array(orders))


def _cells(table: DealerTable, cards: Integers, kinds: Integers, orderings: Floats) -> DealerArrays:
    """Return completed hands by cell."""
    halves, lengths = halves_of(cards), cards.sum(1)
    order = np.lexsort((lengths, halves.high_of, kinds))
    lengths, kinds, high_of = lengths[order], kinds[order], halves.high_of[order]
    first_leaf = np.flatnonzero(_is_first(kinds, high_of, lengths))
    by_cell = np.zeros((len(halves.low), len(first_leaf)))
    cell_of = np.repeat(np.arange(len(first_leaf)), np.diff([*first_leaf, len(kinds)]))
    np.add.at(by_cell, (halves.low_of[order], cell_of), orderings[order])
    cell_kind = kinds[first_leaf]
    first_cell = np.flatnonzero(_is_first(cell_kind))
    return DealerArrays(
        low=halves.low,
        high=halves.high,
        orderings=by_cell,
        cell_length=lengths[first_leaf],
        cell_high=high_of[first_leaf],
        cells_of_kind=tuple(
            (int(cell_kind[begin]), slice(begin, end))
            for begin, end in pairwise((*map(int, first_cell), len(cell_kind)))
        ),
        shown=integers(table.shown),
        blackjack_with=table.blackjack_with,
    )


def _is_first(*columns: Integers) -> NDArray[np.bool_]:
    """Whether each row differs from the one before it."""
    first = np.ones(len(columns[0]), bool)
    if len(first):
        first[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return first


def halves_of(cards: Integers) -> Halves:
    """Return sets of cards by halves."""
    parts = []
    for half in (cards[:, :LOW_VALUES], cards[:, LOW_VALUES:]):
        keys, number = np.unique(keys_of(half), return_inverse=True)
        parts.append((counts_of_keys(keys, half.shape[1]), number))
    (low, low_of), (high, high_of) = parts
    return Halves(low, high, low_of, high_of)


def left_of(dealer: DealerArrays, shoe: Floats) -> Floats:
    """Return the cards left beside those of the dealer on the table."""
    return np.maximum(shoe - dealer.shown, 0)


def completed(
    dealer: DealerArrays, categories: int, left: Floats, low: Integers, high: Integers, used: NDArray[np.bool_]
) -> Floats:
    """Return the probability of each kind of dealer's hand, by low half, high half and kind; 0 where it is not used.

    `used`: which low and high halves are out together.
    """
    chances = np.zeros((len(low), len(high), categories))
    if not len(dealer.cell_length):
        return chances
    most = max(int(dealer.low.max(initial=0)), int(dealer.high.max(initial=0)))
    out = max(int(low.max(initial=0)), int(high.max(initial=0)))
    table = falling(left[:, None] - np.arange(out + 1), most)
    low_cards, high_cards = low.sum(1), high.sum(1)
    longest = int(dealer.cell_length.max())
    totals = np.arange(int(low_cards.max(initial=0)) + int(high_cards.max(initial=0)) + 1)
    inverse = inverse_ways(left.sum() - totals, longest)[:, dealer.cell_length]
    cells = ways(table, low, dealer.low) @ dealer.orderings
    of_high = ways(table[LOW_VALUES:], high, dealer.high)[:, dealer.cell_high].T
    for cards in range(int(high_cards.max(initial=0)) + 1):
        of_length = np.flatnonzero(high_cards == cards)
        rows = np.flatnonzero(used[:, of_length].any(1))
        if len(rows):
            parts = cells[rows]
            parts *= inverse[low_cards[rows] + cards]
            highs = of_high[:, of_length]
            for kind, some in dealer.cells_of_kind:
                chances[rows[:, None], of_length, kind] = parts[:, some] @ highs[some]
    return chances


def chances_of_sets(dealer: DealerArrays, categories: int, left: Floats, cards: Integers) -> Floats:
    """Return the probability of each kind of dealer's hand for each set of cards that is out."""
    sets = halves_of(cards)
    used = np.zeros((len(sets.low), len(sets.high)), bool)
    used[sets.low_of, sets.high_of] = True
    return completed(dealer, categories, left, sets.low, sets.high, used)[sets.low_of, sets.high_of]


def dealer_pass(
    dealer: DealerTable, categories: int, shoe: Numbers, sets: int, removed: bytes, chances: Numbers
) -> None:
    """Compute the probability of every category of the dealer's completed hand, for each set of removed cards."""
    table, cards = dealer_arrays(dealer), counts_of(removed)[:sets]
    fill(chances, chances_of_sets(table, categories, left_of(table, floats(shoe)), cards))
