"""13:69F-2.3: the main wager, and what may be wagered at a free bet table."""

import pytest

from tests.tables import findings, offer, read, text
from upcard.rules.wager import Need, Point, Wager
from upcard.table import BadConfig
from upcard.wagers import ALL


@pytest.mark.cite("13:69F-2.3(a)")
@pytest.mark.parametrize("wager", ALL, ids=lambda wager: str(wager.name))
def test_every_optional_wager_needs_a_blackjack_wager_first(wager: Wager) -> None:
    assert wager.needs.value is Need.BLACKJACK_WAGER


@pytest.mark.cite("13:69F-2.3(d)")
@pytest.mark.parametrize("wager", ALL, ids=lambda wager: str(wager.name))
def test_no_optional_wager_is_made_once_the_first_card_is_dealt(wager: Wager) -> None:
    assert wager.placed.value is Point.BEFORE_FIRST_CARD is min(Point)


@pytest.mark.cite("13:69F-2.3(f)")
@pytest.mark.parametrize("free_double", ["two cards", "any number of cards"])
def test_a_free_bet_table_offers_free_double_downs_and_free_splits(free_double: str) -> None:
    table = read(text(game="free bet", free_double=free_double, splits=3))
    assert (table.game.name, table.value("free_double").value, table.rules.splits) == ("free bet", free_double, 3)


@pytest.mark.cite("13:69F-2.3(f)")
@pytest.mark.parametrize("game", ["blackjack", "multiple action"])
def test_another_table_offers_no_free_double_down(game: str) -> None:
    with pytest.raises(BadConfig, match='free_double: is a key of the game "free bet"'):
        read(text(game=game, free_double="two cards"))


@pytest.mark.cite("13:69F-2.3(g)")
def test_a_free_bet_table_may_offer_the_push_22_wager() -> None:
    assert findings(offer("push 22"), game="free bet") == ()
