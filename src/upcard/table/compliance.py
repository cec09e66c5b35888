"""Check a table against the law: all findings at once, never only the first."""

from upcard.rules import base
from upcard.table.checks import CHECKS
from upcard.table.checks.layout import unstated
from upcard.table.checks.offered import in_force
from upcard.table.config import TableConfig
from upcard.table.findings import Finding, Verdict
from upcard.wagers import OPTIONS


def check(table: TableConfig) -> tuple[Finding, ...]:
    """Return every finding about a table, in the order of its lines.

    Of an option that is not in the table's edition only that is reported; the paragraphs on it are not in force either.
    """
    findings = dict.fromkeys(
        finding
        for run_check in CHECKS
        for finding in run_check(table)
        if run_check is in_force or finding.cite.stands_in(table.law)
    )
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.cite, finding.message)))


def is_lawful(findings: tuple[Finding, ...]) -> bool:
    """Whether no finding violates a paragraph whose text is held."""
    return all(finding.verdict is not Verdict.VIOLATES for finding in findings)


def not_stated(table: TableConfig) -> tuple[str, ...]:
    """Return what the rules require and the file does not state, so that it was not checked."""
    return tuple(missing.what for missing in unstated(table))


def unrecognized_items(table: TableConfig) -> tuple[str, ...]:
    """Return the notices and equipment in the file that no rule requires, in case they are misspelled."""
    notices = [notice.value for option in OPTIONS for notice in option.notices] + [base.SPLITS_NOTICE.value]
    items = (item for option in OPTIONS for item in (*option.equipment, *option.equipment_if.values()))
    required = [*base.EQUIPMENT, *items]
    equipment = {item.value.name for item in required}
    unknown = [f'notice "{word}"' for word in table.notices if not any(notice.is_named(word) for notice in notices)]
    return (*unknown, *(f'equipment "{item}"' for item in table.equipment or () if item.lower() not in equipment))
