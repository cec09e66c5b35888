"""Rules that New Jersey does not have, on larger shoes; and all rules played in more ways."""

from tests.exact.blackjack_both import analysed, check_exactly, check_strategy
from tests.exact.blackjack_brute import OutOfCards
from tests.exact.given import Case
from tests.exact.test_blackjack_brute import ALL, MORE_OPTIONS, OPTIONS, check_best, check_options, every_case


@every_case(MORE_OPTIONS)
def test_options_and_what_every_play_is_worth_are_as_brute_force_finds(given: Case) -> None:
    check_options(given)
    check_best(analysed(given))


@every_case(ALL | OPTIONS)
def test_the_best_play_is_worth_as_a_fraction_what_brute_force_finds(given: Case) -> None:
    check_exactly(analysed(given))


@every_case(OPTIONS)
def test_a_chart_and_any_other_strategy_are_worth_what_brute_force_finds(given: Case) -> None:
    both, compared = analysed(given), 0
    for seed in range(1, 9):
        try:
            played = both.wildly(seed) if seed > 1 else both.by_chart()
            check_strategy(played)
            check_exactly(played)
        except OutOfCards:  # hands that draw too many
            continue
        compared += 1
    assert compared
