"""upcard.check: whether a table may be opened, and if not, by which paragraph."""

from collections import Counter
from typing import Any

from upcard.api.days import asked
from upcard.api.readings import reading_json
from upcard.api.table import Table, config_of
from upcard.results.rows import Kind, ListedData, RowSet
from upcard.table import (
    Authority,
    Finding,
    FindingKind,
    Status,
    TableConfig,
    Verdict,
    ended,
    law_words,
    not_stated,
    readings_followed,
    status_of,
    unrecognized_items,
)
from upcard.table import check as check_table


class Findings(ListedData[Finding]):
    """Everything that was found about a table, in the order of its lines; empty where there is nothing to say.

    >>> findings = check(Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> findings.lawful, len(findings) == len(findings.rows())
    (False, True)
    """

    def __init__(self, table: TableConfig, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)
        self._table = table

    @property
    def status(self) -> Status:
        """Return whether the table is lawful, unlawful, or not shown to be either."""
        return status_of(self._items)

    @property
    def lawful(self) -> bool | None:
        """Whether the table is lawful; None where something is likely unlawful, not verifiable or not stated."""
        return self.status.lawful

    @property
    def not_stated(self) -> tuple[str, ...]:
        """Return what the rules require and the table does not state, so that it was not checked."""
        return not_stated(self._table)

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as `upcard check --json` writes them."""
        return findings_json(self._table, self._items)

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = dict.fromkeys(("verdict", "kind", "cite", "message"), str)
        rows = [
            (each.verdict.value, each.kind.value, str(each.cite), each.message, each.line, each.reading)
            for each in self
        ]
        return RowSet(columns={**columns, "line": int, "reading": int}, values=rows)

    def __repr__(self) -> str:
        return f"<{self._table.table}: {self.status.value}, {len(self)} finding{'s' * (len(self) != 1)}>"


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


def law_json(table: TableConfig) -> dict[str, Any]:
    """Return the edition that a table is held against, what chose it, the day, and up to when its law is known."""
    return {
        "law": table.law.value,
        "law_chosen_by": table.law_chosen_by.value,
        "date": None if table.date is None else table.date.isoformat(),
        "newest_text": table.newest_text.isoformat(),
        "ended": [
            {"name": each.name, "cite": str(each.cite.as_of(table.law)), "last_day": each.last_day.isoformat()}
            for each in ended(table)
        ],
        "law_file": None if table.law_folder is None else table.law_folder.fingerprint,
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON values."""
    return {
        "verdict": finding.verdict.value,
        "kind": finding.kind.value,
        "cite": str(finding.cite),
        "message": finding.message,
        "line": finding.line,
        "reading": finding.reading,
        "authority": None if finding.authority is None else authority_json(finding.authority),
    }


def authority_json(authority: Authority) -> dict[str, str]:
    """Return what the licensee states of a rule whose held text has ended, as JSON values."""
    return {
        "rule": str(authority.rule),
        "register": authority.register,
        "number": authority.number,
        "date": authority.date.isoformat(),
    }


def findings_json(table: TableConfig, findings: tuple[Finding, ...]) -> dict[str, Any]:
    """Return the findings about a table as JSON values."""
    status = status_of(findings)
    return {
        "file": table.file,
        "set": list(table.changes),
        "table": table.table,
        **law_json(table),
        "status": status.value,
        "lawful": status.lawful,
        "findings": [finding_json(finding) for finding in findings],
        "readings": [reading_json(followed) for followed in readings_followed(table)],
        "not_stated": list(not_stated(table)),
        "not_known": list(unrecognized_items(table)),
    }


def check(table: Table) -> Findings:
    """Check a table against the law of its date, or of today if it states none; return every finding.

    >>> findings = check(Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> findings.lawful, [str(each.cite) for each in findings if "deck" in each.message]
    (False, ['13:69F-2.2(a)2'])
    """
    config = asked(config_of(table))
    return Findings(config, check_table(config))
