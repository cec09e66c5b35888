"""13:69F-8.3: posted limits and notices."""

from typing import Any

import pytest

from tests.tables import findings, found, offer

FREE_BET = {"game": "free bet", "dealer_soft_17": "draw"}


@pytest.mark.cite("13:69F-8.3(a)", "19:47-8.3(a)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-8.3(a)"), ("19:47", "19:47-8.3(a)")])
@pytest.mark.parametrize(
    ("minimum", "maximum", "verdicts"),
    [
        ("10.00", "1000.00", []),
        (None, "1000.00", ["likely"]),
        ("10.00", None, ["likely"]),
        (None, None, ["likely", "likely"]),
    ],
)
def test_minimum_and_maximum_of_the_main_wager_are_posted(
    law: str, number: str, minimum: str | None, maximum: str | None, verdicts: list[str]
) -> None:
    assert found(number, minimum=minimum, maximum=maximum, law=law) == verdicts


@pytest.mark.cite("13:69F-8.3(a)")
@pytest.mark.parametrize(("minimum", "verdicts"), [("99.99", []), ("100.00", []), ("100.01", ["likely"])])
def test_the_minimum_of_the_main_wager_does_not_exceed_its_maximum(minimum: str, verdicts: list[str]) -> None:
    assert found("13:69F-8.3(a)", minimum=minimum, maximum="100.00") == verdicts


@pytest.mark.cite("13:69F-8.3(b)")
@pytest.mark.parametrize("wager", ["in-between", "push 22"])
@pytest.mark.parametrize(("minimum", "verdicts"), [("24.99", []), ("25.00", []), ("25.01", ["likely"])])
def test_the_minimum_of_an_optional_wager_does_not_exceed_its_maximum(
    wager: str, minimum: str, verdicts: list[str]
) -> None:
    assert found("13:69F-8.3(b)", offer(wager, minimum=minimum, maximum="25.00")) == verdicts


@pytest.mark.cite("13:69F-8.3(b)")
@pytest.mark.parametrize(
    ("wager", "key", "number"),
    [
        ("in-between", "minimum", "13:69F-2.26(d)"),
        ("in-between", "maximum", "13:69F-2.26(d)"),
        ("in-between", "pay_table", "13:69F-2.26(f)"),
        ("push 22", "minimum", "13:69F-2.32(c)"),
        ("push 22", "maximum", "13:69F-2.32(c)"),
        ("push 22", "pay_table", "13:69F-2.32(j)"),
    ],
)
def test_limits_and_pay_table_are_posted_where_the_wagers_section_demands_it(wager: str, key: str, number: str) -> None:
    assert found(number, offer(wager, **{key: None})) == ["violates"]


@pytest.mark.cite("13:69F-8.3(b)")
@pytest.mark.parametrize("wager", ["buster", "progressive", "blackjack bonus", "over 13", "same suit", "sevens"])
def test_no_limits_are_posted_where_it_does_not(wager: str) -> None:
    assert [
        finding for finding in findings(offer(wager, minimum=None, maximum=None)) if finding.verdict.value == "violates"
    ] == []


@pytest.mark.cite("13:69F-8.3(c)")
@pytest.mark.parametrize(
    ("number", "keys", "notice"),
    [
        ("13:69F-2.6(k)", {"hole_card": "up"}, "hole card"),
        ("13:69F-2.8(c)", {"surrender": True}, "surrender"),
        ("13:69F-2.10(f)", {**FREE_BET, "free_double": "any number of cards"}, "free double"),
        ("13:69F-2.11(e)", {"splits": 3}, "splits"),
    ],
)
def test_each_option_that_asks_for_notice_asks_for_its_own(number: str, keys: dict[str, Any], notice: str) -> None:
    others = [other for other in ("hole card", "surrender", "free double", "splits") if other != notice]
    assert len(found(number, **keys, notices=others)) == 1
    assert found(number, **keys, notices=[notice]) == []
    assert found(number, notices=[]) == []
