"""13:69F-2.10: doubling down for free on any number of cards."""

import pytest

from tests.tables import found, read, text
from upcard.table import BadConfig
from upcard.wagers.free_bet import FreeDouble

FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}


@pytest.mark.cite("13:69F-2.10(f)")
@pytest.mark.parametrize(
    ("free_double", "notices", "verdicts"),
    [
        (None, [], []),
        ("two cards", [], []),
        ("any number of cards", [], ["violates"]),
        ("any number of cards", ["splits"], ["violates"]),
        ("any number of cards", ["free double"], []),
        ("any number of cards", ["free_double"], []),
        ("any number of cards", ["Any number of cards"], []),
    ],
)
def test_a_free_double_down_on_any_number_of_cards_is_offered_after_notice_only(
    free_double: str | None, notices: list[str], verdicts: list[str]
) -> None:
    assert found("13:69F-2.10(f)", **FREE_BET, free_double=free_double, notices=notices) == verdicts


@pytest.mark.cite("13:69F-2.10(f)")
def test_without_that_choice_free_double_downs_are_on_two_cards() -> None:
    assert read(text(game="free bet")).value("free_double") is FreeDouble.TWO_CARDS


@pytest.mark.cite("13:69F-2.10(f)")
def test_there_is_no_other_variation() -> None:
    with pytest.raises(BadConfig, match='free_double: must be "two cards" or "any number of cards", not "three cards"'):
        read(text(game="free bet", free_double="three cards"))
