"""Money that a program gives: text, Decimal or cents, and nothing else."""

from decimal import Decimal
from typing import Any

import pytest

from upcard.errors import Misuse
from upcard.results.amounts import Money, cents, read_money


@pytest.mark.parametrize("value", ["10.00", "10", Decimal("10"), Decimal("10.0"), Decimal("1E+1"), cents(1000)])
def test_an_amount_is_text_or_decimal_or_cents(value: Any) -> None:
    assert read_money(value, "amount") == 1000


@pytest.mark.parametrize(
    "value",
    [
        10,
        10.0,
        True,
        None,
        b"10.00",
        "10.0",
        "ten",
        "-1.00",
        Decimal("10.005"),
        Decimal("NaN"),
        Decimal("-1"),
        cents(-1),
    ],
)
def test_anything_else_is_refused_with_the_name_of_the_argument(value: Any) -> None:
    with pytest.raises(Misuse, match=r"^amount: "):
        read_money(value, "amount")


def test_the_least_amount_is_at_the_edge() -> None:
    assert read_money("0.01", "amount", least=1) == 1
    with pytest.raises(Misuse, match="more than zero"):
        read_money("0.00", "amount", least=1)


def test_cents_are_whole_numbers() -> None:
    for number in (1.0, True, "1"):
        with pytest.raises(Misuse, match="whole number"):
            cents(number)  # type: ignore[arg-type]  # what a program without types may do
    with pytest.raises(TypeError):
        Money(1) + 1  # type: ignore[operator]  # a bare number is no money
    with pytest.raises(TypeError):
        Money(1) * 1.5  # type: ignore[operator]  # nor is a float a number of times
