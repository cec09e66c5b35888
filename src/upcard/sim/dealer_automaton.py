"""The dealer's hand and the first cards of a box as automata: all that is seen of a stream, in one state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.rules.blackjack import BlackjackRules, stands
from upcard.rules.fact_type import Fact, State, Stream
from upcard.rules.facts import DEALER_HAND, HandTotal

MOST_STATES = 65_535
FACTS_FROM = 1  # the first part of a dealer's state is the hand itself


@dataclass(frozen=True, eq=False)
class Fold:
    """Every state of some facts taken together, found by dealing; state 0 is before the first card."""

    states: tuple[tuple[State, ...], ...]
    paths: tuple[tuple[Any, ...], ...]  # symbols by which each state is reached first
    steps: NDArray[np.uint16]  # [state, symbol]


States = tuple[State, ...]


def fold(facts: Sequence[Fact], symbols: Sequence[Any], goes_on: Callable[[States], bool]) -> Fold:
    """Let every symbol follow from every state that goes on."""
    start = tuple(fact.start for fact in facts)

    def step(state: States, symbol: Any) -> States:
        if not goes_on(state):
            return state
        return tuple([fact.step(one, symbol) for fact, one in zip(facts, state, strict=True)])

    return explored(start, symbols, step)


def explored(start: States, symbols: Sequence[Any], step: Callable[[States, Any], States]) -> Fold:
    """Find every state by letting every symbol follow from every state."""
    found, rows = {start: 0}, list[list[int]]()
    paths: list[tuple[Any, ...]] = [()]
    waiting: list[States] = [start]
    for state in waiting:
        path = paths[found[state]]
        row = []
        for symbol in symbols:
            after = step(state, symbol)
            if after not in found:
                found[after] = len(found)
                waiting.append(after)
                paths.append((*path, symbol))
            row.append(found[after])
        rows.append(row)
        if len(found) > MOST_STATES:
            raise OverflowError
    return Fold(tuple(found), tuple(paths), np.array(rows, np.uint16))


def is_complete(rules: BlackjackRules, hand: HandTotal) -> bool:
    """Whether a dealer's hand of at least two cards is complete."""
    return hand.cards > 1 and stands(rules, hand.total)


def dealers_hand(
    rules: BlackjackRules, facts: Sequence[Fact], cards: Sequence[Card], alike: Mapping[States, States]
) -> Fold:
    """Fold the dealer's hand, with every fact that a wager sees of it.

    `alike`: which states of the facts of the first two cards stand for others; those not named stand for themselves.
    """
    every = (DEALER_HAND, *facts)
    initial = [place for place, fact in enumerate(every) if fact.stream is Stream.DEALER_INITIAL]

    def step(state: States, card: Card) -> States:
        hand: HandTotal = state[0]
        if is_complete(rules, hand):
            return state
        after = [fact.step(one, card) for fact, one in zip(every, state, strict=True)]
        if hand.cards:  # the first two cards are out with this one, or before
            kept = tuple(state[place] for place in initial)
            if hand.cards < Stream.DEALER_INITIAL.longest:
                kept = tuple(after[place] for place in initial)
                kept = alike.get(kept, kept)
            for place, one in zip(initial, kept, strict=True):
                after[place] = one
        return tuple(after)

    return explored(tuple(fact.start for fact in every), cards, step)
