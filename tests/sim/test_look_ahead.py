"""How far the look-ahead tables go where wagers see more than values."""

import numpy as np
import pytest

from tests.sim.making import shipped
from upcard.analysis.simulation import simulate
from upcard.sim.kernel_constants import CODE, LANES, LONGER, PLAYER_ROW, TAKEN, TAKEN_AT, UNSURE, VALUES
from upcard.sim.look_ahead import LookAhead
from upcard.sim.program import Program
from upcard.table import load


def unsure_of_dealer(program: Program) -> list[int]:
    """Return the entries of the dealer's hand that values do not decide."""
    assert program.look_ahead is not None
    entries = [int(entry) for entry in np.unique(program.look_ahead.triples)]
    return [entry for entry in entries if not entry & LONGER and entry & UNSURE]


def test_a_hand_whose_code_suits_decide_says_how_many_cards_it_takes() -> None:
    entries = unsure_of_dealer(shipped("free-bet"))
    assert {(entry >> TAKEN_AT & TAKEN) // LANES for entry in entries} == {1, 2, 3}
    assert {entry & CODE for entry in entries} == {0}


def test_values_decide_every_hand_of_the_dealer_where_no_wager_sees_suits_of_it() -> None:
    assert unsure_of_dealer(shipped("in-between")) == []


def test_split_hands_are_looked_ahead_where_no_card_changes_what_wagers_see_of_the_box() -> None:
    tables = shipped("progressive").look_ahead  # aces in a row from the first card on
    assert tables is not None
    ahead = {value for value in range(VALUES) for up in range(VALUES) if is_split_ahead(tables, value, up)}
    assert ahead >= {1, 2, 5, 6, 7, 8}
    assert 0 not in ahead
    assert len(tables.split_boxes) == len(tables.split_kinds) == len(tables.splits)


def is_split_ahead(tables: LookAhead, value: int, up: int) -> bool:
    """Whether a pair of a value is split by the tables, against an upcard; a second card of ten."""
    row = int(tables.start.reshape(VALUES, VALUES, VALUES, -1)[value, up, value, -1]) & PLAYER_ROW
    entry = int(tables.pairs[row, 0])
    return entry & UNSURE > 0 and entry & ~UNSURE > 0


@pytest.mark.parametrize("kernel", ["auto", "portable"])
def test_every_win_of_a_meter_is_noted_though_no_round_looked_ahead_wins_it(kernel: str) -> None:
    assert shipped("progressive").plan.number("meter_ahead") == 0
    result = simulate(load("tables/progressive.toml"), rounds=3_000_000, seed=5, kernel=kernel)
    assert result.progress.meter is not None
    assert result.progress.meter.winners == result.wagers["progressive"].outcomes[0].count > 0
    assert result.progress.tally.metered == 3_000_000
