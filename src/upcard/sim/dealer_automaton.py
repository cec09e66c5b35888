"""Automata over cards: all that wagers see of the dealer's hand, or of another stream, in one state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.rules.blackjack import BlackjackRules, dealer_stands
from upcard.rules.fact_type import Fact, State, Stream
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
