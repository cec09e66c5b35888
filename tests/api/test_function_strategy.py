"""A strategy written as a function: that of the chart has its exact mean, and so have others written a second time."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

import pytest

import upcard
from tests.command import ROOT

Player = Callable[[upcard.HandToPlay], str]
TABLES = ("free-bet", "blackjack-hole-card-up")


@cache
def table(name: str) -> upcard.Table:
    return upcard.load(ROOT / "tables" / f"{name}.toml")


def mean(name: str, strategy: str | Player) -> float:
    """Return the exact mean of a strategy's blackjack wager."""
    simulated = upcard.simulate(table(name), rounds=1, strategy=strategy, wagers=(), workers=1)
    exact = simulated.wagers["blackjack"].exact
    assert exact is not None
    return exact


def row(hand: upcard.HandToPlay) -> str:
    return f"pair {hand.pair}" if hand.pair else f"{'soft' if hand.soft else 'hard'} {hand.points}"


def player_of(chart: Mapping[str, Any]) -> Player:
    """Return a function that plays by a chart as `upcard strategy --json` writes it."""

    def play(hand: upcard.HandToPlay) -> str:
        of = "_of_free_hands" if hand.free else ""
        first, later = (chart[f"{part}{of}"].get(row(hand), {}).get(hand.upcard) for part in ("chart", "otherwise"))
        choices = (first, later) if hand.cards == 2 else (later,)
        return next((choice for choice in choices if choice in hand.plays), "stand")

    return play


@pytest.mark.parametrize("name", TABLES)
def test_a_function_that_plays_the_chart_has_its_exact_mean(name: str) -> None:
    play, hands = player_of(upcard.strategy(table(name)).to_dict()), set[upcard.HandToPlay]()

    def remember(hand: upcard.HandToPlay) -> str:
        hands.add(hand)
        return play(hand)

    assert mean(name, remember) == pytest.approx(mean(name, "chart"), abs=1e-12)
    free = {choice for hand in hands if hand.free for choice in hand.plays}
    assert free == ({"stand", "draw", "double down", "free double down"} if name == "free-bet" else set())
    assert {hand.upcard.count("-") for hand in hands} == {int(name == "blackjack-hole-card-up")}


@pytest.mark.parametrize(("name", "soft_17"), [("blackjack", "stand"), ("buster", "draw")])
def test_a_function_that_mimics_the_dealer_has_the_mean_of_mimic(name: str, soft_17: str) -> None:
    assert table(name)["dealer_soft_17"] == soft_17

    def mimic(hand: upcard.HandToPlay) -> str:
        draws = hand.points < 17 or (hand.points == 17 and hand.soft and soft_17 == "draw")
        return "draw" if draws else "stand"

    assert mean(name, mimic) == pytest.approx(mean(name, "mimic"), abs=1e-12)


def test_a_function_is_asked_about_hands_with_a_choice_and_their_plays() -> None:
    hands: list[upcard.HandToPlay] = []

    def remember(hand: upcard.HandToPlay) -> str:
        hands.append(hand)
        return "stand"

    mean("blackjack-resplit", remember)
    assert {hand.upcard for hand in hands} == {"A", *map(str, range(2, 11))}
    assert all({"stand", "draw"} <= set(hand.plays) for hand in hands)
    assert {hand.cards for hand in hands} == {2, 3}
    assert {hand.pair for hand in hands if hand.cards == 3} == {None}
    offered = {play for hand in hands for play in hand.plays}
    assert offered == {"stand", "draw", "double down", "split pair", "surrender"}
    assert {hand.pair for hand in hands if "split pair" in hand.plays} == {"A", *map(str, range(2, 11))}
    assert not any(hand.free for hand in hands)


def test_words_of_the_floor_are_understood() -> None:
    def of_the_floor(hand: upcard.HandToPlay) -> str:
        return "hit" if hand.points < 17 else "stay"

    def of_the_rule(hand: upcard.HandToPlay) -> str:
        return "draw" if hand.points < 17 else "stand"

    assert mean("blackjack", of_the_floor) == mean("blackjack", of_the_rule)


@pytest.mark.parametrize("answer", ["fold", None, "surrender"])
def test_anything_but_a_play_that_is_offered_is_named(answer: Any) -> None:
    with pytest.raises(upcard.BadArguments) as wrong:
        mean("blackjack", cast(Player, lambda hand: answer if hand.pair == "8" else "stand"))
    *named, more = wrong.value.problems  # with what it may do where it cannot be split, and where it can
    assert all(problem.startswith("strategy: pair 8 against ") for problem in named)
    assert (len(named), more) == (10, "… and 10 more")
    assert f"it returned {answer!r}, not one of stand, draw, double down" in wrong.value.problems[0]


def test_at_most_ten_hands_are_named() -> None:
    with pytest.raises(upcard.BadArguments) as wrong:
        mean("blackjack", lambda _: "fold")
    assert len(wrong.value.problems) == 11
    assert wrong.value.problems[-1].endswith(" more")


def test_an_error_of_the_function_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        mean("blackjack", lambda hand: "stand" if hand.points / 0 else "draw")


def test_a_simulation_agrees_with_the_exact_mean_of_a_function() -> None:
    def cautious(hand: upcard.HandToPlay) -> str:
        if "double down" in hand.plays and hand.points == 11 and not hand.soft:
            return "double down"
        return "stand" if hand.points >= 12 else "draw"

    wager = upcard.simulate(table("blackjack"), rounds=400_000, seed=3, fresh=True, strategy=cautious).wagers[
        "blackjack"
    ]
    assert wager.exact == pytest.approx(mean("blackjack", cautious), abs=1e-15)
    assert wager.z is not None
    assert abs(wager.z) < 4.5
    assert "cautious" in json_of(cautious)


def json_of(strategy: Player) -> str:
    return str(upcard.simulate(table("blackjack"), rounds=1, strategy=strategy).to_dict()["strategy"])
