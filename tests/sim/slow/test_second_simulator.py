"""The package against the second simulator over long runs, and the effect of the cutting card: make test-statistics."""

from pathlib import Path
from typing import Any

import pytest

from tests.second_simulator import MAIN
from tests.sim.second_comparison import (
    FAR,
    GAMES,
    RARE,
    WAYS,
    chi_square,
    distance,
    exact_mean,
    exact_nets,
    game_of,
)
from tests.sim.test_second_simulator import (
    BOXES,
    COUNTED,
    check_boxes,
    check_count,
    check_nets,
    check_ruin,
    check_way,
)
from tests.tables import read, text
from upcard.results.simulation import simulate

ROUNDS = 40_000_000
PUBLISHED_ROUNDS = 3_000_000_000
READER: dict[str, Any] = {"hole_card": "down, card reader", "splits": 3, "notices": ["splits", "surrender"]}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_play_has_its_exact_mean(way: str) -> None:
    check_way(way, ROUNDS)


@pytest.mark.parametrize(("seats", "fresh"), BOXES)
def test_seats_fare_alike_with_a_cutting_card_and_without(seats: int, fresh: bool) -> None:
    check_boxes(seats, fresh=fresh, rounds=ROUNDS, near=0.01)


@pytest.mark.parametrize(("name", "seats"), COUNTED)
def test_a_count_with_a_spread_wins_and_loses_alike(tmp_path: Path, name: str, seats: int) -> None:
    check_count(tmp_path, name, seats, rounds=ROUNDS, near=0.01)


@pytest.mark.parametrize(("counted", "fresh"), [(False, True), (False, False), (True, False)])
def test_as_many_sessions_are_ruined(tmp_path: Path, counted: bool, fresh: bool) -> None:
    check_ruin(tmp_path, counted=counted, fresh=fresh, rounds=ROUNDS)


@pytest.mark.parametrize("name", GAMES)
def test_every_net_result_comes_as_often(name: str) -> None:
    check_nets(name, ROUNDS)


@pytest.mark.parametrize("name", [name for name, rules in GAMES.items() if "draws_to_soft_17" not in rules])
def test_a_dealer_who_draws_to_soft_17_is_noticed(name: str) -> None:
    mistaken = game_of(name, draws_to_soft_17=True).play(ROUNDS, 71)
    assert abs(distance(mistaken.ratios[MAIN], exact_mean(name, "chart"))) > FAR
    assert chi_square(mistaken.nets[MAIN], exact_nets(name)) < RARE


@pytest.mark.parametrize(
    ("keys", "least", "most"),
    [
        # Published to a thousandth of a point, from simulations of 10^9 and more hands.
        ({"dealer_soft_17": "draw", "surrender": True}, 0.0255, 0.0265),
        ({}, 0.017, 0.020),
        ({"decks": 8}, 0.011, 0.018),
    ],
    ids=str,
)
def test_the_cutting_card_costs_the_player_what_is_published(keys: dict[str, Any], least: float, most: float) -> None:
    """Points that the house gains, at three quarters of the shoe by the chart, against a fresh shoe."""
    table = read(text(**READER, **keys))
    ours = simulate(table, rounds=PUBLISHED_ROUNDS, seed=72, strategy="chart", wagers=())
    wager = ours.wagers["blackjack"]
    gain, error = 100 * (ours.exact["blackjack"] - wager.mean), 100 * wager.standard_error
    assert error < 0.003
    assert least - FAR * error < gain < most + FAR * error
    assert gain > FAR * error  # a fresh shoe would be noticed
