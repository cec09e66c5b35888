"""The dealer's drawn cards as a tree of sorted hands, each with the number of orders in which it can be drawn."""

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from upcard.payoffs.hands import CARD_OF_VALUE, VALUES
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


@dataclass(frozen=True, kw_only=True)
class DealerTree:
    """The hands that the dealer can draw from the cards on the table, parents before their children."""

    shown: tuple[int, ...]
    nodes: tuple[Node, ...]
    root: int | None  # the kind of hand, if the cards on the table are complete
    blackjack_with: int | None  # the value, from 0, that makes a blackjack with the upcard


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

    return tuple(_tree(cards, kind_or_draws) for cards in shown)


def _completed_hands(
    shown: tuple[int, ...], kind_or_draws: KindOrDraws
) -> Iterator[tuple[tuple[int, ...], int, HandTotal, int]]:
    """Yield the completed hands: the values drawn, from 0 and sorted, the number of orders, the hand and its kind."""
    start = HandTotal()
    for value in shown:
        start = start.plus(CARD_OF_VALUE[value - 1])
    edge: dict[tuple[int, ...], tuple[int, HandTotal]] = {(): (1, start)}
    while edge:
        longer: dict[tuple[int, ...], tuple[int, HandTotal]] = {}
        for drawn, (orders, hand) in edge.items():
            after = kind_or_draws(hand)
            if isinstance(after, int):
                yield drawn, orders, hand, after
                continue
            for value, more in enumerate(after):
                at = bisect(drawn, value)
                cards = (*drawn[:at], value, *drawn[at:])
                longer[cards] = (orders + longer[cards][0] if cards in longer else orders), more
        edge = longer


def _tree(shown: tuple[int, ...], kind_or_draws: KindOrDraws) -> DealerTree:
    nodes: list[Node] = []
    path: tuple[int, ...] = ()
    root = blackjack_with = None
    for cards, orders, hand, kind in sorted(_completed_hands(shown, kind_or_draws)):
        if not cards:
            root = kind
        elif hand.blackjack:
            blackjack_with = cards[0]
        at, last = 0, len(cards) - 1
        while at < len(path) and path[at] == cards[at]:
            at += 1
        nodes += (Node(d + 1, cards[d], cards[:d].count(cards[d]), 0, 0) for d in range(at, last))
        if cards:
            nodes.append(Node(last + 1, cards[last], cards[:last].count(cards[last]), kind, orders))
        path = cards
    return DealerTree(shown=shown, nodes=tuple(nodes), root=root, blackjack_with=blackjack_with)
