"""Simulated rounds of a table: every wager beside its exact mean, covariances, steps of the schedule, and sessions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isnan, sqrt
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from upcard.english import counted, format_number, format_percent
from upcard.results.amounts import Money
from upcard.results.arguments import BadArguments
from upcard.results.confidence import FEWEST, IntervalMethod, Intervals, normal_intervals, share_intervals
from upcard.results.covariances import ExactBetweenSeats, SeatCovariance
from upcard.results.function_strategy import strategy_name
from upcard.results.result import MeanCents, Result, inline_or_none, json_of, not_written, renamed
from upcard.results.rows import Column, Columns, RowSet, TabularData, columns_of, part, row_set
from upcard.results.simulation import Simulation
from upcard.results.statistics import MeterResult, OutcomeCount, SessionResult, WagerStatistics
from upcard.results.wording import key_of
from upcard.sim.line_payoffs import standing_meter

if TYPE_CHECKING:
    from upcard.plots.plot import Plot


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedOutcome(Result):
    """How often a wager had an outcome, and its net result for one unit."""

    outcome: str
    count: int
    net: float
    share_intervals: Mapping[str, tuple[float, ...]] | None  # by percent: the least and the greatest probability
    interval_method: IntervalMethod | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedMeter(Result):
    """What a meter paid as it ran."""

    won: int
    mean_when_won: MeanCents | None  # None: it was never won
    intervals_when_won: Mapping[str, tuple[MeanCents, ...]] | None  # None: it was won too rarely
    mean_as_it_ran: float
    intervals_as_it_ran: Mapping[str, tuple[float, ...]] | None  # None: the same
    standing: MeanCents


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UntilError(Result):
    """The standard error of the blackjack wager at which to stop, and whether it was reached."""

    error: float
    reached: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class CuttingCardEffect(Result):
    """How far the mean is from that of a fresh shoe."""

    difference: float
    standard_error: float


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ExactMean(Result):
    """The exact mean of a wager from a fresh shoe, and how far from it the simulated mean is."""

    exact: float
    z: float | None  # in standard errors; None where there is no error
    follows_count: bool  # its amount does, so that the mean has the gain of the count
    cutting_card_effect: CuttingCardEffect | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedWager(Result):
    """A wager: its mean net result for one unit with the standard error, beside its exact mean where that is known.

    What is not known is None: everything of a wager that was never made, and the error of a single round or shoe, or
    where every wager had the same result.

    >>> import upcard
    >>> table = upcard.Table(decks=6, minimum="10.00")
    >>> wager = upcard.simulate(table, rounds=1000, strategy="mimic").wagers["blackjack"]
    >>> wager.made, f"{wager.exact:.6f}"
    (1000, '-0.056756')
    """

    wager: str
    amount: Money
    made: int
    mean: float | None
    standard_error: float | None
    intervals: Mapping[str, tuple[float, ...]] | None  # "95" and "99": the least and the greatest mean
    interval_method: IntervalMethod | None  # "normal", or "exact (Clopper-Pearson)" where an outcome is too rare
    variance: float | None
    outcomes: tuple[SimulatedOutcome, ...]
    choice: int | None = None
    mean_rounds: float | None = None  # that it lasted
    rider: str | None = None
    dealers_hand: int | None = None
    meter: SimulatedMeter | None = None
    exact_missing: str | None = None  # why there is no exact mean
    exact_variance: float | None = None  # from a fresh shoe; None: not known, or not asked for
    compared: ExactMean | None = inline_or_none()

    @property
    def key(self) -> str:
        """Return the wager's name with its rider, its choice or its dealer's hand."""
        spot = self.dealers_hand - 1 if self.dealers_hand else 0
        return key_of(self.wager, spot=spot, choice=self.choice, rider=self.rider)

    @property
    def exact(self) -> float | None:
        """Return the exact mean from a fresh shoe, where it is known."""
        return self.compared.exact if self.compared else None

    @property
    def z(self) -> float | None:
        """Return how far the mean is from the exact one, in standard errors."""
        return self.compared.z if self.compared else None

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how often each outcome was had."""
        return {outcome.outcome: outcome.count for outcome in self.outcomes}

    @property
    def share_intervals(self) -> Mapping[str, Mapping[str, tuple[float, ...]]]:
        """Return the intervals of the probability of each outcome."""
        return {outcome.outcome: outcome.share_intervals for outcome in self.outcomes if outcome.share_intervals}

    @property
    def rare(self) -> frozenset[str]:
        """Return the outcomes whose interval is exact, because they are too rare for a normal one."""
        return frozenset(each.outcome for each in self.outcomes if each.interval_method is IntervalMethod.EXACT)

    def __repr__(self) -> str:
        if self.mean is None or self.standard_error is None:
            return f"<{self.key}: made {self.made:,} times>"
        return f"<{self.key}: {format_number(self.mean, 6, signed=True)} ± {self.standard_error:.6f}>"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class MissingCovariance(Result):
    """Two wagers of a seat whose exact covariance is not known, and why."""

    wagers: tuple[str, ...]
    why: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Covariances(Result):
    """Covariances and correlations of the wagers of a seat in a round, in units of each."""

    wagers: tuple[str, ...]
    matrix: tuple[tuple[float | None, ...], ...]  # None: a wager that was never made
    correlation: tuple[tuple[float | None, ...], ...]
    exact: tuple[tuple[float | None, ...], ...] | None = None  # from a fresh shoe; None: not asked for, or a schedule
    exact_missing: tuple[MissingCovariance, ...] | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class CovarianceOfSeats(Result):
    """The covariance of one wager of two seats of a round, in units of it."""

    wager: str
    covariance: float
    standard_error: float | None
    correlation: float | None
    exact: float | None = None  # from a fresh shoe; None: not known, not asked for, or a schedule
    z: float | None = None
    exact_missing: str | None = None  # why there is no exact covariance


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedStep(Result):
    """A step of the schedule, how many rounds were wagered at it, and what was wagered at first, insurance included."""

    from_: float | None
    amounts: Mapping[str, Money]
    insurance: bool
    rounds: int
    wagered: MeanCents  # of all seats and wagers but those that stand over several rounds
    mean_wagered: MeanCents | None  # a round; None: there was none


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class HistogramBin(Result):
    """How many sessions ended with a result from this one on, below that of the next bin."""

    from_: MeanCents
    sessions: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedSessions(Result):
    """The results of sessions, and how many lost the bankroll."""

    rounds: int
    sessions: int
    mean: MeanCents | None  # None: no session was completed
    intervals: Mapping[str, tuple[MeanCents, ...]] | None
    standard_deviation: MeanCents | None
    bankroll: MeanCents | None
    ruined: int | None
    risk_of_ruin: float | None
    risk_of_ruin_intervals: Mapping[str, tuple[float, ...]] | None
    risk_of_ruin_method: IntervalMethod | None
    bin_width: MeanCents  # of quantiles and histogram
    quantiles: Mapping[str, MeanCents | None]  # the least result of the bin in which it lies; None: beyond the bins
    histogram: tuple[HistogramBin, ...]
    meter: Money | None  # a meter is won at this amount in every session: what was on it when the table was opened


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SimulatedTable(Result, TabularData):
    """Simulated rounds of a table, with the results of each wager.

    >>> import upcard
    >>> upcard.simulate(upcard.Table(decks=6, minimum="10.00"), rounds=1000)
    <1,000 rounds of table, seed 1: blackjack>
    """

    file: str
    set_: tuple[str, ...]  # values that differ from those of the file
    table: str
    game: str
    decks: int
    rounds: int  # that were played
    complete: bool  # false after Ctrl-C, or where `until` was reached before all rounds were played
    seed: int  # of the shuffles
    seats: int
    strategy: str
    schedule: str
    shoe: str
    cutting_card: str | None
    shuffled_early: str | None  # the share of the cards in which rounds begin, if that is less than the cutting card's
    shoes: int
    cards: int
    out_of_cards: int
    beyond_limits: tuple[str, ...]  # the limits of the table that are exceeded
    in_order: tuple[SimulatedWager, ...] = renamed("wagers")  # the wagers, in the order of the table
    covariance: Covariances
    until: UntilError | None = None
    between_seats: tuple[CovarianceOfSeats, ...] | None = None
    steps: tuple[SimulatedStep, ...] | None = None
    sessions: SimulatedSessions | None = None
    law_file: str | None = None  # the fingerprint of the licensee's law folder
    _simulation: Simulation | None = not_written(None)  # None: it was kept on disk

    @property
    def wagers(self) -> Mapping[str, SimulatedWager]:
        """Return the results of each wager that was made, by its name with its choice, rider or dealer's hand."""
        return {wager.key: wager for wager in self.in_order}

    @property
    def reached(self) -> bool | None:
        """Whether the standard error given as `until` was reached; None if none was given."""
        return self.until.reached if self.until else None

    @property
    def fresh(self) -> bool:
        """Whether every round was dealt from a fresh shoe."""
        return self.cutting_card is None

    def detailed(self, *, covariances: bool = True) -> Self:
        """Return the same with the exact variance of each wager, and the exact covariances: those may take seconds."""
        if self._simulation is None:
            return self
        exact = simulated_table(self._simulation, variances=True, covariances=covariances)
        return replace(self, in_order=exact.in_order, covariance=exact.covariance, between_seats=exact.between_seats)

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """Return the results as `upcard simulate --json` writes them; with exact covariances if asked for details."""
        return json_of(self.detailed(covariances=details))

    def plot(self) -> "Plot":
        """Return the results of sessions as a plot, with the bands in which most of them lie.

        >>> import upcard
        >>> table = upcard.Table(decks=6, minimum="10.00")
        >>> upcard.simulate(table, rounds=100_000, session=100).plot()
        <plot: Results of sessions of 100 rounds: table>
        """
        from upcard.results.plots import drawn_from, sessions_plot  # only where a plot is asked for

        sessions = self.sessions
        if sessions is None:
            raise BadArguments(("there are no sessions to plot: simulate with session=200, a number of rounds",))
        return drawn_from(lambda: sessions_plot(sessions, table=self.table))

    def _row_set(self) -> RowSet:
        rows = [(wager, outcome) for wager in self.in_order for outcome in wager.outcomes]
        return row_set({**part(0, _OF_WAGER), **part(1, _OF_OUTCOME)}, rows)

    def __repr__(self) -> str:
        return f"<{counted(self.rounds, 'round')} of {self.table}, seed {self.seed}: {', '.join(self.wagers)}>"


