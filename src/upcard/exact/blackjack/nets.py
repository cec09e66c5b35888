"""The distribution of a round's net result on the blackjack wager, all hands of the box together.

A box of decision hand is exact, and so is a pair that may be split once: all hands and the dealer's are drawn without
replacement. Where a pair may be split again, or the caller prefers speed, the hands of its box are taken as
independent of each other given the dealer's completed hand, each being drawn with that hand without replacement.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.kernel import BUST_END, INITIAL, BlackjackKernel, JointEnds, hand_start
from upcard.exact.blackjack.solve import Decision, Solution, left_after, probability_of_another
from upcard.payoffs.hands import NO_COUNTS, ValueCounts, counted
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

Net = tuple[int, float]  # a net result in parts of the initial wager, and its probability
ByKind = list[float]  # probabilities, by kind of dealer's hand


def nets(kernel: BlackjackKernel, solution: Solution, *, jointly: bool = True) -> Mapping[Fraction, float]:
    """Return the probability of each net result of a round, in units of the initial wager.

    `jointly`: the two hands of a pair that may be split once are drawn together; else each by itself.
    """
    chances: dict[int, float] = defaultdict(float)
    # The kernel releases the GIL; results are added in order, so they do not depend on the number of cores.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        against = threads.map(
            lambda showing: list(_against(kernel, showing, solution, jointly)), range(len(solution.chances))
        )
        for chance, results in zip(solution.chances, against, strict=True):
            for net, part in results:
                chances[net] += chance * part
    return {Fraction(net, kernel.payoffs.parts): chance for net, chance in sorted(chances.items())}


def _against(kernel: BlackjackKernel, showing: int, solution: Solution, jointly: bool) -> Iterator[Net]:
    """Yield the net results of all initial hands against one showing of the dealer."""
    decisions = solution.decisions[showing]
    for decision in decisions:
        if decision.play in SPLITS:
            box = _NetsOfBox(kernel, showing, solution, decision, jointly=jointly)
            yield from ((net, decision.chance * part) for net, part in box.nets())
        elif decision.play is Play.SURRENDER:
            yield from _surrendered(kernel, showing, decision)
        elif decision.play is None:
            yield from _nothing_to_decide(kernel, showing, decision)
    ended = _ended_unsplit(kernel, showing, solution.policies[INITIAL][showing], _playing(decisions))
    for end, chances in ended.items():
        yield from zip(kernel.nets(end, HandKind.INITIAL), chances, strict=True)


def _playing(decisions: tuple[Decision, ...]) -> list[Decision]:
    """Return the hands that are neither split nor surrendered, and have something to decide."""
    return [decision for decision in decisions if decision.play and decision.play not in (*SPLITS, Play.SURRENDER)]


def busts_against_blackjack(kernel: BlackjackKernel, solution: Solution, showing: int) -> float:
    """Return the probability that every hand of a box busts and the dealer has a blackjack, given what is shown.

    A pair may be split once at most.
    """
    decisions, blackjack, chance = solution.decisions[showing], kernel.payoffs.blackjack, 0.0
    bust = {kernel.payoffs.bust(doubled) for doubled in kernel.payoffs.ways}
    for decision in decisions:
        if decision.play in SPLITS:
            joint = _NetsOfBox(kernel, showing, solution, decision, jointly=True).joint()
            both = sum(chances[blackjack] for ends, chances in joint.items() if bust.issuperset(ends))
            chance += decision.chance * both
    ended = _ended_unsplit(kernel, showing, solution.policies[INITIAL][showing], _playing(decisions))
    return chance + sum(chances[blackjack] for end, chances in ended.items() if end in bust)


def _total(kernel: BlackjackKernel, decision: Decision) -> Total:
    return kernel.hands.totals[kernel.hands.of(*decision.hand)]


def _surrendered(kernel: BlackjackKernel, showing: int, decision: Decision) -> Iterator[Net]:
    clear, taken = kernel.surrendered
    if kernel.blackjack_ends_first and not kernel.plays.is_early(decision.hand, kernel.upcard(showing)):
        taken = kernel.blackjack_takes[_total(kernel, decision)]
    yield kernel.payoffs.in_parts(taken), decision.chance * decision.dealer_blackjack
    yield kernel.payoffs.in_parts(clear), decision.chance * (1 - decision.dealer_blackjack)


def _nothing_to_decide(kernel: BlackjackKernel, showing: int, decision: Decision) -> Iterator[Net]:
    """Yield the net results of a hand settled as dealt: a blackjack, or any hand where the dealer's blackjack shows."""
    total = _total(kernel, decision)
    nets = list(kernel.payoffs.nets[HandKind.INITIAL][kernel.payoffs.end(total, 2)])
    if kernel.blackjack_ends_first:
        nets[kernel.payoffs.blackjack] = kernel.blackjack_takes[total]
    for net, chance in zip(nets, kernel.chances(showing, [counted(decision.hand)])[0], strict=True):
        yield kernel.payoffs.in_parts(net), decision.chance * chance


