"""How far the look-ahead tables go where wagers see more than values."""

import numpy as np
import pytest

from tests.sim.making import shipped
from upcard.results.simulation import simulate
from upcard.sim.kernel_constants import CODE, LANES, LONGER, PLAYER_ROW, TAKEN, TAKEN_AT, UNSURE, VALUES
from upcard.sim.look_ahead import NO_CARDS, LookAhead, ValueAutomaton, hidden_states, opening_tables
from upcard.sim.program import Program
from upcard.table import load


def unsure_of_dealer(program: Program) -> list[int]:
    """Return the entries of the dealer's hand that values do not decide."""
    assert program.look_ahead is not None
    entries = [int(entry) for entry in np.unique(program.look_ahead.triples)]
    return [entry for entry in entries if not entry & LONGER and entry & UNSURE]


def test_a_hand_whose_code_suits_decide_says_how_many_cards_it_takes() -> None:
    program = shipped("free-bet")
    assert program.look_ahead is not None
    entries = unsure_of_dealer(program)
    assert {(entry >> TAKEN_AT & TAKEN) // LANES for entry in entries} == {1, 2, 3}
    assert {entry & CODE for entry in entries} <= set(range(len(program.look_ahead.hidden_codes)))


@pytest.mark.parametrize("table", ["free-bet", "match-the-dealer", "buster"])
def test_hidden_states_and_values_decide_the_code_of_every_hand_of_the_dealer(table: str) -> None:
    program = shipped(table)
    tables = program.outcome_tables
    by_value = ValueAutomaton(tables.dealer, tables.dealer_code, program.card_classes)
    hidden = hidden_states(tables.dealer, by_value, program.complete)
    draw = np.random.default_rng(3)
    decided = 0
    for _ in range(2_000):
        state, values, part = 0, NO_CARDS, 0
        while not program.complete[state]:
            card = int(draw.integers(len(program.card_classes)))
            state, part = int(tables.dealer.steps[state, card]), int(hidden.steps[part, card])
            values = by_value.after(values, int(program.card_classes.values[card]))
        if by_value.code(values) is None:
            decided += 1
            kind = hidden.kind(values)
            assert hidden.codes_by_kind()[kind, part] == tables.dealer_code[state]
    assert (decided > 0) == bool(unsure_of_dealer(program))


def test_suits_of_a_hand_are_few_hidden_states() -> None:
    program = shipped("free-bet")
    assert program.look_ahead is not None
    assert len(program.look_ahead.hidden_steps) <= 16 < len(program.outcome_tables.dealer.states)


def test_an_opening_is_looked_up_by_likeness_only_where_likeness_decides_it() -> None:
    program = shipped("match-the-dealer")
    assert program.plan.number("opening_by_likeness") == 1
    opening = program.outcome_tables.opening
    assert opening_tables(opening, len(opening)).by_likeness
    other = opening.copy()
    other[50, 3, 17] += 1
    assert not opening_tables(other, len(opening)).by_likeness


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
