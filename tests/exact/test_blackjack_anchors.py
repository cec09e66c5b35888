"""The blackjack wager against figures that other programs found exactly (E. Farmer's analyser; "CDZ-")."""

from functools import cache

import pytest

from upcard.exact.blackjack.chart import by_total
from upcard.exact.blackjack.hands import PLAYS, values_of
from upcard.exact.blackjack.kernel import PAID, Kernel
from upcard.exact.blackjack.rules import Rules
from upcard.exact.blackjack.solve import Solution, best
from upcard.rules.blackjack import Play
from upcard.rules.facts import Total

CLOSE = 1e-12
ACE, TWO, SIX, TEN = 0, 1, 5, 9  # showings of an upcard


def fresh(decks: int) -> tuple[int, ...]:
    return (*[4 * decks] * 9, 16 * decks)


@cache
def analysed(decks: int, hands: int, hole_card: str = "after players") -> tuple[Kernel, Solution]:
    kernel = Kernel(Rules(shoe=fresh(decks), splits=hands - 1, hole_card=hole_card))
    return kernel, best(kernel)


@pytest.mark.parametrize("hole_card", ["after players", "down, card reader"])
@pytest.mark.parametrize(
    ("decks", "hands", "value"),
    [
        (1, 2, 48682286263053761 / 31793552508010293000),
        (1, 4, 0.0018193430614842),
        (
            6,
            2,
            -64427514833974253493060125610260216675018 / 14101432941991812529983546881678739430539375,
        ),
        (6, 4, -0.0040287023611541),
        (8, 4, -0.0043058062897037),
    ],
)
def test_the_value_of_the_best_play_of_every_composition(decks: int, hands: int, value: float, hole_card: str) -> None:
    _, found = analysed(decks, hands, hole_card)
    assert found.value == pytest.approx(value, abs=CLOSE)


def test_the_value_of_the_best_chart_by_total() -> None:
    kernel, composed = analysed(6, 4)
    _, charted = by_total(kernel, composed)
    assert charted.value == pytest.approx(-0.0040592241769882, abs=CLOSE)


@pytest.mark.parametrize(
    ("shown", "value"),
    [(TWO, 0.0926750583652), (SIX, 0.2357540766275), (TEN, -0.1731388061804), (ACE, -0.3416528476696)],
)
def test_the_value_by_upcard(shown: int, value: float) -> None:
    _, found = analysed(6, 4)
    assert found.by_showing[shown] == pytest.approx(value, abs=CLOSE)


def plays(total: Total, shown: int, hole_card: str) -> dict[Play, set[tuple[int, ...]]]:
    """Give the compositions of a total by their best play, splits aside, in a shoe of eight decks."""
    kernel, found = analysed(8, 4, hole_card)
    policy = found.policies[PAID][shown]
    by_play: dict[Play, set[tuple[int, ...]]] = {}
    for number, counts in enumerate(kernel.hands.counts):
        if kernel.hands.totals[number] == total:
            by_play.setdefault(PLAYS[policy[number]], set()).add(values_of(counts))
    return by_play


@pytest.mark.parametrize("hole_card", ["after players", "down, card reader"])
def test_twenty_six_compositions_of_hard_sixteen_draw_against_a_ten_and_all_others_stand(hole_card: str) -> None:
    found = plays(Total(16), TEN, hole_card)
    assert set(found) == {Play.DRAW, Play.STAND}
    assert len(found[Play.DRAW]) == 26
    assert {(8, 8), (7, 9), (6, 10)} <= found[Play.DRAW]
    held = {hand for hand in partitions(16, 10) if 1 not in hand or sum(hand) + 10 > 21}
    assert found[Play.DRAW] | found[Play.STAND] == held - {(value,) for value in range(1, 11)}


def partitions(points: int, highest: int) -> set[tuple[int, ...]]:
    """Give every way to make up points from cards, an ace as one."""
    if not points:
        return {()}
    return {
        (*rest, value) for value in range(1, min(points, highest) + 1) for rest in partitions(points - value, value)
    }


@pytest.mark.parametrize("hole_card", ["after players", "down, card reader"])
def test_two_compositions_of_soft_eighteen_stand_against_an_ace(hole_card: str) -> None:
    found = plays(Total(18, soft=True), ACE, hole_card)
    assert found[Play.STAND] == {(1, 2, 2, 3), (1, 1, 3, 3)}
    assert (1, 7) in found[Play.DRAW]
