"""A source of random bytes that leads to shoes in a wanted order; everything else that it returns is random."""

import sys
from collections.abc import MutableSequence, Sequence
from random import Random as StandardRandom
from secrets import token_bytes
from types import CodeType, FrameType
from typing import Any

from upcard.cards import DECK, Card
from upcard.game.shoe import LEAST_CUT, cut_position, shuffled

BLOCK = 32


def cards(text: str) -> list[Card]:
    """Read cards: "Ah Tc"."""
    return [Card.of(sign) for sign in text.split()]


def middle_of(decks: int) -> int:
    return len(DECK) * decks // 2


def order_for(decks: int, dealt: Sequence[Card]) -> list[Card]:
    """The order of a shoe of which, cut in the middle and one card burned, these cards are dealt first."""
    rest = list(DECK * decks)
    for card in dealt:
        rest.remove(card)
    middle = middle_of(decks)
    return rest[: middle + 1] + list(dealt) + rest[middle + 1 :]


def bytes_for(order: Sequence[Card], decks: int) -> bytes:
    """The bytes by which the shuffle of a new shoe comes to an order."""
    placed: list[Card] = []
    shuffled(decks, _Recorder(placed))
    content = b""
    for at in range(len(placed) - 1, 0, -1):
        to = next(place for place in range(at, -1, -1) if placed[place] == order[at])
        placed[at], placed[to] = placed[to], placed[at]
        content += _number(to, at + 1)
    return content


def bytes_for_cut(decks: int) -> bytes:
    """The bytes by which the dealer cuts in the middle."""
    return _number(middle_of(decks) - LEAST_CUT, len(DECK) * decks - 2 * LEAST_CUT + 1)


def _number(number: int, below: int) -> bytes:
    """The bytes by which a number below another is drawn."""
    bits = below.bit_length()
    count = (bits + 7) // 8
    return (number << (8 * count - bits)).to_bytes(count)


class _Recorder(StandardRandom):
    """Takes the cards before they are shuffled."""

    def __init__(self, placed: list[Card]) -> None:
        super().__init__()
        self._placed = placed

    def shuffle(self, x: MutableSequence[Any]) -> None:
        self._placed[:] = x


def _asking() -> CodeType | None:
    """Which draw of a shoe asks a source for bytes; None for everything else."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code not in (shuffled.__code__, cut_position.__code__):
        frame = frame.f_back
    return None if frame is None else frame.f_code


class RiggedSource:
    """Random bytes; the pit's draws of a shoe get those of the next wanted order, and the dealer cuts in the middle."""

    def __init__(self, decks: int, *dealt: str) -> None:
        self._decks = decks
        self._wanted = [bytes_for(order_for(decks, cards(each)), decks) for each in dealt]
        self._blocks: list[bytes] = []

    def __call__(self, count: int) -> bytes:
        asking = _asking()
        if asking is cut_position.__code__:
            return bytes_for_cut(self._decks).ljust(count, b"\1")
        if asking is not shuffled.__code__ or not self._wanted:
            return token_bytes(count)
        if not self._blocks:
            content = self._wanted[0]
            self._blocks = [content[at : at + BLOCK].ljust(BLOCK, b"\1") for at in range(0, len(content), BLOCK)]
        block = self._blocks.pop(0)
        if not self._blocks:
            self._wanted.pop(0)
        return block
