"""20,000 random rounds of every game and wager, settled a second time from the rules' text: make test-settlement."""

from collections import Counter

import pytest

from tests.second_rounds import Dealer, difference
from tests.second_tables import DRAWN, OFFERED, SHIPPED, drawn_table
from tests.second_wagers import LINES, PAY_TABLES
from upcard.game import events as ev

ROUNDS = 20_000
ROUNDS_AT_A_TABLE = 200
SHIPPED_ROUNDS = 5_000
SEEN_ROUNDS = 200
TABLES = 10


@pytest.mark.parametrize(("game", "wager"), DRAWN)
def test_every_game_and_wager_settles_as_the_rules_say(game: str, wager: str) -> None:
    for number in range(ROUNDS // ROUNDS_AT_A_TABLE):
        dealer = Dealer.open(drawn_table(game, number, wager), (game, wager, number))
        for _ in range(ROUNDS_AT_A_TABLE):
            assert not difference(dealer)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_table_settles_as_the_rules_say(name: str) -> None:
    dealer = Dealer.open(SHIPPED[name], name)
    for _ in range(SHIPPED_ROUNDS):
        assert not difference(dealer)


def outcomes(game: str, wager: str) -> Counter[str]:
    """Count how a wager ended over some rounds."""
    seen = Counter[str]()
    for number in range(TABLES):
        dealer = Dealer.open(drawn_table(game, number, wager), (game, wager, number))
        for _ in range(SEEN_ROUNDS):
            assert not difference(dealer)
            seen.update(event.outcome for event in dealer.of(ev.WagerPaid) if event.wager == (wager or "blackjack"))
            seen.update(event.bonus for event in dealer.of(ev.BonusPaid) if event.wager == wager)
    return seen


@pytest.mark.parametrize("wager", [name for name in LINES if name in OFFERED["blackjack"] or name == "push 22"])
def test_every_line_of_the_odds_is_paid_among_the_rounds(wager: str) -> None:
    lines = {line for (name, _), (lines, _) in PAY_TABLES.items() if name == wager for line in lines}
    assert lines - set(outcomes("free bet" if wager == "push 22" else "blackjack", wager)) == set()


def test_the_meter_and_the_free_bonus_are_paid_among_the_rounds() -> None:
    assert outcomes("blackjack", "progressive")["Four black or four red aces in the first four cards"]
    assert outcomes("blackjack", "buster")["Free Bonus"]
