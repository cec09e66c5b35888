"""Statistics of the counts: means, errors, variances and covariances of wagers, and the results of sessions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from upcard.exact.observed_facts import observe
from upcard.exact.several_rounds import deciding_outcomes
from upcard.money import Cents
from upcard.results.confidence import CountedNet, Intervals, mean_intervals
from upcard.results.wording import key_of, net_words
from upcard.rules.base import INSURANCE_ODDS
from upcard.sim.line_payoffs import EVERY_ROUND, Value, standing_meter
from upcard.sim.program import Program
from upcard.sim.run import Progress
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.sim.streaks import WAYS
from upcard.sim.tally import Tally
from upcard.sim.wager_lines import WagerLine

Spread = Callable[[float], float]  # by a mean: the sum of squares of totals about what the mean says, in cents
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, kw_only=True)
class OutcomeCount:
    """How often a wager had an outcome, and its net result for one unit."""

    outcome: str
    count: int
    net: float


@dataclass(frozen=True, kw_only=True)
class MeterResult:
    """What a meter paid as it ran."""

    won: int
    mean_when_won: float  # cents; nan: it was never won
    error_when_won: float
    mean: float  # net result of one unit of the wager, with the meter as it ran
    standard_error: float
    standing: int  # cents, at the end


@dataclass(frozen=True, kw_only=True)
class WagerStatistics:
    """A wager: its mean net result for one unit with the standard error, and its outcomes.

    What is not known is nan: everything of a wager that was never made, and the error of a single round or shoe.
    """

    key: str
    wager: str
    amount: Cents
    made: int
    wagered: int  # cents
    mean: float
    standard_error: float
    variance: float
    outcomes: tuple[OutcomeCount, ...]
    choice: int | None = None
    rider: str | None = None
    spot: int = 0
    rounds: float = 1.0  # that a wager lasts on average
    meter: MeterResult | None = None
    nets: tuple[CountedNet, ...] = ()  # of every outcome that it can have
    seats: int = 1  # that share a dealer's hand
    largest: float = 1.0  # the largest amount, in units of the average one

    @cached_property
    def intervals(self) -> Intervals | None:
        """Return the intervals of the mean; None if its error is not known."""
        return mean_intervals(
            self.nets, mean=self.mean, error=self.standard_error, together=self.seats, largest=self.largest
        )


def results(program: Program, progress: Progress) -> Iterator[WagerStatistics]:
    """Yield the statistics of every wager that was made."""
    tally = progress.tally
    cells = tally.cells.reshape(program.steps, *program.shape)
    for number, value in enumerate(program.values):
        yield _of_cells(program, value, cells, _over_shoes(program, number, tally), progress)
    for number, line in enumerate(program.streaks.lines if program.streaks else ()):
        decided, lasted = tally.decided[number], int(tally.lasted[number])
        yield _of_results(line, decided, lasted, tally.lane_moments[number], program.seats)


def key_of_value(value: Value) -> str:
    """Return the key of a wager that is counted."""
    return key_of(value.name, spot=value.spot, choice=_choice(value), rider=_rider(value))


def _choice(value: Value) -> int | None:
    return value.line.choice if value.line else None


def _rider(value: Value) -> str | None:
    return value.line.rider.name if value.line and value.line.rider else None


def _of_cells(
    program: Program, value: Value, cells: NDArray[np.int64], of_shoes: Spread | None, progress: Progress
) -> WagerStatistics:
    line = value.line
    amounts = np.broadcast_to(value.amount, cells.shape)
    counts = np.where(amounts > 0, cells, 0).astype(np.float64)
    means, squares = np.broadcast_to(value.mean, cells.shape), np.broadcast_to(value.square, cells.shape)
    made, wagered = int(counts.sum()), float((counts * amounts).sum())
    mean = float((counts * means).sum()) / wagered if wagered else nan
    # A display's amount is averaged, not drawn, so that it adds to the variance and not to the error of the mean.
    spread = float((counts * (means - mean * amounts) ** 2).sum()) if made > 1 else nan
    units = np.divide(squares, amounts**2, out=np.zeros_like(squares), where=amounts > 0)
    raw = np.divide(means, amounts, out=np.zeros_like(means), where=amounts > 0)
    variance = float((counts * units).sum()) / made - (float((counts * raw).sum()) / made) ** 2 if made else nan
    if of_shoes is not None:
        spread = of_shoes(mean)
    standard_error = _root(spread) / wagered if wagered else nan
    outcomes = tuple(_outcomes(program, value, cells))
    return WagerStatistics(
        key=key_of_value(value),
        wager=value.name,
        amount=Cents(int(amounts.max())),
        made=made,
        wagered=round(wagered),
        mean=mean,
        standard_error=standard_error,
        variance=variance,
        outcomes=tuple(one for one in outcomes if one.count or value.name != MAIN),
        choice=_choice(value),
        rider=_rider(value),
        spot=value.spot,
        meter=_meter(line, mean, standard_error, made, progress) if line and line.from_meter else None,
        nets=tuple(CountedNet(net=one.net, count=one.count) for one in outcomes),
        seats=program.seats,
        largest=round(made * float(amounts.max()) / wagered, 9) if wagered else 1.0,
    )


def _over_shoes(program: Program, number: int, tally: Tally) -> Spread | None:
    """Return the spread of the totals of shoes, which are independent: rounds of a shoe and seats of a round are not.

    None where every round has one seat and its own shoe, and is counted by its cell.
    """
    if not program.counted:
        return None
    columns, shoes = program.columns, tally.moment_shoes
    column = columns.wagered[number]
    won = columns.parts[number]
    wagered = (
        columns.parts[column] if column != EVERY_ROUND else float(program.values[number].amount.max()) * program.seats
    )
    squares, products, amounts = tally.moments[number]

    def spread(mean: float) -> float:
        per = mean * wagered
        return of_few(squares * won**2 - 2 * per * products * won + per**2 * amounts, shoes)

    return spread


def _outcomes(program: Program, value: Value, cells: NDArray[np.int64]) -> Iterator[OutcomeCount]:
    """Yield how often each outcome was had: by net result, by result of insurance, or in the rule's words."""
    if value.line is not None:
        line, amount = value.line, Cents(int(value.amount.max()))
        number = [each is line for each in program.lines].index(True)
        table = program.outcome_tables.outcomes[number]
        where = np.where(np.broadcast_to(value.amount, cells.shape) > 0, cells, 0)
        flat = where.sum(axis=(0, *range(4, cells.ndim)))
        counted = np.bincount(table.reshape(-1), flat.reshape(-1).astype(np.float64), len(line.outcomes))
        for outcome, count in zip(line.outcomes, counted, strict=True):
            net = float(line.net(outcome, amount, standing_meter(line)) / amount)
            yield OutcomeCount(outcome=outcome.label, count=round(count), net=net)
        return
    axis = 4 + 2 * value.spot + (value.name == INSURANCE)
    counts = cells.sum(axis=tuple(place for place in range(cells.ndim) if place != axis))
    if value.name == INSURANCE:
        yield OutcomeCount(outcome="dealer blackjack", count=int(counts[2]), net=float(INSURANCE_ODDS.value.ratio))
        yield OutcomeCount(outcome="no dealer blackjack", count=int(counts[1]), net=-1.0)
        return
    for net, count in zip(program.nets, counts, strict=True):
        units = Fraction(int(net), program.settlement.parts)
        yield OutcomeCount(outcome=net_words(units), count=int(count), net=float(units))


