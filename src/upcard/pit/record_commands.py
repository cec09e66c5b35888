"""Decide commands that put significant events on record: of people, of the software, of what counts as a large win."""

import re
from collections.abc import Iterator

from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.context import Context
from upcard.pit.house_commands import amount_reasons, text_reasons
from upcard.pit.refusal import Reason, Step
from upcard.pit.streams import house, significant
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


def set_large_win(context: Context, command: pc.SetLargeWin) -> Iterator[Step]:
    """Set what counts as a large win."""
    yield from amount_reasons(command.amount)
    yield pv.LargeWinSet(command.amount, house(context.states).large_win)
