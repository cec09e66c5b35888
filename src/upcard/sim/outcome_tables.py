"""Outcome tables: codes of the opening, of the box and of the dealer's hand, and the outcome of every line by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.rules.fact_type import Fact, State, Stream
from upcard.rules.hand import blackjack_with
from upcard.rules.wager import LOSE, Demand, Outcome, Point
from upcard.sim.card_classes import CardClasses
from upcard.sim.fact_automata import BOX_STREAMS, FACTS_FROM, FactAutomaton, States, box_states
from upcard.sim.plan import Arrays
from upcard.sim.wager_lines import WagerLine, facts_of, sees

Ints = NDArray[np.intp]

OPENING = (Stream.FIRST, Stream.SECOND, Stream.UPCARD, Stream.INITIAL)
NOT_YET = ("not yet",)
MOST_RESOLVED = 4_000_000  # combinations of states that are resolved for one line
MOST_COMPARED = 500_000  # combinations that are resolved to find states that make no difference
DEALER_STREAMS = (Stream.DEALER_INITIAL, Stream.DEALER)


def numbered(keys: Sequence[Any]) -> tuple[Ints, list[Any]]:
    """Return a number for each key, different keys numbered in the order they come, and the keys by number."""
    number_of: dict[Any, int] = {}
    numbers = [number_of.setdefault(key, len(number_of)) for key in keys]
    return np.array(numbers, np.intp), list(number_of)


def _joined(columns: Sequence[Ints], shape: tuple[int, ...]) -> tuple[Ints, Ints]:
    """Return a number for each combination of columns, and one place of each number."""
    joint = np.zeros(shape, np.int64)
    for column in columns:
        joint = joint * (int(column.max(initial=0)) + 1) + column
        _, joint = np.unique(joint, return_inverse=True)
        joint = joint.reshape(shape)
    _, places, numbers = np.unique(joint, return_index=True, return_inverse=True)
    return numbers.reshape(shape), places


@dataclass(frozen=True, eq=False)
class LineOutcomes:
    """The outcome of one line for the states that it sees of the opening, the box and the dealer's hand."""

    line: WagerLine
    opening: Ints  # [first, upcard, second] -> state
    box: Ints  # [state of the box] -> state
    dealer: Ints  # [state of the dealer's hand] -> state
    outcome: NDArray[np.uint8]  # [opening, box, dealer]

    @cached_property
    def alike(self) -> tuple[Ints, Ints, Ints]:
        """Return numbers of the states of each stream; states that never make a difference share one."""
        numbers = []
        for axis in range(3):
            rows = np.ascontiguousarray(np.moveaxis(self.outcome, axis, 0)).reshape(self.outcome.shape[axis], -1)
            numbers.append(numbered([row.tobytes() for row in rows])[0])
        return numbers[0], numbers[1], numbers[2]


def _opening_states(line: WagerLine, card_classes: CardClasses) -> tuple[Ints, list[tuple[Any, ...]]]:
    """Return the state of a line's facts for every first card, upcard and second card, and the facts of each state."""
    cards, size = card_classes.cards, len(card_classes)
    shape = size, size, size
    columns, states_by_fact = [], []
    for fact in sees(line, *OPENING):
        if fact.stream is Stream.INITIAL:
            numbers, states = numbered([fact.of((one, two)) for one in cards for two in cards])
            column = numbers.reshape(size, 1, size)
        else:
            numbers, states = numbered([fact.of((one,)) for one in cards])
            axis = {Stream.FIRST: 0, Stream.UPCARD: 1, Stream.SECOND: 2}[fact.stream]
            column = numbers.reshape([size if axis == place else 1 for place in range(3)])
        columns.append(np.broadcast_to(column, shape))
        states_by_fact.append(states)
    if not columns:
        return np.zeros(shape, np.intp), [()]
    numbers, places = _joined(columns, shape)
    flat = [column.reshape(-1)[places] for column in columns]
    return numbers, list(
        zip(
            *([states[number] for number in part] for part, states in zip(flat, states_by_fact, strict=True)),
            strict=True,
        )
    )


