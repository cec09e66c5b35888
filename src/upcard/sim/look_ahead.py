"""Look-ahead tables: short rounds told by the values of cards, two for the player and three for the dealer at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.payoffs.hands import VALUES
from upcard.sim.card_classes import Alphabet
from upcard.sim.dealer_automaton import Fold
from upcard.sim.outcome_tables import Told, numbered
from upcard.sim.strategy_automaton import ENDED, SPLIT, Boxes

# Entries as look_ahead.h takes them apart: cards taken are told as places of sixteen lanes.
LONGER, UNSURE = 0x8000, 0x4000
WAITS, TAKEN_AT, END_AT, MOST_ENDS = 1, 4, 6, 256
DEALER_TAKEN_AT, MOST_DEALERS = 12, 64
MOST_ENTRIES = 1 << 16  # of either table
ROW_AT = 16  # of a start: below it where the player's row begins, above it where the dealer's does
IDLE = 0  # the dealer's row that takes no card
PLAYER_LOOK, LOOK = 2, 3  # cards that are looked at ahead
TWO, THREE = VALUES**PLAYER_LOOK, VALUES**LOOK
MOST_CELLS = 1 << 22
FEW_CLASSES = 25  # three of so few are one number, as in deal.h
FACE_UP = 2  # the dealer's second card, as in kernel.h

Subset = frozenset[int]  # states that cards of some values may have led to


@dataclass(frozen=True, eq=False, kw_only=True)
class Ahead:
    """The tables, and for each end seen ahead which end of a hand and which code of the box it is."""

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


class Coarse:
    """An automaton followed by values alone: sets of states, and a code where all states of a set have one."""

    def __init__(self, fold: Fold, codes: NDArray[np.uint16], alphabet: Alphabet) -> None:
        self.steps, self.codes = fold.steps, codes
        self.letters = [np.flatnonzero(alphabet.values == value) for value in range(VALUES)]
        self._after: dict[tuple[Subset, int], Subset] = {}
        self._codes: dict[Subset, int | None] = {}

    def after(self, states: Subset, value: int) -> Subset:
        """Let a card of a value follow."""
        key = states, value
        if key not in self._after:
            found = self.steps[np.ix_(np.array(sorted(states)), self.letters[value])]
            self._after[key] = frozenset(found.reshape(-1).tolist())
        return self._after[key]

    def code(self, states: Subset) -> int | None:
        """Give the code that all states have; nothing if they differ."""
        if states not in self._codes:
            codes = {int(self.codes[state]) for state in states}
            self._codes[states] = codes.pop() if len(codes) == 1 else None
        return self._codes[states]


class Dealers:
    """Rows of the dealer's hand: three cards ahead from the cards that lie on the table."""

    def __init__(self, told: Told, complete: NDArray[np.uint8], alphabet: Alphabet) -> None:
        self.coarse = Coarse(told.dealer, told.dealer_code, alphabet)
        self.complete = complete
        self.numbers: dict[tuple[Subset, bool], int] = {}
        self.rows: list[list[int]] = []

    def row(self, states: Subset, *, idle: bool = False) -> int:
        """Give the number of the row that begins with these states; idle: no card is dealt."""
        key = states, idle
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append([])
            self.rows[self.numbers[key]] = self._entries(states, 0, idle=idle)
        return self.numbers[key]

    def _entries(self, states: Subset, used: int, *, idle: bool) -> list[int]:
        """Give the entries of all cards that may follow, in their order; where no card is taken they are alike."""
        if idle or all(self.complete[state] for state in states):
            code = self.coarse.code(states)
            return [UNSURE if code is None else code | used << DEALER_TAKEN_AT] * VALUES ** (LOOK - used)
        if used == LOOK:
            return [LONGER | self.row(states)]
        after = (self.coarse.after(states, value) for value in range(VALUES))
        return [entry for one in after for entry in self._entries(one, used + 1, idle=False)]


Waits = tuple[bool | None, ...]  # by end: whether it waits for the dealer's completed hand; None: for part of it


