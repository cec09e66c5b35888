"""Everything that a table must have, by subject; the declarations of games and wagers say what."""

from upcard.table.config import TableConfig
from upcard.table.requirement import Requirement, RequirementKind
from upcard.table.requirements import cards, layout, limits, notices, odds, rules, statements

ALL_REQUIREMENTS = (
    *cards.REQUIREMENTS,
    *rules.REQUIREMENTS,
    *layout.REQUIREMENTS,
    *statements.REQUIREMENTS,
    *notices.REQUIREMENTS,
    *odds.REQUIREMENTS,
    *limits.REQUIREMENTS,
)


def requirements_of(table: TableConfig) -> tuple[Requirement, ...]:
    """Return everything that a table must have by its law on its day, in the order of kinds and paragraphs."""
    required = (each for subject in ALL_REQUIREMENTS for each in subject(table) if table.stands(each.cite))
    order = list(RequirementKind)
    return tuple(sorted(required, key=lambda each: (order.index(each.kind), each.option is not None)))
