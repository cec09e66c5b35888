"""The value of every play of every hand, length by length, and the choice among plays."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.numpy_programs.arrays import Floats, Integers, buffer_of, bytes_of, floats, integers
from upcard.exact.blackjack.numpy_programs.dealers import DealerArrays, chances_of_sets, left_of
from upcard.exact.blackjack.numpy_programs.hands import (
    DOUBLE,
    DOUBLE_FREE,
    DOUBLING_OF,
    DRAW,
    STAND,
    Draws,
    KindArrays,
    Player,
    draws_of,
    mean_over_draws,
    some_draws,
    with_bust_row,
    worths_of_busts,
    worths_of_ends,
)
from upcard.exact.blackjack.programs import NOT_ALLOWED, SPLIT_PARTS, WORTH_PARTS, HandSets, PlayNumbers
from upcard.payoffs.hands import VALUES
from upcard.payoffs.plays import HAND_PLAYS

NO_PLAY = (NOT_ALLOWED, 0, 0)  # the worth of a play that a hand does not have


def _worths_of_double(
    player: Player, kind: KindArrays, play: int, draws: Draws, child: Integers, chances: Floats
) -> Floats:
    """Return the worths of doubling hands down; `chances`: of the dealer's hand for all hands."""
    doubling = DOUBLING_OF[play]
    ended = with_bust_row(worths_of_ends(player, kind, player.end[doubling], chances))
    return mean_over_draws(draws.chance, child, ended) + worths_of_busts(player, kind, doubling, draws)


def play_values(
    tree: DealerArrays,
    player: Player,
    shoe: Numbers,
    kind: KindArrays,
    masks: bytes,
    chances: Numbers,
    policy: bytes | None,
) -> PlayNumbers:
    """Value every play of every hand, played on by the policy, or by the best play where there is none."""
    allowed = integers(masks)
    of_dealer = floats(chances).reshape(-1, player.categories)[: len(allowed)]
    draws = draws_of(floats(shoe) - tree.shown, player.cards, player.child, tree.blackjack_with)
    worths = np.empty((len(HAND_PLAYS), len(allowed), WORTH_PARTS))
    worths[STAND] = worths_of_ends(player, kind, player.end[0], of_dealer)
    worths[DRAW] = worths_of_busts(player, kind, 0, draws)
    for play in (DOUBLE, DOUBLE_FREE):
        worths[play] = NO_PLAY
        if (allowed >> play & 1).any():
            worths[play] = _worths_of_double(player, kind, play, draws, player.child, of_dealer)
    has = (allowed >> np.arange(len(HAND_PLAYS))[:, None] & 1).astype(bool) & draws.possible
    worths[~has] = NO_PLAY
    following = np.zeros((len(allowed) + 1, WORTH_PARTS))  # as played on; the last stands for a bust
    best = np.zeros(len(allowed), np.intp) if policy is None else integers(policy)
    for level in player.levels:
        drawing = np.flatnonzero(has[DRAW, level]) + level.start
        worths[DRAW, drawing] += mean_over_draws(draws.chance[drawing], player.child[drawing], following)
        if policy is None:
            best[level] = (worths[:, level, 0] + worths[:, level, 1]).argmax(0)
        rows = np.arange(level.start, level.stop)
        following[level] = np.where(draws.possible[level, None], worths[best[level], rows], 0)
    return PlayNumbers(
        values=buffer_of((worths[..., 0] + worths[..., 1]).T),
        worths=buffer_of(worths[:, player.initial :].transpose(1, 0, 2)),
        plays=bytes_of(best),
    )


def allowed_plays(masks: bytes, first: bytes, second: bytes) -> bytes:
    """Return the first of two plays that each hand has; it stands if it has neither."""
    has, one, other = integers(masks), integers(first), integers(second)
    return bytes_of(np.where(has >> one & 1, one, np.where(has >> other & 1, other, STAND)))


def chosen_plays(masks: bytes, values: Numbers) -> bytes:
    """Return the best among the plays of every hand, by values computed before."""
    has = integers(masks)[:, None] >> np.arange(len(HAND_PLAYS)) & 1
    return bytes_of(np.where(has, floats(values).reshape(has.shape), 2 * NOT_ALLOWED).argmax(1))


