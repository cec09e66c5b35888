"""Look-ahead tables: short rounds decided by the values of two cards for the player and three for the dealer at once.

An entry of 16 bits says how many cards a hand takes and how it ends. Its bits are in kernel_constants.py, and
look_ahead.h takes them apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.sim.card_classes import CardClasses
from upcard.sim.dealer_automaton import FactAutomaton
from upcard.sim.kernel_constants import (
    COMPLETED,
    DEALER_LOOK,
    DEALER_ROW_AT,
    END,
    END_AT,
    ENDED,
    FACE_UP,
    FEW_CLASSES,
    LANES,
    LONGER,
    NOT_NEEDED,
    PAIRS,
    PLAYER_LOOK,
    SECOND_CARD,
    SPLIT,
    TAKEN_AT,
    TRIPLES,
    UNSURE,
    VALUES,
    WAITS,
)
from upcard.sim.outcome_tables import OutcomeTables, numbered
from upcard.sim.plan import Arrays
from upcard.sim.strategy_automaton import StrategyTables

MOST_ENDS = (END >> END_AT) + 1
MOST_DEALERS = 1 << END_AT  # codes of the dealer's hand: a player's entry is shifted to make room for them
MOST_ENTRIES = 1 << DEALER_ROW_AT  # of either table
MOST_CELLS = 1 << 22
IDLE = 0  # the dealer's row that takes no card

Subset = frozenset[int]  # states that cards of some values may have led to
NO_CARDS: Subset = frozenset({0})


@dataclass(frozen=True, eq=False, kw_only=True)
class LookAhead:
    """The tables, and which end of a hand and which code of the box each end in them stands for."""

    start: NDArray[np.uint32]
    pairs: NDArray[np.uint16]
    triples: NDArray[np.uint16]
    opening_two: NDArray[np.uint16]
    opening_third: NDArray[np.uint16]
    opening_cell: NDArray[np.uint32]
    splits: NDArray[np.uint16]
    split_kinds: NDArray[np.uint8]
    ends: tuple[tuple[int, int], ...]
    dealer_bits: int

    @property
    def arrays(self) -> Arrays:
        """Return the arrays by their names in the kernel."""
        return {
            "start": self.start,
            "pairs": self.pairs,
            "triples": self.triples,
            "opening_two": self.opening_two,
            "opening_third": self.opening_third,
            "opening_cell": self.opening_cell,
            "splits": self.splits,
            "split_kind": self.split_kinds,
            "ahead_end": np.array([end for end, _ in self.ends], np.uint8),
        }

    @property
    def cells(self) -> int:
        """Return how many cells each opening has."""
        return len(self.ends) << self.dealer_bits


@dataclass(frozen=True, eq=False, kw_only=True)
class DealerNeeds:
    """What the look-ahead must know of the dealer: states of the hand, and what ends of hands need of it."""

    complete: NDArray[np.uint8]  # [state]
    blackjack: NDArray[np.uint8]  # [state]
    need: NDArray[np.uint8]  # [initial or split hand, and end; upcard]
    hole: int  # when the second card is dealt, and which way up


class ValueAutomaton:
    """An automaton followed by values alone: sets of states, and a code where all states of a set share one."""

    def __init__(self, automaton: FactAutomaton, codes: NDArray[np.uint16], card_classes: CardClasses) -> None:
        self.steps, self.codes = automaton.steps, codes
        self.classes = [np.flatnonzero(card_classes.values == value) for value in range(VALUES)]
        self._after: dict[tuple[Subset, int], Subset] = {}
        self._codes: dict[Subset, int | None] = {}

    def after(self, states: Subset, value: int) -> Subset:
        """Return the states that a card of a value may lead to."""
        key = states, value
        if key not in self._after:
            reached = self.steps[np.ix_(np.array(sorted(states)), self.classes[value])]
            self._after[key] = frozenset(reached.reshape(-1).tolist())
        return self._after[key]

    def code(self, states: Subset) -> int | None:
        """Return the code that all states share; None if they differ."""
        if states not in self._codes:
            codes = {int(self.codes[state]) for state in states}
            self._codes[states] = codes.pop() if len(codes) == 1 else None
        return self._codes[states]


class DealerRows:
    """Rows of the dealer's hand: three cards ahead from the cards on the table."""

    def __init__(self, tables: OutcomeTables, complete: NDArray[np.uint8], card_classes: CardClasses) -> None:
        self.by_value = ValueAutomaton(tables.dealer, tables.dealer_code, card_classes)
        self.complete = complete
        self.numbers: dict[tuple[Subset, bool], int] = {}
        self.rows: list[list[int]] = []

    def row(self, states: Subset, *, idle: bool = False) -> int:
        """Return the number of the row that begins with these states; idle: no card is dealt."""
        key = states, idle
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append([])
            self.rows[self.numbers[key]] = self._entries(states, 0, idle=idle)
        return self.numbers[key]

    def _entries(self, states: Subset, taken: int, *, idle: bool) -> list[int]:
        """Return the entries of all cards that may follow, in order; they are equal where no card is taken."""
        if idle or all(self.complete[state] for state in states):
            code = self.by_value.code(states)
            return [UNSURE if code is None else code | taken * LANES << TAKEN_AT] * VALUES ** (DEALER_LOOK - taken)
        if taken == DEALER_LOOK:
            return [LONGER | self.row(states)]
        after = (self.by_value.after(states, value) for value in range(VALUES))
        return [entry for reached in after for entry in self._entries(reached, taken + 1, idle=False)]


