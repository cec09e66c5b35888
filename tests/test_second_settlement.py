"""Random rounds of the engine, each settled a second time from the rules' text: both agree to the cent."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from tests import second_settlement as second
from tests.second_rounds import Dealer, Settlement, difference
from tests.second_settlement import Line, Options, Round, settle
from tests.second_tables import DRAWN, SHIPPED, drawn_table
from tests.second_wagers import Posted

ROUNDS = 40  # at each table; make test-settlement deals 20,000 for each game and wager
UNTIL_NOTICED = 300


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_table_settles_as_the_rules_say(name: str) -> None:
    dealer = Dealer.open(SHIPPED[name], name)
    for _ in range(ROUNDS):
        assert not difference(dealer)


@pytest.mark.parametrize(("game", "wager"), DRAWN)
def test_tables_of_every_game_and_wager_settle_as_the_rules_say(game: str, wager: str) -> None:
    text = drawn_table(game, 0, wager)
    assert wager in text
    dealer = Dealer.open(text, (game, wager))
    for _ in range(ROUNDS):
        assert not difference(dealer)


def test_insurance_is_collected_with_a_player_whose_last_hand_busts() -> None:  # 13:69F-2.18(f), reading 23
    dealer = Dealer.open(drawn_table("multiple action", 0, house={"insurance_of_a_busted_hand": "collected"}), 0)
    for _ in range(UNTIL_NOTICED):
        assert not difference(dealer)


def altered(**keys: object) -> Settlement:
    """Settle with options that are not those of the table."""
    return lambda round_, rules: settle(round_, replace(rules, **keys))  # type: ignore[arg-type]  # any option


def better_odds(wager: str) -> Settlement:
    """Settle with odds of a wager one too high on every line."""

    def settlement(round_: Round, rules: Options) -> dict[Line, int]:
        odds = {line: odds + 1 for line, odds in rules.posted[wager].odds.items()}
        return settle(round_, replace(rules, posted={**rules.posted, wager: Posted(odds=odds)}))

    return settlement


def a_cent_more(wager: str) -> Settlement:
    """Settle with a cent too much for one wager."""
    return lambda round_, rules: {
        line: net + (line.wager == wager and net > 0) for line, net in settle(round_, rules).items()
    }


def without_a_card(round_: Round, rules: Options) -> dict[Line, int]:
    """Settle without the dealer's last card."""
    return settle(replace(round_, dealer=round_.dealer[:-1]), rules)


PLANTED: dict[str, tuple[str, Settlement]] = {
    "blackjack pays 6 to 5": ("blackjack", altered(blackjack_pays=Fraction(6, 5))),
    "soft 17 drawn to": ("blackjack", altered(draws_soft_17=True)),
    "soft 17 stood on": ("buster", altered(draws_soft_17=False)),
    "no free bet": ("free-bet", altered(game="blackjack")),
    "blackjacks do not wait": ("free-bet", altered(blackjacks_wait=False)),
    "split once": ("blackjack-resplit", altered(splits=1)),
    "free splits once": ("free-bet", altered(free_splits=1)),
    "another hole card": ("blackjack-hole-card-up", altered(hole_card="after players")),
    "chip returned": ("progressive", altered(chip_dropped=False)),
    "a cent more, blackjack": ("multiple-action", a_cent_more("blackjack")),
    "a cent more, insurance": ("multiple-action", a_cent_more("insurance")),
    "a cent more, progressive": ("progressive", a_cent_more("progressive")),
    "a cent more, blackjack bonus": ("blackjack-bonus", a_cent_more("blackjack bonus")),
    "a cent more, Free Bonus": ("buster", a_cent_more("Free Bonus")),
    "dealer's card missing": ("blackjack", without_a_card),
    "in-between": ("in-between", better_odds("in-between")),
    "buster": ("buster", better_odds("buster")),
    "push 22": ("free-bet", better_odds("push 22")),
    "over 13": ("over-under-13", better_odds("over 13")),
    "under 13": ("over-under-13", better_odds("under 13")),
    "same suit": ("same-suit", better_odds("same suit")),
    "sevens": ("sevens", better_odds("sevens")),
    "streak": ("streak", better_odds("streak")),
    "match-the-dealer": ("match-the-dealer", better_odds("match-the-dealer")),
    "20 point bonus": ("20-point-bonus", better_odds("20 point bonus")),
    "optional bonus": ("optional-bonus", better_odds("optional bonus")),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_error_is_noticed(planted: str) -> None:
    name, settlement = PLANTED[planted]
    dealer = Dealer.open(SHIPPED[name], planted)
    assert any(difference(dealer, settlement) for _ in range(UNTIL_NOTICED))


def test_a_hand_settled_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[..., int] = second.net_of_hand
    monkeypatch.setattr(second, "net_of_hand", lambda hand, *given: right(hand, *given) - (hand.split and 1))
    dealer = Dealer.open(SHIPPED["blackjack"], "split hands")
    assert any(difference(dealer) for _ in range(UNTIL_NOTICED))