def _end(field: str, place: int) -> Column:
    def cell(item: Any) -> float | None:
        intervals = getattr(item, field)
        return intervals["95"][place] if intervals else None

    return Column(float, cell)


_MADE = ("made", "mean", "standard_error", "variance")
_OF_WAGER: Columns = {
    "wager": Column(str, lambda wager: wager.key),
    **{name: column for name, column in columns_of(SimulatedWager, first=_MADE).items() if name != "wager"},
    "low_95": _end("intervals", 0),
    "high_95": _end("intervals", 1),
}
_OF_OUTCOME: Columns = {
    **{
        "share_interval_method" if name == "interval_method" else name: column
        for name, column in columns_of(SimulatedOutcome).items()
    },
    "share_low_95": _end("share_intervals", 0),
    "share_high_95": _end("share_intervals", 1),
}


def simulated_table(simulation: Simulation, *, variances: bool = False, covariances: bool = False) -> SimulatedTable:
    """Return what was simulated, with the exact variances or covariances where asked for: those may take seconds."""
    tally, table, request = simulation.progress.tally, simulation.table, simulation.request
    session, early = simulation.session, simulation.program.shuffled_early
    return SimulatedTable(
        file=table.file,
        set_=table.changes,
        table=table.table,
        game=table.game.name,
        decks=table.decks,
        law_file=table.law_folder.fingerprint if table.law_folder else None,
        rounds=simulation.rounds,
        complete=simulation.done,
        seed=simulation.seed,
        seats=request.seats,
        strategy=strategy_name(request.strategy),
        schedule=simulation.program.schedule.name,
        shoe="fresh for every round" if request.fresh else "dealt to the cutting card",
        cutting_card=None if request.fresh else format_percent(table.cutting_card),
        shuffled_early=None if early is None else _rounded(early / simulation.program.cards),
        shoes=tally.shoes,
        cards=tally.cards,
        out_of_cards=tally.out_of_cards,
        beyond_limits=tuple(map(str, simulation.exceeded)),
        in_order=tuple(_wager(simulation, wager, variances=variances) for wager in simulation.results),
        covariance=_covariance(simulation, exact=covariances),
        between_seats=_between_seats(simulation, exact=covariances) if request.seats > 1 else None,
        until=_until(simulation),
        steps=_steps(simulation) if len(simulation.program.schedule.steps) > 1 else None,
        sessions=None if session is None else _sessions(session, simulation),
        _simulation=simulation,
    )


