"""Two hands of a player, each against a dealer's hand of its own, all four drawn from one shoe: their mean product.

Cards of one side that the other side holds are left out by inclusion and exclusion (see `crossed.c`). What is summed
after so many such cards is less than the first sum left out, which is the bound of the error.
"""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.kernel import MOST_ENDS, BlackjackKernel
from upcard.payoffs.hands import ValueCounts

DEGREE = 6  # so many cards held by both sides are enough for a shoe of several decks
MOST_DEGREE: int = lib.MOST_DEGREE
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
    win = ffi.new("double[]", MOST_ENDS * kinds * 2)
    for end, kind, side in product(hands.ends, range(kinds), range(2)):
        win[(end * kinds + kind) * 2 + side] = wins(end, kind, side)
    shown = kernel.dealer.trees[showing].shown
    left = [
        n - less - shown.count(value) for value, (n, less) in enumerate(zip(kernel.cards, out, strict=True), start=1)
    ]
    shoe, result = ffi.new("double[]", [float(n) for n in left]), ffi.new("double[2]")
    for degree in range(DEGREE, MOST_DEGREE + 1, 2):
        if lib.crossed_pass(kinds, shoe, hands.hands, dealers.hands, win, degree, result):
            raise MemoryError
        if result[1] <= ENOUGH:
            break
    return BoundedMean(result[0], result[1])
