"""Hands that have ended, as the dynamic programs list them."""

from typing import NamedTuple

from upcard.exact.blackjack.buffers import Numbers, numbers
from upcard.exact.blackjack.dealer import DealerTree
from upcard.payoffs.hands import NO_COUNTS, VALUES


class EndedHands(NamedTuple):
    """Hands that have ended: the cards drawn by value, the number of orders, and the end of each."""

    cards: bytes
    orderings: Numbers
    end: bytes

    @property
    def size(self) -> int:
        """Return how many hands there are."""
        return len(self.end)

    @property
    def ends(self) -> list[int]:
        """Return the ends that occur."""
        return sorted(set(self.end))


def empty_hand() -> EndedHands:
    """Return a list of one hand without cards."""
    return EndedHands(bytes(NO_COUNTS), numbers([1.0]), bytes(1))


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
    return EndedHands(bytes(counts), numbers(orderings), bytes(kinds))
