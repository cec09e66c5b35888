"""Columns: what is summed up over the rounds of a shoe, so that errors are taken by shoe."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from upcard.sim.line_payoffs import Value

EVERY_ROUND = -1  # the same amount is wagered in every round, so that rounds are counted instead


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """The payoff of each wager by step and cell, then the amounts that vary; and the column of each wager's amounts."""

    cents: NDArray[np.int64]  # [step and cell, column]
    wagered: tuple[int, ...]  # by wager; EVERY_ROUND: none

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """Return for each column the greatest number of cents that divides all of it."""
        return tuple(max(int(part), 1) for part in np.gcd.reduce(self.cents, axis=0))

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """Return the columns in their parts."""
        worth: NDArray[np.int64] = self.cents // np.array(self.parts)
        return worth


def columns_of(values: Sequence[Value], cents: NDArray[np.int64], shape: tuple[int, ...]) -> Columns:
    """Return the columns of wagers; `cents`: their payoffs by step and cell; `shape`: of steps and cells."""
    columns, wagered = [cents], []
    for value in values:
        amount = value.amount
        if amount.min() == amount.max():
            wagered.append(EVERY_ROUND)
            continue
        wagered.append(len(values) + len(columns) - 1)
        columns.append(np.rint(np.broadcast_to(amount, shape)).astype(np.int64).reshape(-1, 1))
    return Columns(cents=np.concatenate(columns, axis=1), wagered=tuple(wagered))
