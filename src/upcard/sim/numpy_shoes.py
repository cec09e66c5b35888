"""Shoes dealt in NumPy, sixteen to a block, as the compiled kernel deals them."""

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import LANES, SPARE, STREAMS, WORDS
from upcard.sim.plan import KernelPlan

Ints = NDArray[np.intp]
Words = NDArray[np.uint32]


def rotated(x: Words, by: int) -> Words:
    """Return words with their bits rotated to the left."""
    return x << np.uint32(by) | x >> np.uint32(32 - by)


def next_random(words: Words) -> NDArray[np.uint16]:
    """Advance every stream of xoshiro128++ by one step; return a number of 16 bits for each lane, by block."""
    a, b, c, d = words
    result, shifted = rotated(a + d, 7) + a, b << np.uint32(9)
    words[2:] ^= words[:2]
    words[:2] ^= words[:1:-1]
    c ^= shifted
    d[:] = rotated(d, 11)
    halves: NDArray[np.uint16] = result.astype("<u4", copy=False).view("<u2")
    return halves


def uniform_below(words: Words, left: int) -> NDArray[np.uint16]:
    """Return a number less than `left` for each lane (D. Lemire, 2019); a block redraws if one lane is rejected."""
    many, remainder, drawn = np.uint16(left), (1 << 16) % left, next_random(words)
    again = np.flatnonzero((drawn * many).min(axis=1) < remainder)
    while again.size:
        redrawn = words[:, again]
        drawn[again] = next_random(redrawn)
        words[:, again] = redrawn
        again = again[(drawn[again] * many).min(axis=1) < remainder]
    return (drawn * np.uint32(left) >> 16).astype(np.uint16)


class Shoes:
    """The shoes of every lane: cards by place, block and lane, and how far each block is dealt."""

    def __init__(self, plan: KernelPlan, states: Words, blocks: int) -> None:
        numbers, arrays = plan.numbers, plan.arrays
        self.cards, self.dealt_ahead = numbers["cards"], numbers["ahead"]
        self.usual = numbers["limit"] - 1 + self.dealt_ahead
        self.words = states.reshape(-1, STREAMS, WORDS)[:blocks].transpose(2, 0, 1).copy()
        self.full = arrays["shoe"][:-1].cumsum(dtype=np.uint16)[:, None, None]
        self.count = np.zeros((len(self.full), blocks, LANES), np.uint16)
        self.classes = np.zeros((self.cards + SPARE, blocks, LANES), np.uint8)
        self.dealt = np.zeros(blocks, np.intp)
        self.tag = arrays.get("tag")
        self.running = np.zeros((self.cards + 1 if self.tag is not None else 0, blocks, LANES), np.int64)

    def fresh(self, blocks: Ints) -> None:
        """Fill the shoes of blocks, and deal as far as rounds usually go."""
        self.count[:, blocks] = self.full
        self.dealt[blocks] = 0
        self._deal(blocks, 0, self.usual)

    def more(self, blocks: Ints) -> None:
        """Deal more cards to blocks."""
        dealt = self.dealt[blocks]
        for first in np.unique(dealt).tolist():
            self._deal(blocks[dealt == first], first, first + self.dealt_ahead)

    def _deal(self, blocks: Ints, first: int, to: int) -> None:
        words, left = self.words[:, blocks], self.count[:, blocks]
        to = min(to, self.cards)
        for place in range(first, to):
            taken = left > uniform_below(words, self.cards - place)
            np.subtract(left, taken, out=left)
            dealt = len(left) - np.add.reduce(taken, axis=0, dtype=np.uint8)
            self.classes[place, blocks] = dealt
            if self.tag is not None:
                self.running[place + 1, blocks] = self.running[place, blocks] + self.tag[dealt]
        self.words[:, blocks], self.count[:, blocks], self.dealt[blocks] = words, left, to
