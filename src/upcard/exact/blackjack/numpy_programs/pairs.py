"""Two hands and the dealer's drawn from one shoe: joint distributions of their ends, and mean products of their wins.

The cards that two hands hold together are a set, a pair of halves; both sums of halves are looked up in tables.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    buffer_of,
    counts_of,
    counts_of_keys,
    falling,
    floats,
    integers,
    inverse_ways,
    keys_of,
    ways,
)
from upcard.exact.blackjack.numpy_programs.dealers import LOW_VALUES, DealerArrays, completed, left_of
from upcard.exact.blackjack.programs import MOST_ENDS
from upcard.payoffs.hands import VALUES

AT_ONCE = 1 << 19  # pairs of hands that are looked up at a time


class HandList(NamedTuple):
    """Hands that have ended, sorted by end: their halves, the number of orders, and the end."""

    low: Integers
    high: Integers
    orderings: Floats
    end: Integers


class Sums(NamedTuple):
    """The sums of halves of any two hands: the different sums, and the number of each two halves' sum."""

    low: Integers
    high: Integers
    low_sum: Integers
    high_sum: Integers


class HalfNumbers(NamedTuple):
    """The different halves of hands, as keys."""

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]


def number_halves(lists: Sequence[EndedHands]) -> HalfNumbers:
    """Return the different halves of all hands of some lists."""
    cards = np.concatenate([counts_of(hands.cards) for hands in lists])
    return HalfNumbers(np.unique(keys_of(cards[:, :LOW_VALUES])), np.unique(keys_of(cards[:, LOW_VALUES:])))


def list_hands(hands: EndedHands, halves: HalfNumbers) -> HandList:
    """Return hands sorted by end."""
    ends = integers(hands.end)
    order = np.argsort(ends, kind="stable")
    cards = counts_of(hands.cards)[order]
    return HandList(
        np.searchsorted(halves.low, keys_of(cards[:, :LOW_VALUES])),
        np.searchsorted(halves.high, keys_of(cards[:, LOW_VALUES:])),
        floats(hands.orderings)[order],
        ends[order],
    )


def sums_of(halves: HalfNumbers, others: HalfNumbers) -> Sums:
    """Return the sums of any two halves."""
    parts = []
    for one, other, values in ((halves.low, others.low, LOW_VALUES), (halves.high, others.high, VALUES - LOW_VALUES)):
        keys, number = np.unique(one[:, None] + other, return_inverse=True)
        parts.append((counts_of_keys(keys, values), number.reshape(len(one), len(other))))
    (low, low_sum), (high, high_sum) = parts
    return Sums(low, high, low_sum, high_sum)


def places(sums: Sums, first: HandList, second: HandList, rows: slice = slice(None)) -> Integers:
    """Return the number of the set that two hands hold, for some of the first hands and all second ones."""
    low = (sums.low_sum * len(sums.high))[first.low[rows]][:, second.low]
    low += sums.high_sum[first.high[rows]][:, second.high]
    return low


