"""What the values of the dealer's cards do not tell, such as suits: a small automaton, followed card by card."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from upcard.sim.dealer_automaton import FactAutomaton
from upcard.sim.kernel_constants import VALUES
from upcard.sim.outcome_tables import numbered
from upcard.sim.value_automaton import NO_CARDS, Subset, ValueAutomaton

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
