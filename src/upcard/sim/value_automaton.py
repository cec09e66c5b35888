"""Automata followed by the values of cards alone."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.sim.card_classes import CardClasses
from upcard.sim.dealer_automaton import FactAutomaton
from upcard.sim.kernel_constants import VALUES

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
        """Return the code that all states share whatever follows; None if they differ or it may change."""
        return self.code(states) if all(self._is_final[state] for state in states) else None
