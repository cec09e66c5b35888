"""Simulations of a table: the mean of every wager with its standard error, beside its exact mean."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.errors import Misuse
from upcard.game import Refusal
from upcard.money import Cents
from upcard.results.blackjack import analyse
from upcard.results.covariances import (
    ExactBetweenSeats,
    ExactCovariances,
    ExactMatrix,
    SeatCovariance,
    SeatWager,
    blackjack_wager,
    exact_between_seats,
    exact_covariances,
    insurance_wager,
    optional_wager,
    seat_covariances,
)
from upcard.results.exact_comparison import ExactMeans, exact_means, exact_variances
from upcard.results.function_strategy import StrategyFunction
from upcard.results.simulation_request import SimulationRequest, Wagering, as_requested, session_of, wagering_of
from upcard.results.statistics import (
    SessionResult,
    WagerStatistics,
    covariances,
    key_of_value,
    results,
    session_result,
)
from upcard.results.strategies import OPTIMUM, strategy
from upcard.rules.fact_type import Stream
from upcard.sim import meters
from upcard.sim.build_program import build_program
from upcard.sim.card_classes import card_classes_of
from upcard.sim.checkpoint import Checkpoint
from upcard.sim.cluster import cluster
from upcard.sim.line_payoffs import Value
from upcard.sim.program import Program
from upcard.sim.run import Job, Progress, Submit, first_progress, play_chunks, threads
from upcard.sim.schedule import INSURANCE, MAIN, Schedule
from upcard.sim.streaks import streaks_of
from upcard.sim.wager_lines import WagerLine
from upcard.table import TableConfig
from upcard.threads import cores

Follow = Callable[["Simulation"], None]  # called after every chunk


@dataclass(frozen=True, eq=False, kw_only=True)
class Simulation:
    """Simulated rounds of a table: a value, read by wager."""

    table: TableConfig
    request: SimulationRequest
    program: Program
    progress: Progress
    done: bool = True  # false: stopped before all rounds were played
    interrupted: bool = False
    exceeded: tuple[Refusal, ...] = ()  # limits of the table

    @property
    def rounds(self) -> int:
        """Return how many rounds were played."""
        return self.progress.tally.rounds

    @property
    def seed(self) -> int:
        """Return the seed of the shuffles."""
        return self.request.seed

    @cached_property
    def results(self) -> tuple[WagerStatistics, ...]:
        """Return every wager that was made, in the order of the table."""
        return tuple(results(self.program, self.progress))

    @cached_property
    def wagers(self) -> Mapping[str, WagerStatistics]:
        """Return every wager that was made, by its name with its choice, rider or dealer's hand."""
        return {wager.key: wager for wager in self.results}

    @property
    def exact(self) -> Mapping[str, float]:
        """Return the exact means of the wagers for one unit, from a fresh shoe, where they are known."""
        return self._exact.means

    @property
    def exact_missing(self) -> Mapping[str, str]:
        """Return why the exact means of the other wagers are not known."""
        return self._exact.missing

    @cached_property
    def exact_variances(self) -> Mapping[str, float]:
        """Return the exact variances of the wagers for one unit, from a fresh shoe, where they are known."""
        return exact_variances(self.table, self.request.strategy, self.results)

    @cached_property
    def _exact(self) -> ExactMeans:
        return exact_means(self.table, self.request.strategy, self.results)

    def is_flat(self, key: str) -> bool:
        """Whether a wager is made with one amount whatever the count, so that its mean is no gain of the count."""
        steps, name = self.program.schedule.steps, self.wagers[key].wager
        if name == INSURANCE:
            return len(steps) == 1
        return len({step.amounts[name] for step in steps}) == 1

    def z(self, key: str) -> float | None:
        """Return how far a wager's mean is from the exact one, in standard errors; None if they cannot be compared."""
        wager = self.wagers[key]
        if key not in self.exact or not wager.standard_error > 0 or not self.is_flat(key):
            return None
        return (wager.mean - self.exact[key]) / wager.standard_error

    def is_within(self, error: float) -> bool:
        """Whether the standard error of the blackjack wager is no larger than this."""
        return 0 < self.wagers[MAIN].standard_error <= error

    @property
    def reached(self) -> bool | None:
        """Whether the standard error asked for was reached; None if none was."""
        return None if self.request.until is None else self.is_within(self.request.until)

    @cached_property
    def covariances(self) -> tuple[tuple[str, ...], NDArray[np.float64]]:
        """Return the wagers of a seat, and the matrix of their covariances in a round in units of each."""
        return covariances(self.program, self.progress.tally)

    @cached_property
    def exact_covariances(self) -> ExactMatrix | None:
        """Return the exact covariances of the wagers of a seat, from a fresh shoe; None if amounts follow a count."""
        if len(self.program.schedule.steps) > 1:
            return None
        return exact_covariances(self._exact_covariances, tuple(map(self._seat_wager, self.program.values)))

    @cached_property
    def between_seats(self) -> tuple[SeatCovariance, ...]:
        """Return the covariance of each wager of two seats of a round; none where one seat was played."""
        variances = [float(variance) for variance in np.diagonal(self.covariances[1])]
        return tuple(seat_covariances(self.program, self.progress.tally, self.results, variances))

    @cached_property
    def exact_between_seats(self) -> ExactBetweenSeats | None:
        """Return the exact covariance of each wager of two seats, from a fresh shoe; None if amounts follow a count."""
        if len(self.program.schedule.steps) > 1:
            return None
        return exact_between_seats(self._exact_covariances, tuple(map(self._seat_wager, self.program.values)))

    @cached_property
    def _exact_covariances(self) -> ExactCovariances:
        return ExactCovariances(
            table=self.table, strategy=self.request.strategy, variance=self.exact_variances[self.results[0].key]
        )

    def _seat_wager(self, value: Value) -> SeatWager:
        key = key_of_value(value)
        if value.line is not None:
            return optional_wager(key, value.line)
        if value.name == INSURANCE:
            return insurance_wager(key, self.table.rules)
        return blackjack_wager(key, spot=value.spot)

    @cached_property
    def session(self) -> SessionResult | None:
        """Return the results of the sessions, if there were any."""
        return session_result(self.program, self.progress.tally)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return every outcome of every wager as columns of a table, as data frames take them."""
        rows = [(wager, outcome) for wager in self.results for outcome in wager.outcomes]
        return {
            "wager": np.array([wager.key for wager, _ in rows], object),
            "outcome": np.array([outcome.outcome for _, outcome in rows], object),
            "count": np.array([outcome.count for _, outcome in rows], np.int64),
            "net": np.array([outcome.net for _, outcome in rows], np.float64),
        }

    def __repr__(self) -> str:
        return f"<{self.rounds:,} rounds of {self.table.table}, seed {self.seed}: {', '.join(self.wagers)}>"


def simulation_program(table: TableConfig, request: SimulationRequest) -> Program:
    """Return the program of a simulation; raise Misuse for what cannot be simulated."""
    table = as_requested(table, request)
    return _program(table, request, wagering_of(table, request))


def _program(table: TableConfig, request: SimulationRequest, wagering: Wagering) -> Program:
    blackjack, schedule = analyse(table), wagering.schedule
    wagers = tuple(line for line in wagering.lines if not line.rider or _is_ever_made(line, schedule))
    facts = [fact for line in wagers for fact in line.sees if fact.stream not in (Stream.RESULTS, Stream.CHOICE)]
    tags = [dict(schedule.whole_tags)] if len(schedule.steps) > 1 else []
    return build_program(
        table,
        blackjack.kernel.payoffs,
        strategy(blackjack, request.strategy),
        tuple(tree.shown for tree in blackjack.kernel.dealer.trees),
        tuple(line for line in wagers if not line.offer.wager.sees_results),
        card_classes_of(facts, tags=tags),
        schedule=schedule,
        streaks=streaks_of(wagers),
        session=session_of(request, schedule),
        seats=request.seats,
        fresh=request.fresh,
    )


def _is_ever_made(line: WagerLine, schedule: Schedule) -> bool:
    return any(line.is_made(step.amounts[line.name]) for step in schedule.steps)


def simulate(
    table: TableConfig,
    *,
    rounds: int = 10_000_000,
    seed: int = 1,
    seats: int = 1,
    fresh: bool = False,
    strategy: str | StrategyFunction = OPTIMUM,
    wagers: Iterable[str] | None = None,
    amounts: Mapping[str, Cents] | None = None,
    schedule: str | None = None,
    insurance: bool = False,
    session: int | None = None,
    bankroll: Cents | None = None,
    penetration: Fraction | None = None,
    until: float | None = None,
    beyond_limits: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    kernel: str = "auto",
) -> Simulation:
    """Simulate rounds of a table; the same seed gives the same counts on any number of cores and machines.

    `penetration`: the share of the shoe in front of the cutting card; `until`: stop when the standard error of the
    blackjack wager is this small, in units of the wager; `beyond_limits`: do not keep to the limits of the table.
    """
    request = SimulationRequest(
        rounds=rounds,
        seed=seed,
        seats=seats,
        fresh=fresh,
        strategy=strategy,
        wagers=None if wagers is None else tuple(wagers),
        amounts=amounts,
        schedule=schedule,
        insurance=insurance,
        session=session,
        bankroll=bankroll,
        penetration=penetration,
        until=until,
        beyond_limits=beyond_limits,
    )

    return run(table, request, workers=workers, address=cluster, kernel=kernel)


def run(
    table: TableConfig,
    request: SimulationRequest,
    follow: Follow = lambda _: None,
    *,
    workers: int | None = None,
    address: str | None = None,
    kernel: str = "auto",
    checkpoint: Checkpoint | None = None,
) -> Simulation:
    """Play rounds until all are played or there are enough; an interrupt returns the rounds played so far."""
    table.require_one_game()
    table = as_requested(table, request)
    wagering = wagering_of(table, request)
    compiled = _program(table, request, wagering)
    job = Job(plan=compiled.plan, seed=request.seed, rounds=request.rounds, kernel=kernel)
    meter = meters.line_of(compiled.lines)

    def simulation(progress: Progress) -> Simulation:
        done = progress.chunks >= job.chunks
        return Simulation(
            table=table,
            request=request,
            program=compiled,
            progress=progress,
            done=done,
            exceeded=wagering.exceeded,
        )

    latest: Simulation | None = None
    try:
        with ExitStack() as stack:
            if checkpoint:
                stack.enter_context(checkpoint.held())
            first = (checkpoint.resumed(job) if checkpoint else None) or first_progress(job, meter)
            latest = simulation(first)
            submit, ahead = _workers(stack, address, workers)
            for progress in () if latest.reached else play_chunks(job, meter, first, submit, ahead):
                latest = simulation(progress)
                if checkpoint:
                    checkpoint.keep(job, progress)
                follow(latest)
                if latest.reached:
                    break
    except KeyboardInterrupt:
        if latest is None:
            raise
        return replace(latest, interrupted=True)
    return latest


def _workers(stack: ExitStack, address: str | None, workers: int | None) -> tuple[Submit, int]:
    """Return how to submit chunks to a cluster or to threads, and how many to submit ahead."""
    if address is not None and workers is not None:
        raise Misuse("cluster: its own workers play, so their number is not given here: remove one of the two")
    if address is not None:
        return stack.enter_context(cluster(address))
    if workers is not None and workers < 1:
        raise Misuse(f"workers: {workers}: at least one is needed")
    threads_used = workers or cores()
    return stack.enter_context(threads(threads_used)), 2 * threads_used
