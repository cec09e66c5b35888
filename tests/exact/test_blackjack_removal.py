"""A card taken out of the shoe unseen changes nothing: effects of removal average to zero."""

from dataclasses import replace

import pytest

from tests.exact.given import FREE_BET, READER, UP, Case, case, fresh
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.solve import Decision, best, solution
from upcard.rules.enums import BlackjackPays, Soft17, Surrender

CLOSE = 1e-12
CASES = {
    "one deck, four hands": case(*fresh(1), splits=3, resplit_aces=True),
    "one deck, hole card up": case(*fresh(1), hole_card=UP, blackjack_pays=BlackjackPays.SIX_TO_FIVE),
    "two decks, card reader, surrender": case(
        *fresh(2), splits=2, hole_card=READER, surrender=Surrender.LATE, dealer_soft_17=Soft17.DRAW
    ),
    "two decks, free bet": case(*fresh(2), splits=3, free_on_any_number=True, **FREE_BET),
}


@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
def test_effects_of_removal_average_to_zero_and_knowing_the_card_never_hurts(given: Case) -> None:
    full = best(BlackjackKernel(*given))
    plays = {(one.hand, one.shown): one.play for decisions in full.decisions for one in decisions}

    def as_before(_: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return tuple(replace(one, play=plays[one.hand, one.shown]) for one in decisions)

    value = busts = at_best = 0.0
    effects = []
    for removed, count in enumerate(given.shoe):
        shoe = tuple(n - (at == removed) for at, n in enumerate(given.shoe))
        kernel = BlackjackKernel(given.rules, shoe)
        fixed = solution(kernel, full.policies, as_before)
        share = count / sum(given.shoe)
        value += share * fixed.value
        busts += share * fixed.busts_before_blackjack
        at_best += share * best(kernel).value
        effects.append(fixed.value - full.value)
    assert value == pytest.approx(full.value, abs=CLOSE)
    assert busts == pytest.approx(full.busts_before_blackjack, abs=CLOSE)
    assert at_best >= value + CLOSE
    assert effects[0] < 0 < effects[4]  # an ace is missed, a five is not
