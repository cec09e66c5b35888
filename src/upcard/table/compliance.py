"""Check a table against the law: all findings at once, never only the first."""

from upcard.table.checks import CHECKS
from upcard.table.config import TableConfig
from upcard.table.findings import Finding, Verdict


def check(table: TableConfig) -> tuple[Finding, ...]:
    """Give every finding about a table, in the order of its lines."""
    found = dict.fromkeys(finding for one in CHECKS for finding in one(table))
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.cite, finding.message)))


def is_lawful(findings: tuple[Finding, ...]) -> bool:
    """Tell whether no finding violates a paragraph whose text is held."""
    return all(finding.verdict is not Verdict.VIOLATES for finding in findings)


def not_stated(table: TableConfig) -> tuple[str, ...]:
    """Name what the file does not state and was therefore not checked."""
    return tuple(key for key in ("inscriptions", "equipment") if getattr(table, key) is None)
