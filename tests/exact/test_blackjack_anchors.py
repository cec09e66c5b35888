"""The blackjack wager against exact figures of other programs (E. Farmer's analyzer; "CDZ-")."""

from functools import cache
from typing import Any

import pytest

from tests.exact.given import NO_HOLE_CARD, READER, case, fresh
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel
from upcard.exact.blackjack.chart import by_total
from upcard.exact.blackjack.solve import Solution, best
from upcard.payoffs.hands import values_of
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import DealerBlackjackTakes, HoleCard, Play, Surrender
from upcard.rules.facts import Total

CLOSE = 1e-12
ACE, TWO, SIX, TEN = 0, 1, 5, 9  # showings of an upcard


@cache
def analysed(decks: int, hands: int, hole_card: HoleCard = NO_HOLE_CARD) -> tuple[BlackjackKernel, Solution]:
    kernel = BlackjackKernel(BlackjackRules(splits=hands - 1, hole_card=hole_card), fresh(decks))
    return kernel, best(kernel)


@pytest.mark.parametrize("hole_card", [NO_HOLE_CARD, READER])
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
def test_the_value_of_the_best_play_of_every_composition(
    decks: int, hands: int, value: float, hole_card: HoleCard
) -> None:
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


def plays(total: Total, shown: int, hole_card: HoleCard) -> dict[Play, set[tuple[int, ...]]]:
    """Return the compositions of a total by their optimal play, splits aside, in a shoe of eight decks."""
    kernel, found = analysed(8, 4, hole_card)
    policy = found.policies[INITIAL][shown]
    by_play: dict[Play, set[tuple[int, ...]]] = {}
    for number, counts in enumerate(kernel.hands.counts):
        if kernel.hands.totals[number] == total:
            by_play.setdefault(HAND_PLAYS[policy[number]], set()).add(values_of(counts))
    return by_play


@pytest.mark.parametrize("hole_card", [NO_HOLE_CARD, READER])
def test_twenty_six_compositions_of_hard_sixteen_draw_against_a_ten_and_all_others_stand(hole_card: HoleCard) -> None:
    found = plays(Total(16), TEN, hole_card)
    assert set(found) == {Play.DRAW, Play.STAND}
    assert len(found[Play.DRAW]) == 26
    assert {(8, 8), (7, 9), (6, 10)} <= found[Play.DRAW]
    held = {hand for hand in partitions(16, 10) if 1 not in hand or sum(hand) + 10 > 21}
    assert found[Play.DRAW] | found[Play.STAND] == held - {(value,) for value in range(1, 11)}


def partitions(points: int, highest: int) -> set[tuple[int, ...]]:
    """Return every way to make up points from cards, an ace as one."""
    if not points:
        return {()}
    return {
        (*rest, value) for value in range(1, min(points, highest) + 1) for rest in partitions(points - value, value)
    }


@pytest.mark.parametrize("hole_card", [NO_HOLE_CARD, READER])
def test_two_compositions_of_soft_eighteen_stand_against_an_ace(hole_card: HoleCard) -> None:
    found = plays(Total(18, soft=True), ACE, hole_card)
    assert found[Play.STAND] == {(1, 2, 2, 3), (1, 1, 3, 3)}
    assert (1, 7) in found[Play.DRAW]


@pytest.mark.parametrize("hole_card", [NO_HOLE_CARD, READER])
@pytest.mark.parametrize(("hands", "value"), [(2, -0.0057879365735), (4, -0.0054456516087)])
def test_the_value_of_six_decks_where_split_hands_are_not_doubled_down(
    hands: int, value: float, hole_card: HoleCard
) -> None:
    rules = BlackjackRules(splits=hands - 1, hole_card=hole_card, double_after_split=False)
    assert best(BlackjackKernel(rules, fresh(6))).value == pytest.approx(value, abs=CLOSE)


def best_of(hand: tuple[int, int], shown: int, **rules: Any) -> Play | None:
    """Return the best play of an initial hand of six decks."""
    _, found = solved(**rules)
    return next(one.play for one in found.decisions[shown] if one.hand == hand)


@cache
def solved(**rules: Any) -> tuple[BlackjackKernel, Solution]:
    kernel = BlackjackKernel(*case(*fresh(6), **rules))
    return kernel, best(kernel)


@pytest.mark.parametrize(
    ("hand", "shown", "original", "all_wagers"),
    [
        ((5, 6), TEN, Play.DOUBLE_DOWN, Play.DRAW),
        ((8, 8), TEN, Play.SPLIT_PAIR, Play.DRAW),
        ((8, 8), ACE, Play.SPLIT_PAIR, Play.DRAW),
        ((1, 1), ACE, Play.SPLIT_PAIR, Play.DRAW),
        ((1, 1), TEN, Play.SPLIT_PAIR, Play.SPLIT_PAIR),
        ((5, 6), SIX, Play.DOUBLE_DOWN, Play.DOUBLE_DOWN),
    ],
)
def test_where_a_dealers_blackjack_takes_all_wagers_less_is_put_at_risk(
    hand: tuple[int, int], shown: int, original: Play, all_wagers: Play
) -> None:
    assert best_of(hand, shown) is original
    assert best_of(hand, shown, dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS) is all_wagers


def test_where_a_dealers_blackjack_takes_all_wagers_a_bust_before_it_costs_nothing_more() -> None:
    _, original = solved()
    _, all_wagers = solved(dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS)
    assert original.busts_before_blackjack > 1e-5
    assert all_wagers.busts_before_blackjack == pytest.approx(0, abs=CLOSE)
    assert all_wagers.value < original.value - original.busts_before_blackjack


@pytest.mark.parametrize("surrender", [Surrender.EARLY, Surrender.EARLY_NOT_AGAINST_ACE])
def test_an_early_surrender_is_worth_the_same_with_a_hole_card_and_without(surrender: Surrender) -> None:
    (_, without), (_, reader) = (
        solved(surrender=surrender, hole_card=hole_card) for hole_card in (NO_HOLE_CARD, READER)
    )
    assert without.value == pytest.approx(reader.value, abs=CLOSE)
    given_up = {one.hand for one in without.decisions[ACE] if one.play is Play.SURRENDER}
    assert ((6, 10) in given_up) == (surrender is Surrender.EARLY)
    assert given_up == {one.hand for one in reader.decisions[ACE] if one.play is Play.SURRENDER}
