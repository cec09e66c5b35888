"""The pages and the workbook of a PAR sheet each have every figure of it: a field is changed, and both must change."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.paper.par_checks import sheet_of
from upcard.api.table import load
from upcard.paper.par_pages import par_sections
from upcard.paper.par_sheet import ParFinding, ParSheet
from upcard.paper.par_workbook import par_sheets
from upcard.paper.sections import FactsBlock, SheetBlock, TableBlock
from upcard.results.amounts import Money
from upcard.results.result import Approximate, Result

SAMPLED = ("progressive", "buster", "free-bet", "multiple-action", "streak")
# On every page, from the table itself.
IN_THE_HEAD = {"version", "date", "newest_text", "table", "licensee", "law", "law_file", "fingerprint"}
# The pages say in a note how rounds were simulated, and print conventions together, intervals in place of z alone.
OTHERWISE_IN_PAGES = {
    "simulation.shoe",
    "simulation.strategy",
    "wagers.price.convention",
    "wagers.lines.interval",
    "wagers.lines.interval_method",
    "wagers.volatility.z",
}
# Figures of a price that the sheet does not print: they are in its JSON, and in `upcard price`.
JSON_ONLY = {
    "par",
    "lawful",  # the word beside it, `status`, is printed
    "findings.kind",
    "play.amount",  # as in the holds
    "wagers.volatility.level",  # fixed, in the titles
    "wagers.lines.outcome",  # as in the price beside it
    "wagers.bounds.level",
    "wagers.price.wager",
    "wagers.price.decks",
    "wagers.price.pays",
    "wagers.price.choice",
    "wagers.price.per_hour",  # the hold is of the stated play
    "wagers.price.by_upcard",
    "wagers.price.dealer",
    "wagers.price.dealers_hands",
    "wagers.price.returns.composition_dependent_as_settled",
    "wagers.price.returns.total_dependent_as_settled",
    "wagers.price.returns.composition_dependent_fraction",
    "wagers.price.meter.rate",
    "wagers.price.meter.mean_rounds_between_jackpots",
    "wagers.price.rider.outcomes.contribution",
}


@cache
def sampled(name: str) -> ParSheet:
    """Return the sheet of a table, with what only some tables have."""
    finding = ParFinding(verdict="violation", kind="limits", cite="13:69F-8.3(a)", message="too low")
    return replace(sheet_of(load(name)), set_=("seats=5",), findings=(finding,), not_stated=("seals",))


def changed(value: Any) -> Any:
    """Return a figure, or a text, that is another one."""
    match value:
        case bool():
            return not value
        case Enum():
            return next(each for each in type(value) if each is not value)
        case int():
            return type(value)(value + 137)
        case Money():
            return value + Money(137)
        case float() | Fraction():
            return value * 3 / 2 if value else type(value)(1) / 8
        case str():
            return f"{value}§"
        case _:
            raise TypeError(value)


def variants(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a value with one field of it changed, each with the path of the field."""
    match value:
        case None:
            pass
        case Approximate():
            yield path, Approximate(changed(Fraction(value)), value.error)
            if value.error:
                yield f"{path}.error", Approximate(value, value.error * 100)
        case Result() | Mapping() | tuple():
            yield from variants_of_parts(value, path)
        case _ if path == "status":
            yield path, "unlawful" if value != "unlawful" else "lawful"
        case _:
            yield path, changed(value)


def variants_of_parts(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Result):
        for name in vars(value):
            for inner, other in variants(getattr(value, name), f"{path}.{name}".lstrip(".")):
                yield inner, replace(value, **{name: other})
    elif isinstance(value, Mapping):
        for key, one in value.items():
            for inner, other in variants(one, path):
                yield inner, {**value, key: other}
    elif value and all(isinstance(one, float | str) for one in value):
        yield path, tuple(map(changed, value))
    else:
        for place, one in enumerate(value):
            for inner, other in variants(one, path):
                yield inner, (*value[:place], other, *value[place + 1 :])


def missing(sheet: ParSheet, output: Callable[[ParSheet], object]) -> set[str]:
    """Return the fields of a sheet that an output is the same without, whatever is in them."""
    made, found, seen = output(sheet), set[str](), set[str]()
    for path, other in variants(sheet):
        if path in found or any(path == left or path.startswith(f"{left}.") for left in JSON_ONLY):
            continue
        seen.add(path)
        if output(other) != made:
            found.add(path)
    return seen - found


def of_pages(sheet: ParSheet) -> object:
    return tuple(par_sections(sheet))


@pytest.mark.parametrize("table", SAMPLED)
def test_every_field_of_the_sheet_is_in_the_workbook(table: str) -> None:
    for one in each_wager_alone(sampled(table)):
        assert missing(one, par_sheets) == set()


@pytest.mark.parametrize("table", SAMPLED)
def test_every_field_of_the_sheet_is_in_the_pages(table: str) -> None:
    for one in each_wager_alone(sampled(table)):
        assert missing(one, of_pages) - IN_THE_HEAD - OTHERWISE_IN_PAGES == set()


def each_wager_alone(sheet: ParSheet) -> Iterator[ParSheet]:
    """Yield a sheet for each wager: what one wager shows does not stand for another."""
    return (replace(sheet, wagers=(wager,)) for wager in sheet.wagers)


@pytest.mark.parametrize("table", SAMPLED)
def test_every_exact_fraction_of_the_pages_is_in_the_workbook(table: str) -> None:
    sheet = sampled(table)
    cells = {cell.value for each in par_sheets(sheet) for row in each.rows for cell in row}
    printed = {text for section in par_sections(sheet) for block in section.blocks for text in texts_of(block)}
    fractions = {text for text in printed if re.fullmatch(r"\d+/\d+", text)}
    assert fractions
    assert fractions - cells == set()


def texts_of(block: SheetBlock) -> Iterator[str]:
    match block:
        case FactsBlock():
            yield from (value for _, value in block.facts)
        case TableBlock():
            yield from (text for row in block.rows for text in row)


def test_the_tables_have_what_only_some_wagers_have() -> None:
    fields = {path for table in SAMPLED for path, _ in variants(sampled(table))}
    assert fields >= {
        "readings.chosen",
        "strategy.exceptions.hand",
        "wagers.lines.z",
        "wagers.price.even_money.taken",
        "wagers.price.hit_frequency.error",
        "wagers.price.mean_rounds",
        "wagers.price.meter.house_advantage_in_the_long_run",
        "wagers.price.outcomes.probability.error",
        "wagers.price.rider.by_wager.amount",
    }


def test_a_field_that_an_output_leaves_out_is_named() -> None:
    sheet = next(iter(each_wager_alone(sampled("progressive"))))
    without_hold = missing(sheet, lambda each: [one for one in par_sheets(each) if one.name != "Hold"])
    assert "play.holds.win" in without_hold
