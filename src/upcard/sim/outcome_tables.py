"""What every wager's outcome is told from: codes of the opening, of the box and of the dealer's hand, and no more."""

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
from upcard.sim.box_states import BOX_STREAMS, box_states
from upcard.sim.card_classes import Alphabet
from upcard.sim.dealer_automaton import FACTS_FROM, Fold, States
from upcard.sim.wager_lines import WagerLine, sees

Ints = NDArray[np.intp]

OPENING = (Stream.FIRST, Stream.SECOND, Stream.UPCARD, Stream.INITIAL)
NOT_YET = ("not yet",)
MOST_RESOLVED = 4_000_000  # combinations of states that one wager may ask about
MOST_COMPARED = 500_000  # combinations that are asked about to find alike states
DEALER_STREAMS = (Stream.DEALER_INITIAL, Stream.DEALER)


def numbered(keys: Sequence[Any]) -> tuple[Ints, list[Any]]:
    """Give unlike keys numbers in the order they come; give the numbers, and one key for each."""
    found: dict[Any, int] = {}
    numbers = [found.setdefault(key, len(found)) for key in keys]
    return np.array(numbers, np.intp), list(found)


def _joined(columns: Sequence[Ints], shape: tuple[int, ...]) -> tuple[Ints, Ints]:
    """Give unlike combinations of columns numbers; give the numbers, and a place where each stands."""
    whole = np.zeros(shape, np.int64)
    for column in columns:
        whole = whole * (int(column.max(initial=0)) + 1) + column
        _, whole = np.unique(whole, return_inverse=True)
        whole = whole.reshape(shape)
    _, places, numbers = np.unique(whole, return_index=True, return_inverse=True)
    return numbers.reshape(shape), places


@dataclass(frozen=True, eq=False)
class LineOutcomes:
    """One line and the states it may see: its outcome for each of the opening, the box and the dealer's hand."""

    line: WagerLine
    opening: Ints  # [first, upcard, second] -> state
    box: Ints  # [state of the box] -> state
    dealer: Ints  # [state of the dealer's hand] -> state
    outcome: NDArray[np.uint8]  # [opening, box, dealer]

    @cached_property
    def alike(self) -> tuple[Ints, Ints, Ints]:
        """Number the states of each stream so that those which never make a difference are one."""
        numbers = []
        for axis in range(3):
            rows = np.ascontiguousarray(np.moveaxis(self.outcome, axis, 0)).reshape(self.outcome.shape[axis], -1)
            numbers.append(numbered([row.tobytes() for row in rows])[0])
        return numbers[0], numbers[1], numbers[2]


def _opening_states(line: WagerLine, alphabet: Alphabet) -> tuple[Ints, list[tuple[Any, ...]]]:
    """Fold the facts of the opening over every first card, upcard and second card."""
    cards, size = alphabet.cards, len(alphabet)
    shape = size, size, size
    columns, named = [], []
    for fact in sees(line, *OPENING):
        if fact.stream is Stream.INITIAL:
            numbers, states = numbered([fact.of((one, two)) for one in cards for two in cards])
            column = numbers.reshape(size, 1, size)
        else:
            numbers, states = numbered([fact.of((one,)) for one in cards])
            axis = {Stream.FIRST: 0, Stream.UPCARD: 1, Stream.SECOND: 2}[fact.stream]
            column = numbers.reshape([size if axis == place else 1 for place in range(3)])
        columns.append(np.broadcast_to(column, shape))
        named.append(states)
    if not columns:
        return np.zeros(shape, np.intp), [()]
    numbers, places = _joined(columns, shape)
    flat = [column.reshape(-1)[places] for column in columns]
    return numbers, list(
        zip(*([states[one] for one in part] for part, states in zip(flat, named, strict=True)), strict=True)
    )


def _sight(
    line: WagerLine, alphabet: Alphabet, box: Fold, boxed: Sequence[Fact], dealer: Fold, drawn: Sequence[Fact]
) -> LineOutcomes:
    opening, seen = _opening_states(line, alphabet)
    of_box = sees(line, *BOX_STREAMS)
    in_box = [boxed.index(fact) for fact in of_box]
    of_dealer = sees(line, *DEALER_STREAMS)
    in_dealer = [FACTS_FROM + drawn.index(fact) for fact in of_dealer]
    boxes, held = numbered([tuple(state[at] for at in in_box) for state in box.states])
    few = _fewest_cards(line)
    dealers, shown = numbered(
        [NOT_YET if state[0].cards < few else tuple(state[at] for at in in_dealer) for state in dealer.states]
    )
    if len(seen) * len(held) * len(shown) > MOST_RESOLVED:
        raise OverflowError
    order = []
    for fact in line.sees:
        if fact.stream is Stream.CHOICE:
            order.append((3, 0))
        elif fact in of_box:
            order.append((1, of_box.index(fact)))
        elif fact in of_dealer:
            order.append((2, of_dealer.index(fact)))
        else:
            order.append((0, sees(line, *OPENING).index(fact)))
    number = {outcome: place for place, outcome in enumerate(line.outcomes)}
    known = [place for place, states in enumerate(shown) if states is not NOT_YET]
    combined = tuple(product(seen, held, [shown[place] for place in known], ((line.choice,),)))
    arguments = [[states[stream][at] for states in combined] for stream, at in order]
    outcomes = [number[outcome] for outcome in map(line.told.resolve, *arguments)]
    table = np.zeros((len(seen), len(held), len(shown)), np.uint8)
    table[:, :, known] = np.array(outcomes, np.uint8).reshape(len(seen), len(held), len(known))
    return LineOutcomes(line, opening, boxes, dealers, table)


