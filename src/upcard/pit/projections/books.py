"""The books of a pit, folded from the rows of its journal: what moved each day, and how rounds ended.

Folding is the same for a journal that is followed and for one that is audited. What a page of rows adds is a `Page`,
which is stored or compared as a whole.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

from upcard.game import events as ev
from upcard.game.chip_ledger import CHIP_EVENTS
from upcard.game.round_report import SeatResult, results
from upcard.pit import events as pv
from upcard.pit.accounts import PitAccount, entries, stack
from upcard.pit.json_codec import read_stored_event
from upcard.pit.projections.gaming_day import UNOPENED, GamingDays
from upcard.pit.projections.significant import (
    SIGNIFICANT_EVENTS,
    Significant,
    SignificantEntry,
    clock_set_back,
    large_win,
    placed,
    significant_of,
)
from upcard.pit.state import LARGE_WIN
from upcard.results.wording import key_of
from upcard.store.clock import read_time, time_text
from upcard.store.rows import JournalRow

WITH_COUPON = ", with a coupon"
SLACK = timedelta(minutes=1)  # by which rows of several servers may differ


class MovementKey(NamedTuple):
    """The key of movement totals: the gaming day, the account, the holder of the seat, the cause."""

    day: str
    account: str
    patron: str  # the holder of the seat; nobody for other accounts
    cause: str  # the event that moved it


class StatisticsKey(NamedTuple):
    """The key of wager totals: the gaming day, the table, the version of its file, the wager."""

    day: str
    table: str
    file: int  # the position of the row with the table file in force
    wager: str


class WagerSums(NamedTuple):
    """The sums of a wager: how many were made, their amounts, and what patrons won on them."""

    made: int = 0
    amount: int = 0
    squares: int = 0  # of each amount
    by_round: int = 0  # the square of what all seats wagered in a round
    net: int = 0

    def plus(self, other: "WagerSums") -> "WagerSums":
        """Return the sums of both."""
        return WagerSums(*(one + more for one, more in zip(self, other, strict=True)))


class RoundEntry(NamedTuple):
    """A round that has ended: where its rows are, and what its patrons won."""

    table: str
    round: int
    day: str
    first: int  # positions of its first and last row
    last: int
    shoe: int
    voided: bool
    net: int  # of all patrons


class SeatEntry(NamedTuple):
    """A seat of a round that has ended."""

    table: str
    round: int
    seat: int
    patron: str
    amount: int  # every wager with what was added by doubling down and splitting
    net: int
    before: int  # the chips in front of it when it first wagered
    after: int  # and at the end of the round


class TableFile(NamedTuple):
    """A table file from the row on that installed it."""

    table: str
    position: int
    group: str
    text: str
    law: str  # what the law folder says by which it is read; by the texts held alone: empty


class Note(NamedTuple):
    """Something that a report must name, with its reason."""

    position: int
    day: str
    table: str
    kind: str
    amount: int
    reason: str
    persons: str


@dataclass
class Page:
    """What some rows add to the books."""

    movements: Counter[MovementKey] = field(default_factory=Counter)
    statistics: dict[StatisticsKey, WagerSums] = field(default_factory=dict)
    rounds: list[RoundEntry] = field(default_factory=list)
    seats: list[SeatEntry] = field(default_factory=list)
    files: list[TableFile] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    significant: list[SignificantEntry] = field(default_factory=list)


@dataclass
class OpenRound:
    """The rows of a round that has not ended."""

    first: int
    day: str  # on which it began: all of a round belongs to that gaming day
    events: list[pv.AnyEvent] = field(default_factory=list)
    before: dict[int, int] = field(default_factory=dict)  # the chips in front of each seat when it first wagered


_OVER = (ev.CardsPickedUp, ev.RoundVoided)
# What the results of a round are added up from; a meter is also funded between rounds.
_OF_ROUNDS = (*(each for each in CHIP_EVENTS if each is not ev.MeterFunded), ev.RoundVoided, ev.WagerLeft)
_READ = frozenset(each.__name__ for each in (*CHIP_EVENTS, *_OF_ROUNDS, *_OVER, *pv.PIT_EVENTS, *SIGNIFICANT_EVENTS))


def events_of(row: JournalRow) -> tuple[pv.AnyEvent, ...]:
    """Read the events of a row that the books follow; none of them has a card."""
    return tuple(
        [read_stored_event(value, None, tuple) for value in json.loads(row.events) if value.get("event") in _READ]
    )


class Books:
    """Follows rows in order; `state` is what must be known of earlier rows to continue."""

    def __init__(self, state: str | None = None) -> None:
        kept: dict[str, Any] = json.loads(state) if state else {}
        self.latest = read_time(kept["latest"]) if kept else None
        self.last = read_time(kept["last"]) if kept else None  # the time of the last row, which may be earlier
        self.licensee = str(kept.get("licensee", ""))
        self.days = GamingDays(*kept["days"]) if kept else UNOPENED
        self.holders: dict[tuple[str, int], str] = {
            (table, seat): patron for table, seat, patron in kept.get("holders", ())
        }
        self.groups: dict[str, str] = dict(kept.get("groups", ()))
        self.files: dict[str, int] = dict(kept.get("files", ()))
        self.laws: dict[str, str] = dict(kept.get("laws", ()))
        self.shoes: dict[str, int] = dict(kept.get("shoes", ()))
        self.numbers: dict[str, int] = dict(kept.get("numbers", ()))  # of the round in play, by table
        self.stacks: dict[str, int] = dict(kept.get("stacks", ()))
        self.large_win = int(kept.get("large_win", LARGE_WIN))
        self.open: dict[str, OpenRound] = {
            table: OpenRound(first, day, before={int(seat): chips for seat, chips in before})
            for table, first, day, before in kept.get("open", ())
        }

    @property
    def state(self) -> str:
        """What must be known to continue after the last row, as JSON; for open rounds, only where they began."""
        kept = {
            "latest": time_text(self.latest) if self.latest else None,
            "last": time_text(self.last) if self.last else None,
            "licensee": self.licensee,
            "days": [self.days.begins, self.days.time_zone],
            "holders": sorted([table, seat, patron] for (table, seat), patron in self.holders.items()),
            "groups": sorted(self.groups.items()),
            "files": sorted(self.files.items()),
            "laws": sorted(self.laws.items()),
            "shoes": sorted(self.shoes.items()),
            "numbers": sorted(self.numbers.items()),
            "stacks": sorted(self.stacks.items()),
            "large_win": self.large_win,
            "open": sorted(
                [table, each.first, each.day, sorted(each.before.items())] for table, each in self.open.items()
            ),
        }
        return json.dumps(kept)

    @property
    def open_since(self) -> int | None:
        """The position where the oldest open round began; None if none is open."""
        return min((each.first for each in self.open.values()), default=None)

    def recall(self, row: JournalRow) -> None:
        """Take the events of an open round from a row that was added before."""
        table = table_of(row)
        open_round = self.open.get(table)
        if open_round is not None and row.position >= open_round.first:
            open_round.events += [event for event in events_of(row) if isinstance(event, _OF_ROUNDS)]

    def add(self, row: JournalRow, page: Page, events: Iterable[pv.AnyEvent] | None = None) -> None:
        """Add a row to a page; `events`, where they have been read already."""
        moment = read_time(row.time)
        first = len(page.significant)
        if self.last is not None and moment < self.last - SLACK:
            self._add_significant(row, page, first, [clock_set_back(time_text(self.last))])
        self.last = moment
        # A clock set back moves no row to an earlier gaming day.
        self.latest = moment if self.latest is None else max(moment, self.latest)
        table = table_of(row)
        for event in events_of(row) if events is None else events:
            if isinstance(event, _OF_ROUNDS):
                self.open.setdefault(table, OpenRound(row.position, self.day)).events.append(event)
            if isinstance(event, pv.LargeWinSet):
                self.large_win = event.amount
            if type(event) in pv.PIT_EVENTS:
                self._add_to_pit(row, event, page)
                self._add_amounts(table, event, page, self.day)
            else:
                self._add_amounts(table, event, page, self.open[table].day if table in self.open else self.day)
            self._add_significant(row, page, first, significant_of(event, table))
            if isinstance(event, _OVER):
                wins = self._end_round(table, row.position, page, voided=isinstance(event, ev.RoundVoided))
                self._add_significant(row, page, first, wins)
            if isinstance(event, pv.SeatLeft):
                self.holders.pop((event.table, event.seat), None)

    @property
    def day(self) -> str:
        """The gaming day of the last row."""
        return "" if self.latest is None else self.days.day_of(self.latest).isoformat()

    def _add_significant(self, row: JournalRow, page: Page, first: int, events: Iterable[Significant]) -> None:
        """Add significant events to a page; those of this row begin at a place in it."""
        for each in events:
            page.significant.append(placed(each, row, len(page.significant) - first, self.day))

    def _add_amounts(self, table: str, event: pv.AnyEvent, page: Page, day: str) -> None:
        cause = type(event).__name__
        seated = {seat: patron for (name, seat), patron in self.holders.items() if name == table}
        for account, amount in entries(event, table, self.groups.get(table, ""), seated):
            page.movements[MovementKey(day, str(account), self._holder(account), cause)] += amount
            if account.kind == "stack":
                self._add_chips(table, account.seat, str(account), amount)

    def _add_chips(self, table: str, seat: int, account: str, amount: int) -> None:
        chips = self.stacks.get(account, 0)
        if table in self.open:
            self.open[table].before.setdefault(seat, chips)
        self.stacks[account] = chips + amount
        if not self.stacks[account]:
            del self.stacks[account]

    def _holder(self, account: PitAccount) -> str:
        if not account.seat or account.kind == "coupon":  # a coupon is no money of the patron
            return ""
        return self.holders.get((account.owner, account.seat), "")

    def _add_file(self, row: JournalRow, event: pv.TableLawStated | pv.TableInstalled, page: Page) -> None:
        if isinstance(event, pv.TableLawStated):
            self.laws[event.table] = event.content
            return
        self.groups[event.table], self.files[event.table] = event.group, row.position
        law = self.laws.get(event.table, "")
        page.files.append(TableFile(event.table, row.position, event.group, event.text, law))

    def _add_to_pit(self, row: JournalRow, event: pv.AnyEvent, page: Page) -> None:
        match event:
            case pv.HouseOpened():
                self.licensee = event.licensee
                self.days = GamingDays(event.gaming_day_begins, event.time_zone)
            case pv.TableLawStated() | pv.TableInstalled():
                self._add_file(row, event, page)
            case pv.SeatTaken():
                self.holders[event.table, event.seat] = event.patron
            case pv.ShoeSealed():
                self.shoes[event.table] = event.number
            case pv.RackCounted() | pv.DropCounted() if event.counted != event.booked:
                what = "rack" if isinstance(event, pv.RackCounted) else "drop"
                missing = event.counted - event.booked
                page.notes.append(Note(row.position, self.day, event.table, what, missing, event.reason, row.actor))
            case pv.AdjustmentProposed():
                self._note(row, page, "adjustment proposed", event.amount, event.reason)
            case pv.AdjustmentApproved():
                moved = f"{event.from_account} to {event.to_account}, number {event.number}"
                self._note(row, page, "adjustment approved", event.amount, moved)
            case pv.AdjustmentRejected():
                self._note(row, page, "adjustment rejected", 0, event.reason)
            case pv.ShoeAbandoned():
                page.notes.append(Note(row.position, self.day, event.table, "shoe", 0, event.reason, row.actor))

    def _note(self, row: JournalRow, page: Page, kind: str, amount: int, reason: str) -> None:
        page.notes.append(Note(row.position, self.day, "", kind, amount, reason, row.actor))

    def _end_round(self, table: str, position: int, page: Page, *, voided: bool) -> list[Significant]:
        """Add a round that has ended; return the large wins."""
        over = self.open.pop(table, OpenRound(position, self.day))
        number = self.numbers.get(table, 1)
        self.numbers[table] = number + 1
        seats = results(over.events)  # type: ignore[arg-type]  # only the engine's are kept
        net = sum(seat.net for seat in seats)
        shoe = self.shoes.get(table, 0)
        page.rounds.append(RoundEntry(table, number, over.day, over.first, position, shoe, voided, net))
        for seat in seats:
            patron = self.holders.get((table, seat.number), "")
            after = self.stacks.get(str(stack(table, seat.number)), 0)
            before = over.before.get(seat.number, after)
            page.seats.append(SeatEntry(table, number, seat.number, patron, seat.wagered, seat.net, before, after))
        if voided:
            reasons = [event for event in over.events if isinstance(event, ev.RoundVoided)]
            page.notes += [
                Note(position, over.day, table, "round voided", 0, event.reason, event.by) for event in reasons
            ]
        else:
            self._add_statistics(table, over.day, seats, page)
        return [
            large_win(self.holders.get((table, seat.number), ""), table, number, seat.net)
            for seat in seats
            if seat.net >= self.large_win
        ]

    def _add_statistics(self, table: str, day: str, seats: Iterable[SeatResult], page: Page) -> None:
        by_wager: dict[str, WagerSums] = {}
        for wager in (wager for seat in seats for wager in seat.wagers):
            one = WagerSums(int(wager.amount > 0), wager.amount, wager.amount**2, 0, wager.net)
            name = key_of(wager.wager, choice=wager.choice)
            name += WITH_COUPON if wager.coupon else ""  # no exact price is for it: a lost coupon wins nothing
            by_wager[name] = by_wager.get(name, WagerSums()).plus(one)
        for name, sums in by_wager.items():
            key = StatisticsKey(day, table, self.files.get(table, 0), name)
            before = page.statistics.get(key, WagerSums())
            page.statistics[key] = before.plus(sums._replace(by_round=sums.amount**2))


def table_of(row: JournalRow) -> str:
    """Return the table that a row's command is about; none for others."""
    value = json.loads(row.command)
    return str(value.get("table", "")) if isinstance(value, dict) else ""
