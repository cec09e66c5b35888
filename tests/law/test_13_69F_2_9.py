"""13:69F-2.9: insurance."""

import pytest

from tests.tables import found


@pytest.mark.cite("13:69F-2.9(c)", "13:69E-1.10(c)3")
@pytest.mark.parametrize("game", ["blackjack", "multiple action", "free bet"])
@pytest.mark.parametrize(
    ("inscriptions", "verdicts"),
    [
        (["Insurance pays 2 to 1"], []),
        (["insurance pays 2 to 1"], []),
        (["Insurance pays 1 to 1"], ["likely"]),
        (["Insurance pays 3 to 1"], ["likely"]),
        ([], ["likely"]),
        (None, []),  # not stated, so not checked
    ],
)
def test_insurance_pays_2_to_1(game: str, inscriptions: list[str] | None, verdicts: list[str]) -> None:
    assert found("13:69E-1.10(c)3", game=game, inscriptions=inscriptions) == verdicts
