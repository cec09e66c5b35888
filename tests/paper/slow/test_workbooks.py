"""Every formula of every workbook, of PAR sheets and of a gaming day, computed again by LibreOffice: to 1e-12."""

import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.audit.session import recorded
from tests.command import within
from tests.paper.par_checks import sheet_of
from upcard.api.table import load
from upcard.paper.par_workbook import par_workbook
from upcard.table import shipped_tables

TABLES = sorted(table.name for table in shipped_tables())


def recomputed(files: list[Path], folder: Path) -> None:
    """Have LibreOffice read workbooks, compute every formula and write them into a folder."""
    program = shutil.which("soffice")
    assert program, "LibreOffice is not installed: apt-get install --no-install-recommends libreoffice-calc"
    words = [program, f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to", "xlsx"]
    subprocess.run([*words, "--outdir", str(folder), *map(str, files)], check=True, capture_output=True, timeout=600)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    made, again = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("again")
    for table in TABLES:
        # Without the values of the formulas nothing but a computation can bring them back.
        (made / f"{table}.xlsx").write_bytes(par_workbook(sheet_of(load(table))))
        book = load_workbook(made / f"{table}.xlsx")
        (made / "bare").mkdir(exist_ok=True)
        book.save(made / "bare" / f"{table}.xlsx")
    recomputed(sorted((made / "bare").glob("*.xlsx")), again)
    return made, again


def test_every_formula_of_a_gaming_day_computes_to_its_value(tmp_path: Path) -> None:
    made, again = tmp_path / "made", tmp_path / "again"
    made.mkdir()
    with recorded(made / "journal.db") as house:
        house.open()
        house.seat()
        house.play(rounds=20)
        words = ("journal", "report", "journal.db", "2026-07-01", "-o", "day.xlsx")
        assert within(*words, cwd=made).code == 0
    (made / "bare").mkdir()
    load_workbook(made / "day.xlsx").save(made / "bare" / "day.xlsx")
    recomputed([made / "bare" / "day.xlsx"], again)
    assert formulas_compared("day", made, again) > 20


@pytest.mark.parametrize("table", TABLES)
def test_every_formula_computes_to_its_value(table: str, books: tuple[Path, Path]) -> None:
    assert formulas_compared(table, *books) > 50


def formulas_compared(name: str, made: Path, again: Path) -> int:
    """Compare every formula's value with what LibreOffice has computed; return how many there are."""
    formulas = load_workbook(made / f"{name}.xlsx")
    values, computed = (load_workbook(folder / f"{name}.xlsx", data_only=True) for folder in (made, again))
    compared = 0
    for sheet in formulas:
        for row in sheet.iter_rows():
            for cell in row:
                if str(cell.value).startswith("="):
                    value = values[sheet.title][cell.coordinate].value
                    due = computed[sheet.title][cell.coordinate].value
                    assert isinstance(value, float | int)
                    assert value == pytest.approx(due, rel=1e-12, abs=1e-12), f"{sheet.title} {cell.coordinate}"
                    compared += 1
    return compared
