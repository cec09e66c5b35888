"""The kernel in NumPy: the same rounds from the same streams, several shoes of all lanes of all blocks at once.

Shoes are dealt ahead as far as rounds usually go. Where a round needs more cards, they come from the same stream before
those of the next shoe: the shoes of that block dealt after it are dropped, and dealt again.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from upcard.sim import streams
from upcard.sim.kernel_constants import (
    AFTER_PLAYERS,
    COMPLETED,
    ENDED,
    FACE_DOWN,
    FIRST_OF_SPLIT,
    INSURANCE_LOST,
    INSURANCE_WON,
    LANES,
    MOST_HANDS,
    NOT_INSURED,
    NOT_NEEDED,
    SECOND_CARD,
    SPARE,
    SPLIT,
    STREAMS,
    VALUES,
    WORDS,
)
from upcard.sim.numpy_counts import Flags, Ints, LaneCounts, RoundsPlayed
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally

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
        """Make sure that some blocks have `many` unused numbers; forget used ones to make room."""
        if self.used[blocks].max() + many > self.halves.shape[1]:
            segments, used = np.divmod(self.used, SEGMENT)
            states = [self.starts[segment][block] for block, segment in enumerate(segments.tolist())]
            self._begin(np.stack(states), used)
            self.reach(max(SEGMENT * SEGMENTS, int(used.max()) + many))

    def reach(self, many: int) -> None:
        """Draw numbers until every block has at least `many`, used or not."""
        first, segments = len(self.starts) - 1, -(-(many - self.halves.shape[1]) // SEGMENT)
        for _ in range(segments):
            self.starts.append(a_segment_later(self.starts[-1]))
        words = np.stack(self.starts[first : first + segments]).transpose(3, 1, 0, 2).copy()
        drawn = np.empty((*words.shape[1:3], SEGMENT, STREAMS), np.uint32)
        for number in range(SEGMENT):
            drawn[:, :, number] = next_random(words)
        more = drawn.astype("<u4", copy=False).view("<u2").reshape(len(drawn), -1, LANES)
        self.halves = np.concatenate((self.halves, more), axis=1)


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


@dataclass
class LaneTable:
    """The cards of some lanes, and the state of their rounds; a card is numbered by place and lane."""

    cards: NDArray[np.uint8]
    stride: int
    start: Ints
    at: Ints
    up: Ints
    upcard: Ints
    shown: Ints  # the state of the dealer's first card
    second: Ints
    state: Ints  # the state of the dealer's first two cards, if they are dealt
    hidden: Ints  # a second card never turned, or -1

    def card(self, place: int) -> Ints:
        """Return the cards at a place counted from the first card of the rounds."""
        return self.cards[self.start + place * self.stride].astype(np.intp)

    def draw(self, which: Ints) -> NDArray[np.uint8]:
        """Deal the next card to some of the lanes."""
        at = self.at[which]
        self.at[which] = at + self.stride
        return self.cards[at]


@dataclass
class Box:
    """The opening, the state and the ended hands of a box, by lane."""

    opening: Ints
    state: Ints
    hands: Ints


@dataclass
class Played:
    """Results of rounds: by lane, or by seat and lane."""

    end: Ints
    hidden: Ints
    cells: Ints

    def only(self, which: Flags) -> "Played":
        """Return the results of some of the lanes."""
        return Played(*(part[..., which] for part in vars(self).values()))


class Rounds:
    """The tables of a plan, and rounds that are played by them card by card."""

    def __init__(self, plan: KernelPlan) -> None:
        arrays, numbers = plan.arrays, plan.numbers
        self.numbers, self.many = numbers, numbers["classes"]
        self.seats, self.spots, self.dealers = numbers["seats"], numbers["spots"], numbers["dealers"]
        self.hole, self.box_seen = numbers["hole"] != AFTER_PLAYERS, numbers["box_seen"]
        self.symbols = numbers["box_symbols"]
        self.others = self.many + 1 if self.symbols > self.many else 0  # where the symbols of other hands begin

        def flat(name: str) -> Ints:
            return arrays[name].reshape(-1).astype(np.intp)

        self.value, self.opening, self.opening_need = map(flat, ("value", "opening", "opening_need"))
        self.showing, self.first, self.again, self.added = map(flat, ("showing", "first", "again", "added"))
        self.draw = arrays["draw_step"].astype(np.intp)[:, self.value].reshape(-1)
        self.box, self.box_code, self.dealer, self.dealer_code = map(
            flat, ("box", "box_code", "dealer_step", "dealer_code")
        )
        self.complete, self.blackjack = flat("complete") > 0, flat("blackjack") > 0
        self.insurable = flat("insurable") > 0
        # A hand that does not exist has no net result and needs no dealer's hand.
        self.no_hand = len(arrays["bust"])
        self.need = np.append(flat("need"), [0] * VALUES)
        self.bust = np.append(flat("bust"), 0) > 0
        self.net_code = flat("net_code")
        self.net = np.append(flat("net"), [0] * self.dealers)

    def walk(self, cards: NDArray[np.uint8], stride: int, start: Ints, insures: Flags) -> Played:
        """Play rounds that begin at `start`; `insures`: in which lanes insurance is taken if it is offered."""
        table = self._begin(cards, stride, start)
        boxes = [self._play_box(table, seat) for seat in range(self.seats)]
        need = np.max([self.need[box.hands * VALUES + table.upcard].max(axis=0) for box in boxes], axis=0)
        first = np.max([self.opening_need[box.opening] for box in boxes], axis=0)
        if self.numbers["completes"]:
            first[:] = COMPLETED
        insured = insures & self.insurable[table.upcard]
        waits = insured & ~np.all([self._insurance_collected(box) for box in boxes], axis=0)
        cells = np.array([box.opening * self.numbers["boxes"] + self.box_code[box.state] for box in boxes])
        for spot in range(self.spots):
            state, blackjack = self._play_dealer(table, need if spot else np.maximum(need, first), waits, spot)
            if not spot:
                cells = cells * self.dealers + self.dealer_code[state]
            for seat, box in enumerate(boxes):
                net = self.net[box.hands * self.dealers + self.dealer_code[state]].sum(axis=0)
                cells[seat] = cells[seat] * self.numbers["nets"] + self.net_code[net - self.numbers["lowest_net"]]
                if self.numbers["insures"]:
                    cells[seat] = cells[seat] * self.numbers["insurances"] + self._insurance(box, insured, blackjack)
        return Played(table.at // stride, table.hidden, cells)

    def _begin(self, cards: NDArray[np.uint8], stride: int, start: Ints) -> LaneTable:
        up = cards[start + self.seats * stride].astype(np.intp)
        at, shown, none = start + (2 * self.seats + 1) * stride, self.dealer[up], np.zeros_like(start)
        table = LaneTable(cards, stride, start, at, up, self.value[up], shown, none, none, none - 1)
        if self.hole:
            second = table.card(2 * self.seats + 1)
            table.at += stride
            table.second, table.state = self.value[second], self.dealer[shown * self.many + second]
        return table

    def _play_box(self, table: LaneTable, seat: int) -> Box:
        """Play all hands of a box."""
        one, two, state = table.card(seat), table.card(self.seats + 1 + seat), np.zeros_like(table.up)
        if self.box_seen:
            state = self.box[self.box[one] * self.symbols + two]
        first = (self.value[one] * VALUES + table.upcard) * VALUES + self.value[two]
        node = self.first[first * VALUES + table.second if self.hole else first]
        hands = np.full((MOST_HANDS, len(node)), self.no_hand)
        self._draw_on(table, np.arange(len(node)), node, state)
        hands[0] = node - ENDED
        split = np.flatnonzero(node < ENDED)
        most = self._play_split(table, split, node, state, hands) if split.size else 1
        return Box(self.opening[(one * self.many + table.up) * self.many + two], state, hands[:most])

    def _play_split(self, table: LaneTable, which: Ints, node: Ints, state: Ints, hands: Ints) -> int:
        """Play split hands, each waiting with one card until its turn; give how many hands a box has at most."""
        ended = np.zeros(len(node), np.intp)
        splits, waiting, kind = np.ones((3, len(node)), np.intp)  # the first hand is of kind 1
        pair, showing = node - SPLIT, self.showing[table.upcard * VALUES + table.second]
        self._step_splits(which, ended, state)
        while which.size:
            begun = ((kind[which] > FIRST_OF_SPLIT) * self.numbers["showings"] + showing[which]) * VALUES + pair[which]
            node[which] = self.again[begun * (self.numbers["most_splits"] + 1) + splits[which]]
            self._draw_on(table, which, node, state, ended)
            ends = node[which] >= ENDED
            over, again = which[ends], which[~ends]
            self._step_splits(again, ended, state)
            hands[ended[over], over] = kind[over] * self.numbers["ends"] + node[over] - ENDED
            ended[over] += 1
            splits[again] += 1
            waiting[again] += 1
            which = np.concatenate((again, over[waiting[over] > 0]))
            waiting[over] -= 1
            kind[over] = self.added[showing[over] * VALUES + pair[over]]
        return int(ended.max())

    def _step_splits(self, which: Ints, ended: Ints, state: Ints) -> None:
        """Step the boxes of some lanes by the split of a hand, the first or another."""
        if self.others:
            state[which] = self.box[state[which] * self.symbols + (ended[which] > 0) * self.others + self.many]

    def _draw_on(self, table: LaneTable, which: Ints, node: Ints, state: Ints, ended: Ints | None = None) -> None:
        """Draw cards to the hands of some lanes until each ends or is split; `ended`: hands that ended before."""
        while (which := which[node[which] < SPLIT]).size:
            card = table.draw(which)
            node[which] = self.draw[node[which] * self.many + card]
            if self.box_seen:
                others = 0 if ended is None else (ended[which] > 0) * self.others
                state[which] = self.box[state[which] * self.symbols + others + card]

    def _play_dealer(self, table: LaneTable, dealer_need: Ints, waits: Flags, spot: int) -> tuple[Ints, Flags]:
        """Deal a dealer's hand as far as it is needed; return its state, and whether it is a blackjack."""
        if self.hole and not spot:
            blackjack, state = self.blackjack[table.state], table.state
            if self.numbers["hole"] == FACE_DOWN:
                hides = (dealer_need == NOT_NEEDED) & ~blackjack
                table.hidden = np.where(hides, table.start + (2 * self.seats + 1) * table.stride, -1)
                state = np.where(hides, table.shown, state)
            return self._complete(table, state, dealer_need), blackjack
        dealer_need = np.maximum(dealer_need, np.where(waits, SECOND_CARD, NOT_NEEDED))
        state, which = table.shown.copy(), np.flatnonzero(dealer_need != NOT_NEEDED)
        state[which] = self.dealer[state[which] * self.many + table.draw(which)]
        state = self._complete(table, state, dealer_need)
        return state, self.blackjack[state]

    def _complete(self, table: LaneTable, state: Ints, dealer_need: Ints) -> Ints:
        """Complete the dealer's hands that are needed completed; return their states."""
        state, which = state.copy(), np.flatnonzero(dealer_need == COMPLETED)
        while (which := which[~self.complete[state[which]]]).size:
            state[which] = self.dealer[state[which] * self.many + table.draw(which)]
        return state

    def _insurance(self, box: Box, insured: Flags, blackjack: Flags) -> Ints:
        """Return the result of insurance."""
        won = blackjack & ~self._insurance_collected(box)
        return np.where(insured, np.where(won, INSURANCE_WON, INSURANCE_LOST), NOT_INSURED)

    def _insurance_collected(self, box: Box) -> Flags:
        """Whether every hand of the box went bust and its insurance was collected with the last."""
        bust = ((self.bust[box.hands] > 0) | (box.hands == self.no_hand)).all(axis=0)
        return np.where(bust, self.numbers["bust_takes_insurance"] > 0, False)


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
    """The kernel in NumPy: for machines where nothing is compiled, and to check the compiled one."""

    def __init__(self, plan: KernelPlan) -> None:
        self.plan, self.rounds = plan, Rounds(plan)

    def states(self, seed: int, first: int, count: int) -> Words:
        """Return the states of consecutive streams of a seed."""
        return streams.states(seed, first, count)

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes from the states of their streams; `quotas`: how many rounds each lane plays."""
        return BlockPlay(self.plan, self.rounds, states, quotas).play()
