"""The net results of a box whose pair may be split again, by how many of its hands are drawn together.

Cards are exchangeable, so the second cards of all hands may be thought of as dealt first; that one is not of the
pair's value is the whole less the part where it is (see `splits`). Up to MOST_SEVERAL hands are drawn together with
the dealer's, without replacement, if that takes few enough steps; boxes of so many hands are exact, and the mean and
variance of all others follow from two hands. For a box of more hands, `disjoint_hands` finds probabilities that are
never too great; all together fall short of the whole by a known amount, and each by no more than that.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from operator import mul
from typing import NamedTuple

from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.disjoint_hands import solved
from upcard.exact.blackjack.end_powers import HAND_TYPES, HandOfBox
from upcard.exact.blackjack.joint_hands import ByKind, JointHands, Means, Polynomial, second_card_classes
from upcard.exact.blackjack.program_constants import MOST_SEVERAL, PAIR_CLASSES
from upcard.exact.blackjack.solve import Decision, Solution, left_after
from upcard.exact.blackjack.splits import probability_of_another
from upcard.rules.apply import SPLITS
from upcard.rules.blackjack import most_splits
from upcard.threads import on_all_cores

FEW_CARDS = 110  # in a shoe from which more than two hands are drawn together
STEPS = 10_000_000  # on all boxes of a table to draw a third hand together, and as many again for a fourth
STEPS_FOR_ALL = 100_000_000  # on a third hand, if that is enough for all boxes
ALWAYS_TOGETHER = 2  # so many hands are drawn together in any case: mean and variance follow from two

TURNED = (0, 2, 1, 3)  # the class of two second cards, if the hands change places

Hands = tuple[HandOfBox, ...]


class BoundedNet(NamedTuple):
    """A net result in parts of the initial wager, its probability, and a bound of that probability's error."""

    net: int
    chance: float
    error: float = 0.0


@lru_cache(maxsize=64)
def patterns(most_hands: int) -> tuple[tuple[Hands, int], ...]:
    """Return the hands of a box of a pair that may be split again, and the number of orders that lead to them.

    >>> [(len(hands), number) for hands, number in patterns(3)]
    [(3, 1), (3, 1), (2, 1)]
    """
    return tuple(Counter(tuple(sorted(hands, reverse=True)) for hands in _fill((True, False), 2, most_hands)).items())


def _fill(waiting: tuple[bool, ...], hands: int, most_hands: int) -> Iterator[Hands]:
    """Yield the hands of every pattern of second cards, dealt hand by hand; `waiting`: which has the original wager."""
    if not waiting or hands == most_hands:
        yield tuple(HandOfBox(original, other=False) for original in waiting)
        return
    original, *rest = waiting
    yield from _fill((original, False, *rest), hands + 1, most_hands)
    for filled in _fill(tuple(rest), hands, most_hands):
        yield (HandOfBox(original, other=True), *filled)


@lru_cache(maxsize=64)
def cards_out_for_products(most_hands: int) -> Mapping[bool, tuple[range, ...]]:
    """Return with how many cards of the pair's value out the mean product of two hands is needed, by class.

    Boxes of two hands need none. The key is whether the original hand is one of the two; otherwise both are alike, and
    so are the two classes in which one second card is of the pair's value.
    """
    out: dict[tuple[bool, int], set[int]] = defaultdict(set)
    for hands, _ in patterns(most_hands):
        others = sum(hand.other for hand in hands)
        for pair in combinations(hands, 2) if len(hands) > ALWAYS_TOGETHER else ():
            outside = others - pair[0].other - pair[1].other
            for number in second_card_classes(pair):
                for key in {number} if pair[0].original else {number, TURNED[number]}:
                    out[pair[0].original, key] |= set(range(len(hands), len(hands) + outside + 1))
    return {
        original: tuple(
            range(min(cards), max(cards) + 1) if (cards := out[original, number]) else range(0)
            for number in range(PAIR_CLASSES)
        )
        for original in (False, True)
    }


Pair = tuple[HandOfBox, HandOfBox]


@lru_cache(maxsize=64)
def _hands_and_pairs(hands: Hands) -> tuple[tuple[tuple[HandOfBox, int], ...], tuple[tuple[Pair, int], ...]]:
    """Return the hands of a pattern and any two of them, with the number of each."""
    return tuple(Counter(hands).items()), tuple(Counter(combinations(hands, 2)).items())


