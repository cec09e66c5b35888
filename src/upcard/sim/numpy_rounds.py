"""Rounds in NumPy: those of many lanes at once, card by card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import (
    AFTER_PLAYERS,
    COMPLETED,
    ENDED,
    FACE_DOWN,
    FIRST_OF_SPLIT,
    INSURANCE_LOST,
    INSURANCE_WON,
    MOST_HANDS,
    NOT_INSURED,
    NOT_NEEDED,
    SECOND_CARD,
    SPLIT,
    VALUES,
)
from upcard.sim.numpy_random import Ints
from upcard.sim.plan import KernelPlan

Flags = NDArray[np.bool_]


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
