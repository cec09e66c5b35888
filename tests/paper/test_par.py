"""upcard par: one value, and its PDF, workbook and JSON, each made again byte for byte."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.command import ROOT, misused, upcard, within
from tests.paper.par_checks import document_of, require_figures, rows_fill_their_columns, sheet_of, squeezed, text_of
from tests.tables import TODAY
from upcard import disk_cache
from upcard.api.days import asked
from upcard.api.mathematics import price
from upcard.api.table import config_of, load
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.paper.par_build import StatedPlay
from upcard.paper.par_sheet import ParSheet
from upcard.paper.par_workbook import par_workbook
from upcard.paper.verify_file import first_difference, par_file
from upcard.results.result import is_exact, restored, stored

TABLE = load(ROOT / "tables" / "buster.toml")
UNLAWFUL_FILE = str(ROOT / "tables" / "unlawful" / "one-deck-in-between.toml")
UNLAWFUL = load(UNLAWFUL_FILE)
KINDS = (".pdf", ".xlsx", ".json")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder to work in, with a cache, so that a sheet is computed once."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def test_the_sheet_is_read_back_from_disk_as_it_was() -> None:
    sheet = sheet_of(TABLE)
    again = restored(ParSheet, json.loads(json.dumps(stored(sheet))))
    assert again == sheet
    assert again.to_dict() == sheet.to_dict()


def test_the_prices_of_a_sheet_are_those_of_price() -> None:
    prices = price(TABLE).to_dict()["wagers"]
    assert [wager["price"] for wager in sheet_of(TABLE).to_dict()["wagers"]] == prices


def test_every_figure_stands_in_the_text_of_the_pdf() -> None:
    require_figures(text_of(document_of(TABLE)), TABLE)
    rows_fill_their_columns(sheet_of(TABLE))


def test_contributions_add_up_to_the_return() -> None:
    for wager in sheet_of(TABLE).wagers:
        if is_exact(wager.return_):
            assert sum(line.return_ for line in wager.lines if line.return_ is not None) == wager.return_
        assert wager.return_ + wager.price.house_advantage == 1


def test_the_volatility_index_is_z_times_the_standard_deviation() -> None:
    for wager in sheet_of(TABLE).wagers:
        assert [round(each.z, 3) for each in wager.volatility] == [1.645, 1.960, 2.576]
        for each in wager.volatility:
            assert each.index == each.z * wager.price.standard_deviation
        for bounds in wager.bounds:
            (z,) = (each.index for each in wager.volatility if each.level == bounds.level)
            width = 100 * z / bounds.rounds**0.5
            assert bounds.normal[1] - bounds.normal[0] == pytest.approx(2 * width)


def test_bounds_are_marked_where_fewer_than_ten_top_awards_are_expected() -> None:
    wager = sheet_of(TABLE).wagers[2]
    assert wager.top_award is not None
    marks = {each.rounds: each.too_rare for each in wager.bounds}
    assert marks == {1000: True, 10_000: True, 100_000: True, 1_000_000: False, 10_000_000: False}
    assert 1_000_000 / wager.top_award.one_in > 10 > 100_000 / wager.top_award.one_in


def test_hold_is_not_edge() -> None:
    """A 5% edge, $5 wagers, 80 rounds and a buy-in of $100 hold 20%."""
    sheet = sheet_of(load("in-between"), StatedPlay(rounds=80, amount=Cents(500), buy_in=Cents(10_000)))
    hold = sheet.play.holds[1]
    edge = sheet.wagers[2].price.house_advantage
    assert is_exact(hold.hold)
    assert hold.hold == edge * 80 * 5 / 100  # of 5%: 20%
    assert sheet.play.win == pytest.approx(sum(each.win for each in sheet.play.holds))


def test_exact_and_simulated_agree() -> None:
    sheet = sheet_of(TABLE)
    assert sheet.simulation is not None
    assert (sheet.simulation.rounds, sheet.simulation.seed) == (10_000_000, 1)
    for wager in sheet.wagers:
        for each in wager.simulated:
            assert each.z is not None
            assert abs(each.z) < 4.5
        assert all(line.z is None or abs(line.z) < 4.5 for line in wager.lines)
        assert sum(line.count or 0 for line in wager.lines) == wager.simulated[0].made


def test_an_outcome_counted_too_rarely_has_an_exact_interval_in_place_of_z() -> None:
    table = load("free-bet")
    sheet = sheet_of(table)
    text = squeezed("".join(text_of(document_of(table))))
    rows = [[cell.value for cell in row] for each in load_workbook(BytesIO(par_workbook(sheet))) for row in each.rows]
    rare = [line for wager in sheet.wagers for line in wager.lines if line.one_in and (line.count or 0) < 25]
    assert rare
    for line in rare:
        assert line.interval
        assert (line.z, line.interval_method) == (None, "exact (Clopper-Pearson)")
        assert line.interval[0] < 1 / line.one_in < line.interval[1]  # type: ignore[operator]  # not None: above
        low, high = (f"{bound:.3g}".replace("-", "\u2212") for bound in line.interval)
        assert squeezed(f"{line.outcome}, {low} to {high}") in text
        assert any(row[0] == line.outcome and "exact (Clopper-Pearson)" in row for row in rows)
    assert squeezed("exact (Clopper-Pearson) 95% interval of its probability") in text


def test_top_awards_are_held_against_one_in_a_hundred_million() -> None:
    tops = {wager.key: wager.top_award for wager in sheet_of(TABLE).wagers}
    assert all(top is not None and top.meets for top in tops.values())
    text = squeezed("".join(text_of(document_of(TABLE))))
    assert "83,715.3" in text


def test_the_dates_are_the_one_asked_about_and_that_of_the_newest_text() -> None:
    sheet = sheet_of(TABLE)
    assert (sheet.date, sheet.newest_text) == (str(TODAY), "2016-01-11")
    dated = TABLE.with_(date=date(2017, 3, 4))
    assert sheet_of(dated).date == "2017-03-04"


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_is_made_twice_and_anywhere_with_the_same_bytes(kind: str, kept: Path) -> None:
    other = kept / "other folder"
    other.mkdir()
    (other / "buster.toml").write_bytes((ROOT / "tables" / "buster.toml").read_bytes())
    assert within("par", "buster.toml", "-o", f"par{kind}", cwd=other).code == 0
    assert within("par", "buster", "-o", f"par{kind}", cwd=kept).code == 0
    assert (other / f"par{kind}").read_bytes() == (kept / f"par{kind}").read_bytes()
    assert (kept / f"par{kind}").read_bytes() == par_file(asked(config_of(TABLE)), sheet_of(TABLE), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_is_verified_and_the_first_difference_named(kind: str, kept: Path) -> None:
    config, sheet = asked(config_of(TABLE)), sheet_of(TABLE)
    file = kept / f"par{kind}"
    file.write_bytes(par_file(config, sheet, kind))
    assert first_difference(config, sheet, file) is None
    wager = sheet.wagers[2]
    changed = replace(wager, price=replace(wager.price, standard_deviation=1.23456))
    other = replace(sheet, wagers=(*sheet.wagers[:2], changed))
    difference = first_difference(config, other, file)
    assert difference is not None
    assert "1.23456" in difference
    assert "1.991" in difference


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read_is_named(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"par{kind}").write_bytes(b"nothing of the kind")
    with pytest.raises(Misuse, match="can be read"):
        first_difference(asked(config_of(TABLE)), sheet_of(TABLE), tmp_path / f"par{kind}")


def test_verify_names_the_difference_and_has_exit_code_1(kept: Path) -> None:
    assert within("par", "buster", "-o", "par.json", cwd=kept).code == 0
    assert within("par", "buster", "--verify", "par.json", cwd=kept).code == 0
    done = within("par", "buster", "--set", "seats=5", "--verify", "par.json", cwd=kept)
    assert done.code == 1
    assert 'set[0]: nothing in the file, "seats=5" when made again' in done.out
    (kept / "five.toml").write_text(TABLE.with_(seats=5).to_toml())
    done = within("par", "five.toml", "--verify", "par.json", cwd=kept)
    assert 'configuration[2].value: "6" in the file, "5" when made again' in done.out
    answer = json.loads(within("par", "buster", "--verify", "par.json", "--json", cwd=kept).out)
    assert answer["verified"] is True
    assert answer["fingerprint"] == sheet_of(TABLE).fingerprint


@pytest.mark.parametrize("kind", [".pdf", ".json"])
def test_verify_computes_the_sheet_again_whatever_the_cache_holds(kind: str, kept: Path) -> None:
    """A sheet made from a cache that somebody edited is not vouched for by the same cache."""
    assert within("par", "blackjack", "-o", f"par{kind}", cwd=kept).code == 0
    (entry,) = (file for file in (kept.parent / "cache").glob("*.json") if b'"par": 1' in file.read_bytes())
    sheet = json.loads(entry.read_bytes().partition(b"\n")[2])
    sheet["wagers"][0]["price"]["standard_deviation"] = 1.23456
    disk_cache.write(entry.stem, sheet)
    assert within("par", "blackjack", "-o", f"edited{kind}", cwd=kept).code == 0
    for file, code in ((f"par{kind}", 0), (f"edited{kind}", 1)):
        done = within("par", "blackjack", "--verify", file, cwd=kept)
        assert done.code == code, done.out
    assert "1.23456" in done.out


@pytest.mark.parametrize("kind", KINDS)
def test_the_fingerprint_stands_in_every_format(kind: str) -> None:
    sheet = sheet_of(TABLE)
    data = par_file(asked(config_of(TABLE)), sheet, kind)
    if kind == ".xlsx":
        assert load_workbook(BytesIO(data))["Summary"]["B10"].value == sheet.fingerprint
    else:
        pages = text_of(data) if kind == ".pdf" else [data.decode()]
        assert all(sheet.fingerprint in squeezed(page) for page in pages)


def test_totals_of_the_workbook_are_formulas_with_their_values() -> None:
    data = par_workbook(sheet_of(TABLE))
    formulas, values = load_workbook(BytesIO(data)), load_workbook(BytesIO(data), data_only=True)
    sheet, shown = formulas["buster"], values["buster"]
    assert sheet["B2"].value == "=-F17"
    assert shown["B2"].value == pytest.approx(0.0542297, abs=1e-7)
    assert sheet["G17"].value == "=SUM(G10:G16)"
    assert shown["D17"].value == pytest.approx(1)
    cells = [cell for each in formulas for row in each.iter_rows() for cell in row]
    assert sum(str(cell.value).startswith("=") for cell in cells) > 100
    for cell in cells:
        if str(cell.value).startswith("="):
            assert isinstance(values[cell.parent.title][cell.coordinate].value, float | int)


def test_a_table_with_violations_says_so_across_each_page_and_lists_them() -> None:
    sheet = sheet_of(UNLAWFUL)
    assert not sheet.lawful
    pages = text_of(document_of(UNLAWFUL))
    assert all("Not lawful as configured" in page for page in pages)
    text = squeezed("".join(pages))
    for finding in sheet.findings:
        assert squeezed(finding.message) in text
    book = load_workbook(BytesIO(par_workbook(sheet)))
    for each in book:
        assert any(cell.value == "Not lawful as configured" for cell in each[1]), each.title


def test_an_unlawful_table_has_exit_code_1(kept: Path) -> None:
    done = within("par", UNLAWFUL_FILE, "-o", "par.json", cwd=kept)
    assert done.code == 1
    assert "not lawful as configured" in done.err


def test_what_cannot_be_made_is_one_clear_line_and_leaves_no_file(tmp_path: Path) -> None:
    for words, said in (
        (("-o", "none/par.pdf"), "none"),
        (("-o", "par.doc"), ".pdf, .xlsx or .json"),
        (("-o", "/dev/full/par.pdf"), "you may not write"),
        (("--verify", "none.pdf"), "cannot be read"),
        (("--verify", "par.txt"), "ends in"),
        (("-o", "par.pdf", "--verify", "par.pdf"), "not both"),
        (("--rounds", "0"), "--rounds"),
        (("--buy-in", "x"), "--buy-in"),
    ):
        done = within("par", "blackjack", *words, cwd=tmp_path)
        assert done.code == 2, words
        assert said in done.err
        assert len(done.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_pdf_is_one_clear_line(kept: Path) -> None:
    (kept / "junk.pdf").write_text("hello")
    done = upcard("par", "blackjack", "--verify", "junk.pdf", cwd=kept)
    assert (done.code, done.err) == (2, "upcard: --verify: junk.pdf is no PDF file that can be read\n")


def test_a_disk_without_space_leaves_the_older_file(kept: Path) -> None:
    (kept / "par.pdf").write_text("older")
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); sys.argv[0] = 'upcard'"
    limited += "; import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); import upcard.cli; upcard.cli.main()"
    words = ("par", "blackjack", "-o", "par.pdf")
    done = subprocess.run([sys.executable, "-c", limited, *words], cwd=kept, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "upcard: -o: par.pdf cannot be written: File too large\n"
    assert [file.name for file in kept.iterdir()] == ["par.pdf"]
    assert (kept / "par.pdf").read_text() == "older"


def test_a_table_that_cannot_be_priced_is_named() -> None:
    assert "nothing is posted" in misused("par", "tables/unlawful/nothing-posted.toml")


def test_the_summary_fits_80_columns() -> None:
    done = within("par", "over-under-13")
    assert done.code == 0
    assert "under 13" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
