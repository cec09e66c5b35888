"""The sets of cards for which the dealer's hand is completed: a player's hands, with more cards of one value out."""

from functools import lru_cache
from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.payoffs.hands import VALUES, all_hands

MOST_SETS = 1 << 17


class HandSets(NamedTuple):
    """Sets of cards as arrays of the kernel: those of all hands first, in their order."""

    size: int
    count: Any  # of each set: its cards by value
    number: Any  # of each number of cards more, less one, value and hand: its set


@lru_cache(maxsize=8)
def hand_sets(more: int) -> HandSets:
    """Return the sets of all hands, alone and with up to so many more cards of a value that they hold."""
    hands = all_hands()
    cards = ffi.new("uint8_t[]", [n for counts in hands.counts for n in counts])
    player = ffi.new("player_hands *", {"hands": len(hands.counts), "count": cards})
    count, number = ffi.new("uint8_t[]", MOST_SETS * VALUES), ffi.new("int32_t[]", more * VALUES * len(hands.counts))
    size = lib.set_pass(player, more, MOST_SETS, count, number)
    if size < 0:
        raise MemoryError
    return HandSets(size, count, number)
