"""What a round has settled, as its page lists it: every wager with outcome, amount and paragraph."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.game import events as ev
from upcard.game.narrate import dollars
from upcard.game.state import TableState


@dataclass(frozen=True)
class SettledRow:
    """A wager that was collected, paid or returned: outcome, amount and paragraph."""

    seat: int
    wager: str
    outcome: str
    amount: str
    sign: str  # won, lost, or push
    cite: str


def settled(events: Iterable[ev.Event], state: TableState) -> tuple[SettledRow, ...]:
    """Return what the events of a round have settled, in their order."""
    edition = state.felt.config.law
    return tuple(
        SettledRow(*what, str(event.cite.as_of(edition))) for event in events if (what := _result(event)) is not None
    )


def _result(event: ev.Event) -> tuple[int, str, str, str, str] | None:
    match event:
        case ev.WagerPaid():
            return event.seat, _name(event), event.outcome, f"+{dollars(event.won)}", "won"
        case ev.WagerCollected():
            lost = event.amount
            return event.seat, _name(event), event.outcome, f"\N{MINUS SIGN}{dollars(lost)}", "lost"
        case ev.WagerReturned():
            return event.seat, _name(event), event.outcome, "\N{PLUS-MINUS SIGN}$0.00", "push"
        case ev.BonusPaid():
            return event.seat, event.bonus, event.outcome, f"+{dollars(event.won)}", "won"
        case ev.ButtonCollected(won=won) if won:
            return event.seat, f"{event.play.value} button", "win", f"+{dollars(won)}", "won"
        case ev.WagerLeft():
            return event.seat, event.wager, f"stays after a {event.counted}", "", "push"
    return None


def _name(event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> str:
    hand = f", hand {event.hand + 1}" if event.hand else ""
    spot = f" {event.spot + 1}" if event.spot else ""
    choice = f" on {event.choice}" if event.choice is not None else ""
    return f"{event.wager}{spot}{choice}{hand}"
