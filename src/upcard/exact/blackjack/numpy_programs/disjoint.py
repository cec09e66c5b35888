"""Groups of cards drawn from one shoe, hands of a box and the dealer's, without drawing them together.

A group is a table: of each term (see `terms_of`) and number of cards shared so far, each a polynomial whose powers are
net results, from shoes of four sizes at once. `disjoint.c` says which products of two groups make the group of both.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    choices,
    counts_of,
    falling,
    fill,
    floats,
    integers,
    terms_of,
)
from upcard.exact.blackjack.program_constants import FOUR, SHARED, UNUSED, VALUES
from upcard.exact.blackjack.structures import EndedHands, Numbers

Term = tuple[int, ...]  # how many cards of each value


class _Product(NamedTuple):
    """A number of each of two groups, multiplied for the group of both; `shared`: cards in both groups."""

    first: Term
    second: Term
    kept: Term
    shared: Term
    factor: float


class Rows(NamedTuple):
    """Products by rows of both groups and of the group of both, sorted by the latter; `shared`: cards, by value."""

    first: Integers
    second: Integers
    to: Integers  # of each run of products: the row
    begins: Integers  # where each run begins
    shared: Integers
    factor: Floats


class Disjoint(NamedTuple):
    """A shoe, and up to how many shared cards are counted."""

    left: Floats
    degree: int


class Group(NamedTuple):
    """Some hands of a box: their table, how many net results it has, and how many cards may have been shared."""

    rows: Floats
    powers: int
    shared: int


@cache
def _of_one_value(degree: int) -> dict[tuple[int, int, int, int], float]:
    """Return the products for cards of one value, without what depends on the shoe.

    They are numbers (x)_first and (y)_second for (x + y)_kept, where `shared` cards are in both groups; (x)_i (x)_m is
    the sum of C(i, r) C(m, r) r! (x)_(i+m-r).
    """
    factors: dict[tuple[int, int, int, int], float] = {}
    for kept, shared in product(range(degree + 1), repeat=2):
        for first in range(kept + 1 if kept + shared <= degree else 0):
            for one, other in product(range(min(first, shared) + 1), range(min(kept - first, shared) + 1)):
                factor = comb(kept, first) * comb(first, one) * comb(shared, one) * factorial(one)
                factor *= comb(kept - first, other) * comb(shared, other) * factorial(other)
                key = first + shared - one, kept - first + shared - other, kept, shared
                factors[key] = factors.get(key, 0.0) + (-1) ** shared * factor / factorial(shared)
    return factors


def _products(degree: int, values: int = VALUES) -> Iterator[_Product]:
    """Yield the products of terms of `values` values, with at most `degree` cards kept and shared."""
    if not values:
        yield _Product((), (), (), (), 1.0)
        return
    for (first, second, kept, shared), factor in _of_one_value(degree).items():
        for rest in _products(degree - kept - shared, values - 1):
            yield _Product(
                (first, *rest.first),
                (second, *rest.second),
                (kept, *rest.kept),
                (shared, *rest.shared),
                factor * rest.factor,
            )


@cache
def _rows(degree: int) -> tuple[dict[tuple[int, ...], int], int]:
    """Return the first row of each term, and how many rows there are: one for each number of cards shared beside it."""
    first, rows = {}, 0
    for term in terms_of(VALUES, degree):
        first[tuple(map(int, term))] = rows
        rows += degree - int(term.sum()) + 1
    return first, rows


@cache
def _product_rows(degree: int, first_shared: int, second_shared: int, meeting: bool) -> Rows:
    """Return the products of two groups, each with a limit of cards shared within it; `meeting`: no term is kept."""
    row_of, _ = _rows(degree)
    listed = []
    for one in _products(degree):
        first, second, kept, shared, factor = one
        left = degree - sum(kept) - sum(shared)
        if meeting and any(kept):
            continue
        for before in range(min(degree - sum(first), first_shared, left) + 1):
            for other in range(min(degree - sum(second), second_shared, left - before) + 1):
                to = row_of[kept] + sum(shared) + before + other
                listed.append((to, row_of[first] + before, row_of[second] + other, factor, shared))
    listed.sort(key=lambda row: row[0])
    rows, begins = np.unique(np.array([row[0] for row in listed], np.intp), return_index=True)
    return Rows(
        first=np.array([row[1] for row in listed], np.intp),
        second=np.array([row[2] for row in listed], np.intp),
        to=rows,
        begins=begins,
        shared=np.array([row[4] for row in listed], np.intp),
        factor=np.array([row[3] for row in listed]),
    )


def _factors(tables: Disjoint, rows: Rows) -> Floats:
    """Return the factors of products for a shoe."""
    table = falling(tables.left, tables.degree)
    inverse = np.divide(1, table, out=np.zeros(table.shape), where=table > 0)
    factors = rows.factor.copy()
    for value in range(VALUES):
        factors *= inverse[value][rows.shared[:, value]]
    return factors


@lru_cache(maxsize=8)
def _choices(cards: bytes, degree: int) -> Floats:
    """Return in how many ways each hand has the cards of each term."""
    return choices(counts_of(cards), terms_of(VALUES, degree))


def _group(tables: Disjoint, hands: EndedHands, scale: Numbers, power: dict[int, int]) -> Group:
    """Return the group of one hand; `power`: the net result of each end."""
    powers = max(power.values()) + 1
    table_of_ends = np.array([power.get(end, UNUSED) for end in range(UNUSED)])
    cards, of_hand = counts_of(hands.count), table_of_ends[integers(hands.end)]
    table = falling(tables.left, int(cards.max(initial=0)))
    weight = floats(hands.orderings) * table[np.arange(VALUES), cards].prod(1)
    weights = weight[:, None] * floats(scale) ** cards.sum(1)[:, None]
    row_of, rows = _rows(tables.degree)
    first = np.array(list(row_of.values()))
    ways, out = _choices(hands.count, tables.degree), np.zeros((rows, powers, FOUR))
    for number in np.unique(of_hand[of_hand != UNUSED]):
        some = of_hand == number
        out[first, number] = ways[some].T @ weights[some]
    return Group(out, powers, 0)


def _fold(group: Group, number: Sequence[int], powers: int) -> Group:
    """Return a group with other powers: the number of each, or UNUSED to leave it out."""
    out = np.zeros((len(group.rows), powers, FOUR))
    for power, other in enumerate(number):
        if other != UNUSED:
            out[:, other] += group.rows[:, power]
    return Group(out, powers, group.shared)


def _used_powers(group: Group) -> tuple[Floats, Integers]:
    """Return a group without the powers that it does not have, and those that it has: the first row counts all."""
    powers = np.flatnonzero(group.rows[0, :, 0])
    return group.rows[:, powers], powers


def _join(tables: Disjoint, first: Group, second: Group) -> Group:
    """Return the group of two."""
    rows = _product_rows(tables.degree, first.shared, second.shared, False)
    (one, ones), (other, others) = _used_powers(first), _used_powers(second)
    out = np.zeros((len(first.rows), first.powers + second.powers - 1, FOUR))
    factors = _factors(tables, rows)[:, None]
    scaled = [one[rows.first, place] * factors for place in range(len(ones))]
    taken = [other[rows.second, place] for place in range(len(others))]
    for part, power in zip(scaled, ones, strict=True):
        for other_part, other_power in zip(taken, others, strict=True):
            out[rows.to, power + other_power] += np.add.reduceat(part * other_part, rows.begins, 0)
    return Group(out, first.powers + second.powers - 1, tables.degree)


def _meet(tables: Disjoint, first: Group, second: Group, weight: Numbers) -> Floats:
    """Return the probability of every power of two groups that are all."""
    rows = _product_rows(tables.degree, first.shared, second.shared, True)
    (one, ones), (other, others) = _used_powers(first), _used_powers(second)
    chances = np.zeros(first.powers + second.powers - 1)
    factors = _factors(tables, rows)[:, None, None] * floats(weight)
    sums = np.einsum("rpl,rql->pq", one[rows.first] * factors, other[rows.second], optimize=True)
    np.add.at(chances, ones[:, None] + others, sums)
    return chances


def bounds_pass(
    shoe: Numbers,
    scale: Numbers,
    weight: Numbers,
    types: int,
    hands: Sequence[EndedHands],
    power: bytes,
    span: int,
    kinds: int,
    dealers: EndedHands,
    size: int,
    patterns: int,
    pattern: bytes,
    out: Numbers,
) -> None:
    """Compute the probability of each power of boxes of hands that share no card, by pattern; never too great."""
    tables, power_of = Disjoint(floats(shoe), SHARED), integers(power).reshape(types, kinds, -1)
    by_end = {id(each): _group(tables, each, scale, _identity(each.ends)) for each in hands}
    of_dealer = _group(tables, dealers, scale, _identity(range(kinds)))
    listed = [tuple(pattern[at : at + size]) for at in range(0, patterns * size, size)]
    chances = np.zeros((patterns, size * span + 1))
    for kind in range(kinds):
        dealer = _fold(of_dealer, [0 if other == kind else UNUSED for other in range(kinds)], 1)
        single = [
            _fold(by_end[id(each)], [int(power_of[place, kind, end]) for end in each.ends], span + 1)
            for place, each in enumerate(hands)
        ]
        joined: dict[tuple[int, ...], Group] = {(): dealer}
        for to, of_box in zip(chances, listed, strict=True):
            to += _of_pattern(tables, joined, single, of_box, weight)
    fill(out, chances)


def _of_pattern(
    tables: Disjoint,
    joined: dict[tuple[int, ...], Group],
    single: Sequence[Group],
    pattern: tuple[int, ...],
    weight: Numbers,
) -> Floats:
    """Return the net results of a pattern: half of the hands join the dealer's, the others each other; all meet."""
    half = len(pattern) // 2
    first, second = pattern[:half], (-1, *pattern[half:])  # -1: without the dealer's hand
    for types in (first, second):
        for length in range(1, len(types) + 1):
            if types[:length] not in joined:
                one = types[length - 1]
                if length == 2 and types[0] < 0:
                    joined[types[:length]] = single[one]
                elif one >= 0:
                    joined[types[:length]] = _join(tables, joined[types[: length - 1]], single[one])
    return _meet(tables, joined[first], joined[second], weight)


def _identity(ends: Sequence[int]) -> dict[int, int]:
    return {end: number for number, end in enumerate(ends)}
