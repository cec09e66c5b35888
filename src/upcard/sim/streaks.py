"""Wagers on streaks: one automaton over wins, losses and pushes of a seat, and where each wager is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.rules.fact_type import Fact, Result, Stream
from upcard.rules.wager import STANDS
from upcard.sim.fact_automata import fact_automaton
from upcard.sim.kernel_constants import LOSS, RESULTS, WIN
from upcard.sim.wager_lines import WagerLine, facts_of

MOST_STATES = 256
WAYS = 8  # outcomes of a wager at most
GOING_ON, ENDING = range(2)  # ending: after a lane's last round no wager is made, and those made go on
NOT_MADE = -1

SeatState = tuple[int, ...]  # wins in a row, then by line the state of its wager, or NOT_MADE


@dataclass(frozen=True, kw_only=True)
class StreakStep:
    """What one result does at a seat: the state after it, the lines that were live, the outcomes of those decided."""

    after: SeatState
    live: tuple[int, ...]
    decided: tuple[tuple[int, int], ...]  # line and outcome


@dataclass(frozen=True, eq=False, kw_only=True)
class StepMeanings:
    """What each step of a seat's wagers on results means for the counts, as arrays."""

    decided: NDArray[np.int64]  # [step, line, outcome]: wagers decided
    lasted: NDArray[np.int64]  # [step, line]: whether the line's wager was live
    nets: NDArray[np.int64]  # [line, outcome]: the net result in cents

    @property
    def lines(self) -> int:
        """Return how many lines there are."""
        return len(self.nets)


@dataclass(frozen=True, eq=False, kw_only=True)
class Streaks:
    """The lines that see results of rounds, and the steps of a seat's wagers on them."""

    lines: tuple[WagerLine, ...]
    states: tuple[SeatState, ...]
    steps: tuple[StreakStep, ...]  # [going on or ending][state][result], in order

    @cached_property
    def step(self) -> NDArray[np.uint8]:
        """Return the state after each step."""
        number = {state: place for place, state in enumerate(self.states)}
        return np.array([number[step.after] for step in self.steps], np.uint8)

    @cached_property
    def live(self) -> NDArray[np.uint8]:
        """Return for each state whether a wager waits for results."""
        return np.array([any(line != NOT_MADE for line in state[1:]) for state in self.states], np.uint8)

    @cached_property
    def decided(self) -> NDArray[np.int64]:
        """Return how many wagers each step decides, by line and outcome."""
        decided = np.zeros((len(self.steps), len(self.lines), WAYS), np.int64)
        for number, step in enumerate(self.steps):
            for line, way in step.decided:
                decided[number, line, way] += 1
        return decided

    @cached_property
    def lasted(self) -> NDArray[np.int64]:
        """Return by step and line whether the line's wager was live."""
        lasted = np.zeros((len(self.steps), len(self.lines)), np.int64)
        for number, step in enumerate(self.steps):
            lasted[number, list(step.live)] = 1
        return lasted

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """Return the net result of each outcome of the lines, in cents."""
        nets = np.zeros((len(self.lines), WAYS), np.int64)
        for number, line in enumerate(self.lines):
            for way, outcome in enumerate(line.outcomes):
                nets[number, way] = round(line.net(outcome, line.amount))
        return nets

    @property
    def meanings(self) -> StepMeanings:
        """Return what the steps mean for the counts."""
        return StepMeanings(decided=self.decided, lasted=self.lasted, nets=self.nets)

    @cached_property
    def money(self) -> NDArray[np.int64]:
        """Return the net result of each step while wagers are made, in cents."""
        money: NDArray[np.int64] = (self.decided * self.nets).sum(axis=(1, 2))
        return money[: len(self.states) * RESULTS]


def streaks_of(lines: Sequence[WagerLine]) -> Streaks | None:
    """Return the tables of the lines that see results of rounds; None if there are none."""
    on_results = tuple(line for line in lines if line.offer.wager.sees_results)
    return _LineAutomaton(on_results).streaks() if on_results else None


class _LineAutomaton:
    """The automaton that all lines share: what each sees of the results since its wager was made."""

    def __init__(self, lines: tuple[WagerLine, ...]) -> None:
        self.lines = lines
        self.facts = facts_of(lines, Stream.RESULTS)
        self.automaton = fact_automaton(self.facts, tuple(Result), lambda _: True)
        self.ways = [[_way(line, self.facts, state) for state in self.automaton.states] for line in lines]
        self.most_wins = max(line.offer.wager.longest_run for line in lines)

    def streaks(self) -> Streaks:
        """Return every state that a seat can reach, and its steps."""
        first: SeatState = (0, *[NOT_MADE] * len(self.lines))
        states, number = [first], {first}
        for state in states:
            for mode in (GOING_ON, ENDING):
                for result in range(RESULTS):
                    after = self.step(mode, state, result).after
                    if after not in number:
                        number.add(after)
                        states.append(after)
            if len(states) > MOST_STATES:
                raise Misuse("so many wagers on streaks cannot be simulated at once; choose fewer wagers")
        steps = [
            self.step(mode, state, result)
            for mode in (GOING_ON, ENDING)
            for state in states
            for result in range(RESULTS)
        ]
        return Streaks(lines=self.lines, states=tuple(states), steps=tuple(steps))

    def step(self, mode: int, state: SeatState, result: int) -> StreakStep:
        """Return what a result does; the next wager is made only before a first win."""
        wins, *waiting = state
        live, decided, after = [], [], []
        for line, standing in enumerate(waiting):
            if standing == NOT_MADE and (wins or mode == ENDING):
                after.append(NOT_MADE)
                continue
            live.append(line)
            reached = int(self.automaton.steps[0 if standing == NOT_MADE else standing, result])
            way = self.ways[line][reached]
            if way is not None:
                decided.append((line, way))
            after.append(reached if way is None else NOT_MADE)
        if result == LOSS:
            wins = 0
        elif result == WIN:
            wins = (wins + 1) % self.most_wins
        return StreakStep(after=(wins, *after), live=tuple(live), decided=tuple(decided))


def _way(line: WagerLine, facts: tuple[Fact, ...], state: tuple[object, ...]) -> int | None:
    """Return the number of a line's outcome in a state; None where it is not decided."""
    known = dict(zip(facts, state, strict=True))
    outcome = line.resolver.resolve(
        *(line.choice if fact.stream is Stream.CHOICE else known[fact] for fact in line.sees)
    )
    return None if outcome is STANDS else line.outcomes.index(outcome)
