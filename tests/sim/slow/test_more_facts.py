"""Wagers on completed hands, splits and the dealer's first two cards, at every table: make test-kernel."""

from typing import Any

import pytest

from tests.test_new_facts import (
    COUNTED,
    DEALT,
    SETS,
    counted_alike,
    dealt_alike,
    offered,
    priced_alike,
    table_with,
)
from upcard.table import TableConfig


@pytest.mark.parametrize(("game", "names"), DEALT)
def test_the_simulator_plays_them_as_they_are_dealt(game: str, names: str) -> None:
    dealt_alike(game, names, 2_000)


@pytest.mark.parametrize(("game", "names", "asked"), COUNTED, ids=str)
def test_every_kernel_counts_them_the_same(game: str, names: str, asked: dict[str, Any]) -> None:
    counted_alike(game, names, asked)


@pytest.mark.parametrize(
    "table",
    [
        table_with("after players", "priced"),
        table_with("down, card reader", "priced"),
        table_with("free-bet", "priced"),
        offered(*SETS["priced"], decks=1, dealer_soft_17="draw", splits=2, hole_card="up"),
    ],
    ids=["after players", "card reader", "free bet", "one deck, hole card up"],
)
def test_the_price_agrees_with_the_simulation(table: TableConfig) -> None:
    priced_alike(table, 20_000_000)
