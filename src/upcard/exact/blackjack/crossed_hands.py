"""Two hands of a player, each against a dealer's hand of its own, all four drawn from one shoe: their mean product.

Cards of one side that the other side holds are left out by inclusion and exclusion (see `crossed.c`). What is summed
after so many such cards is less than the first sum left out, which is the bound of the error.
"""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from upcard.exact.blackjack.buffers import numbers, zeros
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.kernel import BlackjackKernel
from upcard.exact.blackjack.programs import MOST_DEGREE, MOST_ENDS
from upcard.payoffs.hands import ValueCounts

DEGREE = 6  # so many cards held by both sides are enough for a shoe of several decks
ENOUGH = 1e-12  # a bound for one pair: all pairs are a fiftieth of the hands, so theirs is that of double precision

Wins = Callable[[int, int, int], float]  # by end of the hand, kind of dealer's hand and side


class BoundedMean(NamedTuple):
    """A mean, and a proven bound of its error."""

    mean: float
    error: float


def crossed_mean(
    kernel: BlackjackKernel, showing: int, out: ValueCounts, hands: EndedHands, dealers: EndedHands, wins: Wins
) -> BoundedMean:
    """Return the mean product of what a hand wins against a dealer's hand and another hand against another.

    All are drawn from the shoe less the cards that are out, and hands in which a player busts by drawing win nothing.
    """
    kinds = len(kernel.dealer.kinds)
    win = zeros(MOST_ENDS * kinds * 2)
    for end, kind, side in product(hands.ends, range(kinds), range(2)):
        win[(end * kinds + kind) * 2 + side] = wins(end, kind, side)
    shown = kernel.dealer.trees[showing].shown
    left = [
        n - less - shown.count(value) for value, (n, less) in enumerate(zip(kernel.cards, out, strict=True), start=1)
    ]
    shoe = numbers(left)
    for degree in range(DEGREE, MOST_DEGREE + 1, 2):
        mean, error = kernel.programs.crossed_mean(kinds, shoe, hands, dealers, win, degree)
        if error <= ENOUGH:
            break
    return BoundedMean(mean, error)
