"""Wagers that see the results of rounds: an automaton over wins, losses and pushes, and when each is decided."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from upcard.rules.fact_type import Fact, Result, Stream
from upcard.rules.wager import STANDS
from upcard.sim.dealer_automaton import fold
from upcard.sim.wager_lines import WagerLine, sees

STANDING = 255  # not decided yet, as in kernel.h
WAYS = 8


@dataclass(frozen=True, eq=False, kw_only=True)
class Past:
    """The lines, the automaton, and the outcome of each line in each state."""

    lines: tuple[WagerLine, ...]
    steps: NDArray[np.uint8]  # [state, result]
    ways: NDArray[np.uint8]  # [line, state]
    most_wins: int  # a position's wins in a row are counted to this, then from none again


def past(lines: Sequence[WagerLine]) -> Past | None:
    """Tabulate the lines that see results; nothing if there are none."""
    seeing = tuple(line for line in lines if line.offer.wager.sees_results)
    if not seeing:
        return None
    facts = tuple(dict.fromkeys(fact for line in seeing for fact in sees(line, Stream.RESULTS)))
    every = fold(facts, tuple(Result), lambda _: True)
    assert len(every.states) < STANDING
    ways = [[_way(line, facts, state) for state in every.states] for line in seeing]
    return Past(
        lines=seeing,
        steps=every.steps.astype(np.uint8),
        ways=np.array(ways, np.uint8),
        most_wins=max(line.offer.wager.longest_run for line in seeing),
    )


def _way(line: WagerLine, facts: tuple[Fact, ...], state: tuple[object, ...]) -> int:
    known = dict(zip(facts, state, strict=True))
    outcome = line.told.resolve(*(line.choice if fact.stream is Stream.CHOICE else known[fact] for fact in line.sees))
    return STANDING if outcome is STANDS else line.outcomes.index(outcome)
