"""13:69F-2.6: the three ways of dealing the dealer's second card."""

from typing import Any

import pytest

from tests.tables import findings, found, offer, read, text
from upcard.table import BadConfig

NOTICED = {"hole_card": "up", "notices": ["hole card"]}
FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}


def ways_of_dealing(**keys: Any) -> list[str]:
    """Return the paragraphs of the section that a table has chosen."""
    return [str(option.cite) for option in read(text(**keys)).options if option.cite.number == "2.6"]


@pytest.mark.cite("13:69F-2.6(h)")
@pytest.mark.parametrize("setting", [None, "after players"])
def test_unless_another_way_is_chosen_the_second_card_is_dealt_after_the_players(setting: str | None) -> None:
    assert read(text(hole_card=setting)).rules.hole_card.value == "after players"
    assert ways_of_dealing(hole_card=setting) == []
    assert findings(hole_card=setting) == ()


@pytest.mark.cite("13:69F-2.6(h)", "13:69F-2.6(j)", "13:69F-2.6(k)")
def test_there_is_no_fourth_way() -> None:
    with pytest.raises(BadConfig, match='must be "after players", "down, card reader" or "up", not "down"'):
        read(text(hole_card="down"))


@pytest.mark.cite("13:69F-2.6(j)")
@pytest.mark.parametrize(("equipment", "verdicts"), [([], ["likely"]), (["card reader"], [])])
def test_a_hole_card_face_down_goes_with_a_card_reader(equipment: list[str], verdicts: list[str]) -> None:
    keys = {"hole_card": "down, card reader", "equipment": equipment}
    assert ways_of_dealing(**keys) == ["13:69F-2.6(j)"]
    assert found("13:69E-1.10(f)", **keys) == verdicts


@pytest.mark.cite("13:69F-2.6(j)")
@pytest.mark.parametrize(("wagers", "keys"), [((offer("progressive"),), {}), ((offer("push 22"),), FREE_BET)])
def test_a_hole_card_face_down_needs_no_notice_and_is_barred_nowhere(
    wagers: tuple[dict[str, Any], ...], keys: dict[str, Any]
) -> None:
    assert findings(*wagers, hole_card="down, card reader", **keys) == ()


@pytest.mark.cite("13:69F-2.6(k)")
@pytest.mark.parametrize(
    ("notices", "verdicts"),
    [
        ([], ["violates"]),
        (["surrender"], ["violates"]),
        (["hole card"], []),
        (["hole card up"], []),
        (["hole_card"], []),
        (["Hole card face up"], []),
    ],
)
def test_a_hole_card_face_up_is_dealt_after_notice_only(notices: list[str], verdicts: list[str]) -> None:
    assert ways_of_dealing(hole_card="up") == ["13:69F-2.6(k)"]
    assert found("13:69F-2.6(k)", hole_card="up", notices=notices) == verdicts


@pytest.mark.cite("13:69F-2.6(k)1")
@pytest.mark.parametrize("law", ["13:69F", "19:47"])
@pytest.mark.parametrize("wagers", [(), (offer("in-between"),)])
def test_a_hole_card_face_up_is_not_lawful_by_special_rules_that_are_not_held(
    wagers: tuple[dict[str, Any], ...], law: str
) -> None:
    cited = f"{'13:69F' if law == '13:69F' else '19:47'}-2.6(k)1"
    assert found(cited, *wagers, hole_card="up", notices=["hole card"], law=law) == ["not verifiable"]
    assert found(cited, *wagers, hole_card="down, card reader", law=law) == []


@pytest.mark.cite("13:69F-2.6(k)")
@pytest.mark.parametrize(("wagers", "keys"), [((offer("progressive"),), {}), ((), FREE_BET)])
@pytest.mark.parametrize(
    ("hole_card", "verdicts"), [("up", ["violates"]), ("down, card reader", []), ("after players", [])]
)
def test_a_hole_card_face_up_is_barred_beside_progressive_and_free_bet(
    wagers: tuple[dict[str, Any], ...], keys: dict[str, Any], hole_card: str, verdicts: list[str]
) -> None:
    assert found("13:69F-2.6(k)", *wagers, **{**keys, **NOTICED, "hole_card": hole_card}) == verdicts


@pytest.mark.cite("13:69F-2.6(k)")
@pytest.mark.parametrize(
    "wager",
    [
        "in-between",
        "buster",
        "blackjack bonus",
        "over 13",
        "same suit",
        "sevens",
        "streak",
        "match-the-dealer",
        "20 point bonus",
        "optional bonus",
    ],
)
def test_a_hole_card_face_up_is_barred_beside_no_other_wager(wager: str) -> None:
    assert found("13:69F-2.6(k)", offer(wager), **NOTICED) == []


@pytest.mark.cite("19:47-2.6(k)")
@pytest.mark.parametrize(("wagers", "keys", "verdicts"), [((offer("progressive"),), {}, ["violates"]), ((), {}, [])])
def test_the_old_code_barred_it_beside_progressive(
    wagers: tuple[dict[str, Any], ...], keys: dict[str, Any], verdicts: list[str]
) -> None:
    assert found("19:47-2.6(k)", *wagers, **keys, **NOTICED, law="19:47") == verdicts


@pytest.mark.cite("19:47-2.6(k)")
def test_the_old_code_did_not_know_free_bet_and_barred_nothing_beside_it() -> None:
    assert found("19:47-2.6(k)", **FREE_BET, **NOTICED, law="19:47") == []


@pytest.mark.cite("19:47-2.6(k)")
def test_the_old_code_asked_for_the_notice_too() -> None:
    assert found("19:47-2.6(k)", hole_card="up", law="19:47") == ["violates"]
