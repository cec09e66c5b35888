"""Look-ahead tables: short rounds decided by the values of two cards for the player and three for the dealer at once.

An entry of 16 bits says how many cards a hand takes and how it ends. Its bits are in kernel_constants.py, and
look_ahead.h takes them apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.sim.card_classes import CardClasses
from upcard.sim.fact_automata import FactAutomaton
from upcard.sim.kernel_constants import (
    AFTER_PLAYERS,
    BRIEF_ROW,
    CODE,
    DEALER_LOOK,
    DEALER_ROW_AT,
    END,
    END_AT,
    ENDED,
    FACE_UP,
    FEW_CLASSES,
    LANES,
    LIKENESS_BITS,
    LONGER,
    MOST_CLASSES,
    NEEDS_COMPLETED,
    NEEDS_SECOND,
    NEXT_ROW,
    PLAYER_LOOK,
    PLAYER_ROW,
    SPLIT,
    SUITS,
    TAKEN_AT,
    TENS,
    TENS_FROM,
    UNSURE,
    VALUES,
)
from upcard.sim.outcome_tables import OutcomeTables, numbered
from upcard.sim.plan import Arrays
from upcard.sim.strategy_automaton import StrategyTables

Subset = frozenset[int]  # states that cards of some values may have led to
NO_CARDS: Subset = frozenset({0})
FINAL: Subset = frozenset()  # of a box whose code no card changes: it is not followed, and each end has code 0


class ValueAutomaton:
    """An automaton followed by values alone: sets of states, and a code where all states of a set share one."""

    def __init__(self, automaton: FactAutomaton, codes: NDArray[np.uint16], card_classes: CardClasses) -> None:
        self.steps, self.codes = automaton.steps, codes
        self.classes = [np.flatnonzero(card_classes.values == value) for value in range(VALUES)]
        self._after: dict[tuple[Subset, int], Subset] = {}
        self._codes: dict[Subset, int | None] = {FINAL: 0}

    def after(self, states: Subset, value: int) -> Subset:
        """Return the states that a card of a value may lead to."""
        key = states, value
        if not states:
            return FINAL
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

    @cached_property
    def _is_final(self) -> NDArray[np.bool_]:
        """Return for each state whether every state that may follow has its code."""
        changes = (self.codes[self.steps] != self.codes[:, None]).any(axis=1)
        while (changes[self.steps].any(axis=1) & ~changes).any():
            changes |= changes[self.steps].any(axis=1)
        return np.asarray(~changes)

    def final_code(self, states: Subset) -> int | None:
        """Return the code that all states share and keep; None if they differ or a later card may change it."""
        return self.code(states) if all(self._is_final[state] for state in states) else None


Codes = tuple[tuple[int, int], ...]  # hidden states that some values leave open, each with its code


@dataclass(frozen=True, eq=False)
class HiddenStates:
    """The part of each state of the dealer's hand that values do not decide, and the steps from part to part.

    The codes of hands that values leave open are numbered by kind: which code each hidden state has.
    """

    of: NDArray[np.intp]  # [state of the dealer's hand]
    steps: NDArray[np.uint16]  # [hidden state, class]
    codes: NDArray[np.uint16]  # [state of the dealer's hand]
    kinds: dict[Codes, int] = field(default_factory=dict)

    def kind(self, states: Subset) -> int:
        """Return the number of the codes that these states have by their hidden states."""
        codes = sorted({(int(self.of[state]), int(self.codes[state])) for state in states})
        return self.kinds.setdefault(tuple(codes), len(self.kinds))

    def codes_by_kind(self) -> NDArray[np.uint16]:
        """Return the code of every kind and hidden state."""
        table = np.zeros((max(len(self.kinds), 1), len(self.steps)), np.uint16)
        for codes, kind in self.kinds.items():
            for hidden, code in codes:
                table[kind, hidden] = code
        return table


def hidden_states(automaton: FactAutomaton, by_value: ValueAutomaton, complete: NDArray[np.uint8]) -> HiddenStates:
    """Return the hidden states of the dealer's hand; they are its whole states if no part of them is enough."""
    subsets = _subsets(by_value)
    parts = range(len(automaton.states[0]))
    kept = [at for at in parts if any(len({automaton.states[state][at] for state in one}) > 1 for one in subsets)]
    of, _ = numbered([tuple(state[at] for at in kept) for state in automaton.states])
    steps = np.zeros((of.max() + 1, automaton.steps.shape[1]), np.uint16)
    going_on = np.flatnonzero(complete == 0)
    steps[of[going_on]] = of[automaton.steps[going_on]]
    followed = bool((steps[of[going_on]] == of[automaton.steps[going_on]]).all())
    if followed and all(_are_decided(one, of, by_value.codes) for one in subsets):
        return HiddenStates(of, steps, by_value.codes)
    return HiddenStates(np.arange(len(automaton.states)), automaton.steps, by_value.codes)


