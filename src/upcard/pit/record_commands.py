"""Decide commands that put significant events on record: people, software, large wins, accepted findings."""

import re
from collections.abc import Iterator
from datetime import date

from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.compliance import doubts_on, file_digest
from upcard.pit.context import Context
from upcard.pit.house_commands import amount_reasons, text_reasons
from upcard.pit.refusal import Reason, Step
from upcard.pit.streams import house, open_shoes, significant
from upcard.store.clock import read_time

LONGEST = 200
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def record_person(_: Context, command: pc.RecordPerson) -> Iterator[Step]:
    """Record what happened to a person."""
    yield from text_reasons("kind of event", command.kind, LONGEST)
    for what in (command.person, command.by, command.detail, command.address):
        if len(what) > LONGEST or not what.isprintable():
            yield None, f"what is recorded about a person must have at most {LONGEST} printable characters"
    try:
        read_time(command.happened)
    except ValueError:
        yield None, "the time of an event must be in UTC with microseconds"
    yield pv.PersonRecorded(command.kind, command.person, command.by, command.detail, command.address, command.happened)


def record_software(context: Context, command: pc.RecordSoftware) -> Iterator[Step]:
    """Record which software runs: a new version is installed, the same version must be unchanged (13:69O-1.5(b))."""
    yield from _fingerprint_reasons(command.fingerprint)
    yield from text_reasons("version", command.version, LONGEST)
    known = significant(context.states)
    if known.version != command.version:
        yield pv.SoftwareInstalled(command.version, command.fingerprint, known.version)
    elif known.fingerprint == command.fingerprint:
        yield pv.SoftwareVerified(command.version, command.fingerprint)
    else:
        yield pv.SoftwareChanged(command.version, known.fingerprint, command.fingerprint)


def accept_software(context: Context, command: pc.AcceptSoftware) -> Iterator[Step]:
    """Accept software that has changed, as a person with a name and a reason."""
    yield from text_reasons("reason", command.reason)
    known = significant(context.states)
    if not context.actor.name:
        yield None, "a person must accept changed software: the actor needs a name"
    if not known.stops_play:
        yield None, "there is no changed software to accept: play is not stopped"
    elif known.changed != command.fingerprint:
        yield None, f"the changed software has the fingerprint {known.changed}: enter that one"
    yield pv.SoftwareAccepted(command.fingerprint, command.reason, str(context.actor))


def _fingerprint_reasons(fingerprint: str) -> Iterator[Reason]:
    if not _FINGERPRINT.fullmatch(fingerprint):
        yield None, "a fingerprint must have 64 hexadecimal digits"


def record_checkpoint(context: Context, command: pc.RecordCheckpoint) -> Iterator[Step]:
    """Record a checkpoint that covers more rows than the last one."""
    if not _FINGERPRINT.fullmatch(command.root):
        yield None, "the root of a checkpoint must have 64 hexadecimal digits"
    if command.rows <= significant(context.states).signed:
        yield None, f"a checkpoint of {significant(context.states).signed} rows is already recorded"
    yield pv.CheckpointRecorded(command.rows, command.root)


def restore_journal(context: Context, command: pc.RestoreJournal) -> Iterator[Step]:
    """Record a restore, and retire every open shoe: cards after the copy was made may have been seen."""
    yield from text_reasons("reason", command.reason)
    if not context.actor.name:
        yield None, "a person must record a restore: the actor needs a name"
    if command.rows < 0 or command.signed < 0:
        yield None, "a number of rows cannot be negative"
    yield pv.JournalRestored(command.rows, command.signed, command.reason, str(context.actor))
    yield from (pv.ShoeRetired(table, number) for table, number in open_shoes(context.states))


def set_large_win(context: Context, command: pc.SetLargeWin) -> Iterator[Step]:
    """Set what counts as a large win."""
    yield from amount_reasons(command.amount)
    yield pv.LargeWinSet(command.amount, house(context.states).large_win)


def accept_findings(context: Context, command: pc.AcceptFindings) -> Iterator[Step]:
    """Accept findings about a table, as a person with a name, a reason and a last day."""
    table, day = context.table(command.table), context.moment.calendar_day
    yield from text_reasons("reason", command.reason)
    if not context.actor.name:
        yield None, "a person must accept findings: the actor needs a name"
    yield from _until_reasons(command.until, day)
    doubts = doubts_on(command.table, table.file, day, table.law)
    if not command.findings:
        yield None, "name the findings to accept by their ids"
    for wanted in dict.fromkeys(command.findings):
        if wanted not in doubts:
            yield None, f"{wanted[:16]!r} is not a finding about table {command.table} on {day} that can be accepted"
    yield pv.FindingsAccepted(
        table=command.table,
        number=max(table.acceptances, default=0) + 1,
        file=file_digest(table.file, table.law),
        day=day.isoformat(),
        findings=tuple(
            pv.AcceptedFinding(each, doubts[each].mark, str(doubts[each].cite), doubts[each].statement)
            for each in dict.fromkeys(command.findings)
            if each in doubts
        ),
        reason=command.reason,
        until=command.until,
        by=str(context.actor),
    )


def _until_reasons(until: str, day: date) -> Iterator[Reason]:
    if not until:
        return
    try:
        last = date.fromisoformat(until)
    except ValueError:
        last = None
    if last is None or last.isoformat() != until:
        yield None, 'write the last day as a date such as "2026-12-31", or leave it empty for no end'
    elif last < day:
        yield None, f"the last day, {until}, is over: today is {day}"


def withdraw_acceptance(context: Context, command: pc.WithdrawAcceptance) -> Iterator[Step]:
    """Withdraw an acceptance."""
    yield from text_reasons("reason", command.reason)
    if not context.actor.name:
        yield None, "a person must withdraw an acceptance: the actor needs a name"
    known = context.table(command.table).acceptances.get(command.number)
    if known is None:
        yield None, f"table {command.table} has no acceptance {command.number}"
    elif known.withdrawn:
        yield None, f"acceptance {command.number} of table {command.table} is already withdrawn"
    yield pv.AcceptanceWithdrawn(command.table, command.number, command.reason, str(context.actor))
