"""The compiled dynamic programs for a table's rules and a shoe: arrays in, arrays out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from upcard.errors import Misuse
from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.dealer import DealerTree, dealer_of
from upcard.exact.blackjack.ended_hands import EndedHands, completed_hands, empty_hand, ended_hands_of, uncleared
from upcard.exact.blackjack.hand_sets import HandSets, hand_sets
from upcard.exact.blackjack.play_values import WORTH_PARTS, PlayValues
from upcard.exact.blackjack.shoe import Values
from upcard.exact.blackjack.splits import most_removed
from upcard.payoffs.hands import VALUES, ValueCounts, all_hands, counted
from upcard.payoffs.plays import HAND_PLAYS, ONLY_STAND
from upcard.payoffs.settlement import DOUBLINGS, NOT_BUST, payoffs_of
from upcard.processors import on_all_cores
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HandKind
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS

JointEnds = dict[tuple[int, int], list[float]]  # by the ends of two hands: probabilities by kind of dealer's hand

SPLIT_PARTS: int = lib.SPLIT_PARTS
NOT_ALLOWED: int = lib.NOT_ALLOWED  # the value of a play that a hand does not have
MOST_ENDS: int = lib.MOST_ENDS
OVER_CLASS = 0  # the class of hands that have nothing to decide
TOTAL_CLASSES = 4 * (MOST_POINTS + 1)
BUST_END = 0  # the number of a bust by drawing
MOST_ENDED = 8192  # room for the hands that one policy ends with


class HandStart(NamedTuple):
    """How a hand began, as far as its policy depends on it."""

    kind: HandKind
    aces: bool = False  # it began with one of two split aces


INITIAL = HandStart(HandKind.INITIAL)
POLICIES = (
    INITIAL,
    *(HandStart(kind, aces) for kind in (HandKind.SPLIT, HandKind.ADDED_FREE) for aces in (False, True)),
)


def hand_start(kind: HandKind, value: int) -> HandStart:
    """Return how a split hand of a kind and value began; an added hand with chips on it is played as the first hand."""
    return HandStart(HandKind.SPLIT if kind is HandKind.ADDED else kind, kind.from_split and value == 1)


def class_of(total: Total, *, two: bool) -> int:
    """Return the number of a total's class; hands of two cards have classes of their own."""
    return 4 * total.points + 2 * total.soft + two


@cache
def _hand_arrays() -> dict[str, Any]:
    """Return the hands as arrays of the kernel; they are the same at every table."""
    hands = all_hands()
    return {
        "count": ffi.new("uint8_t[]", [n for counts in hands.counts for n in counts]),
        "child": ffi.new("int16_t[]", [child for children in hands.children for child in children]),
        "single": ffi.new("int16_t[]", [hands.of(value) for value in range(1, VALUES + 1)]),
    }


@lru_cache(maxsize=8)
def _classes(masks: bytes) -> bytes:
    hands = all_hands()
    numbers = [class_of(total, two=cards == 2) for total, cards in zip(hands.totals, hands.lengths, strict=True)]
    return bytes([OVER_CLASS if mask == ONLY_STAND else number for mask, number in zip(masks, numbers, strict=True)])


