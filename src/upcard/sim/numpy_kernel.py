"""The kernel in NumPy: the same rounds from the same streams, several shoes of all lanes of all blocks at once.

Shoes are dealt ahead as far as rounds usually go. Where a round needs more cards, they come from the same stream before
those of the next shoe: the shoes of that block dealt after it are dropped, and dealt again.
"""

import numpy as np
from numpy.typing import NDArray

from upcard.sim import streams
from upcard.sim.kernel_constants import LANES
from upcard.sim.numpy_count import LaneCounts, RoundsPlayed
from upcard.sim.numpy_random import Ints, Streams, Words
from upcard.sim.numpy_rounds import Flags, Rounds
from upcard.sim.numpy_shoes import Shoes
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally

WIDTH = 4096  # shoes of all lanes together that are played at once
CARDS_OF_A_HAND = 3  # a guess, to deal no more shoes than are left to play


class ShoePlay:
    """Some shoes in a row of some blocks: how far each is played, and the rounds played."""

    def __init__(self, plan: KernelPlan, rounds: Rounds, shoes: Shoes) -> None:
        self.numbers, self.arrays, self.rounds, self.shoes = plan.numbers, plan.arrays, rounds, shoes
        self.width = shoes.classes[0].size
        self.at = np.full(self.width, self.numbers["burned"], np.intp)
        self.count, self.played = np.zeros((2, self.width), np.intp)
        self.short = np.zeros(self.width, np.bool_)  # the next round needs more cards than are dealt
        self.void = np.zeros(self.width, np.bool_)  # the shoe ran out of cards
        self.records: list[RoundsPlayed] = []

    @property
    def before(self) -> Ints:
        """Return for each shoe how many rounds its lane played in those before."""
        played = self.played.reshape(len(self.shoes.ends), -1)
        return np.asarray(played.cumsum(axis=0) - played, np.intp).reshape(-1)

    def go_on(self, which: Ints) -> None:
        """Play rounds of some shoes until they are over, or more cards are needed."""
        cards, limit = self.shoes.classes.reshape(-1), self.numbers["limit"]
        while which.size:
            at, level = self.at[which], self._level(which)
            insures = (self.arrays["insured"][level] > 0) & bool(self.numbers["insures"])
            played = self.rounds.walk(cards, self.width, at * self.width + which, insures)
            fits = played.end <= self.shoes.dealt[which // LANES]
            if not fits.all():
                self.short[which[~fits]] = True
                which, at, level, played = which[fits], at[fits], level[fits], played.only(fits)
            self._add_tags(which, at, played.end, played.hidden)
            self.records.append(RoundsPlayed(which, which, self.played[which], level, played.end - at, played.cells))
            self.played[which] += 1
            self.at[which] = played.end
            which = which[played.end < limit]

    def deal_more(self, which: Ints) -> None:
        """Deal more cards to shoes and play on; a round is void if the shoe runs out."""
        self.short[which] = False
        out = self.shoes.dealt[which // LANES] >= self.numbers["cards"]
        self.void[which[out]] = True
        which = which[~out]
        if which.size:
            self.shoes.deal_more(np.unique(which // LANES))
            self.go_on(which)

    def _level(self, which: Ints) -> Ints:
        """Return the step of the schedule that the count of the cards has reached."""
        if self.shoes.tag is None:
            return np.zeros_like(which)
        bounds = self.arrays["bound"][self.at[which]]
        return np.asarray(np.count_nonzero(self.count[which, None] >= bounds, axis=1), np.intp)

    def _add_tags(self, which: Ints, at: Ints, end: Ints, hidden: Ints) -> None:
        """Add the tags of the cards of rounds, but for a second card never turned."""
        if self.shoes.tag is None:
            return
        running, hides = self.shoes.running.reshape(-1), hidden >= 0
        self.count[which] += running[end * self.width + which] - running[at * self.width + which]
        self.count[which[hides]] -= self.shoes.tag[self.shoes.classes.reshape(-1)[hidden[hides]]]


class BlockPlay:
    """The blocks of one call: their streams, and the counts of their lanes."""

    def __init__(self, plan: KernelPlan, rounds: Rounds, states: Words, quotas: NDArray[np.int64]) -> None:
        self.plan, self.rounds, self.counts = plan, rounds, LaneCounts(plan, quotas.reshape(-1))
        self.streams, self.most = Streams(states, len(quotas)), WIDTH

    def play(self) -> Tally:
        """Play shoes while any lane goes on; return the tally."""
        while (goes_on := self.counts.goes_on.reshape(-1, LANES).any(axis=1)).any():
            blocks = np.flatnonzero(goes_on)
            shoes = Shoes(self.plan, self.streams, blocks, self._shoes_ahead(blocks))
            play = ShoePlay(self.plan, self.rounds, shoes)
            play.go_on(np.arange(play.width))
            lanes = np.tile((blocks[:, None] * LANES + np.arange(LANES)).reshape(-1), len(shoes.ends))
            last = self._deal_more(play, lanes)
            shoes.leave(last)
            self._count(play, lanes, (np.arange(len(shoes.ends))[:, None] <= last).repeat(LANES))
            self.most = 2 * int(last.mean() + 1)
        return self.counts.total()

    def _shoes_ahead(self, blocks: Ints) -> int:
        """Return how many shoes to deal: no more than are left, and less where later ones were dropped before."""
        numbers, tally = self.plan.numbers, self.counts.tally
        cards_of_a_round = (tally.cards + CARDS_OF_A_HAND * (numbers["seats"] + 1)) / (tally.rounds + 1)
        left = int(self.counts.left.max()) * cards_of_a_round / (numbers["limit"] - numbers["burned"])
        return max(1, min(WIDTH // (LANES * len(blocks)), self.most, int(left) + 1))

    def _deal_more(self, play: ShoePlay, lanes: Ints) -> Ints:
        """Deal more cards to the first shoe of each block that needs them; return the last shoe that is right."""
        needs = np.logical_or.reduce(self._needs_more(play, lanes).reshape(*play.shoes.ends.shape, LANES), axis=2)
        last = np.where(needs.any(axis=0), needs.argmax(axis=0), len(needs) - 1)
        of_last = (np.arange(len(needs))[:, None] == last).repeat(LANES)
        while (which := np.flatnonzero(of_last & self._needs_more(play, lanes))).size:
            play.deal_more(which)
        return np.asarray(last, np.intp)

    def _needs_more(self, play: ShoePlay, lanes: Ints) -> Flags:
        """Whether a shoe needs more cards for its next round, which its lane plays."""
        following, stop = play.before + play.played, self.counts.left
        if (play.short & (following >= stop[lanes])).any():
            stop = self.counts.stop(self._rounds(play, lanes, np.ones(play.width, np.bool_)))
        return np.asarray(play.short & (following < stop[lanes]), np.bool_)

    def _rounds(self, play: ShoePlay, lanes: Ints, there: Flags) -> RoundsPlayed:
        """Return the rounds of shoes by lane, numbered from the first of the lane's rounds."""
        rounds = RoundsPlayed.joined(play.records)
        rounds.number = rounds.number + play.before[rounds.lane]
        if not there.all():
            rounds = rounds.only(there[rounds.lane])
        rounds.lane = lanes[rounds.lane]
        return rounds

    def _count(self, play: ShoePlay, lanes: Ints, there: Flags) -> None:
        """Count shoes that are there, with their rounds and cards."""
        tally, void = self.counts.tally, play.void & there
        stop = self.counts.add(self._rounds(play, lanes, there))
        tally.shoes += int(np.count_nonzero(there & (play.before < stop[lanes])))
        tally.out_of_cards += int(np.count_nonzero(void))
        tally.cards += int((self.plan.numbers["limit"] - play.at[void]).sum())


class NumpyKernel:
    """The kernel in NumPy: it serves where none is compiled, and checks the compiled one."""

    def __init__(self, plan: KernelPlan) -> None:
        self.plan, self.rounds = plan, Rounds(plan)

    def states(self, seed: int, first: int, count: int) -> Words:
        """Return the states of consecutive streams of a seed."""
        return streams.states(seed, first, count)

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes from the states of their streams; `quotas`: how many rounds each lane plays."""
        return BlockPlay(self.plan, self.rounds, states, quotas).play()
