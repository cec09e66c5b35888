"""A split played by a fixed policy is worth at most what it is to a player who remembers every card dealt."""

import pytest

from tests.exact.blackjack_both import CLOSE
from tests.exact.blackjack_brute import SPLITTING, Brute
from tests.exact.given import Case
from tests.exact.test_blackjack_brute import ONCE
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.solve import best

CASES = {name: ONCE[name] for name in ("no hole card", "hole card up", "draw to soft 17", "free bet, card reader")}


@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
def test_no_split_is_worth_more_than_to_a_player_who_remembers_every_card(given: Case) -> None:
    brute, less = Brute(given), 0
    for decisions in best(BlackjackKernel(*given)).decisions:
        for one in decisions:
            for play in SPLITTING:
                if play in one.values:
                    most = float(brute.split_at_best(one.shown, one.hand[0], play))
                    assert one.values[play] <= most + CLOSE, (one.shown, one.hand, play)
                    less += one.values[play] < most - CLOSE
    assert less  # to remember is worth something
