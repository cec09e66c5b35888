"""Notices that must have been given before an option is offered, and in time."""

from collections.abc import Iterator

from upcard.law import Cited
from upcard.rules import base
from upcard.rules.option import Notice, Option
from upcard.table.config import StatedRecord, TableConfig
from upcard.table.records import NOTICES
from upcard.table.requirement import Breach, Requirement, RequirementKind, Requirements, StatedAs, place, title


def notices(table: TableConfig) -> Iterator[Requirement]:
    """Yield the notice that each option of the table needs."""
    for option in table.options:
        for notice in option.notices:
            at = (NOTICES,) if table.notices else (place(table, option)[0],)
            message = f'{title(option)} may be offered only after notice: add "{notice.value.words[0]}" to notices'
            yield _notice(table, notice, title(option), option, Breach(message, at))


def splits(table: TableConfig) -> Iterator[Requirement]:
    """Yield the notice that splitting a pair more than once needs."""
    if table.rules.splits > base.UNNOTICED_SPLITS:
        message = 'a pair may be split more than once only after notice: add "splits" to notices'
        what = "splitting a pair more than once"
        yield _notice(table, base.SPLITS_NOTICE, what, None, Breach(message, ("splits",)))


def _notice(
    table: TableConfig, notice: Cited[Notice], what: str, option: Option | None, missing: Breach
) -> Requirement:
    state, record, late = stated_notice(table, notice.value, what)
    breaches = (missing,) if record is None else (late,) if late else ()
    return Requirement(
        kind=RequirementKind.NOTICE,
        cite=notice.cite,
        what=f"notice of {what}, before it is offered",
        option=option,
        state=state,
        states=record.words or None if record else None,
        at=(NOTICES,),
        remedy=notice.value.words[0],
        breaches=breaches,
    )


def stated_notice(table: TableConfig, notice: Notice, what: str) -> tuple[StatedAs, StatedRecord | None, Breach | None]:
    """Return whether the file states a notice, its record, and what is wrong with it if it came too late."""
    record = next((each for each in table.notices if notice.is_named(each.name)), None)
    if record is None:
        return StatedAs.NOT_STATED, None, None
    late = _late(table, record, what)
    return StatedAs.DIFFERENTLY if late and late.cite is None else StatedAs.STATED, record, late


def _late(table: TableConfig, record: StatedRecord, what: str) -> Breach | None:
    """Return what is wrong with a notice that came too late for the table's day, or may have."""
    if record.given is None or table.date is None or record.given < table.date:
        return None
    if record.given > table.date:
        message = f"the notice of {what} was given on {record.given}, after {table.date}: it must come before"
        return Breach(message, (NOTICES,))
    message = f"the notice of {what} was given on the day itself, {table.date}"
    return Breach(f"{message}; how long before it must come is not held", (NOTICES,), cite=base.NOTICE_PERIOD)


REQUIREMENTS: tuple[Requirements, ...] = (notices, splits)
