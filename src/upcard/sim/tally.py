"""Tallies: counts of a simulation as whole numbers, which add up in any order."""

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.sim.kernel_constants import BETWEEN, MOMENTS
from upcard.sim.plan import KernelPlan
from upcard.sim.streaks import WAYS, StepMeanings

Counts = NDArray[np.int64]


@dataclass(kw_only=True)
class Tally:
    """Counts of cells, of wagers on streaks, of sessions, and of rounds, shoes and cards."""

    cells: Counts  # [step, cell]
    moments: list[list[int]]  # by line: sums over shoes of won x won, won x wagered, wagered x wagered, in parts
    between: list[list[int]]  # by line: sums over shoes of products of two seats, of products², x rounds, x won
    decided: Counts  # [line, way] of wagers that see results
    lasted: Counts  # [line]: rounds that decided wagers lasted
    lane_moments: list[list[int]]  # by line: lanes, and sums of squares and products of their money and wagers
    sessions: Counts  # by bin of the result; results beyond the bins at the ends
    moment_shoes: int = 0  # shoes that the moments are summed over
    rounds: int = 0
    shoes: int = 0
    cards: int = 0
    walked: int = 0
    out_of_cards: int = 0
    session_count: int = 0
    ruined: int = 0
    session_sum: int = 0
    session_squares: int = 0
    metered: int = 0  # rounds in which the meter's wager was made
    meter_wins: list[tuple[int, int]] = field(default_factory=list)  # such rounds before each one won, and winners

    def plus(self, other: "Tally") -> "Tally":
        """Return the counts of both tallies, without the single wins of a meter."""
        counts: dict[str, Any] = {}
        for count in fields(self):
            mine, others = getattr(self, count.name), getattr(other, count.name)
            if count.name in ("moments", "between", "lane_moments"):
                pairs = zip(mine, others, strict=True)
                counts[count.name] = [[a + b for a, b in zip(*pair, strict=True)] for pair in pairs]
            elif count.name != "meter_wins":
                counts[count.name] = mine + others
        return Tally(**counts)


def empty_tally(plan: KernelPlan) -> Tally:
    """Return a tally of zeros for a plan."""
    lines, bins = plan.streaks.lines if plan.streaks else 0, plan.number("bins")
    return Tally(
        cells=np.zeros((plan.number("levels"), plan.number("cells")), np.int64),
        moments=[[0] * MOMENTS for _ in range(plan.number("lines"))],
        between=[[0] * BETWEEN for _ in range(plan.number("lines") if plan.number("seats") > 1 else 0)],
        decided=np.zeros((lines, WAYS), np.int64),
        lasted=np.zeros(lines, np.int64),
        lane_moments=[[0] * 4 for _ in range(lines)],
        sessions=np.zeros(bins + 2 if bins else 0, np.int64),
    )


def count_streaks(tally: Tally, streaks: StepMeanings, steps: Counts) -> None:
    """Fill in the wagers on streaks that were decided; `steps`: how often each lane made each step of a seat."""
    decided = (steps @ streaks.decided.reshape(len(streaks.decided), -1)).reshape(len(steps), streaks.lines, WAYS)
    tally.decided, tally.lasted = decided.sum(axis=0), steps.sum(axis=0) @ streaks.lasted
    tally.lane_moments = lane_moments(decided, streaks.nets)


def lane_moments(decided: Counts, money: Counts) -> list[list[int]]:
    """Return for each line how many lanes decided wagers, and the sums of money², money x wagers and wagers² of lanes.

    `decided`: wagers by lane, line and way; `money`: the net result of each line and way, in cents. A lane is a table
    of its own, so that lanes are independent even where seats and rounds of one table are not.
    """
    won, made = (decided * money).sum(axis=2), decided.sum(axis=2)
    moments = []
    for of_line, wagers in zip(won.T.tolist(), made.T.tolist(), strict=True):
        lanes = list(zip(of_line, wagers, strict=True))
        squares = [sum(x * x for x, _ in lanes), sum(x * w for x, w in lanes), sum(w * w for _, w in lanes)]
        moments.append([sum(w > 0 for _, w in lanes), *squares])
    return moments
