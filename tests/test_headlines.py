"""What a headline says was taken: a wager by its name, or the table of that name; one deck; amounts with commas."""

import pytest

from tests.command import within
from tests.tables import offer, text


def test_the_same_word_is_called_a_wager_by_price_and_a_table_by_par() -> None:
    wager, table, sheet = (
        within(*arguments).out.splitlines()[0]
        for arguments in (("price", "progressive"), ("price", "progressive", "--table"), ("par", "progressive"))
    )
    assert wager.startswith("progressive wager, 6 decks: house advantage")
    assert table == "table progressive: PB-1, blackjack, 8 decks"
    assert sheet.startswith("PAR sheet of table progressive: PB-1, blackjack, 8 decks, 13:69F")


def test_a_file_is_called_by_its_path() -> None:
    said = within("price", "tables/progressive.toml").out.splitlines()[0]
    assert said == "tables/progressive.toml: PB-1, blackjack, 8 decks"


def test_a_pay_table_with_the_name_of_its_wager_is_not_named() -> None:
    assert "(progressive)" not in within("price", "progressive").out
    assert '"pay_table": null' in within("price", "progressive", "--json").out


@pytest.mark.parametrize("verb", [("price",), ("strategy",), ("simulate", "--rounds", "1"), ("par",), ("check",)])
def test_one_deck_is_not_one_decks(verb: tuple[str, ...]) -> None:
    one = text(decks=1).encode()
    said = within(verb[0], "-", *verb[1:], given=one).out
    assert "1 decks" not in said
    assert "1 rounds" not in said


def test_amounts_have_commas() -> None:
    said = within("price", "tables/progressive.toml").out
    assert "break-even at $213,603.77" in said
    assert "with $5,000.00 on the meter" in said
    assert within("price", "-", given=text(offer("in-between")).encode()).code == 0
