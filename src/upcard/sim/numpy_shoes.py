"""Shoes dealt in NumPy as the compiled kernel deals them: several in a row to each of many blocks at once."""

import numpy as np

from upcard.sim.kernel_constants import LANES, SPARE, STREAMS, WORDS
from upcard.sim.numpy_random import Draws, Halves, Ints, Words
from upcard.sim.plan import KernelPlan

WINDOW = 48  # numbers of a block looked at together


class Streams:
    """Where the random numbers of every block go on: the state at a segment, and numbers of it that are used."""

    def __init__(self, states: Words, blocks: int) -> None:
        self.states = states.reshape(-1, STREAMS, WORDS)[:blocks].copy()
        self.used = np.zeros(blocks, np.intp)


class Shoes:
    """Some shoes in a row of some blocks: cards by place, shoe, block and lane, and how far each shoe is dealt."""

    def __init__(self, plan: KernelPlan, streams: Streams, blocks: Ints, many: int) -> None:
        numbers, self.streams, self.blocks = plan.numbers, streams, blocks
        self.cards, self.ahead, self.uneven = numbers["cards"], numbers["ahead"], plan.arrays["uneven"]
        self.draws, self.shape = Draws(streams.states[blocks]), (many, len(blocks), LANES)
        full = plan.arrays["shoe"][:-1].cumsum(dtype=np.uint16)
        self.count = np.broadcast_to(full[:, None, None], (len(full), many * len(blocks), LANES)).copy()
        self.classes = np.zeros((self.cards + SPARE, many * len(blocks), LANES), np.uint8)
        self.tag = plan.arrays.get("tag")  # and the sum of the tags of the cards before each place
        self.running = np.zeros((self.cards + 1 if self.tag is not None else 0, *self.classes.shape[1:]), np.intp)
        usual = min(numbers["limit"] - 1 + self.ahead, self.cards)
        self.dealt = np.full(many * len(blocks), usual, np.intp)
        places = self._draw(np.arange(len(blocks)), streams.used[blocks], np.tile(np.arange(usual), many))
        places = places.reshape(len(blocks), many, usual)
        self.ends = places[:, :, -1].T + 1  # by shoe and block: numbers used when the shoe is dealt
        self._deal(np.arange(many * len(blocks)), places.transpose(2, 1, 0).reshape(usual, -1), 0)

    def deal_more(self, shoes: Ints) -> None:
        """Deal more cards to shoes of different blocks, each dealt to the same place."""
        many, first = len(self.blocks), int(self.dealt[shoes[0]])
        to = min(first + self.ahead, self.cards)
        blocks = shoes % many
        places = self._draw(blocks, self.ends[shoes // many, blocks], np.arange(first, to))
        self.ends[shoes // many, blocks] = places[:, -1] + 1
        self._deal(shoes, places.T, first)
        self.dealt[shoes] = to

    def leave(self, last: Ints) -> None:
        """Let the streams go on after the last shoe of each block."""
        for number, block in enumerate(self.blocks.tolist()):
            state = self.draws.state(number, int(self.ends[last[number], number]))
            self.streams.states[block], self.streams.used[block] = state

    def _draw(self, blocks: Ints, at: Ints, places: Ints) -> Ints:
        """Return which number serves each place of a block (D. Lemire, 2019); all lanes redraw if one is rejected."""
        left = np.append(self.cards - places, np.ones(WINDOW, np.intp))
        many, remainder = (np.repeat(x.astype(np.uint16), LANES).reshape(-1, LANES) for x in (left, self.uneven[left]))
        at, done, window = at.copy(), np.zeros(len(blocks), np.intp), np.arange(WINDOW)
        serves = np.empty((len(blocks), len(left)), np.intp)
        rows = np.arange(len(blocks))[:, None]
        halves = self.draws.reach(int(at.max()) + len(places) + len(places) // 16 + WINDOW)
        while (done < len(places)).any():
            if int(at.max()) + WINDOW > halves.shape[1]:
                halves = self.draws.reach(int(at.max()) + WINDOW)
            numbers, wanted = at[:, None] + window, done[:, None] + window
            serves[rows, wanted] = numbers
            drawn = halves.reshape(-1, LANES).take(blocks[:, None] * halves.shape[1] + numbers, axis=0)
            low = drawn * many.take(wanted, axis=0) < remainder.take(wanted, axis=0)
            rejected = low.view(np.uint64).any(axis=2)
            first = np.where(rejected.any(axis=1), rejected.argmax(axis=1), WINDOW)
            fits = np.minimum(first, len(places) - done)
            done += fits
            at += fits + ((fits == first) & (first < WINDOW))
        return serves[:, : len(places)]

    def _deal(self, shoes: Ints, numbers: Ints, first: int) -> None:
        """Deal cards to shoes from a place on; `numbers`: which number of the block serves each place and shoe."""
        halves = self.draws.halves
        rows = numbers + shoes % len(self.blocks) * halves.shape[1]
        whole, left = len(shoes) == len(self.dealt), self.count[:, shoes]
        for place, of_place in enumerate(rows, first):
            drawn = _below(halves.reshape(-1, LANES).take(of_place, axis=0), self.cards - place)
            taken = left > drawn
            np.subtract(left, taken, out=left)
            dealt = len(left) - np.add.reduce(taken, axis=0, dtype=np.uint8)
            self.classes[place, slice(None) if whole else shoes] = dealt
        self.count[:, shoes] = left
        if self.tag is not None:
            tags = self.tag[self.classes[first : first + len(rows), shoes]]
            self.running[first + 1 : first + len(rows) + 1, shoes] = self.running[first, shoes] + tags.cumsum(axis=0)


def _below(drawn: Halves, left: int) -> Halves:
    """Return accepted numbers as numbers less than `left`."""
    return (drawn * np.uint32(left) >> np.uint32(16)).astype(np.uint16)
