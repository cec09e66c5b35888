"""The net results of a round: all together are one, and their mean is the value."""

import pytest

from tests.exact.given import FREE_BET, READER, UP, Case, case, fresh
from upcard.exact.blackjack.kernel import BlackjackKernel
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.solve import best
from upcard.rules.enums import BlackjackPays, DealerBlackjackTakes, DoubleOn, Soft17, Surrender

CLOSE = 1e-12
ONCE = {
    "one deck": case(*fresh(1)),
    "six decks": case(*fresh(6), dealer_soft_17=Soft17.DRAW),
    "card reader, surrender": case(
        *fresh(6), hole_card=READER, surrender=Surrender.LATE, blackjack_pays=BlackjackPays.SIX_TO_FIVE
    ),
    "no hole card, surrender": case(*fresh(2), surrender=Surrender.LATE),
    "hole card up": case(*fresh(1), hole_card=UP),
    "free bet": case(*fresh(6), **FREE_BET),
    "free bet, any number of cards": case(*fresh(1), hole_card=READER, free_on_any_number=True, **FREE_BET),
    "no double after a split": case(*fresh(1), double_after_split=False),
    "all wagers, five-card charlie, early surrender": case(
        *fresh(1),
        dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS,
        charlie=5,
        surrender=Surrender.EARLY,
    ),
    "double on 10 or 11, six-card charlie, early surrender, not against an ace, card reader": case(
        *fresh(6),
        hole_card=READER,
        double_on=DoubleOn.HARD_10_TO_11,
        charlie=6,
        surrender=Surrender.EARLY_NOT_AGAINST_ACE,
    ),
    "free bet, all wagers, seven-card charlie": case(
        *fresh(2), dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS, charlie=7, **FREE_BET
    ),
}
AGAIN = {
    "one deck": case(*fresh(1), splits=3),
    "eight decks, aces too": case(*fresh(8), splits=3, resplit_aces=True, hole_card=READER, surrender=Surrender.LATE),
    "free bet": case(*fresh(6), splits=3, **FREE_BET),
    "all wagers, five-card charlie, no double after a split": case(
        *fresh(2),
        splits=3,
        dealer_blackjack_takes=DealerBlackjackTakes.ALL_WAGERS,
        charlie=5,
        double_after_split=False,
    ),
}


def summed(given: Case) -> tuple[float, float]:
    """Return the sum of all probabilities, and the difference of the mean from the value as settled."""
    kernel = BlackjackKernel(*given)
    found = best(kernel)
    chances = nets(kernel, found)
    assert min(chances.values()) >= -CLOSE
    mean = sum(float(net) * chance for net, chance in chances.items())
    return sum(chances.values()), mean - (found.value - found.busts_before_blackjack)


@pytest.mark.parametrize("given", list(ONCE.values()), ids=list(ONCE))
def test_the_mean_of_the_net_results_is_the_value_where_pairs_are_split_once(given: Case) -> None:
    whole, missed = summed(given)
    assert whole == pytest.approx(1, abs=CLOSE)
    assert missed == pytest.approx(0, abs=CLOSE)


@pytest.mark.parametrize("given", list(AGAIN.values()), ids=list(AGAIN))
def test_the_mean_of_the_net_results_is_nearly_the_value_where_pairs_are_split_again(given: Case) -> None:
    whole, missed = summed(given)
    assert whole == pytest.approx(1, abs=CLOSE)
    assert CLOSE < abs(missed) < 2e-5
