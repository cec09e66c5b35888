"""No field of a result is missing in an output: its JSON, its rows, what is kept of it on disk, and the reference."""

import copy
import datetime
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, replace
from enum import Enum
from fractions import Fraction
from types import NoneType
from typing import Any, get_args

import pytest
from tools.reference_page import document

import upcard
from tests.api.test_data import result
from upcard import results
from upcard.cards import Card
from upcard.law import cite
from upcard.paper import par_sheet
from upcard.pit.reports import daily
from upcard.results.amounts import Money
from upcard.results.diff import ChangedKey, ReportedNotice
from upcard.results.findings import ReportedFinding, StatedAuthority
from upcard.results.prices import PricedOutcome, PricedWager
from upcard.results.result import Result, keys_of, members_of, restored, shape_of, stored
from upcard.results.rows import columns_of
from upcard.results.simulated_table import SimulatedOutcome
from upcard.table import Authority, Finding
from upcard.table.comparison import KeyChange, NoticeNeeded

SAMPLES: dict[Any, tuple[Any, Any]] = {
    str: ("one", "other"),
    int: (3, 4),
    float: (25.0, 1050.0),
    bool: (True, False),
    Fraction: (Fraction(1, 3), Fraction(1, 4)),
    Money: (Money(100), Money(250)),
    datetime.date: (datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)),
    type(cite("13:69F-2.3")): (cite("13:69F-2.3"), cite("13:69F-2.4")),
    Card: (Card.of("Ah"), Card.of("Kd")),
    Any: ("one", "other"),
    Finding: (None, None),  # filled in below
}
ON_DISK = ("PriceReport", "BestPlay", "ParSheet", "UnitPrices")  # with what they consist of
# What is the same in the answer as where it is found, by the name of the field there.
MIRRORED: tuple[tuple[Any, Any, set[str], set[str]], ...] = (
    (Finding, ReportedFinding, {"at", "elsewhere"}, set()),
    (Authority, StatedAuthority, {"at"}, set()),
    (NoticeNeeded, ReportedNotice, {"state"}, {"stated", "standing"}),
    (KeyChange, ChangedKey, {"path"}, {"key", "added", "removed"}),
)
# Of each result in rows, the classes whose plain fields are its columns; and what a column is named for otherwise.
IN_ROWS: dict[str, tuple[type[Result], ...]] = {
    "findings": (ReportedFinding,),
    "needs": (upcard.TableNeed,),
    "prices": (PricedWager,),
    "outcomes": (PricedOutcome,),
    "sweep": (PricedWager,),
    "simulation": (upcard.SimulatedWager, SimulatedOutcome),
    "ruling": (upcard.RuledWager,),
}


def classes() -> dict[str, type[Result]]:
    """Return every class of results, by its name."""
    for module in pkgutil.iter_modules(results.__path__):
        importlib.import_module(f"upcard.results.{module.name}")
    assert par_sheet
    assert daily

    def below(kind: type[Result]) -> Iterator[type[Result]]:
        for each in kind.__subclasses__():
            yield from (each, *below(each))

    return {each.__name__: each for each in below(Result) if each.__module__.startswith("upcard.")}


CLASSES = classes()
ITS_FINDING = Finding(
    verdict=upcard.Verdict.LIKELY,
    kind=upcard.FindingKind.TEXT,
    cite=cite("13:69F-2.3"),
    message="one",
    line=3,
    at=(),
)
SAMPLES[Finding] = (ITS_FINDING, replace(ITS_FINDING, message="other"))


def sample(kind: Any, place: int) -> Any:
    """Return a value of a type; another one for another place."""
    kind = next(each for each in members_of(kind) if each is not NoneType)
    shape = shape_of(kind)
    if kind in SAMPLES or shape in SAMPLES:
        return SAMPLES[kind if kind in SAMPLES else shape][place]
    if isinstance(shape, type) and issubclass(shape, Enum):
        return list(shape)[place]
    if shape in (tuple, frozenset):
        return shape([sample(get_args(kind)[0], place)])
    if shape is Mapping:
        name, value = get_args(kind)
        return {sample(name, 0): sample(value, place)}
    return made(shape, place)


