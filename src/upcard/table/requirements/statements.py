"""What only the licensee can state: how its cards and equipment look, and what has been approved."""

from collections.abc import Iterator

from upcard.law import Cited
from upcard.rules import base
from upcard.rules.option import Option, StatedUnder, Statement
from upcard.table.config import StatedRecord, TableConfig
from upcard.table.requirement import (
    Breach,
    Requirement,
    RequirementKind,
    Requirements,
    StatedAs,
    not_stated,
    standing_options,
)

_KINDS = {StatedUnder.APPEARANCE: RequirementKind.APPEARANCE, StatedUnder.APPROVALS: RequirementKind.APPROVAL}


def statements(table: TableConfig) -> Iterator[Requirement]:
    """Yield what the paragraphs on every table and on each option ask to be stated."""
    required: list[tuple[Option | None, Cited[Statement]]] = [
        *((None, each) for each in base.STATEMENTS if table.decks > 1 or each is not base.ALIKE_DECKS),
        *((option, each) for option in standing_options(table) for each in option.statements),
    ]
    for option, statement in required:
        if table.law in statement.value.editions:
            yield _statement(table, option, statement)


def _statement(table: TableConfig, option: Option | None, required: Cited[Statement]) -> Requirement:
    statement = required.value
    at = (statement.under.value, statement.name)
    stated = table.value(statement.under.value).get(statement.name)
    state, breaches = StatedAs.STATED, tuple[Breach, ...]()
    if stated is None:
        state, breaches = StatedAs.NOT_STATED, (not_stated(statement.what, at, required.cite),)
    elif stated is False:
        message = f"the {statement.what} is required, and the file says that it is missing"
        state, breaches = StatedAs.DIFFERENTLY, (Breach(message, at),)
    elif isinstance(stated, StatedRecord) and stated.given and table.date and stated.given > table.date:
        message = f"the {statement.what} is of {stated.given}, after {table.date}"
        state, breaches = StatedAs.DIFFERENTLY, (Breach(message, at),)
    return Requirement(
        kind=_KINDS[statement.under],
        cite=required.cite,
        what=statement.what,
        option=option,
        state=state,
        states=stated.words if isinstance(stated, StatedRecord) else None,
        at=at,
        remedy=True,
        breaches=breaches,
    )


REQUIREMENTS: tuple[Requirements, ...] = (statements,)
