"""Hands that have ended, as the kernel lists them."""

from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi
from upcard.exact.blackjack.dealer import DealerTree
from upcard.payoffs.hands import VALUES

uncleared = ffi.new_allocator(should_clear_after_alloc=False)  # for arrays that the kernel fills


class EndedHands(NamedTuple):
    """Arrays of the kernel for hands that have ended: the cards drawn, the number of orders, and the end."""

    hands: Any
    count: Any
    orderings: Any
    end: Any

    @property
    def ends(self) -> list[int]:
        """Return the ends that occur."""
        return sorted(set(bytes(ffi.buffer(self.end)[: self.hands.size])))


def empty_hand() -> EndedHands:
    """Return a list of one hand without cards."""
    ended = ended_hands_of(1)
    ended.hands.size, ended.orderings[0] = 1, 1.0
    return ended


def completed_hands(tree: DealerTree) -> EndedHands:
    """Return the hands of a dealer's tree as hands that have ended, the end being the kind."""
    at = 0 if tree.root is None else 1
    size = at + sum(1 for node in tree.nodes if node.orderings)
    ended = ended_hands_of(size)
    ended.hands.size = size
    if tree.root is not None:
        ended.orderings[0], ended.end[0] = 1.0, tree.root
    path: list[int] = []
    for node in tree.nodes:
        path[node.depth - 1 :] = [node.value]
        if node.orderings:
            for value in path:
                ended.count[at * VALUES + value] += 1
            ended.orderings[at], ended.end[at] = node.orderings, node.kind
            at += 1
    return ended


def ended_hands_of(capacity: int, *, cleared: bool = True) -> EndedHands:
    """Return arrays for so many hands: without cards, or uncleared for hands that are written whole."""
    new = ffi.new if cleared else uncleared
    count, orderings, end = (new(f"{kind}[]", size) for kind, size in _columns(capacity))
    fields = {"capacity": capacity, "count": count, "orderings": orderings, "end": end}
    return EndedHands(ffi.new("ended_hands *", fields), count, orderings, end)


def _columns(capacity: int) -> tuple[tuple[str, int], ...]:
    return ("uint8_t", capacity * VALUES), ("double", capacity), ("uint8_t", capacity)
