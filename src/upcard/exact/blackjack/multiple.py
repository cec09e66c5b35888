"""One player's hand against several dealer's hands on the same upcard: the joint distribution of the dealer's hands.

Every dealer's hand is drawn from one shoe, so each is distributed like the first, and a wager on any of them has the
same value; but the wagers are correlated. Their covariance needs two dealer's hands and one hand of the box, or two of
a split pair, each against a dealer's hand of its own (`opposing_hands`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from upcard.errors import Misuse
from upcard.exact.blackjack import programs
from upcard.exact.blackjack.blackjack_kernel import BUST_END, INITIAL, BlackjackKernel, hand_start
from upcard.exact.blackjack.program_constants import MOST_DEGREE, MOST_ENDS
from upcard.exact.blackjack.solve import Decision, Solution
from upcard.exact.blackjack.structures import EndedHands, numbers, zeros
from upcard.payoffs.hands import NO_COUNTS, ValueCounts, counted
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.threads import on_all_cores

Kinds = tuple[int, ...]  # of the dealer's hands, one after another
DEGREE = 6  # so many cards held by both sides are enough for a shoe of several decks
ENOUGH = 1e-12  # a bound for one pair: all pairs are a fiftieth of the hands, so theirs is that of double precision

Wins = Callable[[int, int, int], float]  # by end of the hand, kind of dealer's hand and side
SPLIT_KINDS = (HandKind.SPLIT, HandKind.ADDED)  # the hands of a pair that is split once


@dataclass(frozen=True, kw_only=True)
class WagerMoments:
    """The mean, variance and covariance of the wagers on several dealer's hands, in units of one initial wager."""

    mean: float
    variance: float
    covariance: float
    error: float  # a bound of the covariance's error, besides that of double precision

    @property
    def correlation(self) -> float:
        """Return the correlation of two wagers of a round."""
        return self.covariance / self.variance

    def variance_of(self, wagers: int) -> float:
        """Return the variance of the sum of several wagers of one unit each."""
        return self.variance_of_amounts((1,) * wagers)

    def variance_of_amounts(self, amounts: Sequence[int]) -> float:
        """Return the variance of the sum of wagers of these amounts."""
        squares = sum(amount**2 for amount in amounts)
        return squares * self.variance + (sum(amounts) ** 2 - squares) * self.covariance


class BoundedMean(NamedTuple):
    """A mean, and a proven bound of its error."""

    mean: float
    error: float


def dealers_hands(kernel: BlackjackKernel, showing: int, hands: int) -> Mapping[Kinds, float]:
    """Return the joint distribution of the kinds of two or three dealer's hands on one upcard."""
    dealer = kernel.dealers(showing)
    if hands == 2:
        joint = {(other,): chances for other, chances in kernel.alone(showing, NO_COUNTS, dealer).items()}
    else:
        joint = dict(kernel.joint(showing, NO_COUNTS, dealer, dealer).items())  # type: ignore[arg-type]  # pairs are tuples
    return {
        (*others, kind): chance for others, chances in joint.items() for kind, chance in enumerate(chances) if chance
    }


def wager_moments(kernel: BlackjackKernel, solution: Solution, variance: float, mean: float) -> WagerMoments:
    """Return the moments of the wagers of a round, each of this mean and variance, with their covariance."""
    plays = {decision.play for decisions in solution.decisions for decision in decisions}
    if kernel.blackjack_ends_first or kernel.rules.most_splits > 1 or plays & {Play.SURRENDER, Play.FREE_SPLIT}:
        raise Misuse("several dealer's hands can be analyzed with at most one split, no hole card and no surrender")
    # The kernel releases the GIL; results are added in order, so they do not depend on the number of cores.
    pairs = [
        (solution.chances[showing] * decision.chance, showing, decision)
        for showing, decisions in enumerate(solution.decisions)
        for decision in decisions
        if decision.play in SPLITS
    ]
    split = on_all_cores(lambda pair: _split_product(kernel, pair[1], solution, pair[2]), pairs)
    whole = on_all_cores(lambda showing: sum(_unsplit(kernel, showing, solution)), range(len(solution.chances)))
    mean_product = sum(chance * product for chance, product in zip(solution.chances, whole, strict=True))
    mean_product += sum(chance * product.mean for (chance, *_), product in zip(pairs, split, strict=True))
    error = sum(chance * product.error for (chance, *_), product in zip(pairs, split, strict=True))
    return WagerMoments(mean=mean, variance=variance, covariance=mean_product - mean * mean, error=error)


def _unsplit(kernel: BlackjackKernel, showing: int, solution: Solution) -> Iterator[float]:
    """Yield terms whose sum is the mean product of two wagers against one upcard, where no pair is split."""
    decisions = solution.decisions[showing]
    dealer = kernel.dealers(showing)
    for decision in decisions:
        if decision.play is None:
            yield decision.chance * _blackjack_product(kernel, showing, decision, dealer)
    playing = [decision for decision in decisions if decision.play and decision.play not in SPLITS]
    start = {kernel.hands.of(*decision.hand): 1 + (decision.hand[0] != decision.hand[1]) for decision in playing}
    ended = kernel.ended(solution.policies[INITIAL][showing], start, NO_COUNTS)
    rest = sum(decision.chance for decision in playing)
    unit = kernel.payoffs.parts**2
    for (end, other), chances in kernel.joint(showing, NO_COUNTS, ended, dealer).items():
        nets = kernel.nets(end, HandKind.INITIAL)
        for net, chance in zip(nets, chances, strict=True):
            rest -= chance
            yield chance * nets[other] * net / unit
    yield rest * kernel.nets(BUST_END, HandKind.INITIAL)[0] ** 2 / unit  # a bust is settled the same against all hands


