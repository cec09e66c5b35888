"""A strategy as a small automaton: from every hand, where each card drawn leads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.blackjack_kernel import HandStart, hand_start
from upcard.payoffs.hands import CARD_OF_VALUE, VALUES, PlayerHands, all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import Payoffs
from upcard.rules.apply import DOUBLES, SPLITS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HandKind, HoleCard, Play
from upcard.rules.facts import DEALER_HAND
from upcard.sim.kernel_constants import ENDED, SPLIT
from upcard.sim.plan import Arrays
from upcard.sim.settlement_table import HAND_KINDS

NO_CARD = -1

Shown = tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Strategy:
    """A way to play every hand: the first play of initial hands, and the play of every composition by showing."""

    name: str
    initial: Mapping[tuple[tuple[int, int], Shown], Play]
    policies: Mapping[HandStart, tuple[bytes, ...]]


@dataclass(eq=False)
class StrategyAutomaton:
    """The nodes of hands that draw a card, numbered as they are met; nodes that behave alike are one."""

    payoffs: Payoffs
    strategy: Strategy
    showings: tuple[Shown, ...]
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    _drawing: dict[tuple[HandStart, int, int], int] = field(default_factory=dict)
    _doubling: dict[tuple[int, Play], int] = field(default_factory=dict)

    @property
    def rules(self) -> BlackjackRules:
        """Return the rules of the table."""
        return self.payoffs.rules

    @cached_property
    def hands(self) -> PlayerHands:
        """Return every hand that does not bust."""
        return all_hands()

    @cached_property
    def ends(self) -> dict[Play | None, tuple[int, ...]]:
        """Return the nodes of hands that end, by how they were doubled if at all; the last is that of a bust."""
        return {
            way: tuple(ENDED | end for end in (*self.payoffs.ends_of_hands(way), self.payoffs.bust(way)))
            for way in self.payoffs.ways
        }

    def node(self, row: tuple[int, ...]) -> int:
        """Return the node from which each value drawn leads to the nodes of a row."""
        return self.rows.setdefault(row, len(self.rows))

    def draws(self, key: HandStart, hand: int, shown: int) -> int:
        """Return the node of a hand that draws a card."""
        place = key, hand, shown
        if place not in self._drawing:
            children = self.hands.children[hand]
            self._drawing[place] = self.node(tuple([self.by_policy(key, child, shown) for child in children]))
        return self._drawing[place]

    def by_policy(self, key: HandStart, hand: int, shown: int) -> int:
        """Return the node of a hand that is played by the strategy."""
        if hand < 0:
            return self.ends[None][hand]
        return self.by_play(HAND_PLAYS[self.strategy.policies[key][shown][hand]], key, hand, shown)

    def by_play(self, play: Play, key: HandStart, hand: int, shown: int) -> int:
        """Return the node of a hand after a play."""
        if play is Play.DRAW:
            return self.draws(key, hand, shown)
        if play in DOUBLES:
            return self.doubles(hand, play)
        if play is Play.SURRENDER:
            assert self.payoffs.surrendered is not None
            return ENDED | self.payoffs.surrendered
        return self.ends[None][hand]

    def doubles(self, hand: int, play: Play) -> int:
        """Return the node of a hand that is doubled down: it gets one card and no more."""
        if (hand, play) not in self._doubling:
            self._doubling[hand, play] = self.node(tuple(self.ends[play][child] for child in self.hands.children[hand]))
        return self._doubling[hand, play]

    def first(self, one: int, two: int, upcard: int, second: int) -> int:
        """Return the node of an initial hand; values count from 1, and `second` may be NO_CARD."""
        low, high = sorted((one, two))
        hand, shown = self.hands.of(low, high), self.shown(upcard, second)
        play = self.strategy.initial.get(((low, high), self.showings[shown]), Play.STAND)
        if second != NO_CARD and DEALER_HAND.of((CARD_OF_VALUE[upcard - 1], CARD_OF_VALUE[second - 1])).blackjack:
            # 13:69F-2.6(j): the dealer's blackjack ends the round, but for a hand given up before
            early = play is Play.SURRENDER and self.payoffs.plays.is_early((low, high), upcard)
            play = play if early else Play.STAND
        if play in SPLITS:
            return SPLIT | low - 1
        return self.by_play(play, hand_start(HandKind.INITIAL, low), hand, shown)

    def shown(self, upcard: int, second: int) -> int:
        """Return the number of the cards that the dealer shows."""
        cards = tuple(sorted((upcard, second))) if self.rules.hole_card is HoleCard.UP else (upcard,)
        return self.showings.index(cards)

    def split_play(self, value: int, shown: int) -> Play | None:
        """Return the play by which a pair is split, if it is."""
        play = self.strategy.initial.get(((value, value), self.showings[shown]))
        return play if play in SPLITS else None

    def again(self, value: int, shown: int, splits: int, kind: HandKind) -> int:
        """Return the node of a split hand that waits for its second card; a pair is split again where allowed."""
        play, upcard = self.split_play(value, shown), self.showings[shown][0]
        assert play is not None
        row = []
        for second in range(1, VALUES + 1):
            pair = second == value
            if pair and self.payoffs.plays.allows(play, (value, value), upcard, splits=splits, from_split=True):
                row.append(SPLIT | value - 1)
            else:
                row.append(self.by_policy(hand_start(kind, value), self.hands.of(*sorted((value, second))), shown))
        return self.node(tuple(row))


@dataclass(frozen=True, eq=False, kw_only=True)
class StrategyTables:
    """The automaton of a strategy as arrays; cards are values counted from 0."""

    first: NDArray[np.uint16]  # [first, upcard, second, dealer's second] -> node
    draw: NDArray[np.uint16]  # [node, value] -> node
    again: NDArray[np.uint16]  # [first or added, showing, value, splits] -> node of a split hand of one card
    added: NDArray[np.uint8]  # [showing, value] -> kind of the hand that a split adds
    showing: NDArray[np.uint8]  # [upcard, dealer's second] -> showing
    showings: int

    @property
    def arrays(self) -> Arrays:
        """Return the arrays by their names in the kernel."""
        return {
            "showing": self.showing,
            "first": self.first,
            "draw_step": self.draw,
            "again": self.again,
            "added": self.added,
        }


@lru_cache(maxsize=16)
def strategy_tables(payoffs: Payoffs, strategy: Strategy, showings: tuple[Shown, ...]) -> StrategyTables:
    """Return the tables by which a strategy plays a box."""
    automaton, rules = StrategyAutomaton(payoffs, strategy, showings), payoffs.rules
    values = range(1, VALUES + 1)
    seconds = tuple(values) if rules.hole_card.dealt_first else (NO_CARD,)
    first = [
        automaton.first(one, two, up, second) for one in values for up in values for two in values for second in seconds
    ]
    again = np.zeros((2, len(showings), VALUES, rules.most_splits + 1), np.uint16)
    added = np.zeros((len(showings), VALUES), np.uint8)
    for shown in range(len(showings)):
        for value in values:
            if (play := automaton.split_play(value, shown)) is None:
                continue
            kind = SPLITS[play]
            added[shown, value - 1] = HAND_KINDS.index(kind)
            for splits in range(1, rules.most_splits + 1):
                for which, of_kind in enumerate((HandKind.SPLIT, kind)):
                    again[which, shown, value - 1, splits] = automaton.again(value, shown, splits, of_kind)
    showing = np.array([[automaton.shown(up, second) for second in values] for up in values], np.uint8)
    return StrategyTables(
        first=np.array(first, np.uint16),
        draw=np.array(list(automaton.rows), np.uint16).reshape(-1, VALUES),
        again=again,
        added=added,
        showing=showing,
        showings=len(showings),
    )
