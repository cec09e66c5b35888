"""The package against a second simulator with random numbers of its own: `make test-statistics` plays more rounds."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.second_simulator import MAIN, Game, Results
from tests.sim.second_comparison import (
    FAR,
    GAMES,
    QUANTITIES,
    RARE,
    SPREAD,
    WAYS,
    Comparison,
    chi_square,
    compare,
    distance,
    exact_mean,
    exact_nets,
    game_of,
    nets_of,
    probability_of_chi_square,
    schedule_file,
    table_of,
    unit_of,
)
from upcard.money import Cents

ROUNDS = 1_000_000
BOXES = [(seats, fresh) for seats in (1, 2, 7) for fresh in (True, False)]
COUNTED = [("blackjack", 1), ("blackjack-resplit", 1), ("blackjack-resplit", 2), ("blackjack-resplit", 7)]
SESSION = 200  # rounds
BANKROLL = 20  # units


def six_to_five(game: Game) -> Game:
    """Return the game with a blackjack paid 6 to 5: a mistake that must be noticed."""
    return replace(game, blackjack_pays=12)


def check_way(way: str, rounds: int) -> None:
    """Compare a way to play with its exact mean, from fresh shoes."""
    game, exact = game_of("blackjack", way), exact_mean("blackjack", way)
    assert abs(distance(game.play(rounds, 61).ratios[MAIN], exact)) < FAR
    assert abs(distance(six_to_five(game).play(rounds, 61).ratios[MAIN], exact)) > FAR


def check_boxes(seats: int, *, fresh: bool, rounds: int, near: float) -> None:
    """Compare the means at several seats, and the errors, which seats that share a dealer and rounds of a shoe have."""
    game = game_of("blackjack", seats=seats, fresh=fresh)
    both = compare("blackjack", game, rounds // seats, 62)
    assert _far(both) == {}
    assert dict(both.errors())["blackjack"] == pytest.approx(1, abs=near)
    mistaken = replace(both, second=six_to_five(game).play(rounds // seats, 63))
    assert _far(mistaken).keys() == {"blackjack"}


def check_count(folder: Path, name: str, seats: int, *, rounds: int, near: float) -> None:
    """Compare Hi-Lo with one to twelve units: the means, the errors, and how often each amount is wagered."""
    game = game_of(name, seats=seats, fresh=False, steps=SPREAD)
    both = compare(name, game, rounds // seats, 64, schedule=schedule_file(folder, name))
    assert both.ours.wagers.keys() == {"blackjack", "insurance"}
    assert _far(both) == {}
    assert dict(both.errors())["blackjack"] == pytest.approx(1, abs=near)
    late = tuple(replace(step, since=step.since + 0.25) for step in SPREAD)
    mistaken = replace(both, second=replace(game, steps=late).play(rounds // seats, 65))
    assert {f"step {step}" for step in range(1, len(SPREAD))} <= _far(mistaken).keys()


def check_ruin(folder: Path, *, counted: bool, fresh: bool, rounds: int) -> None:
    """Compare the share of ruined sessions, their mean result and its deviation."""
    name, units = ("blackjack-resplit", 4 * BANKROLL) if counted else ("blackjack", BANKROLL)
    game = game_of(name, fresh=fresh, session_rounds=SESSION, bankroll=10 * units)
    both = compare(
        name,
        replace(game, steps=SPREAD) if counted else game,
        rounds,
        66,
        schedule=schedule_file(folder, name) if counted else None,
        session=SESSION,
        bankroll=Cents(units * unit_of(table_of(name))),
    )
    assert {key: z for key, z in both.session_distances() if abs(z) > FAR} == {}
    if not counted:
        mistaken = replace(both, second=replace(game, bankroll=10 * units + 10).play(rounds, 67))
        assert "ruined" in {key for key, z in mistaken.session_distances() if abs(z) > FAR}


def check_nets(name: str, rounds: int) -> None:
    """Compare how often each net result of every wager comes, with the package's counts and its exact chances."""
    game = game_of(name)
    both = compare(name, game, rounds, 68)
    assert _far(both) == {}
    assert {key: chance for key, chance in _chances(both, both.second).items() if chance < RARE} == {}
    assert chi_square(both.second.nets[MAIN], exact_nets(name)) > RARE
    mistaken = replace(game, splits=4 - game.splits).play(rounds, 69)
    assert _chances(both, mistaken)["blackjack"] < RARE


def _far(both: Comparison) -> dict[str, float]:
    return {key: z for key, z in both.distances() if abs(z) > FAR}


def _chances(both: Comparison, second: Results) -> dict[str, float]:
    return {
        key: chi_square(second.nets[QUANTITIES[key]], nets_of(both.ours, key), times=both.times)
        for key in both.ours.wagers
    }


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_play_has_its_exact_mean(way: str) -> None:
    check_way(way, ROUNDS)


@pytest.mark.parametrize(("seats", "fresh"), BOXES)
def test_seats_fare_alike_with_a_cutting_card_and_without(seats: int, fresh: bool) -> None:
    check_boxes(seats, fresh=fresh, rounds=ROUNDS, near=0.02)


@pytest.mark.parametrize(("name", "seats"), COUNTED)
def test_a_count_with_a_spread_wins_and_loses_alike(tmp_path: Path, name: str, seats: int) -> None:
    check_count(tmp_path, name, seats, rounds=ROUNDS, near=0.04)


@pytest.mark.parametrize(("counted", "fresh"), [(False, True), (False, False), (True, False)])
def test_as_many_sessions_are_ruined(tmp_path: Path, counted: bool, fresh: bool) -> None:
    check_ruin(tmp_path, counted=counted, fresh=fresh, rounds=3 * ROUNDS)


@pytest.mark.parametrize("name", GAMES)
def test_every_net_result_comes_as_often(name: str) -> None:
    check_nets(name, ROUNDS)


@pytest.mark.parametrize(
    ("square", "freedom", "chance"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (18.307038, 10, 0.05), (24.995790, 15, 0.05), (20.0, 10, 0.029253)],
)
def test_a_chi_square_has_the_probability_that_tables_print(square: float, freedom: int, chance: float) -> None:
    assert probability_of_chi_square(square, freedom) == pytest.approx(chance, rel=1e-4)
