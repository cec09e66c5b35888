"""What the analysis of the blackjack wager refuses."""

from dataclasses import replace

import pytest

from tests.exact.given import fresh
from tests.tables import read, text
from upcard.cards import DECK, cards
from upcard.errors import Misuse
from upcard.exact.blackjack.blackjack_kernel import MOST_SPLITS, shoe_of
from upcard.table import TableConfig


def splitting(splits: int) -> TableConfig:
    """Return a table at which a pair may be split so many times."""
    table = read(text())
    return replace(table, rules=replace(table.rules, splits=splits))


@pytest.mark.parametrize("splits", [MOST_SPLITS + 1, 100])
def test_more_splits_than_are_analysed_are_refused(splits: int) -> None:
    with pytest.raises(Misuse, match=rf"a pair split {splits} times cannot be analyzed.*13:69F-2\.11\(e\)"):
        shoe_of(splitting(splits))


@pytest.mark.parametrize("splits", [1, 3, MOST_SPLITS])
def test_as_many_splits_as_are_analysed_are_not(splits: int) -> None:
    assert shoe_of(splitting(splits)) == fresh(6)


def test_cards_removed_are_missing_from_the_shoe() -> None:
    shoe = shoe_of(read(text(decks=2)), removed=cards("Ah Ah Ts Ks 5c"))
    assert shoe == (6, 8, 8, 8, 7, 8, 8, 8, 8, 30)


@pytest.mark.parametrize(("decks", "removed"), [(1, "Ah Ah"), (2, "5c 5c 5c"), (6, " ".join(["Kd"] * 7))])
def test_cards_that_the_shoe_does_not_hold_cannot_be_removed(decks: int, removed: str) -> None:
    with pytest.raises(Misuse, match="cannot be taken out of a shoe that holds"):
        shoe_of(read(text()), decks=decks, removed=cards(removed))


@pytest.mark.parametrize("decks", [-1, 0, 9])
def test_a_number_of_decks_that_no_shoe_holds_is_refused(decks: int) -> None:
    with pytest.raises(Misuse, match="a shoe holds 1 to 8 decks"):
        shoe_of(read(text()), decks=decks)


def test_a_shoe_that_a_round_may_run_out_of_is_refused() -> None:
    """Two hands of the player and one of the dealer take 31 points each at most, aces as one."""
    low = [card for card in DECK if card.value < 7]
    table = read(text())
    tens = [card for card in DECK if card.value == 10]
    enough = [*low, *tens[:10]]  # 7, 8 and 9 four times, 10 six times: 156 points
    assert shoe_of(table, decks=1, removed=enough) == (0, 0, 0, 0, 0, 0, 4, 4, 4, 6)
    assert shoe_of(table, decks=1, removed=[*enough, *tens[10:]])[-1] == 0  # 96 points
    nines = [card for card in DECK if card.value == 9]
    with pytest.raises(Misuse, match="a round may run out of cards with only 11 left"):
        shoe_of(table, decks=1, removed=[*enough, *tens[10:], nines[0]])  # 87 points