Waits = tuple[bool | None, ...]  # by end: whether it waits for the dealer's completed hand; None: for part of it


class PlayerRows:
    """Rows of the player's hand: two cards ahead, with the box that they are dealt to."""

    def __init__(self, strategy: StrategyTables, tables: OutcomeTables, card_classes: CardClasses) -> None:
        self.strategy = strategy
        self.by_value = ValueAutomaton(tables.box, tables.box_code, card_classes)
        self.one_box = tables.boxes == 1  # no wager sees the cards of a box: split hands are looked ahead too
        self.numbers: dict[tuple[int, Subset, Waits, int], int] = {}
        self.rows: list[list[int]] = []
        self.ends: dict[tuple[int, int], int] = {}
        self.splits: dict[tuple[int, int, Waits], int] = {}  # by showing and value; number 0 is none

    def first(self, node: int, box: Subset, waits: Waits, waits_split: Waits, shown: int) -> int:
        """Return the number of the row of an initial hand."""
        split = 0
        if node & SPLIT and self.one_box:
            split = self.splits.setdefault((shown, node & ~SPLIT, waits_split), len(self.splits) + 1)
        return self.row(node, box, waits, split)

    def row(self, node: int, box: Subset, waits: Waits, split: int = 0) -> int:
        """Return the number of the row of a node and the states of its box; `split`: how its pair is split again."""
        key = node, box, waits, split
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append([])
            self.rows[self.numbers[key]] = self._entries(node, box, waits, split, 0)
        return self.numbers[key]

    def _entries(self, node: int, box: Subset, waits: Waits, split: int, taken: int) -> list[int]:
        """Return the entries of all cards that may follow, in order."""
        followers = VALUES ** (PLAYER_LOOK - taken)
        if node & ENDED:
            return [self._end_entry(node & ~ENDED, box, waits, taken)] * followers
        if node & SPLIT:
            return [UNSURE | split] * followers
        if taken == PLAYER_LOOK:
            return [LONGER | self.row(node, box, waits)]
        entries = []
        for value in range(VALUES):
            after = int(self.strategy.draw[node, value])
            entries += self._entries(after, self.by_value.after(box, value), waits, split, taken + 1)
        return entries

    def _end_entry(self, end: int, box: Subset, waits: Waits, taken: int) -> int:
        code, waiting = self.by_value.code(box), waits[end]
        if code is None or waiting is None:
            return UNSURE
        number = self.ends.setdefault((end, code), len(self.ends))
        if number >= MOST_ENDS:
            return UNSURE
        return number << END_AT | taken * LANES | waiting * WAITS

    def split_rows(self) -> NDArray[np.uint16]:
        """Return where the rows of split hands of one card begin: of the first hand and of added ones, by splits."""
        again = self.strategy.again
        begins = np.zeros((len(self.splits) + 1, 2, again.shape[-1]), np.int64)
        for (shown, value, waits), split in self.splits.items():
            for added in range(2):
                for splits in range(1, again.shape[-1]):
                    node = int(again[added, shown, value, splits])
                    begins[split, added, splits] = self.row(node, NO_CARDS, waits, split) * PAIRS
        return begins.astype(np.uint16)

    def split_kinds(self) -> NDArray[np.uint8]:
        """Return the kind of hand that each split adds."""
        return np.array([0, *(self.strategy.added[shown, value] for shown, value, _ in self.splits)], np.uint8)


