"""Check a table against the law: all findings at once, never only the first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum

from upcard.law import Cite, Edition, current_edition_on
from upcard.rules import base
from upcard.table.config import TableConfig
from upcard.table.findings import Check, Finding, FindingKind, Verdict
from upcard.table.records import known_notices
from upcard.table.requirement import RequirementKind, title
from upcard.table.requirements import cards, layout, limits, offered, requirements_of
from upcard.table.requirements.offered import edition_in_effect, in_force
from upcard.wagers import OPTIONS


def unmet(table: TableConfig) -> Iterator[Finding]:
    """Report every requirement that is not met, or that cannot be checked."""
    for requirement in requirements_of(table):
        yield from requirement.findings(table)


# What is not met, then what is forbidden, contradictory or doubtful.
CHECKS: tuple[Check, ...] = (*offered.CHECKS, unmet, *cards.CHECKS, *limits.CHECKS, *layout.CHECKS)


_FIRST = (RequirementKind.INSCRIPTION, RequirementKind.EQUIPMENT, RequirementKind.AREA, RequirementKind.SIGN)
_UNSTATED = (*_FIRST, *(kind for kind in RequirementKind if kind not in _FIRST))
_ON_EFFECT = (in_force, edition_in_effect)  # they speak of what is not in effect


def check(table: TableConfig) -> tuple[Finding, ...]:
    """Return every finding about a table, in the order of its lines.

    Of an option that is not in effect only that is reported; the paragraphs on it are not in effect either.
    """
    findings = dict.fromkeys(
        finding
        for run_check in CHECKS
        for finding in run_check(table)
        if run_check in _ON_EFFECT or table.stands(finding.cite)
    )
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.cite, finding.message)))


class Status(Enum):
    """Whether a table is lawful as its file describes it, or whether that is not shown.

    >>> [status.value for status in Status]
    ['lawful', 'not shown', 'unlawful']
    """

    LAWFUL = "lawful"
    NOT_SHOWN = "not shown"
    UNLAWFUL = "unlawful"

    @property
    def lawful(self) -> bool | None:
        """Return true or false; None where it is not shown."""
        return None if self is Status.NOT_SHOWN else self is Status.LAWFUL


def status_of(findings: Iterable[Finding]) -> Status:
    """Return what findings amount to: one that violates decides; any other but a remark leaves it not shown."""
    judged = [finding for finding in findings if finding.kind is not FindingKind.REMARK]
    if any(finding.verdict is Verdict.VIOLATES for finding in judged):
        return Status.UNLAWFUL
    return Status.NOT_SHOWN if judged else Status.LAWFUL


def worst_status(statuses: Iterable[Status]) -> Status:
    """Return the worst of several: unlawful before not shown before lawful."""
    return max(statuses, key=list(Status).index, default=Status.LAWFUL)


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What is known only up to a day before the one asked about."""

    name: str
    title: str  # with its article, and "wager"
    cite: Cite
    last_day: date


def ended(table: TableConfig) -> Iterator[Ended]:
    """Yield the edition and the options whose text held has ended before the day asked about."""
    if table.law is Edition.CURRENT and table.date is not None and (last := current_edition_on(table.date).ended):
        name = f"{table.law.value} edition"
        yield Ended(name=name, title=f"the {name}", cite=table.game.cite, last_day=last)
    for option in table.options:
        on = table.on_its_day(option.cite)
        if on and on.ended:
            yield Ended(name=option.name, title=title(option), cite=option.cite, last_day=on.ended)


def law_words(table: TableConfig) -> str:
    """Return the edition with the day asked about, and up to which day it is known where that is earlier."""
    newest = table.newest_text
    parts = [f", newest text held {newest}"] if table.date is not None and table.date > newest else []
    parts += [f"; {each.title} known only up to {each.last_day}" for each in ended(table)]
    return table.under + "".join(parts)


def not_stated(table: TableConfig) -> tuple[str, ...]:
    """Return what the rules require and the file does not state, so that it was not checked."""
    missing = [
        (_UNSTATED.index(each.kind), breach.unstated)
        for each in requirements_of(table)
        for breach in each.breaches
        if breach.unstated is not None
    ]
    return tuple(dict.fromkeys(name for _, name in sorted(missing, key=lambda row: row[0])))


def unrecognized_items(table: TableConfig) -> tuple[str, ...]:
    """Return the notices and equipment in the file that no rule requires, in case they are misspelled."""
    items = (item for option in OPTIONS for item in (*option.equipment, *option.equipment_if.values()))
    required = [*base.EQUIPMENT, *items]
    equipment = {item.value.name for item in required}
    notices = [*known_notices()]
    names = [record.name for record in table.notices]
    unknown = [f'notice "{name}"' for name in names if not any(notice.is_named(name) for notice in notices)]
    return (*unknown, *(f'equipment "{item}"' for item in table.equipment or () if item.lower() not in equipment))
