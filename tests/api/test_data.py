"""Results as data: rows, CSV, HTML, and the Arrow stream that polars, pyarrow, pandas and nanoarrow read."""

import csv
import io
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import nanoarrow as na  # type: ignore[import-untyped]  # it has no types
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import upcard
from tests.command import ROOT
from upcard.results import rows as rows_module
from upcard.results.rows import RowSet, TabularData

TABLE = ROOT / "tables" / "in-between.toml"
SEAT: dict[str, Any] = {"number": 1, "wagers": {"blackjack": "10.00", "in-between": "5.00"}, "decisions": ["stand"]}
SHOE = "Th 6c 9h Tc 5c"
# A result of each kind.
MAKERS: dict[str, Callable[[upcard.Table], TabularData]] = {
    "findings": lambda _: upcard.check(upcard.load(ROOT / "tables" / "unlawful" / "short-odds.toml")),
    "no findings": lambda _: upcard.check(upcard.load("blackjack")),
    "needs": upcard.needs,
    "search": lambda _: upcard.search("notice"),
    "registry": lambda _: upcard.wagers(),
    "prices": upcard.price,
    "outcomes": lambda table: upcard.price(table).outcomes,
    "sweep": lambda table: upcard.sweep(table, {"wager.in-between.pay_table": "AB"}, decks=(6, 8), only=["in-between"]),
    "strategy": upcard.strategy,
    "simulation": lambda table: upcard.simulate(table, rounds=1000),
    "ruling": lambda table: upcard.deal(table, {"shoe": SHOE, "seat": [SEAT]}),
    "refused ruling": lambda table: upcard.deal(table, {"shoe": SHOE, "seat": [{**SEAT, "decisions": ["split pair"]}]}),
}
RESULTS = tuple(MAKERS)


@cache
def result(name: str) -> TabularData:
    """Return a result of a kind."""
    return MAKERS[name](upcard.load(TABLE))


EMPTY = {"no findings", "refused ruling"}
KINDS: dict[type, tuple[Any, Any]] = {
    str: (pl.String, pa.string()),
    int: (pl.Int64, pa.int64()),
    float: (pl.Float64, pa.float64()),
    bool: (pl.Boolean, pa.bool_()),
}


def test_every_result_in_rows_is_tried() -> None:
    public = {value for value in map(upcard.__dict__.get, upcard.__all__) if isinstance(value, type)}
    public |= {getattr(upcard, name) for name in upcard.__all__ if isinstance(getattr(upcard, name), type)}
    assert {type(result(name)) for name in RESULTS} == {kind for kind in public if issubclass(kind, TabularData)}


@pytest.mark.parametrize("name", RESULTS)
def test_data_frames_take_a_result_with_the_same_values(name: str) -> None:
    given = result(name)
    rows, row_set = given.rows(), given._row_set()
    assert bool(rows) is (name not in EMPTY)
    polars, arrow = pl.DataFrame(given), pa.table(given)
    assert polars.rows(named=True) == rows
    assert arrow.to_pylist() == rows
    assert na.Array(given).to_pylist() == rows
    pandas = cast(Any, pd.DataFrame).from_arrow(given)
    assert list(pandas.columns) == list(row_set.columns)
    assert len(pandas) == len(rows)
    for column, kind in row_set.columns.items():
        assert polars.schema[column] == KINDS[kind][0], column
        assert arrow.schema.field(column).type == KINDS[kind][1], column


@pytest.mark.parametrize("library", ["nanoarrow", "pyarrow", "polars"])
@pytest.mark.parametrize("name", ["no findings", "registry", "prices"])
def test_any_one_arrow_library_is_enough(library: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "_FRAMES", {library: rows_module._FRAMES[library]})
    assert pa.RecordBatchReader.from_stream(result(name)).read_all().to_pylist() == result(name).rows()


def test_without_an_arrow_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "_FRAMES", {"no_such_library": rows_module._FRAMES["pyarrow"]})
    with pytest.raises(ImportError, match=r"an Arrow stream needs the package pyarrow: pip install .*\[all\]"):
        result("prices").__arrow_c_stream__()


@pytest.mark.parametrize("name", RESULTS)
def test_pandas_and_polars_read_a_result_as_it_is_in_flat_rows(name: str) -> None:
    given = result(name)
    rows = given.rows()
    for frame in (pd.DataFrame(cast(Any, given)), given.to_pandas()):
        assert len(frame) == len(rows)
        assert [_plain(row) for row in frame.to_dict("records")] == rows
    assert pl.DataFrame(given).equals(given.to_polars())
    assert given.to_polars().rows(named=True) == rows
    for column, kind in given._row_set().columns.items():
        assert given.to_pandas()[column].dtype == PANDAS_KINDS[kind], column


