"""Rules that New Jersey does not have, on larger shoes, and played in more ways."""

from tests.exact.blackjack_both import analysed, check_exactly, check_strategy
from tests.exact.given import Case
from tests.exact.test_blackjack_brute import MORE_OPTIONS, OPTIONS, check_best, check_options, every_case


@every_case(MORE_OPTIONS)
def test_options_and_what_every_play_is_worth_are_as_brute_force_finds(given: Case) -> None:
    check_options(given)
    check_best(analysed(given))


@every_case(OPTIONS | MORE_OPTIONS)
def test_a_chart_and_any_other_strategy_are_worth_what_brute_force_finds(given: Case) -> None:
    both = analysed(given)
    for played in (both.by_chart(), *map(both.wildly, range(2, 6))):
        check_strategy(played)
        check_exactly(played)
