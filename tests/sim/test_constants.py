"""Sizes and bit layouts: those of the compiled kernel and those of Python are the same."""

from typing import Any

import pytest

from tests.sim.making import shipped
from upcard.cards import DECK
from upcard.payoffs import engine, hands
from upcard.results import simulation_request
from upcard.rules.enums import HandKind, HoleCard
from upcard.rules.fact_type import Result
from upcard.sim import kernel_constants, look_ahead, streams
from upcard.sim._kernel import ffi, lib
from upcard.sim.program import HOLES
from upcard.sim.settlement_table import HAND_KINDS
from upcard.table import config


def constants(of: Any) -> dict[str, int]:
    return {name: getattr(of, name) for name in dir(of) if name.isupper()}


def test_the_header_and_python_have_the_same_constants() -> None:
    assert constants(kernel_constants) == constants(lib)


def test_a_table_that_can_be_read_fits_the_kernel() -> None:
    assert config.MOST_DECKS * len(DECK) == lib.MOST_CARDS
    assert len(DECK) == lib.MOST_CLASSES
    assert config.MOST_SEATS_STATED <= lib.MOST_SEATS
    assert simulation_request.MOST_SIMULATED_SEATS <= lib.MOST_SEATS
    assert hands.VALUES == lib.VALUES
    assert streams.WORDS == lib.WORDS


def test_numbers_of_the_engine_and_of_the_rules_are_those_of_the_kernel() -> None:
    needs = engine.NOT_NEEDED, engine.SECOND_CARD, engine.COMPLETED
    assert needs == (lib.NOT_NEEDED, lib.SECOND_CARD, lib.COMPLETED)
    holes = HoleCard.AFTER_PLAYERS, HoleCard.DOWN, HoleCard.UP
    assert [HOLES.index(hole) for hole in holes] == [lib.AFTER_PLAYERS, lib.FACE_DOWN, lib.FACE_UP]
    assert [HAND_KINDS.index(HandKind.INITIAL), HAND_KINDS.index(HandKind.SPLIT)] == [lib.INITIAL, lib.FIRST_OF_SPLIT]
    results = list(Result)
    assert [results.index(one) for one in (Result.WIN, Result.LOSS, Result.PUSH)] == [lib.WIN, lib.LOSS, lib.PUSH]
    assert len(results) == lib.RESULTS


def test_the_parts_of_a_look_ahead_entry_do_not_overlap() -> None:
    marks, taken = lib.LONGER | lib.UNSURE, max(lib.PLAYER_LOOK, lib.DEALER_LOOK) * lib.LANES
    for parts in (
        (marks, lib.NEXT_ROW),
        (marks, lib.END, lib.TAKEN, lib.NEED),
        (marks, lib.TAKEN << lib.TAKEN_AT, lib.CODE),
    ):
        assert sum(parts) == parts[0] | sum(parts[1:])
        assert sum(parts) < 1 << 16
        assert all(one & other == 0 for place, one in enumerate(parts) for other in parts[:place])
    assert taken == lib.TAKEN
    assert lib.PAIRS == lib.VALUES**lib.PLAYER_LOOK
    assert lib.TRIPLES == lib.VALUES**lib.DEALER_LOOK
    assert (look_ahead.MOST_ENDS - 1) << lib.END_AT == lib.END
    assert look_ahead.MOST_DEALERS - 1 == lib.CODE
    assert list(look_ahead.NEEDS[lib.SECOND_CARD :]) == [lib.NEEDS_SECOND, lib.NEEDS_COMPLETED]
    assert lib.NEEDS_SECOND | lib.NEEDS_COMPLETED == lib.NEED
    assert look_ahead.MOST_ROWS <= lib.NEXT_ROW
    assert 1 + lib.VALUES <= lib.BRIEF_ROW
    assert lib.FEW_CLASSES**3 <= 1 << 16 < (lib.FEW_CLASSES + 16) ** 3


@pytest.mark.parametrize(
    ("table", "request_"),
    [("blackjack", {}), ("in-between", {"seats": 3}), ("progressive", {}), ("streak", {"session": 10})],
)
def test_every_array_has_the_type_that_the_kernel_reads(table: str, request_: dict[str, Any]) -> None:
    members = {name: member.type for name, member in ffi.typeof("struct program").fields}
    kinds = {"u": "uint", "i": "int"}
    for name, array in shipped(table, **request_).plan.arrays.items():
        assert f"{kinds[array.dtype.kind]}{8 * array.itemsize}_t" == members[name].item.cname, name