def _meter(line: WagerLine, mean: float, error: float, made: int, progress: Progress) -> MeterResult | None:
    meter = progress.meter
    if meter is None or not made:
        return None
    standing = standing_meter(line)
    pays = (
        line.net_results(line.from_meter[0], line.amount, standing)[0][0]
        - line.net_results(line.from_meter[0], line.amount)[0][0]
    )
    wagered, mean_when_won = made * line.amount, meter.paid / meter.wins if meter.wins else nan
    # Wins are rare and far apart, so that each adds its own square to the spread, in place of that of the price.
    spread = (error * wagered) ** 2 + meter.squares - meter.winners * float(pays) ** 2
    of_wins = meter.win_squares / meter.wins - mean_when_won**2 if meter.wins > 1 else nan
    return MeterResult(
        won=meter.wins,
        mean_when_won=mean_when_won,
        error_when_won=_root(of_wins / (meter.wins - 1)) if meter.wins > 1 else nan,
        mean=mean + (meter.paid - meter.winners * float(pays)) / wagered,
        standard_error=_root(spread) / wagered,
        standing=meter.standing,
    )


def _root(square: float) -> float:
    """Return the root of a square that rounding may have made a little less than nothing; nan of nan."""
    return square if isnan(square) else sqrt(max(square, 0.0))


