"""Hands played on: the value of every play, length by length, the choice among plays, and the ends of hands."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.numpy_programs.arrays import (
    SHIFTS,
    Floats,
    Integers,
    Keys,
    counts_of,
    counts_of_keys,
    fill,
    floats,
    integers,
    keys_of,
    made_once,
    signed,
)
from upcard.exact.blackjack.numpy_programs.dealers import chances_of_sets, dealer_arrays, left_of
from upcard.exact.blackjack.program_constants import (
    DOUBLE,
    DOUBLE_FREE,
    DRAW,
    NOT_ALLOWED,
    PLAYS,
    STAND,
    VALUES,
    WORTH_PARTS,
)
from upcard.exact.blackjack.structures import DealerTable, NetTable, Numbers, PlayerTable
from upcard.exact.blackjack.structures import Integers as WholeNumbers

DOUBLING_OF = {STAND: 0, DRAW: 0, DOUBLE: 1, DOUBLE_FREE: 2}  # how each play doubles a hand down
DOUBLING_BITS = 2  # of a key, after those of the cards: how the hand was doubled down
NO_PLAY = (NOT_ALLOWED, 0, 0)  # the worth of a play that a hand does not have
Listed = tuple[Keys, int, Integers, Floats]  # hands that have ended: keys of cards, way of doubling, ends, orders


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


class NetArrays(NamedTuple):
    """What a kind of hand wins: by end and kind of dealer's hand, and by end against a blackjack, as settled."""

    net: Floats
    settled: Floats


class Draws(NamedTuple):
    """The probabilities of the next card, by hand and value, and of those that bust with a dealer's blackjack."""

    possible: NDArray[np.bool_]  # whether the shoe holds the hand and a card more
    chance: Floats
    bust: Floats  # the probability of a bust
    bust_and_blackjack: Floats


@made_once
def player_arrays(table: PlayerTable) -> Player:
    """Return the hands of a player as arrays."""
    cards = counts_of(table.count)
    lengths = cards.sum(1)
    edges = [0, *(np.flatnonzero(np.diff(lengths)) + 1), len(lengths)]
    return Player(
        cards=cards,
        child=signed(table.child).reshape(-1, VALUES),
        single=signed(table.single),
        levels=tuple(slice(first, last) for first, last in pairwise(edges)),
        initial=table.initial,
        end=integers(table.end).reshape(-1, len(lengths)),
        bust=integers(table.bust),
        categories=table.categories,
        blackjack=table.blackjack,
    )


def net_arrays(kind: NetTable) -> NetArrays:
    """Return the net results of a kind of hand as arrays."""
    return NetArrays(floats(kind.net).reshape(len(kind.settled), -1), floats(kind.settled))


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


def worths_of_ends(player: Player, kind: NetArrays, ends: Integers, chances: Floats) -> Floats:
    """Return the worths of hands that have ended, given the probabilities of the dealer's hand."""
    blackjack, net = player.blackjack, kind.net[ends]
    against = net[..., blackjack] * chances[..., blackjack]
    worths = np.empty((*chances.shape[:-1], WORTH_PARTS))
    worths[..., 0] = (net * chances).sum(-1) - against
    worths[..., 1] = against
    worths[..., 2] = kind.settled[ends] * chances[..., blackjack]
    return worths


def worths_of_busts(player: Player, kind: NetArrays, doubling: int, draws: Draws) -> Floats:
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


def _worths_of_double(
    player: Player, kind: NetArrays, play: int, draws: Draws, child: Integers, chances: Floats
) -> Floats:
    """Return the worths of doubling hands down; `chances`: of the dealer's hand for all hands."""
    doubling = DOUBLING_OF[play]
    ended = with_bust_row(worths_of_ends(player, kind, player.end[doubling], chances))
    return mean_over_draws(draws.chance, child, ended) + worths_of_busts(player, kind, doubling, draws)


