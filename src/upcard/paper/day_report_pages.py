"""The reports of a gaming day in print: every section as a table, what they were made from, and how they reconcile."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import date

from upcard.money import format_money
from upcard.paper.document_head import DocumentHead
from upcard.paper.figures import NONE, utc_text
from upcard.paper.sections import (
    SECTIONS_TEMPLATE,
    FactsBlock,
    SheetBlock,
    SheetColumn,
    SheetSection,
    TableBlock,
    TextBlock,
    sections_content,
)
from upcard.paper.typst_document import PaperDocument
from upcard.pit.reports.report import NO_ACTIVITY, TEXT, Cell, DayReport, ReportColumn, ReportSection

SEVERAL = "Reports of a gaming day"


def reports_title(reports: Sequence[DayReport]) -> str:
    """Return the title of one report, or of several together."""
    return reports[0].title if len(reports) == 1 else SEVERAL


def day_reports_document(reports: Sequence[DayReport]) -> PaperDocument:
    """Return reports of one gaming day as a document to be typeset."""
    first = reports[0]
    sections = [section for number, report in enumerate(reports) for section in _sections(report, first=not number)]
    values = json.dumps([report.to_dict() for report in reports], sort_keys=True)
    begins, ends = map(utc_text, first.period)
    dated = f"Gaming day {first.day}, {begins} to {ends}. Made {utc_text(first.made)}."
    return PaperDocument(
        template=SECTIONS_TEMPLATE,
        head=DocumentHead(
            title=reports_title(reports),
            subject=f"{first.licensee or 'No licensee'} · gaming day {first.day}",
            date=date.fromisoformat(first.made[:10]),
            dated=f"made {first.made[:10]}",
            under=f"journal {first.journal}, up to row {first.position:,}",
            fingerprint=hashlib.sha256(values.encode()).hexdigest(),
        ),
        content={**sections_content(sections), "dated": dated},
    )


def _sections(report: DayReport, *, first: bool) -> Iterator[SheetSection]:
    facts = FactsBlock(facts=report_facts(report), columns=2)
    opening: tuple[SheetBlock, ...] = (facts,)
    yield SheetSection(title=report.title, blocks=opening, new_page=not first)
    for section in report.sections:
        yield SheetSection(title=section.title, blocks=tuple(_blocks(section)))
    columns = (
        SheetColumn("What must agree", "left", 1),
        SheetColumn("One amount"),
        SheetColumn("The other"),
        SheetColumn("Agrees", "left"),
    )
    rows = tuple(
        (line.what, format_money(line.one), format_money(line.other), "agrees" if line.agrees else "DIFFERS")
        for line in report.reconciliation
    )
    blocks: tuple[SheetBlock, ...] = (
        (TableBlock(columns=columns, rows=rows),) if rows else (TextBlock(text=NO_ACTIVITY),)
    )
    yield SheetSection(title="Reconciliation", blocks=blocks)


def report_facts(report: DayReport) -> tuple[tuple[str, str], ...]:
    """Return what a report was made from and when, by name."""
    return (
        ("Licensee", report.licensee or "none stated"),
        ("Gaming day", report.day),
        ("From", utc_text(report.period[0])),
        ("To", utc_text(report.period[1])),
        ("Made", utc_text(report.made)),
        ("Version", f"upcard {report.version}"),
        ("Journal", report.journal),
        ("Up to row", f"{report.position:,}"),
        ("Filters", ", ".join(report.filters) or "none"),
        ("Reconciles", "yes" if report.reconciles else "NO"),
    )


def _blocks(section: ReportSection) -> Iterator[SheetBlock]:
    if not section.lines:
        yield TextBlock(text=NO_ACTIVITY)
        return
    columns = tuple(SheetColumn(each.title, "left" if each.kind == TEXT else "right") for each in section.columns)
    rows = tuple(
        tuple(_shown(column, value) for column, value in zip(section.columns, line, strict=True))
        for line in section.lines
    )
    yield TableBlock(columns=columns, rows=rows, note=section.remark)


def _shown(column: ReportColumn, value: Cell) -> str:
    return NONE if value is None else column.shown(value)
