"""Several hands and the dealer's drawn from one shoe: the joint distribution of what the hands stand for.

The cards that the first hands hold together are a set, a pair of halves; all sets with one hand more are numbered, and
the hands are summed from the last to the first.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from upcard.exact.blackjack.numpy_programs.arrays import (
    Floats,
    Integers,
    Keys,
    counts_of,
    counts_of_keys,
    fill,
    floats,
    integers,
    keys_of,
)
from upcard.exact.blackjack.numpy_programs.dealers import (
    LOW_VALUES,
    DealerArrays,
    dealer_arrays,
    halves_of,
    left_of,
)
from upcard.exact.blackjack.numpy_programs.pairs import Sums, chances_beside
from upcard.exact.blackjack.program_constants import MOST_PLACES, NO_ROOM, UNUSED, VALUES
from upcard.exact.blackjack.structures import DealerTable, EndedHands, Numbers, PlayerTable
from upcard.exact.blackjack.structures import Integers as WholeNumbers

AT_ONCE = 1 << 21  # numbers that are added up at a time


class _Held(NamedTuple):
    """Hands that the shoes hold: their halves, and by end the hands that have it."""

    low: Integers
    high: Integers
    low_of: Integers
    high_of: Integers
    orderings: Floats
    end: Integers


class _Level(NamedTuple):
    """The sets of cards that the hands drawn so far can hold together."""

    low: Integers
    high: Integers
    low_of: Integers
    high_of: Integers


class _Step(NamedTuple):
    """From the sets of one level to those of the next: sums of halves, -1 if there are too few cards, and numbers."""

    low_sum: Integers
    high_sum: Integers
    number: Integers  # of the set of a low and a high half; the last is that of no set


def _held_hands(hands: EndedHands, most: Integers) -> _Held:
    cards = counts_of(hands.count)
    held = (cards <= most).all(1)
    halves = halves_of(cards[held])
    orderings, end = floats(hands.orderings)[held], integers(hands.end)[held]
    return _Held(halves.low, halves.high, halves.low_of, halves.high_of, orderings, end)


def _sums(before: Integers, more: Integers, most: Integers) -> tuple[Integers, Integers]:
    """Return the different sums of two halves that the shoes hold, and the number of each sum, or -1."""
    values = before.shape[1]
    held = (before[:, None] + more <= most).all(-1)
    keys: Keys = keys_of(before)[:, None] + keys_of(more)
    unique = np.unique(keys[held])
    return counts_of_keys(unique, values), np.where(held, np.searchsorted(unique, keys), -1)


def _slices(rows: int, width: int) -> Iterator[slice]:
    step = max(AT_ONCE // max(width, 1), 1)
    return (slice(at, at + step) for at in range(0, rows, step))


def _places(level: _Level, step: _Step, hands: _Held, highs: int, rows: slice, some: Integers) -> Integers:
    """Return the places of sets with some hands more; the last place is that of sets the shoes do not hold."""
    low = step.low_sum[level.low_of[rows]][:, hands.low_of[some]]
    high = step.high_sum[level.high_of[rows]][:, hands.high_of[some]]
    return np.where((low < 0) | (high < 0), -1, low * highs + high)


def _next_level(level: _Level, hands: _Held, most: Integers) -> tuple[_Level, _Step] | None:
    """Return the sets with one hand more; None if their table would be too large."""
    low, low_sum = _sums(level.low, hands.low, most[:LOW_VALUES])
    high, high_sum = _sums(level.high, hands.high, most[LOW_VALUES:])
    if len(low) * len(high) > MOST_PLACES:
        return None
    marked = np.zeros(len(low) * len(high) + 1, bool)
    step, every = _Step(low_sum, high_sum, np.zeros(0, np.intp)), np.arange(len(hands.end))
    for rows in _slices(len(level.low_of), len(every)):
        marked[_places(level, step, hands, len(high), rows, every)] = True
    marked[-1] = False
    number = np.where(marked, np.cumsum(marked) - 1, -1)
    low_of, high_of = np.divmod(np.flatnonzero(marked), max(len(high), 1))
    return _Level(low, high, low_of, high_of), step._replace(number=number)


def _sum_hand(
    level: _Level, after: _Level, step: _Step, hands: _Held, of_sets: Floats, symbols: int, symbol: Integers
) -> Floats:
    """Sum over the last hand of all sets: by set, category, symbols and shoe; the last of the sets is none."""
    _, categories, rest, shoes = of_sets.shape
    flat = of_sets.reshape(len(of_sets), -1)
    sums = np.zeros((len(level.low_of), categories, symbols, rest, shoes))
    for end in np.unique(hands.end):
        some = np.flatnonzero(hands.end == end)
        for rows in _slices(len(sums), len(some) * flat.shape[1]):
            sets = step.number[_places(level, step, hands, len(after.high), rows, some)]
            parts = (hands.orderings[some] @ flat[sets]).reshape(-1, categories, rest, shoes)
            for category in range(categories):
                sums[rows, category, symbol[end, category]] += parts[:, category]
    return sums.reshape(len(sums), categories, symbols * rest, shoes)


def several_pass(
    dealer: DealerTable,
    categories: int,
    _shoes: int,
    shoe: Numbers,
    _hands: int,
    ended: Sequence[EndedHands],
    symbols: int,
    symbol: bytes,
    steps: WholeNumbers,
    out: Numbers,
) -> int:
    """Draw hands together from each of the shoes: by shoe, category and symbols; NO_ROOM if that takes too much."""
    tree = dealer_arrays(dealer)
    left = np.array([left_of(tree, of_shoe) for of_shoe in floats(shoe).reshape(-1, VALUES)])
    drawn = _drawn(tree, categories, left, ended, symbols, symbol)
    if drawn is None:
        return NO_ROOM
    chances, steps[0] = drawn
    fill(out, chances)
    return 0


def _drawn(
    tree: DealerArrays, categories: int, left: Floats, ended: Sequence[EndedHands], symbols: int, symbol: bytes
) -> tuple[Floats, int] | None:
    """Return the joint distribution of hands drawn together, and the number of steps to draw a hand more."""
    most = left.max(0).astype(np.intp)
    lists = [_held_hands(each, most) for each in ended]
    nothing = np.zeros(1, np.intp)
    levels = [_Level(np.zeros((1, LOW_VALUES), np.intp), np.zeros((1, VALUES - LOW_VALUES), np.intp), nothing, nothing)]
    passed: list[_Step] = []
    for held in lists:
        following = _next_level(levels[-1], held, most)
        if following is None:
            return None
        levels.append(following[0])
        passed.append(following[1])
    last, of_end = levels[-1], integers(symbol).reshape(-1, categories)
    chances = _chances(tree, categories, left, last)
    for level, after, step, held in reversed(list(zip(levels[:-1], levels[1:], passed, lists, strict=True))):
        chances = np.concatenate([chances, np.zeros((1, *chances.shape[1:]))])
        chances = _sum_hand(level, after, step, held, chances, symbols, of_end)
    return chances[0].transpose(2, 0, 1), len(last.low_of) * len(lists[-1].end)


def single_pass(
    dealer: DealerTable,
    player: PlayerTable,
    shoe: Numbers,
    value: int,
    first_out: int,
    shoes: int,
    _number: WholeNumbers,
    _chances: Numbers,
    ended: EndedHands,
    symbols: int,
    symbol: bytes,
    out: Numbers,
) -> None:
    """Draw a hand that began with a card of a split pair's value, with `first_out` and more cards of that value out."""
    tree, cards_out = dealer_arrays(dealer), np.arange(first_out, first_out + shoes)
    left = [left_of(tree, floats(shoe) - cards * (np.arange(VALUES) == value)) for cards in cards_out]
    drawn = _drawn(tree, player.categories, np.array(left), [ended], symbols, symbol)
    assert drawn is not None
    fill(out, drawn[0])