def play_pass(
    dealer: DealerTable,
    player: PlayerTable,
    shoe: Numbers,
    kind: NetTable,
    plays: bytes,
    chances: Numbers,
    policy: bytes | None,
    values: Numbers,
    worths: Numbers,
    best: bytearray,
) -> None:
    """Value every play of every hand, played on by the policy, or by the best play where there is none."""
    tree, hands, nets = dealer_arrays(dealer), player_arrays(player), net_arrays(kind)
    allowed = integers(plays)
    of_dealer = floats(chances).reshape(-1, hands.categories)[: len(allowed)]
    draws = draws_of(floats(shoe) - tree.shown, hands.cards, hands.child, tree.blackjack_with)
    of_plays = np.empty((PLAYS, len(allowed), WORTH_PARTS))
    of_plays[STAND] = worths_of_ends(hands, nets, hands.end[0], of_dealer)
    of_plays[DRAW] = worths_of_busts(hands, nets, 0, draws)
    for play in (DOUBLE, DOUBLE_FREE):
        of_plays[play] = NO_PLAY
        if (allowed >> play & 1).any():
            of_plays[play] = _worths_of_double(hands, nets, play, draws, hands.child, of_dealer)
    has = (allowed >> np.arange(PLAYS)[:, None] & 1).astype(bool) & draws.possible
    of_plays[~has] = NO_PLAY
    following = np.zeros((len(allowed) + 1, WORTH_PARTS))  # as played on; the last stands for a bust
    chosen = np.zeros(len(allowed), np.intp) if policy is None else integers(policy)
    for level in hands.levels:
        drawing = np.flatnonzero(has[DRAW, level]) + level.start
        of_plays[DRAW, drawing] += mean_over_draws(draws.chance[drawing], hands.child[drawing], following)
        if policy is None:
            chosen[level] = (of_plays[:, level, 0] + of_plays[:, level, 1]).argmax(0)
        rows = np.arange(level.start, level.stop)
        following[level] = np.where(draws.possible[level, None], of_plays[chosen[level], rows], 0)
    fill(values, (of_plays[..., 0] + of_plays[..., 1]).T)
    fill(worths, of_plays[:, hands.initial :].transpose(1, 0, 2))
    fill(best, chosen)


def allow_pass(hands: int, plays: bytes, first: bytes, second: bytes, policy: bytearray) -> None:
    """Set each hand's policy to the first of two plays that it has; it stands if it has neither."""
    has, one, other = (integers(each)[:hands] for each in (plays, first, second))
    fill(policy, np.where(has >> one & 1, one, np.where(has >> other & 1, other, STAND)))


def choose_pass(hands: int, plays: bytes, values: Numbers, best: bytearray) -> None:
    """Choose the best among the plays of every hand, by values computed before."""
    has = integers(plays)[:hands, None] >> np.arange(PLAYS) & 1
    fill(best, np.where(has, floats(values).reshape(has.shape), 2 * NOT_ALLOWED).argmax(1))


def reach_pass(dealer: DealerTable, player: PlayerTable, shoe: Numbers, policy: bytes, reach: Numbers) -> None:
    """Add to the probabilities of the starting hands those of the hands that a policy reaches from them."""
    tree, hands = dealer_arrays(dealer), player_arrays(player)
    reached = np.append(floats(reach), 0.0)  # the last is that of busts
    draws = draws_of(floats(shoe) - tree.shown, hands.cards, hands.child, tree.blackjack_with)
    drawing = integers(policy) == DRAW
    for level in reversed(hands.levels):
        parts = np.where(drawing[level], reached[level], 0)[:, None] * draws.chance[level]
        reached += np.bincount(hands.child[level].ravel() % len(reached), parts.ravel(), len(reached))
    fill(reach, reached[:-1])


def class_pass(hands: int, class_of: bytes, reach: Numbers, values: Numbers, sums: Numbers) -> None:
    """Sum values over the hands of each class, weighted by their reach; the last column is the weight."""
    classes, weight = integers(class_of)[:hands], floats(reach)
    columns = [*floats(values).reshape(hands, -1).T, np.ones(hands)]
    count = len(sums) // len(columns)
    fill(sums, np.column_stack([np.bincount(classes, weight * column, count) for column in columns]))


def set_pass(hands: int, count: bytes, _more: int, capacity: int, listed: bytearray, _number: WholeNumbers) -> int:
    """List the sets of cards of all hands; the dealer's hand is completed in split_pass for those of split hands."""
    assert hands <= capacity
    fill(listed, integers(count))
    return hands


def _reachable(player: Player, policy: Integers, value: int) -> Integers:
    """Return the hands that a policy can reach from one card, longest first; some only as doubled hands."""
    in_play, doubled = np.zeros((2, len(policy) + 1), bool)
    in_play[player.child[player.single[value]]] = True
    for level in reversed(player.levels):
        for play, to in ((DRAW, in_play), (DOUBLE, doubled), (DOUBLE_FREE, doubled)):
            to[player.child[level][in_play[level] & (policy[level] == play)]] = True
        in_play[-1] = False
    return np.flatnonzero((in_play | doubled)[:-1])


