"""Random numbers of blocks in NumPy: each stream is cut into segments, which are drawn side by side."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import LANES, STREAMS, WORDS

Ints = NDArray[np.intp]
Words = NDArray[np.uint32]
Halves = NDArray[np.uint16]

SEGMENT, SEGMENTS = 256, 64  # numbers of a segment, and segments drawn at once or more
BYTES = 4 * WORDS  # of a state


def rotated(x: Words, by: int) -> Words:
    """Return words with their bits rotated to the left."""
    return x << np.uint32(by) | x >> np.uint32(32 - by)


def next_random(words: Words) -> Words:
    """Advance every stream of xoshiro128++ by one step; return a number of 32 bits for each."""
    a, b, c, d = words
    result: Words = rotated(a + d, 7) + a
    shifted = b << np.uint32(9)
    words[2:] ^= words[:2]
    words[:2] ^= words[:1:-1]
    c ^= shifted
    d[:] = rotated(d, 11)
    return result


@cache
def _segment_ahead() -> Words:
    """Return what each value of each byte of a state adds to the state a segment later: a step is linear."""
    bits = np.zeros((BYTES, 8, BYTES), np.uint8)
    for place in range(BYTES):
        bits[place, :, place] = 1 << np.arange(8)
    images = np.ascontiguousarray(bits.reshape(-1, BYTES).view(np.uint32).T)
    for _ in range(SEGMENT):
        next_random(images)
    of_bit = images.T.reshape(BYTES, 8, WORDS)
    table = np.zeros((BYTES, 256, WORDS), np.uint32)
    for bit in range(8):
        table[:, 1 << bit : 2 << bit] = table[:, : 1 << bit] ^ of_bit[:, bit, None]
    return table


def a_segment_later(states: Words) -> Words:
    """Return states, each of four words in a row, a segment later."""
    by_byte = np.ascontiguousarray(states).view(np.uint8).reshape(-1, BYTES)
    later: Words = np.bitwise_xor.reduce(_segment_ahead()[np.arange(BYTES), by_byte], axis=1)
    return later.reshape(states.shape)


class Streams:
    """Random numbers of 16 bits for the lanes of each block, in the order of its streams, and how many are used."""

    def __init__(self, states: Words, blocks: int) -> None:
        self._begin(states.reshape(-1, STREAMS, WORDS)[:blocks], np.zeros(blocks, np.intp))

    def _begin(self, states: Words, used: Ints) -> None:
        self.starts, self.used = [states], used  # of each segment: states by block, stream and word
        self.halves = np.zeros((len(states), 0, LANES), np.uint16)  # by block, number and lane

    def ready(self, blocks: Ints, many: int) -> None:
        """Have so many unused numbers of some blocks; forget those used if there is no room."""
        if self.used[blocks].max() + many > self.halves.shape[1]:
            segments, used = np.divmod(self.used, SEGMENT)
            states = [self.starts[segment][block] for block, segment in enumerate(segments.tolist())]
            self._begin(np.stack(states), used)
            self.reach(max(SEGMENT * SEGMENTS, int(used.max()) + many))

    def reach(self, many: int) -> None:
        """Have at least so many numbers of every block, used or not."""
        first, segments = len(self.starts) - 1, -(-(many - self.halves.shape[1]) // SEGMENT)
        for _ in range(segments):
            self.starts.append(a_segment_later(self.starts[-1]))
        words = np.stack(self.starts[first : first + segments]).transpose(3, 1, 0, 2).copy()
        drawn = np.empty((*words.shape[1:3], SEGMENT, STREAMS), np.uint32)
        for number in range(SEGMENT):
            drawn[:, :, number] = next_random(words)
        more = drawn.astype("<u4", copy=False).view("<u2").reshape(len(drawn), -1, LANES)
        self.halves = np.concatenate((self.halves, more), axis=1)
