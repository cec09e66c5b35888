"""Void a round: what it has moved so far, why it may not be voided, and the meters as they were."""  # reading 69

from collections.abc import Iterator

from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.accounts import meter, reset_meter
from upcard.game.ledger import ChipEvent, reversal
from upcard.game.refuse_media import Reason
from upcard.game.refuse_wagers import MAIN_WAGER
from upcard.game.state import MeterState, TableState
from upcard.law import cite
from upcard.money import Cents
from upcard.rules.wager import Point

IRREGULARITIES = cite("13:69F-2.15(a)")
LONGEST = 200  # characters
Moved = tuple[ChipEvent, ...] | None


def recorded(table: TableState, event: ChipEvent) -> Moved:
    """Return what moved chips in the round, an event included."""
    return None if table.moved is None else (*table.moved, event)


def without(table: TableState, event: ev.WagerWithdrawn) -> Moved:
    """Return what moved chips in the round without a wager taken back; with the withdrawal of one that stood before."""
    moved = table.moved or ()
    others = tuple(each for each in moved if not _is_placing(each, event))
    return others if len(others) < len(moved) else recorded(table, event)


def _is_placing(event: ChipEvent, withdrawn: ev.WagerWithdrawn) -> bool:
    return isinstance(event, ev.WagerPlaced) and (event.seat, event.wager, event.choice) == (
        withdrawn.seat,
        withdrawn.wager,
        withdrawn.choice,
    )


def void_round(table: TableState, command: do.VoidRound) -> Iterator[Reason]:
    """Yield every reason why the round may not be voided."""
    if not table.open:
        yield MAIN_WAGER, "the table is closed"
    if table.moved is None:
        yield IRREGULARITIES, "an older upcard saved this round without its chips: play the round to its end"
    elif not any(isinstance(event, ev.WagerPlaced) for event in table.moved):
        yield IRREGULARITIES, "there is nothing to void: no wager of this round is on the layout"
    for name, text in (("by", command.by), ("reason", command.reason)):
        if not text.strip() or not text.isprintable() or len(text) > LONGEST:
            yield IRREGULARITIES, f"{name} must be 1 to {LONGEST} printable characters, not all of them blank"


def voided(table: TableState, command: do.VoidRound) -> ev.RoundVoided:
    """Return the event that voids a round: every chip it has moved goes back."""
    return ev.RoundVoided(IRREGULARITIES, command.by, command.reason, reversal(table.moved or ()))


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
