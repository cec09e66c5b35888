"""Two seats of a round that play anything allowed, from tiny shoes."""

import pytest

from tests.exact.blackjack_both import analysed
from tests.exact.given import Case
from tests.exact.test_blackjack_seats import CASES, check


@pytest.mark.parametrize("given", list(CASES.values()), ids=list(CASES))
@pytest.mark.parametrize("seed", [1, 2])
def test_two_seats_that_play_anything_allowed_vary_together_as_brute_force_finds(given: Case, seed: int) -> None:
    check(analysed(given).wildly(seed))
