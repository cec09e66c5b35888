"""Two hands and the dealer's drawn from one shoe: joint distributions of their ends, and mean products of their wins.

The cards that two hands hold together are a set, a pair of halves; both sums of halves are looked up in tables.
"""

from collections.abc import Sequence
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
    ways,
)
from upcard.exact.blackjack.numpy_programs.dealers import (
    LOW_VALUES,
    DealerArrays,
    completed,
    dealer_arrays,
    left_of,
)
from upcard.exact.blackjack.program_constants import MOST_ENDS, PAIR_CLASSES, VALUES
from upcard.exact.blackjack.structures import DealerTable, EndedHands, Numbers, SplitHands

AT_ONCE = 1 << 19  # pairs of hands that are looked up at a time
FIRST_OUT = 2  # the cards of a pair


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
    cards = np.concatenate([counts_of(hands.count) for hands in lists])
    return HalfNumbers(np.unique(keys_of(cards[:, :LOW_VALUES])), np.unique(keys_of(cards[:, LOW_VALUES:])))


def list_hands(hands: EndedHands, halves: HalfNumbers) -> HandList:
    """Return hands sorted by end."""
    ends = integers(hands.end)
    order = np.argsort(ends, kind="stable")
    cards = counts_of(hands.count)[order]
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
    """Sum the chances of sets and kinds of dealer's hands by the ends of both hands; the first has `ends` ends."""
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


def joint_pass(
    dealer: DealerTable, categories: int, shoe: Numbers, first: EndedHands, second: EndedHands, out: Numbers
) -> None:
    """Compute the probability of each end of the first hand, end of the second and category."""
    if not first.size or not second.size:
        return
    of_first, of_second = number_halves([first]), number_halves([second])
    one, other, sums = list_hands(first, of_first), list_hands(second, of_second), sums_of(of_first, of_second)
    tree, used, ends = dealer_arrays(dealer), used_sets(sums, [(one, other)]), len(out) // (MOST_ENDS * categories)
    nothing = [np.zeros(VALUES, np.intp)]
    [chances] = chances_beside(tree, categories, left_of(tree, floats(shoe)), nothing, sums, used)
    fill(out, joint_of_lists(sums, np.cumsum(used.ravel()) - 1, chances, one, other, ends))


two_hands_pass = joint_pass  # for hands of few ends, which the compiled programs draw faster


class _Drawn(NamedTuple):
    """A pair of lists of hands, and what the hands of each win times their orders, by kind of dealer's hand."""

    first: HandList
    second: HandList
    first_wins: Floats
    second_wins: Floats


def _products(sums: Sums, number: Integers, sets: int, drawn: _Drawn, chances: Sequence[Floats]) -> Floats:
    """Return the mean products of what both hands win, for each of the chances of sets."""
    wins = np.zeros((drawn.first_wins.shape[1], sets))
    for rows in row_slices(drawn.first, drawn.second):
        at = number[places(sums, drawn.first, drawn.second, rows)].ravel()
        for kind, to in enumerate(wins):
            to += np.bincount(at, np.outer(drawn.first_wins[rows, kind], drawn.second_wins[:, kind]).ravel(), sets)
    return np.array([np.einsum("ks,sk->", wins, by_set) for by_set in chances])


def _wins(hands: HandList, net: Numbers, categories: int) -> Floats:
    return floats(net).reshape(-1, categories)[hands.end] * hands.orderings[:, None]


def _by_second_card(hands: HandList, wins: Floats) -> list[tuple[HandList, Floats]]:
    """Return hands, sorted by end, whose second card is of another value, and those where it is of the pair's."""
    like = int(np.searchsorted(hands.end, MOST_ENDS))
    parts = (slice(None, like), slice(like, None))
    return [
        (HandList(hands.low[part], hands.high[part], hands.orderings[part], hands.end[part]), wins[part])
        for part in parts
    ]


def pairs_pass(
    dealer: DealerTable,
    categories: int,
    shoe: Numbers,
    value: int,
    removed: int,
    _kinds: int,
    kind: Sequence[SplitHands],
    symbols: int,
    symbol: bytes,
    joint: Numbers,
) -> None:
    """Draw pairs of hands together, one of the first kind among them, 2 and more cards of a value being out."""
    halves = number_halves([one.hands for one in kind])
    sums = sums_of(halves, halves)
    lists = [list_hands(one.hands, halves) for one in kind]
    used = used_sets(sums, [(hands, lists[0]) for hands in lists])
    number = np.cumsum(used.ravel()) - 1
    out = [(FIRST_OUT + more) * (np.arange(VALUES) == value) for more in range(removed)]
    tree = dealer_arrays(dealer)
    chances = chances_beside(tree, categories, left_of(tree, floats(shoe)), out, sums, used)
    split = [_by_second_card(hands, _wins(hands, one.net, categories)) for one, hands in zip(kind, lists, strict=True)]
    for one, of_kind in zip(kind, split, strict=True):
        product = np.zeros((removed, PAIR_CLASSES))
        classes = [(first, second) for first in of_kind for second in split[0]]
        for place, ((first, wins), (second, other_wins)) in enumerate(classes):
            drawn = _Drawn(first, second, wins, other_wins)
            numbers = slice(*one.wanted[2 * place : 2 * place + 2])
            product[numbers, place] = _products(sums, number, len(chances[0]), drawn, chances[numbers])
        fill(one.product, product)
    ends = joint_of_lists(sums, number, chances[0], split[-1][0][0], split[0][0][0], MOST_ENDS)
    fill(joint, _by_symbols(ends, symbols, symbol))


def _by_symbols(ends: Floats, symbols: int, symbol: bytes) -> Floats:
    """Return chances by kind of dealer's hand and the symbols of both ends."""
    categories = ends.shape[-1]
    of_end = integers(symbol).reshape(-1, categories)[:MOST_ENDS]
    joint = np.zeros((categories, symbols, symbols))
    np.add.at(joint, (np.arange(categories), of_end[:, None], of_end), ends)
    return joint


def product_pass(
    dealer: DealerTable, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers, product: Numbers
) -> None:
    """Compute the mean product of what two boxes of these terms win, `net` being what each end wins."""
    tree, halves = dealer_arrays(dealer), number_halves([hands])
    sums, terms, left = sums_of(halves, halves), list_hands(hands, halves), left_of(tree, floats(shoe))
    used = used_sets(sums, [(terms, terms)])
    number, wins = np.cumsum(used.ravel()) - 1, _wins(terms, net, categories)
    chances = chances_beside(tree, categories, left, [np.zeros(VALUES, np.intp)], sums, used)
    fill(product, _products(sums, number, len(chances[0]), _Drawn(terms, terms, wins, wins), chances))
