"""Findings: whether a table may be opened, and if not, by which paragraph."""

import datetime
from collections import Counter
from dataclasses import dataclass

from upcard.law import Cite
from upcard.results.law_basis import AskedTable, SideTaken, asked_table, sides_taken
from upcard.results.result import Result, as_result, inline
from upcard.results.rows import ListedData, RowSet, columns_of, row_set
from upcard.table import (
    Authority,
    Finding,
    FindingKind,
    Status,
    TableConfig,
    Verdict,
    law_words,
    not_stated,
    status_of,
    unrecognized_items,
)
from upcard.table import check as check_table


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StatedAuthority(Result):
    """What the licensee states of a rule whose held text has ended."""

    rule: Cite
    register: str
    number: str
    date: datetime.date


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ReportedFinding(Result):
    """A finding as it is reported: what is wrong, by which paragraph, on which line."""

    verdict: Verdict
    kind: FindingKind
    cite: Cite
    message: str
    line: int
    reading: int | None
    authority: StatedAuthority | None


@as_result.register
def reported(finding: Finding) -> ReportedFinding:
    """Return a finding as it is reported."""
    stated = finding.authority
    return ReportedFinding(
        verdict=finding.verdict,
        kind=finding.kind,
        cite=finding.cite,
        message=finding.message,
        line=finding.line,
        reading=finding.reading,
        authority=stated_authority(stated) if stated else None,
    )


def stated_authority(stated: Authority) -> StatedAuthority:
    """Return what the licensee states of a rule, as it is reported."""
    return StatedAuthority(rule=stated.rule, register=stated.register, number=stated.number, date=stated.date)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Findings(ListedData[Finding], Result):
    """Everything that was found about a table, in the order of its lines; empty where there is nothing to say.

    >>> import upcard
    >>> findings = upcard.check(upcard.Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> findings.lawful, len(findings) == len(findings.rows())
    (False, True)
    """

    asked: AskedTable = inline()
    status: Status  # lawful, unlawful, or not shown to be either
    lawful: bool | None  # None where something is likely unlawful, not verifiable or not stated
    findings: tuple[Finding, ...]
    readings: tuple[SideTaken, ...]
    not_stated: tuple[str, ...]  # what the rules require and the table does not state, so that it was not checked
    not_known: tuple[str, ...]  # what no rule asks for, perhaps misspelled

    def _listed(self) -> tuple[Finding, ...]:
        return self.findings

    def _row_set(self) -> RowSet:
        return row_set(columns_of(ReportedFinding), self.findings)

    def __repr__(self) -> str:
        return f"<{self.asked.table}: {self.status.value}, {len(self)} finding{'s' * (len(self) != 1)}>"


def findings_of(table: TableConfig) -> Findings:
    """Return everything that is found about a table on its day."""
    found = check_table(table)
    status = status_of(found)
    return Findings(
        asked=asked_table(table),
        status=status,
        lawful=status.lawful,
        findings=found,
        readings=sides_taken(table),
        not_stated=not_stated(table),
        not_known=unrecognized_items(table),
    )


STATUS_WORDS = {
    Status.LAWFUL: "may be opened",
    Status.NOT_SHOWN: "is not shown to be lawful",
    Status.UNLAWFUL: "may not be opened as configured",
}
COUNTED = {  # the marks that decide the status, in the order of a summary
    Verdict.VIOLATES.value: "violating",
    Verdict.LIKELY.value: "likely",
    FindingKind.NOT_STATED.value: "not stated",
    Verdict.NOT_VERIFIABLE.value: "not verifiable",
}


def headline(table: TableConfig, findings: tuple[Finding, ...]) -> str:
    """Return whether a table may be opened, on which day, up to when its law is known, and how many findings."""
    return f"{table.table} {verdict_words(findings)} under {law_words(table)} ({summary(findings)})"


def verdict_words(findings: tuple[Finding, ...]) -> str:
    """Return whether a table may be opened, as the end of a sentence about it."""
    return STATUS_WORDS[status_of(findings)]


def summary(findings: tuple[Finding, ...]) -> str:
    """Return how many findings there are of each mark: those that decide the status, then the remarks."""
    marks = Counter(finding.mark for finding in findings)
    counts = ", ".join(f"{marks[mark]} {word}" for mark, word in COUNTED.items() if marks[mark])
    remarks = marks[FindingKind.REMARK.value]
    parts = (
        "no violation found" if status_of(findings) is Status.NOT_SHOWN else "",
        counts or "no findings",
        f"{remarks} remark{'s' * (remarks > 1)}" if remarks else "",
    )
    return "; ".join(part for part in parts if part)
