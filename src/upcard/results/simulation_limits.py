"""What a simulation wagers beyond the limits of its table, by the refusals of the dealing engine."""

from collections.abc import Iterator, Sequence

from upcard.errors import Misuse
from upcard.game import Refusal, TableState, refusals
from upcard.game.commands import PlaceWager
from upcard.game.refuse import MAIN_WAGER, refusal_in
from upcard.game.state import Felt, Seat
from upcard.money import Cents, format_money
from upcard.sim.schedule import MAIN, Schedule, Step
from upcard.sim.wager_lines import WagerLine
from upcard.table import TableConfig
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
