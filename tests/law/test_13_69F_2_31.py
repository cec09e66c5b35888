"""13:69F-2.31: free bet blackjack."""

from typing import Any

import pytest

from tests.tables import findings, found, offer, read, text
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


NO_HOLE_CARD = {**FREE_BET, "hole_card": "after players"}


@pytest.mark.cite("13:69F-2.32(e)", "13:69F-2.8(a)3")
@pytest.mark.parametrize("keys", [{}, {"surrender": True, "notices": ["surrender"]}], ids=["plain", "surrender"])
def test_free_bet_without_a_hole_card_is_doubtful_by_two_paragraphs(keys: dict[str, Any]) -> None:
    doubts = findings(**NO_HOLE_CARD, **keys)
    assert [(one.verdict.value, one.kind.value, str(one.cite), one.reading) for one in doubts] == [
        ("likely", "reading", "13:69F-2.8(a)3", 62),
        ("likely", "reading", "13:69F-2.32(e)", 41),
    ]
    assert ("Surrender is likely unlawful" in doubts[0].message) == ("surrender" in keys)


@pytest.mark.cite("13:69F-2.32(e)", "13:69F-2.8(a)3")
@pytest.mark.parametrize("hole_card", ["down, card reader", "up"])
@pytest.mark.parametrize("surrender", [False, True])
def test_with_a_hole_card_free_bet_is_not_doubtful(hole_card: str, surrender: bool) -> None:
    answer = findings(**FREE_BET, hole_card=hole_card, surrender=surrender, notices=["surrender", "hole card"])
    assert [one.reading for one in answer if one.reading] == []


@pytest.mark.cite("13:69F-2.32(e)", "13:69F-2.8(a)3")
def test_no_other_game_is_doubtful_without_a_hole_card_nor_is_the_former_edition() -> None:
    assert findings(hole_card="after players", surrender=True, notices=["surrender"]) == ()
    assert [one.reading for one in findings(**NO_HOLE_CARD, law="19:47")] == [None]  # only that it is not known there


@pytest.mark.cite("13:69F-2.10(e)", "13:69F-2.11(g)")
def test_free_bet_dealt_from_the_hand_is_doubtful() -> None:  # reading 65
    doubts = findings(**FREE_BET, dealt_from="hand", decks=2)
    assert [(one.verdict.value, str(one.cite), one.reading) for one in doubts] == [
        ("likely", "13:69F-2.10(e)", 65),
        ("likely", "13:69F-2.11(g)", 65),
    ]


@pytest.mark.cite("13:69F-2.32(d)")
def test_push_22_dealt_from_the_hand_is_doubtful_by_its_own_paragraph() -> None:
    doubts = findings(offer("push 22"), dealt_from="hand", decks=2)
    assert {(one.verdict.value, str(one.cite)) for one in doubts} >= {("likely", "13:69F-2.32(d)")}
    assert {one.reading for one in doubts} == {65}
