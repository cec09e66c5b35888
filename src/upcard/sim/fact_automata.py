"""Automata over cards: all that wagers see of the dealer's hand, of a box or of another stream, in one state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.cards import DECK, Card
from upcard.exact.classes import distinguished_classes, members
from upcard.rules.blackjack import BlackjackRules, dealer_stands
from upcard.rules.fact_type import Fact, Split, State, Stream
from upcard.rules.facts import DEALER_HAND, HandTotal

MOST_STATES = 65_535
FACTS_FROM = 1  # the first part of a dealer's state is the hand itself


@dataclass(frozen=True, eq=False)
class FactAutomaton:
    """All joint states of some facts, and the state that follows each symbol; state 0 is before the first symbol."""

    states: tuple[tuple[State, ...], ...]
    paths: tuple[tuple[Any, ...], ...]  # symbols by which each state is reached first
    steps: NDArray[np.uint16]  # [state, symbol]


States = tuple[State, ...]


def fact_automaton(facts: Sequence[Fact], symbols: Sequence[Any], goes_on: Callable[[States], bool]) -> FactAutomaton:
    """Return the automaton of some facts of one stream; states that do not go on stay as they are."""
    start = tuple(fact.start for fact in facts)

    def step(state: States, symbol: Any) -> States:
        if not goes_on(state):
            return state
        return tuple([fact.step(part, symbol) for fact, part in zip(facts, state, strict=True)])

    return explore(start, symbols, step)


def explore(start: States, symbols: Sequence[Any], step: Callable[[States, Any], States]) -> FactAutomaton:
    """Return the automaton of a step function: every state that symbols reach from the start."""
    numbers, rows = {start: 0}, list[list[int]]()
    paths: list[tuple[Any, ...]] = [()]
    queue: list[States] = [start]
    for state in queue:
        path = paths[numbers[state]]
        row = []
        for symbol in symbols:
            after = step(state, symbol)
            if after not in numbers:
                numbers[after] = len(numbers)
                queue.append(after)
                paths.append((*path, symbol))
            row.append(numbers[after])
        rows.append(row)
        if len(numbers) > MOST_STATES:
            raise OverflowError
    return FactAutomaton(tuple(numbers), tuple(paths), np.array(rows, np.uint16))


def is_complete(rules: BlackjackRules, hand: HandTotal) -> bool:
    """Whether a dealer's hand of at least two cards is complete."""
    return hand.cards > 1 and dealer_stands(rules, hand.total)


def dealer_automaton(
    rules: BlackjackRules, facts: Sequence[Fact], cards: Sequence[Card], alike: Mapping[States, States]
) -> FactAutomaton:
    """Return the automaton of the dealer's hand, with every fact that a wager sees of it.

    `alike`: which states of the facts of the first two cards stand for others; those not listed stand for themselves.
    """
    all_facts = (DEALER_HAND, *facts)
    initial = [place for place, fact in enumerate(all_facts) if fact.stream is Stream.DEALER_INITIAL]

    def step(state: States, card: Card) -> States:
        hand: HandTotal = state[0]
        if is_complete(rules, hand):
            return state
        after = [fact.step(part, card) for fact, part in zip(all_facts, state, strict=True)]
        if hand.cards:  # the first two cards are out with this one, or before
            first_two = tuple(state[place] for place in initial)
            if hand.cards < Stream.DEALER_INITIAL.longest:
                first_two = tuple(after[place] for place in initial)
                first_two = alike.get(first_two, first_two)
            for place, part in zip(initial, first_two, strict=True):
                after[place] = part
        return tuple(after)

    return explore(tuple(fact.start for fact in all_facts), cards, step)


BOX_STREAMS = (Stream.BOX, Stream.PLAYER, Stream.SPLITS)
BOX_CARDS = Stream.BOX.longest
BOX_COUNT = Fact(
    name="cards dealt to the box", stream=Stream.BOX, start=0, step=lambda count, _: min(count + 1, BOX_CARDS)
)
PAIR = 2  # cards of a hand that may be split


class Symbol(NamedTuple):
    """What happens to a box: a card or a split, of its first hand or of another."""

    card: Card | None  # None: a split
    first_hand: bool


class Known(NamedTuple):
    """The part of a box's state that is not the state of a fact."""

    dealt: int = 0  # cards dealt to the box, as far as a fact counts them
    cards: int = 0  # of the first hand, counted to three
    ended: bool = False  # the first hand
    after_first_card: States = ()  # the states of the facts of the first hand, while it may still be split


def box_states(facts: Sequence[Fact], cards: Sequence[Card]) -> FactAutomaton:
    """Return the automaton of facts of a box over cards; over `symbols` where a fact sees splits or a hand."""
    if all(fact.stream is Stream.BOX for fact in facts):
        by_card = fact_automaton((BOX_COUNT, *facts), cards, lambda state: bool(facts) and state[0] < BOX_CARDS)
        return FactAutomaton(tuple(state[1:] for state in by_card.states), by_card.paths, by_card.steps)
    start = (Known(), *(fact.start for fact in facts))
    classes = distinguished_classes(facts)  # often fewer than those that are dealt
    by_class = explore(start, symbols(members(classes)), lambda state, symbol: _step(facts, state, symbol))
    class_of = {DECK[place]: number for number, places in enumerate(classes) for place in places}
    columns = [*(class_of[card] for card in cards), len(classes)]
    columns += [len(classes) + 1 + column for column in columns]
    return FactAutomaton(tuple(state[1:] for state in by_class.states), by_class.paths, by_class.steps[:, columns])


def symbols(cards: Sequence[Card]) -> tuple[Symbol, ...]:
    """Return what may happen to a box as the kernel numbers it: cards and a split of the first hand, then of others."""
    return tuple(Symbol(card, first_hand) for first_hand in (True, False) for card in (*cards, None))


def _step(facts: Sequence[Fact], state: States, symbol: Symbol) -> States:
    known: Known = state[0]
    splits = symbol.card is None
    if symbol.first_hand and (known.ended or (splits and known.cards != PAIR)):
        return state  # cannot happen
    states = [_after(fact, part, symbol, known) for fact, part in zip(facts, state[1:], strict=True)]
    on_hand = [place for place, fact in enumerate(facts) if fact.stream is Stream.PLAYER]
    dealt, hand_cards, after_first_card = known.dealt, known.cards, known.after_first_card
    if not splits and any(fact.stream is Stream.BOX for fact in facts):
        dealt = min(dealt + 1, BOX_CARDS)
    if not symbol.first_hand:
        return (Known(dealt, ended=True), *states)
    if splits:
        for place, part in zip(on_hand, after_first_card, strict=True):
            states[place] = part
        return (known._replace(cards=1), *states)
    hand_cards = min(hand_cards + 1, PAIR + 1)
    if hand_cards == 1:
        after_first_card = tuple(states[place] for place in on_hand)
    return (Known(dealt, hand_cards, after_first_card=after_first_card if hand_cards <= PAIR else ()), *states)


def _after(fact: Fact, state: State, symbol: Symbol, known: Known) -> State:
    """Return the state of a fact after a symbol; a symbol that is not of its stream leaves it as it is."""
    match fact.stream:
        case Stream.SPLITS:
            flows = symbol.card is None
        case Stream.PLAYER:
            flows = symbol.card is not None and symbol.first_hand
        case _:
            flows = symbol.card is not None and known.dealt < BOX_CARDS
    return fact.step(state, symbol.card or Split.MADE) if flows else state