def _until(simulation: Simulation) -> UntilError | None:
    error, reached = simulation.request.until, simulation.reached
    return None if error is None or reached is None else UntilError(error=error, reached=reached)


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def _known_cents(value: float) -> MeanCents | None:
    return None if isnan(value) else MeanCents(value)


def _cents_intervals(mean: float, error: float) -> Mapping[str, tuple[MeanCents, ...]] | None:
    by_share = normal_intervals(mean, error)
    if by_share is None:
        return None
    return {share: tuple(MeanCents(bound) for bound in bounds) for share, bounds in by_share.items()}


def _bounds(intervals: Intervals | None) -> Mapping[str, tuple[float, ...]] | None:
    return intervals.bounds if intervals else None


def _method(intervals: Intervals | None) -> IntervalMethod | None:
    return intervals.method if intervals else None


def _rounded(share: float) -> str:
    """Return a share in percent, to a tenth."""
    return format_percent(Fraction(round(1000 * share), 1000))


def _wager(simulation: Simulation, wager: WagerStatistics, *, variances: bool) -> SimulatedWager:
    streaks = simulation.program.streaks.lines if simulation.program.streaks else ()
    return SimulatedWager(
        wager=wager.wager,
        amount=Money(wager.amount),
        made=wager.made,
        mean=_known(wager.mean),
        standard_error=_known(wager.standard_error) or None,
        intervals=_bounds(wager.intervals),
        interval_method=_method(wager.intervals),
        variance=_known(wager.variance),
        outcomes=tuple(_outcome(outcome, wager) for outcome in wager.outcomes),
        choice=wager.choice,
        mean_rounds=_known(wager.rounds) if wager.wager in {line.name for line in streaks} else None,
        rider=wager.rider or None,
        dealers_hand=wager.spot + 1 if wager.spot else None,
        meter=_meter(wager.meter) if wager.meter else None,
        exact_missing=simulation.exact_missing.get(wager.key),
        exact_variance=simulation.exact_variances.get(wager.key) if variances else None,
        compared=_compared(simulation, wager) if wager.key in simulation.exact else None,
    )


