"""What each person may see of a table; the hole card and the shoe are hidden here, once."""

from enum import Enum
from typing import Any

from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.narrate import text
from upcard.game.state import Hand, Seat, Table
from upcard.money import Cents, show
from upcard.rules.apply import may
from upcard.rules.enums import Play


class Role(Enum):
    """Who is looking."""

    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"


def plays(table: Table) -> tuple[Play, ...]:
    """Give the plays that the rules allow the hand whose turn it is."""
    found = procedure.turn(table)
    if found is None:
        return ()
    seat, index = found
    hand = table.in_play(seat, seat.hands[index])
    return tuple(play for play in Play if may(play, table.felt.rules, hand))


def view(table: Table, role: Role, seat: int | None = None) -> dict[str, Any]:
    """Show a table to a person; a patron at a seat sees what there is to do there.

    Nobody sees a card that lies face down, nor the order of the shoe: not even surveillance, before the dealer does.
    """
    dealer = table.dealer
    shown = dealer.shown
    seen: dict[str, Any] = {
        "table": table.felt.config.table,
        "round": table.round,
        "open": table.open,
        "point": table.point.name.lower().replace("_", " "),
        "dealer": {"cards": [str(card) for card in shown], "face_down": len(dealer.cards) - len(shown)},
        "seats": [_seat(one) for one in table.seats],
        "meters": {name: show(meter.amount) for name, meter in table.meters},
        "turn": _turn(table),
        "insurance_offered": procedure.is_insurance_offered(table),
    }
    if role is Role.PATRON:
        mine = _turn(table)
        seen["plays"] = [play.value for play in plays(table)] if mine and mine["seat"] == seat else []
        if any(one.number == seat for one in procedure.may_surrender_early(table)):
            seen["plays"] = [Play.SURRENDER.value]
        return seen
    seen["cards_dealt"] = table.next_card
    seen["cutting_card_reached"] = table.cut_reached
    if role in (Role.SUPERVISOR, Role.SURVEILLANCE):
        waiting = settle.awaited(table)
        seen["awaited"] = [{"seat": number, "wager": name, "for": what.value} for number, name, what in waiting]
        seen["reset_meters"] = {name: show(meter.reset) for name, meter in table.meters}
    return seen


def _turn(table: Table) -> dict[str, int] | None:
    found = procedure.turn(table)
    return {"seat": found[0].number, "hand": found[1] + 1} if found else None


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "blackjack": [show(amount) for amount in seat.chips],
        "insurance": [show(amount) for amount in seat.insurance],
        "wagers": [
            {"wager": one.wager, "amount": show(one.amount), "choice": one.choice, "live": one.live}
            for one in seat.placed
        ],
        "hands": [_hand(hand) for hand in seat.hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": [str(card) for card in hand.cards],
        "points": hand.total.points,
        "soft": hand.total.soft,
        "chips": [show(Cents(one + (hand.added[spot] if hand.added else 0))) for spot, one in enumerate(hand.chips)],
        "buttons": [play.value for play in hand.buttons],
        "live": any(hand.live),
    }


def told(event: ev.Event) -> dict[str, Any]:
    """Tell an event to anyone: what it says in words, never a hidden card or the order of the shoe."""
    return {"event": type(event).__name__, "cite": str(event.cite), "text": text(event)}
