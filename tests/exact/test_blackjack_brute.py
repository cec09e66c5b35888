"""The blackjack wager on tiny shoes: the analysis agrees with every round dealt card by card."""

from collections.abc import Callable

import pytest

from tests.exact.blackjack_both import (
    Analysed,
    analysed,
    check_busts,
    check_nets,
    check_plays,
    check_splits,
    check_value,
    close,
    doubles_stiff_hands,
)
from tests.exact.given import FREE_BET, READER, UP, Case, case
from upcard.rules.words import BlackjackPays, Soft17, Surrender

# The shoes were drawn at random, 13 to 17 cards of four or five values, and kept if no round can run out of cards.
ONCE = {
    "no hole card": case(2, 2, 0, 0, 0, 0, 4, 2, 0, 3),
    "card reader": case(2, 2, 0, 0, 0, 0, 4, 2, 0, 3, hole_card=READER),
    "hole card up": case(2, 0, 0, 3, 0, 2, 0, 0, 3, 5, hole_card=UP),
    "draw to soft 17": case(2, 0, 0, 0, 2, 3, 0, 2, 0, 4, dealer_soft_17=Soft17.DRAW),
    "surrender, 6 to 5": case(
        4, 0, 0, 0, 0, 3, 0, 2, 3, 3, surrender=Surrender.LATE, blackjack_pays=BlackjackPays.SIX_TO_FIVE
    ),
    "surrender, card reader": case(2, 0, 0, 0, 2, 0, 3, 0, 2, 4, surrender=Surrender.LATE, hole_card=READER),
    "free bet": case(4, 0, 0, 3, 3, 0, 0, 0, 0, 5, **FREE_BET),
    "free bet, card reader": case(2, 0, 0, 0, 0, 2, 4, 0, 2, 5, hole_card=READER, **FREE_BET),
}
AGAIN = {
    "two splits": case(4, 0, 0, 0, 4, 3, 0, 0, 0, 5, splits=2),
    "three splits": case(4, 0, 0, 0, 0, 0, 0, 5, 5, 3, splits=3),
    "three splits, of aces too": case(4, 0, 0, 0, 0, 0, 0, 2, 4, 5, splits=3, resplit_aces=True),
    "three splits, card reader": case(4, 0, 3, 0, 0, 0, 0, 0, 4, 5, splits=3, hole_card=READER),
    "three splits, hole card up": case(2, 0, 0, 0, 0, 0, 5, 5, 4, 0, splits=3, hole_card=UP),
    "free bet, three splits": case(0, 0, 0, 2, 3, 0, 2, 3, 0, 4, splits=3, **FREE_BET),
    "free bet, any number of cards": case(
        3, 0, 0, 4, 0, 0, 0, 0, 5, 4, splits=3, resplit_aces=True, free_on_any_number=True, **FREE_BET
    ),
    "free bet, hole card up": case(0, 0, 0, 3, 0, 3, 2, 0, 0, 5, splits=2, hole_card=UP, **FREE_BET),
}
ALL = {**ONCE, **AGAIN}


def every_case(cases: dict[str, Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("given", list(cases.values()), ids=list(cases))


@every_case(ALL)
def test_showings_and_hands_come_as_often_as_they_should(given: Case) -> None:
    both = analysed(given)
    chances = {(one.shown, one.hand): both.found.chances[number] * one.chance for number, one in both.decisions()}
    for shown, chance in both.brute.showings():
        for hand, part in both.brute.hands(shown):
            assert close(chances.pop((shown, (hand[0], hand[1]))), chance * part)
    assert not chances


@every_case(ALL)
def test_every_play_of_a_hand_by_itself_is_worth_what_brute_force_finds(given: Case) -> None:
    assert check_plays(analysed(given)) > 90


@every_case(ALL)
def test_a_split_is_worth_what_brute_force_finds_by_dealing_every_hand_in_its_turn(given: Case) -> None:
    assert check_splits(analysed(given)) >= 14


@every_case(ALL)
def test_the_wager_is_worth_what_brute_force_finds(given: Case) -> None:
    check_value(analysed(given))


@every_case(ALL)
def test_what_split_hands_lose_by_busting_before_a_dealers_blackjack(given: Case) -> None:
    check_busts(analysed(given))


def test_the_shoes_are_such_that_split_hands_do_bust_before_a_dealers_blackjack() -> None:
    cases = ("no hole card", "draw to soft 17", "surrender, 6 to 5", "two splits", "three splits", "free bet")
    assert all(analysed(ALL[case]).found.busts_before_blackjack > 1e-6 for case in cases)


@every_case(ONCE)
def test_net_results_are_as_probable_as_brute_force_finds(given: Case) -> None:
    check_nets(analysed(given))


@pytest.mark.parametrize("check", [check_busts, check_nets])
@pytest.mark.parametrize(
    "shoe", [(4, 0, 0, 0, 4, 4, 0, 2, 0, 2), (1, 0, 0, 2, 0, 0, 0, 5, 4, 1)], ids=["by itself", "after a split too"]
)
def test_a_doubled_hand_that_busts_before_a_dealers_blackjack_loses_both_wagers_as_the_engine_settles_it(
    shoe: tuple[int, ...], check: Callable[[Analysed], None]
) -> None:
    both = analysed(case(*shoe, dealer_soft_17=Soft17.DRAW))
    assert doubles_stiff_hands(both)
    check(both)
