"""The compiled dynamic programs, given a table's rules: what Python hands over as arrays and takes back as numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.dealer import Completed, DealerTree, dealer_of
from upcard.exact.blackjack.hands import MOST_POINTS, PLAYS, Counts, all_hands, counted, plays_of
from upcard.exact.blackjack.rules import VALUES, Rules
from upcard.rules.blackjack import Play
from upcard.rules.fact import Result
from upcard.rules.facts import Total

Joint = dict[tuple[int, int], list[float]]

PARTS: int = lib.PARTS
WAYS: int = lib.WAYS
MOST_WAYS: int = lib.MOST_WAYS
CLASSES = 4 * (MOST_POINTS + 1)
BUST = 0  # the way of a hand that busts by drawing
MOST_ENDED = 8192


def _unlike(kinds: tuple[Completed, ...]) -> tuple[int, ...]:
    """Give for each row a number of points; points that fare alike against every dealer's hand are one row.

    Row 0 is that of no points, and serves for a bust.
    """
    found = {_against(kinds, points): points for points in range(MOST_POINTS, 0, -1)}
    return (0, *sorted(found.values()))


def _against(kinds: tuple[Completed, ...], points: int) -> tuple[Result, ...]:
    return tuple(kind.against[points] for kind in kinds)


def class_of(total: Total, *, two: bool) -> int:
    """Give the number of a total, those of two cards apart."""
    return 4 * total.points + 2 * total.soft + two


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What a hand wins and loses: chips are on it, or only a button that costs nothing."""

    wins: int
    loses: int


PAID = Kind(wins=1, loses=1)
FREE = Kind(wins=1, loses=0)


class Ended(NamedTuple):
    """Hands that came to an end, as the kernel lists them: the cards drawn, in how many orders, and which way."""

    hands: Any
    count: Any
    orderings: Any
    way: Any

    @property
    def ways(self) -> list[int]:
        """Give the ways in which some hand ended."""
        return sorted(set(bytes(ffi.buffer(self.way)[: self.hands.many])))


@dataclass(frozen=True, kw_only=True)
class Valued:
    """The value of every play of every hand against one showing of the dealer, and the play chosen."""

    values: Any  # an array of the kernel, by hand and play; -9: not allowed, or the hand cannot be held
    plays: bytes  # by hand

    def of(self, hand: int, play: int) -> float:
        """Give the value of a play, dealer's blackjacks left out."""
        return float(self.values[hand * len(PLAYS) + play])


@cache
def _hand_arrays() -> dict[str, Any]:
    """Hand over the hands once: they are the same at every table."""
    hands = all_hands()
    return {
        "count": ffi.new("uint8_t[]", [n for counts in hands.counts for n in counts]),
        "child": ffi.new("int16_t[]", [child for children in hands.children for child in children]),
        "single": ffi.new("int16_t[]", [hands.of(value) for value in range(1, VALUES + 1)]),
    }


