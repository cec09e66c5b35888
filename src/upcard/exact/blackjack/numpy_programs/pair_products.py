"""Pairs of hands drawn with the dealer's, more and more cards of one value being out: mean products of their wins."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    buffer_of,
    floats,
    integers,
)
from upcard.exact.blackjack.numpy_programs.dealers import DealerArrays, left_of
from upcard.exact.blackjack.numpy_programs.pairs import (
    HandList,
    Sums,
    chances_beside,
    joint_of_lists,
    list_hands,
    number_halves,
    places,
    row_slices,
    sums_of,
    used_sets,
)
from upcard.exact.blackjack.programs import MOST_ENDS, PAIR_CLASSES, PairSums, SplitKind
from upcard.payoffs.hands import VALUES

FIRST_OUT = 2  # the cards of the pair


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


def pair_sums(
    tree: DealerArrays,
    categories: int,
    shoe: Numbers,
    value: int,
    removed: int,
    kinds: Sequence[SplitKind],
    symbols: int,
    symbol: bytes,
) -> PairSums:
    """Draw pairs of hands together, one of the first kind among them, 2 and more cards of a value being out."""
    halves = number_halves([kind.hands for kind in kinds])
    sums = sums_of(halves, halves)
    lists = [list_hands(kind.hands, halves) for kind in kinds]
    used = used_sets(sums, [(hands, lists[0]) for hands in lists])
    number = np.cumsum(used.ravel()) - 1
    out = [(FIRST_OUT + more) * (np.arange(VALUES) == value) for more in range(removed)]
    chances = chances_beside(tree, categories, left_of(tree, floats(shoe)), out, sums, used)
    split = [
        _by_second_card(hands, _wins(hands, kind.net, categories)) for kind, hands in zip(kinds, lists, strict=True)
    ]
    products = [np.zeros((removed, PAIR_CLASSES)) for _ in kinds]
    for kind, of_kind, product in zip(kinds, split, products, strict=True):
        classes = [(first, second) for first in of_kind for second in split[0]]
        for place, ((first, wins), (second, other_wins)) in enumerate(classes):
            drawn = _Drawn(first, second, wins, other_wins)
            numbers = slice(kind.places[place].start, kind.places[place].stop)
            product[numbers, place] = _products(sums, number, len(chances[0]), drawn, chances[numbers])
    ends = joint_of_lists(sums, number, chances[0], split[-1][0][0], split[0][0][0], MOST_ENDS)
    return PairSums([buffer_of(product) for product in products], _by_symbols(ends, symbols, symbol))


def _by_symbols(ends: Floats, symbols: int, symbol: bytes) -> Numbers:
    """Return chances by kind of dealer's hand and the symbols of both ends."""
    categories = ends.shape[-1]
    of_end = integers(symbol).reshape(-1, categories)[:MOST_ENDS]
    joint = np.zeros((categories, symbols, symbols))
    np.add.at(joint, (np.arange(categories), of_end[:, None], of_end), ends)
    return buffer_of(joint)


def mean_product(tree: DealerArrays, categories: int, shoe: Numbers, hands: EndedHands, net: Numbers) -> float:
    """Return the mean product of what two boxes of these terms win, `net` being what each end wins."""
    halves = number_halves([hands])
    sums, terms, left = sums_of(halves, halves), list_hands(hands, halves), left_of(tree, floats(shoe))
    used = used_sets(sums, [(terms, terms)])
    number, wins = np.cumsum(used.ravel()) - 1, _wins(terms, net, categories)
    chances = chances_beside(tree, categories, left, [np.zeros(VALUES, np.intp)], sums, used)
    return float(_products(sums, number, len(chances[0]), _Drawn(terms, terms, wins, wins), chances)[0])