def _outcome(outcome: OutcomeCount, wager: WagerStatistics) -> SimulatedOutcome:
    intervals = share_intervals(outcome.count, wager.made, together=wager.seats)
    return SimulatedOutcome(
        outcome=outcome.outcome,
        count=outcome.count,
        net=outcome.net,
        share_intervals=_bounds(intervals),
        interval_method=_method(intervals),
    )


def _compared(simulation: Simulation, wager: WagerStatistics) -> ExactMean:
    exact = simulation.exact[wager.key]
    is_effect = simulation.is_flat(wager.key) and not simulation.request.fresh and wager.standard_error > 0
    effect = CuttingCardEffect(difference=wager.mean - exact, standard_error=wager.standard_error)
    return ExactMean(
        exact=exact,
        z=simulation.z(wager.key),
        follows_count=not simulation.is_flat(wager.key),
        cutting_card_effect=effect if is_effect else None,
    )


def _meter(meter: MeterResult) -> SimulatedMeter:
    often = meter.won >= FEWEST
    return SimulatedMeter(
        won=meter.won,
        mean_when_won=_known_cents(meter.mean_when_won),
        intervals_when_won=_cents_intervals(meter.mean_when_won, meter.error_when_won) if often else None,
        mean_as_it_ran=meter.mean,
        intervals_as_it_ran=normal_intervals(meter.mean, meter.standard_error) if often else None,
        standing=MeanCents(meter.standing),
    )