class SplitBox:
    """The hands that result from splitting a pair, again where it may be, against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution, decision: Decision) -> None:
        assert decision.play is not None
        self.decision, value = decision, decision.hand[0]
        self.most_hands = most_splits(kernel.rules, decision.play, value) + 1
        self.hands = JointHands(kernel, showing, solution, value, SPLITS[decision.play])
        left = left_after(kernel.cards, kernel.dealer.trees[showing].shown)
        self.chance_of_value = probability_of_another(left[value - 1], sum(left))
        self._lower: dict[int, Mapping[Hands, Polynomial]] = {}
        self._moments: dict[tuple[int, Hands, int], ByKind] = {}
        self._weights: dict[tuple[int, int], list[tuple[int, float]]] = {}
        self.together = 0  # how many hands have been drawn together
        self.steps: int | None = 0  # to draw a hand more; None: it cannot be drawn

    def draw(self) -> None:
        """Draw one hand more together."""
        steps = self.hands.draw(self.together + 1, self._removed(self.together + 1))
        if steps is None:
            self.steps = None
            return
        self.together += 1
        self.steps = steps if self.together < min(self.most_hands, MOST_SEVERAL) else None

    def draw_two(self) -> None:
        """Draw one hand, and two together for what boxes of more hands need of them: no hand more can be drawn."""
        self.hands.draw_single(self._removed(1))
        self.hands.draw_pairs(self._removed(ALWAYS_TOGETHER), cards_out_for_products(self.most_hands))
        self.together, self.steps = ALWAYS_TOGETHER, None

    def _removed(self, hands: int) -> range:
        """Return how many cards of the pair's value may be out when this number of a box's hands is drawn."""
        sizes = [
            (len(pattern), sum(hand.other for hand in pattern))
            for pattern, _ in patterns(self.most_hands)
            if hands <= len(pattern)
        ]
        return range(max(hands, 2), max(size + min(others, size - hands) for size, others in sizes) + 1)

    def nets(self) -> Iterator[BoundedNet]:
        """Yield the net results of the box, given the pair."""
        if not self.together:
            self.draw_two()
        for hands, number in patterns(self.most_hands):
            size = len(hands)
            chance = number * prod(self.chance_of_value(removed) for removed in range(2, size))
            if chance:
                yield from self._of_pattern(hands, chance)

    def _of_pattern(self, hands: Hands, chance: float) -> Iterator[BoundedNet]:
        size = len(hands)
        if size <= self.together:
            for polynomial in self.moment(size, hands, 0):
                for power, part in enumerate(polynomial):
                    if part:
                        yield BoundedNet(self.hands.net(power, size), chance * part)
            return
        least = self._least(size)[hands]
        moments = self._first_moments(hands)
        missing = max(moments[0] - sum(least), 0.0)
        nets = [self.hands.net(power, size) for power in range(len(least))]
        drawn = self.together > ALWAYS_TOGETHER
        near = _summed(self._closed(hands)) if drawn else _with_moments(least, moments)
        for net, part, low in zip(nets, near, least, strict=True):
            if part or low:
                yield BoundedNet(net, chance * part, chance * max(part - low, low + missing - part))

    def _first_moments(self, hands: Hands) -> tuple[float, float, float]:
        """Return the probability of a pattern, and the sums of power and squared power, from any two of its hands."""
        size, others = len(hands), sum(hand.other for hand in hands)
        singles, pairs = _hands_and_pairs(hands)
        first = squares = 0.0
        for hand, times in singles:
            means = self._means(size, hand, others - hand.other)
            first, squares = first + times * means.power, squares + times * means.squared
        for pair, times in pairs:
            outside = others - pair[0].other - pair[1].other
            squares += 2 * times * self._mean_product(size, pair, outside)
        return self.moment_of_none(size, others), first, squares

    def _means(self, size: int, hand: HandOfBox, outside: int) -> Means:
        """Return the means of a hand's power and squared power; `outside` as for `moment`."""
        drawn = [(weight, self.hands.means(hand, size + like)) for like, weight in self._of_other_values(size, outside)]
        bust = [
            (weight, self.hands.bust_means(hand, size + like))
            for like, weight in self._of_other_values(size, outside + hand.other)
        ]
        both = (*drawn, *bust)
        return Means(
            sum([weight * means.power for weight, means in both]),
            sum([weight * means.squared for weight, means in both]),
        )

    def _mean_product(self, size: int, pair: Pair, outside: int) -> float:
        """Return the mean product of the powers of two hands of a box of `size` hands; `outside` as for `moment`."""
        first, second = pair
        drawn = sum(
            [
                weight * self.hands.mean_product(pair, size + like)
                for like, weight in self._of_other_values(size, outside)
            ]
        )
        for hand, bust in ((first, second), (second, first)):
            for like, weight in self._of_other_values(size, outside + bust.other):
                drawn += weight * self.hands.mean_with_bust(hand, bust, size + like)
        for like, weight in self._of_other_values(size, outside + first.other + second.other):
            drawn += weight * self.hands.mean_of_busts(first, second, size + like)
        return drawn

    def _of_other_values(self, size: int, others: int) -> list[tuple[int, float]]:
        """Return how many cards more of the pair's value are out, with weights, for second cards of other values.

        A card of another value is any card, less one of the same.
        """
        if (size, others) not in self._weights:
            weights = [
                (like, comb(others, like) * prod(-self.chance_of_value(size + more) for more in range(like)))
                for like in range(others + 1)
            ]
            self._weights[size, others] = [(like, weight) for like, weight in weights if weight]
        return self._weights[size, others]

    def moment_of_none(self, size: int, outside: int) -> float:
        """Return the probability that `outside` hands of a box have a second card that is not of the pair's value."""
        return sum(polynomial[0] for polynomial in self.moment(size, (), outside))

    def _least(self, size: int) -> Mapping[Hands, Polynomial]:
        """Return probabilities of the net results that are never too great, for every pattern of `size` hands."""
        if size not in self._lower:
            chosen = [hands for hands, _ in patterns(self.most_hands) if len(hands) == size]
            types = [[HAND_TYPES.index(hand) for hand in hands] for hands in chosen]
            chances = self.hands.alone(size).distributions(types)
            self._lower[size] = dict(zip(chosen, chances, strict=True))
        return self._lower[size]

    def moment(self, size: int, hands: Hands, outside: int) -> ByKind:
        """Return the distribution of the sum of some hands of a box of `size` hands, with each kind of dealer's hand.

        `outside`: how many of the other hands have a second card that is not of the pair's value.
        """
        if (size, hands, outside) not in self._moments:
            self._moments[size, hands, outside] = self._moment(size, hands, outside)
        return self._moments[size, hands, outside]

    def _moment(self, size: int, hands: Hands, outside: int) -> ByKind:
        powers, kinds = len(hands) * self.hands.span + 1, range(self.hands.categories)
        sums = [[0.0] * powers for _ in kinds]
        for number in range(len(hands) + 1):
            for places in combinations(range(len(hands)), number):
                drawn = tuple(hands[place] for place in places)
                bust = [hand for place, hand in enumerate(hands) if place not in places]
                others = outside + sum(hand.other for hand in bust)
                for like, weight in self._of_other_values(size, others):
                    self._add(sums, self.hands.polynomial(drawn, size + like), bust, weight)
        return sums

    def _add(self, sums: ByKind, polynomials: ByKind, bust: list[HandOfBox], weight: float) -> None:
        busts = [self.hands.of_ends.busts[hand.original] for hand in bust]
        for kind, (polynomial, to) in enumerate(zip(polynomials, sums, strict=True)):
            shift = sum([powers[kind] for powers in busts])
            for power, part in enumerate(polynomial, start=shift):
                to[power] += weight * part

    def _closed(self, hands: Hands) -> ByKind:
        """Return the distribution of the sum of hands, without joint cumulants of more than were drawn together."""
        kinds = range(self.hands.categories)
        return [_Cumulants(self, hands, kind, self.together).distribution(hands) for kind in kinds]


