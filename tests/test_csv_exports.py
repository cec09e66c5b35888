"""Exports as CSV: no spreadsheet takes a text of a person or a file for a formula, and numbers stay numbers."""

import csv
import io
from collections.abc import Callable

import pytest

from upcard.audit.patron_export import StatementLine, statement_csv
from upcard.cli.render import print_csv
from upcard.money import Cents
from upcard.pit.reports.report import TEXT, DayReport, ReportColumn, ReportSection
from upcard.results.rows import RowSet, TabularData

FORMULAS = ('=HYPERLINK("http://x")', "+1+cmd|A0", "-2+3", "@SUM(A1)", "-", "\t=1", "\r=1")
NUMBERS = ("-37.50", "+0.5", "12", "-1e-05", "-1/3")
Export = Callable[[str], str]


def of_a_report(text: str) -> str:
    columns = ReportColumn("Reason", "reason", TEXT), ReportColumn("Sum", "sum")
    section = ReportSection("Notes", "notes", columns, ((text, Cents(-5)),))
    report = DayReport(
        title="",
        licensee="",
        day="",
        period=("", ""),
        made="",
        version="",
        journal="",
        position=1,
        filters=(),
        sections=(section,),
        reconciliation=(),
    )
    return report.to_csv()


def of_a_statement(text: str) -> str:
    line = StatementLine(
        position=1, time="", what="Deposited", table="", reference=text, amount="-0.05", balance="0.00", by=""
    )
    return statement_csv(iter([line]))


def of_a_result(text: str) -> str:
    class Result(TabularData):
        def _row_set(self) -> RowSet:
            return RowSet(columns={"table": str, "sum": float}, values=((text, -0.05),))

    return Result().to_csv()


@pytest.mark.parametrize("export", [of_a_report, of_a_statement, of_a_result])
def test_a_text_that_a_spreadsheet_would_compute_is_exported_as_text(export: Export) -> None:
    for text in FORMULAS:
        cells = [cell for row in csv.reader(io.StringIO(export(text), newline="")) for cell in row]
        assert f"'{text}".replace("\r", "\n") in cells
        assert text not in cells
        assert "-0.05" in cells
    for number in NUMBERS:
        assert number in [cell for row in csv.reader(io.StringIO(export(number))) for cell in row]


def test_the_command_line_exports_formulas_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_csv(("table", "sum"), [("=1+1", -0.05), ("-0.05", None)])
    assert capsys.readouterr().out == "table,sum\n'=1+1,-0.05\n-0.05,\n"
