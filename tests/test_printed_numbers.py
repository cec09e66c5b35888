"""Numbers as people read them: "5.4%" and a true minus sign on a terminal, on paper and in plots; "-" for programs."""

import re
from dataclasses import replace

import pytest

from tests.command import within
from tests.paper.par_checks import sheet_of
from upcard import Table, load, price, strategy, sweep
from upcard.english import MINUS
from upcard.paper.par_pages import par_sections

HYPHEN_FOR_MINUS = re.compile(r"(?<![\w-])-\$?\d")  # not in 10-6, nor in a date
LOOSE_PERCENT = re.compile(r"\d %")

ANSWERS = (
    ("price", "in-between"),
    ("price", "tables/progressive.toml"),
    ("price", "tables/in-between.toml", "--sweep", "decks=2,6"),
    ("diff", "in-between", "same-suit"),
    ("par", "in-between"),
    ("strategy", "blackjack"),
    ("strategy", "blackjack", "--hand", "10-6"),
    ("simulate", "in-between", "--rounds", "2000", "--details", "--seats", "2"),
    ("simulate", "blackjack", "--rounds", "20000", "--session", "100", "--bankroll", "100"),
    ("plot", "session", "blackjack", "--session", "100"),
    ("plot", "meter", "progressive"),
    ("plot", "hold", "in-between"),
)


@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
def test_a_terminal_prints_percentages_and_negative_numbers_as_people_write_them(arguments: tuple[str, ...]) -> None:
    done = within(*arguments)
    assert done.code in {0, 1}, done.err
    assert [line for line in done.out.splitlines() if HYPHEN_FOR_MINUS.search(line)] == []
    assert [line for line in done.out.splitlines() if LOOSE_PERCENT.search(line)] == []


def test_columns_stay_aligned_where_numbers_are_negative() -> None:
    lines = within("simulate", "in-between", "--rounds", "2000", "--details").out.splitlines()
    head = next(line for line in lines if line.split() == ["exact", "simulated", "error", "z"])
    rows = lines[lines.index(head) + 1 :][:2]
    assert any(MINUS in row for row in rows)
    assert {len(row) for row in rows} == {len(head)}


def test_the_words_of_a_plot_write_percentages_and_negative_numbers_as_people_do() -> None:
    plots = (
        strategy(Table(decks=6, minimum="10.00")).plot(),
        price(load("progressive"))["progressive"].plot(),
        price(load("in-between")).plot(),
        sweep(load("in-between"), {"decks": (2, 6)}).plot(),
    )
    for plot in plots:
        assert not HYPHEN_FOR_MINUS.search(plot.alt), plot.alt
        assert not LOOSE_PERCENT.search(plot.alt), plot.alt
    assert f"values from {MINUS}0." in plots[0].alt
    assert f"from {MINUS}" in plots[1].alt
    assert re.search(r"mean hold of \d+\.\d\d%", plots[2].alt)


def test_a_par_sheet_writes_percentages_and_negative_numbers_as_people_do() -> None:
    pages = str(tuple(par_sections(sheet_of(load("in-between")))))
    assert re.search(r"\d%", pages)
    assert LOOSE_PERCENT.findall(pages) == []
    assert f"'{MINUS}" in pages


def test_a_par_sheet_writes_parts_of_a_cent_and_losses_as_money_is_written() -> None:
    sheet = sheet_of(load("in-between"))
    losing = replace(sheet, play=replace(sheet.play, win=-1234.56789))
    pages = str(tuple(par_sections(losing)))
    assert f"{MINUS}$1,234.5679" in pages
    assert f"${MINUS}" not in pages


def test_files_and_programs_keep_the_hyphen() -> None:
    simulated = ("simulate", "in-between", "--rounds", "2000")
    for verb in (("price", "in-between"), simulated, ("diff", "in-between", "same-suit")):
        assert MINUS not in within(*verb, "--json").out
    assert MINUS not in within(*simulated, "--csv").out