def _fewest_cards(line: WagerLine) -> int:
    """Return how many cards the dealer has at least when a line that sees the first two is resolved."""
    if not sees(line, Stream.DEALER_INITIAL):
        return 0
    return 1 if line.offer.wager.settled.value.collect <= Point.AFTER_DECISIONS else Stream.DEALER_INITIAL.longest


def first_two_alike(lines: Sequence[WagerLine], drawn: Sequence[Fact], alphabet: Alphabet) -> dict[States, States]:
    """Return which states of the facts of the dealer's first two cards no line tells apart: one stands for others."""
    facts = tuple(fact for fact in drawn if fact.stream is Stream.DEALER_INITIAL)
    seeing = [line for line in lines if sees(line, Stream.DEALER_INITIAL)]
    states = dict.fromkeys(tuple(fact.of(two) for fact in facts) for two in product(alphabet.cards, repeat=2))
    beside = [prod(len(fact.completed) for fact in line.sees if fact not in facts) for line in seeing]
    if len(states) * sum(beside) > MOST_COMPARED:
        return {}
    first: dict[object, States] = {}
    return {
        one: first.setdefault(tuple(_outcomes(line, dict(zip(facts, one, strict=True))) for line in seeing), one)
        for one in states
    }


def _outcomes(line: WagerLine, known: Mapping[Fact, State]) -> tuple[Outcome, ...]:
    """Resolve a line for every combination of states of the facts that are not known."""
    states = [
        (known[fact],) if fact in known else (line.choice,) if fact.stream is Stream.CHOICE else fact.completed
        for fact in line.sees
    ]
    return tuple(line.told.resolve(*one) for one in product(*states))


@dataclass(frozen=True, eq=False, kw_only=True)
class Told:
    """Codes of the opening, of the box and of the dealer's hand, and what each line's outcome is for them."""

    opening: NDArray[np.uint16]  # [first, upcard, second]
    opening_need: NDArray[np.uint8]  # [code]: whether a wager has the dealer's second card dealt
    box: Fold
    box_code: NDArray[np.uint16]
    boxes: int
    dealer: Fold
    dealer_code: NDArray[np.uint16]
    dealers: int
    shown: tuple[int, ...]  # a state of the dealer's hand for each code
    outcomes: tuple[NDArray[np.uint8], ...]  # for each line: [opening, box, dealer]


def told(
    lines: Sequence[WagerLine],
    alphabet: Alphabet,
    dealer: Fold,
    drawn: Sequence[Fact],
    settled_as: Sequence[int],
) -> Told:
    """Find the codes by which the outcome of every line, and of the blackjack wager, is told.

    `settled_as`: for each state of the dealer's hand, the number of the hands that are settled alike.
    """
    boxed = tuple(dict.fromkeys(fact for line in lines for fact in sees(line, *BOX_STREAMS)))
    box = box_states(boxed, alphabet.cards)
    sights = [_sight(line, alphabet, box, boxed, dealer, drawn) for line in lines]
    shape = (len(alphabet),) * 3
    needed = np.zeros(shape, np.intp)
    for sight in sights:
        if sight.line.rider is None:
            needed |= _second_card_needed(sight, alphabet, dealer)
    opening, at = _joined([needed, *(sight.alike[0][sight.opening] for sight in sights)], shape)
    box_code, box_at = _joined([sight.alike[1][sight.box] for sight in sights], (len(box.states),))
    codes = [np.array(settled_as, np.intp), *(sight.alike[2][sight.dealer] for sight in sights)]
    dealer_code, shown = _joined(codes, (len(dealer.states),))
    outcomes = [
        sight.outcome[np.ix_(sight.opening.reshape(-1)[at], sight.box[box_at], sight.dealer[shown])] for sight in sights
    ]
    return Told(
        opening=opening.astype(np.uint16),
        opening_need=needed.reshape(-1)[at].astype(np.uint8),
        box=box,
        box_code=box_code.astype(np.uint16),
        boxes=len(box_at),
        dealer=dealer,
        dealer_code=dealer_code.astype(np.uint16),
        dealers=len(shown),
        shown=tuple(int(one) for one in shown),
        outcomes=tuple(outcomes),
    )


def _second_card_needed(sight: LineOutcomes, alphabet: Alphabet, dealer: Fold) -> Ints:
    """Return for each opening whether a line, while it lives, has the dealer's second card dealt.

    Always, or where a dealer's blackjack is still possible and would change the outcome.
    """
    line, found = sight.line, np.zeros((len(alphabet),) * 3, np.intp)
    always, if_it_matters = line.demands(Demand.SECOND_CARD_ALWAYS_DEALT), line.demands(Demand.SECOND_CARD_DEALT)
    if not (always or if_it_matters):
        return found
    settled = line.offer.wager.settled.value
    collected, paid = settled.collect <= Point.AFTER_DECISIONS, settled.pay <= Point.AFTER_DECISIONS
    if (if_it_matters or collected or paid) and sees(line, *BOX_STREAMS):
        raise Misuse(
            f"the {line.name} wager cannot be simulated: whether it has the dealer's second card dealt depends on the"
            " cards of the box"
        )
    lose = line.outcomes.index(LOSE)
    for number, upcard in enumerate(alphabet.cards):
        alone = int(dealer.steps[0, number])
        now = sight.outcome[sight.opening[:, number, :], 0, sight.dealer[alone]]
        hangs = ~np.where(now == lose, collected, paid)
        if not always:
            other = blackjack_with(upcard)
            made = int(dealer.steps[alone, alphabet.letter[other]]) if other else alone
            hangs &= now != sight.outcome[sight.opening[:, number, :], 0, sight.dealer[made]]
        found[:, number, :] = hangs
    return found
