"""What must be done before a round goes on, besides the players' decisions."""

from collections.abc import Callable

from upcard.game import commands as do
from upcard.game import settle
from upcard.game.state import Seat, Table
from upcard.money import Cents
from upcard.rules.wager import Demand


def formality(table: Table, shown: Callable[[Seat, str], Cents]) -> do.Command | None:
    """Give the next command that the table waits for from a supervisor, a winner at the button, or the cage."""
    for number, name, what in settle.awaited(table):
        if what is Demand.SUPERVISOR_VALIDATES:
            return do.ValidatePayout(number, name)
        if what is Demand.CARDS_HELD_FOR_DOCUMENTS:
            return do.CompleteDocuments(number, name)
        seat = table.seat(number)
        assert seat is not None
        return do.PressButton(number, name, shown(seat, name))
    return None