PANDAS_KINDS = {str: "str", int: "Int64", float: "float64", bool: "boolean"}


def _plain(row: dict[Any, Any]) -> dict[str, Any]:
    return {name: None if pd.isna(value) else value for name, value in row.items()}


def test_a_sweep_of_30_variants_and_3_wagers_has_90_rows_in_pandas() -> None:
    swept = upcard.sweep(
        upcard.load("buster"),
        {"wager.buster.pay_table": "ABC"},
        decks=(4, 5, 6, 7, 8),
        dealer_soft_17=("stand", "draw"),
    )
    frame = pd.DataFrame(cast(Any, swept))
    assert (len(swept), len(frame)) == (30, 90)
    assert set(frame["wager.buster.pay_table"]) == set("ABC")
    assert frame["house_advantage"].dtype == "float64"


@pytest.mark.parametrize(("library", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_without_the_library_of_a_data_frame_the_error_names_it(
    library: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"{method}\(\) needs {library}: pip install {library}"):
        getattr(result("prices"), method)()


def test_no_arrow_library_is_imported_before_it_is_needed() -> None:
    source = Path(import_module("upcard").__file__ or "").parent
    for library in ("nanoarrow", "pyarrow", "polars", "pandas"):
        assert [path for path in source.rglob("*.py") if f"import {library}" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("name", RESULTS)
def test_csv_has_the_same_values_as_the_rows(name: str, tmp_path: Path) -> None:
    text = result(name).to_csv(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == text
    read = list(csv.DictReader(io.StringIO(text)))
    rows = [{key: "" if value is None else str(value) for key, value in row.items()} for row in result(name).rows()]
    assert read == rows
    assert text.split("\n", 1)[0] == ",".join(result(name)._row_set().columns)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_one_line_and_an_html_table(name: str) -> None:
    given = result(name)
    assert "\n" not in repr(given)
    html = given._repr_html_()
    assert html.startswith("<table><caption>&lt;")
    assert html.count("<tr>") >= 1 + (name not in EMPTY)


def test_html_escapes_what_a_file_says() -> None:
    class Sly(TabularData):
        def _row_set(self) -> RowSet:
            return RowSet(columns={"<th>": str}, values=[["<script>alert(1)</script>"], [None]])

        def __repr__(self) -> str:
            return "<&>"

    html = Sly()._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<caption>&lt;&amp;&gt;</caption>" in html
    assert "<th>&lt;th&gt;</th>" in html
    table = upcard.load(ROOT / "tables" / "in-between.toml").with_(table="<script>")
    for given in (upcard.check(table), upcard.price(table), upcard.strategy(table)):
        assert "<script>" not in given._repr_html_()


def test_fractions_are_text_beside_a_float() -> None:
    prices = upcard.price(upcard.load(ROOT / "tables" / "in-between.toml"))
    rows = {row["wager"]: row for row in result("prices").rows()}
    for name, price in prices.items():
        for figure in ("house_advantage", "hit_frequency", "variance"):
            terms = rows[name][f"{figure}_numerator"], rows[name][f"{figure}_denominator"]
            exact: Fraction = getattr(price, figure)
            assert rows[name][figure] == float(exact)
            assert terms == ((str(exact.numerator), str(exact.denominator)) if price.exact else (None, None))
    assert rows["in-between"]["house_advantage_numerator"] == "33954"
    assert rows["blackjack"]["house_advantage_numerator"] is None  # computed in double precision
    outcomes = pl.DataFrame(result("outcomes")).filter(pl.col("wager") == "in-between")
    parts = zip(outcomes["probability_numerator"], outcomes["probability_denominator"], strict=True)
    assert sum((Fraction(int(over), int(under)) for over, under in parts), Fraction(0)) == 1


def test_a_sweep_has_a_column_of_its_own_kind_for_each_key() -> None:
    frame = pl.DataFrame(result("sweep"))
    assert frame.height == 4
    assert dict(zip(frame.columns, frame.dtypes, strict=True))["wager.in-between.pay_table"] == pl.String
    assert frame["decks"].to_list() == [6, 8, 6, 8]
    mixed = upcard.sweep(upcard.Table(decks=6, wagers=["sevens"]), surrender=(False, "early"), only=["insurance"])
    assert [row["surrender"] for row in mixed.rows()] == ["False", "early"]
