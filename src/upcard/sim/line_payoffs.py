"""The payoff of every wager in every cell that is counted, in cents, and columns to sum over the rounds of a shoe."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.exact.price import read_growth
from upcard.money import Cents
from upcard.sim.schedule import INSURANCE, MAIN, Schedule
from upcard.sim.wager_lines import WagerLine

Array = NDArray[np.float64]
NET_AXIS, INSURANCE_AXIS, SPOT_AXES = 3, 4, 2  # of a cell: those of the first spot, and how many each spot has


@dataclass(frozen=True, eq=False, kw_only=True)
class Value:
    """The payoff of one wager and the amount wagered, in arrays that broadcast over steps and cells."""

    name: str
    mean: Array  # cents
    square: Array
    amount: Array  # cents; none where the wager is not made
    spot: int = 0
    line: WagerLine | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class CountedCells:
    """What a cell counts of a box, and what is wagered: all that payoffs depend on besides the lines."""

    shape: tuple[int, ...]  # opening, box, dealer's hand, then net result and insurance for each spot
    spots: int
    schedule: Schedule
    nets: NDArray[np.int64]  # the net results of the blackjack wager, in parts of a unit
    parts: int  # of a unit
    insurance: tuple[float, float] | None  # net result of a unit without and with a dealer's blackjack; None: not made

    def amounts(self, name: str) -> list[Cents]:
        """Return what is wagered at each step."""
        return [step.amounts[name] for step in self.schedule.steps]

    def along(self, axis: int, part: Array) -> Array:
        """Return values by step and one axis of a cell, shaped to broadcast over the other axes."""
        shape = [1] * (1 + len(self.shape))
        shape[0], shape[1 + axis] = part.shape
        return part.reshape(shape)

    def by_step(self, amounts: Array) -> Array:
        """Return values by step, shaped to broadcast over cells."""
        return amounts.reshape([-1] + [1] * len(self.shape))


def line_payoffs(
    cells: CountedCells, lines: Sequence[WagerLine], outcomes: Sequence[NDArray[np.uint8]]
) -> Iterator[Value]:
    """Yield every wager counted by cells: the blackjack wager and insurance of each spot, then the optional lines."""
    for spot in range(cells.spots):
        yield _blackjack(cells, spot)
    if cells.insurance is not None:
        for spot in range(cells.spots):
            yield _insurance(cells, cells.insurance, spot)
    for line, outcome in zip(lines, outcomes, strict=True):
        yield _optional(cells, line, outcome)


def standing_meter(line: WagerLine) -> Cents:
    """Return what stands on a wager's meter when the table is opened."""
    grows = read_growth(line.offer.wager, line.offer.settings)
    return grows.initial if grows else Cents(0)


def _blackjack(cells: CountedCells, spot: int) -> Value:
    amounts = np.array(cells.amounts(MAIN), np.float64)[:, None]
    mean = cells.along(NET_AXIS + SPOT_AXES * spot, amounts * cells.nets[None, :] / cells.parts)
    return Value(name=MAIN, spot=spot, mean=mean, square=mean**2, amount=cells.by_step(amounts[:, 0]))


def _insurance(cells: CountedCells, results: tuple[float, float], spot: int) -> Value:
    half = np.array(cells.amounts(MAIN), np.float64)[:, None] / 2
    axis = INSURANCE_AXIS + SPOT_AXES * spot
    mean = cells.along(axis, half * np.array([[0.0, *results]]))
    amount = cells.along(axis, half * np.array([[0.0, 1.0, 1.0]]))
    return Value(name=INSURANCE, spot=spot, mean=mean, square=mean**2, amount=amount)


def _optional(cells: CountedCells, line: WagerLine, outcome: NDArray[Any]) -> Value:
    amounts, meter = cells.amounts(line.name), standing_meter(line)
    mean = np.array([[float(line.net(one, amount, meter)) for one in line.outcomes] for amount in amounts])
    square = np.array([[float(line.square(one, amount, meter)) for one in line.outcomes] for amount in amounts])
    shape = (len(amounts), *outcome.shape) + (1,) * (len(cells.shape) - outcome.ndim)
    return Value(
        name=line.name,
        line=line,
        mean=mean[:, outcome].reshape(shape),
        square=square[:, outcome].reshape(shape),
        amount=cells.by_step(np.array([amount if line.is_made(amount) else 0 for amount in amounts], np.float64)),
    )


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
