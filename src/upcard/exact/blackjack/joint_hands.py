"""Several hands of a split pair and the dealer's, drawn from one shoe: the joint distribution of their net results.

Hands are drawn that do not bust; a bust is what all others leave over. What their ends stand for is in `end_powers`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import mul
from typing import NamedTuple

from upcard.exact.blackjack import programs
from upcard.exact.blackjack.blackjack_kernel import BUST_END, BlackjackKernel, hand_start
from upcard.exact.blackjack.disjoint_hands import BoxOfHands, DisjointHands
from upcard.exact.blackjack.end_powers import HAND_TYPES, EndPowers, HandOfBox, end_powers, plain_ends
from upcard.exact.blackjack.program_constants import MOST_ENDS, MOST_SEVERAL, PAIR_CLASSES
from upcard.exact.blackjack.programs import SplitKind
from upcard.exact.blackjack.solve import Solution
from upcard.exact.blackjack.structures import EndedHands, Numbers, numbers
from upcard.payoffs.hands import VALUES, counted
from upcard.rules.enums import HandKind

Polynomial = list[float]  # by power: a net result less the least, in steps
ByKind = list[Polynomial]  # by kind of dealer's hand

LIKE_ENDS = bytes((end + MOST_ENDS) % 256 for end in range(256))  # of hands whose second card is of the pair's value


def second_card_classes(hands: tuple[HandOfBox, HandOfBox]) -> list[int]:
    """Return the classes of two second cards that hands may have: whether each is of the pair's value.

    >>> second_card_classes((HandOfBox(original=True, other=True), HandOfBox(original=False, other=False)))
    [0, 1]
    """
    first, second = hands
    return [2 * like + also for like in range(2 - first.other) for also in range(2 - second.other)]


def _spanned(ranges: Sequence[range]) -> range:
    """Return the range of numbers from the least of all to the greatest."""
    filled = [each for each in ranges if each]
    return range(min(each.start for each in filled), max(each.stop for each in filled)) if filled else range(0)


class Means(NamedTuple):
    """The means of the power of a hand and of its square."""

    power: float
    squared: float


def _means(powers: Sequence[int], chances: Sequence[float]) -> Means:
    return Means(sum(map(mul, powers, chances)), sum(map(mul, map(mul, powers, powers), chances)))


class JointHands:
    """Hands that began with one card of a split pair, against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution, value: int, added: HandKind) -> None:
        self.kernel, self.showing, self.value = kernel, showing, value
        self.kinds = (added, HandKind.SPLIT)  # by whether the hand has the original wager
        self.policies = tuple(solution.policies[hand_start(kind, value)][showing] for kind in self.kinds)
        self.categories = len(kernel.dealer.kinds)
        self._joint: dict[tuple[int, bool], Numbers] = {}
        self._polynomials: dict[tuple[HandOfBox, ...], dict[int, ByKind]] = {}
        self._removed: dict[tuple[int, bool], range] = {}
        self._products: dict[tuple[bool, int, int], float] = {}  # by original hand, class and cards out
        self._means: dict[tuple[HandOfBox, int], Means] = {}
        self._by_kind: dict[tuple[HandOfBox, int], list[float]] = {}
        self._bust_means: dict[tuple[bool, int], Means] = {}
        self._with_bust: dict[tuple[HandOfBox, bool, int], float] = {}
        self._of_busts: dict[tuple[bool, bool, int], float] = {}

    @cached_property
    def apart(self) -> bool:
        """Whether the hand with the original wager is played differently from the others."""
        return self.policies[0] != self.policies[1]

    @cached_property
    def lists(self) -> tuple[EndedHands, EndedHands]:
        """Return how a hand can end, by whether it has the original wager."""
        lists = [self._ended(policy) for policy in dict.fromkeys(self.policies)]
        return lists[0], lists[-1]

    def _ended(self, policy: bytes, *, busts: bool = False) -> EndedHands:
        """Return how a hand can end; ends from MOST_ENDS on have a second card of the pair's value."""
        hands, value = self.kernel.hands, self.value
        children = dict(enumerate(hands.children[hands.of(value)], start=1))
        like = (children.pop(value),)
        starts = [dict.fromkeys(hands, 1) for hands in (children.values(), like)]
        parts = [self.kernel.ended(policy, start, counted((value,)), busts=busts) for start in starts]
        return EndedHands(
            count=parts[0].count + parts[1].count,
            orderings=parts[0].orderings + parts[1].orderings,
            end=parts[0].end + parts[1].end.translate(LIKE_ENDS),
        )

    def alone(self, size: int) -> DisjointHands:
        """Return boxes of `size` hands, each hand summed by itself; the types of hands are those of HAND_TYPES."""
        shown = self.kernel.dealer.trees[self.showing].shown
        out = [shown.count(value) + size * (value == self.value) for value in range(1, VALUES + 1)]
        return DisjointHands(self._box, [n - less for n, less in zip(self.kernel.cards, out, strict=True)], size)

    @cached_property
    def _box(self) -> BoxOfHands:
        ended = {policy: self._ended(policy, busts=True) for policy in dict.fromkeys(self.policies)}
        return BoxOfHands(
            hands=[ended[self.policies[hand.original]] for hand in HAND_TYPES],
            powers=self.of_ends.of_types,
            span=self.span,
            dealers=self.kernel.dealers(self.showing),
            kinds=self.categories,
        )

    @cached_property
    def of_ends(self) -> EndPowers:
        """Return what the ends that occur stand for."""
        ends = bytes(sorted(set(chain.from_iterable(ended.end for ended in self.lists))))
        added, original = (
            tuple(tuple(self.kernel.nets(end, kind)) for end in plain_ends(ends, BUST_END)) for kind in self.kinds
        )
        return end_powers(ends, BUST_END, (added, original))

    @property
    def span(self) -> int:
        """Return the greatest power of a hand's polynomial."""
        return self.of_ends.span

    @property
    def symbols(self) -> int:
        """Return the number of symbols."""
        return self.of_ends.number_of_symbols

    def net(self, power: int, hands: int) -> int:
        """Return the net result that a power stands for in the polynomial of several hands, in parts of a unit."""
        return hands * self.of_ends.low + power * self.of_ends.step

    def draw(self, hands: int, removed: range) -> int | None:
        """Draw hands together, for each number of cards of the pair's value that may be out.

        Returns the number of steps to draw a hand more; None if there are too many sets of cards that they can hold.
        """
        self._removed[hands, self.apart] = removed
        steps = self._draw((self.apart, *(False,) * (hands - 1)), removed)
        if steps is not None and self.apart:
            # Without the original hand they are of a box that has one hand more.
            self._removed[hands, False] = range(max(removed.start, hands + 1), max(removed.stop, hands + 2))
            more = self._draw((False,) * hands, self._removed[hands, False])
            return None if more is None else steps + more
        return steps

    def draw_single(self, removed: range) -> None:
        """Draw one hand, for each number of cards of the pair's value that may be out."""
        for original in dict.fromkeys((self.apart, False)):
            self._removed[1, original] = removed
            self._joint[1, original] = self.kernel.single(
                self.showing, self.value, removed, self.lists[original], self.symbols, self.of_ends.symbol_of_end
            )

    def _draw(self, originals: tuple[bool, ...], removed: range) -> int | None:
        cards = list(self.kernel.cards)
        drawn = programs.several_hands(
            self.kernel.tree(self.showing),
            self.categories,
            numbers(n - out * (value == self.value - 1) for out in removed for value, n in enumerate(cards)),
            [self.lists[original] for original in originals],
            self.symbols,
            self.of_ends.symbol_of_end,
        )
        if drawn is None:
            return None
        self._joint[len(originals), any(originals)] = drawn.joint
        return drawn.steps

    def draw_pairs(self, removed: range, cards_out: Mapping[bool, Sequence[range]]) -> None:
        """Draw two hands together for their mean products, and with two cards out for their joint distribution.

        `cards_out`: by whether the original hand is one of the two, and by class, how many are out for a product.
        """
        alike = not self.apart and self.of_ends.powers[False] == self.of_ends.powers[True]
        both = [_spanned(ranges) for ranges in zip(*cards_out.values(), strict=True)]
        kinds = [
            SplitKind(
                hands=self.lists[original],
                net=self.of_ends.beyond_bust[original],
                places=[range(out.start - removed.start, out.stop - removed.start) for out in of_kind],
            )
            for original, of_kind in ([(False, both)] if alike else sorted(cards_out.items()))
        ]
        sums = programs.pair_sums(
            self.kernel.tree(self.showing),
            self.categories,
            self.kernel.shoe,
            self.value - 1,
            len(removed),
            kinds,
            self.symbols,
            self.of_ends.symbol_of_end,
        )
        self._joint[2, self.apart], self._removed[2, self.apart] = sums.joint, removed[:1]
        for original, of_kind in cards_out.items():
            products = sums.products[0 if alike else original]
            for number, out in enumerate(of_kind):
                for cards in out:
                    self._products[original, number, cards] = products[(cards - removed.start) * PAIR_CLASSES + number]

    def mean_product(self, hands: tuple[HandOfBox, HandOfBox], removed: int) -> float:
        """Return the mean product of what two hands that do not bust win beyond a bust; the original hand first."""
        first, _ = hands
        if self._products:
            classes = second_card_classes(hands)
            return sum([self._products[first.original, number, removed] for number in classes])
        # Half of the second derivative at 1 of a product of two polynomials that are 0 there.
        return sum(
            power * (power - 1) * part / 2
            for polynomial in self.polynomial(hands, removed)
            for power, part in enumerate(polynomial)
        )

    def means(self, hand: HandOfBox, removed: int) -> Means:
        """Return the means of the power of a hand that does not bust, less those of a bust."""
        if (hand, removed) not in self._means:
            polynomials = self.polynomial((hand,), removed)
            self._means[hand, removed] = _means(
                [*range(self.span + 1)] * len(polynomials), [*chain.from_iterable(polynomials)]
            )
        return self._means[hand, removed]

    def bust_means(self, hand: HandOfBox, removed: int) -> Means:
        """Return the means of the power of a hand that busts."""
        key = hand.original, removed
        if key not in self._bust_means:
            self._bust_means[key] = _means(self.of_ends.busts[hand.original], self._dealer_chances(removed))
        return self._bust_means[key]

    def mean_with_bust(self, hand: HandOfBox, bust: HandOfBox, removed: int) -> float:
        """Return the mean product of what a hand wins beyond a bust and the power of another that busts."""
        key = hand, bust.original, removed
        if key not in self._with_bust:
            self._with_bust[key] = sum(map(mul, self.of_ends.busts[bust.original], self._means_by_kind(hand, removed)))
        return self._with_bust[key]

    def _means_by_kind(self, hand: HandOfBox, removed: int) -> list[float]:
        """Return what a hand wins beyond a bust with each kind of dealer's hand."""
        if (hand, removed) not in self._by_kind:
            powers = range(self.span + 1)
            polynomials = self.polynomial((hand,), removed)
            self._by_kind[hand, removed] = [sum(map(mul, powers, polynomial)) for polynomial in polynomials]
        return self._by_kind[hand, removed]

    def mean_of_busts(self, first: HandOfBox, second: HandOfBox, removed: int) -> float:
        """Return the mean product of the powers of two hands that bust."""
        key = first.original, second.original, removed
        if key not in self._of_busts:
            one, other = self.of_ends.busts[first.original], self.of_ends.busts[second.original]
            self._of_busts[key] = sum(map(mul, map(mul, self._dealer_chances(removed), one), other))
        return self._of_busts[key]

    def _dealer_chances(self, removed: int) -> list[float]:
        """Return the probability of each kind of dealer's hand."""
        return [chance for [chance] in self.polynomial((), removed)]

    def polynomial(self, hands: tuple[HandOfBox, ...], removed: int) -> ByKind:
        """Return the mean product of z^net - z^bust over hands that do not bust, with a kind of dealer's hand.

        The original hand comes first.
        """
        if hands not in self._polynomials:
            self._polynomials[hands] = self._summed(hands) if hands else self._dealers()
        return self._polynomials[hands][removed]

    def _dealers(self) -> dict[int, ByKind]:
        removed = range(2, 2 * MOST_SEVERAL + 4)
        chances = self.kernel.chances(self.showing, [counted((self.value,) * out) for out in removed])
        return {out: [[chance] for chance in by_kind] for out, by_kind in zip(removed, chances, strict=True)}

    def _summed(self, hands: tuple[HandOfBox, ...]) -> dict[int, ByKind]:
        first = self.apart and hands[0].original
        removed, powers = self._removed[len(hands), first], len(hands) * self.span + 1
        nets, busts = self.of_ends.of_symbols(hands)
        flat = programs.net_sums(
            self.categories, len(hands), self.symbols, self._joint[len(hands), first], nets, busts, powers
        ).tolist()
        rows = [flat[at : at + powers] for at in range(0, len(flat), powers)]
        return {
            cards: rows[at : at + self.categories]
            for cards, at in zip(removed, range(0, len(rows), self.categories), strict=True)
        }