def _of_results(
    line: WagerLine, decided: NDArray[np.int64], lasted: int, moments: list[int], seats: int
) -> WagerStatistics:
    """Return the statistics of a wager that sees results of rounds, over those that were decided.

    The error is taken over lanes, each a table of its own: seats share a dealer, and rounds a shoe.
    """
    possible = deciding_outcomes(observe(line.offer.wager, line.choice))
    nets = [float(line.net(outcome, line.amount) / line.amount) for outcome in line.outcomes]
    squares = [float(line.square(outcome, line.amount) / line.amount**2) for outcome in line.outcomes]
    counts = [int(decided[way]) for way in range(min(len(line.outcomes), WAYS))]
    made = sum(counts)
    mean = sum(count * net for count, net in zip(counts, nets, strict=True)) / made if made else nan
    variance = sum(c * s for c, s in zip(counts, squares, strict=True)) / made - mean**2 if made else nan
    outcomes = tuple(
        OutcomeCount(outcome=outcome.label, count=count, net=net)
        for outcome, count, net in zip(line.outcomes, counts, nets, strict=True)
        if outcome in possible
    )
    return WagerStatistics(
        key=key_of(line.name, choice=line.choice),
        wager=line.name,
        amount=line.amount,
        made=made,
        wagered=made * line.amount,
        mean=mean,
        standard_error=_over_lanes(moments, mean * line.amount) / (made * line.amount) if made else nan,
        variance=variance,
        outcomes=outcomes,
        choice=line.choice,
        rounds=lasted / made if made else nan,
        nets=tuple(CountedNet(net=one.net, count=one.count) for one in outcomes),
        seats=seats,
    )


def _over_lanes(moments: list[int], mean: float) -> float:
    """Return the standard deviation of the sum of all lanes about what they wagered times a mean, in cents."""
    lanes, squares, products, wagers = moments
    return _root(of_few(squares - 2 * mean * products + mean**2 * wagers, lanes))


def of_few(spread: float, many: int) -> float:
    """Return a sum of squares widened so that a deviation in its errors has variance one, also if they are few.

    Of n independent totals it is that of Student's t, (n - 1) / (n - 3), besides the usual n / (n - 1); of one there
    is none.
    """
    return spread * many / (many - 3) if many > 3 else spread * many / (many - 1) if many > 1 else nan


def covariances(program: Program, tally: Tally) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the wagers of a seat and their covariances in a round, in units of what each wagered on average."""
    shape = (program.steps, *program.shape)
    cells = tally.cells.reshape(-1).astype(np.float64)
    there = np.flatnonzero(cells)
    weights = cells[there] / (cells.sum() or 1.0)
    rows, names, squares = [], [], []
    for value in program.values:
        mean, square, amounts = (
            np.broadcast_to(part, shape).reshape(-1)[there] for part in (value.mean, value.square, value.amount)
        )
        made = amounts > 0
        amount = max(float((amounts * weights).sum() / (weights[made].sum() or 1.0)), 1.0)
        rows.append(np.where(made, mean, 0.0) / amount)
        squares.append(np.where(made, square, 0.0) / amount**2)
        names.append(key_of_value(value))
    units = np.array(rows)
    means = units @ weights
    matrix = (units * weights) @ units.T - np.outer(means, means)
    for place, square in enumerate(squares):
        matrix[place, place] = square @ weights - means[place] ** 2
    return tuple(names), matrix


@dataclass(frozen=True, kw_only=True)
class SessionResult:
    """Results of sessions, in cents; nan where no session was completed."""

    rounds: int
    bankroll: int
    sessions: int
    mean: float
    standard_error: float
    standard_deviation: float
    ruined: int
    seats: int  # that share a dealer's hand
    bin: int  # the width of the bins of quantiles and histogram
    quantiles: tuple[tuple[float, float | None], ...]  # the least result of the bin; None: beyond the bins
    histogram: tuple[tuple[int, int], ...]  # the least result of a bin, and the sessions in it

    @property
    def risk_of_ruin(self) -> float:
        """Return the share of sessions that lost the bankroll."""
        return self.ruined / self.sessions if self.sessions else nan


def session_result(program: Program, tally: Tally) -> SessionResult | None:
    """Return the results of the sessions; None if there were none."""
    session = program.session
    if session is None:
        return None
    many = tally.session_count
    mean = tally.session_sum / many if many else nan
    spread = tally.session_squares / many - mean**2 if many else nan
    tables = many // program.seats  # the seats of a table share its dealer, and count as one
    edges = (np.arange(-1, session.bins + 1) - session.bins // 2) * session.bin
    passed = tally.sessions.cumsum()
    at = [int(np.searchsorted(passed, share * many)) for share in QUANTILES]
    return SessionResult(
        rounds=session.rounds,
        bankroll=session.bankroll,
        sessions=many,
        mean=mean,
        standard_error=_root(spread / (tables - 1)) if tables > 1 else nan,
        standard_deviation=_root(spread),
        ruined=tally.ruined,
        seats=program.seats,
        bin=session.bin,
        quantiles=tuple(
            (share, float(edges[place]) if 0 < place < len(edges) - 1 else None)
            for share, place in zip(QUANTILES, at, strict=True)
        )
        if many
        else (),
        histogram=tuple((int(edge), int(count)) for edge, count in zip(edges, tally.sessions, strict=True) if count),
    )
