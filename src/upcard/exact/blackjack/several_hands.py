"""Several hands of a split pair and the dealer's, drawn from one shoe: the joint distribution of their net results.

The net result of a hand depends on its end and on the dealer's hand. Ends with the same result against a kind of
dealer's hand share a *symbol* there. The kernel draws hands that do not bust; a bust is what all others leave over.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.disjoint_hands import BoxOfHands, DisjointHands
from upcard.exact.blackjack.ended_hands import EndedHands, ended_hands_of
from upcard.exact.blackjack.kernel import BUST_END, MOST_ENDS, BlackjackKernel, hand_start
from upcard.exact.blackjack.solve import Solution
from upcard.payoffs.hands import VALUES, counted
from upcard.rules.enums import HandKind

MOST_SEVERAL: int = lib.MOST_SEVERAL
UNUSED: int = lib.UNUSED
PAIR_CLASSES = 4  # whether the second card of either of two hands is of the pair's value
TOO_MANY = 1  # what the kernel returns if hands can hold too many sets of cards

Polynomial = list[float]  # by power: a net result less the least, in steps
ByKind = list[Polynomial]  # by kind of dealer's hand


class HandOfBox(NamedTuple):
    """A hand of a box as far as its net result depends on it: has it the original wager, what is its second card."""

    original: bool
    other: bool  # its second card is not of the pair's value; otherwise it may be any card


HAND_TYPES = tuple(HandOfBox(original, other) for original in (False, True) for other in (False, True))


class Means(NamedTuple):
    """The means of the power of a hand and of its square."""

    power: float
    squared: float


class SeveralHands:
    """Hands that began with one card of a split pair, against one showing of the dealer."""

    def __init__(self, kernel: BlackjackKernel, showing: int, solution: Solution, value: int, added: HandKind) -> None:
        self.kernel, self.showing, self.value = kernel, showing, value
        self.kinds = (added, HandKind.SPLIT)  # by whether the hand has the original wager
        self.policies = tuple(solution.policies[hand_start(kind, value)][showing] for kind in self.kinds)
        self.categories = len(kernel.dealer.kinds)
        self._joint: dict[tuple[int, bool], Any] = {}
        self._polynomials: dict[tuple[HandOfBox, ...], dict[int, ByKind]] = {}
        self._removed: dict[tuple[int, bool], range] = {}
        self._products: dict[tuple[bool, int], list[float]] = {}
        self._means: dict[tuple[HandOfBox, int], Means] = {}
        self._with_bust: dict[tuple[HandOfBox, bool, int], float] = {}

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
        sizes = [part.hands.size for part in parts]
        both = ended_hands_of(sum(sizes), cleared=False)
        both.hands.size = sum(sizes)
        for at, part in ((0, parts[0]), (sizes[0], parts[1])):
            size = part.hands.size
            ffi.memmove(both.count + at * VALUES, part.count, size * VALUES)
            ffi.memmove(both.orderings + at, part.orderings, size * ffi.sizeof("double"))
            ffi.memmove(both.end + at, part.end, size)
        like_ends = bytes(end + MOST_ENDS for end in ffi.buffer(parts[1].end, sizes[1])[:])
        ffi.memmove(both.end + sizes[0], like_ends, sizes[1])
        return both

    def alone(self, size: int) -> DisjointHands:
        """Return boxes of so many hands, each summed by itself; the types of hands are those of HAND_TYPES."""
        shown = self.kernel.dealer.trees[self.showing].shown
        out = [shown.count(value) + size * (value == self.value) for value in range(1, VALUES + 1)]
        return DisjointHands(self._box, [n - less for n, less in zip(self.kernel.cards, out, strict=True)], size)

    @cached_property
    def _box(self) -> BoxOfHands:
        ended = {policy: self._ended(policy, busts=True) for policy in dict.fromkeys(self.policies)}
        unused, powers = bytes([UNUSED] * MOST_ENDS), bytearray()
        for hand, kind in product(HAND_TYPES, range(self.categories)):
            of_end = self._powers[hand.original]
            row = bytes([of_end[end][kind] if end in of_end else UNUSED for end in range(MOST_ENDS)])
            powers += row + (unused if hand.other else row)
        return BoxOfHands(
            hands=[ended[self.policies[hand.original]] for hand in HAND_TYPES],
            powers=bytes(powers),
            span=self.span,
            dealers=self.kernel.dealers(self.showing),
            kinds=self.categories,
        )

    @cached_property
    def ends(self) -> list[int]:
        """Return the ends that occur."""
        return sorted({end for ended in self.lists for end in ended.ends})

    @cached_property
    def _scale(self) -> tuple[int, int, int]:
        """Return the least net result of a hand, the step between net results, and the number of steps."""
        ends = {BUST_END, *(end % MOST_ENDS for end in self.ends)}
        nets = {net for kind in self.kinds for end in ends for net in self.kernel.nets(end, kind)}
        low = min(nets)
        step = gcd(*(net - low for net in nets)) or 1
        return low, step, (max(nets) - low) // step

    @property
    def span(self) -> int:
        """Return the greatest power of a hand's polynomial."""
        return self._scale[2]

    def net(self, power: int, hands: int) -> int:
        """Return the net result that a power stands for in the polynomial of so many hands, in parts of a unit."""
        low, step, _ = self._scale
        return hands * low + power * step

    @cached_property
    def _powers(self) -> tuple[dict[int, list[int]], ...]:
        """Return the power of each end against each kind of dealer's hand, by whether the hand is the original one."""
        low, step, _ = self._scale
        ends = {BUST_END, *(end % MOST_ENDS for end in self.ends)}
        return tuple(
            {end: [(net - low) // step for net in self.kernel.nets(end, kind)] for end in ends} for kind in self.kinds
        )

    @cached_property
    def _symbols(self) -> list[list[tuple[int, int, bool]]]:
        """Return the symbols against each kind of dealer's hand: both net results, and if the second card is like."""
        return [sorted({row[kind] for row in self._rows.values()}) for kind in range(self.categories)]

    @cached_property
    def _rows(self) -> dict[int, list[tuple[int, int, bool]]]:
        """Return, for each end, its symbol against each kind of dealer's hand."""
        return {
            end: [
                (added, original, end >= MOST_ENDS)
                for added, original in zip(*(powers[end % MOST_ENDS] for powers in self._powers), strict=True)
            ]
            for end in self.ends
        }

    @cached_property
    def _symbol_of_end(self) -> Any:
        table = bytearray(2 * MOST_ENDS * self.categories)
        numbers = [{symbol: number for number, symbol in enumerate(symbols)} for symbols in self._symbols]
        for end, row in self._rows.items():
            at = end * self.categories
            table[at : at + self.categories] = bytes(
                number_of[symbol] for number_of, symbol in zip(numbers, row, strict=True)
            )
        return ffi.new("uint8_t[]", bytes(table))

    @cached_property
    def symbols(self) -> int:
        """Return the number of symbols."""
        return max(map(len, self._symbols))

    def draw(self, hands: int, removed: range) -> int | None:
        """Draw so many hands together, with so many cards of the pair's value out.

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
        """Draw one hand, with so many cards of the pair's value out."""
        for original in dict.fromkeys((self.apart, False)):
            self._removed[1, original] = removed
            self._joint[1, original] = self.kernel.single(
                self.showing, self.value, removed, self.lists[original], self.symbols, self._symbol_of_end
            )

    def _draw(self, originals: tuple[bool, ...], removed: range) -> int | None:
        hands = len(originals)
        joint = ffi.new("double[]", self.categories * self.symbols**hands * len(removed))
        cards = list(self.kernel.cards)
        shoes = [n - out * (value == self.value - 1) for out in removed for value, n in enumerate(cards)]
        steps = ffi.new("int64_t *")
        failed = lib.several_pass(
            self.kernel.tree(self.showing),
            self.categories,
            len(removed),
            ffi.new("double[]", [float(n) for n in shoes]),
            hands,
            ffi.new("ended_hands *[]", [self.lists[original].hands for original in originals]),
            self.symbols,
            self._symbol_of_end,
            steps,
            joint,
        )
        if failed not in (0, TOO_MANY):
            raise MemoryError
        self._joint[hands, any(originals)] = joint
        return None if failed else int(steps[0])

    def draw_pairs(self, removed: range) -> None:
        """Draw two hands together for their mean products, and with two cards out for their joint distribution."""
        alike = not self.apart and self._powers[False] == self._powers[True]
        originals = (True,) if alike else (True, False)
        joint = ffi.new("double[]", self.categories * self.symbols**2)
        products = [ffi.new("double[]", len(removed) * PAIR_CLASSES) for _ in originals]
        nets = [self._beyond_bust(original=original) for original in (False, True)]
        pairs = [
            {
                "first": self.lists[original].hands,
                "second": self.lists[False].hands,
                "first_net": nets[original],
                "second_net": nets[False],
                "same": alike or not original,
                "product": product,
                "joint": joint if original else ffi.NULL,
            }
            for original, product in zip(originals, products, strict=True)
        ]
        failed = lib.pairs_pass(
            self.kernel.tree(self.showing),
            self.categories,
            self.kernel.shoe,
            self.value - 1,
            len(removed),
            len(pairs),
            ffi.new("hand_pair[]", pairs),
            self.symbols,
            self._symbol_of_end,
        )
        if failed:
            raise MemoryError
        self._joint[2, self.apart], self._removed[2, self.apart] = joint, removed[:1]
        for original in (True, False):
            numbers = ffi.unpack(products[0 if alike else 1 - original], len(removed) * PAIR_CLASSES)
            for at, cards in enumerate(removed):
                self._products[original, cards] = numbers[at * PAIR_CLASSES :][:PAIR_CLASSES]

    def _beyond_bust(self, *, original: bool) -> Any:
        """Return the power of each end less that of a bust, against each kind of dealer's hand."""
        powers, kinds = self._powers[original], self.categories
        table = [0.0] * (2 * MOST_ENDS * kinds)
        for end in self.ends:
            both = zip(powers[end % MOST_ENDS], powers[BUST_END], strict=True)
            table[end * kinds : (end + 1) * kinds] = [float(power - bust) for power, bust in both]
        return ffi.new("double[]", table)

    def mean_product(self, hands: tuple[HandOfBox, HandOfBox], removed: int) -> float:
        """Return the mean product of what two hands that do not bust win beyond a bust; the original hand first."""
        first, second = hands
        if (first.original, removed) in self._products:
            by_class = self._products[first.original, removed]
            return sum(by_class[2 * like + also] for like in range(2 - first.other) for also in range(2 - second.other))
        # Half of the second derivative at 1 of a product of two polynomials that are 0 there.
        return sum(
            power * (power - 1) * part / 2
            for polynomial in self.polynomial(hands, removed)
            for power, part in enumerate(polynomial)
        )

    def means(self, hand: HandOfBox, removed: int) -> Means:
        """Return the means of the power of a hand that does not bust, less those of a bust."""
        if (hand, removed) not in self._means:
            parts = [part for by_kind in self.polynomial((hand,), removed) for part in enumerate(by_kind)]
            self._means[hand, removed] = Means(
                sum(power * part for power, part in parts), sum(power * power * part for power, part in parts)
            )
        return self._means[hand, removed]

    def bust_means(self, hand: HandOfBox, removed: int) -> Means:
        """Return the means of the power of a hand that busts."""
        chances = self.polynomial((), removed)
        powers = [(self.bust_power(hand, kind), chance) for kind, [chance] in enumerate(chances)]
        return Means(
            sum(power * chance for power, chance in powers), sum(power * power * chance for power, chance in powers)
        )

    def mean_with_bust(self, hand: HandOfBox, bust: HandOfBox, removed: int) -> float:
        """Return the mean product of what a hand wins beyond a bust and the power of another that busts."""
        key = hand, bust.original, removed
        if key not in self._with_bust:
            by_kind = (
                sum(power * part for power, part in enumerate(polynomial))
                for polynomial in self.polynomial((hand,), removed)
            )
            self._with_bust[key] = sum(self.bust_power(bust, kind) * mean for kind, mean in enumerate(by_kind))
        return self._with_bust[key]

    def mean_of_busts(self, first: HandOfBox, second: HandOfBox, removed: int) -> float:
        """Return the mean product of the powers of two hands that bust."""
        return sum(
            chance * self.bust_power(first, kind) * self.bust_power(second, kind)
            for kind, [chance] in enumerate(self.polynomial((), removed))
        )

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

    def _summed(self, hands: Sequence[HandOfBox]) -> dict[int, ByKind]:
        first = self.apart and hands[0].original
        removed, kinds = self._removed[len(hands), first], range(self.categories)
        powers = len(hands) * self.span + 1
        out = ffi.new("double[]", len(removed) * self.categories * powers)
        nets, busts = bytearray(), bytearray()
        for hand, kind in product(hands, kinds):
            row = [
                UNUSED if hand.other and like else powers_of[hand.original] for *powers_of, like in self._symbols[kind]
            ]
            nets += bytes(row + [UNUSED] * (self.symbols - len(row)))
            busts.append(self.bust_power(hand, kind))
        lib.net_pass(
            self.categories,
            len(removed),
            len(hands),
            self.symbols,
            self._joint[len(hands), first],
            ffi.from_buffer("uint8_t[]", bytes(nets)),
            ffi.from_buffer("uint8_t[]", bytes(busts)),
            powers,
            out,
        )
        flat = ffi.unpack(out, len(removed) * self.categories * powers)
        return {
            cards: [flat[(at * self.categories + kind) * powers :][:powers] for kind in kinds]
            for at, cards in enumerate(removed)
        }

    def bust_power(self, hand: HandOfBox, kind: int) -> int:
        """Return the power that stands for the net result of a bust."""
        return self._powers[hand.original][BUST_END][kind]
