"""Void a round: what it has moved so far, and the meters as they were."""  # reading 69

from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.chip_accounts import meter, reset_meter
from upcard.game.chip_ledger import ChipEvent, reversal
from upcard.game.state import MeterState, TableState
from upcard.law import cite
from upcard.money import Cents
from upcard.rules.wager import Point

IRREGULARITIES = cite("13:69F-2.15(a)")
Moved = tuple[ChipEvent, ...]


def recorded(table: TableState, event: ChipEvent) -> Moved:
    """Return what moved chips in the round, an event included."""
    return (*table.moved, event)


def without(table: TableState, event: ev.WagerWithdrawn) -> Moved:
    """Return what moved chips in the round without a wager taken back; with the withdrawal of one that stood before."""
    others = tuple(each for each in table.moved if not _is_placing(each, event))
    return others if len(others) < len(table.moved) else recorded(table, event)


def _is_placing(event: ChipEvent, withdrawn: ev.WagerWithdrawn) -> bool:
    return isinstance(event, ev.WagerPlaced) and (event.seat, event.wager, event.choice) == (
        withdrawn.seat,
        withdrawn.wager,
        withdrawn.choice,
    )


def voided(table: TableState, command: do.VoidRound) -> ev.RoundVoided:
    """Return the event that voids a round: every chip it has moved goes back."""
    return ev.RoundVoided(IRREGULARITIES, command.by, command.reason, reversal(table.moved))


def meters_before(event: ev.RoundVoided, table: TableState) -> tuple[tuple[str, MeterState], ...]:
    """Return the meters without what the voided round put on them, took off them and registered."""
    returned = dict(event.returned)
    dealt = table.point is not Point.BEFORE_FIRST_CARD

    def before(name: str, state: MeterState) -> MeterState:
        wagers = [placed for seat in table.seats for placed in seat.placed if placed.wager == name]
        return MeterState(
            Cents(state.amount + returned.get(meter(name), 0)),
            Cents(state.reset + returned.get(reset_meter(name), 0)),
            state.registered - (len(wagers) if dealt else 0),
        )

    return tuple((name, before(name, state)) for name, state in table.meters)
