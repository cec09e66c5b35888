"""The PAR sheet of every table that comes with upcard: both standards, every figure, the same bytes, in time."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.command import ROOT
from tests.paper.par_checks import require_figures, rows_fill_their_columns, sheet_of, text_of
from upcard.api.table import load
from upcard.table import shipped_tables

TABLES = sorted(table.name for table in shipped_tables())
UNLAWFUL = sorted(path for path in (ROOT / "tables" / "unlawful").glob("*.toml") if path.stem != "nothing-posted")
COLD, WARM = 5.0, 0.3  # seconds of processor time, which a loaded machine changes a little: the best of four


def made(table: str, file: str, folder: Path, cache: Path) -> float:
    """Make a PAR sheet in a process of its own; return the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "upcard", "par", table, "-o", file],
        cwd=folder,
        env={**os.environ, "UPCARD_CACHE": str(cache)},
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("table", TABLES)
def test_a_sheet_has_every_figure_and_is_the_same_anywhere_in_time(table: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    assert made(table, "par.pdf", one, tmp_path / "cache") < COLD
    assert min(made(table, "warm.pdf", one, tmp_path / "cache") for _ in range(4)) < WARM
    copy = other / f"{table}.toml"
    copy.write_bytes((ROOT / "src" / "upcard" / "tables" / f"{table}.toml").read_bytes())
    made(f"./{table}.toml", "par.pdf", other, other / "cache")
    data = (one / "par.pdf").read_bytes()
    assert data == (one / "warm.pdf").read_bytes() == (other / "par.pdf").read_bytes()
    metadata = PdfReader(one / "par.pdf").xmp_metadata
    assert metadata is not None
    xml = metadata.stream.get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in xml
    assert "<pdfuaid:part>1</pdfuaid:part>" in xml
    require_figures(text_of(data), load(table))
    rows_fill_their_columns(sheet_of(load(table)))
    for page in PdfReader(one / "par.pdf").pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]  # a page of a PDF
            (descendant,) = font.get_object().get("/DescendantFonts", [font])
            descriptor = descendant.get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


@pytest.mark.parametrize("path", UNLAWFUL, ids=lambda path: path.stem)
def test_a_table_with_violations_says_so_on_every_page(path: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "upcard", "par", str(path), "-o", "par.pdf"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    if done.returncode == 2:  # a table that cannot be priced
        assert not (tmp_path / "par.pdf").exists()
        assert len(done.stderr.splitlines()) == 1
        return
    assert done.returncode == 1
    assert all("Not lawful as configured" in page for page in text_of((tmp_path / "par.pdf").read_bytes()))