class Kernel:
    """The programs for one set of rules; every showing of the dealer is asked for by its number."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.hands, self.dealer = rules, all_hands(), dealer_of(rules)
        self.shoe = ffi.new("double[]", [float(n) for n in rules.shoe])
        self.points = _unlike(self.dealer.kinds)
        # The same hands are asked about against every showing.
        self.allows = cache(rules.allows)
        self.first_plays = cache(lambda hand: tuple(play for play in Play if rules.allows(play, hand)))
        self._check_sizes()
        # Any: the objects of cffi have no types.
        self._alive: list[Any] = []
        self._player = self._player_hands()
        self._trees = [self._tree(tree) for tree in self.dealer.trees]
        self._stood: dict[int, tuple[Any, Any]] = {}
        self.classes = bytes(
            class_of(total, two=sum(counts) == 2)
            for counts, total in zip(self.hands.counts, self.hands.totals, strict=True)
        )

    def _check_sizes(self) -> None:
        """See that everything fits into the arrays of the kernel."""
        nodes = [tree.nodes for tree in self.dealer.trees]
        assert len(self.hands.counts) <= lib.MOST_HANDS
        assert max(map(len, nodes)) <= lib.MOST_NODES
        assert max((node.depth for tree in nodes for node in tree), default=0) < lib.MOST_DRAWN
        assert len(self.dealer.kinds) <= lib.MOST_CATEGORIES
        assert WAYS + max(len(self.points) * WAYS, len(self.dealer.kinds)) <= MOST_WAYS
        assert len(PLAYS) == lib.PLAYS

    def _array(self, kind: str, numbers: Sequence[float]) -> Any:
        made = ffi.new(f"{kind}[]", list(numbers))
        self._alive.append(made)
        return made

    def _player_hands(self) -> Any:
        hands, kinds = self.hands, self.dealer.kinds

        def table(wanted: Result) -> Any:
            cells = [not kind.blackjack and kind.against[points] is wanted for points in self.points for kind in kinds]
            return self._array("double", cells)

        alike = {_against(kinds, points): row for row, points in enumerate(self.points) if row}
        row_of = [alike.get(_against(kinds, points), 0) for points in range(MOST_POINTS + 1)]

        return ffi.new(
            "player_hands *",
            {
                "hands": len(hands.counts),
                **_hand_arrays(),
                "row": self._array("uint8_t", [row_of[total.points] for total in hands.totals]),
                "plays": self._array("uint8_t", plays_of(self.rules)),
                "categories": len(kinds),
                "win": table(Result.WIN),
                "lose": table(Result.LOSS),
            },
        )

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

    def chances(self, shown: int, removed: Sequence[Counts]) -> list[list[float]]:
        """Give the chance of each kind of completed dealer's hand, for each set of removed cards."""
        kinds = len(self.dealer.kinds)
        out = ffi.new("double[]", len(removed) * kinds)
        sets = ffi.new("uint8_t[]", [n for counts in removed for n in counts])
        lib.dealer_pass(self._trees[shown], kinds, self.shoe, len(removed), sets, out)
        flat = ffi.unpack(out, len(removed) * kinds)
        return [flat[at : at + kinds] for at in range(0, len(flat), kinds)]

    def _standing(self, shown: int) -> tuple[Any, Any]:
        if shown not in self._stood:
            many = len(self.hands.counts)
            win, lose = ffi.new("double[]", many), ffi.new("double[]", many)
            lib.stand_pass(self._trees[shown], self._player, self.shoe, win, lose)
            self._stood[shown] = win, lose
        return self._stood[shown]

    def _kind(self, kind: Kind) -> Any:
        return ffi.new("hand_kind *", {"win": kind.wins, "lose": kind.loses})

    def value(self, shown: int, kind: Kind, policy: bytes | None = None) -> Valued:
        """Value every play of every hand, playing on by the policy, or by the best play where there is none."""
        many = len(self.hands.counts)
        win, lose = self._standing(shown)
        values, best = ffi.new("double[]", many * len(PLAYS)), ffi.new("uint8_t[]", many)
        played = ffi.NULL if policy is None else ffi.from_buffer("uint8_t[]", policy)
        lib.play_pass(self._trees[shown], self._player, self.shoe, self._kind(kind), win, lose, played, values, best)
        return Valued(values=values, plays=bytes(ffi.buffer(best)))

    def reach(self, shown: int, policy: bytes, held: Mapping[int, float]) -> Any:
        """Give the chance to come to every hand by playing a policy from the hands held first."""
        out = ffi.new("double[]", len(self.hands.counts))
        for hand, chance in held.items():
            out[hand] = chance
        lib.reach_pass(self._trees[shown], self._player, self.shoe, ffi.from_buffer("uint8_t[]", policy), out)
        return out

    def by_class(self, reach: Any, valued: Valued) -> list[tuple[float, ...]]:
        """Sum the value of every play over the hands of one total, those of two cards apart; the last is the chance."""
        step = len(PLAYS) + 1
        sums = ffi.new("double[]", CLASSES * step)
        classes = ffi.from_buffer("uint8_t[]", self.classes)
        lib.class_pass(len(self.classes), classes, reach, valued.values, sums)
        flat = ffi.unpack(sums, CLASSES * step)
        return [tuple(flat[at : at + step]) for at in range(0, len(flat), step)]

    def split(
        self, shown: int, kind: Kind, policy: bytes, value: int, one_card: bool, most_removed: int
    ) -> list[float]:
        """Play a hand that began with one card of a split pair, for 2, 3, … cards of that value out of the shoe.

        For each there are PARTS numbers where the second card is of another value, then PARTS where it is of the same.
        """
        size = 2 * PARTS * (most_removed - 1)
        out = ffi.new("double[]", size)
        lib.split_pass(
            self._trees[shown],
            self._player,
            self.shoe,
            self._kind(kind),
            ffi.from_buffer("uint8_t[]", policy),
            value - 1,
            one_card,
            most_removed,
            out,
        )
        return ffi.unpack(out, size)  # type: ignore[no-any-return]  # cffi has no types

    def ended(self, policy: bytes, held: Mapping[int, int], less: Counts, *, one_card: bool = False) -> Ended:
        """Play the hands held, each in so many orders, to their ends; the cards `less` were out of the shoe before.

        Hands that bust by drawing are left out: their chance is the whole less all others.
        """
        orders = ffi.new("double[]", len(self.hands.counts))
        for hand, many in held.items():
            orders[hand] = many
        ended = _room(MOST_ENDED)
        policy_, less_ = ffi.from_buffer("uint8_t[]", policy), ffi.new("uint8_t[]", list(less))
        if lib.end_pass(self._player, policy_, one_card, orders, less_, ended.hands):
            raise MemoryError
        return ended

    def dealers(self, shown: int) -> Ended:
        """Give the dealer's hands as hands that ended, each in its kind."""
        complete = [node for node in self.dealer.trees[shown].nodes if node.orderings]
        ended = _room(len(complete))
        ended.hands.many = len(complete)
        path: list[int] = []
        at = 0
        for node in self.dealer.trees[shown].nodes:
            path[node.depth - 1 :] = [node.value]
            if node.orderings:
                for value in path:
                    ended.count[at * VALUES + value] += 1
                ended.orderings[at], ended.way[at] = node.orderings, WAYS + node.kind
                at += 1
        return ended

    def nets(self, way: int, wagered: Kind, *, original: bool = True, late: bool = False) -> list[int]:
        """Give what a hand brings that ended in a way, for each kind of dealer's hand.

        `original`: it bears the original wager; `late`: a dealer's blackjack shows after the hand was played.
        """
        row, played = divmod(way, WAYS)
        wins, loses = wagered.wins + (played > 0), wagered.loses + (played == 1)
        brings = {Result.WIN: wins, Result.LOSS: -loses, Result.PUSH: 0}
        found = []
        for kind in self.dealer.kinds:
            if kind.blackjack and not (late and not row):
                found.append(-1 if original else 0)  # 13:69F-2.11(d), reading 61
            else:
                found.append(brings[kind.against[self.points[row]]] if row else -loses)
        return found

    def joint(self, shown: int, gone: Counts, one: Ended, other: Ended) -> Joint:
        """Draw two hands and complete the dealer's from the shoe less the cards gone.

        Gives the chance of both ways in which they end and of each kind of dealer's hand, all together.
        """
        kinds = len(self.dealer.kinds)
        out = ffi.new("double[]", MOST_WAYS * MOST_WAYS * kinds)
        shoe = ffi.new("double[]", [n - less for n, less in zip(self.rules.shoe, gone, strict=True)])
        if lib.joint_pass(self._trees[shown], kinds, shoe, one.hands, other.hands, out):
            raise MemoryError
        return {
            (first, second): ffi.unpack(out + (first * MOST_WAYS + second) * kinds, kinds)
            for first in one.ways
            for second in other.ways
        }

    def alone(self, shown: int, gone: Counts, hands: Ended) -> dict[int, list[float]]:
        """Draw one hand and complete the dealer's: the chance of the way it ends and of each kind of dealer's hand."""
        return {way: chances for (way, _), chances in self.joint(shown, gone, hands, _no_hand()).items()}


def _no_hand() -> Ended:
    ended = _room(1)
    ended.hands.many, ended.orderings[0] = 1, 1.0
    return ended


def _room(many: int) -> Ended:
    count, orderings, way = (ffi.new(f"{kind}[]", size) for kind, size in _columns(many))
    fields = {"room": many, "count": count, "orderings": orderings, "way": way}
    return Ended(ffi.new("ended_hands *", fields), count, orderings, way)


def _columns(many: int) -> tuple[tuple[str, int], ...]:
    return ("uint8_t", many * VALUES), ("double", many), ("uint8_t", many)
