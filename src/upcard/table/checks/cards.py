"""Splitting aces again."""

from collections.abc import Iterator

from upcard.rules import base
from upcard.rules.blackjack import SPLIT_ONCE
from upcard.table.config import TableConfig
from upcard.table.findings import Check, Finding, finding


def resplit_aces(table: TableConfig) -> Iterator[Finding]:
    """Report aces that may be split again where no other pair may."""
    if table.rules.resplit_aces and table.rules.most_splits <= base.UNNOTICED_SPLITS:
        message = "aces cannot be split again where a pair may be split only once: set resplit_aces to false"
        yield finding(table, SPLIT_ONCE, message, "resplit_aces")


CHECKS: tuple[Check, ...] = (resplit_aces,)