def _ended_unsplit(
    kernel: BlackjackKernel, showing: int, policy: bytes, playing: list[Decision]
) -> Mapping[int, ByKind]:
    """Return how hands that are neither split nor surrendered end, against each kind of dealer's hand."""
    start = {kernel.hands.of(*decision.hand): 1 + (decision.hand[0] != decision.hand[1]) for decision in playing}
    dealer = kernel.chances(showing, [counted(decision.hand) for decision in playing])
    whole = [
        sum(decision.chance * chances[kind] for decision, chances in zip(playing, dealer, strict=True))
        for kind in _kinds(kernel)
    ]
    return _with_busts(kernel.alone(showing, NO_COUNTS, kernel.ended(policy, start, NO_COUNTS)), whole)


def _kinds(kernel: BlackjackKernel) -> range:
    return range(len(kernel.dealer.kinds))


def _with_busts(ended: Mapping[int, ByKind], whole: ByKind) -> dict[int, ByKind]:
    """Return the ends with the hands that bust by drawing: the whole less all others."""
    rest = [of_kind - sum(chances[kind] for chances in ended.values()) for kind, of_kind in enumerate(whole)]
    return {**ended, BUST_END: rest}


class _NetsOfBox:
    """The hands that result from splitting a pair against one showing of the dealer."""

    def __init__(
        self, kernel: BlackjackKernel, showing: int, solution: Solution, decision: Decision, *, jointly: bool
    ) -> None:
        assert decision.play is not None
        self.kernel, self.showing, self.value, self.jointly = kernel, showing, decision.hand[0], jointly
        self.most_hands, self.added = kernel.rules.splits + 1, SPLITS[decision.play]
        upcard = kernel.upcard(showing)
        self.again = kernel.plays.allows(decision.play, decision.hand, upcard, splits=1, from_split=True)
        self.policies = {key: policies[showing] for key, policies in solution.policies.items()}
        left = left_after(kernel.cards, kernel.dealer.trees[showing].shown)
        self.chance_of_value, self.cards = probability_of_another(left[self.value - 1], sum(left)), left

    def nets(self) -> Iterator[Net]:
        """Yield the net results of the box, given the pair."""
        if self.jointly and not self.again:
            yield from self._two_hands()
            return
        chance_of_hands: dict[int, float] = defaultdict(float)
        for hands, chance in self._number_of_hands(2, 2, 0, 0):
            chance_of_hands[hands] += chance
        for hands, chance in chance_of_hands.items():
            yield from ((net, chance * part) for net, part in self._each_by_itself(hands))

    def _two_hands(self) -> Iterator[Net]:
        """Yield the net results of a box of two hands, both and the dealer's drawn from one shoe."""
        joint = self.joint()
        first_nets = {end: self.kernel.nets(end, HandKind.SPLIT) for end in {end for end, _ in joint}}
        second_nets = {end: self.kernel.nets(end, self.added) for end in {end for _, end in joint}}
        chance_of: dict[int, float] = defaultdict(float)
        for (first, second), chances in joint.items():
            for net, other_net, chance in zip(first_nets[first], second_nets[second], chances, strict=True):
                chance_of[net + other_net] += chance
        yield from chance_of.items()

    def joint(self) -> JointEnds:
        """Return the joint distribution of the ends of both hands; busts by drawing are the whole less others."""
        out = self._out(2)
        first = second = self._ended(HandKind.SPLIT, same=True)
        if hand_start(self.added, self.value) != hand_start(HandKind.SPLIT, self.value):
            second = self._ended(self.added, same=True)
        joint = self.kernel.joint(self.showing, out, first, second)
        first_ends, second_ends = first.ends, second.ends
        for end, chances in self.kernel.alone(self.showing, out, first).items():
            joint[end, BUST_END] = _minus(chances, *(joint[end, other] for other in second_ends))
        for end, chances in self.kernel.alone(self.showing, out, second).items():
            joint[BUST_END, end] = _minus(chances, *(joint[other, end] for other in first_ends))
        joint[BUST_END, BUST_END] = _minus(self.kernel.chances(self.showing, [out])[0], *joint.values())
        return joint

    def _out(self, cards: int) -> ValueCounts:
        return counted((self.value,) * cards)

    def _ended(self, kind: HandKind, *, same: bool) -> EndedHands:
        """Return how one hand of the box can end; `same`: its second card may be of the pair's value too."""
        hands = self.kernel.hands
        drawn = enumerate(hands.children[hands.of(self.value)])
        start = {child: 1 for second, child in drawn if same or second != self.value - 1}
        return self.kernel.ended(self.policies[hand_start(kind, self.value)], start, self._out(1))

    def _number_of_hands(self, waiting: int, hands: int, same: int, others: int) -> Iterator[tuple[int, float]]:
        """Yield the number of hands of the box, with its probability, for every pattern of second cards."""
        if not waiting or hands == self.most_hands or not self.again:
            yield hands, 1.0
            return
        chance = max(self.cards[self.value - 1] - 2 - same, 0) / (sum(self.cards) - 2 - same - others)
        for number, part in self._number_of_hands(waiting + 1, hands + 1, same + 1, others):
            yield number, chance * part
        for number, part in self._number_of_hands(waiting - 1, hands, same, others + 1):
            yield number, (1 - chance) * part

    def _each_by_itself(self, hands: int) -> Iterator[Net]:
        """Yield the net results of a box of so many hands, independent given the dealer's completed hand."""
        same = hands == self.most_hands
        nets_of_hands = [self._net_given_dealer(HandKind.SPLIT, hands, same=same)]
        nets_of_hands += [self._net_given_dealer(self.added, hands, same=same)] * (hands - 1)
        for kind, chance in enumerate(self.kernel.chances(self.showing, [self._out(hands)])[0]):
            total: Mapping[int, float] = {0: 1.0}
            for by_kind in nets_of_hands:
                total = _convolve(total, by_kind[kind])
            yield from ((net, chance * part) for net, part in total.items())

    def _net_given_dealer(self, kind: HandKind, hands: int, *, same: bool) -> list[dict[int, float]]:
        """Return the distribution of one hand's net result given each kind of dealer's hand."""
        out = self._out(hands)
        whole, more = self.kernel.chances(self.showing, [out, self._out(hands + 1)])
        if not same:
            whole = _minus(whole, [self.chance_of_value(hands) * at for at in more])
        ended = _with_busts(self.kernel.alone(self.showing, out, self._ended(kind, same=same)), whole)
        by_kind: list[dict[int, float]] = [defaultdict(float) for _ in _kinds(self.kernel)]
        for end, chances in ended.items():
            for number, net in enumerate(self.kernel.nets(end, kind)):
                by_kind[number][net] += chances[number] / (whole[number] or 1.0)
        return by_kind


def _minus(whole: ByKind, *parts: ByKind) -> ByKind:
    return [of_kind - sum(part[kind] for part in parts) for kind, of_kind in enumerate(whole)]


def _convolve(first: Mapping[int, float], second: Mapping[int, float]) -> Mapping[int, float]:
    """Return the distribution of the sum of two independent net results."""
    chances: dict[int, float] = defaultdict(float)
    for (net, part), (more, chance) in product(first.items(), second.items()):
        chances[net + more] += part * chance
    return chances
