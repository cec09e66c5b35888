"""More rounds of multiple action, twenty for each one of make test."""

from tests.exact.test_blackjack_simulated import check_several_wagers


def test_three_wagers_bring_what_is_exact_and_vary_together_as_exactly() -> None:
    check_several_wagers(50_000)
