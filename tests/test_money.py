"""Money, odds, shares, cards."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import BLACK, DECK, RED, Rank, Suit, card, cards
from upcard.errors import Misuse
from upcard.money import LARGEST, Cents, MeterShare, Odds, dollars, odds, percent, share, show


@given(st.integers(0, LARGEST))
def test_an_amount_is_read_back_as_it_was_written(cents: int) -> None:
    assert dollars(show(Cents(cents))) == cents


def test_whole_dollars_may_be_written_without_cents() -> None:
    assert dollars("5") == 500


@pytest.mark.parametrize("text", ["", "-1.00", "1.0", "1.005", "1,000.00", "$5", "5 ", "1e3", "٣", "∞", "9" * 11])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        dollars(text)


def test_the_largest_amount_is_at_the_edge() -> None:
    assert dollars(show(LARGEST)) == LARGEST
    with pytest.raises(Misuse):
        dollars(show(Cents(LARGEST + 1)))


def test_negative_amounts_are_written_with_a_sign() -> None:
    assert show(Cents(-105)) == "-1.05"


@given(st.integers(1, 999), st.integers(1, 999))
def test_odds_are_read_back_as_they_were_posted(pays: int, per: int) -> None:
    assert odds(str(Odds(pays, per))) == Odds(pays, per)
    assert Odds(pays, per).ratio == Fraction(pays, per)


@pytest.mark.parametrize("text", ["30 for 1", "30:1", "30", "0 to 1", "1 to 0", "1.5 to 1", "-3 to 2", "3 TO 2", ""])
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        odds(text)


@pytest.mark.parametrize(
    ("text", "value"), [("70%", Fraction(7, 10)), ("0.7", Fraction(7, 10)), ("100%", 1), ("1", 1), ("0%", 0)]
)
def test_a_share_is_a_percentage_or_a_number(text: str, value: Fraction) -> None:
    assert share(text) == value


@pytest.mark.parametrize("text", ["100.01%", "1.01", "-1%", "NaN", "Infinity", "1E+5", "seventy", "%"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        share(text)


def test_shares_are_written_with_the_digits_they_need() -> None:
    assert [percent(Fraction(n, 10_000)) for n in (7000, 6999, 1, 10_000)] == ["70%", "69.99%", "0.01%", "100%"]
    assert str(MeterShare(Fraction(1))) == "100% of the meter"


def test_the_deck_has_52_cards_and_each_is_read_back() -> None:
    assert len(set(DECK)) == 52
    assert cards(" ".join(map(str, DECK))) == DECK
    assert {one.suit for one in DECK} == BLACK | RED == set(Suit)
    assert [rank.name for rank in Rank][-1] == "ACE"


@pytest.mark.parametrize("text", ["", "A", "h", "1h", "Ax", "AhAs", "100h"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        card(text)