def draw_together(boxes: Sequence[SplitBox]) -> None:
    """Draw the hands of boxes from a small shoe together: two of every box, more where that takes the fewest steps.

    From a larger shoe, each box draws two by itself when its net results are needed.
    """
    if any(sum(box.hands.kernel.cards) > FEW_CARDS for box in boxes):
        return
    for together in range(1, MOST_SEVERAL + 1):
        waiting = [(box.steps, number) for number, box in enumerate(boxes) if box.steps is not None]
        together_for_all = together == ALWAYS_TOGETHER + 1 and sum(steps for steps, _ in waiting) <= STEPS_FOR_ALL
        chosen, left = [], STEPS_FOR_ALL if together_for_all else STEPS
        for steps, number in sorted(waiting):
            left -= steps
            if left >= 0 or together <= ALWAYS_TOGETHER:
                chosen.append(boxes[number])
            else:
                boxes[number].steps = None
        on_all_cores(SplitBox.draw, chosen[::-1])  # the longest first


def _summed(polynomials: ByKind) -> Polynomial:
    return [sum(parts) for parts in zip(*polynomials, strict=True)]


def _with_moments(least: Polynomial, moments: Sequence[float]) -> Polynomial:
    """Return probabilities near the least ones with a given sum, and sums of power and of squared power.

    What the least ones lack is spread over them as a polynomial of the power, times their own size.
    """
    degrees = range(len(moments))
    powers = [_powers(degree, len(least)) for degree in range(2 * len(moments) - 1)]
    weights = least if sum(least) > moments[0] / 2 else [1.0] * len(least)
    sums = [sum(map(mul, of_degree, weights)) for of_degree in powers]
    matrix = [
        [*(sums[degree + other] for other in degrees), moments[degree] - sum(map(mul, powers[degree], least))]
        for degree in degrees
    ]
    share = solved(matrix)
    return [
        low + weight * sum([part * of_degree[power] for part, of_degree in zip(share, powers, strict=False)])
        for power, (low, weight) in enumerate(zip(least, weights, strict=True))
    ]


