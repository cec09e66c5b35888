"""13:69F-2.12: how the dealer draws."""

from typing import Any

import pytest

from tests.tables import findings, found, offer, read, text

FREE_BET = {"game": "free bet"}


@pytest.mark.cite("13:69F-2.12(b)")
@pytest.mark.parametrize("setting", [None, "stand"])
def test_the_dealer_stands_on_every_17(setting: str | None) -> None:
    assert read(text(dealer_soft_17=setting)).rules.dealer_soft_17.value == "stand"
    assert findings(dealer_soft_17=setting) == ()


@pytest.mark.cite("13:69F-2.12(b)", "19:47-2.12(b)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.12(b)"), ("19:47", "19:47-2.12(b)")])
@pytest.mark.parametrize("wagers", [(), (offer("in-between"),)])
@pytest.mark.parametrize(("soft_17", "verdicts"), [("stand", []), ("draw", ["not verifiable"])])
def test_whether_a_dealer_may_draw_to_soft_17_for_no_reason_is_not_known(
    law: str, number: str, wagers: tuple[dict[str, Any], ...], soft_17: str, verdicts: list[str]
) -> None:
    assert found(number, *wagers, dealer_soft_17=soft_17, law=law) == verdicts


@pytest.mark.cite("13:69F-2.12(b)")
@pytest.mark.parametrize(("wagers", "keys"), [((offer("buster"),), {}), ((), FREE_BET), ((offer("push 22"),), {})])
def test_the_dealer_may_draw_to_soft_17_where_a_wager_or_game_demands_it(
    wagers: tuple[dict[str, Any], ...], keys: dict[str, Any]
) -> None:
    assert findings(*wagers, **{**keys, "dealer_soft_17": "draw"}) == ()


@pytest.mark.cite("13:69F-2.12(f)")
@pytest.mark.parametrize("wagers", [(), (offer("push 22"),)])
@pytest.mark.parametrize(("soft_17", "verdicts"), [("draw", []), ("stand", ["violates"]), (None, ["violates"])])
def test_at_a_free_bet_table_the_dealer_draws_to_soft_17(
    wagers: tuple[dict[str, Any], ...], soft_17: str | None, verdicts: list[str]
) -> None:
    assert found("13:69F-2.12(f)", *wagers, **FREE_BET, dealer_soft_17=soft_17) == verdicts
