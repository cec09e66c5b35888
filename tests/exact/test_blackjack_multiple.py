"""Several dealer's hands on one upcard, from tiny shoes: how they and the wagers on them fall together."""

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.exact.blackjack_brute import Box, Brute, Made, Policy, Round, Values, is_blackjack, orders
from tests.exact.test_blackjack_brute import CLOSE, Analysed
from upcard.exact.blackjack.kernel import Kernel
from upcard.exact.blackjack.multiple import dealers_hands, together
from upcard.exact.blackjack.rules import Rules
from upcard.rules.blackjack import Play

CASES = {
    "stand on soft 17": Rules(shoe=(3, 2, 0, 0, 2, 0, 3, 0, 0, 5)),
    "draw to soft 17": Rules(shoe=(4, 0, 0, 2, 0, 5, 0, 0, 3, 2), draws_to_soft_17=True),
    "a bust with 22 apart": Rules(shoe=(2, 0, 0, 0, 0, 3, 3, 3, 0, 4), draws_to_soft_17=True, pushes_on=22),
}


def label(made: Made, pushes_on: int | None) -> str:
    """Name a dealer's hand as the analysis does."""
    if made.blackjack:
        return "blackjack"
    if not made.total.bust:
        return str(made.total.points)
    return f"bust with {made.total.points}" if made.total.points == pushes_on else "bust"


@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("rules", list(CASES.values()), ids=list(CASES))
def test_dealers_hands_fall_together_as_brute_force_finds(rules: Rules, hands: int) -> None:
    kernel, brute = Kernel(rules), Brute(rules)
    labels = [kind.label for kind in kernel.dealer.kinds]
    for number, tree in enumerate(kernel.dealer.trees):
        (upcard,) = tree.shown
        if not rules.shoe[upcard - 1]:
            continue
        left = tuple(count - (value == upcard) for value, count in enumerate(rules.shoe, start=1))
        dealt: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for made, chance in brute.dealers(left, upcard, hands).items():
            dealt[tuple(label(one, rules.pushes_on) for one in made)] += chance
        assert sum(dealt.values()) == 1
        found: dict[tuple[str, ...], float] = defaultdict(float)
        for kinds, chance_found in dealers_hands(kernel, number, hands).items():
            found[tuple(labels[kind] for kind in kinds)] += chance_found
        for kinds_ in {*dealt, *found}:
            assert found[kinds_] == pytest.approx(float(dealt[kinds_]), abs=CLOSE), (upcard, kinds_)


NO_SPLITS = {
    "stand on soft 17": Rules(shoe=(3, 2, 0, 0, 2, 0, 3, 0, 0, 5), splits=0),
    "draw to soft 17, 6 to 5": Rules(
        shoe=(4, 0, 0, 2, 0, 5, 0, 0, 3, 2), splits=0, draws_to_soft_17=True, blackjack_pays=Fraction(6, 5)
    ),
}


class Twice:
    """Two wagers of a round, the hand played once, then two dealer's hands on one upcard."""

    def __init__(self, both: Analysed) -> None:
        self.both, self.brute = both, both.brute
        self.plays = {(one.shown, one.hand): (number, one.play) for number, one in both.decisions()}

    def means(self) -> tuple[Fraction, Fraction, Fraction]:
        """Give the means of one wager, of its square and of the product of both."""
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
        """Give what both wagers bring, with the chance of it."""
        left = self.brute.left(shown, hand)
        if is_blackjack(hand):
            pays = self.brute.rules.blackjack_pays
            return [
                (Fraction(0) if one.blackjack else pays, Fraction(0) if other.blackjack else pays, chance)
                for (one, other), chance in self.brute.dealers(left, shown[0], 2).items()
            ]
        assert play is not None
        found = []
        for ended, ways in Box(self.brute, play, policy).of(left, hand).items():
            (mine,) = ended.box
            for (one, other), chance in self.brute.dealers(ended.left, shown[0], 2).items():
                nets = [self.brute.as_settled(Round((mine,), made)) for made in (one, other)]
                found.append((nets[0], nets[1], chance * Fraction(ways * orders(ended.left), orders(left))))
        return found


@pytest.mark.parametrize("rules", list(NO_SPLITS.values()), ids=list(NO_SPLITS))
def test_two_wagers_of_a_round_vary_together_as_brute_force_finds(rules: Rules) -> None:
    both = Analysed(rules)
    mean, square, product = Twice(both).means()
    settled = both.found.value - both.found.busts_before_blackjack
    assert settled == pytest.approx(float(mean), abs=CLOSE)
    found = together(both.kernel, both.found, variance=float(square - mean * mean), mean=float(mean))
    assert found.covariance == pytest.approx(float(product - mean * mean), abs=CLOSE)
    assert 0 < found.correlation < 1
    assert found.variance_of(2) == pytest.approx(float(2 * (square + product - 2 * mean * mean)), abs=CLOSE)
