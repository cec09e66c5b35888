"""13:69F-2.6A: dealing from the hand."""

import pytest

from tests.tables import findings, found, read, text
from upcard.law import cite


@pytest.mark.cite("13:69F-2.6A(a)")
@pytest.mark.parametrize(("dealt_from", "chosen"), [("hand", True), ("shoe", False), (None, False)])
def test_the_licensee_chooses_to_deal_from_the_hand_instead_of_a_shoe(dealt_from: str | None, chosen: bool) -> None:
    table = read(text(dealt_from=dealt_from, decks=2))
    assert (cite("13:69F-2.6A") in [option.cite for option in table.options]) is chosen


@pytest.mark.cite("13:69F-2.6A(a)")
@pytest.mark.parametrize("decks", [1, 2])
def test_dealing_from_the_hand_is_lawful_with_its_decks_and_its_shuffler(decks: int) -> None:
    equipment = ["drop box", "tip box", "discard rack", "automated shuffler"]
    assert findings(dealt_from="hand", decks=decks, cutting_cards=2, equipment=equipment) == ()


@pytest.mark.cite("13:69F-2.6A(a)")
@pytest.mark.parametrize("number", ["13:69F-2.2(a)1", "13:69F-2.2(c)"])
def test_the_rules_of_decks_and_shuffler_bind_it(number: str) -> None:
    assert found(number, dealt_from="hand", decks=3, equipment=[]) == ["violates"]