@dataclass(frozen=True, eq=False)
class OpeningTables:
    """The opening looked up by its first two cards and then by the third: far smaller than by all three."""

    two: NDArray[np.uint16]  # [first and upcard]: where the row of their kind begins
    third: NDArray[np.uint16]  # [kind of two cards, second] -> code of the opening
    codes: NDArray[np.uint16]  # of the opening, as the kernel looks up its cells


def build_look_ahead(
    strategy: StrategyTables, tables: OutcomeTables, card_classes: CardClasses, dealer: DealerNeeds
) -> LookAhead | None:
    """Return the look-ahead tables; None where they would be too large."""
    if tables.dealers > MOST_DEALERS:
        return None
    dealers = DealerRows(tables, dealer.complete, card_classes)
    players = PlayerRows(strategy, tables, card_classes)
    starts = list(_starts(strategy, players, dealers, dealer))
    splits = players.split_rows()
    opening = _opening_tables(tables.opening, len(card_classes))
    dealer_bits = max(tables.dealers - 1, 1).bit_length()
    cells = len(players.ends) << dealer_bits
    entries = max(opening.third.size, len(players.rows) * PAIRS, len(dealers.rows) * TRIPLES)
    if entries >= MOST_ENTRIES or len(tables.opening_need) * cells > MOST_CELLS:
        return None
    return LookAhead(
        start=np.array(starts, np.uint32),
        pairs=np.array(players.rows, np.uint16),
        triples=np.array(dealers.rows, np.uint16),
        opening_two=opening.two,
        opening_third=opening.third,
        opening_cell=(opening.codes.astype(np.int64) * cells).astype(np.uint32),
        splits=splits,
        split_kinds=players.split_kinds(),
        ends=tuple(players.ends),
        dealer_bits=dealer_bits,
    )


def _starts(strategy: StrategyTables, players: PlayerRows, dealers: DealerRows, dealer: DealerNeeds) -> Iterator[int]:
    """Yield where the rows of the player's and of the dealer's hand begin, for the first cards of a round."""
    alone = [dealers.by_value.after(NO_CARDS, up) for up in range(VALUES)]
    both = [[dealers.by_value.after(states, second) for second in range(VALUES)] for states in alone]
    idle = [states for pair in both for states in pair] if dealer.hole == FACE_UP else alone
    one_idle = len({dealers.by_value.code(states) for states in idle}) == 1
    assert dealers.row(idle[0], idle=True) == IDLE
    ends = len(dealer.need) // 2  # of initial hands, then of split hands
    waits = [_waits(dealer.need[:ends], up, one_idle=one_idle) for up in range(VALUES)]
    waits_split = [_waits(dealer.need[ends:], up, one_idle=one_idle) for up in range(VALUES)]
    first = strategy.first.reshape(VALUES, VALUES, VALUES, -1)
    for one, up, two, second in np.ndindex(first.shape):
        box = players.by_value.after(players.by_value.after(NO_CARDS, one), two)
        states = both[up][second] if dealer.hole else alone[up]
        over = all(dealer.blackjack[state] for state in states)  # the dealer's blackjack is turned up
        hand_waits = (True,) * ends if over else waits[up]
        node, showing = int(first[one, up, two, second]), int(strategy.showing[up, second])
        row = players.first(node, box, hand_waits, waits_split[up], showing)
        yield row * PAIRS | dealers.row(states) * TRIPLES << DEALER_ROW_AT


def _waits(need: NDArray[np.uint8], up: int, *, one_idle: bool) -> Waits:
    """Return which ends wait for the dealer's completed hand; None for those that need part of it.

    `one_idle`: whether all hands of the dealer that are not completed have one code.
    """
    undecided = (SECOND_CARD,) if one_idle else (SECOND_CARD, NOT_NEEDED)
    return tuple(None if end in undecided else end == COMPLETED for end in need[:, up].tolist())


def _opening_tables(opening: NDArray[np.uint16], classes: int) -> OpeningTables:
    kinds, rows = numbered([row.tobytes() for row in opening.reshape(-1, classes)])
    third = np.array([np.frombuffer(row, np.uint16) for row in rows], np.uint16)
    return OpeningTables((kinds * classes).astype(np.uint16), third, opening if classes <= FEW_CLASSES else third)
