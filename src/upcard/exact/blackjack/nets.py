"""The distribution of a round's net result on the blackjack wager, all hands of the box together.

A box of one hand is exact, and so is a pair that may be split once: all hands and the dealer's are drawn without
replacement. A pair that may be split again is in `split_boxes`: exact in mean and variance, and its net results are
exact or have a proven bound of their error.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from upcard.exact.blackjack.blackjack_kernel import BUST_END, INITIAL, BlackjackKernel, JointEnds, hand_start
from upcard.exact.blackjack.solve import Decision, Solution
from upcard.exact.blackjack.split_boxes import BoundedNet, SplitBox, draw_together
from upcard.exact.blackjack.structures import EndedHands
from upcard.payoffs.hands import NO_COUNTS, ValueCounts, counted
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.threads import on_all_cores

ByKind = list[float]  # probabilities, by kind of dealer's hand


@dataclass(frozen=True, kw_only=True)
class NetResults:
    """The probability of each net result of a round, in units of the initial wager, and bounds of their errors."""

    chances: Mapping[Fraction, float]
    errors: Mapping[Fraction, float]  # 0: exact

    @property
    def exact(self) -> bool:
        """Whether every probability is exact."""
        return not any(self.errors.values())

    @cached_property
    def mean(self) -> float:
        """Return the mean net result, which is exact in any case."""
        return sum(float(net) * chance for net, chance in self.chances.items())

    @cached_property
    def variance(self) -> float:
        """Return the variance of the net result, which is exact in any case."""
        return sum(float(net) ** 2 * chance for net, chance in self.chances.items()) - self.mean**2


def nets(kernel: BlackjackKernel, solution: Solution) -> NetResults:
    """Return the distribution of the net result of a round."""
    chances: dict[int, float] = defaultdict(float)
    errors: dict[int, float] = defaultdict(float)
    # The kernel releases the GIL; results are added in order, so they do not depend on the number of cores.
    boxes = list(_split_again(kernel, solution))
    draw_together(boxes)
    split_again = {
        (box.decision.shown, box.decision.hand): results
        for box, results in zip(boxes, on_all_cores(lambda box: list(box.nets()), boxes), strict=True)
    }
    against = on_all_cores(
        lambda showing: list(_against(kernel, showing, solution, split_again)), range(len(solution.chances))
    )
    for chance, results in zip(solution.chances, against, strict=True):
        for net, part, error in results:
            chances[net] += chance * part
            errors[net] += chance * error
    parts = kernel.payoffs.parts
    return NetResults(
        chances={Fraction(net, parts): chance for net, chance in sorted(chances.items())},
        errors={Fraction(net, parts): errors[net] for net in sorted(chances)},
    )


def _split_again(kernel: BlackjackKernel, solution: Solution) -> Iterator[SplitBox]:
    """Yield the boxes of pairs that are split and may be split again."""
    for showing, decisions in enumerate(solution.decisions):
        upcard = kernel.upcard(showing)
        for decision in decisions:
            if decision.play in SPLITS and kernel.plays.allows(
                decision.play, decision.hand, upcard, splits=1, from_split=True
            ):
                yield SplitBox(kernel, showing, solution, decision)


def _against(
    kernel: BlackjackKernel,
    showing: int,
    solution: Solution,
    split_again: Mapping[tuple[tuple[int, ...], tuple[int, int]], list[BoundedNet]],
) -> Iterator[BoundedNet]:
    """Yield the net results of all initial hands against one showing of the dealer."""
    decisions = solution.decisions[showing]
    for decision in decisions:
        if decision.play in SPLITS:
            again = split_again.get((decision.shown, decision.hand))
            for net, part, error in again or SplitOnce(kernel, showing, solution, decision).nets():
                yield BoundedNet(net, decision.chance * part, decision.chance * error)
        elif decision.play is Play.SURRENDER:
            yield from _surrendered(kernel, showing, decision)
        elif decision.play is None:
            yield from _nothing_to_decide(kernel, showing, decision)
    ended = _ended_unsplit(kernel, showing, solution.policies[INITIAL][showing], _playing(decisions))
    for end, chances in ended.items():
        yield from map(BoundedNet, kernel.nets(end, HandKind.INITIAL), chances)


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
            joint = SplitOnce(kernel, showing, solution, decision).joint()
            both = sum(chances[blackjack] for ends, chances in joint.items() if bust.issuperset(ends))
            chance += decision.chance * both
    ended = _ended_unsplit(kernel, showing, solution.policies[INITIAL][showing], _playing(decisions))
    return chance + sum(chances[blackjack] for end, chances in ended.items() if end in bust)


def _total(kernel: BlackjackKernel, decision: Decision) -> Total:
    return kernel.hands.totals[kernel.hands.of(*decision.hand)]


def _surrendered(kernel: BlackjackKernel, showing: int, decision: Decision) -> Iterator[BoundedNet]:
    clear, taken = kernel.surrendered
    if kernel.blackjack_ends_first and not kernel.plays.is_early(decision.hand, kernel.upcard(showing)):
        taken = kernel.blackjack_takes[_total(kernel, decision)]
    yield BoundedNet(kernel.payoffs.in_parts(taken), decision.chance * decision.dealer_blackjack)
    yield BoundedNet(kernel.payoffs.in_parts(clear), decision.chance * (1 - decision.dealer_blackjack))


def _nothing_to_decide(kernel: BlackjackKernel, showing: int, decision: Decision) -> Iterator[BoundedNet]:
    """Yield the net results of a hand settled as dealt: a blackjack, or any hand where the dealer's blackjack shows."""
    total = _total(kernel, decision)
    nets = list(kernel.payoffs.nets[HandKind.INITIAL][kernel.payoffs.end(total, 2)])
    if kernel.blackjack_ends_first:
        nets[kernel.payoffs.blackjack] = kernel.blackjack_takes[total]
    for net, chance in zip(nets, kernel.chances(showing, [counted(decision.hand)])[0], strict=True):
        yield BoundedNet(kernel.payoffs.in_parts(net), decision.chance * chance)


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


