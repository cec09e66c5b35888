"""The coach: exact figures of the hand from the cards seen, the same whatever lies face down, within a second."""

from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

import upcard
from tests.random_rounds import steps
from upcard.cards import cards
from upcard.game import procedure
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.table import load
from upcard.web.pages.coach import NO_VALUE, CoachQuestion, advice, question_of

TABLES = Path(__file__).parents[3] / "tables"


def question_about(hand: str, upcard: str, removed: str = "", table: str = "blackjack") -> CoachQuestion:
    config = load(TABLES / f"{table}.toml")
    allowed = (Play.DRAW, Play.STAND, Play.DOUBLE_DOWN)
    return CoachQuestion(config, cards(hand), cards(upcard), cards(removed), Cents(1000), allowed, is_split=False)


@pytest.mark.parametrize(("hand", "removed"), [("Th 6c", ""), ("Th 6c", "5h 5d 5c 4h 4s"), ("Th 4c 2d", "9h")])
def test_its_figures_are_those_of_the_strategy_without_the_cards_seen(hand: str, removed: str) -> None:
    values = upcard.strategy(upcard.load(TABLES / "blackjack.toml"), removed=removed).values(hand, "10")
    given = advice(question_about(hand, "Kh", removed))
    assert given.seen == len(hand.split()) + 1 + len(removed.split())
    assert {each.play.value: each.value for each in given.costs} == {
        play: value for play, value in values.items() if play in ("draw", "stand", "double down")
    }
    best = max(values.values())
    assert [each.cost for each in given.costs] == sorted((best - each.value) * 1000 for each in given.costs)
    assert given.costs[0].is_best
    assert not given.costs[-1].is_best


RANKS = "A23456789T"
SHOWN = [pair for pair in product(RANKS, repeat=2) if set(pair) != {"A", "T"}]  # a dealer's blackjack ends the round


@pytest.mark.parametrize("hand", ["9h 7c", "4h 2d 5c"])
def test_it_has_values_whichever_of_two_cards_that_the_dealer_shows_came_first(hand: str) -> None:
    table = upcard.strategy(upcard.load(TABLES / "blackjack-hole-card-up.toml"))
    for first, second in SHOWN:
        given = advice(question_about(hand, f"{first}s {second}s", table="blackjack-hole-card-up"))
        values = {each.play.value: each.value for each in given.costs}
        assert "stand" in values, (first, second)
        known = table.values(hand, f"{first}-{second}")
        assert values == {play: worth for play, worth in known.items() if play in values}


def test_a_hand_without_exact_figures_says_so() -> None:
    assert advice(question_about("Th 6c", "Kh", " ".join(["2h 2s"] * 150))).problem == NO_VALUE


def test_it_answers_within_a_second() -> None:
    began = perf_counter()
    assert advice(question_about("9h 7c", "Th", "2c 3c 4c 5d 6s 7h Kd")).costs
    assert perf_counter() - began < 1


def test_the_question_has_no_card_that_lies_face_down() -> None:
    config = load(TABLES / "blackjack-from-the-hand.toml")
    count = 0
    for before, _, _, _ in steps(config, Random(5), 20):
        if (turn := procedure.turn(before)) is not None:
            seen = (
                tuple(card for seat in before.seats for hand in seat.hands for card in hand.cards) + before.dealer.shown
            )
            question = question_of(before, turn[0].number, seen)
            assert question is not None
            assert question.shown == before.dealer.shown
            assert sorted(map(str, (*question.removed, *question.hand, *question.shown))) == sorted(map(str, seen))
            assert question_of(before, turn[0].number + 1, seen) is None
            count += 1
    assert count > 10
