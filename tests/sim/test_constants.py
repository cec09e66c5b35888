"""Sizes and bit layouts of the kernels that follow from the rules, and types of the arrays that they read."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.making import shipped
from upcard.cards import DECK
from upcard.payoffs import hands
from upcard.payoffs import settlement_probe as probe
from upcard.results import simulation_request
from upcard.rules.enums import HandKind, HoleCard
from upcard.rules.fact_type import Result
from upcard.sim import kernel_constants as kernel
from upcard.sim import look_ahead, streams
from upcard.sim.compiled_kernel import CompiledKernel
from upcard.sim.program import HOLES
from upcard.sim.settlement_table import HAND_KINDS
from upcard.table import config


def test_a_table_that_can_be_read_fits_the_kernel() -> None:
    assert config.MOST_DECKS * len(DECK) == kernel.MOST_CARDS
    assert len(DECK) == kernel.MOST_CLASSES
    assert config.MOST_SEATS_STATED <= kernel.MOST_SEATS
    assert simulation_request.MOST_SIMULATED_SEATS <= kernel.MOST_SEATS
    assert hands.VALUES == kernel.VALUES
    assert streams.WORDS == kernel.WORDS


def test_numbers_of_the_engine_and_of_the_rules_are_those_of_the_kernel() -> None:
    needs = probe.NOT_NEEDED, probe.SECOND_CARD, probe.COMPLETED
    assert needs == (kernel.NOT_NEEDED, kernel.SECOND_CARD, kernel.COMPLETED)
    holes = HoleCard.AFTER_PLAYERS, HoleCard.DOWN, HoleCard.UP
    assert [HOLES.index(hole) for hole in holes] == [kernel.AFTER_PLAYERS, kernel.FACE_DOWN, kernel.FACE_UP]
    kinds = HandKind.INITIAL, HandKind.SPLIT
    assert [HAND_KINDS.index(kind) for kind in kinds] == [kernel.INITIAL, kernel.FIRST_OF_SPLIT]
    results, numbers = list(Result), [kernel.WIN, kernel.LOSS, kernel.PUSH]
    assert [results.index(one) for one in (Result.WIN, Result.LOSS, Result.PUSH)] == numbers
    assert len(results) == kernel.RESULTS


def test_the_parts_of_a_look_ahead_entry_do_not_overlap() -> None:
    marks, taken = (
        kernel.LONGER | kernel.UNSURE,
        max(kernel.PLAYER_LOOK, kernel.DEALER_LOOK) * kernel.LANES,
    )
    for parts in (
        (marks, kernel.NEXT_ROW),
        (marks, kernel.END, kernel.TAKEN, kernel.NEED),
        (marks, kernel.TAKEN << kernel.TAKEN_AT, kernel.CODE),
    ):
        assert sum(parts) == parts[0] | sum(parts[1:])
        assert sum(parts) < 1 << 16
        assert all(one & other == 0 for place, one in enumerate(parts) for other in parts[:place])
    assert taken == kernel.TAKEN
    assert kernel.PAIRS == kernel.VALUES**kernel.PLAYER_LOOK
    assert kernel.TRIPLES == kernel.VALUES**kernel.DEALER_LOOK
    assert (look_ahead.MOST_ENDS - 1) << kernel.END_AT == kernel.END
    assert look_ahead.MOST_DEALERS - 1 == kernel.CODE
    assert list(look_ahead.NEEDS[kernel.SECOND_CARD :]) == [kernel.NEEDS_SECOND, kernel.NEEDS_COMPLETED]
    assert kernel.NEEDS_SECOND | kernel.NEEDS_COMPLETED == kernel.NEED
    assert look_ahead.MOST_ROWS <= kernel.NEXT_ROW
    assert 1 + kernel.VALUES <= kernel.BRIEF_ROW
    assert kernel.FEW_CLASSES**3 <= 1 << 16 < (kernel.FEW_CLASSES + 16) ** 3


def test_an_array_of_another_type_than_the_kernel_reads_is_refused() -> None:
    plan = shipped("blackjack").plan
    wider = replace(plan, arrays={**plan.arrays, "shoe": plan.arrays["shoe"].astype(np.uint32)})
    with pytest.raises(TypeError, match="uint32 is not one of uint16_t"):
        CompiledKernel(wider)
