"""What waits for a supervisor: payouts to be validated, documents to be completed, at any table."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from upcard.game import commands as do
from upcard.game.settle import awaited
from upcard.rules.wager import Demand
from upcard.service.casino_service import CasinoService

DUTY_COMMANDS: Mapping[str, Callable[[int, str], do.ValidatePayout | do.CompleteDocuments]] = {
    "ValidatePayout": do.ValidatePayout,
    "CompleteDocuments": do.CompleteDocuments,
}
_WORDS = {
    Demand.SUPERVISOR_VALIDATES: ("ValidatePayout", "Validate", "payout is waiting for your validation"),
    Demand.CARDS_HELD_FOR_DOCUMENTS: ("CompleteDocuments", "Complete", "payout is waiting for its documents"),
}


class SupervisorDuty(NamedTuple):
    """What a table needs from a supervisor."""

    table: str
    sign: str
    seat: int
    wager: str
    command: str
    label: str
    words: str


def duties(house: CasinoService) -> tuple[SupervisorDuty, ...]:
    """Return everything waiting for a supervisor, table by table."""
    return tuple(
        SupervisorDuty(name, state.felt.config.table, seat, wager, *_WORDS[demand])
        for name in house.floor.tables
        for state in (house.floor.group(name).at(name),)
        for seat, wager, demand in awaited(state)
        if demand in _WORDS
    )