class Players:
    """Rows of the player's hand: two cards ahead, with the box that they are dealt to."""

    def __init__(self, boxes: Boxes, told: Told, alphabet: Alphabet) -> None:
        self.boxes = boxes
        self.coarse = Coarse(told.box, told.box_code, alphabet)
        self.one_box = told.boxes == 1  # no wager sees the cards of a box: split hands are told ahead too
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
        """Give the number of the row of a node and of what its box has seen; `split`: by which it is split on."""
        key = node, box, waits, split
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append([])
            self.rows[self.numbers[key]] = self._entries(node, box, waits, split, 0)
        return self.numbers[key]

    def _entries(self, node: int, box: Subset, waits: Waits, split: int, used: int) -> list[int]:
        """Give the entries of all cards that may follow, in their order."""
        many = VALUES ** (PLAYER_LOOK - used)
        if node & ENDED:
            return [self._ended(node & ~ENDED, box, waits, used)] * many
        if node & SPLIT:
            return [UNSURE | split] * many
        if used == PLAYER_LOOK:
            return [LONGER | self.row(node, box, waits)]
        found = []
        for value in range(VALUES):
            drawn = int(self.boxes.draw[node, value])
            found += self._entries(drawn, self.coarse.after(box, value), waits, split, used + 1)
        return found

    def _ended(self, end: int, box: Subset, waits: Waits, used: int) -> int:
        code, waiting = self.coarse.code(box), waits[end]
        if code is None or waiting is None:
            return UNSURE
        number = self.ends.setdefault((end, code), len(self.ends))
        if number >= MOST_ENDS:
            return UNSURE
        return number << END_AT | used << TAKEN_AT | waiting * WAITS

    def split_rows(self) -> NDArray[np.uint16]:
        """Give where the row begins of each split hand of one card: the first hand's and those added, by splits."""
        again = self.boxes.again
        found = np.zeros((len(self.splits) + 1, 2, again.shape[-1]), np.int64)
        for (shown, value, waits), split in self.splits.items():
            for added in range(2):
                for splits in range(1, again.shape[-1]):
                    node = int(again[added, shown, value, splits])
                    found[split, added, splits] = self.row(node, frozenset({0}), waits, split) * TWO
        return found.astype(np.uint16)

    def split_kinds(self) -> NDArray[np.uint8]:
        """Give the kind of hand that each split adds."""
        return np.array([0, *(self.boxes.added[shown, value] for shown, value, _ in self.splits)], np.uint8)


def look_ahead(
    boxes: Boxes,
    told: Told,
    alphabet: Alphabet,
    *,
    complete: NDArray[np.uint8],
    blackjack: NDArray[np.uint8],
    need: NDArray[np.uint8],
    hole: int,
) -> Ahead | None:
    """Make the tables; nothing where they would be too large."""
    if told.dealers > MOST_DEALERS:
        return None
    dealers, players = Dealers(told, complete, alphabet), Players(boxes, told, alphabet)
    nothing: Subset = frozenset({0})
    alone = [dealers.coarse.after(nothing, up) for up in range(VALUES)]
    both = [[dealers.coarse.after(states, second) for second in range(VALUES)] for states in alone]
    lying = [states for pair in both for states in pair] if hole == FACE_UP else alone
    one_idle = len({dealers.coarse.code(states) for states in lying}) == 1
    assert dealers.row(lying[0], idle=True) == IDLE
    many = len(need) // 2  # ends of initial hands, then of split hands
    waits = [_waits(need[:many], up, one_idle=one_idle) for up in range(VALUES)]
    waits_split = [_waits(need[many:], up, one_idle=one_idle) for up in range(VALUES)]
    first = boxes.first.reshape(VALUES, VALUES, VALUES, -1)
    starts = []
    for one, up, two, second in np.ndindex(first.shape):
        box = players.coarse.after(players.coarse.after(nothing, one), two)
        lies = both[up][second] if hole else alone[up]
        over = all(blackjack[state] for state in lies)  # the dealer's blackjack is turned up
        asked = (True,) * many if over else waits[up]
        node, showing = int(first[one, up, two, second]), int(boxes.showing[up, second])
        row = players.first(node, box, asked, waits_split[up], showing)
        starts.append(row * TWO | dealers.row(lies) * THREE << ROW_AT)
    splits = players.split_rows()
    # The opening by its first two cards and then by the third: a far smaller table than by all three.
    kinds, rows = numbered([row.tobytes() for row in told.opening.reshape(-1, len(alphabet))])
    third = np.array([np.frombuffer(row, np.uint16) for row in rows], np.uint16)
    opened = (told.opening if len(alphabet) <= FEW_CLASSES else third).astype(np.int64)
    bits = max(told.dealers - 1, 1).bit_length()
    too_many = (
        len(rows) * len(alphabet) >= MOST_ENTRIES
        or max(len(players.rows) * TWO, len(dealers.rows) * THREE) >= MOST_ENTRIES
    )
    if too_many or len(told.opening_need) * len(players.ends) << bits > MOST_CELLS:
        return None
    return Ahead(
        start=np.array(starts, np.uint32),
        pairs=np.array(players.rows, np.uint16),
        triples=np.array(dealers.rows, np.uint16),
        opening_two=(kinds * len(alphabet)).astype(np.uint16),
        opening_third=third,
        opening_cell=(opened * (len(players.ends) << bits)).astype(np.uint32),
        splits=splits,
        split_kinds=players.split_kinds(),
        ends=tuple(players.ends),
        dealer_bits=bits,
    )


def _waits(need: NDArray[np.uint8], up: int, *, one_idle: bool) -> Waits:
    """Tell which ends wait for the dealer's completed hand; those that ask for part of it are not told ahead."""
    return tuple(None if asked == 1 or (asked == 0 and not one_idle) else bool(asked) for asked in need[:, up].tolist())