class BlackjackKernel:
    """The programs for one set of rules and one shoe; a showing of the dealer is given by its number."""

    def __init__(self, rules: BlackjackRules, shoe: Values) -> None:
        self.rules, self.cards, self.hands, self.payoffs = rules, shoe, all_hands(), payoffs_of(rules)
        self.plays, self.dealer = self.payoffs.plays, dealer_of(self.payoffs)
        self.shoe = ffi.new("double[]", [float(n) for n in shoe])
        self._check_sizes()
        # Any: the objects of cffi have no types.
        self._alive: list[Any] = []
        self._player = self._player_hands()
        self._kinds: dict[HandKind, Any] = {}
        self._kind_with_nets: dict[tuple[tuple[float, ...], ...], HandKind] = {}
        self._same_nets_as: dict[HandKind, HandKind] = {}  # the first kind of hand with the same net results
        for kind in self.payoffs.kinds:
            self._add_kind(kind)
        self._trees = [self._tree(tree) for tree in self.dealer.trees]
        self._dealers: dict[int, Any] = {}
        self._dealers_hands: dict[int, EndedHands] = {}

    def _check_sizes(self) -> None:
        """Check that everything fits into the arrays of the kernel."""
        nodes = [tree.nodes for tree in self.dealer.trees]
        assert len(self.hands.counts) <= lib.MOST_HANDS
        assert max(map(len, nodes)) <= lib.MOST_NODES
        assert max((node.depth for tree in nodes for node in tree), default=0) < lib.MOST_DRAWN
        assert len(self.dealer.kinds) <= lib.MOST_CATEGORIES
        assert max(len(self.payoffs.nets[HandKind.INITIAL]), len(self.dealer.kinds)) <= MOST_ENDS

    def _array(self, kind: str, numbers: Sequence[float] | bytes) -> Any:
        array = ffi.new(f"{kind}[]", numbers if isinstance(numbers, bytes) else list(numbers))
        self._alive.append(array)
        return array

    @cached_property
    def blackjack_ends_first(self) -> bool:
        """Whether the dealer's blackjack ends the round before the players decide."""
        return self.rules.hole_card.dealt_first

    def upcard(self, showing: int) -> int:
        """Return the upcard of a showing; of two cards that are face up, the lower."""
        return self.dealer.trees[showing].shown[0]

    def tree(self, showing: int) -> Any:
        """Return the dealer's tree of a showing as the kernel's."""
        return self._trees[showing]

    def masks(self, showing: int, key: HandStart) -> bytes:
        """Return the plays that each hand has against a showing, as bits."""
        return self.plays.masks(self.upcard(showing), from_split=key.kind.from_split, aces=key.aces)

    def classes(self, showing: int) -> bytes:
        """Return the class of each hand: by its total and whether it has two cards, or OVER_CLASS."""
        return _classes(self.masks(showing, INITIAL))

    def allowed(self, showing: int, key: HandStart, first: bytes, second: bytes) -> bytes:
        """Return the first of two plays that each hand has; it stands if it has neither."""
        policy = ffi.new("uint8_t[]", len(first))
        arrays = (ffi.from_buffer("uint8_t[]", plays) for plays in (self.masks(showing, key), first, second))
        lib.allow_pass(len(first), *arrays, policy)
        return bytes(ffi.buffer(policy))

    def _player_hands(self) -> Any:
        doublings = [doubled if doubled in self.payoffs.ways else None for doubled in DOUBLINGS]
        return ffi.new(
            "player_hands *",
            {
                "hands": len(self.hands.counts),
                "initial": self.hands.initial,
                **_hand_arrays(),
                "end": self._array("uint8_t", b"".join(map(self.payoffs.ends_of_hands, doublings))),
                "bust": self._array("uint8_t", [self.payoffs.bust(doubled) for doubled in doublings]),
                "categories": len(self.dealer.kinds),
                "blackjack": self.payoffs.blackjack,
            },
        )

    def _add_kind(self, kind: HandKind) -> None:
        """Make the kernel's table of the net results of a kind of hand; a bust may depend on a blackjack only."""
        blackjack, nets = self.payoffs.blackjack, [list(row) for row in self.payoffs.nets[kind]]
        settled = [row[blackjack] for row in nets]
        for doubled in self.payoffs.ways:
            bust = nets[self.payoffs.bust(doubled)]
            if len({net for place, net in enumerate(bust) if place != blackjack}) > 1:
                raise Misuse("rules that settle a bust by the dealer's hand cannot be analyzed")
            bust[blackjack] = self.payoffs.nets[kind][self.payoffs.end(NOT_BUST, 3, doubled)][blackjack]
        if self.blackjack_ends_first:  # the round ends before any hand is played
            settled = [Fraction(0)] * len(nets)
            for row in nets:
                row[blackjack] = Fraction(0)
        numbers = tuple(float(net) for row in nets for net in row), tuple(float(net) for net in settled)
        self._same_nets_as[kind] = self._kind_with_nets.setdefault(numbers, kind)
        net, against_blackjack = (self._array("double", column) for column in numbers)
        self._kinds[kind] = ffi.new("hand_kind *", {"net": net, "settled": against_blackjack})

    def _tree(self, tree: DealerTree) -> Any:
        columns = list(zip(*tree.nodes, strict=True)) or [()] * 5
        depth, value, copy, category = (self._array("uint8_t", column) for column in columns[:4])
        return ffi.new(
            "dealer_tree *",
            {
                "nodes": len(tree.nodes),
                "depth": depth,
                "value": value,
                "copy": copy,
                "category": category,
                "orderings": self._array("double", columns[4]),
                "root": -1 if tree.root is None else tree.root,
                "blackjack_with": -1 if tree.blackjack_with is None else tree.blackjack_with,
                "shown": self._array("uint8_t", counted(tree.shown)),
            },
        )

    def chances(self, showing: int, removed: Sequence[ValueCounts]) -> list[list[float]]:
        """Return the probability of each kind of completed dealer's hand, for each set of removed cards."""
        kinds = len(self.dealer.kinds)
        out = ffi.new("double[]", len(removed) * kinds)
        sets = ffi.new("uint8_t[]", [n for counts in removed for n in counts])
        lib.dealer_pass(self._trees[showing], kinds, self.shoe, len(removed), sets, out)
        flat = ffi.unpack(out, len(removed) * kinds)
        return [flat[at : at + kinds] for at in range(0, len(flat), kinds)]

    @cached_property
    def _sets(self) -> HandSets:
        """Return the sets of cards for which the dealer's hand is completed."""
        return hand_sets(most_removed(self.rules.splits + 1, again=self.rules.splits > 1) - 1)

    def _all_chances(self, showing: int) -> Any:
        """Return the probabilities of the dealer's hand for every set of cards, as an array of the kernel."""
        if showing not in self._dealers:
            kinds, sets = len(self.dealer.kinds), self._sets
            out = uncleared("double[]", sets.size * kinds)
            lib.dealer_pass(self._trees[showing], kinds, self.shoe, sets.size, sets.count, out)
            self._dealers[showing] = out
        return self._dealers[showing]

    def complete_dealers(self) -> None:
        """Complete the dealer's hand for every showing and set of cards, on all cores."""
        on_all_cores(self._all_chances, range(len(self._trees)))

    def value(self, showing: int, key: HandStart, policy: bytes | None = None) -> PlayValues:
        """Return the value of every play of every hand, played on by the policy or, without one, optimally."""
        hands = len(self.hands.counts)
        values, best = uncleared("double[]", hands * len(HAND_PLAYS)), ffi.new("uint8_t[]", hands)
        worths = uncleared("double[]", (hands - self.hands.initial) * len(HAND_PLAYS) * WORTH_PARTS)
        lib.play_pass(
            self._trees[showing],
            self._player,
            self.shoe,
            self._kinds[key.kind],
            ffi.from_buffer("uint8_t[]", self.masks(showing, key)),
            self._all_chances(showing),
            ffi.NULL if policy is None else ffi.from_buffer("uint8_t[]", policy),
            values,
            worths,
            best,
        )
        return PlayValues(values=values, worths=worths, initial=self.hands.initial, plays=bytes(ffi.buffer(best)))

    def chosen(self, showing: int, key: HandStart, valued: PlayValues) -> bytes:
        """Return the best play of every hand among those it has, by values of hands that began in another way."""
        best = ffi.new("uint8_t[]", len(self.hands.counts))
        lib.choose_pass(len(best), ffi.from_buffer("uint8_t[]", self.masks(showing, key)), valued.values, best)
        return bytes(ffi.buffer(best))

    def reach(self, showing: int, policy: bytes, start: Mapping[int, float]) -> Any:
        """Return the probability of reaching every hand by a policy, from starting hands with theirs."""
        out = ffi.new("double[]", len(self.hands.counts))
        for hand, chance in start.items():
            out[hand] = chance
        lib.reach_pass(self._trees[showing], self._player, self.shoe, ffi.from_buffer("uint8_t[]", policy), out)
        return out

    def by_class(self, classes: bytes, reach: Any, valued: PlayValues) -> list[tuple[float, ...]]:
        """Return the sums of every play's value, and of the probability, over the hands of each class."""
        step = len(HAND_PLAYS) + 1
        sums = ffi.new("double[]", TOTAL_CLASSES * step)
        lib.class_pass(len(classes), ffi.from_buffer("uint8_t[]", classes), reach, valued.values, sums)
        flat = ffi.unpack(sums, TOTAL_CLASSES * step)
        return [tuple(flat[at : at + step]) for at in range(0, len(flat), step)]

    def split(
        self, showing: int, kinds: Sequence[HandKind], policy: bytes, value: int, most_removed: int
    ) -> dict[HandKind, list[float]]:
        """Return the worths of hands that began with one card of a split pair, for 2, 3, … cards of that value out.

        Each has WORTH_PARTS numbers where the second card is of another value, then as many where it is of the same.
        """
        unlike = list(dict.fromkeys(self._same_nets_as[kind] for kind in kinds))
        size = SPLIT_PARTS * (most_removed - 1)
        out = ffi.new("double[]", size * len(unlike))
        lib.split_pass(
            self._trees[showing],
            self._player,
            self.shoe,
            self._sets.number,
            self._all_chances(showing),
            len(unlike),
            ffi.new("hand_kind *[]", [self._kinds[kind] for kind in unlike]),
            ffi.from_buffer("uint8_t[]", policy),
            value - 1,
            most_removed,
            out,
        )
        numbers = ffi.unpack(out, size * len(unlike))
        each = {kind: numbers[at * size : (at + 1) * size] for at, kind in enumerate(unlike)}
        return {kind: each[self._same_nets_as[kind]] for kind in kinds}

    def single(
        self, showing: int, value: int, removed: range, ended: EndedHands, symbols: int, symbol_of_end: Any
    ) -> Any:
        """Return the joint distribution of a split hand's symbol and the dealer's hand; the hand began with one card.

        It is an array of the kernel by number of cards of that value out, kind of dealer's hand and symbol.
        """
        out = ffi.new("double[]", len(removed) * len(self.dealer.kinds) * symbols)
        lib.single_pass(
            self._trees[showing],
            self._player,
            self.shoe,
            value - 1,
            removed.start,
            len(removed),
            self._sets.number,
            self._all_chances(showing),
            ended.hands,
            symbols,
            symbol_of_end,
            out,
        )
        return out

    def ended(
        self, policy: bytes, start: Mapping[int, int], out_before: ValueCounts, *, busts: bool = False
    ) -> EndedHands:
        """Return the hands in which a policy ends from starting hands, each in so many orders.

        The cards `out_before` were out of the shoe before. Without `busts`, hands that bust by drawing are left out:
        their probability is what all others leave over.
        """
        orders = ffi.new("double[]", len(self.hands.counts))
        for hand, number in start.items():
            orders[hand] = number
        ended = ended_hands_of(MOST_ENDED, cleared=False)
        plays, cards = ffi.from_buffer("uint8_t[]", policy), ffi.new("uint8_t[]", list(out_before))
        if lib.end_pass(self._player, plays, orders, cards, busts, ended.hands):
            raise MemoryError
        return ended

    def dealers(self, showing: int) -> EndedHands:
        """Return the dealer's completed hands as hands that have ended, the end being the kind."""
        if showing not in self._dealers_hands:
            self._dealers_hands[showing] = completed_hands(self.dealer.trees[showing])
        return self._dealers_hands[showing]

    @cached_property
    def _nets(self) -> dict[HandKind, list[list[int]]]:
        """Return the net result of each end of each kind of hand, in parts of a unit, as settled.

        A dealer's blackjack that ends the round before any hand is played takes the original wager only.
        """
        taken = self.payoffs.in_parts(self.blackjack_takes[NOT_BUST])
        nets = {
            kind: [list(map(self.payoffs.in_parts, row)) for row in self.payoffs.nets[kind]] for kind in self._kinds
        }
        if self.blackjack_ends_first:
            for kind, rows in nets.items():
                for row in rows:
                    row[self.payoffs.blackjack] = taken if kind.original else 0
        return nets

    def nets(self, end: int, kind: HandKind) -> list[int]:
        """Return the net result of an end against each kind of dealer's hand, in parts of a unit."""
        return self._nets[kind][end]

    @cached_property
    def blackjack_takes(self) -> dict[Total, Fraction]:
        """Return the net result of each initial total where a dealer's blackjack ends the round before it is played."""
        nets, two = self.payoffs.nets[HandKind.INITIAL], range(self.hands.initial, self.hands.of(1))
        totals = {self.hands.totals[hand] for hand in two}
        return {total: nets[self.payoffs.end(total, 2)][self.payoffs.blackjack] for total in totals}

    @cached_property
    def surrendered(self) -> tuple[Fraction, Fraction]:
        """Return what a surrendered hand loses where the dealer has no blackjack, and where the dealer has one."""
        assert self.payoffs.surrendered is not None
        nets = self.payoffs.nets[HandKind.INITIAL][self.payoffs.surrendered]
        clear = {net for place, net in enumerate(nets) if place != self.payoffs.blackjack}
        if len(clear) > 1:
            raise Misuse("rules that settle a surrendered hand by the dealer's total cannot be analyzed")
        return clear.pop(), nets[self.payoffs.blackjack]

    def joint(self, showing: int, out: ValueCounts, first: EndedHands, second: EndedHands) -> JointEnds:
        """Return the joint distribution of the ends of two hands and the kind of dealer's hand.

        All three are drawn from the shoe less the cards that are out.
        """
        kinds = len(self.dealer.kinds)
        chances = ffi.new("double[]", MOST_ENDS * MOST_ENDS * kinds)
        shoe = ffi.new("double[]", [n - less for n, less in zip(self.cards, out, strict=True)])
        if lib.two_hands_pass(self._trees[showing], kinds, shoe, first.hands, second.hands, chances):
            raise MemoryError
        return {
            (end, other): ffi.unpack(chances + (end * MOST_ENDS + other) * kinds, kinds)
            for end in first.ends
            for other in second.ends
        }

    def alone(self, showing: int, out: ValueCounts, hands: EndedHands) -> dict[int, list[float]]:
        """Return the joint distribution of the end of one hand and the kind of dealer's hand."""
        return {end: chances for (end, _), chances in self.joint(showing, out, hands, empty_hand()).items()}
