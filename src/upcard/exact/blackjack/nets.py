"""The net result of a round on the blackjack wager: how probable each is, all hands of the box together.

A box of one hand is exact, and so is a pair that may be split once: all hands and the dealer's are drawn without
replacement. Where a pair may be split again, or where it is asked for to save time, the hands of its box are taken as
independent of each other given the dealer's completed hand, each being drawn with that hand without replacement.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

from upcard.exact.blackjack.ended_hands import Ended
from upcard.exact.blackjack.kernel import BUST, INITIAL, BlackjackKernel, Joint, begun
from upcard.exact.blackjack.solve import Decision, Solution, chance_of_another, left_after
from upcard.payoffs.hands import NO_COUNTS, ValueCounts, counted
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

Net = tuple[int, float]  # a result in parts of the initial wager, and its chance
ByKind = list[float]  # chances, by kind of dealer's hand


def nets(kernel: BlackjackKernel, played: Solution, *, jointly: bool = True) -> Mapping[Fraction, float]:
    """Give the chance of each net result of a round, in units of the initial wager.

    `jointly`: the two hands of a pair that may be split once are drawn together; else each by itself.
    """
    found: dict[int, float] = defaultdict(float)
    # The kernel lets other threads run; results are added in order, so they do not depend on the number of cores.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        against = threads.map(lambda shown: list(_against(kernel, shown, played, jointly)), range(len(played.chances)))
        for chance, results in zip(played.chances, against, strict=True):
            for net, part in results:
                found[net] += chance * part
    return {Fraction(net, kernel.payoffs.parts): chance for net, chance in sorted(found.items())}


def _against(kernel: BlackjackKernel, shown: int, played: Solution, jointly: bool) -> Iterator[Net]:
    """Go through the initial hands against one showing of the dealer."""
    decisions = played.decisions[shown]
    for one in decisions:
        if one.play in SPLITS:
            box = _NetsOfBox(kernel, shown, played, one, jointly=jointly)
            yield from ((net, one.chance * part) for net, part in box.nets())
        elif one.play is Play.SURRENDER:
            yield from _surrendered(kernel, shown, one)
        elif one.play is None:
            yield from _nothing_to_decide(kernel, shown, one)
    playing = [one for one in decisions if one.play and one.play not in (*SPLITS, Play.SURRENDER)]
    yield from _unsplit(kernel, shown, played.policies[INITIAL][shown], playing)


def _total(kernel: BlackjackKernel, one: Decision) -> Total:
    return kernel.hands.totals[kernel.hands.of(*one.hand)]


def _surrendered(kernel: BlackjackKernel, shown: int, one: Decision) -> Iterator[Net]:
    clear, taken = kernel.surrendered
    if kernel.known_first and not kernel.plays.is_early(one.hand, kernel.showing(shown)):
        taken = kernel.blackjack_takes[_total(kernel, one)]
    yield kernel.payoffs.in_parts(taken), one.chance * one.dealer_blackjack
    yield kernel.payoffs.in_parts(clear), one.chance * (1 - one.dealer_blackjack)


def _nothing_to_decide(kernel: BlackjackKernel, shown: int, one: Decision) -> Iterator[Net]:
    """Settle a hand as it was dealt: a blackjack, or any hand where the dealer's blackjack shows."""
    total = _total(kernel, one)
    nets = list(kernel.payoffs.nets[HandKind.INITIAL][kernel.payoffs.end(total, 2)])
    if kernel.known_first:
        nets[kernel.payoffs.blackjack] = kernel.blackjack_takes[total]
    for net, chance in zip(nets, kernel.chances(shown, [counted(one.hand)])[0], strict=True):
        yield kernel.payoffs.in_parts(net), one.chance * chance


def _unsplit(kernel: BlackjackKernel, shown: int, policy: bytes, playing: list[Decision]) -> Iterator[Net]:
    """Play hands that are neither split nor surrendered to their ends."""
    held = {kernel.hands.of(*one.hand): 1 + (one.hand[0] != one.hand[1]) for one in playing}
    dealer = kernel.chances(shown, [counted(one.hand) for one in playing])
    whole = [sum(one.chance * at[kind] for one, at in zip(playing, dealer, strict=True)) for kind in _kinds(kernel)]
    ended = _with_busts(kernel.alone(shown, NO_COUNTS, kernel.ended(policy, held, NO_COUNTS)), whole)
    for end, chances in ended.items():
        yield from zip(kernel.nets(end, HandKind.INITIAL), chances, strict=True)


def _kinds(kernel: BlackjackKernel) -> range:
    return range(len(kernel.dealer.kinds))


def _with_busts(ended: Mapping[int, ByKind], whole: ByKind) -> dict[int, ByKind]:
    """Add the hands that bust by drawing: the whole less all others."""
    rest = [of_kind - sum(chances[kind] for chances in ended.values()) for kind, of_kind in enumerate(whole)]
    return {**ended, BUST: rest}