def row_slices(first: HandList, second: HandList) -> list[slice]:
    """Return slices of the first hands with few enough pairs each."""
    step = max(AT_ONCE // max(len(second.end), 1), 1)
    return [slice(at, at + step) for at in range(0, len(first.end), step)]


def used_sets(sums: Sums, pairs: Sequence[tuple[HandList, HandList]]) -> NDArray[np.bool_]:
    """Return which sums of halves some pair of hands has together."""
    used = np.zeros(len(sums.low) * len(sums.high), bool)
    for first, second in pairs:
        for rows in row_slices(first, second):
            used[places(sums, first, second, rows)] = True
    return used.reshape(len(sums.low), len(sums.high))


def chances_of_cards(left: Floats, sums: Sums) -> Floats:
    """Return the probability to draw each set of cards in one particular order."""
    most = max(int(sums.low.max(initial=0)), int(sums.high.max(initial=0)))
    table, nothing = falling(left[:, None], most), np.zeros((1, VALUES), np.intp)
    of_low = ways(table, nothing[:, :LOW_VALUES], sums.low)[0]
    of_high = ways(table[LOW_VALUES:], nothing[:, LOW_VALUES:], sums.high)[0]
    cards = sums.low.sum(1)[:, None] + sums.high.sum(1)
    inverse = inverse_ways(np.array(left.sum()), int(cards.max(initial=0)))
    chances: Floats = of_low[:, None] * of_high * inverse[cards]
    return chances


def chances_beside(
    dealer: DealerArrays,
    categories: int,
    left: Floats,
    out: Sequence[Integers],
    sums: Sums,
    used: NDArray[np.bool_],
) -> list[Floats]:
    """Return the chances of the sets that are used and kinds of dealer's hands, for each set of cards that is out.

    With cards out, the dealer's hand is as with sets that hold as many cards more.
    """
    low, low_rows = _extended(sums.low, [cards[:LOW_VALUES] for cards in out])
    high, high_rows = _extended(sums.high, [cards[LOW_VALUES:] for cards in out])
    needed = np.zeros((len(low), len(high)), bool)
    for rows, columns in zip(low_rows, high_rows, strict=True):
        needed[np.ix_(rows, columns)] |= used
    dealers = completed(dealer, categories, left, low, high, needed)
    one, other = np.nonzero(used)
    return [
        dealers[rows[one], columns[other]] * chances_of_cards(np.maximum(left - cards, 0), sums)[one, other][:, None]
        for cards, rows, columns in zip(out, low_rows, high_rows, strict=True)
    ]


def _extended(halves: Integers, more: Sequence[Integers]) -> tuple[Integers, list[Integers]]:
    """Return the different halves with more cards, and the number of each half with each of them."""
    keys = np.array([keys_of(halves + cards) for cards in more])
    unique, number = np.unique(keys, return_inverse=True)
    return counts_of_keys(unique, halves.shape[1]), list(number.reshape(keys.shape))


def _ends(ends: Integers) -> tuple[Integers, Integers]:
    """Return where each end of a sorted list begins, and the ends."""
    numbers, first = np.unique(ends, return_index=True)
    return first, numbers


def joint_of_lists(
    sums: Sums, number: Integers, chances: Floats, first: HandList, second: HandList, ends: int
) -> Floats:
    """Return chances of sets and kinds of dealer's hands, summed by the ends of both hands, the first of so many."""
    out = np.zeros((ends, MOST_ENDS, chances.shape[-1]))
    if not len(first.end) or not len(second.end):
        return out
    first_of_end, numbers = _ends(second.end)
    for rows in row_slices(first, second):
        parts = chances[number[places(sums, first, second, rows)]]
        parts *= second.orderings[:, None]
        by_end = np.add.reduceat(parts, first_of_end, 1) * first.orderings[rows, None, None]
        begins, of_rows = _ends(first.end[rows])
        out[of_rows[:, None], numbers] += np.add.reduceat(by_end, begins, 0)
    return out


def joint_ends(
    tree: DealerArrays, categories: int, shoe: Numbers, ends: int, first: EndedHands, second: EndedHands
) -> Numbers:
    """Return the probability of each end of the first hand, of so many, end of the second and category."""
    if not first.size or not second.size:
        return buffer_of(np.zeros(ends * MOST_ENDS * categories))
    of_first, of_second = number_halves([first]), number_halves([second])
    one, other, sums = list_hands(first, of_first), list_hands(second, of_second), sums_of(of_first, of_second)
    left, used = left_of(tree, floats(shoe)), used_sets(sums, [(one, other)])
    [chances] = chances_beside(tree, categories, left, [np.zeros(VALUES, np.intp)], sums, used)
    return buffer_of(joint_of_lists(sums, np.cumsum(used.ravel()) - 1, chances, one, other, ends))


def two_hands(tree: DealerArrays, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands) -> Numbers:
    """Return the probability of each end of the first hand, end of the second and category; MOST_ENDS ends each."""
    return joint_ends(tree, categories, shoe, MOST_ENDS, first, second)
