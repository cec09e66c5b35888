"""More tiny shoes, drawn at random for every set of rules that is compared with brute force in make test."""

import random
from collections.abc import Iterator

import pytest

from tests.exact.blackjack_both import Analysed, check_busts, check_nets, check_plays, check_splits, check_value
from tests.exact.blackjack_brute import OutOfCards, forget
from tests.exact.test_blackjack_brute import ALL, OPTIONS

SHOES = 3  # for each set of rules


def tiny_shoes(shuffler: random.Random) -> Iterator[tuple[int, ...]]:
    """Draw shoes of 13 to 16 cards of four or five values."""
    while True:
        values = shuffler.sample(range(1, 11), shuffler.choice((4, 5)))
        shoe = tuple(shuffler.randint(2, 5) if value in values else 0 for value in range(1, 11))
        if 13 <= sum(shoe) <= 16:
            yield shoe


def check(both: Analysed) -> None:
    """Compare everything."""
    check_plays(both)
    check_splits(both)
    check_value(both)
    check_busts(both)
    if both.given.rules.splits == 1:
        check_nets(both)


@pytest.mark.parametrize("name", ALL | OPTIONS)
def test_random_shoes_are_worth_what_brute_force_finds(name: str) -> None:
    compared = 0
    for shoe in tiny_shoes(random.Random(name)):
        forget()
        try:
            check(Analysed((ALL | OPTIONS)[name]._replace(shoe=shoe)))
        except OutOfCards:
            continue
        compared += 1
        if compared == SHOES:
            break
