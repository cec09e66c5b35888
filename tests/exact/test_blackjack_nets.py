"""The net results of a round: all together are one, and their mean is the value."""

from fractions import Fraction

import pytest

from tests.exact.test_blackjack_anchors import fresh
from tests.exact.test_blackjack_removal import FREE_BET
from upcard.exact.blackjack.kernel import Kernel
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.rules import Rules
from upcard.exact.blackjack.solve import best

CLOSE = 1e-12
READER = "down, card reader"
ONCE = {
    "one deck": Rules(shoe=fresh(1)),
    "six decks": Rules(shoe=fresh(6), draws_to_soft_17=True),
    "card reader, surrender": Rules(shoe=fresh(6), hole_card=READER, surrender=True, blackjack_pays=Fraction(6, 5)),
    "no hole card, surrender": Rules(shoe=fresh(2), surrender=True),
    "hole card up": Rules(shoe=fresh(1), hole_card="up"),
    "free bet": Rules(shoe=fresh(6), **FREE_BET),
    "free bet, any number of cards": Rules(shoe=fresh(1), hole_card=READER, free_on_any_number=True, **FREE_BET),
}
AGAIN = {
    "one deck": Rules(shoe=fresh(1), splits=3),
    "eight decks, aces too": Rules(shoe=fresh(8), splits=3, resplit_aces=True, hole_card=READER, surrender=True),
    "free bet": Rules(shoe=fresh(6), splits=3, **FREE_BET),
}


def summed(rules: Rules) -> tuple[float, float]:
    """Give the sum of all chances, and by how much the mean misses the value as settled."""
    kernel = Kernel(rules)
    found = best(kernel)
    chances = nets(kernel, found)
    assert min(chances.values()) >= -CLOSE
    mean = sum(float(net) * chance for net, chance in chances.items())
    return sum(chances.values()), mean - (found.value - found.busts_before_blackjack)


@pytest.mark.parametrize("rules", list(ONCE.values()), ids=list(ONCE))
def test_the_mean_of_the_net_results_is_the_value_where_pairs_are_split_once(rules: Rules) -> None:
    whole, missed = summed(rules)
    assert whole == pytest.approx(1, abs=CLOSE)
    assert missed == pytest.approx(0, abs=CLOSE)


@pytest.mark.parametrize("rules", list(AGAIN.values()), ids=list(AGAIN))
def test_the_mean_of_the_net_results_is_nearly_the_value_where_pairs_are_split_again(rules: Rules) -> None:
    whole, missed = summed(rules)
    assert whole == pytest.approx(1, abs=CLOSE)
    assert CLOSE < abs(missed) < 2e-5
