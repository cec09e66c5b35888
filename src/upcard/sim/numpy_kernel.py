"""The kernel in NumPy: the same rounds from the same streams, all lanes of all blocks at once, card by card."""

from dataclasses import dataclass

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
    LOSS,
    MOST_HANDS,
    NOT_INSURED,
    NOT_NEEDED,
    PUSH,
    SECOND_CARD,
    SPLIT,
    STANDING,
    VALUES,
    WAYS,
    WIN,
)
from upcard.sim.numpy_shoes import Shoes, Words
from upcard.sim.plan import KernelPlan
from upcard.sim.tally import Tally, empty_tally, lane_moments

Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]


def _sum_of_squares(totals: Ints) -> int:
    """Return the sum of squares of whole numbers, however large."""
    values, counts = np.unique(totals, return_counts=True)
    return sum(value * value * count for value, count in zip(values.tolist(), counts.tolist(), strict=True))


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
    meters: Ints
    cells: Ints
    nets: Ints

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
        self.meter = flat("meter") if "meter" in arrays else None
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
        nets = np.zeros_like(cells)
        meters = self.meter[cells].sum(axis=0) if self.meter is not None else np.zeros(len(start), np.intp)
        for spot in range(self.spots):
            state, blackjack = self._play_dealer(table, need if spot else np.maximum(need, first), waits, spot)
            if not spot:
                cells = cells * self.dealers + self.dealer_code[state]
            for seat, box in enumerate(boxes):
                net = self.net[box.hands * self.dealers + self.dealer_code[state]].sum(axis=0)
                nets[seat] += net
                cells[seat] = cells[seat] * self.numbers["nets"] + self.net_code[net - self.numbers["lowest_net"]]
                if self.numbers["insures"]:
                    cells[seat] = cells[seat] * self.numbers["insurances"] + self._insurance(box, insured, blackjack)
        return Played(table.at // stride, table.hidden, meters, cells, nets)

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


class LanePlay:
    """The lanes of one call: rounds to play, wagers that wait, sessions, and the tally."""

    def __init__(self, plan: KernelPlan, rounds: Rounds, states: Words, quotas: NDArray[np.int64]) -> None:
        self.rounds, self.numbers, self.arrays = rounds, plan.numbers, plan.arrays
        self.session, self.lines = plan.number("session"), plan.number("result_lines")
        self.tally, self.shoes = empty_tally(plan), Shoes(plan, states, len(quotas))
        self.quotas = quotas.reshape(-1)
        self.left, self.metered = self.quotas.copy(), np.zeros_like(self.quotas)
        self.meter_wins: list[tuple[int, int, int]] = []  # lane, rounds with the wager before, winners
        lanes, seats = len(self.left), plan.numbers["seats"]
        self.at, self.count = np.zeros(lanes, np.intp), np.zeros(lanes, np.int64)
        self.waiting, self.decided = np.zeros(lanes, np.bool_), np.zeros((lanes, self.lines, WAYS), np.int64)
        self.wins, self.money = np.zeros((seats, lanes), np.intp), np.zeros((seats, lanes), np.int64)
        self.live = np.zeros((self.lines, seats, lanes), np.bool_)
        self.state, self.lasts = np.zeros((2, self.lines, seats, lanes), np.intp)

    def play(self) -> Tally:
        """Play shoes while any lane goes on; return the tally."""
        burned, limit = self.numbers["burned"], self.numbers["limit"]
        while (goes_on := self._goes_on()).any():
            self.at[:], self.count[:] = burned, 0
            self.shoes.fresh(np.flatnonzero(goes_on.reshape(-1, LANES).any(axis=1)))
            while (lanes := np.flatnonzero(self._goes_on() & (self.at < limit))).size:
                self._play_round(lanes)
            self.tally.shoes += int(goes_on.sum())
            self.tally.cards += int(self.at.sum()) - burned * len(self.at)
        if self.lines:
            self.tally.decided = self.decided.sum(axis=0)
            self.tally.lane_moments = lane_moments(self.decided, self.arrays["result_money"])
        before = self.metered.cumsum() - self.metered
        self.tally.metered = int(self.metered.sum())
        self.tally.meter_wins = sorted((int(before[lane]) + made, seats) for lane, made, seats in self.meter_wins)
        return self.tally

    def _goes_on(self) -> Flags:
        return (self.left > 0) | self.waiting

    def _play_round(self, lanes: Ints) -> None:
        """Play a round in each of some lanes; one that needs cards not dealt yet is played once they are."""
        stride, level, cards = len(self.left), self._level(lanes), self.shoes.classes.reshape(-1)
        insures = (self.arrays["insured"][level] > 0) & bool(self.numbers["insures"])
        played = self.rounds.walk(cards, stride, self.at[lanes] * stride + lanes, insures)
        fits = played.end <= self.shoes.dealt[lanes // LANES]
        if not fits.all():
            self._deal_more(lanes[~fits])
            lanes, level, played = lanes[fits], level[fits], played.only(fits)
        self._count_round(lanes, level, played)
        if self.shoes.tag is not None:
            running, hides = self.shoes.running.reshape(-1), played.hidden >= 0
            self.count[lanes] += running[played.end * stride + lanes] - running[self.at[lanes] * stride + lanes]
            self.count[lanes[hides]] -= self.shoes.tag[cards[played.hidden[hides]]]
        self.at[lanes] = played.end

    def _level(self, lanes: Ints) -> Ints:
        """Return the step of the schedule that the count of the cards has reached."""
        if self.shoes.tag is None:
            return np.zeros_like(lanes)
        left = self.numbers["cards"] - self.at[lanes] if self.numbers["per_card"] else np.ones_like(lanes)
        count = self.count[lanes] * self.numbers["per_deck"]
        return np.asarray(np.count_nonzero(count >= self.arrays["threshold"][:, None] * left, axis=0), np.intp)

    def _deal_more(self, lanes: Ints) -> None:
        """Deal more cards to lanes; a round is void if the shoe runs out."""
        out = self.shoes.dealt[lanes // LANES] >= self.numbers["cards"]
        self.at[lanes[out]] = self.numbers["limit"]
        self.tally.out_of_cards += int(out.sum())
        self.shoes.more(np.unique(lanes[~out] // LANES))

    def _count_round(self, lanes: Ints, level: Ints, played: Played) -> None:
        """Count rounds; after a lane's last round only wagers that wait for results go on."""
        money = self._step_results(lanes, played.nets) if self.lines else np.zeros_like(played.nets)
        counted = self.left[lanes] > 0
        self.left[lanes] -= 1
        if not counted.all():
            lanes, level, played, money = lanes[counted], level[counted], played.only(counted), money[:, counted]
        tally, cells = self.tally, level * self.numbers["cells"] + played.cells
        np.add.at(tally.cells.reshape(-1), cells.reshape(-1), 1)
        tally.rounds += len(lanes)
        if tally.square:
            totals = self.arrays["worth"][cells].sum(axis=0, dtype=np.int64)
            squares = [_sum_of_squares(of_line) for of_line in totals.T]
            tally.square = [before + square for before, square in zip(tally.square, squares, strict=True)]
        done = self.quotas[lanes] - self.left[lanes]
        on_meter = self.arrays["on_meter"][level] > 0 if "on_meter" in self.arrays else np.ones(len(lanes), np.bool_)
        for lane in np.flatnonzero(on_meter & (played.meters > 0)).tolist():
            self.meter_wins.append((int(lanes[lane]), int(self.metered[lanes[lane]]), int(played.meters[lane])))
        self.metered[lanes] += on_meter
        if self.session:
            self._add_money(lanes, money + self.arrays["money"][cells], done % self.session == 0)

    def _step_results(self, lanes: Ints, nets: Ints) -> NDArray[np.int64]:
        """Step the wagers on results of rounds: count those decided; before a first win, make them again."""
        tally, wins, standing = self.tally, self.wins[:, lanes], self.live[..., lanes]
        result = np.where(nets > 0, WIN, np.where(nets < 0, LOSS, PUSH))
        live = standing | (wins == 0) & (self.left[lanes] > 0)
        lasts = self.lasts[..., lanes] * standing + live
        state = self.arrays["result_step"][self.state[..., lanes] * standing, result]
        lines = np.arange(len(live))[:, None, None]
        way = self.arrays["result_way"][lines, state]
        decided = live & (way != STANDING)
        line, _, lane = np.nonzero(decided)
        np.add.at(self.decided, (lanes[lane], line, way[decided]), 1)
        tally.lasted += (lasts * decided).sum(axis=(1, 2))
        live &= ~decided
        self.live[..., lanes], self.lasts[..., lanes], self.state[..., lanes] = live, lasts, state
        self.waiting[lanes] = live.any(axis=(0, 1))
        more = np.where(wins + 1 < self.numbers["most_wins"], wins + 1, 0)
        self.wins[:, lanes] = np.where(result == WIN, more, np.where(result == LOSS, 0, wins))
        if not self.session:
            return np.zeros_like(nets)
        money = self.arrays["result_money"][lines, np.where(decided, way, 0)] * decided
        return np.asarray(money.sum(axis=0), np.int64)

    def _add_money(self, lanes: Ints, money: NDArray[np.int64], over: Flags) -> None:
        """Add to the money of players who are not ruined, and end the sessions that are over."""
        bankroll, results = self.numbers["bankroll"], self.money[:, lanes]
        results += np.where((bankroll > 0) & (results <= -bankroll), 0, money)
        ends, bins = results[:, over].reshape(-1), self.numbers["bins"]
        bin_of = ends // self.numbers["bin"] + bins // 2
        np.add.at(self.tally.sessions, np.clip(bin_of + 1, 0, bins + 1), 1)
        self.tally.session_count += len(ends)
        self.tally.ruined += int(((bankroll > 0) & (ends <= -bankroll)).sum())
        self.tally.session_sum += int(ends.sum())
        self.tally.session_squares += sum(end * end for end in ends.tolist())
        self.money[:, lanes] = np.where(over, 0, results)


class NumpyKernel:
    """The kernel in NumPy: it serves where none is compiled, and checks the compiled one."""

    def __init__(self, plan: KernelPlan) -> None:
        self.plan, self.rounds = plan, Rounds(plan)

    def states(self, seed: int, first: int, count: int) -> Words:
        """Return the states of consecutive streams of a seed."""
        return streams.states(seed, first, count)

    def play(self, states: NDArray[np.uint32], quotas: NDArray[np.int64]) -> Tally:
        """Play blocks of sixteen lanes from the states of their streams; `quotas`: how many rounds each lane plays."""
        return LanePlay(self.plan, self.rounds, states, quotas).play()