def split_pass(
    dealer: DealerTable,
    player: PlayerTable,
    shoe: Numbers,
    _number: WholeNumbers,
    _chances: Numbers,
    kinds: int,
    kind: Sequence[NetTable],
    policy: bytes,
    value: int,
    most_removed: int,
    out: Numbers,
) -> None:
    """Play hands of some kinds that began with one card of a split pair, for 2, 3, … cards of that value out.

    The dealer's hand is completed here, for the hands that the policy reaches.
    """
    tree, every, plays = dealer_arrays(dealer), player_arrays(player), integers(policy)
    hands = _reachable(every, plays, value)
    number = np.full(len(plays) + 1, len(hands))
    number[hands] = np.arange(len(hands))
    extra = np.arange(1, most_removed)[:, None] * (np.arange(VALUES) == value)  # besides the hand's own first card
    left = (floats(shoe) - tree.shown - extra)[:, None]
    cards = every.cards[hands] + extra[:, None]
    chances = chances_of_sets(tree, every.categories, left_of(tree, floats(shoe)), cards.reshape(-1, VALUES))
    chances = chances.reshape(len(extra), len(hands), -1)
    sub = every._replace(
        cards=every.cards[hands],
        child=number[every.child[hands]],
        levels=_levels(every, hands),
        end=every.end[:, hands],
    )
    draws = draws_of(left, sub.cards, every.child[hands], tree.blackjack_with)
    worths = np.zeros((kinds, len(extra), 2, WORTH_PARTS))
    second = number[every.child[every.single[value]]]
    of_single = draws_of(left, every.cards[every.single[value]], every.child[every.single[value]], -1)
    for to, nets in zip(worths, kind, strict=True):
        following = _played_on(sub, net_arrays(nets), plays[hands], draws, chances)
        parts = of_single.chance[:, 0, :, None] * following[:, second]
        to[:, 1] = parts[:, value]
        parts[:, value] = 0
        to[:, 0] = parts.sum(1)
    fill(out, worths)


def _levels(player: Player, hands: Integers) -> tuple[slice, ...]:
    edges = [*np.searchsorted(hands, [level.start for level in player.levels]).tolist(), len(hands)]
    return tuple(slice(first, last) for first, last in pairwise(edges) if first < last)


def _played_on(player: Player, kind: NetArrays, plays: Integers, draws: Draws, chances: Floats) -> Floats:
    """Return the worth of hands played by a policy, for several shoes; the last stands for a bust."""
    worths = worths_of_ends(player, kind, player.end[0], chances)
    for play in (DOUBLE, DOUBLE_FREE):
        rows = np.flatnonzero(plays == play)
        if len(rows):
            of_rows = some_draws(draws, rows)
            worths[:, rows] = _worths_of_double(player, kind, play, of_rows, player.child[rows], chances)
    drawing = plays == DRAW
    worths[:, drawing] = worths_of_busts(player, kind, 0, some_draws(draws, np.flatnonzero(drawing)))
    worths = with_bust_row(worths)
    for level in player.levels:
        rows = np.flatnonzero(drawing[level]) + level.start
        worths[:, rows] += mean_over_draws(draws.chance[:, rows], player.child[rows], worths)
        worths[:, level][~draws.possible[:, level]] = 0
    return worths


def end_pass(
    player: PlayerTable,
    policy: bytes,
    start: Numbers,
    out_before: bytes,
    busts: bool,
    capacity: int,
    count: bytearray,
    orderings: Numbers,
    end: bytearray,
) -> int:
    """Play hands to their ends, `start` being the number of orders of each; return how many hands have ended."""
    hands, plays = player_arrays(player), integers(policy)
    orders = np.append(floats(start), 0.0)  # the last is that of busts
    keys, cards = keys_of(hands.cards - integers(out_before)), np.uint64(1) << SHIFTS
    lists: list[Listed] = []
    for level in reversed(hands.levels):
        rows = np.flatnonzero(orders[level]) + level.start
        for play in np.unique(plays[rows]):
            of_play, doubling = rows[plays[rows] == play], DOUBLING_OF[int(play)]
            if play == STAND:
                lists.append((keys[of_play], doubling, hands.end[0, of_play], orders[of_play]))
                continue
            child = hands.child[of_play]
            number = np.broadcast_to(orders[of_play][:, None], child.shape)
            if play == DRAW:
                orders += np.bincount(child.ravel() % len(orders), number.ravel(), len(orders))
                orders[-1] = 0
            over = child < 0 if play == DRAW else np.ones(child.shape, bool)
            if play != DRAW or busts:
                ends = np.where(child < 0, hands.bust[doubling], hands.end[doubling, child])
                lists.append(((keys[of_play][:, None] + cards)[over], doubling, ends[over], number[over]))
    if not lists:
        return 0
    keys, first, number = np.unique(_keys_by_doubling(lists), return_index=True, return_inverse=True)
    assert len(keys) <= capacity
    fill(count, counts_of_keys(keys >> np.uint64(DOUBLING_BITS), VALUES))
    fill(orderings, np.bincount(number, np.concatenate([order for _, _, _, order in lists]), len(keys)))
    fill(end, np.concatenate([ends for _, _, ends, _ in lists])[first])
    return len(keys)


def _keys_by_doubling(lists: list[Listed]) -> Keys:
    """Return the keys of hands that have ended, with how they were doubled down."""
    return np.concatenate([key << np.uint64(DOUBLING_BITS) | np.uint64(doubling) for key, doubling, _, _ in lists])
