"""What every wager brings in every cell that is counted, in cents."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from upcard.exact.price import growth
from upcard.money import Cents
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.sim.wager_lines import WagerLine

if TYPE_CHECKING:
    from upcard.sim.program import Program

Array = NDArray[np.float64]
OPENING_AXES = 4  # step of the schedule, opening, box, dealer's hand
AFTER_OPENING = (slice(None),) * OPENING_AXES


@dataclass(frozen=True, eq=False, kw_only=True)
class Value:
    """One wager: what it brings and what was wagered, in arrays that spread over steps and cells."""

    name: str
    mean: Array  # cents
    square: Array
    amount: Array  # cents; none where the wager is not made
    spot: int = 0
    line: WagerLine | None = None


def values_of(program: "Program") -> Iterator[Value]:
    """Give every wager that is counted by cells: the blackjack wager and insurance of each spot, then the others."""
    for spot in range(program.spots):
        yield _blackjack(program, spot)
    for spot in range(program.spots if program.insurances > 1 else 0):
        yield _insurance(program, spot)
    for line, outcome in zip(program.lines, program.told.outcomes, strict=True):
        yield _optional(program, line, outcome)


def amounts_of(program: "Program", name: str) -> list[Cents]:
    """Give what is wagered at each step."""
    return [step.amounts[name] for step in program.schedule.steps]


def standing_meter(line: WagerLine) -> Cents:
    """Give what stands on a wager's meter when the table is opened."""
    grows = growth(line.offer.wager, line.offer.settings)
    return grows.initial if grows else Cents(0)


def _spread(program: "Program", axis: int, part: Array) -> Array:
    """Lay values of one axis of a cell, by step, over the others."""
    shape = [1] * (1 + len(program.shape))
    shape[0], shape[1 + axis] = part.shape
    return part.reshape(shape)


def _blackjack(program: "Program", spot: int) -> Value:
    amounts = np.array(amounts_of(program, MAIN), np.float64)[:, None]
    mean = amounts * program.nets[None, :] / program.settling.parts
    laid = _spread(program, 3 + 2 * spot, mean)
    return Value(name=MAIN, spot=spot, mean=laid, square=laid**2, amount=_steps(program, amounts[:, 0]))


def _insurance(program: "Program", spot: int) -> Value:
    half = np.array(amounts_of(program, MAIN), np.float64)[:, None] / 2
    won = np.array([[0.0, *(float(program.engine.insurance(blackjack=has)) for has in (False, True))]])
    axis = 4 + 2 * spot
    mean = _spread(program, axis, half * won)
    amount = _spread(program, axis, half * np.array([[0.0, 1.0, 1.0]]))
    return Value(name=INSURANCE, spot=spot, mean=mean, square=mean**2, amount=amount)


def _steps(program: "Program", amounts: Array) -> Array:
    return amounts.reshape([-1] + [1] * len(program.shape))


def _optional(program: "Program", line: WagerLine, outcome: NDArray[Any]) -> Value:
    amounts, meter = amounts_of(program, line.name), standing_meter(line)
    mean = np.array([[float(line.net(one, amount, meter)) for one in line.outcomes] for amount in amounts])
    square = np.array([[float(line.square(one, amount, meter)) for one in line.outcomes] for amount in amounts])
    shape = (len(amounts), *outcome.shape) + (1,) * (len(program.shape) - outcome.ndim)
    return Value(
        name=line.name,
        line=line,
        mean=mean[:, outcome].reshape(shape),
        square=square[:, outcome].reshape(shape),
        amount=_steps(program, np.array(amounts, np.float64)),
    )
