"""What to simulate at a table, and what is wagered: what cannot be followed, or is beyond its limits, is refused."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from upcard.errors import Misuse
from upcard.game import Refusal, TableState, refusals
from upcard.game.commands import PlaceWager
from upcard.game.refuse import MAIN_WAGER, refusal_in
from upcard.game.state import Felt, Seat
from upcard.money import Cents, format_money
from upcard.results.function_strategy import StrategyFunction
from upcard.results.strategies import OPTIMUM
from upcard.sim.program import Session
from upcard.sim.schedule import MAIN, Schedule, Step, flat_schedule, read_schedule
from upcard.sim.wager_lines import WagerLine, require_payoff, wager_lines
from upcard.table import TableConfig, plain_name
from upcard.table.notation import argument

FIRST_SEAT = 1


class BeyondLimits(Misuse):
    """A simulation of wagers that the table does not take, for every reason listed."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__("\n".join(map(str, refusals)) + f" ({argument('beyond_limits')} simulates it all the same)")
        self.refusals = refusals


def beyond_limits(
    table: TableConfig, schedule: Schedule, lines: Sequence[WagerLine], *, seats: int, bankroll: Cents | None
) -> tuple[Refusal, ...]:
    """Return every limit of the table that the wagers of a simulation exceed, each with its paragraph."""
    bare = TableState(Felt(table), open=True)
    made = [line for line in lines if line.rider is None]
    reasons = [
        refusal for refusal in refusals(bare, _blackjack(table, schedule.steps[0], seats)) if seats > table.seats
    ]
    for number, step in enumerate(schedule.steps, 1):
        which = f"step {number} of the schedule: " if len(schedule.steps) > 1 else ""
        for refusal in _of_step(bare, step, made):
            reasons.append(Refusal(refusal.cite, which + refusal.message))
    if bankroll is not None:
        reasons += _of_bankroll(table, schedule, made, bankroll)
    return tuple(dict.fromkeys(reasons))


def _blackjack(table: TableConfig, step: Step, seat: int) -> PlaceWager:
    return PlaceWager(seat, MAIN, (step.amounts[MAIN],) * table.spots[1])


def _of_step(bare: TableState, step: Step, lines: Sequence[WagerLine]) -> Iterator[Refusal]:
    """Yield why the wagers of a step may not be made at a seat."""
    main = _blackjack(bare.felt.config, step, FIRST_SEAT)
    yield from refusals(bare, main)
    seated = bare._replace(seats=(Seat(FIRST_SEAT, chips=main.amounts),))
    for line in lines:
        if step.amounts[line.name]:
            yield from refusals(seated, PlaceWager(FIRST_SEAT, line.name, (step.amounts[line.name],), line.choice))


def _of_bankroll(
    table: TableConfig, schedule: Schedule, lines: Sequence[WagerLine], bankroll: Cents
) -> Iterator[Refusal]:
    """Yield why a session cannot begin: its bankroll does not cover the wagers of its first round."""
    begun = [step for step in schedule.steps if step.since is None or step.since <= 0]
    first = max(begun, key=schedule.steps.index)
    wagered = Cents(sum(_blackjack(table, first, FIRST_SEAT).amounts) + sum(first.amounts[line.name] for line in lines))
    if bankroll < wagered:
        first_round = f"the wagers of the first round, {format_money(wagered)}"
        message = f"the bankroll of {format_money(bankroll)} does not cover {first_round}"
        yield refusal_in(table.law, MAIN_WAGER, message)


MOST_SIMULATED_SEATS = 7
MOST_SIMULATED_ROUNDS = 10**15
MOST_SESSION_ROUNDS = 1_000_000
LEAST_BLACKJACK_WAGER = Cents(100)  # where the table posts no minimum
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class SimulationRequest:
    """What to simulate at a table."""

    rounds: int = 10_000_000
    seed: int = 1
    seats: int = 1
    fresh: bool = False
    strategy: str | StrategyFunction = OPTIMUM
    wagers: tuple[str, ...] | None = None
    amounts: Mapping[str, Cents] | None = None
    schedule: str | None = None
    insurance: bool = False
    session: int | None = None
    bankroll: Cents | None = None
    penetration: Fraction | None = None  # None: the cutting card of the table
    until: float | None = None  # the standard error of the blackjack wager at which to stop
    beyond_limits: bool = False  # the limits of the table are not kept to


@dataclass(frozen=True, eq=False, kw_only=True)
class Wagering:
    """What is wagered in a simulation, and which limits of the table it exceeds."""

    lines: tuple[WagerLine, ...]
    schedule: Schedule
    exceeded: tuple[Refusal, ...]


def as_requested(table: TableConfig, request: SimulationRequest) -> TableConfig:
    """Return the table with the cutting card where it is asked for."""
    return table if request.penetration is None else replace(table, cutting_card=request.penetration)


