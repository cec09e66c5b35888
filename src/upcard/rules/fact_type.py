"""Facts: finite observations of a round, each a fold over one stream."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from upcard.cards import DECK


class Result(Enum):
    """The result of a player's round, all hands of the box together."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"


class Split(Enum):
    """A pair that was split: the only symbol of the splits of a box."""

    MADE = "split"


class Stream(Enum):
    """Where the symbols of a fact come from: a name, and how many symbols at most (0: no bound)."""

    FIRST = ("player's first card", 1)
    SECOND = ("player's second card", 1)
    UPCARD = ("dealer's upcard", 1)
    INITIAL = ("player's initial two cards", 2)
    BOX = ("first four cards dealt to the box", 4)
    PLAYER = ("player's completed hand: the first hand of the box", 0)  # a split hand keeps its first card
    SPLITS = ("pairs split by the box", 0)
    DEALER_INITIAL = ("dealer's initial two cards", 2)
    DEALER = ("dealer's completed hand", 0)
    RESULTS = ("results of the player's rounds", 0)
    CHOICE = ("player's choice", 1)

    @property
    def longest(self) -> int:
        """Return how many symbols the stream has at most; 0 if there is no bound."""
        return self.value[1]


# Any: a fact's state is whatever plain value says it best; only its own step and the wagers that see it know the type.
State = Any


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A start and a step; the states are found by dealing, never listed by hand."""

    name: str
    stream: Stream
    start: State
    step: Callable[[State, Any], State]
    symbols: tuple[Hashable, ...] = DECK

    def of(self, symbols: tuple[Any, ...]) -> State:
        """Return the state after these symbols."""
        state = self.start
        for symbol in symbols:
            state = self.step(state, symbol)
        return state

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Return every state, in the order first reached, by stepping with every symbol from every state."""
        reached: dict[State, None] = {self.start: None}
        edge, steps = [self.start], 0
        while edge and (not self.stream.longest or steps < self.stream.longest):
            fresh = dict.fromkeys(self.step(state, symbol) for state in edge for symbol in self.symbols)
            edge = [state for state in fresh if state not in reached]
            reached.update(dict.fromkeys(edge))
            steps += 1
        return tuple(reached)

    @cached_property
    def completed(self) -> tuple[State, ...]:
        """Return the states in which the fact can be read: the stream of one or two cards is complete."""
        if self.stream.longest not in (1, 2):
            return self.states
        edge = [self.start]
        for _ in range(self.stream.longest):
            edge = list(dict.fromkeys(self.step(state, symbol) for state in edge for symbol in self.symbols))
        return tuple(edge)
