"""Every formula of every workbook, computed again by LibreOffice, is its value to 1e-12."""

import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

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


@pytest.mark.parametrize("table", TABLES)
def test_every_formula_computes_to_its_value(table: str, books: tuple[Path, Path]) -> None:
    made, again = books
    formulas = load_workbook(made / f"{table}.xlsx")
    values, computed = (load_workbook(folder / f"{table}.xlsx", data_only=True) for folder in (made, again))
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
    assert compared > 50