def _line_outcomes(
    line: WagerLine,
    card_classes: CardClasses,
    box: FactAutomaton,
    box_facts: Sequence[Fact],
    dealer: FactAutomaton,
    dealer_facts: Sequence[Fact],
) -> LineOutcomes:
    """Resolve a line for every combination of the states that it sees; raise OverflowError if they are too many."""
    opening, opening_states = _opening_states(line, card_classes)
    in_box = [box_facts.index(fact) for fact in sees(line, *BOX_STREAMS)]
    in_dealer = [FACTS_FROM + dealer_facts.index(fact) for fact in sees(line, *DEALER_STREAMS)]
    box_of, states_of_box = numbered([tuple(state[at] for at in in_box) for state in box.states])
    fewest = _fewest_cards(line)
    dealer_of, dealer_states = numbered(
        [NOT_YET if state[0].cards < fewest else tuple(state[at] for at in in_dealer) for state in dealer.states]
    )
    shape = len(opening_states), len(states_of_box), len(dealer_states)
    if prod(shape) > MOST_RESOLVED:
        raise OverflowError
    known = [place for place, states in enumerate(dealer_states) if states is not NOT_YET]
    combinations = product(opening_states, states_of_box, [dealer_states[place] for place in known], ((line.choice,),))
    table = np.zeros(shape, np.uint8)
    table[:, :, known] = np.array(_resolved(line, tuple(combinations)), np.uint8).reshape(*shape[:2], len(known))
    return LineOutcomes(line, opening, box_of, dealer_of, table)


def _resolved(line: WagerLine, combinations: Sequence[tuple[States, ...]]) -> list[int]:
    """Return the number of a line's outcome for combinations of states of opening, box, dealer's hand and choice."""
    of_box, of_dealer, of_opening = sees(line, *BOX_STREAMS), sees(line, *DEALER_STREAMS), sees(line, *OPENING)
    order = []
    for fact in line.sees:
        if fact.stream is Stream.CHOICE:
            order.append((3, 0))
        elif fact in of_box:
            order.append((1, of_box.index(fact)))
        elif fact in of_dealer:
            order.append((2, of_dealer.index(fact)))
        else:
            order.append((0, of_opening.index(fact)))
    number = {outcome: place for place, outcome in enumerate(line.outcomes)}
    arguments = [[states[stream][at] for states in combinations] for stream, at in order]
    return [number[outcome] for outcome in map(line.resolver.resolve, *arguments)]


def _fewest_cards(line: WagerLine) -> int:
    """Return how many cards the dealer has at least when a line that sees the first two is resolved."""
    if not sees(line, Stream.DEALER_INITIAL):
        return 0
    return 1 if line.offer.wager.settled.value.collect <= Point.AFTER_DECISIONS else Stream.DEALER_INITIAL.longest


def first_two_alike(
    lines: Sequence[WagerLine], dealer_facts: Sequence[Fact], card_classes: CardClasses
) -> dict[States, States]:
    """Return which states of the dealer's first two cards stand for others that no line distinguishes from them."""
    facts = tuple(fact for fact in dealer_facts if fact.stream is Stream.DEALER_INITIAL)
    seeing_lines = [line for line in lines if sees(line, Stream.DEALER_INITIAL)]
    states = dict.fromkeys(tuple(fact.of(two) for fact in facts) for two in product(card_classes.cards, repeat=2))
    combinations = [prod(len(fact.completed) for fact in line.sees if fact not in facts) for line in seeing_lines]
    if len(states) * sum(combinations) > MOST_COMPARED:
        return {}
    first: dict[object, States] = {}
    return {
        state: first.setdefault(
            tuple(_outcomes(line, dict(zip(facts, state, strict=True))) for line in seeing_lines), state
        )
        for state in states
    }


def _outcomes(line: WagerLine, known: Mapping[Fact, State]) -> tuple[Outcome, ...]:
    """Return the outcomes of a line for every combination of states of the facts that are not known."""
    states = [
        (known[fact],) if fact in known else (line.choice,) if fact.stream is Stream.CHOICE else fact.completed
        for fact in line.sees
    ]
    return tuple(line.resolver.resolve(*arguments) for arguments in product(*states))


