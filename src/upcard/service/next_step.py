"""What a table does next on its own, and when: a pure function of its state, row times and pace."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import refusals
from upcard.game.awaited import Waiting, WaitsFor, waiting_for
from upcard.game.roles import Role
from upcard.game.state import TableState
from upcard.game.view import plays
from upcard.pit import accounts
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.house_commands import standing_fill
from upcard.pit.ledger import Request
from upcard.pit.state import GroupState, PitTable, ShoeStage, ShoeState
from upcard.rules.enums import Play
from upcard.service.pace import Pace
from upcard.service.timing import Timing

CLOCK, SYSTEM = Role.CLOCK, Role.SYSTEM
_NO_TIME = timedelta()
RETIRED = "the journal was restored: the next cards of this shoe may have been seen before"


class TableStep(NamedTuple):
    """What happens automatically unless someone acts first: a command, its actor, and when."""

    at: datetime
    actor: Role
    command: pc.PitCommand

    def request(self, name: str, version: int) -> Request:
        """Return the request of a table whose stream has a version: two servers at the same point send the same."""
        return Request(Actor(self.actor), f"{name} {version}", self.command, version)


class TablePlace(NamedTuple):
    """A table, and what its next step follows from."""

    name: str
    table: PitTable
    state: TableState
    timing: Timing
    pace: Pace
    leaving: frozenset[int] = frozenset()  # seats whose patrons were suspended or excluded
    closes: datetime | None = None  # from when on the table may not be open, if nothing changes

    @property
    def may_open(self) -> bool:
        """Whether the table has chips, and may be opened when it is ready."""
        has_chips = self.table.balances.get(accounts.rack(self.name), 0) > 0
        return has_chips and (self.closes is None or self.closes > self.timing.ready)


def next_step(
    group: GroupState,
    name: str,
    timing: Timing,
    pace: Pace,
    leaving: frozenset[int] = frozenset(),
    closes: datetime | None = None,
    waiting: Waiting | None = None,
) -> TableStep | None:
    """Return what a table does next on its own; None while it waits for a person without a time limit."""
    place = TablePlace(name, group.tables[name], group.at(name), timing, pace, leaving, closes)
    steps = list(_steps(place, waiting or waiting_for(place.state)))
    return min(steps, key=lambda step: step.at) if steps else None


def _steps(place: TablePlace, waiting: Waiting) -> Iterator[TableStep]:
    """Yield the possible next steps; the earliest counts, and of several at the same time the first."""
    state, pace, ready = place.state, place.pace, place.timing.ready
    shoe = place.table.shoe
    if shoe is not None and shoe.retired and not shoe.is_over:
        yield from _retiring(place, shoe)
        return
    match waiting.kind:
        case WaitsFor.OPENING:
            yield from _opening(place)
        case WaitsFor.SHUFFLE | WaitsFor.WAGERS if pace.is_closing:
            yield from _closing(place, ready)
        case WaitsFor.SHUFFLE | WaitsFor.WAGERS:
            yield from _between_rounds(place, waiting)
        case WaitsFor.INSURANCE:
            yield _at_table(place, _answered_by(place, waiting, pace.insurance), do.CloseInsurance())
        case WaitsFor.EARLY_SURRENDER:
            yield _at_table(place, _answered_by(place, waiting, pace.surrender), do.CloseSurrender())
        case WaitsFor.DECISION:
            assert waiting.seat is not None
            turn = _NO_TIME if waiting.seat in place.leaving else pace.turn
            yield _at_table(place, ready + turn, do.Decide(waiting.seat, default_play(state, pace)))
        case WaitsFor.BUTTON:
            assert waiting.seat is not None
            assert waiting.wager is not None
            button = pc.PressBonusButton(place.name, waiting.seat, waiting.wager)
            yield TableStep(ready + (_NO_TIME if waiting.seat in place.leaving else pace.turn), CLOCK, button)
        case WaitsFor.VALIDATION | WaitsFor.DOCUMENTS:
            return  # a supervisor's duty, which nothing replaces


def _retiring(place: TablePlace, shoe: ShoeState) -> Iterator[TableStep]:
    """Void the round of a shoe that a restore has retired: every chip goes back; then disclose the shoe."""
    at, void = place.timing.ready, do.VoidRound(SYSTEM.value, RETIRED)
    if not refusals(place.state, void):
        yield _at_table(place, at, void, SYSTEM)
    elif shoe.stage is not ShoeStage.BLIND:  # that one is for a supervisor to abandon
        yield TableStep(at, SYSTEM, pc.DiscloseShoe(place.name, shoe.number))


def _answered_by(place: TablePlace, waiting: Waiting, allowed: timedelta) -> datetime:
    """Return when an offer to several seats ends: at once when none of them still has to answer."""
    timing, is_open = place.timing, any(not place.table.is_ready(seat) for seat in waiting.seats)
    return timing.ready + allowed if is_open else max(timing.last, timing.dealt) + place.pace.card


def _between_rounds(place: TablePlace, waiting: Waiting) -> Iterator[TableStep]:
    if place.closes is not None:
        yield from _closing(place, max(place.timing.ready, place.closes))
    yield from _standing_fill(place)
    yield from _seats_given_up(place)
    shoe = place.table.shoe
    if shoe is None or shoe.stage is not ShoeStage.LIVE or waiting.kind is WaitsFor.SHUFFLE:
        yield from _new_shoe(place)
    else:
        yield from _betting(place)


def _at_table(place: TablePlace, at: datetime, action: pc.TableAction, actor: Role = CLOCK) -> TableStep:
    return TableStep(at, actor, pc.AtTable(place.name, action))


def default_play(state: TableState, pace: Pace) -> Play:
    """Return the licensee's decision for a hand whose time has run out."""
    allowed = plays(state)
    return pace.default_play if pace.default_play in allowed else allowed[0]


