"""Hands as multisets of classes of cards: enumerated once for all shoes, then counted for each shoe."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Generic, TypeVar

from upcard.exact.classes import Classes
from upcard.exact.deal_graph import Deal

End = TypeVar("End", bound=Hashable)  # how a hand ends, as far as the caller distinguishes it
Cards = tuple[int, ...]  # the classes of the cards of a hand, sorted
Orders = dict[End, dict[Cards, int]]  # how hands end, and in how many orders each may be dealt


@dataclass(frozen=True, kw_only=True)
class Graph(Generic[End]):
    """A deal as a graph: how a card of each class leads from node to node, and where the deal ends."""

    classes: Classes
    root: int
    moves: Mapping[int, tuple[int, ...]]  # by class
    ends: Mapping[int, End]

    def orders(self) -> Orders[End]:
        """Return, for each end, the multisets of classes that lead to it and the number of orders of each."""
        orders_to: dict[End, dict[Cards, int]] = {}
        edge: dict[tuple[Cards, int], int] = {((), self.root): 1}
        while edge:
            following: dict[tuple[Cards, int], int] = defaultdict(int)
            for (cards, node), orders in edge.items():
                if node in self.ends:
                    orders_to.setdefault(self.ends[node], {})[cards] = orders
                    continue
                for kind, to in enumerate(self.moves[node]):
                    at = bisect_right(cards, kind)
                    following[(*cards[:at], kind, *cards[at:]), to] += orders
            edge = following
        return orders_to


def merge_nodes(deal: Deal, ends: Mapping[int, End], *, stops: Callable[[End], bool]) -> Graph[End]:
    """Return the graph with equivalent nodes merged; an end that `stops` the deal is reached once it is certain."""
    ended = {end: label for label, end in enumerate(dict.fromkeys(ends.values()))}
    end_of: dict[int, End] = {label: end for end, label in ended.items()}
    inner: dict[tuple[int, ...], int] = {}
    labels = [0] * len(deal.moves)
    for node, end in ends.items():
        labels[node] = ended[end]
    for node in deal.backwards:
        to = tuple([labels[after] for after in deal.moves[node]])
        certain = to[0] in end_of and to.count(to[0]) == len(to) and stops(end_of[to[0]])
        labels[node] = to[0] if certain else inner.setdefault(to, len(ended) + len(inner))
    return Graph(classes=deal.classes, root=labels[0], moves={label: to for to, label in inner.items()}, ends=end_of)


def merge_classes(graph: Graph[End]) -> Graph[End]:
    """Return the graph with those classes of cards merged that no node distinguishes."""
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
    """Hands as a tree, each with one card more than its parent, so that one multiplication counts it."""

    classes: Classes
    tree: tuple[tuple[int, int, int], ...]  # parent hand, class of the card added, cards of that class in the parent
    ends: tuple[tuple[End, int, tuple[int, ...], tuple[int, ...]], ...]  # end, length, hands, orders of each hand

    def count(self, cards: Sequence[int]) -> list[tuple[End, int, int]]:
        """Return each end and length with the ways to deal it, given how many cards of each class there are."""
        ways = [1]
        append = ways.append
        for parent, kind, held in self.tree:
            append(ways[parent] * (cards[kind] - held))
        return [
            (end, length, sum(map(mul, orders, map(ways.__getitem__, hands))))
            for end, length, hands, orders in self.ends
        ]


def hand_tree(classes: Classes, orders: Orders[End]) -> CountedHands[End]:
    """Return hands as a tree, with their orders."""
    index: dict[Cards, int] = {(): 0}
    tree: list[tuple[int, int, int]] = []
    rows: dict[tuple[End, int], list[tuple[int, int]]] = {}
    for end, counts in orders.items():
        for cards, count in counts.items():
            rows.setdefault((end, len(cards)), []).append((_tree_index(cards, index, tree), count))
    return CountedHands(
        classes=classes,
        tree=tuple(tree),
        ends=tuple((end, length, *_columns(row)) for (end, length), row in rows.items()),
    )


def _tree_index(cards: Cards, index: dict[Cards, int], tree: list[tuple[int, int, int]]) -> int:
    """Return the index of a hand in the tree; add it, and its parents, if it is not there yet."""
    if cards not in index:
        parent, kind = cards[:-1], cards[-1]
        tree.append((_tree_index(parent, index, tree), kind, parent.count(kind)))
        index[cards] = len(tree)
    return index[cards]


def _columns(rows: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands, orders = zip(*rows, strict=True)
    return hands, orders
