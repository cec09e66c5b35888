"""Findings: breaches and doubts in a table's configuration, each with its paragraph and line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from upcard.law import READINGS, Cite, Standing, in_edition
from upcard.table.config import TableConfig


class Verdict(Enum):
    """What a finding amounts to, which follows from how the paragraph is known."""

    VIOLATES = "violates"
    LIKELY = "likely"
    NOT_VERIFIABLE = "not verifiable"


_VERDICTS = {
    Standing.HELD: Verdict.VIOLATES,
    Standing.SIBLING: Verdict.LIKELY,
    Standing.ANALOG: Verdict.LIKELY,
    Standing.INFERRED: Verdict.LIKELY,
    Standing.UNKNOWN: Verdict.NOT_VERIFIABLE,
}


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One finding: what is wrong, by which paragraph, on which line."""

    verdict: Verdict
    cite: Cite
    message: str
    line: int
    reading: int | None = None
    elsewhere: bool = False  # a rule that other places have: not lawful here, but it can be dealt

    def __str__(self) -> str:
        reading = f", reading {self.reading}" if self.reading else ""
        return f"{self.verdict.value}: {self.message} [{self.cite}{reading}]"


Check = Callable[[TableConfig], Iterator[Finding]]


def finding(
    table: TableConfig,
    cite: Cite,
    message: str,
    *path: str | int,
    standing: Standing | None = None,
    reading: int | None = None,
    elsewhere: bool = False,
) -> Finding:
    """Return a finding on the line of a key; its verdict follows from the standing of the paragraph or Reading."""
    cited = cite.as_of(table.law)
    return Finding(
        verdict=_VERDICTS[standing or (READINGS[reading].standing if reading else cited.standing)],
        cite=cited,
        message=in_edition(message[:1].upper() + message[1:], table.law),
        line=table.line(*path),
        reading=reading,
        elsewhere=elsewhere,
    )
