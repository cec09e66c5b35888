"""Several dealer's hands on one upcard, from tiny shoes: how they and the wagers on them fall together."""

from collections import defaultdict
from fractions import Fraction
from functools import cache

import pytest

from tests.exact.blackjack_both import CLOSE, Analysed
from tests.exact.blackjack_brute import Box, Brute, Policy, Round, orders
from tests.exact.blackjack_in_words import Made, Values, is_blackjack
from tests.exact.given import Case, case, fresh
from upcard.exact.blackjack import multiple
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.multiple import dealers_hands, wager_moments
from upcard.rules.enums import BlackjackPays, Play, Soft17

CASES = {
    "stand on soft 17": case(3, 2, 0, 0, 2, 0, 3, 0, 0, 5),
    "draw to soft 17": case(4, 0, 0, 2, 0, 5, 0, 0, 3, 2, dealer_soft_17=Soft17.DRAW),
    "a bust with 22 apart": case(2, 0, 0, 0, 0, 3, 3, 3, 0, 4, dealer_soft_17=Soft17.DRAW, dealer_pushes_on=22),
}


def label(made: Made, pushes_on: int | None) -> str:
    """Return what the analysis calls a dealer's hand."""
    if made.blackjack:
        return "blackjack"
    if not made.total.bust:
        return str(made.total.points)
    return f"bust with {made.total.points}" if made.total.points == pushes_on else "bust"


@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
def test_dealers_hands_fall_together_as_brute_force_finds(given: Case, hands: int) -> None:
    kernel, brute = BlackjackKernel(*given), Brute(given)
    labels = [kind.label for kind in kernel.dealer.kinds]
    for number, tree in enumerate(kernel.dealer.trees):
        (upcard,) = tree.shown
        if not given.shoe[upcard - 1]:
            continue
        left = tuple(count - (value == upcard) for value, count in enumerate(given.shoe, start=1))
        dealt: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for made, chance in brute.dealers(left, upcard, hands).items():
            dealt[tuple(label(one, given.rules.dealer_pushes_on) for one in made)] += chance
        assert sum(dealt.values()) == 1
        found: dict[tuple[str, ...], float] = defaultdict(float)
        for kinds, chance_found in dealers_hands(kernel, number, hands).items():
            found[tuple(labels[kind] for kind in kinds)] += chance_found
        for kinds_ in {*dealt, *found}:
            assert found[kinds_] == pytest.approx(float(dealt[kinds_]), abs=CLOSE), (upcard, kinds_)


NO_SPLITS = {
    "stand on soft 17": case(3, 2, 0, 0, 2, 0, 3, 0, 0, 5, splits=0),
    "draw to soft 17, 6 to 5": case(
        4, 0, 0, 2, 0, 5, 0, 0, 3, 2, splits=0, dealer_soft_17=Soft17.DRAW, blackjack_pays=BlackjackPays.SIX_TO_FIVE
    ),
}


class Twice:
    """Two wagers of a round, the hand played once, then two dealer's hands on one upcard."""

    def __init__(self, both: Analysed) -> None:
        self.both, self.brute = both, both.brute
        self.plays = {(one.shown, one.hand): (number, one.play) for number, one in both.decisions()}
        self.dealers = cache(self.brute.dealers)

    def means(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the means of one wager, of its square and of the product of both."""
        sums = [Fraction(0)] * 3
        for shown, chance in self.brute.showings():
            for hand, part in self.brute.hands(shown):
                number, play = self.plays[shown, (hand[0], hand[1])]
                policy = self.both.policy(number)
                for one, other, of_both in self.of_hand(shown, hand, play, policy):
                    for at, value in enumerate((one, one * one, one * other)):
                        sums[at] += chance * part * of_both * value
        return sums[0], sums[1], sums[2]

    def of_hand(
        self, shown: Values, hand: Values, play: Play | None, policy: Policy
    ) -> list[tuple[Fraction, Fraction, Fraction]]:
        """Yield the net results of both wagers, with their probability."""
        left = self.brute.left(shown, hand)
        if is_blackjack(hand):
            pays = self.brute.rules.blackjack_pays.odds.ratio
            return [
                (Fraction(0) if one.blackjack else pays, Fraction(0) if other.blackjack else pays, chance)
                for (one, other), chance in self.dealers(left, shown[0], 2).items()
            ]
        assert play is not None
        found = []
        for ended, ways in Box(self.brute, shown, play, policy).of(left, hand).items():
            for (one, other), chance in self.dealers(ended.left, shown[0], 2).items():
                nets = [self.brute.as_settled(Round(ended.box, made)) for made in (one, other)]
                found.append((nets[0], nets[1], chance * Fraction(ways * orders(ended.left), orders(left))))
        return found


@pytest.mark.parametrize("given", list(NO_SPLITS.values()), ids=list(NO_SPLITS))
def test_two_wagers_of_a_round_vary_together_as_brute_force_finds(given: Case) -> None:
    both = Analysed(given)
    mean, square, product = Twice(both).means()
    settled = both.found.value - both.found.busts_before_blackjack
    assert settled == pytest.approx(float(mean), abs=CLOSE)
    found = wager_moments(both.kernel, both.found, variance=float(square - mean * mean), mean=float(mean))
    assert found.covariance == pytest.approx(float(product - mean * mean), abs=CLOSE)
    assert 0 < found.correlation < 1
    assert found.variance_of(2) == pytest.approx(float(2 * (square + product - 2 * mean * mean)), abs=CLOSE)


PAIRS = {
    "sevens, eights": case(2, 2, 0, 0, 0, 0, 4, 2, 0, 3),
    "sevens, eights, nines": case(3, 0, 0, 0, 0, 0, 4, 3, 4, 2),
    "aces": case(4, 0, 0, 0, 3, 0, 0, 3, 0, 5, dealer_soft_17=Soft17.DRAW),
}


@pytest.mark.parametrize("given", list(PAIRS.values()), ids=list(PAIRS))
def test_the_wagers_on_a_split_pair_vary_together_as_brute_force_finds(given: Case) -> None:
    both = Analysed(given)
    assert any(one.play is Play.SPLIT_PAIR for _, one in both.decisions())
    mean, square, product = Twice(both).means()
    found = wager_moments(both.kernel, both.found, variance=float(square - mean * mean), mean=float(mean))
    assert found.covariance == pytest.approx(float(product - mean * mean), abs=CLOSE)
    assert found.error <= CLOSE


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
@pytest.mark.parametrize("given", list(PAIRS.values()), ids=list(PAIRS))
def test_what_is_left_out_of_a_mean_product_is_within_its_bound(
    given: Case, degree: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Analysed(given)
    exact = wager_moments(both.kernel, both.found, variance=1.0, mean=0.0)
    monkeypatch.setattr(multiple, "DEGREE", degree)
    monkeypatch.setattr(multiple, "MOST_DEGREE", degree)
    coarse = wager_moments(both.kernel, both.found, variance=1.0, mean=0.0)
    assert coarse.error > 0
    assert abs(coarse.covariance - exact.covariance) <= coarse.error + exact.error
    if degree == 1:
        assert abs(coarse.covariance - exact.covariance) > CLOSE


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_the_covariance_is_exact_to_double_precision_with_whole_decks(decks: int) -> None:
    both = Analysed(case(*fresh(decks)))
    found = wager_moments(both.kernel, both.found, variance=1.0, mean=0.0)
    assert found.error <= CLOSE
