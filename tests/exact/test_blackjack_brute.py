"""The blackjack wager on tiny shoes: the analysis agrees with every round dealt card by card."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.exact.blackjack_brute import ALONE, SPLITTING, Begun, Brings, Brute, Nets, Policy, Values, mean, without
from upcard.exact.blackjack.hands import PLAYS
from upcard.exact.blackjack.kernel import FREE, PAID, Kernel
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.rules import Rules
from upcard.exact.blackjack.solve import Decision, best
from upcard.rules.blackjack import Play

CLOSE = 1e-12
READER = "down, card reader"
FREE_BET: dict[str, Any] = {
    "doubles_free_on": frozenset({9, 10, 11}),
    "free_split_except": frozenset({10}),
    "pushes_on": 22,
    "draws_to_soft_17": True,
}

# The shoes were drawn at random, 13 to 17 cards of four or five values, and kept if no round can run out of cards.
ONCE = {
    "no hole card": Rules(shoe=(2, 2, 0, 0, 0, 0, 4, 2, 0, 3)),
    "card reader": Rules(shoe=(2, 2, 0, 0, 0, 0, 4, 2, 0, 3), hole_card=READER),
    "hole card up": Rules(shoe=(2, 0, 0, 3, 0, 2, 0, 0, 3, 5), hole_card="up"),
    "draw to soft 17": Rules(shoe=(2, 0, 0, 0, 2, 3, 0, 2, 0, 4), draws_to_soft_17=True),
    "surrender, 6 to 5": Rules(shoe=(4, 0, 0, 0, 0, 3, 0, 2, 3, 3), surrender=True, blackjack_pays=Fraction(6, 5)),
    "surrender, card reader": Rules(shoe=(2, 0, 0, 0, 2, 0, 3, 0, 2, 4), surrender=True, hole_card=READER),
    "free bet": Rules(shoe=(4, 0, 0, 3, 3, 0, 0, 0, 0, 5), **FREE_BET),
    "free bet, card reader": Rules(shoe=(2, 0, 0, 0, 0, 2, 4, 0, 2, 5), hole_card=READER, **FREE_BET),
}
AGAIN = {
    "two splits": Rules(shoe=(4, 0, 0, 0, 4, 3, 0, 0, 0, 5), splits=2),
    "three splits": Rules(shoe=(4, 0, 0, 0, 0, 0, 0, 5, 5, 3), splits=3),
    "three splits, of aces too": Rules(shoe=(4, 0, 0, 0, 0, 0, 0, 2, 4, 5), splits=3, resplit_aces=True),
    "three splits, card reader": Rules(shoe=(4, 0, 3, 0, 0, 0, 0, 0, 4, 5), splits=3, hole_card=READER),
    "three splits, hole card up": Rules(shoe=(2, 0, 0, 0, 0, 0, 5, 5, 4, 0), splits=3, hole_card="up"),
    "free bet, three splits": Rules(shoe=(0, 0, 0, 2, 3, 0, 2, 3, 0, 4), splits=3, **FREE_BET),
    "free bet, any number of cards": Rules(
        shoe=(3, 0, 0, 4, 0, 0, 0, 0, 5, 4), splits=3, resplit_aces=True, free_on_any_number=True, **FREE_BET
    ),
    "free bet, hole card up": Rules(shoe=(0, 0, 0, 3, 0, 3, 2, 0, 0, 5), splits=2, hole_card="up", **FREE_BET),
}
ALL = {**ONCE, **AGAIN}


class Analysed:
    """One set of rules, analysed both ways."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.kernel, self.brute = rules, Kernel(rules), Brute(rules)
        self.found = best(self.kernel)
        self.nets = cache(self._nets)
        self.policy = cache(self._policy)

    def decisions(self) -> Iterator[tuple[int, Decision]]:
        """Give every decision with the number of its showing."""
        for number, decisions in enumerate(self.found.decisions):
            for one in decisions:
                yield number, one

    def _policy(self, number: int) -> Policy:
        """Give the play inside boxes: that of the analysis, which must be a best play of the hand by itself."""
        shown = self.kernel.dealer.trees[number].shown
        plays = {False: self.found.policies[PAID][number]}
        if FREE in self.found.policies:
            plays[True] = self.found.policies[FREE][number]

        @cache
        def policy(cards: Values, free: bool) -> Play:
            play = PLAYS[plays[free][self.kernel.hands.of(*cards)]]
            left = without(without(self.rules.shoe, shown), cards)
            hand = Begun(tuple(sorted(cards)), original=not free, free=free)
            assert play in self.brute.best_plays(left, shown, hand), (shown, cards)
            return play

        return policy

    def _nets(self, number: int, hand: Values, play: Play | None, brings: Brings) -> Nets:
        shown = self.kernel.dealer.trees[number].shown
        return self.brute.nets(shown, hand, play, self.policy(number), brings)

    def of_round(self, brings: Brings) -> Nets:
        """Give the chance of everything that a round may bring, every hand played as the analysis plays it."""
        plays = {(one.shown, one.hand): (number, one.play) for number, one in self.decisions()}
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for shown, chance in self.brute.showings():
            for hand, part in self.brute.hands(shown):
                number, play = plays[shown, (hand[0], hand[1])]
                for net, of_hand in self.nets(number, hand, play, brings).items():
                    found[net] += chance * part * of_hand
        assert sum(found.values()) == 1
        return found


