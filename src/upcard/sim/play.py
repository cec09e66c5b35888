"""The play of a box as a small automaton: from every hand, what each card drawn leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.exact.blackjack.hands import MOST_POINTS, PLAYS, Hands, all_hands
from upcard.exact.blackjack.kernel import FREE, PAID, Kind
from upcard.exact.blackjack.rules import CARDS, VALUES, Rules
from upcard.exact.blackjack.solve import SPLITS
from upcard.rules.blackjack import Play, stands
from upcard.rules.facts import Total
from upcard.sim.ends import ADDED, ADDED_FREE, BUST, End

ENDED, SPLIT = 0x8000, 0x4000  # marks of a node, as in kernel.h
DOUBLES = (Play.DOUBLE_DOWN, Play.FREE_DOUBLE_DOWN)
NO_CARD = -1

Shown = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A way to play every hand: the first play of initial hands, and the play of every composition by showing."""

    name: str
    initial: Mapping[tuple[tuple[int, int], Shown], Play]
    policies: Mapping[Kind, tuple[bytes, ...]]


@dataclass(eq=False)
class Automaton:
    """Nodes that draw a card, found while they are asked for; nodes that behave alike are one."""

    rules: Rules
    strategy: Strategy
    showings: tuple[Shown, ...]
    ends: dict[End, int] = field(default_factory=dict)
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    _drawing: dict[tuple[Kind, int, int], int] = field(default_factory=dict)
    _doubling: dict[tuple[Total, Play], int] = field(default_factory=dict)

    @cached_property
    def hands(self) -> Hands:
        """Give every hand that does not bust."""
        return all_hands()

    @cached_property
    def lowest(self) -> int:
        """Give the fewest points a dealer stands on; less is all alike."""
        return next(points for points in range(MOST_POINTS) if stands(Total(points), draws_to_soft_17=False))

    def end(self, end: End) -> int:
        """Give the node of a hand that has ended."""
        alike = end._replace(points=BUST if end.points > MOST_POINTS else max(end.points, self.lowest - 1))
        return ENDED | self.ends.setdefault(alike, len(self.ends))

    def node(self, row: tuple[int, ...]) -> int:
        """Give the node that each value drawn leads on from so."""
        return self.rows.setdefault(row, len(self.rows))

    def draws(self, kind: Kind, hand: int, shown: int) -> int:
        """Give the node of a hand that draws a card."""
        key = kind, hand, shown
        if key not in self._drawing:
            children = self.hands.children[hand]
            self._drawing[key] = self.node(tuple([self.held(kind, child, shown) for child in children]))
        return self._drawing[key]

    def held(self, kind: Kind, hand: int, shown: int) -> int:
        """Give the node of a hand that is played by its policy."""
        if hand < 0:
            return self.end(End(BUST))
        return self.by(PLAYS[self.strategy.policies[kind][shown][hand]], kind, hand, shown)

    def by(self, play: Play, kind: Kind, hand: int, shown: int) -> int:
        """Give the node of a hand that is played so."""
        total = self.hands.totals[hand]
        if play is Play.DRAW:
            return self.draws(kind, hand, shown)
        if play in DOUBLES:
            return self.doubles(total, play)
        return self.end(End(total.points, surrendered=play is Play.SURRENDER))

    def doubles(self, total: Total, play: Play) -> int:
        """Give the node of a hand that gets one card and no more."""
        if (total, play) not in self._doubling:
            row = tuple(self.end(End(total.plus(card).points, doubled=play)) for card in CARDS)
            self._doubling[total, play] = self.node(row)
        return self._doubling[total, play]

    def first(self, one: int, two: int, upcard: int, second: int) -> int:
        """Give the node of an initial hand; values are counted from 1, and no second card of the dealer's is -1."""
        low, high = sorted((one, two))
        hand = self.hands.of(low, high)
        points = self.hands.totals[hand].points
        if points == MOST_POINTS:
            return self.end(End(points, blackjack=True))
        if second != NO_CARD and self.hands.totals[self.hands.of(upcard, second)].points == MOST_POINTS:
            return self.end(End(points))  # 13:69F-2.6(j): the dealer's blackjack ends the round
        shown = self.shown(upcard, second)
        play = self.strategy.initial.get(((low, high), self.showings[shown]), Play.STAND)
        if play in SPLITS:
            return SPLIT | low - 1
        return self.by(play, PAID, hand, shown)

    def shown(self, upcard: int, second: int) -> int:
        """Give the number of what the dealer shows."""
        seen = tuple(sorted((upcard, second))) if self.rules.sees_hole_card else (upcard,)
        return self.showings.index(seen)

    def split_play(self, value: int, shown: int) -> Play | None:
        """Give the play by which a pair is split, if it is."""
        play = self.strategy.initial.get(((value, value), self.showings[shown]))
        return play if play in SPLITS else None

    def again(self, value: int, shown: int, splits: int, kind: Kind) -> int:
        """Give the node of a split hand that waits for its second card; a pair is split again where allowed."""
        play = self.split_play(value, shown)
        assert play is not None
        row = []
        for second in range(1, VALUES + 1):
            low, high = sorted((value, second))
            hand, pair = self.hands.of(low, high), second == value
            if pair and self.rules.allows(play, (value, value), splits=splits, from_split=True):
                row.append(SPLIT | value - 1)
            elif not self.rules.allows(Play.DRAW, (value, second), splits=splits, from_split=True):
                row.append(self.end(End(self.hands.totals[hand].points)))
            else:
                row.append(self.held(kind, hand, shown))
        return self.node(tuple(row))


@dataclass(frozen=True, eq=False, kw_only=True)
class Boxes:
    """The automaton as arrays, and the ends its hands come to."""

    first: NDArray[np.uint16]
    draw: NDArray[np.uint16]
    again: NDArray[np.uint16]
    added: NDArray[np.uint8]
    showing: NDArray[np.uint8]
    showings: int
    ends: tuple[End, ...]


def boxes(rules: Rules, strategy: Strategy, showings: tuple[Shown, ...]) -> Boxes:
    """Tabulate the play of a box at a table."""
    made = Automaton(rules, strategy, showings)
    values = range(1, VALUES + 1)
    seconds = (NO_CARD,) if rules.late else tuple(values)
    first = [
        made.first(one, two, up, second) for one in values for up in values for two in values for second in seconds
    ]
    again = np.zeros((2, len(showings), VALUES, rules.splits + 1), np.uint16)
    added = np.zeros((len(showings), VALUES), np.uint8)
    for shown in range(len(showings)):
        for value in values:
            if (play := made.split_play(value, shown)) is None:
                continue
            kind = SPLITS[play]
            added[shown, value - 1] = ADDED_FREE if kind is FREE else ADDED
            for splits in range(1, rules.splits + 1):
                for which, policy in enumerate((PAID, kind)):
                    again[which, shown, value - 1, splits] = made.again(value, shown, splits, policy)
    showing = np.array([[made.shown(up, second) for second in values] for up in values], np.uint8)
    return Boxes(
        first=np.array(first, np.uint16),
        draw=np.array(list(made.rows), np.uint16).reshape(-1, VALUES),
        again=again,
        added=added,
        showing=showing,
        showings=len(showings),
        ends=tuple(made.ends),
    )
