"""What every wager's outcome is told from: codes of the opening, of the box and of the dealer's hand, and no more."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.rules.fact import Fact, Stream
from upcard.rules.hand import blackjack_with
from upcard.rules.wager import LOSE, Demand, Point
from upcard.sim.alphabet import Alphabet
from upcard.sim.dealt import FACTS_FROM, Fold, fold
from upcard.sim.lines import Line, sees

Ints = NDArray[np.intp]

OPENING = (Stream.FIRST, Stream.SECOND, Stream.UPCARD, Stream.INITIAL)
MOST_RESOLVED = 4_000_000  # combinations of states that one wager may ask about
BOX_CARDS = Stream.BOX.longest
BOX_COUNT = Fact(  # no wager sees more of a box
    name="cards dealt to the box", stream=Stream.BOX, start=0, step=lambda count, _: min(count + 1, BOX_CARDS)
)


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
class Sight:
    """One line and the states it may see: its outcome for each of the opening, the box and the dealer's hand."""

    line: Line
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


def _opening_states(line: Line, alphabet: Alphabet) -> tuple[Ints, list[tuple[Any, ...]]]:
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
    line: Line, alphabet: Alphabet, box: Fold, boxed: Sequence[Fact], dealer: Fold, drawn: Sequence[Fact]
) -> Sight:
    opening, seen = _opening_states(line, alphabet)
    of_box, in_box = sees(line, Stream.BOX), [boxed.index(fact) for fact in sees(line, Stream.BOX)]
    of_dealer = sees(line, Stream.DEALER)
    in_dealer = [FACTS_FROM + drawn.index(fact) for fact in of_dealer]
    boxes, held = numbered([tuple(state[at] for at in in_box) for state in box.states])
    dealers, shown = numbered([tuple(state[at] for at in in_dealer) for state in dealer.states])
    if len(seen) * len(held) * len(shown) > MOST_RESOLVED:
        raise OverflowError
    streams = {Stream.BOX: of_box, Stream.DEALER: of_dealer}
    order = []
    for fact in line.sees:
        if fact.stream is Stream.CHOICE:
            order.append((3, 0))
        elif fact.stream in streams:
            order.append((1 if fact.stream is Stream.BOX else 2, streams[fact.stream].index(fact)))
        else:
            order.append((0, sees(line, *OPENING).index(fact)))
    number = {outcome: place for place, outcome in enumerate(line.outcomes)}
    resolve = line.told.resolve
    outcome = [
        number[resolve(*[(one, two, three, (line.choice,))[stream][at] for stream, at in order])]
        for one in seen
        for two in held
        for three in shown
    ]
    table = np.array(outcome, np.uint8).reshape(len(seen), len(held), len(shown))
    return Sight(line, opening, boxes, dealers, table)


@dataclass(frozen=True, eq=False, kw_only=True)
class Told:
    """Codes of the opening, of the box and of the dealer's hand, and what each line's outcome is for them."""

    opening: NDArray[np.uint16]  # [first, upcard, second]
    opening_need: NDArray[np.uint8]  # [code]: whether a wager hangs on the dealer's second card
    box: Fold
    box_code: NDArray[np.uint16]
    boxes: int
    dealer: Fold
    dealer_code: NDArray[np.uint16]
    dealers: int
    shown: tuple[int, ...]  # a state of the dealer's hand for each code
    outcomes: tuple[NDArray[np.uint8], ...]  # for each line: [opening, box, dealer]


def told(
    lines: Sequence[Line],
    alphabet: Alphabet,
    dealer: Fold,
    drawn: Sequence[Fact],
    settled_as: Sequence[int],
) -> Told:
    """Find the codes by which the outcome of every line, and of the blackjack wager, is told.

    `settled_as`: for each state of the dealer's hand, the number of the hands that are settled alike.
    """
    seen = tuple(dict.fromkeys(fact for line in lines for fact in sees(line, Stream.BOX)))
    boxed = (BOX_COUNT, *seen) if seen else ()
    box = fold(boxed, alphabet.cards, lambda state: bool(state) and state[0] < BOX_CARDS)
    sights = [_sight(line, alphabet, box, boxed, dealer, drawn) for line in lines]
    shape = (len(alphabet),) * 3
    needed = np.zeros(shape, np.intp)
    for sight in sights:
        if sight.line.demands(Demand.SECOND_CARD_DEALT) and sight.line.rider is None:
            needed |= _hangs(sight, alphabet, dealer)
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


def _hangs(sight: Sight, alphabet: Alphabet, dealer: Fold) -> Ints:
    """Tell for which openings a dealer's blackjack, still possible, would change the outcome."""
    size = len(alphabet)
    found = np.zeros((size, size, size), np.intp)
    collected_early = sight.line.offer.wager.settled.value.collect <= Point.AFTER_SECOND_CARDS
    lose = sight.line.outcomes.index(LOSE)
    for number, upcard in enumerate(alphabet.cards):
        if (other := blackjack_with(upcard)) is None:
            continue
        alone = int(dealer.steps[0, number])
        made = int(dealer.steps[alone, alphabet.letter[other]])
        now, then = (
            sight.outcome[sight.opening[:, number, :], 0, sight.dealer[state]].astype(np.intp)
            for state in (alone, made)
        )
        live = ~(collected_early & (now == lose))
        found[:, number, :] = (now != then) & live
    return found
