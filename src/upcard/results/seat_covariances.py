"""The covariance of the wagers of two seats of a round, as simulated: from the products of every two seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, sqrt

from upcard.results.statistics import WagerStatistics, of_few
from upcard.sim.columns import EVERY_ROUND
from upcard.sim.program import Program
from upcard.sim.tally import Tally


@dataclass(frozen=True, kw_only=True)
class SeatCovariance:
    """The covariance of one wager of two seats, in units of what it wagered on average."""

    key: str
    wager: str
    covariance: float
    standard_error: float | None  # None: the amount follows the count
    correlation: float | None


def seat_covariances(
    program: Program, tally: Tally, wagers: Sequence[WagerStatistics], variances: Sequence[float]
) -> Iterator[SeatCovariance]:
    """Yield the covariance of each wager of two seats, if its products can be held.

    `variances`: those of the wagers of a seat in a round.
    """
    for line, (wager, variance) in enumerate(zip(wagers, variances, strict=False)):  # streaks come after the lines
        if line < len(tally.between) and wager.made and program.holds_products(line):
            yield _of_line(program, tally, line, wager, variance)


def _of_line(program: Program, tally: Tally, line: int, wager: WagerStatistics, variance: float) -> SeatCovariance:
    products, squares, with_rounds, with_won = tally.between[line]
    part, rounds, seats = program.columns.parts[line], tally.rounds, program.seats
    unit = (wager.wagered / wager.made / part) ** 2 * comb(seats, 2) * rounds  # of a sum of products, over all rounds
    mean = wager.mean * wager.wagered / (part * seats * rounds)  # of a seat in a round, in parts
    a_round = products / rounds - comb(seats, 2) * mean**2
    error = None
    if program.columns.wagered[line] == EVERY_ROUND:
        # The products about the mean: each less (seats - 1) x mean x what all seats won.
        won2, won_rounds, rounds2 = tally.moments[line]
        less = (seats - 1) * mean
        rest = products / rounds - less * seats * mean
        spread = squares + less**2 * won2 + rest**2 * rounds2
        spread += 2 * (less * rest * won_rounds - less * with_won - rest * with_rounds)
        error = sqrt(max(of_few(spread, tally.moment_shoes), 0.0)) / unit
    covariance = a_round * rounds / unit
    return SeatCovariance(
        key=wager.key,
        wager=wager.wager,
        covariance=covariance,
        standard_error=error,
        correlation=covariance / variance if variance > 0 else None,
    )
