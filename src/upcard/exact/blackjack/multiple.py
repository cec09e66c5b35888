"""One player's hand against several dealer's hands on the same upcard: how these fall together.

Every dealer's hand is drawn from one shoe, so each is distributed like the first, and a wager on any of them is worth
the same; what differs is how far the wagers win and lose together. Boxes of one hand are exact; the two hands of a
split pair are taken as independent of each other given the dealer's hands.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from upcard.errors import Misuse
from upcard.exact.blackjack.ended_hands import Ended
from upcard.exact.blackjack.kernel import BUST, INITIAL, BlackjackKernel, begun
from upcard.exact.blackjack.solve import Decision, Solution
from upcard.payoffs.hands import NO_COUNTS, counted
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play

Kinds = tuple[int, ...]  # of the dealer's hands, one after another


@dataclass(frozen=True, kw_only=True)
class Together:
    """How the wagers on two dealer's hands fall together, in units of one initial wager."""

    mean: float
    variance: float
    covariance: float

    @property
    def correlation(self) -> float:
        """Give the correlation of two wagers of a round."""
        return self.covariance / self.variance

    def variance_of(self, wagers: int) -> float:
        """Give the variance of the sum of so many wagers of one unit each."""
        return wagers * self.variance + wagers * (wagers - 1) * self.covariance


def dealers_hands(kernel: BlackjackKernel, shown: int, hands: int) -> Mapping[Kinds, float]:
    """Give the chance of each kind of two or three dealer's hands together, on one upcard."""
    dealer = kernel.dealers(shown)
    if hands == 2:
        joint = {(other,): chances for other, chances in kernel.alone(shown, NO_COUNTS, dealer).items()}
    else:
        joint = dict(kernel.joint(shown, NO_COUNTS, dealer, dealer).items())  # type: ignore[arg-type]  # pairs are tuples
    return {
        (*others, kind): chance for others, chances in joint.items() for kind, chance in enumerate(chances) if chance
    }


def together(kernel: BlackjackKernel, played: Solution, variance: float, mean: float) -> Together:
    """Give the covariance of two wagers of a round, each with this mean and variance."""
    plays = {one.play for decisions in played.decisions for one in decisions}
    if kernel.known_first or kernel.rules.splits > 1 or plays & {Play.SURRENDER, Play.FREE_SPLIT}:
        raise Misuse("several dealer's hands are analysed as they are dealt: one split, no hole card, no surrender")
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        products = threads.map(lambda shown: sum(_products(kernel, shown, played)), range(len(played.chances)))
        mean_product = sum(chance * of for chance, of in zip(played.chances, products, strict=True))
    return Together(mean=mean, variance=variance, covariance=mean_product - mean * mean)


def _products(kernel: BlackjackKernel, shown: int, played: Solution) -> Iterator[float]:
    """Give the mean product of two wagers against one upcard, part by part."""
    decisions = played.decisions[shown]
    dealer = kernel.dealers(shown)
    for one in decisions:
        if one.play is None:
            yield one.chance * _of_blackjack(kernel, shown, one, dealer)
        elif one.play in SPLITS:
            yield one.chance * _of_split(kernel, shown, played, one, dealer)
    playing = [one for one in decisions if one.play and one.play not in SPLITS]
    held = {kernel.hands.of(*one.hand): 1 + (one.hand[0] != one.hand[1]) for one in playing}
    ended = kernel.ended(played.policies[INITIAL][shown], held, NO_COUNTS)
    rest = sum(one.chance for one in playing)
    unit = kernel.payoffs.parts**2
    for (end, other), chances in kernel.joint(shown, NO_COUNTS, ended, dealer).items():
        nets = kernel.nets(end, HandKind.INITIAL)
        for net, chance in zip(nets, chances, strict=True):
            rest -= chance
            yield chance * nets[other] * net / unit
    yield rest * kernel.nets(BUST, HandKind.INITIAL)[0] ** 2 / unit  # a bust is settled alike against all hands


def _of_blackjack(kernel: BlackjackKernel, shown: int, one: Decision, dealer: Ended) -> float:
    """Return the mean product where the player has a blackjack: it is settled against each hand by itself."""
    number = kernel.hands.of(*one.hand)
    nets = kernel.nets(kernel.payoffs.end(kernel.hands.totals[number], 2), HandKind.INITIAL)
    return (
        sum(
            chance * nets[other] * net
            for other, chances in kernel.alone(shown, counted(one.hand), dealer).items()
            for net, chance in zip(nets, chances, strict=True)
        )
        / kernel.payoffs.parts**2
    )


def _of_split(kernel: BlackjackKernel, shown: int, played: Solution, one: Decision, dealer: Ended) -> float:
    """Give the mean product where a pair is split: of each hand exactly, of the two hands given the dealer's hands."""
    value = one.hand[0]
    held = dict.fromkeys(kernel.hands.children[kernel.hands.of(value)], 1)
    policy = played.policies[begun(HandKind.SPLIT, value)][shown]
    ended = kernel.ended(policy, held, counted((value,)))
    pair = counted(one.hand)
    whole = {
        (other, kind): chance
        for other, chances in kernel.alone(shown, pair, dealer).items()
        for kind, chance in enumerate(chances)
        if chance
    }
    hand: dict[int, dict[Kinds, float]] = {end: {} for end in ended.ends}
    for (end, other), chances in kernel.joint(shown, pair, ended, dealer).items():
        hand[end].update(((other, kind), chance) for kind, chance in enumerate(chances) if chance)
    hand[BUST] = {both: chance - sum(of.get(both, 0.0) for of in hand.values()) for both, chance in whole.items()}
    products, means = 0.0, []
    for hand_kind in (HandKind.SPLIT, HandKind.ADDED):
        nets = {end: kernel.nets(end, hand_kind) for end in hand}
        mean: dict[Kinds, list[float]] = {both: [0.0, 0.0] for both in whole}
        for end, of in hand.items():
            for (one_, other_), chance in of.items():
                products += chance * nets[end][one_] * nets[end][other_]
                mean[one_, other_][0] += chance * nets[end][one_]
                mean[one_, other_][1] += chance * nets[end][other_]
        means.append(mean)
    crossed = sum(means[0][both][0] * means[1][both][1] / chance for both, chance in whole.items())
    return (products + 2 * crossed) / kernel.payoffs.parts**2
