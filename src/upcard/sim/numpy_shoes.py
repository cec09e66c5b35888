"""Sixteen shoes to a block, dealt in NumPy as the compiled kernel deals them."""

import numpy as np
from numpy.typing import NDArray

from upcard.sim.plan import KernelPlan

LANES, STREAMS, WORDS, SPARE = 16, 8, 4, 2048  # as in kernel.h

Ints = NDArray[np.intp]
Words = NDArray[np.uint32]


def rotated(x: Words, by: int) -> Words:
    """Rotate the bits of words."""
    return x << np.uint32(by) | x >> np.uint32(32 - by)


def next_of(words: Words) -> NDArray[np.uint16]:
    """Take one step of xoshiro128++ in every stream; give a number of 16 bits for each lane, by block."""
    a, b, c, d = words
    result, shifted = rotated(a + d, 7) + a, b << np.uint32(9)
    words[2:] ^= words[:2]
    words[:2] ^= words[:1:-1]
    c ^= shifted
    d[:] = rotated(d, 11)
    halves: NDArray[np.uint16] = result.astype("<u4", copy=False).view("<u2")
    return halves


def below(words: Words, left: int) -> NDArray[np.uint16]:
    """Draw a number below `left` for each lane (D. Lemire, 2019): a block draws anew where any lane's is uneven."""
    many, uneven, drawn = np.uint16(left), (1 << 16) % left, next_of(words)
    again = np.flatnonzero((drawn * many).min(axis=1) < uneven)
    while again.size:
        some = words[:, again]
        drawn[again] = next_of(some)
        words[:, again] = some
        again = again[(drawn[again] * many).min(axis=1) < uneven]
    return (drawn * np.uint32(left) >> 16).astype(np.uint16)


class Shoes:
    """The shoes of every lane: cards by place, block and lane, and how far each block is dealt."""

    def __init__(self, plan: KernelPlan, states: Words, blocks: int) -> None:
        numbers, arrays = plan.numbers, plan.arrays
        self.cards, self.ahead, self.usual = numbers["cards"], numbers["ahead"], numbers["limit"] - 1 + numbers["ahead"]
        self.words = states.reshape(-1, STREAMS, WORDS)[:blocks].transpose(2, 0, 1).copy()
        self.whole = arrays["shoe"][:-1].cumsum(dtype=np.uint16)[:, None, None]
        self.below = np.zeros((len(self.whole), blocks, LANES), np.uint16)
        self.classes = np.zeros((self.cards + SPARE, blocks, LANES), np.uint8)
        self.dealt = np.zeros(blocks, np.intp)
        self.tag = arrays.get("tag")
        self.seen = np.zeros((self.cards + 1 if self.tag is not None else 0, blocks, LANES), np.int64)

    def fresh(self, blocks: Ints) -> None:
        """Begin new shoes for blocks, and deal as far as rounds usually go."""
        self.below[:, blocks] = self.whole
        self.dealt[blocks] = 0
        self._deal(blocks, 0, self.usual)

    def more(self, blocks: Ints) -> None:
        """Deal more cards to blocks."""
        dealt = self.dealt[blocks]
        for first in np.unique(dealt).tolist():
            self._deal(blocks[dealt == first], first, first + self.ahead)

    def _deal(self, blocks: Ints, first: int, to: int) -> None:
        words, left = self.words[:, blocks], self.below[:, blocks]
        to = min(to, self.cards)
        for place in range(first, to):
            taken = left > below(words, self.cards - place)
            np.subtract(left, taken, out=left)
            dealt = len(left) - np.add.reduce(taken, axis=0, dtype=np.uint8)
            self.classes[place, blocks] = dealt
            if self.tag is not None:
                self.seen[place + 1, blocks] = self.seen[place, blocks] + self.tag[dealt]
        self.words[:, blocks], self.below[:, blocks], self.dealt[blocks] = words, left, to
