"""13:69F-2.31: free bet blackjack."""

import pytest

from tests.tables import findings, found, read, text
from upcard.table import BadConfig

FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}


@pytest.mark.cite("13:69F-2.31(b)")
@pytest.mark.parametrize(
    ("setting", "offered", "notices"),
    [
        (None, "two cards", []),
        ("two cards", "two cards", []),
        ("any number of cards", "any number of cards", ["free double"]),
    ],
)
def test_free_doubles_are_open_on_two_cards_or_on_any_number(
    setting: str | None, offered: str, notices: list[str]
) -> None:
    assert read(text(**FREE_BET, free_double=setting)).value("free_double").value == offered
    assert findings(**FREE_BET, free_double=setting, notices=notices) == ()


@pytest.mark.cite("13:69F-2.31(b)")
@pytest.mark.parametrize("game", ["blackjack", "multiple action"])
def test_free_doubles_are_open_at_a_free_bet_table_only(game: str) -> None:
    with pytest.raises(BadConfig, match='is a key of the game "free bet"'):
        read(text(game=game, free_double="two cards"))


@pytest.mark.cite("13:69F-2.31(c)")
@pytest.mark.parametrize("splits", [1, 2, 3])
def test_free_splits_are_open_up_to_the_licensees_limit(splits: int) -> None:
    assert read(text(**FREE_BET, splits=splits)).rules.splits == splits
    assert findings(**FREE_BET, splits=splits, notices=["splits"]) == ()


@pytest.mark.cite("13:69F-2.31(c)")
def test_a_free_bet_table_may_not_do_without_splitting() -> None:
    assert found("13:69F-2.11(a)", **FREE_BET, splits=0) == ["violates"]


@pytest.mark.cite("13:69F-2.31(b)", "13:69F-2.31(c)")
def test_free_bets_came_with_the_current_code() -> None:
    assert found("13:69F-2.31", **FREE_BET, law="19:47") == ["violates"]
    assert found("13:69F-2.31", **FREE_BET, law="13:69F") == []
