"""The form of a row: its hash, canonical JSON, and what is refused."""

import hashlib
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.command import ROOT
from tests.store.making import new_row
from upcard.store.clock import read_time, system_clock, time_text
from upcard.store.rows import GENESIS, Head, NewRow, as_new, canonical, chained, hash_of, problems

FIRST = new_row(1, ("table 1", 0), ("wallet Zoë", 4))
# The text that docs/journal.md shows, put together by hand.
TEXT = (
    "20:upcard journal row 1,1:1,64:" + "0" * 64 + ",27:2026-07-01T12:00:00.000000Z,8:dealer 7,5:key 1,5:0.1.0,1:1,"
    "1:2,7:table 1,1:1,11:wallet Zoë,1:5,"
    '29:{"command":"draw","number":1},49:[{"card":"A♠","event":"card dealt","number":1}],'
)


def test_the_hash_is_that_of_the_text_that_the_documents_show() -> None:
    assert hash_of(1, FIRST, GENESIS) == hashlib.sha256(TEXT.encode()).hexdigest()
    assert f"\n{TEXT}\n" in (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")


NAMES = some.text("ab,:1é♠ ", min_size=1, max_size=6)
ROWS = some.builds(
    NewRow,
    expected=some.lists(some.tuples(NAMES, some.integers(0, 20)), min_size=1, max_size=3, unique_by=lambda x: x[0]).map(
        tuple
    ),
    time=some.datetimes(timezones=some.just(UTC)).map(time_text),
    actor=NAMES,
    key=NAMES,
    command=some.dictionaries(NAMES, some.integers() | NAMES, max_size=2).map(canonical),
    events=some.lists(NAMES, max_size=2).map(canonical),
    engine=NAMES,
    schema=some.integers(0, 20),
)


@given(ROWS, ROWS, some.integers(0, 3), some.integers(0, 3))
def test_two_rows_have_one_hash_only_if_they_are_equal(one: NewRow, other: NewRow, first: int, second: int) -> None:
    assert problems(one) == ()
    same = (one, first) == (other, second)
    assert (hash_of(first, one, GENESIS) == hash_of(second, other, GENESIS)) == same
    assert as_new(chained(one, Head(first, GENESIS))) == one


# Texts that run together where fields have no lengths.
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"actor": "ab", "key": "c"}, {"actor": "a", "key": "bc"}),
        ({"actor": "a,1:b"}, {"actor": "a", "key": "b"}),
        ({"expected": (("a", 1), ("b", 2))}, {"expected": (("b", 2), ("a", 1))}),
        ({"engine": "0.1", "schema": 11}, {"engine": "0.11", "schema": 1}),
    ],
)
def test_fields_never_run_together(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert hash_of(1, replace(FIRST, **one), GENESIS) != hash_of(1, replace(FIRST, **other), GENESIS)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"expected": ()}, "a row must belong to at least one stream"),
        ({"expected": (("a", 1), ("a", 2))}, "a row must name each of its streams only once"),
        ({"expected": (("a", -1),)}, "the version of a stream must be 0 to 2147483646"),
        ({"expected": (("a", 2**31 - 1),)}, "the version of a stream must be 0 to 2147483646"),
        ({"expected": (("", 1),)}, "the stream must have 1 to 200 printable characters"),
        ({"actor": "x" * 201}, "the actor must have 1 to 200 printable characters"),
        ({"key": "a\nb"}, "the key must have 1 to 200 printable characters"),
        ({"key": "\ud800"}, "the key must have 1 to 200 printable characters"),
        ({"engine": ""}, "the engine version must have 1 to 200 printable characters"),
        ({"schema": 2**31}, "the schema version must be 0 to 2147483647"),
        (
            {"time": "2026-07-01T12:00:00Z"},
            "the time must be UTC with microseconds, such as 2026-07-01T12:00:00.000000Z",
        ),
        ({"time": "2026-02-30T12:00:00.000000Z"}, None),
        ({"command": ""}, "the command is not canonical JSON"),
        ({"command": '{"b":1,"a":2}'}, "the command is not canonical JSON"),
        ({"command": '{"a": 2}'}, "the command is not canonical JSON"),
        ({"command": '{"a":1,"a":1}'}, "the command is not canonical JSON"),
        ({"command": '"\\u00e9"'}, "the command is not canonical JSON"),
        ({"command": "NaN"}, "the command is not canonical JSON"),
        ({"command": '"\\ud800"'}, "the command is not canonical JSON"),
        ({"command": "[" * 100_000}, "the command is not canonical JSON"),
        ({"events": "{}"}, "the events are not a list in canonical JSON"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], problem: str | None) -> None:
    expected = problem or "the time must be UTC with microseconds, such as 2026-07-01T12:00:00.000000Z"
    assert problems(replace(FIRST, **changes)) == (expected,)


@pytest.mark.parametrize("changes", [{"expected": (("a", 2**31 - 2),)}, {"actor": "x" * 200}, {"schema": 2**31 - 1}])
def test_what_stands_at_the_edge_is_taken(changes: dict[str, Any]) -> None:
    assert problems(replace(FIRST, **changes)) == ()


def test_a_time_is_read_as_it_is_written() -> None:
    now = system_clock()
    assert read_time(time_text(now)) == now
