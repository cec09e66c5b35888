"""The value of the best play off six decks as a fraction."""

from fractions import Fraction

from tests.exact.given import case, fresh
from tests.exact.test_blackjack_rational import is_clear_cut
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.rational import value_of
from upcard.exact.blackjack.solve import best

SIX_DECKS = -Fraction(64427514833974253493060125610260216675018, 14101432941991812529983546881678739430539375)


def test_six_decks_exactly() -> None:
    kernel = BlackjackKernel(*case(*fresh(6), splits=1))
    found = best(kernel)
    assert is_clear_cut(kernel, found)
    assert value_of(kernel, found) == SIX_DECKS