@lru_cache(maxsize=256)
def _powers(degree: int, size: int) -> list[int]:
    return [number**degree for number in range(size)]


class _Cumulants:
    """Joint moments and cumulants of the hands of a box, given their second cards and the kind of dealer's hand.

    Both are polynomials.
    """

    def __init__(self, box: SplitBox, hands: Hands, kind: int, together: int) -> None:
        self.box, self.size, self.kind, self.together = box, len(hands), kind, together
        self.others = sum(hand.other for hand in hands)
        self.whole = box.moment(self.size, (), self.others)[kind][0]
        self._means: dict[Hands, Polynomial] = {(): [1.0]}
        self._cumulants: dict[Hands, Polynomial] = {}

    def distribution(self, hands: Hands) -> Polynomial:
        """Return the distribution of the sum of hands, with the kind of dealer's hand."""
        if self.whole <= 0:
            return [0.0] * (len(hands) * self.box.hands.span + 1)
        return [self.whole * part for part in self.mean(hands)]

    def mean(self, hands: Hands) -> Polynomial:
        """Return the distribution of the sum of hands, given the kind of dealer's hand."""
        if hands not in self._means:
            if len(hands) <= self.together:
                outside = self.others - sum(hand.other for hand in hands)
                moment = self.box.moment(self.size, hands, outside)[self.kind]
                self._means[hands] = [part / self.whole for part in moment]
            else:
                self._means[hands] = self._sum(hands, self.together)
        return self._means[hands]

    def _sum(self, hands: Hands, most: int) -> Polynomial:
        """Return the sum over blocks of at most so many hands, the first among them, of cumulant times the rest."""
        first, *others = hands
        total: Polynomial = [0.0] * (len(hands) * self.box.hands.span + 1)
        blocks: dict[tuple[Hands, Hands], int] = defaultdict(int)
        for number in range(most):
            for places in combinations(range(len(others)), number):
                block = (first, *(others[place] for place in places))
                blocks[block, tuple(hand for place, hand in enumerate(others) if place not in places)] += 1
        for (block, rest), times in blocks.items():
            _add_product(total, self.cumulant(block), self.mean(rest), times)
        return total

    def cumulant(self, hands: Hands) -> Polynomial:
        """Return the joint cumulant of hands."""
        if hands not in self._cumulants:
            less = self._sum(hands, len(hands) - 1)
            self._cumulants[hands] = [part - other for part, other in zip(self.mean(hands), less, strict=True)]
        return self._cumulants[hands]


def _add_product(total: Polynomial, first: Polynomial, second: Polynomial, times: int) -> None:
    for power, part in enumerate(first):
        if part:
            for more, other in enumerate(second):
                total[power + more] += times * part * other