def _subsets(by_value: ValueAutomaton) -> tuple[Subset, ...]:
    """Return the states that each sequence of values may lead to."""
    reached = {NO_CARDS: None}
    queue = [NO_CARDS]
    for states in queue:
        for value in range(VALUES):
            after = by_value.after(states, value)
            if after not in reached:
                reached[after] = None
                queue.append(after)
    return tuple(reached)


def _are_decided(states: Subset, of: NDArray[np.intp], codes: NDArray[np.uint16]) -> bool:
    """Whether hidden states decide the code of these states."""
    return len({int(of[state]) for state in states}) == len({(int(of[state]), int(codes[state])) for state in states})


@dataclass(frozen=True, eq=False)
class OpeningTables:
    """The opening by how alike its cards are if that is enough; else by three classes, or by two and then the third."""

    two: NDArray[np.uint32]  # [first and upcard]: where the row of their kind begins
    codes: NDArray[np.uint16]  # of the opening, as the kernel looks up its cells
    by_likeness: bool = False


def opening_tables(opening: NDArray[np.uint16], classes: int) -> OpeningTables:
    """Return how the kernel looks up an opening; `opening`: by the classes of first card, upcard and second card."""
    kinds, rows = numbered([row.tobytes() for row in opening.reshape(-1, classes)])
    two = (kinds * classes).astype(np.uint32)
    if classes <= FEW_CLASSES:
        return OpeningTables(two, opening)
    by_likeness = _codes_by_likeness(opening, classes) if classes == MOST_CLASSES else None
    if by_likeness is not None:
        return OpeningTables(two[:1], by_likeness, by_likeness=True)
    return OpeningTables(two, np.array([np.frombuffer(row, np.uint16) for row in rows], np.uint16))


