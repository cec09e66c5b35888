"""Whether a table may be opened on a day: its findings, and those of them that compliance has accepted.

A table that is unlawful may not be opened. One of which that is not shown opens when every finding that leaves it open
is covered by an acceptance in force. An acceptance names findings about one table with one file: another file or law
folder, another finding or a day after its last one needs a new acceptance.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from upcard.pit import events as pv
from upcard.pit.evolve import config_of, law_of
from upcard.pit.projections.gaming_day import GamingDays
from upcard.pit.refusal import Reason
from upcard.pit.state import Acceptance, PitTable
from upcard.table import Finding, FindingKind, Status, Verdict, check, status_of

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@lru_cache(maxsize=1024)
def findings_on(table: str, file: str, day: date, law: str = "") -> tuple[Finding, ...]:
    """Return the findings about a table with the text of its file on a day, by what a law folder says."""
    return check(config_of(table, file, law).on(day))


def fingerprint_of(law: str) -> str:
    """Return the fingerprint of a law folder that says this; where nothing is said: empty."""
    folder = law_of(law)
    return "" if folder is None else folder.fingerprint


def finding_id(finding: Finding) -> str:
    """Return 16 letters that name a finding: the same on another day, on another line and in other words."""
    verdict, kind, cite, reading, at = finding.identity
    told_apart = json.dumps([verdict.value, kind.value, str(cite), reading, list(at)], ensure_ascii=True)
    return sha256(told_apart.encode()).hexdigest()[:16]


@lru_cache(maxsize=1024)
def file_digest(file: str, law: str = "") -> str:
    """Return the SHA-256 of the text of a table file, or of it and of the law folder by which it is checked."""
    return sha256((f"{file}\0{law}" if law else file).encode()).hexdigest()


class Clearance(NamedTuple):
    """What stands against opening a table on a day, and what it would rest on."""

    day: date
    status: Status
    findings: tuple[Finding, ...]  # all of them, remarks too
    open: tuple[Finding, ...]  # those that no acceptance covers
    rests_on: tuple[int, ...]  # the numbers of acceptances
    last_day: str  # of those acceptances; without an end: empty

    @property
    def may_open(self) -> bool:
        """Whether the table may be opened."""
        return self.status is not Status.UNLAWFUL and not self.open

    @property
    def reasons(self) -> Iterator[Reason]:
        """Yield why the table may not be opened."""
        for finding in self.findings:
            if finding.verdict is Verdict.VIOLATES:
                yield finding.cite, f"the table may not be opened: {finding.message}"
        for finding in self.open:
            what = "state it in the table file" if finding.kind is FindingKind.NOT_STATED else "change the table"
            why = f"the table may not be opened, {finding.mark}: {finding.message}"
            yield finding.cite, f"{why}; {what}, or let compliance accept this"


Acceptances = Mapping[int, Acceptance]


def clearance_of(name: str, table: PitTable, day: date) -> Clearance:
    """Return whether a table on the floor may be opened on a day, and why not."""
    return clearance(name, table.file, table.acceptances, day, table.law)


def clearance(name: str, file: str, acceptances: Acceptances, day: date, law: str) -> Clearance:
    """Return whether a table with the text of its file may be opened on a day by a law folder, and why not."""
    findings = findings_on(name, file, day, law)
    covering = covering_on(name, file, acceptances, day, law)
    numbers = set(covering.values()) - {None}
    return Clearance(
        day=day,
        status=status_of(findings),
        findings=findings,
        open=tuple(finding for each, finding in doubts_on(name, file, day, law).items() if covering[each] is None),
        rests_on=tuple(sorted(number for number in numbers if number is not None)),
        last_day=min(filter(None, (acceptances[number].until for number in numbers if number is not None)), default=""),
    )


@lru_cache(maxsize=1024)
def doubts_on(table: str, file: str, day: date, law: str = "") -> Mapping[str, Finding]:
    """Return the findings that leave open whether a table is lawful, and so can be accepted, by their ids."""
    return {
        finding_id(each): each
        for each in findings_on(table, file, day, law)
        if each.kind is not FindingKind.REMARK and each.verdict is not Verdict.VIOLATES
    }


def covering_on(name: str, file: str, acceptances: Acceptances, day: date, law: str) -> dict[str, int | None]:
    """Return the acceptance that covers each doubt: of several, the one that lasts longest."""
    valid = [
        (not each.until, each.until, number, {accepted.id for accepted in each.findings})
        for number, each in acceptances.items()
        if state_of(each, file, day, law) is AcceptanceState.IN_FORCE
    ]
    valid.sort(key=lambda row: row[:3], reverse=True)
    doubts = doubts_on(name, file, day, law)
    return {doubt: next((number for *_, number, ids in valid if doubt in ids), None) for doubt in doubts}


class AcceptanceState(Enum):
    """Whether an acceptance counts."""

    IN_FORCE = "in force"
    ENDED = "ended"
    WITHDRAWN = "withdrawn"
    OTHER_FILE = "of another table file or law folder"


def state_of(acceptance: Acceptance, file: str, day: date, law: str = "") -> AcceptanceState:
    """Return whether an acceptance counts for a table file on a day."""
    if acceptance.withdrawn:
        return AcceptanceState.WITHDRAWN
    if acceptance.file != file_digest(file, law):
        return AcceptanceState.OTHER_FILE
    has_ended = acceptance.until != "" and day.isoformat() > acceptance.until
    return AcceptanceState.ENDED if has_ended else AcceptanceState.IN_FORCE


def checked(
    name: str, file: str, acceptances: Acceptances, day: date, law: str
) -> Iterator[pv.TableChecked | pv.CheckedByLawFolder]:
    """Yield the events that a table was checked for a day, and by which law folder."""
    cleared = clearance(name, file, acceptances, day, law)
    yield pv.TableChecked(name, cleared.day.isoformat(), cleared.status, cleared.rests_on)
    if law:
        yield pv.CheckedByLawFolder(name, fingerprint_of(law))


def closes_at(name: str, table: PitTable, since: datetime, days: GamingDays) -> datetime | None:
    """Return when a table must close, judged at a time; None if it may stay open as long as nothing changes."""
    cleared = clearance_of(name, table, days.date_of(since))
    if not cleared.may_open:
        return LONG_AGO
    return days.midnight(date.fromisoformat(cleared.last_day) + timedelta(days=1)) if cleared.last_day else None
