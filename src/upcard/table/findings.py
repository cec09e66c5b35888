"""Findings: breaches and doubts in a table's configuration, each with its paragraph and line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from upcard.english import sentence
from upcard.law import READINGS, Cite, Effect, Standing, in_edition
from upcard.table.config import Authority, TableConfig
from upcard.table.line_numbers import Path


class Verdict(Enum):
    """What a finding amounts to, which follows from how the paragraph is known.

    >>> [verdict.value for verdict in Verdict]
    ['violates', 'likely', 'not verifiable']
    """

    VIOLATES = "violates"
    LIKELY = "likely"
    NOT_VERIFIABLE = "not verifiable"


class FindingKind(Enum):
    """What a finding rests on: the text, a Reading, nothing in law, or what the file does not state.

    >>> [kind.value for kind in FindingKind]
    ['text', 'reading', 'remark', 'not stated']
    """

    TEXT = "text"
    READING = "reading"
    REMARK = "remark"
    NOT_STATED = "not stated"


_NOT_JUDGED = frozenset({FindingKind.REMARK, FindingKind.NOT_STATED})  # what the file states breaks no paragraph

_VERDICTS = {
    Standing.HELD: Verdict.VIOLATES,
    Standing.REPORTED: Verdict.LIKELY,
    Standing.SIBLING: Verdict.LIKELY,
    Standing.ANALOG: Verdict.LIKELY,
    Standing.INFERRED: Verdict.LIKELY,
    Standing.UNKNOWN: Verdict.NOT_VERIFIABLE,
}


def verdict_of(standing: Standing) -> Verdict:
    """Return what a breach amounts to where its paragraph is known so."""
    return _VERDICTS[standing]


class FindingIdentity(NamedTuple):
    """What makes two findings the same: not their words, their line or the day."""

    verdict: Verdict
    kind: FindingKind
    cite: Cite
    reading: int | None
    at: Path


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One finding: what is wrong, by which paragraph, on which line.

    >>> import upcard
    >>> finding = upcard.check(upcard.Table(decks=1, wagers=[{"name": "in-between", "pay_table": "B"}]))[0]
    >>> finding.verdict.value, str(finding.cite)
    ('likely', '13:69E-1.10(b)')
    """

    verdict: Verdict
    kind: FindingKind
    cite: Cite
    message: str
    line: int
    at: Path  # the key of the file that it is about, with the missing item of a list
    reading: int | None = None
    elsewhere: bool = False  # not lawful here, but it can be dealt, as a rule that other places have
    authority: Authority | None = None  # what the licensee states where the text held has ended

    @property
    def mark(self) -> str:
        """Return the word before a finding: its verdict, or its kind where there was nothing to judge."""
        return self.kind.value if self.kind in _NOT_JUDGED else self.verdict.value

    @property
    def identity(self) -> FindingIdentity:
        """Return what makes it the same finding on another day, on another line and in other words."""
        return FindingIdentity(self.verdict, self.kind, self.cite, self.reading, self.at)

    @property
    def text(self) -> str:
        """Return what is wrong, what the licensee states, and the paragraph with the Reading."""
        reading = f", reading {self.reading}" if self.reading else ""
        return f"{self.statement} [{self.cite}{reading}]"

    @property
    def statement(self) -> str:
        """Return what is wrong, and what the licensee states where the text held has ended."""
        return f"{self.message}; {self.authority.words}" if self.authority else self.message

    def __str__(self) -> str:
        return f"{self.mark}: {self.text}"


Check = Callable[[TableConfig], Iterator[Finding]]


def _sentence(message: str) -> str:
    """Return a message with a capital, unless it begins with a key of the table file."""
    return message if "_" in message.split(" ", 1)[0] else sentence(message)


def finding(
    table: TableConfig,
    cite: Cite,
    message: str,
    *path: str | int,
    standing: Standing | None = None,
    reading: int | None = None,
    kind: FindingKind | None = None,
    elsewhere: bool = False,
) -> Finding:
    """Return a finding on the line of a key; its verdict follows from the standing of the paragraph and the Reading."""
    cited = table.by_its_law(cite)
    basis = kind or (FindingKind.READING if reading else FindingKind.TEXT)
    verdicts = [_VERDICTS[standing or table.standing(cite)]]
    if reading:
        verdicts.append(_VERDICTS[READINGS[reading].standing])
    on = table.on_its_day(cite)
    if on and on.effect is Effect.NOT_KNOWN and standing is None and basis not in _NOT_JUDGED:
        verdicts.append(Verdict.NOT_VERIFIABLE)
        message += f"; it is not known whether this paragraph was in effect on {table.date}"
    if by := table.amended_by(cite):
        message += f"; by the licensee's law file the paragraph was {by.became.value} on {by.day}"
    elif cited.held_as and basis not in _NOT_JUDGED:
        message += f"; the text is held only under its former number, {cited.held_as}"
    return Finding(
        verdict=Verdict.NOT_VERIFIABLE if basis in _NOT_JUDGED else max(verdicts, key=list(Verdict).index),
        kind=basis,
        cite=cited,
        message=in_edition(_sentence(message), table.law),
        line=table.line(*path),
        at=path,
        reading=reading,
        elsewhere=elsewhere,
        authority=table.authority(cite),
    )
