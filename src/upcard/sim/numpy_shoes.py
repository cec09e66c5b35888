"""Shoes dealt in NumPy as the compiled kernel deals them: several in a row to each of many blocks at once."""

import numpy as np

from upcard.sim.kernel_constants import LANES, SPARE
from upcard.sim.numpy_random import Halves, Ints, Streams
from upcard.sim.plan import KernelPlan

WINDOW = 64  # numbers of a block looked at together


class Shoes:
    """Some shoes in a row of some blocks: cards by place, shoe, block and lane, and how far each shoe is dealt."""

    def __init__(self, plan: KernelPlan, streams: Streams, blocks: Ints, many: int) -> None:
        numbers, self.streams, self.blocks = plan.numbers, streams, blocks
        self.cards, self.ahead, self.uneven = numbers["cards"], numbers["ahead"], plan.arrays["uneven"]
        full = plan.arrays["shoe"][:-1].cumsum(dtype=np.uint16)
        self.count = np.broadcast_to(full[:, None, None], (len(full), many * len(blocks), LANES)).copy()
        self.classes = np.zeros((self.cards + SPARE, many * len(blocks), LANES), np.uint8)
        self.tag = plan.arrays.get("tag")  # and the sum of the tags of the cards before each place
        self.running = np.zeros((self.cards + 1 if self.tag is not None else 0, *self.classes.shape[1:]), np.int64)
        usual = min(numbers["limit"] - 1 + self.ahead, self.cards)
        streams.ready(blocks, many * usual + many * usual // 16)
        self.dealt = np.full(many * len(blocks), usual, np.intp)
        places = self._draw(blocks, streams.used[blocks], np.tile(np.arange(usual), many))
        places = places.reshape(len(blocks), many, usual)
        self.ends = places[:, :, -1].T + 1  # by shoe and block: numbers used when the shoe is dealt
        self._deal(np.arange(many * len(blocks)), places.transpose(2, 1, 0).reshape(usual, -1), 0)

    def deal_more(self, shoes: Ints) -> None:
        """Deal more cards to shoes of different blocks, each dealt to the same place."""
        many, first = len(self.blocks), int(self.dealt[shoes[0]])
        to = min(first + self.ahead, self.cards)
        blocks = shoes % many
        places = self._draw(self.blocks[blocks], self.ends[shoes // many, blocks], np.arange(first, to))
        self.ends[shoes // many, blocks] = places[:, -1] + 1
        self._deal(shoes, places.T, first)
        self.dealt[shoes] = to

    def leave(self, last: Ints) -> None:
        """Let the streams go on after the last shoe of each block."""
        self.streams.used[self.blocks] = self.ends[last, np.arange(len(last))]

    def _draw(self, blocks: Ints, at: Ints, places: Ints) -> Ints:
        """Return which number serves each place of each block; `at`: the first number of the block that may."""
        left = np.append(self.cards - places, np.ones(WINDOW, np.intp))  # of one card no number is rejected
        many, remainder = (np.repeat(x.astype(np.uint16), LANES).reshape(-1, LANES) for x in (left, self.uneven[left]))
        serves = np.arange(len(places)) + at[:, None]
        for of_block, block, first in zip(serves, blocks.tolist(), at.tolist(), strict=True):
            rejected = self._rejected(block, first, many, remainder)
            of_block += np.bincount(rejected, minlength=len(places)).cumsum()
        return serves

    def _rejected(self, block: int, number: int, many: Halves, remainder: Halves) -> list[int]:
        """Return the places at which numbers are rejected (D. Lemire, 2019): all lanes redraw if one lane's is."""
        rejected, place = list[int](), 0
        while place < len(many) - WINDOW:
            if number + WINDOW > self.streams.halves.shape[1]:
                self.streams.reach(number + WINDOW)
            window, numbers = slice(place, place + WINDOW), self.streams.halves[block, number : number + WINDOW]
            low = numbers * many[window] < remainder[window]
            first = int(low.argmax())
            fits = first // LANES if low.item(first) else WINDOW
            place, number = place + fits, number + fits
            if fits < WINDOW:
                rejected.append(place)
                number += 1
        return rejected

    def _numbers(self, blocks: Ints, numbers: Ints) -> Halves:
        """Return the random numbers of blocks for all their lanes."""
        halves = self.streams.halves
        return halves.reshape(-1, LANES).take(blocks * halves.shape[1] + numbers, axis=0)

    def _deal(self, shoes: Ints, numbers: Ints, first: int) -> None:
        """Deal cards to shoes from a place on; `numbers`: which number of the block serves each place and shoe."""
        blocks = self.blocks[shoes % len(self.blocks)]
        whole, left = len(shoes) == len(self.dealt), self.count[:, shoes]
        for place, of_place in enumerate(numbers, first):
            drawn = _below(self._numbers(blocks, of_place), self.cards - place)
            taken = left > drawn
            np.subtract(left, taken, out=left)
            dealt = len(left) - np.add.reduce(taken, axis=0, dtype=np.uint8)
            self.classes[place, slice(None) if whole else shoes] = dealt
        self.count[:, shoes] = left
        if self.tag is not None:
            to = first + len(numbers)
            tags = self.tag[self.classes[first:to, shoes]].cumsum(axis=0)
            self.running[first + 1 : to + 1, shoes] = self.running[first, shoes] + tags


def _below(drawn: Halves, left: int) -> Halves:
    """Return accepted numbers as numbers less than `left`."""
    return (drawn * np.uint32(left) >> np.uint32(16)).astype(np.uint16)
