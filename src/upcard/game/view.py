"""What each person may see of a table; the hole card and the shoe are hidden here, once."""

from enum import Enum
from typing import Any

from upcard.game import events as ev
from upcard.game import procedure, settle_optional
from upcard.game.commands import Decide
from upcard.game.narrate import text
from upcard.game.refuse import refusals
from upcard.game.state import Hand, Seat, TableState
from upcard.law import Edition
from upcard.money import Cents, show
from upcard.rules.apply import may
from upcard.rules.enums import Play


class Role(Enum):
    """Who is looking."""

    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"


def plays(table: TableState) -> tuple[Play, ...]:
    """Return the plays that the rules allow the hand whose turn it is."""
    turn = procedure.turn(table)
    if turn is None:
        return ()
    seat, index = turn
    hand = table.in_play(seat, seat.hands[index])
    possible = (play for play in Play if may(play, table.felt.rules, hand))
    return tuple(play for play in possible if not refusals(table, Decide(seat.number, play)))


def view(table: TableState, role: Role, seat: int | None = None) -> dict[str, Any]:
    """Return what a person may see of a table; a patron at a seat also sees the plays of that seat.

    Nobody sees a card that lies face down, nor the order of the shoe: not even surveillance.
    """
    dealer = table.dealer
    shown = dealer.shown
    visible: dict[str, Any] = {
        "table": table.felt.config.table,
        "round": table.round,
        "open": table.open,
        "point": table.point.name.lower().replace("_", " "),
        "dealer": {"cards": [str(card) for card in shown], "face_down": len(dealer.cards) - len(shown)},
        "seats": [_seat(other) for other in table.seats],
        "meters": {name: show(meter.amount) for name, meter in table.meters},
        "turn": _turn(table),
        "insurance_offered": procedure.is_insurance_offered(table),
    }
    if role is Role.PATRON:
        turn = visible["turn"]
        visible["plays"] = [play.value for play in plays(table)] if turn and turn["seat"] == seat else []
        if any(other.number == seat for other in procedure.may_surrender_early(table)):
            visible["plays"] = [Play.SURRENDER.value]
        return visible
    visible["cards_dealt"] = table.next_card
    visible["cutting_card_reached"] = table.cutting_card_reached
    if role in (Role.SUPERVISOR, Role.SURVEILLANCE):
        visible["awaited"] = [
            {"seat": number, "wager": name, "for": demand.value}
            for number, name, demand in settle_optional.awaited(table)
        ]
        visible["reset_meters"] = {name: show(meter.reset) for name, meter in table.meters}
    return visible


def _turn(table: TableState) -> dict[str, int] | None:
    turn = procedure.turn(table)
    return {"seat": turn[0].number, "hand": turn[1] + 1} if turn else None


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "blackjack": [show(amount) for amount in seat.chips],
        "insurance": [show(amount) for amount in seat.insurance],
        "wagers": [
            {"wager": placed.wager, "amount": show(placed.amount), "choice": placed.choice, "live": placed.live}
            for placed in seat.placed
        ],
        "hands": [_hand(hand) for hand in seat.hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": [str(card) for card in hand.cards],
        "points": hand.total.points,
        "soft": hand.total.soft,
        "chips": [
            show(Cents(chips + (hand.added[spot] if hand.added else 0))) for spot, chips in enumerate(hand.chips)
        ],
        "buttons": [play.value for play in hand.buttons],
        "live": any(hand.live),
    }


def event_view(event: ev.Event, edition: Edition) -> dict[str, Any]:
    """Return what anyone may see of an event: its words, never a hidden card or the order of the shoe."""
    return {"event": type(event).__name__, "cite": str(event.cite.as_of(edition)), "text": text(event)}
