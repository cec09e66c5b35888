"""The dealer's drawn cards as a tree of sorted hands, each with the number of orders in which it can be drawn."""

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from upcard.exact.blackjack.hands import MOST_POINTS, drawing
from upcard.exact.blackjack.rules import CARDS, VALUES, Rules
from upcard.rules.blackjack import result
from upcard.rules.fact import Result
from upcard.rules.facts import Total


@dataclass(frozen=True, kw_only=True)
class Completed:
    """A kind of completed dealer's hand: those that fare alike against every player's hand."""

    against: tuple[Result, ...]  # by the player's points
    blackjack: bool
    label: str


class Node(NamedTuple):
    """A card drawn in a sorted hand, and in how many orders that hand can be drawn and be complete at last."""

    depth: int
    value: int
    copy: int
    kind: int
    orderings: int


@dataclass(frozen=True, kw_only=True)
class DealerTree:
    """The hands that follow from the dealer's cards on the table, parents before their children."""

    shown: tuple[int, ...]
    nodes: tuple[Node, ...]
    root: int | None  # the kind of hand, if the cards on the table are complete
    blackjack_with: int | None  # the value, from 0, that makes a blackjack with the upcard


@dataclass(frozen=True, kw_only=True)
class Dealer:
    """The dealer's rule of drawing: the kinds of completed hands, and a tree for each showing of cards."""

    kinds: tuple[Completed, ...]
    trees: tuple[DealerTree, ...]


def showings(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Give what the dealer may show before the players decide: an upcard, or two cards without their order."""
    ups = range(1, VALUES + 1)
    if not rules.sees_hole_card:
        return tuple((up,) for up in ups)
    return tuple((one, other) for one in ups for other in ups if one <= other)


def _kind(total: Total, blackjack: bool, pushes_on: int | None) -> Completed:
    against = tuple(
        result(Total(points), total, player_blackjack=False, dealer_blackjack=blackjack, pushes_on=pushes_on)
        for points in range(MOST_POINTS + 1)
    )
    if blackjack:
        label = "blackjack"
    elif not total.bust:
        label = str(total.points)
    else:
        label = f"bust with {total.points}" if total.points == pushes_on else "bust"
    return Completed(against=against, blackjack=blackjack, label=label)


def dealer_of(rules: Rules) -> Dealer:
    """Build the dealer's trees for a table's rules."""
    return _dealer(rules.draws_to_soft_17, rules.pushes_on, showings(rules))


@lru_cache(maxsize=8)
def _dealer(draws_to_soft_17: bool, pushes_on: int | None, shown: tuple[tuple[int, ...], ...]) -> Dealer:
    kinds: dict[Completed, int] = {}

    @cache
    def number(total: Total, blackjack: bool) -> int:
        return kinds.setdefault(_kind(total, blackjack, pushes_on), len(kinds))

    for points in range(17, MOST_POINTS + 1):
        number(Total(points), False)
    trees = tuple(_tree(cards, draws_to_soft_17, number) for cards in shown)
    return Dealer(kinds=tuple(kinds), trees=trees)


def _completed(shown: tuple[int, ...], draws_to_soft_17: bool) -> Iterator[tuple[tuple[int, ...], int, Total]]:
    """Find the completed hands: cards drawn, sorted by value counted from 0, in how many orders, and the total."""
    start = Total(0)
    for value in shown:
        start = start.plus(CARDS[value - 1])
    edge: dict[tuple[int, ...], tuple[int, Total]] = {(): (1, start)}
    while edge:
        fresh: dict[tuple[int, ...], tuple[int, Total]] = {}
        for drawn, (orders, total) in edge.items():
            totals = drawing(total, draws_to_soft_17)
            if totals is None:
                yield drawn, orders, total
                continue
            for value, after in enumerate(totals):
                at = bisect(drawn, value)
                more = (*drawn[:at], value, *drawn[at:])
                fresh[more] = (orders + fresh[more][0] if more in fresh else orders), after
        edge = fresh


def _tree(shown: tuple[int, ...], draws_to_soft_17: bool, number: Callable[[Total, bool], int]) -> DealerTree:
    nodes: list[Node] = []
    path: tuple[int, ...] = ()
    root = blackjack_with = None
    for cards, orders, total in sorted(_completed(shown, draws_to_soft_17)):
        blackjack = total.points == MOST_POINTS and len(shown) + len(cards) == 2  # 13:69F-2.1(b)
        kind = number(total, blackjack)
        if not cards:
            root = kind
        elif blackjack:
            blackjack_with = cards[0]
        at, last = 0, len(cards) - 1
        while at < len(path) and path[at] == cards[at]:
            at += 1
        nodes += (Node(d + 1, cards[d], cards[:d].count(cards[d]), 0, 0) for d in range(at, last))
        if cards:
            nodes.append(Node(last + 1, cards[last], cards[:last].count(cards[last]), kind, orders))
        path = cards
    return DealerTree(shown=shown, nodes=tuple(nodes), root=root, blackjack_with=blackjack_with)
