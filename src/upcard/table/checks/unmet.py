"""Requirements that a table does not meet, or whose file does not say."""

from collections.abc import Iterator

from upcard.table.config import TableConfig
from upcard.table.findings import Check, Finding
from upcard.table.requirements import requirements_of


def unmet(table: TableConfig) -> Iterator[Finding]:
    """Report every requirement that is not met, or that cannot be checked."""
    for requirement in requirements_of(table):
        yield from requirement.findings(table)


CHECKS: tuple[Check, ...] = (unmet,)