def _chances(tree: DealerArrays, categories: int, left: Floats, level: _Level) -> Floats:
    """Return the chances of sets and categories from each of the shoes; a dimension of one stands for no symbol."""
    used = np.zeros((len(level.low), len(level.high)), bool)
    used[level.low_of, level.high_of] = True
    most, sums = left.max(0), Sums(level.low, level.high, level.low_of, level.high_of)
    out = [(most - of_shoe).astype(np.intp) for of_shoe in left]
    chances = chances_beside(tree, categories, most, out, sums, used)
    return np.stack(chances, -1)[:, :, None]


def net_pass(
    categories: int,
    _shoes: int,
    hands: int,
    symbols: int,
    joint: Numbers,
    net: bytes,
    bust: bytes,
    powers: int,
    out: Numbers,
) -> None:
    """Sum joint distributions of symbols to polynomials whose powers are net results, by shoe and category."""
    chances = floats(joint).reshape(-1, categories, symbols**hands)
    nets = integers(net).reshape(hands, categories, symbols)
    of_bust = integers(bust).reshape(hands, categories)
    sums = np.zeros((len(chances), categories, powers))
    for category in range(categories):
        drawn = np.array(list(product(*nets[:, category]))).reshape(-1, hands)
        used = (drawn != UNUSED).all(1)
        for is_bust in product((False, True), repeat=hands):
            power = np.where(is_bust, of_bust[:, category], drawn[used]).sum(1)
            for of_shoe, to in zip(chances[:, category, used], sums[:, category], strict=True):
                to += (-1) ** sum(is_bust) * np.bincount(power, of_shoe, powers)
    fill(out, sums)
