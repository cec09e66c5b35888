"""The hands of a player as arrays, and what hands win that have ended."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.numpy_programs.arrays import Floats, Integers, counts_of, floats, integers
from upcard.exact.blackjack.programs import WORTH_PARTS, HandSets, HandTables
from upcard.payoffs.hands import VALUES, all_hands
from upcard.payoffs.plays import HAND_PLAYS

STAND, DRAW, DOUBLE, DOUBLE_FREE = range(len(HAND_PLAYS))
DOUBLING_OF = {STAND: 0, DRAW: 0, DOUBLE: 1, DOUBLE_FREE: 2}  # how each play doubles a hand down


class Player(NamedTuple):
    """The hands, longest first; a child of -1 is a bust, so tables of children end with a row for it."""

    cards: Integers
    child: Integers
    single: Integers  # of each value: the hand of that card alone
    levels: tuple[slice, ...]  # hands of one length, the longest first
    initial: int
    end: Integers  # of each way of doubling down and hand
    bust: Integers  # of each way of doubling down
    categories: int
    blackjack: int


class KindArrays(NamedTuple):
    """What a kind of hand wins: by end and kind of dealer's hand, and by end against a blackjack, as settled."""

    net: Floats
    settled: Floats


class Draws(NamedTuple):
    """The probabilities of the next card, by hand and value, and of those that bust with a dealer's blackjack."""

    possible: NDArray[np.bool_]  # whether the shoe holds the hand and a card more
    chance: Floats
    bust: Floats  # the probability of a bust
    bust_and_blackjack: Floats


def player_hands(tables: HandTables) -> Player:
    """Return the hands of a player."""
    hands = tables.hands
    lengths = np.array(hands.lengths)
    edges = [0, *(np.flatnonzero(np.diff(lengths)) + 1), len(lengths)]
    return Player(
        cards=counts_of(hands.packed),
        child=np.array(hands.children, np.intp),
        single=np.array([hands.of(value) for value in range(1, VALUES + 1)], np.intp),
        levels=tuple(slice(first, last) for first, last in pairwise(edges)),
        initial=hands.initial,
        end=integers(tables.end).reshape(-1, len(lengths)),
        bust=integers(tables.bust),
        categories=tables.categories,
        blackjack=tables.blackjack,
    )


def hand_kind(net: Numbers, settled: Numbers) -> KindArrays:
    """Return the net results of a kind of hand: by end and category, and by end against a blackjack, as settled."""
    return KindArrays(floats(net).reshape(len(settled), -1), floats(settled))


def some_draws(draws: Draws, rows: Integers) -> Draws:
    """Return the draws of some hands, from several shoes."""
    return Draws(draws.possible[:, rows], draws.chance[:, rows], draws.bust[:, rows], draws.bust_and_blackjack[:, rows])


def draws_of(left: Floats, cards: Integers, child: Integers, blackjack_with: int) -> Draws:
    """Return the probabilities of the next card for hands; `left`: the cards that are left beside each hand."""
    number = left - cards
    total = number.sum(-1)
    possible = (number >= 0).all(-1) & (total > 0)
    chance = np.where(possible[..., None] & (number > 0), number, 0) / np.where(possible, total, 1)[..., None]
    of_bust = np.where(child < 0, chance, 0)
    bust, both = of_bust.sum(-1), np.zeros(total.shape)
    if blackjack_with >= 0:
        both = bust * number[..., blackjack_with] - of_bust[..., blackjack_with]
        both = np.divide(both, total - 1, out=np.zeros(total.shape), where=possible & (total >= 2))
    return Draws(possible, chance, bust, both)


def worths_of_ends(player: Player, kind: KindArrays, ends: Integers, chances: Floats) -> Floats:
    """Return the worths of hands that have ended, given the probabilities of the dealer's hand."""
    blackjack, net = player.blackjack, kind.net[ends]
    against = net[..., blackjack] * chances[..., blackjack]
    worths = np.empty((*chances.shape[:-1], WORTH_PARTS))
    worths[..., 0] = (net * chances).sum(-1) - against
    worths[..., 1] = against
    worths[..., 2] = kind.settled[ends] * chances[..., blackjack]
    return worths


def worths_of_busts(player: Player, kind: KindArrays, doubling: int, draws: Draws) -> Floats:
    """Return what hands that bust by the next card add to the worth of drawing it."""
    end, blackjack = player.bust[doubling], player.blackjack
    worths = np.empty((*draws.bust.shape, WORTH_PARTS))
    worths[..., 0] = kind.net[end, 0 if blackjack else 1] * (draws.bust - draws.bust_and_blackjack)
    worths[..., 1] = kind.net[end, blackjack] * draws.bust_and_blackjack
    worths[..., 2] = kind.settled[end] * draws.bust_and_blackjack
    return worths


def mean_over_draws(draws: Floats, child: Integers, worths: Floats) -> Floats:
    """Return the mean worth after the next card; the last of the worths stands for a bust and is 0."""
    mean: Floats = np.einsum("...hv,...hvp->...hp", draws, worths[..., child, :])
    return mean


def with_bust_row(worths: Floats) -> Floats:
    """Return worths of hands with a row of zeros for a bust, which is settled apart."""
    return np.concatenate([worths, np.zeros((*worths.shape[:-2], 1, worths.shape[-1]))], -2)


def hand_sets(_: int) -> HandSets:
    """Return the sets of cards of all hands; those of split hands are made where they are needed."""
    return HandSets(all_hands().packed, None)
