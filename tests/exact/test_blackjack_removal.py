"""A card taken out of the shoe unseen changes nothing: effects of removal average to zero."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.exact.test_blackjack_anchors import fresh
from upcard.exact.blackjack.kernel import Kernel
from upcard.exact.blackjack.rules import Rules
from upcard.exact.blackjack.solve import Decision, best, solution

CLOSE = 1e-12
FREE_BET: dict[str, Any] = {
    "doubles_free_on": frozenset({9, 10, 11}),
    "free_split_except": frozenset({10}),
    "pushes_on": 22,
    "draws_to_soft_17": True,
}
CASES = {
    "one deck, four hands": Rules(shoe=fresh(1), splits=3, resplit_aces=True),
    "one deck, hole card up": Rules(shoe=fresh(1), hole_card="up", blackjack_pays=Fraction(6, 5)),
    "two decks, card reader, surrender": Rules(
        shoe=fresh(2), splits=2, hole_card="down, card reader", surrender=True, draws_to_soft_17=True
    ),
    "two decks, free bet": Rules(shoe=fresh(2), splits=3, free_on_any_number=True, **FREE_BET),
}


@pytest.mark.parametrize("rules", list(CASES.values()), ids=list(CASES))
def test_effects_of_removal_average_to_zero_and_knowing_the_card_never_hurts(rules: Rules) -> None:
    full = best(Kernel(rules))
    plays = {(one.hand, one.shown): one.play for decisions in full.decisions for one in decisions}

    def as_before(_: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return tuple(replace(one, play=plays[one.hand, one.shown]) for one in decisions)

    value = busts = at_best = 0.0
    effects = []
    for removed, count in enumerate(rules.shoe):
        shoe = tuple(n - (at == removed) for at, n in enumerate(rules.shoe))
        kernel = Kernel(replace(rules, shoe=shoe))
        fixed = solution(kernel, full.policies, as_before)
        share = count / sum(rules.shoe)
        value += share * fixed.value
        busts += share * fixed.busts_before_blackjack
        at_best += share * best(kernel).value
        effects.append(fixed.value - full.value)
    assert value == pytest.approx(full.value, abs=CLOSE)
    assert busts == pytest.approx(full.busts_before_blackjack, abs=CLOSE)
    assert at_best >= value + CLOSE
    assert effects[0] < 0 < effects[4]  # an ace is missed, a five is not