class SplitOnce:
    """The two hands that result from splitting a pair once, against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution, decision: Decision) -> None:
        assert decision.play is not None
        self.kernel, self.showing, self.value = kernel, showing, decision.hand[0]
        self.added = SPLITS[decision.play]
        self.policies = {key: policies[showing] for key, policies in solution.policies.items()}

    def nets(self) -> Iterator[BoundedNet]:
        """Yield the net results of both hands together, given the pair."""
        joint = self.joint()
        first_nets = {end: self.kernel.nets(end, HandKind.SPLIT) for end in {end for end, _ in joint}}
        second_nets = {end: self.kernel.nets(end, self.added) for end in {end for _, end in joint}}
        chance_of: dict[int, float] = defaultdict(float)
        for (first, second), chances in joint.items():
            for net, other_net, chance in zip(first_nets[first], second_nets[second], chances, strict=True):
                chance_of[net + other_net] += chance
        yield from (BoundedNet(net, chance) for net, chance in chance_of.items())

    def joint(self) -> JointEnds:
        """Return the joint distribution of the ends of both hands; busts by drawing are the whole less others."""
        out = self._out(2)
        first = second = self._ended(HandKind.SPLIT)
        if hand_start(self.added, self.value) != hand_start(HandKind.SPLIT, self.value):
            second = self._ended(self.added)
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

    def _ended(self, kind: HandKind) -> EndedHands:
        """Return how one hand of the box can end."""
        hands = self.kernel.hands
        start = dict.fromkeys(hands.children[hands.of(self.value)], 1)
        return self.kernel.ended(self.policies[hand_start(kind, self.value)], start, self._out(1))


def _minus(whole: ByKind, *parts: ByKind) -> ByKind:
    return [of_kind - sum(part[kind] for part in parts) for kind, of_kind in enumerate(whole)]
