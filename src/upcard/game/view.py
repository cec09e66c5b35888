"""What each person may see of a table; the hole card and the shoe are hidden here, once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from upcard.cards import Card
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.commands import Decide
from upcard.game.json_shapes import writer
from upcard.game.narrate import text
from upcard.game.refuse import refusals
from upcard.game.roles import Role
from upcard.game.state import Hand, Seat, TableState
from upcard.law import Edition
from upcard.money import Cents
from upcard.rules.apply import may
from upcard.rules.enums import Play
from upcard.rules.wager import Demand, Point


class HandView(NamedTuple):
    """A hand of a seat."""

    cards: tuple[Card, ...]
    points: int
    soft: bool
    chips: tuple[Cents, ...]  # by spot, those added included
    buttons: tuple[Play, ...]
    live: bool


class WagerView(NamedTuple):
    """An optional wager on the layout."""

    wager: str
    amount: Cents  # the coupon included
    choice: int | None
    live: bool
    coupon: Cents  # how much of the amount is a match play coupon


class SeatView(NamedTuple):
    """A seat in play."""

    number: int
    blackjack: tuple[Cents, ...]  # by spot
    insurance: tuple[Cents, ...]
    wagers: tuple[WagerView, ...]
    hands: tuple[HandView, ...]


class DealerView(NamedTuple):
    """The dealer's cards: those that lie face up, and how many lie face down."""

    cards: tuple[Card, ...]
    face_down: int


class TurnView(NamedTuple):
    """Whose turn it is; hands are counted from 1."""

    seat: int
    hand: int


class AwaitedView(NamedTuple):
    """What the table waits for besides the players' decisions."""

    seat: int
    wager: str
    for_: Demand


@dataclass(frozen=True, kw_only=True)
class TableView:
    """What everybody may see of a table."""

    table: str
    round: int
    open: bool
    point: Point
    dealer: DealerView
    seats: tuple[SeatView, ...]
    meters: Mapping[str, Cents]
    turn: TurnView | None
    insurance_offered: bool


@dataclass(frozen=True, kw_only=True)
class PatronView(TableView):
    """What a patron may see: the plays are those of the patron's own seat."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, kw_only=True)
class StaffView(TableView):
    """What the dealer may see."""

    cards_dealt: int
    cutting_card_reached: bool


@dataclass(frozen=True, kw_only=True)
class SupervisorView(StaffView):
    """What supervisors, auditors and compliance may see."""

    awaited: tuple[AwaitedView, ...]
    reset_meters: Mapping[str, Cents]


VERSION = 1  # of the JSON of views; a change of their shape is a new one
VIEWS: Mapping[Role, type[TableView]] = {
    Role.PATRON: PatronView,
    Role.DEALER: StaffView,
    Role.SUPERVISOR: SupervisorView,
    Role.AUDITOR: SupervisorView,
    Role.COMPLIANCE: SupervisorView,
}


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
    """Return what a person may see of a table, as JSON; a patron at a seat also sees the plays of that seat.

    Nobody sees a card that lies face down, nor the order of the shoe: not even an auditor.
    """
    kind = VIEWS[role]
    return _writers()[role](kind(**_common(table), **_own(table, kind, seat)))


@cache
def _writers() -> Mapping[Role, Callable[[Any], dict[str, Any]]]:
    return {role: writer(kind, {"schema": VERSION, "view": role.value}) for role, kind in VIEWS.items()}


def _common(table: TableState) -> dict[str, Any]:
    """Return what everybody sees."""
    dealer = table.dealer
    turn = procedure.turn(table)
    return {
        "table": table.felt.config.table,
        "round": table.round,
        "open": table.open,
        "point": table.point,
        "dealer": DealerView(dealer.shown, len(dealer.cards) - len(dealer.shown)),
        "seats": tuple(map(_seat, table.seats)),
        "meters": {name: meter.amount for name, meter in table.meters},
        "turn": TurnView(turn[0].number, turn[1] + 1) if turn else None,
        "insurance_offered": procedure.is_insurance_offered(table),
    }


def _own(table: TableState, kind: type, seat: int | None) -> dict[str, Any]:
    """Return what the fields of one kind of view say besides."""
    if kind is PatronView:
        return {"plays": plays_of(table, seat)}
    seen: dict[str, Any] = {"cards_dealt": table.next_card, "cutting_card_reached": table.cutting_card_reached}
    if kind is SupervisorView:
        seen["awaited"] = tuple(AwaitedView(*each) for each in settle.awaited(table))
        seen["reset_meters"] = {name: meter.reset for name, meter in table.meters}
    return seen


def plays_of(table: TableState, seat: int | None) -> tuple[Play, ...]:
    """Return the plays that a patron at a seat may choose from now."""
    if any(other.number == seat for other in procedure.may_surrender_early(table)):
        return (Play.SURRENDER,)
    turn = procedure.turn(table)
    return plays(table) if turn and turn[0].number == seat else ()


def _seat(seat: Seat) -> SeatView:
    wagers = tuple(
        WagerView(placed.wager, placed.amount, placed.choice, placed.live, placed.coupon) for placed in seat.placed
    )
    return SeatView(seat.number, seat.chips, seat.insurance, wagers, tuple(map(_hand, seat.hands)))


def _hand(hand: Hand) -> HandView:
    added = hand.added or (0,) * len(hand.chips)
    chips = tuple(Cents(chips + more) for chips, more in zip(hand.chips, added, strict=True))
    return HandView(hand.cards, hand.total.points, hand.total.soft, chips, hand.buttons, any(hand.live))


def event_view(event: ev.Event, edition: Edition) -> dict[str, Any]:
    """Return what anyone may see of an event: its words, never a hidden card or the order of the shoe."""
    return {"event": type(event).__name__, "cite": str(event.cite.as_of(edition)), "text": text(event)}
