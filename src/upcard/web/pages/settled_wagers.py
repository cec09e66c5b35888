"""What a round has settled, as its page lists it: every wager with outcome, amount and paragraph."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.drawing.result_tags import ResultTag, WagerPlace
from upcard.game import events as ev
from upcard.game.narrate import dollars
from upcard.game.state import TableState


@dataclass(frozen=True)
class SettledRow:
    """A wager that was collected, paid or returned: outcome, amount and paragraph."""

    place: WagerPlace
    wager: str
    outcome: str
    amount: str
    sign: str  # won, lost, or push
    cite: str

    @property
    def seat(self) -> int:
        """The seat."""
        return self.place.seat

    @property
    def tag(self) -> ResultTag:
        """The row as a tag on the felt."""
        return ResultTag(self.place, self.outcome, self.amount, self.sign)


def settled(events: Iterable[ev.Event], state: TableState) -> tuple[SettledRow, ...]:
    """Return what the events of a round have settled, in their order."""
    edition = state.felt.config.law
    return tuple(
        SettledRow(*what, str(event.cite.as_of(edition))) for event in events if (what := _result(event)) is not None
    )


def _result(event: ev.Event) -> tuple[WagerPlace, str, str, str, str] | None:
    match event:
        case ev.WagerPaid():
            return _place(event), _name(event), event.outcome, f"+{dollars(event.won)}", "won"
        case ev.WagerCollected():
            lost = event.amount
            return _place(event), _name(event), event.outcome, f"\N{MINUS SIGN}{dollars(lost)}", "lost"
        case ev.WagerReturned():
            return _place(event), _name(event), event.outcome, "\N{PLUS-MINUS SIGN}$0.00", "push"
        case ev.BonusPaid():
            return WagerPlace(event.seat, event.bonus), event.bonus, event.outcome, f"+{dollars(event.won)}", "won"
        case ev.ButtonCollected(won=won) if won:
            place = WagerPlace(event.seat, ev.BLACKJACK, hand=event.hand)
            return place, f"{event.play.value} button", "win", f"+{dollars(won)}", "won"
        case ev.WagerLeft():
            place = WagerPlace(event.seat, event.wager, choice=event.choice)
            return place, event.wager, f"stays after a {event.counted}", "", "push"
    return None


def _place(event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> WagerPlace:
    return WagerPlace(event.seat, event.wager, event.spot, event.hand, event.choice)


def _name(event: ev.WagerPaid | ev.WagerCollected | ev.WagerReturned) -> str:
    hand = f", hand {event.hand + 1}" if event.hand else ""
    spot = f" {event.spot + 1}" if event.spot else ""
    choice = f" on {event.choice}" if event.choice is not None else ""
    return f"{event.wager}{spot}{choice}{hand}"
