"""Hands that have ended, as the kernel lists them."""

from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi
from upcard.payoffs.hands import VALUES


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


def ended_hands_of(capacity: int) -> EndedHands:
    """Return empty arrays for so many hands."""
    count, orderings, end = (ffi.new(f"{kind}[]", size) for kind, size in _columns(capacity))
    fields = {"capacity": capacity, "count": count, "orderings": orderings, "end": end}
    return EndedHands(ffi.new("ended_hands *", fields), count, orderings, end)


def _columns(capacity: int) -> tuple[tuple[str, int], ...]:
    return ("uint8_t", capacity * VALUES), ("double", capacity), ("uint8_t", capacity)