class _NetsOfBox:
    """The hands that come of splitting a pair against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, shown: int, played: Solution, one: Decision, *, jointly: bool) -> None:
        assert one.play is not None
        self.kernel, self.shown, self.value, self.jointly = kernel, shown, one.hand[0], jointly
        self.most_hands, self.added = kernel.rules.splits + 1, SPLITS[one.play]
        upcard = kernel.showing(shown)
        self.again = kernel.plays.allows(one.play, one.hand, upcard, splits=1, from_split=True)
        self.policies = {key: policies[shown] for key, policies in played.policies.items()}
        left = left_after(kernel.cards, kernel.dealer.trees[shown].shown)
        self.chance, self.cards = chance_of_another(left[self.value - 1], sum(left)), left

    def nets(self) -> Iterator[Net]:
        """Give the net results of the box, given the pair."""
        if self.jointly and not self.again:
            yield from self._two_hands()
            return
        coming: dict[int, float] = defaultdict(float)
        for hands, chance in self._hands(2, 2, 0, 0):
            coming[hands] += chance
        for hands, chance in coming.items():
            yield from ((net, chance * part) for net, part in self._each_by_itself(hands))

    def _two_hands(self) -> Iterator[Net]:
        """Play a box that stays two hands, both and the dealer's from one shoe."""
        joint = self._joint()
        ones = {end: self.kernel.nets(end, HandKind.SPLIT) for end in {end for end, _ in joint}}
        twos = {end: self.kernel.nets(end, self.added) for end in {end for _, end in joint}}
        found: dict[int, float] = defaultdict(float)
        for (one, two), chances in joint.items():
            for net, besides, chance in zip(ones[one], twos[two], chances, strict=True):
                found[net + besides] += chance
        yield from found.items()

    def _joint(self) -> Joint:
        """Give the chance of both ways in which the hands end; hands that bust by drawing are the whole less others."""
        out = self._out(2)
        one = other = self._ended(HandKind.SPLIT, same=True)
        if begun(self.added, self.value) != begun(HandKind.SPLIT, self.value):
            other = self._ended(self.added, same=True)
        joint = self.kernel.joint(self.shown, out, one, other)
        ones, others = one.ends, other.ends
        for way, chances in self.kernel.alone(self.shown, out, one).items():
            joint[way, BUST] = _less(chances, *(joint[way, second] for second in others))
        for way, chances in self.kernel.alone(self.shown, out, other).items():
            joint[BUST, way] = _less(chances, *(joint[first, way] for first in ones))
        joint[BUST, BUST] = _less(self.kernel.chances(self.shown, [out])[0], *joint.values())
        return joint

    def _out(self, cards: int) -> ValueCounts:
        return counted((self.value,) * cards)

    def _ended(self, kind: HandKind, *, same: bool) -> Ended:
        """List how a hand of the box can end; its second card of the pair's value too, or only of another."""
        hands = self.kernel.hands
        drawn = enumerate(hands.children[hands.of(self.value)])
        held = {child: 1 for second, child in drawn if same or second != self.value - 1}
        return self.kernel.ended(self.policies[begun(kind, self.value)], held, self._out(1))

    def _hands(self, waiting: int, hands: int, same: int, others: int) -> Iterator[tuple[int, float]]:
        """Let the second cards fall: to how many hands the box comes, and the chance of that."""
        if not waiting or hands == self.most_hands or not self.again:
            yield hands, 1.0
            return
        chance = max(self.cards[self.value - 1] - 2 - same, 0) / (sum(self.cards) - 2 - same - others)
        for found, part in self._hands(waiting + 1, hands + 1, same + 1, others):
            yield found, chance * part
        for found, part in self._hands(waiting - 1, hands, same, others + 1):
            yield found, (1 - chance) * part

    def _each_by_itself(self, hands: int) -> Iterator[Net]:
        """Play a box of so many hands, each by itself given the dealer's completed hand."""
        same = hands == self.most_hands
        given = [self._given(HandKind.SPLIT, hands, same=same)]
        given += [self._given(self.added, hands, same=same)] * (hands - 1)
        for number, chance in enumerate(self.kernel.chances(self.shown, [self._out(hands)])[0]):
            found: Mapping[int, float] = {0: 1.0}
            for hand in given:
                found = _sum(found, hand[number])
            yield from ((net, chance * part) for net, part in found.items())

    def _given(self, kind: HandKind, hands: int, *, same: bool) -> list[dict[int, float]]:
        """Give the chance of what one hand brings, for each kind of dealer's hand."""
        out, dealers = self._out(hands), self.kernel.dealer.kinds
        whole, more = self.kernel.chances(self.shown, [out, self._out(hands + 1)])
        if not same:
            whole = _less(whole, [self.chance(hands) * at for at in more])
        ended = _with_busts(self.kernel.alone(self.shown, out, self._ended(kind, same=same)), whole)
        found: list[dict[int, float]] = [defaultdict(float) for _ in dealers]
        for end, chances in ended.items():
            for number, net in enumerate(self.kernel.nets(end, kind)):
                found[number][net] += chances[number] / (whole[number] or 1.0)
        return found


def _less(whole: ByKind, *parts: ByKind) -> ByKind:
    return [of_kind - sum(part[kind] for part in parts) for kind, of_kind in enumerate(whole)]


def _sum(one: Mapping[int, float], other: Mapping[int, float]) -> Mapping[int, float]:
    found: dict[int, float] = defaultdict(float)
    for (net, part), (more, chance) in product(one.items(), other.items()):
        found[net + more] += part * chance
    return found
