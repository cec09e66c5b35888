"""Two seats of a round, from tiny shoes: their blackjack wagers vary together as brute force finds."""

import pytest

from tests.exact.blackjack_both import CLOSE, Played, analysed
from tests.exact.given import FREE_BET, READER, UP, Case, case, fresh
from tests.exact.two_seats import TwoSeats
from upcard.exact.blackjack.blackjack_covariances import mean_product_of_seats
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.solve import best
from upcard.rules.apply import SPLITS
from upcard.rules.enums import DealerBlackjackTakes, Play, Soft17, Surrender

# Shoes that hold enough for both boxes, however pairs are split.
CASES = {
    "no hole card, pairs split once": case(2, 0, 0, 0, 0, 0, 4, 6, 0, 9),
    "aces split": case(6, 0, 0, 0, 0, 0, 0, 6, 0, 11),
    "pairs split again": case(0, 0, 0, 0, 0, 0, 0, 10, 0, 20, splits=3),
    "aces split again": case(8, 0, 0, 0, 0, 0, 0, 0, 0, 28, splits=3, resplit_aces=True),
    "card reader, surrender, draw to soft 17": case(
        3, 0, 0, 0, 0, 4, 0, 4, 0, 10, hole_card=READER, surrender=Surrender.LATE, dealer_soft_17=Soft17.DRAW
    ),
    "hole card up": case(2, 0, 0, 0, 0, 3, 0, 6, 0, 9, hole_card=UP),
    "free bet": case(2, 0, 0, 0, 6, 0, 0, 0, 0, 14, hole_card=READER, **FREE_BET),
    "free bet, split again": case(2, 0, 0, 0, 0, 0, 0, 10, 0, 14, hole_card=READER, splits=2, **FREE_BET),
    "all wagers, early surrender": case(
        *(2, 0, 0, 0, 0, 0, 4, 6, 0, 9),
        dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS,
        surrender=Surrender.EARLY,
    ),
}


def check(both: Played) -> None:
    """Compare the mean product of two seats, and the mean of each."""
    first, second, product = TwoSeats(both).means()
    assert first == second
    assert both.found.value - both.found.busts_before_blackjack == pytest.approx(float(first), abs=CLOSE)
    assert mean_product_of_seats(both.kernel, both.found) == pytest.approx(float(product), abs=CLOSE)


@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
def test_two_seats_vary_together_as_brute_force_finds(given: Case) -> None:
    check(analysed(given))


@pytest.mark.parametrize("name", ["aces split", "pairs split again", "free bet"])
def test_two_seats_that_play_anything_allowed_vary_together_as_brute_force_finds(name: str) -> None:
    check(analysed(CASES[name]).wildly(1))


@pytest.mark.parametrize("name", ["no hole card, pairs split once", "pairs split again", "hole card up", "free bet"])
def test_the_brute_force_above_splits_pairs(name: str) -> None:
    assert any(one.play in SPLITS for _, one in analysed(CASES[name]).wildly(1).decisions())


def test_the_brute_force_above_surrenders() -> None:
    played = analysed(CASES["card reader, surrender, draw to soft 17"])
    assert any(one.play is Play.SURRENDER for _, one in played.wildly(1).decisions())


@pytest.mark.parametrize("decks", [1, 6])
def test_two_seats_that_share_a_dealer_are_correlated_by_about_a_third(decks: int) -> None:
    kernel = BlackjackKernel(*case(*fresh(decks)))
    played = best(kernel)
    mean = played.value - played.busts_before_blackjack
    covariance = mean_product_of_seats(kernel, played) - mean**2
    assert 0.3 < covariance / nets(kernel, played).variance < 0.4
