"""Hands that came to an end, as the kernel lists them."""

from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi
from upcard.payoffs.hands import VALUES


class Ended(NamedTuple):
    """Hands that came to an end, as the kernel lists them: the cards drawn, in how many orders, and which end."""

    hands: Any
    count: Any
    orderings: Any
    end: Any

    @property
    def ends(self) -> list[int]:
        """Return the ends that some hand came to."""
        return sorted(set(bytes(ffi.buffer(self.end)[: self.hands.many])))


def no_hand() -> Ended:
    """Return a hand of no cards."""
    ended = room(1)
    ended.hands.many, ended.orderings[0] = 1, 1.0
    return ended


def room(many: int) -> Ended:
    """Return arrays with room for so many hands."""
    count, orderings, end = (ffi.new(f"{kind}[]", size) for kind, size in _columns(many))
    fields = {"room": many, "count": count, "orderings": orderings, "end": end}
    return Ended(ffi.new("ended_hands *", fields), count, orderings, end)


def _columns(many: int) -> tuple[tuple[str, int], ...]:
    return ("uint8_t", many * VALUES), ("double", many), ("uint8_t", many)
