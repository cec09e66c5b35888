"""Simulations of a table: the mean of every wager with its standard error, beside its exact mean."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.blackjack import analyse
from upcard.analysis.exact_comparison import ExactMeans, exact_means, exact_variances
from upcard.analysis.exact_covariances import (
    ExactBetweenSeats,
    ExactCovariances,
    ExactMatrix,
    SeatWager,
    blackjack_wager,
    exact_between_seats,
    exact_covariances,
    insurance_wager,
    optional_wager,
)
from upcard.analysis.seat_covariances import SeatCovariance, seat_covariances
from upcard.analysis.statistics import (
    SessionResult,
    WagerStatistics,
    covariances,
    key_of_value,
    results,
    session_result,
)
from upcard.analysis.strategies import OPTIMUM, strategy
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.processors import cores
from upcard.rules.fact_type import Stream
from upcard.sim import meters
from upcard.sim.build_program import build_program
from upcard.sim.card_classes import card_classes_of
from upcard.sim.checkpoint import Checkpoint
from upcard.sim.cluster import cluster
from upcard.sim.line_payoffs import Value
from upcard.sim.program import Program, Session
from upcard.sim.run import Job, Progress, Submit, first_progress, play_chunks, threads
from upcard.sim.schedule import INSURANCE, MAIN, Schedule, flat_schedule, read_schedule
from upcard.sim.streaks import streaks_of
from upcard.sim.wager_lines import WagerLine, wager_lines
from upcard.table import TableConfig

MOST_SIMULATED_SEATS = 7
MOST_SIMULATED_ROUNDS = 10**15
MOST_SESSION_ROUNDS = 1_000_000
LEAST_BLACKJACK_WAGER = Cents(100)  # where the table posts no minimum
IsEnough = Callable[["Simulation"], bool]  # asked after every chunk: whether to stop


@dataclass(frozen=True, kw_only=True)
class SimulationRequest:
    """What to simulate at a table."""

    rounds: int = 10_000_000
    seed: int = 1
    seats: int = 1
    fresh: bool = False
    strategy: str = OPTIMUM
    wagers: tuple[str, ...] | None = None
    amounts: Mapping[str, Cents] | None = None
    schedule: str | None = None
    insurance: bool = False
    session: int | None = None
    bankroll: Cents | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Simulation:
    """Simulated rounds of a table: a value, read by wager."""

    table: TableConfig
    request: SimulationRequest
    program: Program
    progress: Progress
    done: bool = True  # false: stopped before all rounds were played

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
        if key not in self.exact or not wager.standard_error or not self.is_flat(key):
            return None
        return (wager.mean - self.exact[key]) / wager.standard_error

    def is_within(self, error: float) -> bool:
        """Whether the standard error of the blackjack wager is no larger than this."""
        return 0 < self.wagers[MAIN].standard_error <= error

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
    _check(request)
    blackjack = analyse(table)
    wagers = wager_lines(table, request.wagers, dict(request.amounts or {}))
    schedule = _schedule(table, request, wagers)
    wagers = tuple(line for line in wagers if not line.rider or _is_ever_made(line, schedule))
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
        session=_session(request, schedule),
        seats=request.seats,
        fresh=request.fresh,
    )


def _is_ever_made(line: WagerLine, schedule: Schedule) -> bool:
    return any(line.is_made(step.amounts[line.name]) for step in schedule.steps)


def _check(request: SimulationRequest) -> None:
    if not 1 <= request.rounds <= MOST_SIMULATED_ROUNDS:
        raise Misuse(f"rounds: {request.rounds}: give a number from 1 to {MOST_SIMULATED_ROUNDS:,}")
    if not 1 <= request.seats <= MOST_SIMULATED_SEATS:
        raise Misuse(f"seats: {request.seats}: give 1 to {MOST_SIMULATED_SEATS} seats")
    if not 0 <= request.seed < 1 << 64:
        raise Misuse("seed: give a whole number from 0 to 2**64 - 1")
    if request.session is not None and not 1 <= request.session <= MOST_SESSION_ROUNDS:
        raise Misuse(f"session: {request.session}: a session has 1 to {MOST_SESSION_ROUNDS:,} rounds")
    if request.bankroll is not None and request.session is None:
        raise Misuse("bankroll: there are no sessions: give the number of rounds of a session too")


def _schedule(table: TableConfig, request: SimulationRequest, wagers: Sequence[WagerLine]) -> Schedule:
    amounts = dict(request.amounts or {})
    blackjack = amounts.get(MAIN) or table.least_blackjack_wager or LEAST_BLACKJACK_WAGER
    usual = {MAIN: blackjack, **{line.name: line.amount for line in wagers}}
    if unknown := [name for name in amounts if name not in usual]:
        raise Misuse(f"amount: {unknown[0]}: this wager is not made here; those made are {', '.join(usual)}")
    if request.schedule is None:
        return flat_schedule(usual, insures=request.insurance)
    if request.fresh:
        raise Misuse("schedule: there is nothing to count where every round has a fresh shoe")
    schedule = read_schedule(request.schedule, usual)
    for line in wagers:
        if line.offer.wager.sees_results and any(step.amounts[line.name] != line.amount for step in schedule.steps):
            raise Misuse(
                f"schedule: the {line.name} wager stands over several rounds, so its amount does not follow the count;"
                f" take it out of the steps, and give it with --amount {line.name}=..."
            )
    return schedule


def _session(request: SimulationRequest, schedule: Schedule) -> Session | None:
    if request.session is None:
        return None
    unit = min(step.amounts[MAIN] for step in schedule.steps)
    width = max(1, round(unit / 2 * max(1.0, request.session**0.5 / 50)))
    return Session(rounds=request.session, bankroll=request.bankroll or 0, bin=width)


def simulate(
    table: TableConfig,
    *,
    rounds: int = 10_000_000,
    seed: int = 1,
    seats: int = 1,
    fresh: bool = False,
    strategy: str = OPTIMUM,
    wagers: Iterable[str] | None = None,
    amounts: Mapping[str, Cents] | None = None,
    schedule: str | None = None,
    insurance: bool = False,
    session: int | None = None,
    bankroll: Cents | None = None,
    until: float | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    kernel: str = "auto",
) -> Simulation:
    """Simulate rounds of a table; the same seed gives the same counts on any number of cores and machines.

    `until`: stop when the standard error of the blackjack wager is this small, in units of the wager.
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
    )

    return run(table, request, _stop_at(until), workers=workers, address=cluster, kernel=kernel)


