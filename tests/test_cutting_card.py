"""Where the cutting card lies: any share of the shoe or a position in cards; and when a shoe ends."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

import upcard
from tests.command import within
from tests.tables import read, text
from upcard.api.table_keys import ShareOfWhole
from upcard.game import TableState
from upcard.game.procedure import must_shuffle
from upcard.game.shoe import cutting_card_position, new_shoe
from upcard.game.state import Felt
from upcard.table.config import BadConfig

ONE_DECK = 52


def position(cutting_card: ShareOfWhole, decks: int = 1) -> int:
    config = read(text(decks=decks, cutting_card=cutting_card))
    return cutting_card_position(config, decks * ONE_DECK)


@pytest.mark.parametrize(
    ("stated", "decks", "cards"),
    [
        ("2/3", 6, 208),
        ("2 / 3", 6, 208),
        ("37/52", 1, 37),
        ("71.15384615384615%", 1, 37),
        ("71.15%", 1, 37),
        (Decimal("0.7115384615384"), 1, 37),
        (Decimal("0.6666666666666666"), 6, 208),
        (37, 1, 37),
        ("37 cards", 1, 37),
        ("37", 1, 37),
        ("1 card", 1, 1),
        ("75%", 8, 312),
        (Decimal("0.5"), 1, 26),
    ],
)
def test_a_file_states_any_share_or_a_position_in_cards(stated: ShareOfWhole, decks: int, cards: int) -> None:
    assert position(stated, decks) == cards


@pytest.mark.parametrize(
    "stated", ["3/2", "1/0", "53 cards", 53, "0 cards", -3, "two thirds", "2/3%", "1e-5000", "1/2/3"]
)
def test_what_is_no_place_in_the_shoe_is_refused(stated: ShareOfWhole) -> None:
    with pytest.raises(BadConfig, match="cutting_card"):
        position(stated)


@pytest.mark.parametrize("stated", [2 / 3, Fraction(2, 3), "2/3", 208, Decimal(2) / Decimal(3)])
def test_python_takes_two_thirds_of_the_shoe(stated: ShareOfWhole) -> None:
    table = upcard.Table(decks=6, minimum="10.00", cutting_card=stated)
    half = upcard.Table(decks=6, minimum="10.00", cutting_card="50%")
    assert round(table["cutting_card"] * 312) == 208
    placed = upcard.simulate(table, rounds=2000).to_dict()
    assert placed["shoes"] == upcard.simulate(half, rounds=2000, penetration=stated).to_dict()["shoes"]


@pytest.mark.parametrize("stated", ["0.7115384615384", "37/52", "71.15%", "37", "37 cards"])
def test_penetration_takes_any_share_and_a_position_in_cards(stated: str) -> None:
    done = within("simulate", "blackjack", "--set", "decks=1", "--rounds", "1000", "--penetration", stated)
    assert done.code == 0
    assert "cutting card at 71.15" in done.out
    asked = within("simulate", "blackjack", "--set", "decks=1", "--set", "cutting_card=37", "--rounds", "1000", "--csv")
    assert (
        asked.out
        == within("simulate", "blackjack", "--set", "decks=1", "--rounds", "1000", "--csv", "--penetration", stated).out
    )


def test_a_position_beyond_the_shoe_names_the_option() -> None:
    done = within("simulate", "blackjack", "--set", "decks=1", "--rounds", "10", "--penetration", "53")
    assert done.code == 2
    assert "--penetration: must be a share of the shoe, or a position from 1 to 52 cards" in done.err


def test_rounding_never_puts_more_than_three_quarters_in_front() -> None:
    for decks in range(1, 9):
        config, cards = read(text(decks=decks)), decks * ONE_DECK
        for share in (Fraction(part, 1000) for part in range(20, 751)):
            assert 4 * cutting_card_position(replace(config, cutting_card=share), cards) <= 3 * cards


def test_a_shoe_ends_with_the_round_in_which_a_card_behind_the_cutting_card_is_dealt() -> None:
    config = read(text(decks=1, cutting_card=37))
    state = TableState(Felt(config), open=True)
    shoe = new_shoe(state, Random(1))
    assert (shoe.cutting_card, shoe.burn) == (37, 1)  # the burned card is one of the 37
    in_play = state._replace(shoe=shoe.cards, cutting_card=37)
    assert not must_shuffle(in_play._replace(next_card=37))  # the cutting card is next; another round is dealt
    assert must_shuffle(in_play._replace(next_card=38))
