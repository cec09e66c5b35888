"""Hands as multisets of classes of cards: enumerated once for all shoes, then counted for each shoe."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Generic, TypeVar

from upcard.exact.classes import Classes
from upcard.exact.deal_graph import Deal

End = TypeVar("End", bound=Hashable)  # how a hand ends, as far as anybody cares
Cards = tuple[int, ...]  # the classes of the cards of a hand, sorted
Orders = dict[End, dict[Cards, int]]  # how hands end, and in how many orders each may be dealt


@dataclass(frozen=True, kw_only=True)
class Graph(Generic[End]):
    """A deal as a graph: how the cards of each class move it from node to node, and where it ends."""

    classes: Classes
    root: int
    moves: Mapping[int, tuple[int, ...]]  # by class
    ends: Mapping[int, End]

    def orders(self) -> Orders[End]:
        """Deal every hand to its end, card by card, and count the orders in which each multiset of classes comes."""
        found: dict[End, dict[Cards, int]] = {}
        edge: dict[tuple[Cards, int], int] = {((), self.root): 1}
        while edge:
            following: dict[tuple[Cards, int], int] = defaultdict(int)
            for (cards, node), orders in edge.items():
                if node in self.ends:
                    found.setdefault(self.ends[node], {})[cards] = orders
                    continue
                for kind, to in enumerate(self.moves[node]):
                    at = bisect_right(cards, kind)
                    following[(*cards[:at], kind, *cards[at:]), to] += orders
            edge = following
        return found


def reduced(deal: Deal, ends: Mapping[int, End], *, stops: Callable[[End], bool]) -> Graph[End]:
    """Make one all nodes that are alike; an end that stops the deal is reached as soon as nothing else can come."""
    ended = {end: label for label, end in enumerate(dict.fromkeys(ends.values()))}
    said: dict[int, End] = {label: end for end, label in ended.items()}
    inner: dict[tuple[int, ...], int] = {}
    labels = [0] * len(deal.moves)
    for node, end in ends.items():
        labels[node] = ended[end]
    for node in deal.backwards:
        to = tuple([labels[after] for after in deal.moves[node]])
        alike = to[0] in said and to.count(to[0]) == len(to) and stops(said[to[0]])
        labels[node] = to[0] if alike else inner.setdefault(to, len(ended) + len(inner))
    return Graph(classes=deal.classes, root=labels[0], moves={label: to for to, label in inner.items()}, ends=said)


def merged(graph: Graph[End]) -> Graph[End]:
    """Make one all classes of cards that no node tells apart."""
    columns: dict[tuple[int, ...], list[int]] = {}
    for kind, column in enumerate(zip(*graph.moves.values(), strict=True)):
        columns.setdefault(column, []).append(kind)
    firsts = [kinds[0] for kinds in columns.values()]
    return Graph(
        classes=tuple(tuple(card for kind in kinds for card in graph.classes[kind]) for kinds in columns.values()),
        root=graph.root,
        moves={label: tuple(to[kind] for kind in firsts) for label, to in graph.moves.items()},
        ends=graph.ends,
    )


@dataclass(frozen=True, kw_only=True)
class CountedHands(Generic[End]):
    """Hands in the order of a tree, each one card more than another, so that one product counts each."""

    classes: Classes
    tree: tuple[tuple[int, int, int], ...]  # from which hand, by a card of which class, how many it had of it
    ends: tuple[tuple[End, int, tuple[int, ...], tuple[int, ...]], ...]  # end, cards, hands, orders of each

    def count(self, cards: Sequence[int]) -> list[tuple[End, int, int]]:
        """Count the ways to deal a hand of each end and length, given how many cards of each class there are."""
        ways = [1]
        grow = ways.append
        for before, kind, had in self.tree:
            grow(ways[before] * (cards[kind] - had))
        return [
            (end, length, sum(map(mul, orders, map(ways.__getitem__, hands))))
            for end, length, hands, orders in self.ends
        ]


def hands(classes: Classes, orders: Orders[End]) -> CountedHands[End]:
    """Put hands into a tree."""
    at: dict[Cards, int] = {(): 0}
    tree: list[tuple[int, int, int]] = []
    rows: dict[tuple[End, int], list[tuple[int, int]]] = {}
    for end, found in orders.items():
        for cards, count in found.items():
            rows.setdefault((end, len(cards)), []).append((_placed(cards, at, tree), count))
    return CountedHands(
        classes=classes,
        tree=tuple(tree),
        ends=tuple((end, length, *_columns(row)) for (end, length), row in rows.items()),
    )


def _placed(cards: Cards, at: dict[Cards, int], tree: list[tuple[int, int, int]]) -> int:
    """Find a hand in the tree, or grow the tree to it."""
    if cards not in at:
        before, kind = cards[:-1], cards[-1]
        tree.append((_placed(before, at, tree), kind, before.count(kind)))
        at[cards] = len(tree)
    return at[cards]


def _columns(rows: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands, orders = zip(*rows, strict=True)
    return hands, orders
