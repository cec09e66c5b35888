"""What the table waits for: a wager, a decision, or somebody who is no player."""

from collections.abc import Callable
from enum import StrEnum
from math import lcm
from random import Random
from typing import NamedTuple

from upcard.errors import Misuse
from upcard.game import commands as do
from upcard.game import procedure, settle
from upcard.game.refuse import refusals
from upcard.game.state import Seat, TableState
from upcard.money import Cents
from upcard.rules.wager import Demand, Point


class WaitsFor(StrEnum):
    """What a table may wait for, each with the commands that may come; VoidRound may come whenever chips are wagered.

    >>> WaitsFor.DECISION == "decision"
    True
    """

    OPENING = "opening"  # OpenTable
    SHUFFLE = "shuffle"  # ShuffleShoe; wagers may be made before it
    WAGERS = "wagers"  # PlaceWager, WithdrawWager, then CloseBetting
    INSURANCE = "insurance"  # Insure, TakeEvenMoney, then CloseInsurance
    EARLY_SURRENDER = "early surrender"  # Decide, then CloseSurrender
    DECISION = "decision"  # Decide
    VALIDATION = "validation"  # ValidatePayout
    BUTTON = "button"  # PressButton
    DOCUMENTS = "documents"  # CompleteDocuments


class Waiting(NamedTuple):
    """What a table waits for now, and from whom.

    >>> Waiting(WaitsFor.DECISION, seat=1, hand=1).seat
    1
    """

    kind: WaitsFor
    seat: int | None = None  # of the one who must act
    hand: int | None = None  # to be decided, counted from 1
    wager: str | None = None  # that waits for a supervisor, the button or documents
    seats: tuple[int, ...] = ()  # that may insure or surrender


_FORMALITIES = {
    Demand.SUPERVISOR_VALIDATES: WaitsFor.VALIDATION,
    Demand.PLAYER_PRESSES_BUTTON: WaitsFor.BUTTON,
    Demand.CARDS_HELD_FOR_DOCUMENTS: WaitsFor.DOCUMENTS,
}


def waiting_for(table: TableState) -> Waiting:
    """Return what the table waits for now."""
    if not table.open:
        return Waiting(WaitsFor.OPENING)
    if table.point is Point.BEFORE_FIRST_CARD:
        return Waiting(WaitsFor.SHUFFLE if procedure.must_shuffle(table) else WaitsFor.WAGERS)
    if procedure.is_insurance_offered(table):
        return Waiting(WaitsFor.INSURANCE, seats=tuple(seat.number for seat in table.seats if _may_insure(table, seat)))
    if table.point is Point.EARLY_SURRENDER:
        seats = tuple(seat.number for seat in procedure.may_surrender_early(table))
        return Waiting(WaitsFor.EARLY_SURRENDER, seats=seats)
    if turn := procedure.turn(table):
        return Waiting(WaitsFor.DECISION, turn[0].number, turn[1] + 1)
    for number, wager, demand in settle.awaited(table):
        return Waiting(_FORMALITIES[demand], number, wager=wager)
    raise Misuse("the table waits for nobody: the events of its last command are not complete")


Question = tuple[object, ...]


def question(table: TableState, waiting: Waiting | None = None) -> Question:
    """Return what a table asks, so that two questions can be told apart: betting, or a decision about certain cards.

    Pass what the table waits for where it is known.
    """
    if table.open and table.point is Point.BEFORE_FIRST_CARD:
        return (WaitsFor.WAGERS, table.round)  # wagers may be made before the shuffle
    waiting = waiting or waiting_for(table)
    seat = None if waiting.seat is None else table.seat(waiting.seat)
    cards = () if seat is None else tuple(len(hand.cards) for hand in seat.hands)
    return (waiting.kind, table.round, waiting.seat, waiting.hand, cards, waiting.wager)


def _may_insure(table: TableState, seat: Seat) -> bool:
    most = do.Insure(seat.number, tuple(Cents(chips // 2) for chips in seat.chips))
    return not refusals(table, most)


def next_formality(table: TableState, shown: Callable[[Seat, str], Cents]) -> do.Command | None:
    """Return the next command that the table waits for from a supervisor, a winner at the button or the cage; or None.

    `shown` returns the amount that the display shows for a seat's wager.
    """
    for number, name, demand in settle.awaited(table):
        if demand is Demand.SUPERVISOR_VALIDATES:
            return do.ValidatePayout(number, name)
        if demand is Demand.CARDS_HELD_FOR_DOCUMENTS:
            return do.CompleteDocuments(number, name)
        seat = table.seat(number)
        assert seat is not None
        return do.PressButton(number, name, shown(seat, name))
    return None


def drawn_display(table: TableState, seat: Seat, wager: str, random: Random) -> Cents:
    """Draw the amount that the display shows for a seat's wager, each with exactly its probability."""
    amounts = settle.display_amounts(table, seat, wager)
    whole = lcm(*(chance.denominator for _, chance in amounts))
    shares = [int(chance * whole) for _, chance in amounts]
    place = random.randrange(sum(shares))
    for (amount, _), share in zip(amounts, shares, strict=True):
        if place < share:
            return amount
        place -= share
    raise AssertionError("the shares add up to their sum")
