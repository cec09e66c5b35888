"""Check a table against the law: all findings at once, never only the first."""

from upcard.rules import base
from upcard.table.checks import CHECKS
from upcard.table.config import TableConfig
from upcard.table.findings import Finding, Verdict
from upcard.wagers import OPTIONS


def check(table: TableConfig) -> tuple[Finding, ...]:
    """Give every finding about a table, in the order of its lines."""
    found = dict.fromkeys(finding for one in CHECKS for finding in one(table))
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.cite, finding.message)))


def is_lawful(findings: tuple[Finding, ...]) -> bool:
    """Tell whether no finding violates a paragraph whose text is held."""
    return all(finding.verdict is not Verdict.VIOLATES for finding in findings)


def not_stated(table: TableConfig) -> tuple[str, ...]:
    """Name what the file does not state, or cannot, and was therefore not checked."""
    stated = [key for key in ("inscriptions", "equipment") if getattr(table, key) is None]
    areas = [said.value for said in table.game.areas if said.value not in {offer.wager.name for offer in table.offers}]
    return (*stated, *(f"betting area for {area}" for area in areas))


def not_known(table: TableConfig) -> tuple[str, ...]:
    """Name the notices and equipment in the file that no rule asks for, in case they are misspelt."""
    notices = [said.value for option in OPTIONS for said in option.notices] + [base.SPLITS_NOTICE.value]
    equipment = {said.value for said in base.EQUIPMENT} | {said.value for one in OPTIONS for said in one.equipment}
    strange = [f'notice "{said}"' for said in table.notices if not any(one.is_named(said) for one in notices)]
    return (*strange, *(f'equipment "{one}"' for one in table.equipment or () if one.lower() not in equipment))