def _stop_at(error: float | None) -> IsEnough:
    return lambda simulation: error is not None and simulation.is_within(error)


def run(
    table: TableConfig,
    request: SimulationRequest,
    enough: IsEnough,
    *,
    workers: int | None = None,
    address: str | None = None,
    kernel: str = "auto",
    checkpoint: Checkpoint | None = None,
) -> Simulation:
    """Play rounds until all are played or there are enough; an interrupt returns the rounds played so far."""
    if workers is not None and workers < 1:
        raise Misuse(f"workers: {workers}: at least one is needed")
    table.require_one_game()
    compiled = simulation_program(table, request)
    job = Job(plan=compiled.plan, seed=request.seed, rounds=request.rounds, kernel=kernel)
    meter = meters.line_of(compiled.lines)
    first = (checkpoint.resumed(job) if checkpoint else None) or first_progress(job, meter)

    def simulation(progress: Progress) -> Simulation:
        done = progress.chunks >= job.chunks
        return Simulation(table=table, request=request, program=compiled, progress=progress, done=done)

    latest = simulation(first)
    with ExitStack() as stack:
        submit, ahead = _workers(stack, address, workers)
        with suppress(KeyboardInterrupt):
            for progress in play_chunks(job, meter, first, submit, ahead):
                latest = simulation(progress)
                if checkpoint:
                    checkpoint.keep(job, progress, last=latest.done)
                if enough(latest):
                    break
    if checkpoint:
        checkpoint.keep(job, latest.progress, last=True)
    return latest


def _workers(stack: ExitStack, address: str | None, workers: int | None) -> tuple[Submit, int]:
    """Return how to submit chunks to a cluster or to threads, and how many to submit ahead."""
    if address is not None:
        return stack.enter_context(cluster(address))
    threads_used = workers or cores()
    return stack.enter_context(threads(threads_used)), 2 * threads_used
