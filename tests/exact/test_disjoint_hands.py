"""Hands summed one by one, as if from shoes of their own: no probability is too great, and what is missing is known."""

from math import perm
from typing import Any

import pytest

from tests.exact.given import FREE_BET, READER, UP, case, fresh
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.disjoint_hands import length_rule
from upcard.exact.blackjack.end_powers import HAND_TYPES
from upcard.exact.blackjack.solve import best
from upcard.exact.blackjack.split_boxes import SplitBox, patterns
from upcard.rules.apply import SPLITS

CLOSE = 1e-13
BOXES: dict[str, tuple[tuple[int, ...], dict[str, Any], tuple[int, ...], int]] = {
    "one deck, nines against 2": (fresh(1), {"hole_card": READER}, (2,), 9),
    "one deck, eights against ten, no hole card": (fresh(1), {}, (10,), 8),
    "two decks, eights against 4": (fresh(2), {"hole_card": READER}, (4,), 8),
    "six decks, sevens against 5": (fresh(6), {"hole_card": READER}, (5,), 7),
    "eight decks, sixes against 6": (fresh(8), {"hole_card": READER}, (6,), 6),
    "six decks, aces split again": (fresh(6), {"resplit_aces": True}, (6,), 1),
    "free bet, eights against 3": (fresh(6), FREE_BET, (3,), 8),
    "hole card up, nines against 15": (fresh(2), {"hole_card": UP}, (5, 10), 9),
    "hole card up, eights against 18": (fresh(1), {"hole_card": UP}, (9, 9), 8),
    "a tiny shoe": ((0, 2, 0, 0, 2, 3, 4, 8, 0, 6), {}, (6,), 8),
    "a tiny shoe, free bet": ((0, 2, 2, 0, 2, 3, 4, 8, 0, 6), FREE_BET, (5,), 8),
}


def box_of(shoe: tuple[int, ...], rules: dict[str, Any], shown: tuple[int, ...], value: int) -> SplitBox:
    """Return the box of a pair that is split up to three times, with four hands drawn together."""
    kernel = BlackjackKernel(*case(*shoe, splits=3, **rules))
    solution = best(kernel)
    showing = [tree.shown for tree in kernel.dealer.trees].index(shown)
    (decision,) = (one for one in solution.decisions[showing] if one.hand == (value, value))
    assert decision.play in SPLITS
    box = SplitBox(kernel, showing, solution, decision)
    for _ in range(4):
        box.draw()
    assert box.together == 4
    return box


@pytest.mark.parametrize("name", BOXES)
def test_no_probability_is_too_great_and_none_lacks_more_than_all_together(name: str) -> None:
    box = box_of(*BOXES[name])
    for size in (3, 4):
        chosen = [hands for hands, _ in patterns(4) if len(hands) == size]
        alone = box.hands.alone(size)
        assert alone.is_large_enough
        found = alone.distributions([[HAND_TYPES.index(hand) for hand in hands] for hands in chosen])
        for hands, least in zip(chosen, found, strict=True):
            exact = [sum(parts) for parts in zip(*box.moment(size, hands, 0), strict=True)]
            missing = sum(exact) - sum(least)
            assert 0 < missing < 0.2
            for part, low in zip(exact, least, strict=True):
                assert low - CLOSE <= part <= low + missing + CLOSE, (hands, part, low)


def test_a_shoe_too_small_for_the_rule_leaves_everything_missing() -> None:
    box = box_of((0, 0, 0, 0, 0, 0, 2, 6, 0, 8), {}, (7,), 8)
    alone = box.hands.alone(4)
    assert not alone.is_large_enough
    assert not any(alone.distributions([[3, 0, 0, 0]])[0])


@pytest.mark.parametrize(("cards", "least"), [(20, 5), (45, 5), (96, 4), (304, 4), (407, 5), (404, 9)])
def test_the_rule_of_lengths_is_exact_for_eight_lengths_and_never_too_great(cards: int, least: int) -> None:
    rule = length_rule(cards, least)
    assert all(weight > 0 for weight in rule.weights)
    for length in range(least, min(cards, least + 30) + 1):
        found = rule.at(length) * perm(cards, length)
        if length < least + 8:
            assert found == pytest.approx(1, abs=1e-12)
        else:
            assert 0 < found < 1 + 1e-12