@dataclass(frozen=True, eq=False, kw_only=True)
class OutcomeTables:
    """Codes of the opening, of the box and of the dealer's hand, and the outcome of each line by them."""

    opening: NDArray[np.uint16]  # [first, upcard, second]
    opening_need: NDArray[np.uint8]  # [code]: whether a wager has the dealer's second card dealt
    box: FactAutomaton
    box_code: NDArray[np.uint16]
    boxes: int
    dealer: FactAutomaton
    dealer_code: NDArray[np.uint16]
    dealers: int
    shown: tuple[int, ...]  # a state of the dealer's hand for each code
    outcomes: tuple[NDArray[np.uint8], ...]  # for each line: [opening, box, dealer]

    @property
    def arrays(self) -> Arrays:
        """Return the arrays by their names in the kernel."""
        return {
            "opening": self.opening,
            "opening_need": self.opening_need,
            "box": self.box.steps,
            "box_code": self.box_code,
            "dealer_step": self.dealer.steps,
            "dealer_code": self.dealer_code,
        }


def outcome_tables(
    lines: Sequence[WagerLine],
    card_classes: CardClasses,
    dealer: FactAutomaton,
    dealer_facts: Sequence[Fact],
    settlement_groups: Sequence[int],
) -> OutcomeTables:
    """Return the fewest codes that decide the outcome of every line and of the blackjack wager.

    `settlement_groups`: for each state of the dealer's hand, the number of the hands that settle alike.
    """
    box_facts = facts_of(lines, *BOX_STREAMS)
    box = box_states(box_facts, card_classes.cards)
    by_line = [_line_outcomes(line, card_classes, box, box_facts, dealer, dealer_facts) for line in lines]
    shape = (len(card_classes),) * 3
    needed = np.zeros(shape, np.intp)
    for one in by_line:
        if one.line.rider is None:
            needed |= _second_card_needed(one, card_classes, dealer)
    opening, opening_at = _joined([needed, *(one.alike[0][one.opening] for one in by_line)], shape)
    box_code, box_at = _joined([one.alike[1][one.box] for one in by_line], (len(box.states),))
    dealer_keys = [np.array(settlement_groups, np.intp), *(one.alike[2][one.dealer] for one in by_line)]
    dealer_code, dealer_at = _joined(dealer_keys, (len(dealer.states),))
    outcomes = [
        one.outcome[np.ix_(one.opening.reshape(-1)[opening_at], one.box[box_at], one.dealer[dealer_at])]
        for one in by_line
    ]
    return OutcomeTables(
        opening=opening.astype(np.uint16),
        opening_need=needed.reshape(-1)[opening_at].astype(np.uint8),
        box=box,
        box_code=box_code.astype(np.uint16),
        boxes=len(box_at),
        dealer=dealer,
        dealer_code=dealer_code.astype(np.uint16),
        dealers=len(dealer_at),
        shown=tuple(int(state) for state in dealer_at),
        outcomes=tuple(outcomes),
    )


def _second_card_needed(outcomes: LineOutcomes, card_classes: CardClasses, dealer: FactAutomaton) -> Ints:
    """Return for each opening whether a line, until it is settled, has the dealer's second card dealt.

    Always, or where a dealer's blackjack is still possible and would change the outcome.
    """
    line, needed = outcomes.line, np.zeros((len(card_classes),) * 3, np.intp)
    always, if_it_matters = line.demands(Demand.SECOND_CARD_ALWAYS_DEALT), line.demands(Demand.SECOND_CARD_DEALT)
    if not (always or if_it_matters):
        return needed
    settled = line.offer.wager.settled.value
    collected, paid = settled.collect <= Point.AFTER_DECISIONS, settled.pay <= Point.AFTER_DECISIONS
    if (if_it_matters or collected or paid) and sees(line, *BOX_STREAMS):
        raise Misuse(
            f"the {line.name} wager cannot be simulated: whether it has the dealer's second card dealt depends on the"
            " cards of the box"
        )
    lose = line.outcomes.index(LOSE)
    for number, upcard in enumerate(card_classes.cards):
        alone = int(dealer.steps[0, number])
        now = outcomes.outcome[outcomes.opening[:, number, :], 0, outcomes.dealer[alone]]
        open_now = ~np.where(now == lose, collected, paid)
        if not always:
            other = blackjack_with(upcard)
            blackjack = int(dealer.steps[alone, card_classes.class_of[other]]) if other else alone
            open_now &= now != outcomes.outcome[outcomes.opening[:, number, :], 0, outcomes.dealer[blackjack]]
        needed[:, number, :] = open_now
    return needed
