"""Buffers and tables as the structures and arrays of C that `kernel.h` declares."""

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from upcard.exact.blackjack._kernel import ffi, lib
from upcard.exact.blackjack.buffers import Numbers, numbers
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.ended_hands import EndedHands
from upcard.exact.blackjack.programs import HandSets, HandTables
from upcard.payoffs.hands import VALUES, all_hands, counted

MOST_SETS = 1 << 17  # of cards


class Structure(NamedTuple):
    """A structure of C, what it points to, and the numbers that callers need of it."""

    pointer: Any  # Any: the objects of cffi have no types
    kept: Any
    size: int = 0


def byte_array(buffer: bytes | bytearray) -> Any:
    """Return a buffer as the array of bytes that C takes."""
    return ffi.from_buffer("uint8_t[]", buffer)


def double_array(buffer: Numbers) -> Any:
    """Return a buffer as the array of doubles that C takes."""
    return ffi.from_buffer("double[]", buffer)


def require_memory(failed: int) -> None:
    """Raise MemoryError if a program of C found none."""
    if failed:
        raise MemoryError


def _check_tree(tree: DealerTree) -> None:
    assert len(tree.nodes) <= lib.MOST_NODES
    assert max((node.depth for node in tree.nodes), default=0) < lib.MOST_DRAWN


def dealer_tree(tree: DealerTree, orderings: Sequence[float] | None = None) -> Structure:
    """Return a dealer's tree, with other numbers of orders if they are given."""
    _check_tree(tree)
    columns = list(zip(*tree.nodes, strict=True)) or [()] * 5
    depth, value, copy, category = (byte_array(bytes(column)) for column in columns[:4])
    fields = {
        "nodes": len(tree.nodes),
        "depth": depth,
        "value": value,
        "copy": copy,
        "category": category,
        "orderings": double_array(numbers(columns[4] if orderings is None else orderings)),
        "root": -1 if tree.root is None else tree.root,
        "blackjack_with": -1 if tree.blackjack_with is None else tree.blackjack_with,
        "shown": byte_array(bytes(counted(tree.shown))),
    }
    return Structure(ffi.new("dealer_tree *", fields), fields)


@cache
def _hand_arrays() -> dict[str, Any]:
    """Return the hands as arrays of C; they are the same at every table."""
    hands = all_hands()
    assert len(hands.counts) <= lib.MOST_HANDS
    return {
        "count": byte_array(hands.packed),
        "child": ffi.from_buffer("int16_t[]", array("h", [child for row in hands.children for child in row])),
        "single": ffi.from_buffer("int16_t[]", array("h", [hands.of(value) for value in range(1, VALUES + 1)])),
    }


def player_hands(tables: HandTables) -> Structure:
    """Return the hands of a player."""
    assert tables.categories <= lib.MOST_CATEGORIES
    hands = tables.hands
    fields = {
        "hands": len(hands.counts),
        "initial": hands.initial,
        **_hand_arrays(),
        "end": byte_array(tables.end),
        "bust": byte_array(tables.bust),
        "categories": tables.categories,
        "blackjack": tables.blackjack,
    }
    return Structure(ffi.new("player_hands *", fields), fields, len(hands.counts) - hands.initial)


def hand_kind(net: Numbers, settled: Numbers) -> Structure:
    """Return the net results of a kind of hand: by end and category, and by end against a blackjack, as settled."""
    fields = {"net": double_array(net), "settled": double_array(settled)}
    return Structure(ffi.new("hand_kind *", fields), fields)


@lru_cache(maxsize=8)
def hand_sets(more: int) -> HandSets:
    """Return the sets of all hands, alone and with up to so many more cards of a value that they hold."""
    hands = all_hands()
    fields = {"hands": len(hands.counts), "count": _hand_arrays()["count"]}
    cards, number = bytearray(MOST_SETS * VALUES), ffi.new("int32_t[]", more * VALUES * len(hands.counts))
    size = lib.set_pass(ffi.new("player_hands *", fields), more, MOST_SETS, byte_array(cards), number)
    if size < 0:
        raise MemoryError
    return HandSets(bytes(cards[: size * VALUES]), number)


def ended_structure(hands: EndedHands) -> Structure:
    """Return hands that have ended."""
    fields = {
        "size": hands.size,
        "capacity": hands.size,
        "count": byte_array(hands.cards),
        "orderings": double_array(hands.orderings),
        "end": byte_array(hands.end),
    }
    return Structure(ffi.new("ended_hands *", fields), fields)
