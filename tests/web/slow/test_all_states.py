"""Noninterference at every shipped table, over more than 10,000 states: `make test-service`."""

from pathlib import Path

import pytest

from tests.pit.casino import SHIPPED
from tests.web.noninterference import pair, states

EACH = 10_000 // len(SHIPPED) + 1


@pytest.mark.parametrize("table", SHIPPED)
def test_nobody_can_tell_a_table_from_its_twin(folder: Path, table: str) -> None:
    states(folder, table, f"whole {table}", EACH)


@pytest.mark.parametrize("table", SHIPPED)
def test_sessions_that_differ_in_unseen_cards_look_alike(folder: Path, table: str) -> None:
    for steps in (8, 40, 62, 91, 200):
        pair(folder / str(steps), table, f"{table} {steps}", steps)