def reached(tree: DealerArrays, player: Player, shoe: Numbers, policy: bytes, start: Numbers) -> Numbers:
    """Return the probability of reaching every hand by a policy from starting hands."""
    reach = np.append(floats(start), 0.0)  # the last is that of busts
    draws = draws_of(floats(shoe) - tree.shown, player.cards, player.child, tree.blackjack_with)
    drawing = integers(policy) == DRAW
    for level in reversed(player.levels):
        parts = np.where(drawing[level], reach[level], 0)[:, None] * draws.chance[level]
        reach += np.bincount(player.child[level].ravel() % len(reach), parts.ravel(), len(reach))
    return buffer_of(reach[:-1])


def class_sums(classes: bytes, count: int, reach: Numbers, values: Numbers) -> Numbers:
    """Return values summed over the hands of each class, weighted by their reach; the last column is the weight."""
    class_of, weight = integers(classes), floats(reach)
    columns = [*floats(values).reshape(len(class_of), -1).T, np.ones(len(class_of))]
    return buffer_of(np.column_stack([np.bincount(class_of, weight * column, count) for column in columns]))


def _reachable(player: Player, policy: Integers, value: int) -> Integers:
    """Return the hands that a policy can reach from one card, longest first; some only as doubled hands."""
    in_play, doubled = np.zeros((2, len(policy) + 1), bool)
    in_play[player.child[player.single[value]]] = True
    for level in reversed(player.levels):
        for play, to in ((DRAW, in_play), (DOUBLE, doubled), (DOUBLE_FREE, doubled)):
            to[player.child[level][in_play[level] & (policy[level] == play)]] = True
        in_play[-1] = False
    return np.flatnonzero((in_play | doubled)[:-1])


def split_worths(
    tree: DealerArrays,
    player: Player,
    shoe: Numbers,
    _sets: HandSets,
    _chances: Numbers,
    kinds: Sequence[KindArrays],
    policy: bytes,
    value: int,
    most_removed: int,
) -> Numbers:
    """Return the worth of hands that began with one card of a split pair, by kind and number of cards out.

    The dealer's hand is completed here, for the hands that the policy reaches.
    """
    plays = integers(policy)
    hands = _reachable(player, plays, value)
    number = np.full(len(plays) + 1, len(hands))
    number[hands] = np.arange(len(hands))
    extra = np.arange(1, most_removed)[:, None] * (np.arange(VALUES) == value)  # besides the hand's own first card
    left = (floats(shoe) - tree.shown - extra)[:, None]
    cards = player.cards[hands] + extra[:, None]
    chances = chances_of_sets(tree, player.categories, left_of(tree, floats(shoe)), cards.reshape(-1, VALUES))
    chances = chances.reshape(len(extra), len(hands), -1)
    sub = player._replace(
        cards=player.cards[hands],
        child=number[player.child[hands]],
        levels=_levels(player, hands),
        end=player.end[:, hands],
    )
    draws = draws_of(left, sub.cards, player.child[hands], tree.blackjack_with)
    out = np.zeros((len(kinds), len(extra), 2, WORTH_PARTS))
    second = number[player.child[player.single[value]]]
    of_single = draws_of(left, player.cards[player.single[value]], player.child[player.single[value]], -1)
    for to, kind in zip(out, kinds, strict=True):
        following = _played_on(sub, kind, plays[hands], draws, chances)
        parts = of_single.chance[:, 0, :, None] * following[:, second]
        to[:, 1] = parts[:, value]
        parts[:, value] = 0
        to[:, 0] = parts.sum(1)
    assert out.shape[2] * out.shape[3] == SPLIT_PARTS
    return buffer_of(out)


def _levels(player: Player, hands: Integers) -> tuple[slice, ...]:
    edges = [*np.searchsorted(hands, [level.start for level in player.levels]).tolist(), len(hands)]
    return tuple(slice(first, last) for first, last in pairwise(edges) if first < last)


def _played_on(player: Player, kind: KindArrays, plays: Integers, draws: Draws, chances: Floats) -> Floats:
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
