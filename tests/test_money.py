"""Money, odds, shares, cards."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import BLACK, DECK, RED, Rank, Suit, card, cards
from upcard.english import format_number, format_percent
from upcard.errors import Misuse
from upcard.money import (
    LARGEST,
    Cents,
    Fixed,
    MeterShare,
    Odds,
    format_money,
    odds,
    parse_money,
    plain_money,
    read_plain_money,
    share,
)


@given(st.integers(0, LARGEST))
def test_an_amount_is_read_back_as_it_was_written(cents: int) -> None:
    assert parse_money(plain_money(cents)) == cents


def test_whole_dollars_may_be_written_without_cents() -> None:
    assert parse_money("5") == 500


@pytest.mark.parametrize("text", ["", "-1.00", "1.0", "1.005", "1,000.00", "$5", "5 ", "1e3", "٣", "∞", "9" * 11])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        parse_money(text)


def test_the_largest_amount_is_at_the_edge() -> None:
    assert parse_money(plain_money(LARGEST)) == LARGEST
    with pytest.raises(Misuse):
        parse_money(plain_money(LARGEST + 1))


def test_files_and_programs_have_amounts_with_a_hyphen_and_without_commas() -> None:
    assert plain_money(-123456789) == "-1234567.89"


@given(st.integers(-LARGEST, LARGEST))
def test_a_plain_amount_is_read_back_with_its_sign(cents: int) -> None:
    assert read_plain_money(plain_money(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (2500, "$25.00"),
        (99999, "$999.99"),
        (100000, "$1,000.00"),
        (841150, "$8,411.50"),
        (1000050, "$10,000.50"),
        (-500, "\u2212$5.00"),
        (-1, "\u2212$0.01"),
        (-123456789, "\u2212$1,234,567.89"),
    ],
)
def test_people_read_a_dollar_sign_commas_and_a_minus_sign(cents: int, words: str) -> None:
    assert format_money(cents) == words


@pytest.mark.parametrize(
    ("cents", "words"), [(3250, "+$32.50"), (-3250, "\u2212$32.50"), (0, "$0.00"), (100000, "+$1,000.00")]
)
def test_a_gain_is_signed_and_nothing_is_not(cents: int, words: str) -> None:
    assert format_money(cents, signed=True) == words


def test_a_mean_that_rounds_to_nothing_has_no_sign() -> None:
    assert [format_money(mean, signed=True) for mean in (-0.3, 0.3, -0.7)] == ["$0.00", "$0.00", "\u2212$0.01"]


def test_a_fixed_payout_is_posted_as_people_read_money() -> None:
    assert str(Fixed(Cents(500_000))) == "$5,000.00"


@pytest.mark.parametrize(("number", "words"), [(-0.0004, "0.000"), (-1234.5678, "\u22121,234.568"), (0.5, "0.500")])
def test_a_number_has_commas_and_a_minus_sign_and_no_negative_zero(number: float, words: str) -> None:
    assert format_number(number, 3) == words


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
    assert [format_percent(Fraction(n, 10_000)) for n in (7000, 6999, 1, 10_000)] == ["70%", "69.99%", "0.01%", "100%"]
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