def made(kind: type[Result], place: int = 0) -> Any:
    """Return a result of a class with something in every field."""
    unseen = {each.name: None for each in fields(kind) if not each.metadata.get("written", True)}
    return kind(**{key.field: sample(key.kind, place) for key in keys_of(kind)}, **unseen)


def written_fields(kind: type[Result]) -> Iterator[Field[Any]]:
    yield from (each for each in fields(kind) if each.metadata.get("written", True))


def missing_in_json(kind: type[Result]) -> list[str]:
    """Return the fields of a class without which its JSON is the same."""
    whole, other = made(kind), made(kind, 1)
    return [
        each.name
        for each in written_fields(kind)
        if replace(whole, **{each.name: getattr(other, each.name)}).to_dict() == whole.to_dict()
    ]


def missing_in_columns(kind: type[Result], columns: set[str]) -> list[str]:
    """Return the plain fields of a class that have no column: numbers and texts, not what consists of results."""
    value = made(kind)
    nested = (Result, Mapping, Finding)
    plain = [
        key
        for key in keys_of(kind)
        if not isinstance(each := getattr(value, key.field), nested)
        and not (isinstance(each, tuple) and isinstance(each[0], (*nested, tuple)) and not isinstance(each, Card))
    ]
    return [key.field for key in plain if key.name not in columns]


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_every_field_of_a_result_is_in_its_json(name: str) -> None:
    assert missing_in_json(CLASSES[name]) == []


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_every_plain_field_of_a_result_has_a_column(name: str) -> None:
    assert missing_in_columns(CLASSES[name], set(columns_of(CLASSES[name]))) == []


@pytest.mark.parametrize("name", IN_ROWS)
def test_every_plain_field_is_a_column_of_the_results_in_rows(name: str) -> None:
    columns = set(result(name)._row_set().columns) | {"intervals", "share_intervals"}  # which have one for each end
    for kind in IN_ROWS[name]:
        assert missing_in_columns(kind, columns) == []


@pytest.mark.parametrize("name", ON_DISK)
def test_every_field_of_what_is_kept_is_read_back(name: str) -> None:
    value = made(CLASSES[name])
    assert restored(CLASSES[name], stored(value)) == value
    assert restored(CLASSES[name], stored(value)).to_dict() == value.to_dict()


@pytest.mark.parametrize(("there", "here", "unsaid", "added"), MIRRORED, ids=lambda each: getattr(each, "__name__", ""))
def test_an_answer_has_what_was_found(there: Any, here: type[Result], unsaid: set[str], added: set[str]) -> None:
    found = set(there._fields if issubclass(there, tuple) else [each.name for each in fields(there)])
    assert found - unsaid == {each.name for each in fields(here)} - added


def test_every_field_of_a_public_result_is_in_the_reference() -> None:
    page = document()
    for name in upcard.__all__:
        kind = getattr(upcard, name)
        if isinstance(kind, type) and issubclass(kind, Result):
            section = page.partition(f"### `{name}`")[2].partition("\n### ")[0]
            assert [each.name for each in written_fields(kind) if f"`{each.name}: " not in section] == [], name


def test_a_field_that_is_left_out_is_found() -> None:
    @dataclass(frozen=True, kw_only=True, eq=False, repr=False)
    class Planted(Result):
        kept: int
        lost: int

        def to_dict(self) -> dict[str, Any]:
            return {"kept": self.kept}

    assert missing_in_json(Planted) == ["lost"]
    assert missing_in_columns(Planted, {"kept"}) == ["lost"]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda number: pickle.loads(pickle.dumps(number))])
def test_a_copy_of_an_approximate_number_has_the_same_error(copied: Callable[[Any], Any]) -> None:
    number = upcard.Approximate(0.1, 1e-9)
    again = copied(number)
    assert (type(again), again, again.error) == (upcard.Approximate, number, 1e-9)
