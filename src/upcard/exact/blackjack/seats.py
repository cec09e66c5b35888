"""The covariance of the blackjack wagers of two seats of a round: two boxes and the dealer's hand from one shoe.

Both boxes are sums of terms (see `box_terms`), so the mean of their product is a sum over pairs of terms, each with the
probability that the cards of both are drawn beside a kind of dealer's hand: two hands drawn together, and no more,
however often pairs are split.
"""

from upcard.exact.blackjack.box_terms import Boxes
from upcard.exact.blackjack.buffers import numbers
from upcard.exact.blackjack.kernel import BlackjackKernel
from upcard.exact.blackjack.solve import Solution
from upcard.processors import on_all_cores


def mean_product_of_seats(kernel: BlackjackKernel, solution: Solution) -> float:
    """Return the mean product of the net results of two seats, in squared units of the initial wager."""
    possible = [showing for showing, chance in enumerate(solution.chances) if chance]
    products = on_all_cores(lambda showing: _product(Boxes(kernel, showing, solution)), possible)
    return sum(solution.chances[showing] * product for showing, product in zip(possible, products, strict=True))


def _product(boxes: Boxes) -> float:
    """Return the mean product of two boxes against one showing of the dealer."""
    kernel, terms = boxes.kernel, boxes.terms()
    nets = numbers(net / kernel.payoffs.parts for row in boxes.rows for net in row)
    kinds = len(kernel.dealer.kinds)
    return kernel.programs.mean_product(kernel.tree(boxes.showing), kinds, kernel.shoe, terms, nets)