def _covariance(simulation: Simulation, *, exact: bool) -> Covariances:
    names, covariances = simulation.covariances
    figures = tuple(tuple(float(cell) for cell in row) for row in covariances)
    made = [bool(simulation.wagers[name].made) for name in names]
    analysis = simulation.exact_covariances if exact else None
    missing = [MissingCovariance(wagers=wagers, why=why) for wagers, why in analysis.missing] if analysis else []
    return Covariances(
        wagers=names,
        matrix=tuple(
            tuple(cell if made[a] and made[b] else None for b, cell in enumerate(row)) for a, row in enumerate(figures)
        ),
        correlation=tuple(
            tuple(_correlation(cell, figures[a][a], figures[b][b]) for b, cell in enumerate(row))
            for a, row in enumerate(figures)
        ),
        exact=tuple(tuple(analysis.known.get((one, other)) for other in names) for one in names) if analysis else None,
        exact_missing=tuple(missing) or None,
    )


def _between_seats(simulation: Simulation, *, exact: bool) -> tuple[CovarianceOfSeats, ...]:
    analysis = simulation.exact_between_seats if exact else None
    return tuple(_of_two_seats(of_seats, analysis) for of_seats in simulation.between_seats)


def _of_two_seats(simulated: SeatCovariance, analysis: ExactBetweenSeats | None) -> CovarianceOfSeats:
    exact, error = analysis.known.get(simulated.key) if analysis else None, simulated.standard_error
    return CovarianceOfSeats(
        wager=simulated.key,
        covariance=simulated.covariance,
        standard_error=error,
        correlation=simulated.correlation,
        exact=exact,
        z=None if exact is None or not error else (simulated.covariance - exact) / error,
        exact_missing=analysis.missing.get(simulated.key) if analysis else None,
    )


def _correlation(covariance: float, variance: float, other: float) -> float | None:
    return covariance / sqrt(variance * other) if variance > 0 and other > 0 else None


def _steps(simulation: Simulation) -> tuple[SimulatedStep, ...]:
    """Report how often each step of the schedule was wagered, and how much."""
    program, cells = simulation.program, simulation.progress.tally.cells
    cells = cells.reshape(program.steps, *program.shape)
    within = tuple(range(1, cells.ndim))
    boxes, wagered = cells.sum(axis=within), np.zeros(program.steps)
    for value in program.values:
        if value.line is None or value.line.rider is None:
            wagered += (cells * value.amount).sum(axis=within)
    rounds = boxes // simulation.request.seats
    return tuple(
        SimulatedStep(
            from_=None if step.since is None else float(step.since),
            amounts={name: Money(amount) for name, amount in step.amounts.items()},
            insurance=step.insures,
            rounds=int(many),
            wagered=MeanCents(float(amount)),
            mean_wagered=MeanCents(float(amount) / int(many)) if many else None,
        )
        for step, many, amount in zip(program.schedule.steps, rounds, wagered, strict=True)
    )


def _sessions(session: SessionResult, simulation: Simulation) -> SimulatedSessions:
    meters = [standing_meter(line) for line in simulation.program.lines if line.from_meter]
    bankroll = MeanCents(session.bankroll) if session.bankroll else None
    ruin = share_intervals(session.ruined, session.sessions, together=session.seats) if bankroll else None
    return SimulatedSessions(
        rounds=session.rounds,
        sessions=session.sessions,
        mean=_known_cents(session.mean),
        intervals=_cents_intervals(session.mean, session.standard_error),
        standard_deviation=_known_cents(session.standard_deviation),
        bankroll=bankroll,
        ruined=session.ruined if bankroll and session.sessions else None,
        risk_of_ruin=_known(session.risk_of_ruin) if bankroll else None,
        risk_of_ruin_intervals=_bounds(ruin),
        risk_of_ruin_method=_method(ruin),
        bin_width=MeanCents(session.bin),
        quantiles={
            f"{share:.0%}": None if result is None else MeanCents(result) for share, result in session.quantiles
        },
        meter=Money(meters[0]) if meters else None,
        histogram=tuple(HistogramBin(from_=MeanCents(edge), sessions=count) for edge, count in session.histogram),
    )
