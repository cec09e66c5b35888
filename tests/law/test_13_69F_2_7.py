"""13:69F-2.7: what a blackjack pays."""

import pytest

from tests.tables import findings, found, offer, read, text
from upcard.table import BadConfig

FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}


@pytest.mark.cite("13:69F-2.7(a)")
@pytest.mark.parametrize("setting", [None, "3 to 2"])
def test_a_blackjack_pays_3_to_2(setting: str | None) -> None:
    assert read(text(blackjack_pays=setting)).rules.blackjack_pays.value == "3 to 2"
    assert findings(blackjack_pays=setting) == ()


@pytest.mark.cite("13:69F-2.7(a)")
@pytest.mark.parametrize("setting", ["1 to 1", "7 to 5", "2 to 1"])
def test_a_blackjack_pays_nothing_but_3_to_2_or_6_to_5(setting: str) -> None:
    with pytest.raises(BadConfig, match='blackjack_pays: must be "3 to 2" or "6 to 5"'):
        read(text(blackjack_pays=setting))


@pytest.mark.cite("13:69F-2.7(a)", "19:47-2.7(a)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.7(a)"), ("19:47", "19:47-2.7(a)")])
@pytest.mark.parametrize(
    ("dealt_from", "pays", "verdicts"),
    [
        ("shoe", "6 to 5", ["not verifiable"]),
        ("shoe", "3 to 2", []),
        ("hand", "6 to 5", []),
        ("hand", "3 to 2", []),
    ],
)
def test_whether_6_to_5_may_be_paid_from_a_shoe_is_not_known(
    law: str, number: str, dealt_from: str, pays: str, verdicts: list[str]
) -> None:
    assert found(number, dealt_from=dealt_from, blackjack_pays=pays, decks=2, law=law) == verdicts


@pytest.mark.cite("13:69F-2.7(d)")
@pytest.mark.parametrize(("dealt_from", "decks"), [("shoe", 6), ("hand", 2)])
@pytest.mark.parametrize(("pays", "verdicts"), [("3 to 2", []), ("6 to 5", ["violates"])])
def test_at_a_free_bet_table_a_blackjack_pays_3_to_2(
    dealt_from: str, decks: int, pays: str, verdicts: list[str]
) -> None:
    keys = {"dealt_from": dealt_from, "decks": decks, "blackjack_pays": pays}
    assert found("13:69F-2.7(d)", **FREE_BET, **keys) == verdicts


@pytest.mark.cite("13:69F-2.7(d)")
def test_the_push_22_wager_brings_that_rule_with_its_table() -> None:
    assert found("13:69F-2.7(d)", offer("push 22"), blackjack_pays="6 to 5") == ["violates"]


@pytest.mark.cite("13:69F-2.7(d)")
def test_another_game_is_not_bound_to_3_to_2_by_the_rule_of_free_bet() -> None:
    assert found("13:69F-2.7(d)", blackjack_pays="6 to 5") == []


@pytest.mark.cite("13:69F-2.7(d)")
@pytest.mark.parametrize(
    ("inscription", "verdicts"), [("Insurance pays 2 to 1", []), ("Insurance pays 3 to 1", ["likely"])]
)
def test_at_a_free_bet_table_insurance_pays_2_to_1(inscription: str, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(c)3", **FREE_BET, inscriptions=[inscription]) == verdicts