def wagering_of(table: TableConfig, request: SimulationRequest) -> Wagering:
    """Return what is wagered; raise Misuse if it cannot be, and BeyondLimits if it may not be."""
    _check(request)
    amounts = dict(_named(table, request.amounts or {}, "amount"))
    names = None if request.wagers is None else dict(_named(table, dict.fromkeys(request.wagers), "wager"))
    lines = wager_lines(table, names, amounts)
    schedule = _schedule(table, request, amounts, lines)
    for line in lines:
        for step in schedule.steps:
            require_payoff(line.offer, step.amounts[line.name])
    exceeded = beyond_limits(table, schedule, lines, seats=request.seats, bankroll=request.bankroll)
    if exceeded and not request.beyond_limits:
        raise BeyondLimits(exceeded)
    return Wagering(lines=lines, schedule=schedule, exceeded=exceeded)


def _named(table: TableConfig, given: Mapping[str, T], what: str) -> Iterator[tuple[str, T]]:
    """Yield what is given by the names of wagers, as the table writes them; raise Misuse if one is given twice."""
    names = {plain_name(name): name for name in (MAIN, *(offer.wager.name for offer in table.offers))}
    seen = set[str]()
    for word, value in given.items():
        name = names.get(plain_name(word), word)
        if name in seen:
            raise Misuse(f"{what}: {name} is given twice: remove one of the two")
        seen.add(name)
        yield name, value


def _check(request: SimulationRequest) -> None:
    """Raise Misuse with everything that contradicts itself or is out of bounds."""
    if problems := tuple(_problems(request)):
        raise Misuse("\n".join(problems))


def _problems(request: SimulationRequest) -> Iterator[str]:
    if not 1 <= request.rounds <= MOST_SIMULATED_ROUNDS:
        yield f"rounds: {request.rounds}: give a number from 1 to {MOST_SIMULATED_ROUNDS:,}"
    if not 1 <= request.seats <= MOST_SIMULATED_SEATS:
        yield f"seats: {request.seats}: give 1 to {MOST_SIMULATED_SEATS} seats"
    if not 0 <= request.seed < 1 << 64:
        yield "seed: give a whole number from 0 to 2**64 - 1"
    if request.session is not None and not 1 <= request.session <= MOST_SESSION_ROUNDS:
        yield f"session: {request.session}: a session has 1 to {MOST_SESSION_ROUNDS:,} rounds"
    if request.bankroll is not None and request.session is None:
        yield "bankroll: there are no sessions: give the number of rounds of a session too"
    if request.penetration is not None and request.fresh:
        yield "penetration: a fresh shoe for every round has no cutting card: remove one of the two"
    if request.penetration is not None and not 0 <= request.penetration <= 1:
        yield f"penetration: {request.penetration}: give a share of the shoe from 0 to 1"
    if request.insurance and request.schedule is not None:
        yield "insurance: the schedule says when it is taken: write insurance = true in its steps, or remove one"


def _schedule(
    table: TableConfig, request: SimulationRequest, amounts: Mapping[str, Cents], wagers: Sequence[WagerLine]
) -> Schedule:
    usual = {MAIN: amounts.get(MAIN) or _least(table, amounts, wagers), **{line.name: line.amount for line in wagers}}
    if unknown := [name for name in amounts if name not in usual]:
        made = f"this wager is not made here; those made are {', '.join(usual)}"
        raise Misuse(f"{argument('amount', python='amounts')}: {unknown[0]}: {made}")
    if request.schedule is None:
        return flat_schedule(usual, insures=request.insurance)
    if request.fresh:
        raise Misuse("schedule: there is nothing to count where every round has a fresh shoe")
    schedule = read_schedule(request.schedule, usual)
    for line in wagers:
        if line.offer.wager.sees_results and any(step.amounts[line.name] != line.amount for step in schedule.steps):
            raise Misuse(
                f"schedule: the {line.name} wager stands over several rounds, so its amount does not follow the count;"
                f" take it out of the steps, and give it with {argument('amount', python='amounts')} {line.name}=..."
            )
    return schedule


def _least(table: TableConfig, amounts: Mapping[str, Cents], wagers: Sequence[WagerLine]) -> Cents:
    """Return the least blackjack wager with which the other wagers can be made where no amount is given for them."""
    within = (line for line in wagers if line.offer.wager.limits.value.within_blackjack_wager)
    least = table.least_blackjack_wager or LEAST_BLACKJACK_WAGER
    return max(least, *(line.amount for line in within if line.name not in amounts), least)


def session_of(request: SimulationRequest, schedule: Schedule) -> Session | None:
    """Return how long a player stays, and with how much; None if no sessions are followed."""
    if request.session is None:
        return None
    unit = min(step.amounts[MAIN] for step in schedule.steps)
    width = max(1, round(unit / 2 * max(1.0, request.session**0.5 / 50)))
    return Session(rounds=request.session, bankroll=request.bankroll or 0, bin=width)
