"""upcard journal report -o: the reports of a gaming day as PDF and workbook, with how they reconcile."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.audit.session import recorded
from tests.command import within
from tests.paper.par_checks import squeezed, text_of
from upcard.money import format_money, read_plain_money

DAY = "2026-07-01"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with a journal in which two rounds were played."""
    place = tmp_path_factory.mktemp("casino")
    with recorded(place / "journal.db") as house:
        house.open()
        house.seat()
        house.play(rounds=2)
        yield place


def printed(amount: str) -> str:
    """Return an amount as a page has it; a name as it is."""
    return format_money(read_plain_money(amount)) if re.fullmatch(r"-?\d+\.\d\d", amount) else amount


@pytest.mark.asked("58 Pa. 811a.9, pages")
def test_a_pdf_has_every_title_figure_and_reconciliation(folder: Path) -> None:
    done = within("journal", "report", "journal.db", DAY, "-o", "day.pdf", cwd=folder)
    assert done.code == 0, done.err
    assert done.out == f"day.pdf: 5 reports of {DAY}\n"
    pages = text_of((folder / "day.pdf").read_bytes())
    text = squeezed("".join(pages))
    answer = json.loads(within("journal", "report", "journal.db", DAY, "--json", cwd=folder).out)
    for report in answer["reports"].values():
        for part in ("title", "licensee", "journal"):
            assert squeezed(report[part]) in text, part
        for part in ("from", "to"):
            assert squeezed(report[part][:19].replace("T", "") + "UTC") in text, part
        for line in report["reconciliation"]:
            assert squeezed(line["what"]) in text
            assert line["agrees"]
    for line in answer["reports"]["win"]["tables"]:
        for key in ("table", "opening", "fills", "drop", "closing", "win"):
            assert printed(line[key]) in text, key
    assert "Filters none" in " ".join("".join(pages).split())
    for number, page in enumerate(pages, 1):
        assert f"page{number}of{len(pages)}" in squeezed(page)
        assert re.search(r"upcard\d+\.\d+", squeezed(page))


def test_a_workbook_has_sums_as_formulas_with_their_values(folder: Path) -> None:
    assert within("journal", "report", "journal.db", DAY, "--kind", "win", "-o", "day.xlsx", cwd=folder).code == 0
    data = (folder / "day.xlsx").read_bytes()
    formulas, values = load_workbook(BytesIO(data)), load_workbook(BytesIO(data), data_only=True)
    assert formulas.sheetnames[-1] == "Daily win, drop and hold, recon"
    checked = 0
    for sheet in formulas:
        for row in sheet.iter_rows():
            for cell in row:
                if str(cell.value).startswith("=SUM"):
                    first, last = re.findall(r"\d+", str(cell.value))
                    column = values[sheet.title][re.sub(r"\d", "", cell.coordinate)]
                    parts = [part.value or 0 for part in column[int(first) - 1 : int(last)]]
                    assert values[sheet.title][cell.coordinate].value == pytest.approx(sum(parts))
                    checked += 1
    assert checked >= 6
    differences = [row[3].value for row in values[formulas.sheetnames[-1]].iter_rows() if row[0].value and row[3].value]
    assert differences == ["Difference"]  # every other one is zero


def test_every_format_is_written_and_another_refused(folder: Path) -> None:
    for suffix in ("csv", "json"):
        assert within("journal", "report", "journal.db", DAY, "-o", f"day.{suffix}", cwd=folder).code == 0
    assert (folder / "day.csv").read_text().startswith("section,table,rounds")
    assert json.loads((folder / "day.json").read_text())["reconciles"] is True
    done = within("journal", "report", "journal.db", DAY, "-o", "day.doc", cwd=folder)
    assert done.code == 2
    assert ".pdf, .xlsx, .csv or .json" in done.err
    assert not (folder / "day.doc").exists()


def test_a_day_without_activity_has_its_reports_too(folder: Path) -> None:
    assert within("journal", "report", "journal.db", "2020-01-01", "-o", "none.pdf", cwd=folder).code == 0
    assert "No Activity" in "".join(text_of((folder / "none.pdf").read_bytes()))
    assert within("journal", "report", "journal.db", "2020-01-01", "-o", "none.xlsx", cwd=folder).code == 0
