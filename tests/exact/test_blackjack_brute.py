"""The blackjack wager on tiny shoes: the analysis agrees with every round dealt card by card."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.exact.blackjack_both import (
    Analysed,
    analysed,
    check_busts,
    check_exactly,
    check_nets,
    check_plays,
    check_splits,
    check_strategy,
    check_value,
    close,
    doubles_stiff_hands,
)
from tests.exact.given import FREE_BET, READER, UP, Case, case
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.solve import best
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import BlackjackPays, DealerBlackjackTakes, DoubleOn, Soft17, Surrender

# The shoes were drawn at random, 13 to 17 cards of four or five values, and kept if no round can run out of cards.
WAIT = {"busts_wait": True}  # reading 61
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
    "added wagers of a bust wait": case(2, 2, 0, 0, 0, 0, 4, 2, 0, 3, **WAIT),
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
    "free bet, one split, three where it is free": case(
        *(0, 0, 0, 2, 3, 0, 2, 3, 0, 4), splits=1, splits_free=3, **FREE_BET
    ),
    "free bet, two splits, one where it is free": case(
        *(0, 0, 0, 2, 3, 0, 2, 3, 0, 4), splits=2, splits_free=1, hole_card=READER, **FREE_BET
    ),
    "free bet, hole card up": case(0, 0, 0, 3, 0, 3, 2, 0, 0, 5, splits=2, hole_card=UP, **FREE_BET),
}
ALL = {**ONCE, **AGAIN}

# Rules that New Jersey does not have; in each shoe every one of them changes what the wager is worth.
NO_DOUBLE = {"double_after_split": False}
ON_9, ON_10 = ({"double_on": on} for on in (DoubleOn.HARD_9_TO_11, DoubleOn.HARD_10_TO_11))
ALL_WAGERS = {"dealer_blackjack_takes": DealerBlackjackTakes.ALL_WAGERS}
EARLY, NOT_AGAINST_ACE = ({"surrender": when} for when in (Surrender.EARLY, Surrender.EARLY_NOT_AGAINST_ACE))
FOREIGN = ("double_after_split", "double_on", "dealer_blackjack_takes", "surrender", "charlie")
OPTIONS = {
    "no double after a split": case(0, 0, 0, 2, 0, 5, 0, 4, 0, 1, **NO_DOUBLE),
    "no double after a split, free bet, card reader": case(
        *(1, 0, 0, 0, 0, 0, 3, 4, 0, 5), hole_card=READER, **NO_DOUBLE, **FREE_BET
    ),
    "double on 9 to 11": case(1, 0, 0, 0, 0, 0, 0, 4, 4, 3, **ON_9),
    "double on 9 to 11, card reader, two splits": case(
        *(0, 0, 0, 0, 4, 6, 5, 0, 0, 0), hole_card=READER, splits=2, **ON_9
    ),
    "double on 10 or 11, draw to soft 17": case(1, 0, 0, 0, 2, 0, 4, 0, 3, 0, dealer_soft_17=Soft17.DRAW, **ON_10),
    "all wagers": case(3, 0, 0, 0, 0, 0, 0, 5, 0, 4, **ALL_WAGERS),
    "all wagers, three splits, of aces too": case(
        *(4, 0, 0, 0, 0, 0, 0, 0, 6, 6), splits=3, resplit_aces=True, **ALL_WAGERS
    ),
    "all wagers, free bet, two splits": case(4, 0, 0, 0, 0, 4, 0, 0, 0, 6, splits=2, **ALL_WAGERS, **FREE_BET),
    "early surrender": case(1, 0, 0, 0, 3, 0, 5, 0, 0, 2, **EARLY),
    "early surrender, card reader": case(0, 1, 0, 0, 1, 0, 3, 0, 0, 5, hole_card=READER, **EARLY),
    "early surrender, not against an ace": case(3, 2, 0, 0, 0, 0, 1, 0, 0, 5, **NOT_AGAINST_ACE),
    "early surrender, not against an ace, card reader": case(
        *(0, 0, 1, 0, 0, 5, 0, 1, 0, 4), hole_card=READER, **NOT_AGAINST_ACE
    ),
    "five-card charlie": case(5, 3, 0, 0, 0, 0, 0, 0, 0, 6, charlie=5),
    "six-card charlie": case(4, 4, 0, 0, 0, 0, 0, 0, 0, 7, charlie=6),
    "seven-card charlie": case(5, 3, 0, 0, 0, 0, 0, 0, 0, 6, charlie=7),
    "five-card charlie, free bet, any number of cards": case(
        *(2, 0, 3, 0, 0, 0, 0, 1, 0, 5), charlie=5, free_on_any_number=True, **FREE_BET
    ),
    "five-card charlie, double on 10 or 11, hole card up": case(
        *(4, 0, 0, 0, 0, 4, 0, 0, 0, 6), charlie=5, hole_card=UP, **ON_10
    ),
    "five-card charlie, all wagers, early surrender, no double after a split": case(
        *(2, 0, 0, 0, 4, 4, 0, 0, 0, 5), charlie=5, **ALL_WAGERS, **EARLY, **NO_DOUBLE
    ),
    "five-card charlie, added wagers of a bust wait": case(5, 3, 0, 0, 0, 0, 0, 0, 0, 6, charlie=5, **WAIT),
    "all wagers, double on 10 or 11, early surrender, not against an ace, two splits": case(
        *(4, 0, 0, 0, 0, 0, 0, 0, 6, 6), splits=2, **ALL_WAGERS, **ON_10, **NOT_AGAINST_ACE
    ),
}
MORE_OPTIONS = {  # larger shoes: tests/exact/slow
    "early surrender, hole card up": case(4, 0, 0, 0, 0, 4, 0, 0, 0, 6, hole_card=UP, **EARLY),
    "early surrender, not against an ace, hole card up": case(
        *(4, 0, 0, 0, 0, 4, 0, 0, 0, 6), hole_card=UP, **NOT_AGAINST_ACE
    ),
    "no double after a split, card reader, three splits": case(
        *(0, 0, 0, 0, 2, 0, 3, 0, 6, 5), hole_card=READER, splits=3, **NO_DOUBLE
    ),
    "double on 10 or 11, hole card up": case(0, 0, 0, 0, 0, 3, 0, 5, 1, 3, hole_card=UP, **ON_10),
    "all wagers": case(5, 0, 0, 1, 2, 1, 0, 0, 0, 5, **ALL_WAGERS),
    "five-card charlie": case(2, 2, 3, 0, 0, 0, 0, 4, 0, 3, charlie=5),
    "five-card charlie, hole card up": case(4, 0, 0, 0, 0, 0, 0, 2, 4, 5, charlie=5, hole_card=UP),
    "five-card charlie, free bet, any number of cards": case(
        *(1, 5, 0, 2, 0, 0, 0, 0, 3, 3), charlie=5, free_on_any_number=True, **FREE_BET
    ),
    "five-card charlie, free bet, early surrender, card reader, two splits": case(
        *(2, 0, 0, 0, 4, 4, 0, 0, 0, 5), charlie=5, hole_card=READER, splits=2, **EARLY, **FREE_BET
    ),
    "six-card charlie, card reader, two splits": case(
        *(3, 5, 0, 0, 0, 0, 0, 0, 2, 6), charlie=6, hole_card=READER, splits=2
    ),
    "seven-card charlie": case(5, 1, 0, 0, 0, 0, 4, 0, 0, 4, charlie=7),
}


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


def without_option(given: Case, option: str) -> Case:
    """Take an option back to what New Jersey has."""
    return given._replace(rules=replace(given.rules, **{option: getattr(BlackjackRules(), option)}))


def check_options(given: Case) -> None:
    """Take each option away by itself: the wager is worth something else."""
    value, options = (
        best(BlackjackKernel(*given)).value,
        [one for one in FOREIGN if without_option(given, one) != given],
    )
    assert options
    for option in options:
        assert abs(best(BlackjackKernel(*without_option(given, option))).value - value) > 1e-6, option


def check_best(both: Analysed) -> None:
    """Compare every play, and the best strategy as a whole."""
    assert check_plays(both) >= 40
    assert check_splits(both) >= 8
    check_strategy(both)
    check_exactly(both)


@every_case(OPTIONS)
def test_each_option_changes_what_the_wager_is_worth(given: Case) -> None:
    check_options(given)


@every_case(OPTIONS)
def test_with_an_option_every_play_is_worth_what_brute_force_finds(given: Case) -> None:
    check_best(analysed(given))


@every_case(OPTIONS)
def test_with_an_option_a_chart_and_any_other_strategy_are_worth_what_brute_force_finds(given: Case) -> None:
    both = analysed(given)
    check_strategy(both.by_chart())
    check_strategy(both.wildly(1))