@cache
def analysed(rules: Rules) -> Analysed:
    """Analyse a set of rules, once."""
    return Analysed(rules)


def every_case(cases: dict[str, Rules]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rules", list(cases.values()), ids=list(cases))


def close(found: float, exact: Fraction | int) -> bool:
    """Tell whether a double agrees with a fraction."""
    return abs(found - float(exact)) <= CLOSE


def check_plays(both: Analysed) -> int:
    """Compare every play of a hand by itself; give how many."""
    compared = 0
    for number, one in both.decisions():
        for play in one.values:
            if play in ALONE:
                value = both.brute.value(play, one.shown, one.hand)
            elif play is Play.SURRENDER:
                value = mean(both.nets(number, one.hand, play, both.brute.by_convention))
            else:
                continue
            assert close(one.values[play], value), (both.rules, one, play)
            compared += 1
    return compared


def check_splits(both: Analysed) -> int:
    """Compare every split, whether it is the best play or not; give how many."""
    compared = 0
    for number, one in both.decisions():
        for play in SPLITTING:
            if play in one.values:
                value = mean(both.nets(number, one.hand, play, both.brute.by_convention))
                assert close(one.values[play], value), (both.rules, one, play)
                compared += 1
    return compared


def check_value(both: Analysed) -> None:
    """Compare the value of the whole."""
    assert close(both.found.value, mean(both.of_round(both.brute.by_convention))), both.rules


def check_busts(both: Analysed) -> None:
    """Compare what busts cost that stay collected when the dealer's blackjack shows."""
    value, settled = (mean(both.of_round(brings)) for brings in (both.brute.by_convention, both.brute.as_settled))
    assert close(both.found.busts_before_blackjack, value - settled), both.rules


def check_nets(both: Analysed) -> None:
    """Compare the chance of each net result."""
    brute, found = both.of_round(both.brute.as_settled), nets(both.kernel, both.found)
    for net in {*brute, *found}:
        assert close(found.get(net, 0.0), brute.get(net, 0)), (both.rules, net)


def doubles_stiff_hands(both: Analysed) -> bool:
    """Tell whether a hand that is not split is doubled down, and may bust, before a dealer's blackjack can show."""
    return both.rules.late and any(
        one.play is Play.DOUBLE_DOWN and one.dealer_blackjack > 0 and sum(one.hand) > 11 for _, one in both.decisions()
    )


@every_case(ALL)
def test_showings_and_hands_come_as_often_as_they_should(rules: Rules) -> None:
    both = analysed(rules)
    chances = {(one.shown, one.hand): both.found.chances[number] * one.chance for number, one in both.decisions()}
    for shown, chance in both.brute.showings():
        for hand, part in both.brute.hands(shown):
            assert close(chances.pop((shown, (hand[0], hand[1]))), chance * part)
    assert not chances


@every_case(ALL)
def test_every_play_of_a_hand_by_itself_is_worth_what_brute_force_finds(rules: Rules) -> None:
    assert check_plays(analysed(rules)) > 90


@every_case(ALL)
def test_a_split_is_worth_what_brute_force_finds_by_dealing_every_hand_in_its_turn(rules: Rules) -> None:
    assert check_splits(analysed(rules)) >= 14


@every_case(ALL)
def test_the_wager_is_worth_what_brute_force_finds(rules: Rules) -> None:
    check_value(analysed(rules))


@every_case(ALL)
def test_what_split_hands_lose_by_busting_before_a_dealers_blackjack(rules: Rules) -> None:
    check_busts(analysed(rules))


def test_the_shoes_are_such_that_split_hands_do_bust_before_a_dealers_blackjack() -> None:
    cases = ("no hole card", "draw to soft 17", "surrender, 6 to 5", "two splits", "three splits", "free bet")
    assert all(analysed(ALL[case]).found.busts_before_blackjack > 1e-6 for case in cases)


@every_case(ONCE)
def test_net_results_are_as_probable_as_brute_force_finds(rules: Rules) -> None:
    check_nets(analysed(rules))


@pytest.mark.parametrize("check", [check_busts, check_nets])
@pytest.mark.parametrize(
    "shoe", [(4, 0, 0, 0, 4, 4, 0, 2, 0, 2), (1, 0, 0, 2, 0, 0, 0, 5, 4, 1)], ids=["by itself", "after a split too"]
)
def test_a_doubled_hand_that_busts_before_a_dealers_blackjack_loses_both_wagers_as_the_engine_settles_it(
    shoe: tuple[int, ...], check: Callable[[Analysed], None]
) -> None:
    both = analysed(Rules(shoe=shoe, draws_to_soft_17=True))
    assert doubles_stiff_hands(both)
    check(both)
