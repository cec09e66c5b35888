"""13:69F-2.8: surrender."""

import pytest

from tests.tables import findings, found, read, text
from upcard.law import cite


@pytest.mark.cite("13:69F-2.8(a)")
@pytest.mark.parametrize(("setting", "offered"), [(True, True), (False, False), (None, False)])
def test_surrender_is_offered_where_the_licensee_says_so(setting: bool | None, offered: bool) -> None:
    table = read(text(surrender=setting))
    assert (cite("13:69F-2.8(a)") in [option.cite for option in table.options]) is offered


@pytest.mark.cite("13:69F-2.8(a)3")
def test_a_free_bet_table_may_allow_surrender() -> None:
    assert findings(game="free bet", dealer_soft_17="draw", surrender=True, notices=["surrender"]) == ()


@pytest.mark.cite("13:69F-2.8(c)", "19:47-2.8(c)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.8(c)"), ("19:47", "19:47-2.8(c)")])
@pytest.mark.parametrize(
    ("surrender", "notices", "verdicts"),
    [
        (True, [], ["likely"]),
        (True, ["splits"], ["likely"]),
        (True, ["surrender"], []),
        (True, ["Surrender", "splits"], []),
        (False, [], []),
    ],
)
def test_surrender_begins_after_notice_only(
    law: str, number: str, surrender: bool, notices: list[str], verdicts: list[str]
) -> None:
    assert found(number, surrender=surrender, notices=notices, law=law) == verdicts
