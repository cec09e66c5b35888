"""The filing: what was checked of a table and passed, what was found, the Readings relied on, what was not stated."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from upcard.english import listed
from upcard.law import READINGS, Reading, in_edition
from upcard.paper.document_head import DATE_ASKED, NEWEST_TEXT, DocumentHead, document_head
from upcard.paper.signs import LIMITS, ODDS, signs
from upcard.paper.typst_document import PaperDocument
from upcard.results.findings import headline
from upcard.results.needs import HEADINGS, TableNeed, need_of
from upcard.table import (
    Finding,
    FindingKind,
    StatedAs,
    TableConfig,
    check,
    compliance,
    not_stated,
    readings_followed,
    readings_relied_on,
    requirements_of,
    status_of,
    unrecognized_items,
)
from upcard.table.compliance import CHECKS
from upcard.table.findings import Check
from upcard.table.requirements import cards, layout, limits, offered
from upcard.table.shipped import STANDARD_INPUT, located

TITLE = "Filing report"
# What a check found nothing of; requirements are listed one by one.
NOTHING_FOUND: Mapping[Check, str] = {
    offered.in_force: "every option is in effect on the table's day and in its edition",
    offered.edition_in_effect: "the edition is in effect on the table's day",
    offered.excluded_together: "no two options are kept apart by a paragraph",
    offered.doubtful_together: "no two options leave a doubt whether they may be offered together",
    offered.elsewhere: "no rule of the base game is one that only other places have",
    offered.unsettled: "every option is settled by a text that is held, or required by another option",
    offered.without_effect: "every switch of the licensee has an effect",
    offered.required_by_ended_text: "no text has ended by which the table must have something for what is in effect",
    offered.authorities_without_effect: "every statement of the licensee on a rule supports something at the table",
    cards.resplit_aces: "aces may be split again only where other pairs may",
    limits.without_effect: "every posted limit has an effect and can be met",
    limits.made_with: "coupons and spoken wagers are taken only where the wager's section accepts them",
    layout.replaced: "no inscription stands that another replaces",
    layout.contradicted: "no inscription contradicts the table",
}
SIGNATURES = ("Prepared by", "Reviewed for the licensee by", "Received by")
SIGNED_WITH = ("name and position", "signature", "date")


@dataclass(frozen=True, kw_only=True)
class PassedNeed:
    """A requirement that was checked and is met; by default where the file does not state it."""

    what: str
    cite: str
    standing: str
    states: str


@dataclass(frozen=True, kw_only=True)
class Filing:
    """All that a filing says, before it is typeset or written as HTML."""

    head: DocumentHead
    status: str  # lawful, not shown or unlawful
    verdict: str
    facts: tuple[tuple[str, str], ...]
    posted: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # what each sign posts, line by line
    findings: tuple[tuple[str, str, str, str], ...]  # what it amounts to, line, message, paragraph
    passed: tuple[tuple[str, tuple[PassedNeed, ...]], ...]
    nothing_found: tuple[str, ...]
    readings: tuple[tuple[str, str, str], ...]  # number, what it decides, how this table takes it
    not_stated: tuple[str, ...]
    by_default: tuple[str, ...]
    unrecognized: tuple[str, ...]

    def content(self) -> dict[str, Any]:
        """Return what the filing says as JSON values."""
        values = asdict(self)
        del values["head"]
        return {**values, "signatures": SIGNATURES, "signed_with": SIGNED_WITH}


def filing(table: TableConfig, digest: str | None = None) -> Filing:
    """Return the filing of a table; the digest is that of the bytes of its file, where it was read from one."""
    findings = check(table)
    met = [need_of(table, each) for each in requirements_of(table) if not each.breaches]
    return Filing(
        head=document_head(table, TITLE),
        status=status_of(findings).value,
        verdict=f"Table {headline(table, findings)}.",
        facts=tuple(_facts(table, digest)),
        posted=tuple(
            (each.posting.heading, each.posting.lines) for each in signs(table) if each.kind in (LIMITS, ODDS)
        ),
        findings=tuple(_row(table, each) for each in findings if each.kind is not FindingKind.NOT_STATED),
        passed=tuple((HEADINGS[kind], tuple(map(_passed, each))) for kind, each in groupby(met, lambda one: one.kind)),
        nothing_found=tuple(
            NOTHING_FOUND[one] for one in CHECKS if one is not compliance.unmet and not any(one(table))
        ),
        readings=tuple(_readings(table, findings)),
        not_stated=not_stated(table),
        by_default=tuple(dict.fromkeys(need.states or need.what for need in met if _is_default(need))),
        unrecognized=unrecognized_items(table),
    )


def filing_document(report: Filing) -> PaperDocument:
    """Return a filing as a document."""
    return PaperDocument(template="filing.typ", head=report.head, content=report.content())


def _facts(table: TableConfig, digest: str | None) -> Iterator[tuple[str, str]]:
    """Yield what was filed: the table, its file with a digest of its bytes, and how it differs from it."""
    yield "Licensee", table.licensee or "not stated"
    yield "Table", table.table
    yield "Game", table.game.name
    yield "Decks and seats", f"{table.decks} and {table.seats}"
    yield "Optional wagers", ", ".join(offer.wager.name for offer in table.offers) or "none"
    yield "Edition of the rules", table.law.value
    yield DATE_ASKED, str(table.day)
    yield NEWEST_TEXT, str(table.newest_text)
    for stated in table.authorities:
        yield "Statement of the licensee", stated.words
    yield "Table file", Path(table.file).name
    if digest is not None:
        yield "SHA-256 of the file", digest
    for change in table.changes:
        yield "Changed from the file", change


def file_digest(file: str) -> str | None:
    """Return the SHA-256 of the bytes of a table file; None for standard input, and where it cannot be read again."""
    if file == STANDARD_INPUT:
        return None
    try:
        return hashlib.sha256(Path(located(file)[1]).read_bytes()).hexdigest()
    except OSError:
        return None


def _row(table: TableConfig, finding: Finding) -> tuple[str, str, str, str]:
    reading = f", reading {finding.reading}" if finding.reading else ""
    line = str(finding.line) if finding.line else ""
    return finding.mark, line, in_edition(finding.statement, table.law), f"{finding.cite}{reading}"


def _passed(need: TableNeed) -> PassedNeed:
    says = f": {listed(need.says)}" if need.says else ""
    reading = f", reading {need.reading}" if need.reading else ""
    states = need.states or need.stated
    return PassedNeed(
        what=need.what + says,
        cite=need.cite + reading,
        standing=need.standing,
        states=f"{states} (default)" if _is_default(need) else states,
    )


def _is_default(need: TableNeed) -> bool:
    return need.stated == StatedAs.NOT_STATED.value


def _readings(table: TableConfig, findings: tuple[Finding, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield the Readings that a table relies on and those that its findings rest on, with the side it takes."""
    followed = {each.reading.number: each for each in readings_followed(table)}
    numbers = {each.reading for each in findings} | {each.number for each in readings_relied_on(table)}
    for number in sorted(each for each in numbers if each is not None):
        reading: Reading = READINGS[number]
        taken = f"{followed[number].switch} = {followed[number].chosen}" if number in followed else ""
        yield str(number), in_edition(f"{reading.problem} {reading.choice}", table.law), taken
