"""13:69F-2.5: where the cutting card is put."""

import pytest

from tests.tables import findings, found


@pytest.mark.cite("13:69F-2.5(d)", "19:47-2.5(d)")
@pytest.mark.parametrize(("law", "number"), [("13:69F", "13:69F-2.5(d)"), ("19:47", "19:47-2.5(d)")])
@pytest.mark.parametrize(
    ("in_front", "verdicts"),
    [("50%", []), ("74.99%", []), ("75%", []), ("75.01%", ["violates"]), ("100%", ["violates"])],
)
def test_at_least_a_quarter_of_the_stack_lies_behind_the_cutting_card(
    law: str, number: str, in_front: str, verdicts: list[str]
) -> None:
    assert found(number, cutting_card=in_front, law=law) == verdicts


@pytest.mark.cite("13:69F-2.5(d)")
def test_a_table_that_does_not_state_the_place_has_a_quarter_behind_the_cutting_card() -> None:
    assert findings(cutting_card=None) == ()