def _opening(place: TablePlace) -> Iterator[TableStep]:
    """Open a table that has never been open, as soon as it may be; one that was closed stays closed."""
    if place.pace.is_closing or place.timing.was_open:
        yield from _cash_outs(place, place.timing.ready)
        return
    yield from _standing_fill(place)
    if place.may_open:
        yield _at_table(place, place.timing.ready, do.OpenTable(), SYSTEM)


def _standing_fill(place: TablePlace) -> Iterator[TableStep]:
    """Fill the rack as the licensee's standing instruction says."""
    if (amount := standing_fill(place.name, place.table)) is not None:
        yield TableStep(place.timing.ready, SYSTEM, pc.FillRack(place.name, amount))


def _cash_outs(place: TablePlace, at: datetime) -> Iterator[TableStep]:
    for seat, patron in place.table.holders.items():
        if place.state.seat(seat) is None:
            yield TableStep(at, CLOCK, pc.CashOut(patron, place.name, seat))


def _closing(place: TablePlace, at: datetime) -> Iterator[TableStep]:
    """Return wagers, one after the other, and close the table."""
    yield from _withdrawals(place, at, tuple(seat.number for seat in place.state.seats))
    if not place.state.seats:
        yield _at_table(place, at, do.CloseTable(), SYSTEM)


def _withdrawals(place: TablePlace, at: datetime, seats: tuple[int, ...]) -> Iterator[TableStep]:
    """Take wagers of seats back: those that need the blackjack wager before it, those that stand after it."""
    for number in seats:
        seat = place.state.seat(number)
        assert seat is not None
        commands = [do.WithdrawWager(number, placed.wager, placed.choice) for placed in seat.placed]
        commands += [do.WithdrawWager(number, ev.BLACKJACK)] if seat.chips else []
        yield from (_at_table(place, at, command) for command in commands if not refusals(place.state, command))


def _seats_given_up(place: TablePlace) -> Iterator[TableStep]:
    """Cash out a patron who missed betting periods, was inactive for long, or was suspended or excluded.

    Wagers that stand from earlier rounds are given back first; chips on a blackjack wager stay, but for those of a
    patron who was suspended or excluded: 13:69O-1.3(p) voids wagers on which no card was dealt.
    """  # reading 70
    timing, pace = place.timing, place.pace
    for number, patron in place.table.holders.items():
        seat = place.state.seat(number)
        is_leaving = number in place.leaving
        is_due = is_leaving or timing.missed.get(number, 0) >= pace.missed_periods
        at = timing.ready if is_due else timing.active.get(number, timing.last) + pace.seat_hold
        if seat is None:
            yield TableStep(at, CLOCK, pc.CashOut(patron, place.name, number))
        elif is_leaving or not seat.chips:
            yield from _withdrawals(place, at, (number,))


def _new_shoe(place: TablePlace) -> Iterator[TableStep]:
    """Disclose the shoe that is over; while somebody is seated, seal the next one and offer the cut."""
    shoe, name, pace, timing = place.table.shoe, place.name, place.pace, place.timing
    if shoe is not None and shoe.stage is ShoeStage.BLIND:
        return  # a supervisor's duty
    if shoe is not None and shoe.stage is ShoeStage.LIVE:
        yield TableStep(max(timing.ready, timing.ended + pace.pause), SYSTEM, pc.DiscloseShoe(name, shoe.number))
    elif not place.table.holders:
        return  # whoever comes first cuts
    elif shoe is None or shoe.is_over:
        yield TableStep(timing.ready, SYSTEM, pc.SealShoe(name))
    else:
        due = place.state.cut_by
        offered = due is None or due in place.table.holders
        cut = pc.CutShoe(name, 0, None, () if due is None else (due,))
        yield TableStep(timing.ready + (pace.cut if offered else pace.card), CLOCK, cut)


def _betting(place: TablePlace) -> Iterator[TableStep]:
    """End the betting period: it begins with the first blackjack wager, and ends when all patrons have said so."""
    state, timing, pace, table = place.state, place.timing, place.pace, place.table
    if not any(seat.chips for seat in state.seats):
        return
    if not table.spoken and all(table.has_ready(patron) for patron in table.holders.values()):
        yield _at_table(place, max(timing.last, timing.dealt), do.CloseBetting())
        return
    at = timing.ready + pace.betting
    waiting = [seat for seat in table.holders if not _has_wagered(state, seat)]
    if not waiting and not table.spoken:  # a spoken wager may still be confirmed
        at = min(at, timing.last + pace.betting_early)
    at = max(at, timing.ended + pace.pause, timing.dealt)
    yield _at_table(place, at, do.CloseBetting())


def _has_wagered(state: TableState, number: int) -> bool:
    seat = state.seat(number)
    return seat is not None and bool(seat.chips)
