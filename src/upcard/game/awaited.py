"""What the table waits for besides the players' decisions."""

from collections.abc import Callable

from upcard.game import commands as do
from upcard.game import settle_optional
from upcard.game.state import Seat, TableState
from upcard.money import Cents
from upcard.rules.wager import Demand


def next_formality(table: TableState, shown: Callable[[Seat, str], Cents]) -> do.Command | None:
    """Return the next command that the table waits for from a supervisor, a winner at the button or the cage; or None.

    `shown` returns the amount that the display shows for a seat's wager.
    """
    for number, name, demand in settle_optional.awaited(table):
        if demand is Demand.SUPERVISOR_VALIDATES:
            return do.ValidatePayout(number, name)
        if demand is Demand.CARDS_HELD_FOR_DOCUMENTS:
            return do.CompleteDocuments(number, name)
        seat = table.seat(number)
        assert seat is not None
        return do.PressButton(number, name, shown(seat, name))
    return None
