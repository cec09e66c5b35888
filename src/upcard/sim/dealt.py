"""The dealer's hand and the first cards of a box as automata: all that is seen of a stream, in one state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.rules.blackjack import BlackjackRules, stands
from upcard.rules.fact import Fact, State
from upcard.rules.facts import DEALER_HAND, Hand

MOST_STATES = 65_535
FACTS_FROM = 1  # the first part of a dealer's state is the hand itself


@dataclass(frozen=True, eq=False)
class Fold:
    """Every state of some facts taken together, found by dealing; state 0 is before the first card."""

    states: tuple[tuple[State, ...], ...]
    paths: tuple[tuple[Any, ...], ...]  # symbols by which each state is reached first
    steps: NDArray[np.uint16]  # [state, symbol]


def fold(facts: Sequence[Fact], symbols: Sequence[Any], goes_on: Callable[[tuple[State, ...]], bool]) -> Fold:
    """Let every symbol follow from every state that goes on."""
    start = tuple(fact.start for fact in facts)
    found, rows = {start: 0}, list[list[int]]()
    paths: list[tuple[Any, ...]] = [()]
    waiting: list[tuple[State, ...]] = [start]
    for state in waiting:
        path = paths[found[state]]
        if not goes_on(state):
            rows.append([found[state]] * len(symbols))
            continue
        row = []
        for symbol in symbols:
            after = tuple([fact.step(one, symbol) for fact, one in zip(facts, state, strict=True)])
            if after not in found:
                found[after] = len(found)
                waiting.append(after)
                paths.append((*path, symbol))
            row.append(found[after])
        rows.append(row)
    if len(found) > MOST_STATES:
        raise OverflowError
    return Fold(tuple(found), tuple(paths), np.array(rows, np.uint16))


def is_complete(rules: BlackjackRules, hand: Hand) -> bool:
    """Whether a dealer's hand of at least two cards is complete."""
    return hand.cards > 1 and stands(rules, hand.total)


def dealers_hand(rules: BlackjackRules, facts: Sequence[Fact], cards: Sequence[Card]) -> Fold:
    """Fold the dealer's hand, with every fact that a wager sees of it."""
    return fold((DEALER_HAND, *facts), cards, lambda state: not is_complete(rules, state[0]))
