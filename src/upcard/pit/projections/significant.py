"""Significant events of a journal (GLI-19 2.8.8): what compliance and auditors look through, by day and topic."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from upcard.game import events as ev
from upcard.money import Cents, format_money
from upcard.pit import events as pv
from upcard.store.rows import JournalRow


class Topic(StrEnum):
    """What a significant event is about."""

    LOG_ON = "log-on"
    ACCOUNT = "account"
    PROTECTION = "protection"
    LARGE_WIN = "large win"
    OVERRIDE = "override"
    ADJUSTMENT = "adjustment"
    CONFIGURATION = "configuration"
    COMPLIANCE = "compliance"
    AVAILABILITY = "availability"
    SOFTWARE = "software"
    METER = "meter"
    CLOCK = "clock"


_OF_PEOPLE = {
    "LoggedOn": Topic.LOG_ON,
    "LoggedOff": Topic.LOG_ON,
    "LogOnFailed": Topic.LOG_ON,
    "SessionEnded": Topic.LOG_ON,
    "PersonLocked": Topic.LOG_ON,
    "PersonUnlocked": Topic.LOG_ON,
}
TEXTS_HELD = "by the texts held alone"
LARGE_WIN, CLOCK_SET_BACK, METER_PAID = "LargeWin", "ClockSetBack", "MeterPaid"
# What the books read besides, because it is significant.
SIGNIFICANT_EVENTS: tuple[type, ...] = (ev.TableOpened, ev.TableClosed, ev.PayoutValidated)


class Significant(NamedTuple):
    """What a significant event says, before it has its place."""

    topic: Topic
    kind: str
    about: str = ""  # a person, a table, a wager
    detail: str = ""
    amount: int = 0  # in cents, where it is about money
    by: str = ""  # who did it, where that is not the actor of the row


class SignificantEntry(NamedTuple):
    """A significant event with its place in the journal."""

    position: int
    number: int  # within the row
    day: str
    time: str
    topic: str
    kind: str
    about: str
    by: str
    detail: str
    amount: int


def placed(what: Significant, row: JournalRow, number: int, day: str) -> SignificantEntry:
    """Return a significant event with its place in the journal."""
    by = what.by or row.actor
    return SignificantEntry(
        row.position, number, day, row.time, what.topic.value, what.kind, what.about, by, what.detail, what.amount
    )


def significant_of(event: pv.AnyEvent, table: str) -> tuple[Significant, ...]:
    """Return the significant events that follow from an event; `table` is empty if it did not happen at one."""
    describe = _DESCRIBED.get(type(event))
    described = None if describe is None else describe(event, table)
    return () if described is None else (described,)


def _person(event: pv.PersonRecorded, _: str) -> Significant:
    detail = ", ".join(filter(None, (event.detail, event.address)))
    return Significant(_OF_PEOPLE.get(event.kind, Topic.ACCOUNT), event.kind, event.person, detail, by=event.by)


def _barred(event: pv.PersonSuspended | pv.PersonExcluded, _: str) -> Significant:
    until = f"until {event.until}" if event.until else "without an end"
    return Significant(Topic.PROTECTION, type(event).__name__, event.person, until)


def _account(event: pv.AccountMade | pv.RolesChanged, _: str) -> Significant:
    return Significant(Topic.ACCOUNT, type(event).__name__, event.person, " ".join(event.roles))


def _software(event: pv.SoftwareInstalled | pv.SoftwareVerified | pv.SoftwareChanged, _: str) -> Significant:
    return Significant(Topic.SOFTWARE, type(event).__name__, event.version, event.fingerprint)


def _adjustment(event: pv.AdjustmentProposed | pv.AdjustmentApproved, _: str) -> Significant:
    moved = f"{event.from_account} to {event.to_account}, number {event.number}"
    reason = event.reason if isinstance(event, pv.AdjustmentProposed) else ""
    return Significant(Topic.ADJUSTMENT, type(event).__name__, moved, reason, event.amount)


def _counted(event: pv.RackCounted | pv.DropCounted, _: str) -> Significant | None:
    missing = event.counted - event.booked
    return Significant(Topic.ADJUSTMENT, type(event).__name__, event.table, event.reason, missing) if missing else None


def _accepted(event: pv.FindingsAccepted, _: str) -> Significant:
    until = f"until {event.until}" if event.until else "without an end"
    cites = ", ".join(dict.fromkeys(finding.cite for finding in event.findings))
    detail = f"number {event.number}, {until}: {event.reason} [{cites}]"
    return Significant(Topic.COMPLIANCE, "FindingsAccepted", event.table, detail)


def _meter_paid(event: ev.WagerPaid, table: str) -> Significant | None:
    if not event.off_meter:
        return None
    return Significant(Topic.METER, METER_PAID, f"{table}, {event.wager}", f"seat {event.seat}", event.off_meter)


# Any: each function takes its own kind of event, found by its type.
_DESCRIBED: dict[type, Callable[[Any, str], Significant | None]] = {
    pv.PersonRecorded: _person,
    pv.AccountMade: _account,
    pv.RolesChanged: _account,
    pv.AccountClosed: lambda event, _: Significant(Topic.ACCOUNT, "AccountClosed", event.person),
    pv.WalletOpened: lambda event, _: Significant(Topic.ACCOUNT, "WalletOpened", event.patron),
    pv.WalletClosed: lambda event, _: Significant(Topic.ACCOUNT, "WalletClosed", event.patron),
    pv.LimitSet: lambda event, _: Significant(Topic.PROTECTION, "LimitSet", event.patron, _limit_words(event)),
    pv.TimeLimitSet: lambda event, _: Significant(Topic.PROTECTION, "TimeLimitSet", event.patron, _limit_words(event)),
    pv.PersonSuspended: _barred,
    pv.PersonExcluded: _barred,
    pv.PersonReinstated: lambda event, _: Significant(Topic.PROTECTION, "PersonReinstated", event.person),
    pv.SoftwareInstalled: _software,
    pv.SoftwareVerified: _software,
    pv.SoftwareChanged: _software,
    pv.SoftwareAccepted: lambda event, _: Significant(
        Topic.SOFTWARE, "SoftwareAccepted", event.fingerprint, event.reason
    ),
    pv.AdjustmentProposed: _adjustment,
    pv.AdjustmentApproved: _adjustment,
    pv.AdjustmentRejected: lambda event, _: Significant(
        Topic.ADJUSTMENT, "AdjustmentRejected", f"number {event.number}", event.reason
    ),
    pv.RackCounted: _counted,
    pv.DropCounted: _counted,
    pv.HouseOpened: lambda event, _: Significant(Topic.CONFIGURATION, "HouseOpened", event.licensee),
    pv.LargeWinSet: lambda event, _: Significant(
        Topic.CONFIGURATION, "LargeWinSet", "", f"before: {format_money(event.former)}", event.amount
    ),
    pv.FindingsAccepted: _accepted,
    pv.AcceptanceWithdrawn: lambda event, _: Significant(
        Topic.COMPLIANCE, "AcceptanceWithdrawn", event.table, f"number {event.number}: {event.reason}"
    ),
    pv.FillsInstructed: lambda event, _: Significant(
        Topic.CONFIGURATION,
        "FillsInstructed",
        event.table,
        f"below {format_money(event.below)}, by {event.by}",
        event.up_to,
    ),
    pv.LawFolderStated: lambda event, _: Significant(
        Topic.COMPLIANCE, "LawFolderStated", "", event.fingerprint or TEXTS_HELD
    ),
    pv.TableLawStated: lambda event, _: Significant(
        Topic.COMPLIANCE, "TableLawStated", event.table, event.fingerprint or TEXTS_HELD
    ),
    pv.TableInstalled: lambda event, _: Significant(Topic.CONFIGURATION, "TableInstalled", event.table),
    ev.TableOpened: lambda _, table: Significant(Topic.AVAILABILITY, "TableOpened", table),
    ev.TableClosed: lambda _, table: Significant(Topic.AVAILABILITY, "TableClosed", table),
    pv.JournalRestored: lambda event, _: Significant(
        Topic.OVERRIDE, "JournalRestored", event.by, f"{_restored_words(event)}: {event.reason}"
    ),
    pv.ShoeRetired: lambda event, _: Significant(
        Topic.OVERRIDE, "ShoeRetired", event.table, f"shoe {event.number}: the journal was restored"
    ),
    pv.ShoeAbandoned: lambda event, _: Significant(
        Topic.OVERRIDE, "ShoeAbandoned", event.table, f"shoe {event.number}: {event.reason}"
    ),
    ev.RoundVoided: lambda event, table: Significant(Topic.OVERRIDE, "RoundVoided", table, event.reason),
    ev.PayoutValidated: lambda event, table: Significant(
        Topic.OVERRIDE, "PayoutValidated", table, f"{event.wager} of seat {event.seat}"
    ),
    ev.MeterFunded: lambda event, table: Significant(
        Topic.METER, "MeterFunded", f"{table}, {event.wager}", "", event.amount
    ),
    ev.WagerPaid: _meter_paid,
}


def _restored_words(event: pv.JournalRestored) -> str:
    lost = f"; {event.signed} rows were signed before" if event.signed > event.rows else ""
    return f"from a copy of {event.rows} rows{lost}"


def _limit_words(event: pv.LimitSet | pv.TimeLimitSet) -> str:
    later = f", to be confirmed from {event.begins} on" if event.begins else ""
    if isinstance(event, pv.TimeLimitSet):
        limit = "none" if event.minutes is None else f"{event.minutes} minutes"
        return f"time, {event.period}: {limit}{later}"
    limit = "none" if event.amount is None else f"{format_money(event.amount)}"
    return f"{event.limit}, {event.period}: {limit}{later}"


def large_win(patron: str, table: str, round_number: int, won: int) -> Significant:
    """Return the significant event of a large win in a round."""
    return Significant(Topic.LARGE_WIN, LARGE_WIN, patron, f"round {round_number} of table {table}", Cents(won))


def clock_set_back(before: str) -> Significant:
    """Return the significant event of a row earlier than the one before it."""
    return Significant(Topic.CLOCK, CLOCK_SET_BACK, "", f"the row before it: {before}")
