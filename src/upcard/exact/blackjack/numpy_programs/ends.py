"""Hands played to their ends by a policy."""

import numpy as np

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.numpy_programs.arrays import (
    SHIFTS,
    Floats,
    Integers,
    Keys,
    buffer_of,
    bytes_of,
    counts_of_keys,
    floats,
    integers,
    keys_of,
)
from upcard.exact.blackjack.numpy_programs.hands import DOUBLING_OF, DRAW, STAND, Player
from upcard.payoffs.hands import VALUES

DOUBLING_BITS = 2  # of a key, after those of the cards: how the hand was doubled down


Listed = tuple[Keys, int, Integers, Floats]  # hands that have ended: keys of cards, way of doubling, ends, orders


def ended(player: Player, policy: bytes, start: Numbers, out_before: bytes, busts: bool) -> EndedHands:
    """Return the hands in which a policy ends, from starting hands that can be dealt in so many orders."""
    plays, orders = integers(policy), np.append(floats(start), 0.0)  # the last is that of busts
    keys, cards = keys_of(player.cards - integers(out_before)), np.uint64(1) << SHIFTS
    lists: list[Listed] = []
    for level in reversed(player.levels):
        rows = np.flatnonzero(orders[level]) + level.start
        for play in np.unique(plays[rows]):
            of_play, doubling = rows[plays[rows] == play], DOUBLING_OF[int(play)]
            if play == STAND:
                lists.append((keys[of_play], doubling, player.end[0, of_play], orders[of_play]))
                continue
            child = player.child[of_play]
            number = np.broadcast_to(orders[of_play][:, None], child.shape)
            if play == DRAW:
                orders += np.bincount(child.ravel() % len(orders), number.ravel(), len(orders))
                orders[-1] = 0
            over = child < 0 if play == DRAW else np.ones(child.shape, bool)
            if play != DRAW or busts:
                ends = np.where(child < 0, player.bust[doubling], player.end[doubling, child])
                lists.append(((keys[of_play][:, None] + cards)[over], doubling, ends[over], number[over]))
    return _merged(lists)


def _merged(lists: list[Listed]) -> EndedHands:
    """Return hands with the orders of equal ones added up."""
    if not lists:
        return EndedHands(b"", buffer_of(np.zeros(0)), b"")
    keys = np.concatenate([key << np.uint64(DOUBLING_BITS) | np.uint64(doubling) for key, doubling, _, _ in lists])
    unique, first, number = np.unique(keys, return_index=True, return_inverse=True)
    ends = np.concatenate([end for _, _, end, _ in lists])[first]
    orders = np.bincount(number, np.concatenate([order for _, _, _, order in lists]), len(unique))
    cards = counts_of_keys(unique >> np.uint64(DOUBLING_BITS), VALUES)
    return EndedHands(bytes_of(cards), buffer_of(orders), bytes_of(ends))
