"""Export a finished round as a written round that `upcard deal --round` settles identically."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from upcard.audit.table_history import TableHistory
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.game import evolve
from upcard.game.procedure import meter_growth
from upcard.game.refuse import MAIN_WAGER
from upcard.game.ruling import rule
from upcard.game.state import MeterState, Seat, TableState
from upcard.game.transcript import transcript
from upcard.game.written_round import loads_round
from upcard.money import Cents
from upcard.pit import events as pv
from upcard.pit.evolve import config_of
from upcard.pit.shoe_keys import ShoeKeys
from upcard.pit.state import GroupState
from upcard.store.journal import Journal
from upcard.table import TableConfig

_SETTLING = (
    ev.CardDealt,
    ev.WagerCollected,
    ev.WagerPaid,
    ev.WagerReturned,
    ev.WagerLeft,
    ev.BonusPaid,
    ev.ButtonCollected,
)


@dataclass(frozen=True, slots=True)
class ExportedRound:
    """A written round, the text of its table's file, and the rows that it comes from."""

    text: str
    table: str
    first_row: int
    last_row: int


class _Round:
    """A round as its rows pass by."""

    def __init__(self) -> None:
        self.first_row = self.last_row = 0
        self.closed: TableState | None = None  # when betting was closed
        self.events: list[ev.Event] = []
        self.paid_from: dict[str, MeterState] = {}  # the meters just before they paid
        self.registered: dict[str, ev.WagersRegistered] = {}
        self.meters: dict[str, MeterState] = {}  # when the wagers had been registered

    @property
    def voided(self) -> ev.RoundVoided | None:
        return next((event for event in self.events if isinstance(event, ev.RoundVoided)), None)

    @property
    def has_begun(self) -> bool:
        return any(isinstance(event, ev.WagerPlaced | ev.BettingClosed) for event in self.events)

    @property
    def is_over(self) -> bool:
        return any(isinstance(event, ev.CardsPickedUp | ev.RoundVoided) for event in self.events)


def export_round(journal: Journal, table: str, number: int, keys: ShoeKeys, *, file: str) -> ExportedRound:
    """Write a finished round of a table as a file; `file` is the name it uses for the table file."""
    history = TableHistory(journal, table, keys)
    text, law, last, played = "", "", 0, None
    for happened in history:
        for event in happened.events:
            text = event.text if isinstance(event, pv.TableInstalled) else text
            law = event.content if isinstance(event, pv.TableLawStated) else law
        at = happened.before.tables.get(table)
        last = 0 if at is None else happened.after.tables[table].state.round - 1
        if at is not None and at.state.round == number:
            played = played or _Round()
            _follow(played, happened.before, happened.events, table)
            if played.has_begun:
                played.first_row = played.first_row or happened.row.position
                played.last_row = happened.row.position
            if played.is_over:
                return _written(played, (text, law), table, number, file, sealed=history.shoes.is_sealed(table))
    if played is not None and played.has_begun:
        raise Misuse(f"round {number} of table {table} is not over: export it once its cards have been picked up")
    raise Misuse(f"table {table} has no round {number}: its last one is {last}")


def _follow(played: _Round, group: GroupState, events: Iterable[object], table: str) -> None:
    """Take the events of a row into a round, with the meters as they were at each."""
    state = group.at(table)
    for event in events:
        if not isinstance(event, ev.Event):
            continue
        if isinstance(event, ev.BettingClosed):
            played.closed = state
        if isinstance(event, ev.WagerPaid) and event.off_meter:
            played.paid_from.setdefault(event.wager, state.meter(event.wager))
        state = evolve(event, state)
        if isinstance(event, ev.WagersRegistered):
            played.registered[event.wager] = event
            played.meters[event.wager] = state.meter(event.wager)
        played.events.append(event)


def _written(played: _Round, of: tuple[str, str], table: str, number: int, file: str, *, sealed: bool) -> ExportedRound:
    where = f"round {number} of table {table}"
    if (voided := played.voided) is not None:
        raise Misuse(f"{where} was voided by {voided.by} ({voided.reason}): its wagers were returned, not settled")
    if sealed and _hole_card_unseen(played.events):
        raise Misuse(
            f"the hole card of {where} was never shown, and its shoe is still sealed: give its key with --keys"
        )
    assert played.closed is not None
    before = played.closed._replace(seats=(), meters=tuple(_meters(played, played.closed)))
    wagers = [event for seat in played.closed.seats for event in _placed(seat, played.events)]
    round_text = transcript(before, [*wagers, *_after_betting(played.events)], file)
    _require_same(where, round_text, config_of(table, *of), played.events)
    return ExportedRound(round_text, of[0], played.first_row, played.last_row)


def _hole_card_unseen(events: list[ev.Event]) -> bool:
    down = any(isinstance(event, ev.CardDealt) and event.face_down for event in events)
    return down and not any(isinstance(event, ev.HoleCardTurned) for event in events)


def _placed(seat: Seat, events: list[ev.Event]) -> Iterator[ev.WagerPlaced]:
    """Yield the wagers of a seat as they lay when betting was closed; who confirmed them is said by the events."""
    spoken = {
        (event.wager, event.choice): event.spoken
        for event in events
        if isinstance(event, ev.WagerPlaced) and event.seat == seat.number
    }
    if seat.chips:
        yield ev.WagerPlaced(MAIN_WAGER, seat.number, ev.BLACKJACK, seat.chips)
    for placed in seat.placed:
        name, choice = placed.wager, placed.choice
        confirmed = spoken.get((name, choice))
        yield ev.WagerPlaced(MAIN_WAGER, seat.number, name, (placed.chips,), choice, placed.coupon, confirmed)


def _after_betting(events: list[ev.Event]) -> list[ev.Event]:
    closed = next(place for place, event in enumerate(events) if isinstance(event, ev.BettingClosed))
    return events[closed:]


def _meters(played: _Round, closed: TableState) -> Iterator[tuple[str, MeterState]]:
    """Yield the meters from which the round pays what it paid.

    Wagers at a linked table may have raised a meter during the round, and how the share of a wager is rounded depends
    on all wagers before it; a written round knows neither, so that it begins with what comes to the same amount.
    """
    for name, meter in closed.meters:
        registered = played.registered.get(name)
        if registered is None:
            yield name, meter
            continue
        share, _ = closed.felt.rate(closed.felt.offers[name].wager)
        at_payment = played.paid_from.get(name, played.meters[name])
        each = share * registered.amount / len(registered.seats)
        yield name, MeterState(Cents(max(0, at_payment.amount - meter_growth(each, 0, len(registered.seats)))))


def _require_same(where: str, text: str, config: TableConfig, events: list[ev.Event]) -> None:
    """Rule on the written round, and raise Misuse unless everything is settled as it was."""
    ruling = rule(loads_round(config, text))
    before = Counter(event for event in events if isinstance(event, _SETTLING))
    if ruling.refusals or Counter(event for event in ruling.events if isinstance(event, _SETTLING)) != before:
        why = ruling.refusals[0].message if ruling.refusals else "another table changed its meter between two payouts"
        raise Misuse(f"{where} cannot be written as a round at one table: {why}")
