"""The compiled dynamic programs, given a table's rules and a shoe: arrays go in, numbers come back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from upcard.errors import Misuse
from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.dealer import DealerTree, dealer_of
from upcard.exact.blackjack.ended_hands import Ended, no_hand, room
from upcard.exact.blackjack.shoe import Values
from upcard.payoffs.hands import VALUES, ValueCounts, all_hands, counted
from upcard.payoffs.plays import ALONE, ONLY_STAND
from upcard.payoffs.settlement import DOUBLINGS, NOT_BUST, payoffs_of
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HandKind
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS

Joint = dict[tuple[int, int], list[float]]

PARTS: int = lib.PARTS
MOST_ENDS: int = lib.MOST_ENDS
_uncleared = ffi.new_allocator(should_clear_after_alloc=False)  # for arrays that the kernel fills
OVER = 0  # the class of hands that are over
CLASSES = 4 * (MOST_POINTS + 1)
BUST = 0  # the end of a hand that busts by drawing
MOST_ENDED = 8192


class Begun(NamedTuple):
    """How a hand began, as far as its plays depend on it: the wagers on split hands make no difference."""

    kind: HandKind
    aces: bool = False  # with one of two split aces


INITIAL = Begun(HandKind.INITIAL)
POLICIES = (INITIAL, *(Begun(kind, aces) for kind in (HandKind.SPLIT, HandKind.ADDED_FREE) for aces in (False, True)))


def begun(kind: HandKind, value: int) -> Begun:
    """Return how a hand of a kind began: its policy is that of the first hand where chips lie on it."""
    return Begun(HandKind.SPLIT if kind is HandKind.ADDED else kind, kind.from_split and value == 1)


def class_of(total: Total, *, two: bool) -> int:
    """Return the number of a total, those of two cards apart."""
    return 4 * total.points + 2 * total.soft + two


class Worth(NamedTuple):
    """The value of a play in units of the initial wager, by whether the dealer has a blackjack."""

    clear: float  # where the dealer has none
    blackjack: float  # where the dealer has one, as if it had shown before any hand bust
    settled: float  # the same as settled, busts being collected at once

    @property
    def value(self) -> float:
        """Return the value by the usual convention: the dealer's blackjack shows first."""
        return self.clear + self.blackjack


@dataclass(frozen=True, kw_only=True)
class Valued:
    """The value of every play of every hand against one showing of the dealer, and the play chosen."""

    values: Any  # an array of the kernel, by hand and play; -9: not allowed, or the hand cannot be held
    parts: Any  # another, by hand from the first of two cards on, play and part
    initial: int  # the first hand of two cards
    plays: bytes  # by hand

    def value(self, hand: int, play: int) -> float:
        """Return the value of a play of any hand by the usual convention."""
        return float(self.values[hand * len(ALONE) + play])

    def of(self, hand: int, play: int) -> Worth:
        """Return the value of a play of a hand of two cards."""
        at = ((hand - self.initial) * len(ALONE) + play) * PARTS
        return Worth(*ffi.unpack(self.parts + at, PARTS))


@cache
def _hand_arrays() -> dict[str, Any]:
    """Hand over the hands once: they are the same at every table."""
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
    return bytes([OVER if mask == ONLY_STAND else number for mask, number in zip(masks, numbers, strict=True)])