def _codes_by_likeness(opening: NDArray[np.uint16], classes: int) -> NDArray[np.uint16] | None:
    """Return the opening by how alike the upcard is to the first and to the second card; None if more decides it."""
    numbers = np.arange(classes)
    ranks = np.where(numbers >= TENS_FROM, numbers % SUITS | TENS, numbers // SUITS)
    alike = (ranks[:, None] == ranks).astype(np.intp) + (numbers[:, None] == numbers)
    index = alike[:, :, None] << LIKENESS_BITS | alike
    codes = np.zeros(1 << 2 * LIKENESS_BITS, np.uint16)
    codes[index] = opening
    return codes if (codes[index] == opening).all() else None


MOST_ENDS = (END >> END_AT) + 1
MOST_DEALERS = CODE + 1  # codes of the dealer's hand
MOST_ROWS = min(NEXT_ROW, PLAYER_ROW)  # of either table
MOST_CELLS = 1 << 22
NEEDS = (0, NEEDS_SECOND, NEEDS_COMPLETED)  # the bits of NOT_NEEDED, SECOND_CARD and COMPLETED in an entry
IDLE = 0  # the dealer's row that takes no card


@dataclass(frozen=True, eq=False, kw_only=True)
class LookAhead:
    """The tables, and which end of a hand and which code of the box each end in them stands for."""

    start: NDArray[np.uint32]
    pairs: NDArray[np.uint16]
    triples: NDArray[np.uint16]
    brief: NDArray[np.uint16] | None  # None: hands that are not completed are all alike, and have the first row
    briefs: NDArray[np.uint16]
    by_likeness: bool  # how the opening is looked up: by how alike its cards are, or by their classes
    opening_two: NDArray[np.uint32]
    opening_cell: NDArray[np.uint32]
    cell_need: NDArray[np.uint8] | None  # None: no opening needs a card of the dealer
    splits: NDArray[np.uint16]
    split_kinds: NDArray[np.uint8]
    split_boxes: NDArray[np.uint16]
    hidden_steps: NDArray[np.uint16]
    hidden_codes: NDArray[np.uint16]
    ends: tuple[tuple[int, int], ...]
    dealer_bits: int
    spots: int

    @property
    def arrays(self) -> Arrays:
        """Return the arrays by their names in the kernel."""
        arrays: Arrays = {
            "start": self.start,
            "pairs": self.pairs,
            "triples": self.triples,
            "opening_two": self.opening_two,
            "opening_cell": self.opening_cell,
            "splits": self.splits,
            "split_kind": self.split_kinds,
            "split_box": self.split_boxes,
            "hidden_step": self.hidden_steps,
            "hidden_code": self.hidden_codes,
            "ahead_end": np.array([end for end, _ in self.ends], np.uint8),
        }
        if self.brief is not None:
            arrays |= {"brief": self.brief, "briefs": self.briefs}
        if self.cell_need is not None:
            arrays["cell_need"] = self.cell_need
        return arrays

    @property
    def dealer_shift(self) -> int:
        """Return the bits of a cell that the codes of the dealer's hands take."""
        return self.dealer_bits * self.spots

    @property
    def cells(self) -> int:
        """Return how many cells each opening has."""
        return len(self.ends) << self.dealer_shift


@dataclass(frozen=True, eq=False, kw_only=True)
class DealerNeeds:
    """What the look-ahead must know of the dealer: states of the hand, and what ends of hands need of it."""

    complete: NDArray[np.uint8]  # [state]
    blackjack: NDArray[np.uint8]  # [state]
    need: NDArray[np.uint8]  # [initial or split hand, and end; upcard]
    hole: int  # when the second card is dealt, and which way up


class DealerRows:
    """Rows of the dealer's hand: three cards ahead from the cards on the table."""

    def __init__(self, tables: OutcomeTables, complete: NDArray[np.uint8], card_classes: CardClasses) -> None:
        self.by_value = ValueAutomaton(tables.dealer, tables.dealer_code, card_classes)
        self.hidden = hidden_states(tables.dealer, self.by_value, complete)
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
            return [self.entry(states, taken)] * VALUES ** (DEALER_LOOK - taken)
        if taken == DEALER_LOOK:
            return [LONGER | self.row(states)]
        after = (self.by_value.after(states, value) for value in range(VALUES))
        return [entry for reached in after for entry in self._entries(reached, taken + 1, idle=False)]

    def entry(self, states: Subset, taken: int) -> int:
        """Return the entry of a hand by the cards it takes: its code, or its kind if values do not decide the code."""
        code = self.by_value.code(states)
        return (UNSURE | self.hidden.kind(states) if code is None else code) | taken * LANES << TAKEN_AT


Needs = tuple[int, ...]  # by end: what it needs of the dealer's hand, as bits of an entry


class PlayerRows:
    """Rows of the player's hand: two cards ahead, with the box that they are dealt to."""

    def __init__(self, strategy: StrategyTables, tables: OutcomeTables, card_classes: CardClasses) -> None:
        self.strategy = strategy
        self.by_value = ValueAutomaton(tables.box, tables.box_code, card_classes)
        self.numbers: dict[tuple[int, Subset, Needs, int], int] = {}
        self.rows: list[list[int]] = []
        self.ends: dict[tuple[int, int], int] = {}
        self.splits: dict[tuple[int, int, Needs, int], int] = {}  # by showing, value, box; number 0 is none

    def first(self, node: int, box: Subset, needs: Needs, needs_split: Needs, shown: int) -> int:
        """Return the number of the row of an initial hand; split hands are looked ahead where their box is final."""
        split, code = 0, self.by_value.final_code(box)
        if node & SPLIT and code is not None:
            split = self.splits.setdefault((shown, node & ~SPLIT, needs_split, code), len(self.splits) + 1)
        return self.row(node, box, needs, split)

    def row(self, node: int, box: Subset, needs: Needs, split: int = 0) -> int:
        """Return the number of the row of a node and the states of its box; `split`: how its pair is split again."""
        key = node, box, needs, split
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append([])
            self.rows[self.numbers[key]] = self._entries(node, box, needs, split, 0)
        return self.numbers[key]

    def _entries(self, node: int, box: Subset, needs: Needs, split: int, taken: int) -> list[int]:
        """Return the entries of all cards that may follow, in order."""
        followers = VALUES ** (PLAYER_LOOK - taken)
        if node & ENDED:
            return [self._end_entry(node & ~ENDED, box, needs, taken)] * followers
        if node & SPLIT:
            return [UNSURE | split] * followers
        if taken == PLAYER_LOOK:
            return [LONGER | self.row(node, box, needs)]
        entries = []
        for value in range(VALUES):
            after = int(self.strategy.draw[node, value])
            entries += self._entries(after, self.by_value.after(box, value), needs, split, taken + 1)
        return entries

    def _end_entry(self, end: int, box: Subset, needs: Needs, taken: int) -> int:
        code = self.by_value.code(box)
        if code is None:
            return UNSURE
        number = self.ends.setdefault((end, code), len(self.ends))
        if number >= MOST_ENDS:
            return UNSURE
        return number << END_AT | taken * LANES | needs[end]

    def split_rows(self) -> NDArray[np.uint16]:
        """Return the rows of split hands of one card: of the first hand and of added ones, by splits."""
        again = self.strategy.again
        rows = np.zeros((len(self.splits) + 1, 2, again.shape[-1]), np.int64)
        for (shown, value, needs, _), split in self.splits.items():
            for added in range(2):
                for splits in range(1, again.shape[-1]):
                    node = int(again[added, shown, value, splits])
                    rows[split, added, splits] = self.row(node, FINAL, needs, split)
        return rows.astype(np.uint16)

    def split_kinds(self) -> NDArray[np.uint8]:
        """Return the kind of hand that each split adds."""
        return np.array([0, *(self.strategy.added[shown, value] for shown, value, _, _ in self.splits)], np.uint8)

    def split_boxes(self) -> NDArray[np.uint16]:
        """Return the code of the box of each split."""
        return np.array([0, *(code for _, _, _, code in self.splits)], np.uint16)


def build_look_ahead(
    strategy: StrategyTables, tables: OutcomeTables, card_classes: CardClasses, dealer: DealerNeeds, spots: int
) -> LookAhead | None:
    """Return the look-ahead tables; None where they would be too large."""
    if tables.dealers > MOST_DEALERS:
        return None
    dealers = DealerRows(tables, dealer.complete, card_classes)
    players = PlayerRows(strategy, tables, card_classes)
    hands = _dealer_hands(dealers, dealer.hole)
    starts = list(_starts(strategy, players, dealers, dealer))
    splits = players.split_rows()
    opening = opening_tables(tables.opening, len(card_classes))
    dealer_bits = max(tables.dealers - 1, 1).bit_length()
    cells = len(players.ends) << dealer_bits * spots
    if max(len(players.rows), len(dealers.rows)) > MOST_ROWS or len(tables.opening_need) * cells > MOST_CELLS:
        return None
    briefs = _briefs(dealers, dealer.hole, hands)
    if len(dealers.hidden.kinds) > MOST_DEALERS:
        return None
    needs = np.array([NEEDS[need] for need in tables.opening_need], np.uint8)
    return LookAhead(
        start=np.array(starts, np.uint32),
        pairs=np.array(players.rows, np.uint16),
        triples=np.array(dealers.rows, np.uint16),
        brief=_brief(dealer.hole) if _are_seen(dealers, dealer, hands, needs) else None,
        briefs=briefs,
        by_likeness=opening.by_likeness,
        opening_two=opening.two,
        opening_cell=(opening.codes.astype(np.int64) * cells).astype(np.uint32),
        cell_need=needs[opening.codes] if needs.any() else None,
        splits=splits,
        split_kinds=players.split_kinds(),
        split_boxes=players.split_boxes(),
        hidden_steps=dealers.hidden.steps,
        hidden_codes=dealers.hidden.codes_by_kind(),
        ends=tuple(players.ends),
        dealer_bits=dealer_bits,
        spots=spots,
    )


@dataclass(frozen=True, eq=False)
class FirstHands:
    """The states of the dealer's hand that is not completed: of the upcard alone, and with each second card."""

    alone: list[Subset]
    both: list[list[Subset]]

    def idle(self, hole: int) -> list[Subset]:
        """Return the states of a hand that nobody waits for."""
        return [states for pair in self.both for states in pair] if hole == FACE_UP else self.alone


def _dealer_hands(dealers: DealerRows, hole: int) -> FirstHands:
    """Return the dealer's first cards; the first row is that of a hand that nobody waits for."""
    alone = [dealers.by_value.after(NO_CARDS, up) for up in range(VALUES)]
    both = [[dealers.by_value.after(states, second) for second in range(VALUES)] for states in alone]
    hands = FirstHands(alone, both)
    assert dealers.row(hands.idle(hole)[0], idle=True) == IDLE
    return hands


def _are_seen(dealers: DealerRows, dealer: DealerNeeds, hands: FirstHands, needs: NDArray[np.uint8]) -> bool:
    """Whether hands of the dealer that are not completed differ, or end with the second card."""
    idle = {dealers.by_value.code(states) for states in hands.idle(dealer.hole)}
    return (
        len(idle) > 1 or None in idle or NEEDS_SECOND in needs or bool((dealer.need == NEEDS.index(NEEDS_SECOND)).any())
    )


def _brief(hole: int) -> NDArray[np.uint16]:
    """Return where the row of a hand that is not completed begins, by the first cards."""
    rows = (
        np.arange(VALUES**2).reshape(VALUES, 1, VALUES) if hole != AFTER_PLAYERS else np.arange(VALUES)[:, None, None]
    )
    by_cards = np.broadcast_to(rows * BRIEF_ROW, (VALUES, VALUES, VALUES, rows.shape[-1]))
    return by_cards.astype(np.uint16)


def _briefs(dealers: DealerRows, hole: int, hands: FirstHands) -> NDArray[np.uint16]:
    """Return the entries of hands that are not completed, by upcard, or by upcard and second card."""
    entry, rows = dealers.entry, []
    for up, alone in enumerate(hands.alone):
        if hole == AFTER_PLAYERS:
            rows.append([entry(alone, 0), *(entry(states, 1) for states in hands.both[up])])
        else:
            for both in hands.both[up]:
                rows.append([entry(both if hole == FACE_UP else alone, 0), *[entry(both, 0)] * VALUES])
    briefs = np.zeros((len(rows), BRIEF_ROW), np.uint16)
    briefs[:, : 1 + VALUES] = rows
    return briefs


def _starts(strategy: StrategyTables, players: PlayerRows, dealers: DealerRows, dealer: DealerNeeds) -> Iterator[int]:
    """Yield the rows of the player's and of the dealer's hand, for the first cards of a round."""
    hands = _dealer_hands(dealers, dealer.hole)
    ends = len(dealer.need) // 2  # of initial hands, then of split hands
    needs = [_needs(dealer.need[:ends], up) for up in range(VALUES)]
    needs_split = [_needs(dealer.need[ends:], up) for up in range(VALUES)]
    first = strategy.first.reshape(VALUES, VALUES, VALUES, -1)
    for one, up, two, second in np.ndindex(first.shape):
        box = players.by_value.after(players.by_value.after(NO_CARDS, one), two)
        states = hands.both[up][second] if dealer.hole else hands.alone[up]
        over = all(dealer.blackjack[state] for state in states)  # the dealer's blackjack is turned up
        hand_needs = (NEEDS_COMPLETED,) * ends if over else needs[up]
        node, showing = int(first[one, up, two, second]), int(strategy.showing[up, second])
        row = players.first(node, box, hand_needs, needs_split[up], showing)
        yield row | dealers.row(states) << DEALER_ROW_AT


def _needs(need: NDArray[np.uint8], up: int) -> Needs:
    """Return what each end needs of the dealer's hand."""
    return tuple(NEEDS[end] for end in need[:, up].tolist())
