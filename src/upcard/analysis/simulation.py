"""Simulations of a table: what every wager brought, with its error, beside what it brings exactly."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.blackjack import analyse
from upcard.analysis.exact_comparison import exact_means
from upcard.analysis.statistics import SessionResult, WagerStatistics, covariances, results, session_result
from upcard.analysis.strategies import OPTIMUM, strategy
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.rules.fact_type import Stream
from upcard.sim import meters
from upcard.sim.card_classes import alphabet_of
from upcard.sim.checkpoint import Checkpoint
from upcard.sim.cluster import cluster
from upcard.sim.program import Program, Session, program
from upcard.sim.run import Job, Progress, begun, cores, played, threads
from upcard.sim.schedule import MAIN, Schedule, flat, read_schedule
from upcard.sim.streaks import past
from upcard.sim.wager_lines import WagerLine, lines
from upcard.table import TableConfig

MOST_SEATS = 7
MOST_ROUNDS = 10**15
LEAST_BET = Cents(100)
Advance = Callable[["Simulation"], bool]  # told after every chunk; true: enough


@dataclass(frozen=True, kw_only=True)
class SimulationRequest:
    """All that is asked of a simulation beside the table."""

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
    """What was counted of a table's rounds; a value, read by wager."""

    table: TableConfig
    asked: SimulationRequest
    program: Program
    progress: Progress
    done: bool = True  # false: stopped before all rounds were played

    @property
    def rounds(self) -> int:
        """Give how many rounds were played."""
        return self.progress.tally.rounds

    @property
    def seed(self) -> int:
        """Give the seed."""
        return self.asked.seed

    @cached_property
    def results(self) -> tuple[WagerStatistics, ...]:
        """Give every wager that was made, in the order of the table."""
        return tuple(results(self.program, self.progress))

    @cached_property
    def wagers(self) -> Mapping[str, WagerStatistics]:
        """Give every wager that was made by its name; choices, riders and dealer's hands after it."""
        return {one.key: one for one in self.results}

    @cached_property
    def exact(self) -> Mapping[str, float]:
        """Give what the wagers bring exactly for one unit, from a fresh shoe, where it is known."""
        return exact_means(self.table, self.asked.strategy, self.results)

    def z(self, key: str) -> float | None:
        """Give by how many standard errors a wager's mean departs from what is exact; nothing if that is not known."""
        one = self.wagers[key]
        if key not in self.exact or not one.standard_error:
            return None
        return (one.mean - self.exact[key]) / one.standard_error

    def is_within(self, error: float) -> bool:
        """Tell whether the standard error of the blackjack wager is so small."""
        return 0 < self.wagers[MAIN].standard_error <= error

    @cached_property
    def covariances(self) -> tuple[tuple[str, ...], NDArray[np.float64]]:
        """Give how the wagers of a seat vary together in a round, in units of each: their names and the matrix."""
        return covariances(self.program, self.progress.tally)

    @cached_property
    def session(self) -> SessionResult | None:
        """Give how sessions came out, if any were asked for."""
        return session_result(self.program, self.progress.tally)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Give every outcome of every wager as columns of a table, as data frames take them."""
        rows = [(one, outcome) for one in self.results for outcome in one.outcomes]
        return {
            "wager": np.array([one.key for one, _ in rows], object),
            "outcome": np.array([outcome.outcome for _, outcome in rows], object),
            "count": np.array([outcome.count for _, outcome in rows], np.int64),
            "net": np.array([outcome.net for _, outcome in rows], np.float64),
        }

    def __repr__(self) -> str:
        return f"<{self.rounds:,} rounds of {self.table.table}, seed {self.seed}: {', '.join(self.wagers)}>"


def made(table: TableConfig, asked: SimulationRequest) -> Program:
    """Make the program of a simulation, refusing what cannot be simulated."""
    _checked(asked)
    analysed = analyse(table)
    every = lines(table, asked.wagers, dict(asked.amounts or {}))
    schedule = _schedule(table, asked, every)
    seen = [fact for line in every for fact in line.sees if fact.stream not in (Stream.RESULTS, Stream.CHOICE)]
    tags = [dict(schedule.whole_tags)] if len(schedule.steps) > 1 else []
    return program(
        table,
        analysed.kernel.payoffs,
        strategy(analysed, asked.strategy),
        tuple(tree.shown for tree in analysed.kernel.dealer.trees),
        tuple(line for line in every if not line.offer.wager.sees_results),
        alphabet_of(seen, tags=tags),
        schedule=schedule,
        seen_results=past(every),
        session=_session(asked, schedule),
        seats=asked.seats,
        fresh=asked.fresh,
    )


def _checked(asked: SimulationRequest) -> None:
    if not 1 <= asked.rounds <= MOST_ROUNDS:
        raise Misuse(f"rounds: at least 1 and at most {MOST_ROUNDS:.0e} rounds are played, not {asked.rounds}")
    if not 1 <= asked.seats <= MOST_SEATS:
        raise Misuse(f"seats: 1 to {MOST_SEATS} seats are played, not {asked.seats}")
    if not 0 <= asked.seed < 1 << 64:
        raise Misuse("seed: a whole number from 0 to 2**64 - 1")
    if asked.session is not None and not 1 <= asked.session <= 1_000_000:
        raise Misuse("session: a session has 1 to 1,000,000 rounds")
    if asked.bankroll is not None and asked.session is None:
        raise Misuse("bankroll: a bankroll is that of a session; say how many rounds a session has")


def _schedule(table: TableConfig, asked: SimulationRequest, every: Iterable[WagerLine]) -> Schedule:
    amounts = dict(asked.amounts or {})
    usual = {MAIN: amounts.get(MAIN) or table.minimum or LEAST_BET, **{line.name: line.amount for line in every}}
    if unknown := [name for name in amounts if name not in usual]:
        raise Misuse(f"amount: {unknown[0]}: no wager that is made here; those are {', '.join(usual)}")
    if asked.schedule is None:
        return flat(usual, insures=asked.insurance)
    if asked.fresh:
        raise Misuse("schedule: there is nothing to count where every round has a fresh shoe")
    return read_schedule(asked.schedule, usual)


def _session(asked: SimulationRequest, schedule: Schedule) -> Session | None:
    if asked.session is None:
        return None
    unit = min(step.amounts[MAIN] for step in schedule.steps)
    width = max(1, round(unit / 2 * max(1.0, asked.session**0.5 / 50)))
    return Session(rounds=asked.session, bankroll=asked.bankroll or 0, bin=width)


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
    """Simulate rounds of a table; the same seed gives the same counts on any machine and any number of them.

    `until`: stop when the standard error of the blackjack wager is this small, in units of the wager.
    """
    asked = SimulationRequest(
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

    def enough(so_far: Simulation) -> bool:
        return until is not None and so_far.is_within(until)

    return run(table, asked, enough, workers=workers, address=cluster, kernel=kernel)


def run(
    table: TableConfig,
    asked: SimulationRequest,
    enough: Advance,
    *,
    workers: int | None = None,
    address: str | None = None,
    kernel: str = "auto",
    checkpoint: Checkpoint | None = None,
) -> Simulation:
    """Play what is asked until it is done or enough; an interrupt gives what there is."""
    if workers is not None and workers < 1:
        raise Misuse("workers: at least one is needed")
    ready = made(table, asked)
    job = Job(plan=ready.plan, seed=asked.seed, rounds=asked.rounds, kernel=kernel)
    line = meters.line_of(ready.lines)
    since = checkpoint.taken_up(job) if checkpoint else None
    first = since or begun(job, line)
    found = Simulation(table=table, asked=asked, program=ready, progress=first, done=first.chunks >= job.chunks)
    with ExitStack() as held:
        if address is not None:
            submit, ahead = held.enter_context(cluster(address))
        else:
            many = workers or cores()
            submit, ahead = held.enter_context(threads(many)), 2 * many
        try:
            for progress in played(job, line, found.progress, submit, ahead):
                complete = progress.chunks == job.chunks
                found = Simulation(table=table, asked=asked, program=ready, progress=progress, done=complete)
                if checkpoint:
                    checkpoint.keep(job, progress, last=complete)
                if enough(found):
                    break
        except KeyboardInterrupt:
            pass
    if checkpoint:
        checkpoint.keep(job, found.progress, last=True)
    return found
