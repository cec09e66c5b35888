"""The dealer's drawn cards as a tree of sorted hands, each with the number of orders in which it can be drawn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from upcard.exact.blackjack.program_constants import MOST_DRAWN, MOST_NODES
from upcard.exact.blackjack.structures import DealerTable, EndedHands, numbers
from upcard.payoffs.hands import CARD_OF_VALUE, NO_COUNTS, VALUES, counted
from upcard.payoffs.settlement import DealersHands, Payoffs, completed
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HoleCard
from upcard.rules.facts import HandTotal


class Node(NamedTuple):
    """A card drawn in a sorted hand, and the number of orders in which that hand can be drawn and completed by it."""

    depth: int
    value: int
    copy: int
    kind: int
    orderings: int


class DealerTree:
    """The hands that the dealer can draw from the cards on the table; they are found when they are first needed."""

    def __init__(self, shown: tuple[int, ...], kind_or_draws: "KindOrDraws") -> None:
        self.shown, self._kind_or_draws, self._start = shown, kind_or_draws, HandTotal()
        for value in shown:
            self._start = self._start.plus(CARD_OF_VALUE[value - 1])

    @cached_property
    def root(self) -> int | None:
        """Return the kind of hand, if the cards on the table are complete."""
        kind = self._kind_or_draws(self._start)
        return kind if isinstance(kind, int) else None

    @cached_property
    def blackjack_with(self) -> int | None:
        """Return the value, from 0, that makes a blackjack with the upcard."""
        after = self._kind_or_draws(self._start)
        hands = () if isinstance(after, int) else after
        return next((value for value, hand in enumerate(hands) if hand.blackjack), None)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Return the cards drawn, parents before their children."""
        nodes: list[Node] = []
        path: tuple[int, ...] = ()
        for cards, kind, orders in sorted(_completed_hands(self._start, self._kind_or_draws)):
            at, last = 0, len(cards) - 1
            while at < len(path) and path[at] == cards[at]:
                at += 1
            for depth in range(at, last):
                nodes.append(Node(depth + 1, cards[depth], depth - cards.index(cards[depth]), 0, 0))
            if cards:
                nodes.append(Node(last + 1, cards[last], last - cards.index(cards[last]), kind, orders))
            path = cards
        return tuple(nodes)


def dealer_table(tree: DealerTree, orderings: Sequence[float] | None = None) -> DealerTable:
    """Return a dealer's tree, with other numbers of orders if they are given."""
    depth, value, copy, category, orders = zip(*tree.nodes, strict=True) if tree.nodes else ((),) * 5
    assert len(tree.nodes) <= MOST_NODES
    assert max(depth, default=0) < MOST_DRAWN
    return DealerTable(
        nodes=len(tree.nodes),
        depth=bytes(depth),
        value=bytes(value),
        copy=bytes(copy),
        category=bytes(category),
        orderings=numbers(orders if orderings is None else orderings),
        root=-1 if tree.root is None else tree.root,
        blackjack_with=-1 if tree.blackjack_with is None else tree.blackjack_with,
        shown=bytes(counted(tree.shown)),
    )


def completed_hands(tree: DealerTree) -> EndedHands:
    """Return the hands of a dealer's tree as hands that have ended, the end being the kind."""
    counts, orderings, kinds = bytearray(), list[float](), bytearray()
    if tree.root is not None:
        counts += bytes(NO_COUNTS)
        orderings.append(1.0)
        kinds.append(tree.root)
    path: list[int] = []
    for node in tree.nodes:
        path[node.depth - 1 :] = [node.value]
        if node.orderings:
            count = bytearray(VALUES)
            for value in path:
                count[value] += 1
            counts += count
            orderings.append(node.orderings)
            kinds.append(node.kind)
    return EndedHands(count=bytes(counts), orderings=numbers(orderings), end=bytes(kinds))


@dataclass(frozen=True, kw_only=True)
class DealerTrees:
    """The dealer's drawing rule: the kinds of completed hands, and a tree for each showing."""

    kinds: tuple[DealersHands, ...]
    trees: tuple[DealerTree, ...]


def showings(rules: BlackjackRules) -> tuple[tuple[int, ...], ...]:
    """Return what the dealer can show before the players decide: an upcard, or two cards in either order."""
    ups = range(1, VALUES + 1)
    if rules.hole_card is not HoleCard.UP:
        return tuple((up,) for up in ups)
    return tuple((low, high) for low in ups for high in ups if low <= high)


def dealer_of(payoffs: Payoffs) -> DealerTrees:
    """Return the dealer's trees for a table's rules."""
    return DealerTrees(kinds=payoffs.dealers, trees=_trees(payoffs.numbered_dealers, showings(payoffs.rules)))


NumberedHands = tuple[tuple[HandTotal, int], ...]  # completed hands, and the kind of each
# The kind of a completed hand, or the hands after drawing each value.
KindOrDraws = Callable[[HandTotal], int | tuple[HandTotal, ...]]


@lru_cache(maxsize=32)
def _trees(numbered: NumberedHands, shown: tuple[tuple[int, ...], ...]) -> tuple[DealerTree, ...]:
    numbers = dict(numbered)

    @cache
    def kind_or_draws(hand: HandTotal) -> int | tuple[HandTotal, ...]:
        kind = numbers.get(completed(hand))
        return tuple(hand.plus(card) for card in CARD_OF_VALUE) if kind is None else kind

    return tuple(DealerTree(cards, kind_or_draws) for cards in shown)


# While hands are enumerated, the cards of each value are six bits of one integer: to draw a card is to add to it.
_BITS = 6
_PACKED = tuple(1 << _BITS * value for value in range(VALUES))
_HALF = VALUES // 2


@cache
def _unpacked(half: int, first: int) -> tuple[int, ...]:
    """Return the values of the cards of a half of a packed hand, sorted; the first value of the half is given."""
    counts = [half >> _BITS * value & (1 << _BITS) - 1 for value in range(_HALF)]
    return tuple(first + value for value, count in enumerate(counts) for _ in range(count))


def _completed_hands(start: HandTotal, kind_or_draws: KindOrDraws) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the completed hands: the values drawn, from 0 and sorted, the kind of hand and the number of orders."""
    edge: dict[HandTotal, dict[int, int]] = {start: {0: 1}}
    while edge:
        longer: dict[HandTotal, dict[int, int]] = {}
        for hand, orders_of in edge.items():
            after = kind_or_draws(hand)
            if isinstance(after, int):
                for cards, orders in orders_of.items():
                    low, high = cards % _PACKED[_HALF], cards // _PACKED[_HALF]
                    yield _unpacked(low, 0) + _unpacked(high, _HALF), after, orders
                continue
            for card, more in zip(_PACKED, after, strict=True):
                to = longer.setdefault(more, {})
                for cards, orders in orders_of.items():
                    to[cards + card] = to.get(cards + card, 0) + orders
        edge = longer
