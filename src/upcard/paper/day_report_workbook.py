"""The reports of a gaming day as a workbook: a sheet for each section, with sums and differences as formulas."""

from collections.abc import Iterator, Sequence
from datetime import date

from upcard.paper.day_report_pages import report_facts, reports_title
from upcard.paper.workbook import Formula, SheetCell, WorkbookSheet, texts, workbook
from upcard.pit.reports.report import (
    COUNT,
    MONEY,
    NO_ACTIVITY,
    SHARE,
    TEXT,
    Cell,
    DayReport,
    ReportColumn,
    ReportSection,
)

Row = tuple[SheetCell, ...]
LOOKS = {MONEY: "money", COUNT: "count", SHARE: "percent", TEXT: "text"}
WIDTH = 16


def day_reports_workbook(reports: Sequence[DayReport]) -> bytes:
    """Return reports of one gaming day as the bytes of a workbook."""
    sheets = [sheet for report in reports for sheet in _sheets(report)]
    first = reports[0]
    return workbook(
        sheets,
        title=reports_title(reports),
        subject=f"{first.licensee}, gaming day {first.day}",
        made=date.fromisoformat(first.made[:10]),
    )


def _sheets(report: DayReport) -> Iterator[WorkbookSheet]:
    heading: tuple[Row, ...] = (
        texts(report.title, look="title"),
        *(texts(name, value) for name, value in report_facts(report)),
        (),
    )
    for section in report.sections:
        rows = (*heading, *_rows(section, len(heading)))
        widths = (28, *[WIDTH] * max(len(section.columns) - 1, 1))
        yield WorkbookSheet(name=section.title, rows=rows, widths=widths)
    lines: list[Row] = [*heading, texts("What must agree", "One amount", "The other", "Difference", look="head")]
    for line in report.reconciliation:
        row = len(lines) + 1
        one, other = line.one / 100, line.other / 100
        difference = Formula(text=f"=B{row}-C{row}", value=one - other)
        amounts = (SheetCell(value=one, look="money"), SheetCell(value=other, look="money"))
        lines.append((*texts(line.what), *amounts, SheetCell(value=difference, look="money")))
    yield WorkbookSheet(name=f"{report.title}, reconciled", rows=tuple(lines), widths=(80, WIDTH, WIDTH, WIDTH))


def _rows(section: ReportSection, above: int) -> Iterator[Row]:
    yield texts(section.title, look="bold")
    yield texts(*(column.title for column in section.columns), look="head")
    if not section.lines:
        yield texts(NO_ACTIVITY)
        return
    for line in section.lines:
        yield tuple(_cell(column, value) for column, value in zip(section.columns, line, strict=True))
    first = above + 3
    yield tuple(_sum(section, place, first) for place in range(len(section.columns)))
    if section.remark:
        yield texts(section.remark, look="note")


def _cell(column: ReportColumn, value: Cell) -> SheetCell:
    if value is None or isinstance(value, str):
        return SheetCell(value=value)
    return SheetCell(value=int(value) / 100 if column.kind == MONEY else value, look=LOOKS[column.kind])


def _sum(section: ReportSection, place: int, first: int) -> SheetCell:
    """Return the sum of a column of amounts; of a band that chance explains there is none."""
    column = section.columns[place]
    if place == 0:
        return SheetCell(value="All", look="bold")
    if column.kind != MONEY or column.key.startswith(("low", "high")):
        return SheetCell(value=None)
    letter = _letter(place)
    amounts = [int(line[place] or 0) for line in section.lines]
    formula = f"=SUM({letter}{first}:{letter}{first + len(amounts) - 1})"
    return SheetCell(value=Formula(text=formula, value=sum(amounts) / 100), look="money")


def _letter(place: int) -> str:
    """Return the name of a column, of which there are no more than letters."""
    return chr(ord("A") + place)