def _blackjack_product(kernel: BlackjackKernel, showing: int, decision: Decision, dealer: EndedHands) -> float:
    """Return the mean product where the player has a blackjack: it is settled against each hand by itself."""
    number = kernel.hands.of(*decision.hand)
    nets = kernel.nets(kernel.payoffs.end(kernel.hands.totals[number], 2), HandKind.INITIAL)
    return (
        sum(
            chance * nets[other] * net
            for other, chances in kernel.alone(showing, counted(decision.hand), dealer).items()
            for net, chance in zip(nets, chances, strict=True)
        )
        / kernel.payoffs.parts**2
    )


def _split_product(kernel: BlackjackKernel, showing: int, solution: Solution, decision: Decision) -> BoundedMean:
    """Return the mean product where a pair is split: of each hand with itself, and of each with the other.

    A hand wins what a bust wins, and what it wins beyond that; only the latter of both hands needs four hands at once.
    """
    out, dealer = counted(decision.hand), kernel.dealers(showing)
    hands = _split_hands(kernel, showing, solution, decision)
    whole = _both_kinds(kernel.alone(showing, out, dealer))
    chances = _ends_of_split_hand(kernel, showing, out, hands, dealer, whole)
    busts = [kernel.nets(BUST_END, kind) for kind in SPLIT_KINDS]
    wins = [
        {end: [net - bust for net, bust in zip(kernel.nets(end, kind), of_bust, strict=True)] for end in hands.ends}
        for kind, of_bust in zip(SPLIT_KINDS, busts, strict=True)
    ]
    each = sum(
        chance * nets[one] * nets[other]
        for kind in SPLIT_KINDS
        for end, by_kinds in chances.items()
        for nets in (kernel.nets(end, kind),)
        for (one, other), chance in by_kinds.items()
    )
    opposing = sum(chance * busts[0][one] * busts[1][other] for (one, other), chance in whole.items())
    for end in hands.ends:
        for (one, other), chance in chances[end].items():
            opposing += chance * (wins[0][end][one] * busts[1][other] + busts[0][one] * wins[1][end][other])
    beyond = _opposing_mean(kernel, showing, out, hands, dealer, lambda end, kind, side: wins[side][end][kind])
    unit = kernel.payoffs.parts**2
    return BoundedMean((each + 2 * (opposing + beyond.mean)) / unit, 2 * beyond.error / unit)


def _split_hands(kernel: BlackjackKernel, showing: int, solution: Solution, decision: Decision) -> EndedHands:
    """Return how one hand of a split pair can end; both are played alike."""
    value = decision.hand[0]
    start = dict.fromkeys(kernel.hands.children[kernel.hands.of(value)], 1)
    policy = solution.policies[hand_start(HandKind.SPLIT, value)][showing]
    return kernel.ended(policy, start, counted((value,)))


def _ends_of_split_hand(
    kernel: BlackjackKernel,
    showing: int,
    out: ValueCounts,
    hands: EndedHands,
    dealer: EndedHands,
    whole: Mapping[Kinds, float],
) -> dict[int, dict[Kinds, float]]:
    """Return the joint distribution of the end of one split hand and the kinds of two dealer's hands."""
    chances: dict[int, dict[Kinds, float]] = {end: {} for end in hands.ends}
    for (end, other), by_kind in kernel.joint(showing, out, hands, dealer).items():
        chances[end].update(_both_kinds({other: by_kind}))
    chances[BUST_END] = {
        both: chance - sum(by_kinds.get(both, 0.0) for by_kinds in chances.values()) for both, chance in whole.items()
    }
    return chances


def _both_kinds(by_other: Mapping[int, list[float]]) -> dict[Kinds, float]:
    """Return the probabilities above zero by the kinds of both dealer's hands."""
    return {
        (other, kind): chance for other, by_kind in by_other.items() for kind, chance in enumerate(by_kind) if chance
    }


def _opposing_mean(
    kernel: BlackjackKernel, showing: int, out: ValueCounts, hands: EndedHands, dealers: EndedHands, wins: Wins
) -> BoundedMean:
    """Return the mean product of what a hand wins against a dealer's hand and another hand against another.

    All are drawn from the shoe less the cards that are out, and hands in which a player busts by drawing win nothing.
    Cards of one side that the other side holds are left out by inclusion and exclusion (see `opposing.c`). All sums
    beyond the last are less than the first of them, which is the bound of the error.
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
        mean, error = programs.opposing_mean(kinds, shoe, hands, dealers, win, degree)
        if error <= ENOUGH:
            break
    return BoundedMean(mean, error)