class BlackjackKernel:
    """The programs for one set of rules and one shoe; every showing of the dealer is asked for by its number."""

    def __init__(self, rules: BlackjackRules, shoe: Values) -> None:
        self.rules, self.cards, self.hands, self.payoffs = rules, shoe, all_hands(), payoffs_of(rules)
        self.plays, self.dealer = self.payoffs.plays, dealer_of(self.payoffs)
        self.shoe = ffi.new("double[]", [float(n) for n in shoe])
        self._check_sizes()
        # Any: the objects of cffi have no types.
        self._alive: list[Any] = []
        self._player = self._player_hands()
        self._kinds: dict[HandKind, Any] = {}
        self._numbers: dict[tuple[tuple[float, ...], ...], HandKind] = {}
        self._like: dict[HandKind, HandKind] = {}  # the first kind of hand with the same net results
        for kind in self.payoffs.kinds:
            self._add_kind(kind)
        self._trees = [self._tree(tree) for tree in self.dealer.trees]
        self._dealers: dict[int, Any] = {}

    def _check_sizes(self) -> None:
        """See that everything fits into the arrays of the kernel."""
        nodes = [tree.nodes for tree in self.dealer.trees]
        assert len(self.hands.counts) <= lib.MOST_HANDS
        assert max(map(len, nodes)) <= lib.MOST_NODES
        assert max((node.depth for tree in nodes for node in tree), default=0) < lib.MOST_DRAWN
        assert len(self.dealer.kinds) <= lib.MOST_CATEGORIES
        assert max(len(self.payoffs.nets[HandKind.INITIAL]), len(self.dealer.kinds)) <= MOST_ENDS
        assert (len(ALONE), len(DOUBLINGS)) == (lib.PLAYS, lib.WAYS)

    def _array(self, kind: str, numbers: Sequence[float] | bytes) -> Any:
        made = ffi.new(f"{kind}[]", numbers if isinstance(numbers, bytes) else list(numbers))
        self._alive.append(made)
        return made

    @cached_property
    def known_first(self) -> bool:
        """Whether the dealer's blackjack ends the round before the players decide."""
        return self.rules.hole_card.dealt_first

    def showing(self, shown: int) -> int:
        """Return the upcard of a showing: of two cards that the players see, the lower."""
        return self.dealer.trees[shown].shown[0]

    def masks(self, shown: int, key: Begun) -> bytes:
        """Return the plays that each hand has against a showing, one bit each."""
        return self.plays.masks(self.showing(shown), from_split=key.kind.from_split, aces=key.aces)

    def classes(self, shown: int) -> bytes:
        """Return the class of each hand: its total, those of two cards apart; hands that are over have their own."""
        return _classes(self.masks(shown, INITIAL))

    def allowed(self, shown: int, key: Begun, first: bytes, second: bytes) -> bytes:
        """Return the first of two plays that each hand has; it stands if it has neither."""
        policy = ffi.new("uint8_t[]", len(first))
        given = (ffi.from_buffer("uint8_t[]", plays) for plays in (self.masks(shown, key), first, second))
        lib.allow_pass(len(first), *given, policy)
        return bytes(ffi.buffer(policy))

    def _player_hands(self) -> Any:
        ways = [way if way in self.payoffs.ways else None for way in DOUBLINGS]
        return ffi.new(
            "player_hands *",
            {
                "hands": len(self.hands.counts),
                "initial": self.hands.initial,
                **_hand_arrays(),
                "end": self._array("uint8_t", b"".join(map(self.payoffs.ends_of_hands, ways))),
                "bust": self._array("uint8_t", [self.payoffs.bust(way) for way in ways]),
                "categories": len(self.dealer.kinds),
                "blackjack": self.payoffs.blackjack,
            },
        )

    def _add_kind(self, kind: HandKind) -> None:
        """Hand over what each end of a hand wins or loses; only a blackjack may make a difference to a bust."""
        blackjack, nets = self.payoffs.blackjack, [list(row) for row in self.payoffs.nets[kind]]
        settled = [row[blackjack] for row in nets]
        for way in self.payoffs.ways:
            bust = nets[self.payoffs.bust(way)]
            if len({net for place, net in enumerate(bust) if place != blackjack}) > 1:
                raise Misuse("a bust that is settled by the dealer's hand is not analyzed")
            bust[blackjack] = self.payoffs.nets[kind][self.payoffs.end(NOT_BUST, 3, way)][blackjack]
        if self.known_first:  # no hand is played
            settled = [Fraction(0)] * len(nets)
            for row in nets:
                row[blackjack] = Fraction(0)
        numbers = tuple(float(net) for row in nets for net in row), tuple(float(net) for net in settled)
        self._like[kind] = self._numbers.setdefault(numbers, kind)
        net, against_blackjack = (self._array("double", part) for part in numbers)
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
                "completes": -1 if tree.blackjack_with is None else tree.blackjack_with,
                "gone": self._array("uint8_t", counted(tree.shown)),
            },
        )

    def chances(self, shown: int, removed: Sequence[ValueCounts]) -> list[list[float]]:
        """Give the chance of each kind of completed dealer's hand, for each set of removed cards."""
        kinds = len(self.dealer.kinds)
        out = ffi.new("double[]", len(removed) * kinds)
        sets = ffi.new("uint8_t[]", [n for counts in removed for n in counts])
        lib.dealer_pass(self._trees[shown], kinds, self.shoe, len(removed), sets, out)
        flat = ffi.unpack(out, len(removed) * kinds)
        return [flat[at : at + kinds] for at in range(0, len(flat), kinds)]

    def _all_chances(self, shown: int) -> Any:
        """Return the chances of the dealer's hand for every hand of a player."""
        if shown not in self._dealers:
            kinds, many = len(self.dealer.kinds), len(self.hands.counts)
            out = _uncleared("double[]", many * kinds)
            lib.dealer_pass(self._trees[shown], kinds, self.shoe, many, self._player.count, out)
            self._dealers[shown] = out
        return self._dealers[shown]

    def value(self, shown: int, key: Begun, policy: bytes | None = None) -> Valued:
        """Value every play of every hand, playing on by the policy, or by the best play where there is none."""
        many = len(self.hands.counts)
        values, best = _uncleared("double[]", many * len(ALONE)), ffi.new("uint8_t[]", many)
        parts = _uncleared("double[]", (many - self.hands.initial) * len(ALONE) * PARTS)
        lib.play_pass(
            self._trees[shown],
            self._player,
            self.shoe,
            self._kinds[key.kind],
            ffi.from_buffer("uint8_t[]", self.masks(shown, key)),
            self._all_chances(shown),
            ffi.NULL if policy is None else ffi.from_buffer("uint8_t[]", policy),
            values,
            parts,
            best,
        )
        return Valued(values=values, parts=parts, initial=self.hands.initial, plays=bytes(ffi.buffer(best)))

    def chosen(self, shown: int, key: Begun, valued: Valued) -> bytes:
        """Return the best play of every hand among those it has, by values found for hands that began otherwise."""
        best = ffi.new("uint8_t[]", len(self.hands.counts))
        lib.choose_pass(len(best), ffi.from_buffer("uint8_t[]", self.masks(shown, key)), valued.values, best)
        return bytes(ffi.buffer(best))

    def reach(self, shown: int, policy: bytes, held: Mapping[int, float]) -> Any:
        """Give the chance to come to every hand by playing a policy from the hands held first."""
        out = ffi.new("double[]", len(self.hands.counts))
        for hand, chance in held.items():
            out[hand] = chance
        lib.reach_pass(self._trees[shown], self._player, self.shoe, ffi.from_buffer("uint8_t[]", policy), out)
        return out

    def by_class(self, classes: bytes, reach: Any, valued: Valued) -> list[tuple[float, ...]]:
        """Sum the value of every play over the hands of each class; the last is the chance."""
        step = len(ALONE) + 1
        sums = ffi.new("double[]", CLASSES * step)
        lib.class_pass(len(classes), ffi.from_buffer("uint8_t[]", classes), reach, valued.values, sums)
        flat = ffi.unpack(sums, CLASSES * step)
        return [tuple(flat[at : at + step]) for at in range(0, len(flat), step)]

    def split(
        self, shown: int, kinds: Sequence[HandKind], policy: bytes, value: int, most_removed: int
    ) -> dict[HandKind, list[float]]:
        """Play hands of some kinds that began with one card of a split pair, for 2, 3, … cards of that value out.

        For each there are PARTS numbers where the second card is of another value, then PARTS where it is of the same.
        """
        unlike = list(dict.fromkeys(self._like[kind] for kind in kinds))
        size = 2 * PARTS * (most_removed - 1)
        out = ffi.new("double[]", size * len(unlike))
        lib.split_pass(
            self._trees[shown],
            self._player,
            self.shoe,
            len(unlike),
            ffi.new("hand_kind *[]", [self._kinds[kind] for kind in unlike]),
            ffi.from_buffer("uint8_t[]", policy),
            value - 1,
            most_removed,
            out,
        )
        numbers = ffi.unpack(out, size * len(unlike))
        each = {kind: numbers[at * size : (at + 1) * size] for at, kind in enumerate(unlike)}
        return {kind: each[self._like[kind]] for kind in kinds}

    def ended(self, policy: bytes, held: Mapping[int, int], less: ValueCounts) -> Ended:
        """Play the hands held, each in so many orders, to their ends; the cards `less` were out of the shoe before.

        Hands that bust by drawing are left out: their chance is the whole less all others.
        """
        orders = ffi.new("double[]", len(self.hands.counts))
        for hand, many in held.items():
            orders[hand] = many
        ended = room(MOST_ENDED)
        policy_, less_ = ffi.from_buffer("uint8_t[]", policy), ffi.new("uint8_t[]", list(less))
        if lib.end_pass(self._player, policy_, orders, less_, ended.hands):
            raise MemoryError
        return ended

    def dealers(self, shown: int) -> Ended:
        """Give the dealer's hands as hands that ended, each in its kind."""
        complete = [node for node in self.dealer.trees[shown].nodes if node.orderings]
        ended = room(len(complete))
        ended.hands.many = len(complete)
        path: list[int] = []
        at = 0
        for node in self.dealer.trees[shown].nodes:
            path[node.depth - 1 :] = [node.value]
            if node.orderings:
                for value in path:
                    ended.count[at * VALUES + value] += 1
                ended.orderings[at], ended.end[at] = node.orderings, node.kind
                at += 1
        return ended

    @cached_property
    def _nets(self) -> dict[HandKind, list[list[int]]]:
        """Return what each end of each kind of hand wins or loses, in parts of a unit, as settled.

        A dealer's blackjack that ends the round before any hand is played takes from the original wager alone.
        """
        taken = self.payoffs.in_parts(self.blackjack_takes[NOT_BUST])
        nets = {
            kind: [list(map(self.payoffs.in_parts, row)) for row in self.payoffs.nets[kind]] for kind in self._kinds
        }
        if self.known_first:
            for kind, rows in nets.items():
                for row in rows:
                    row[self.payoffs.blackjack] = taken if kind.original else 0
        return nets

    def nets(self, end: int, kind: HandKind) -> list[int]:
        """Return what an end wins or loses against each kind of dealer's hand, in parts of a unit."""
        return self._nets[kind][end]

    @cached_property
    def blackjack_takes(self) -> dict[Total, Fraction]:
        """Return what each initial hand wins or loses where a dealer's blackjack ends the round before it is played."""
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
            raise Misuse("a surrendered hand that is settled by the dealer's total is not analyzed")
        return clear.pop(), nets[self.payoffs.blackjack]

    def joint(self, shown: int, gone: ValueCounts, one: Ended, other: Ended) -> Joint:
        """Draw two hands and complete the dealer's from the shoe less the cards gone.

        Returns the chance of the ends that both come to and of each kind of dealer's hand, all together.
        """
        kinds = len(self.dealer.kinds)
        out = ffi.new("double[]", MOST_ENDS * MOST_ENDS * kinds)
        shoe = ffi.new("double[]", [n - less for n, less in zip(self.cards, gone, strict=True)])
        if lib.joint_pass(self._trees[shown], kinds, shoe, one.hands, other.hands, out):
            raise MemoryError
        return {
            (first, second): ffi.unpack(out + (first * MOST_ENDS + second) * kinds, kinds)
            for first in one.ends
            for second in other.ends
        }

    def alone(self, shown: int, gone: ValueCounts, hands: Ended) -> dict[int, list[float]]:
        """Draw one hand and complete the dealer's: the chance of the end and of each kind of dealer's hand."""
        return {end: chances for (end, _), chances in self.joint(shown, gone, hands, no_hand()).items()}
