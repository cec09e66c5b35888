"""Wagers on streaks: an automaton over wins, losses and pushes of rounds, and where each wager is decided."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.rules.fact_type import Fact, Result, Stream
from upcard.rules.wager import STANDS
from upcard.sim.dealer_automaton import fact_automaton
from upcard.sim.kernel_constants import STANDING
from upcard.sim.wager_lines import WagerLine, facts_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Streaks:
    """The lines that see results of rounds, their automaton, and the outcome of each line in each state."""

    lines: tuple[WagerLine, ...]
    steps: NDArray[np.uint8]  # [state, result]
    ways: NDArray[np.uint8]  # [line, state]
    most_wins: int  # a seat's wins in a row are counted to this, then from none again


def streaks_of(lines: Sequence[WagerLine]) -> Streaks | None:
    """Return the tables of the lines that see results of rounds; None if there are none."""
    lines_on_results = tuple(line for line in lines if line.offer.wager.sees_results)
    if not lines_on_results:
        return None
    facts = facts_of(lines_on_results, Stream.RESULTS)
    automaton = fact_automaton(facts, tuple(Result), lambda _: True)
    assert len(automaton.states) < STANDING
    ways = [[_way(line, facts, state) for state in automaton.states] for line in lines_on_results]
    return Streaks(
        lines=lines_on_results,
        steps=automaton.steps.astype(np.uint8),
        ways=np.array(ways, np.uint8),
        most_wins=max(line.offer.wager.longest_run for line in lines_on_results),
    )


def _way(line: WagerLine, facts: tuple[Fact, ...], state: tuple[object, ...]) -> int:
    """Return the number of a line's outcome in a state; STANDING where it is not decided."""
    known = dict(zip(facts, state, strict=True))
    outcome = line.resolver.resolve(
        *(line.choice if fact.stream is Stream.CHOICE else known[fact] for fact in line.sees)
    )
    return STANDING if outcome is STANDS else line.outcomes.index(outcome)
