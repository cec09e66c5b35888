"""Every rule of other places with every way of dealing, through engine and simulator: make test-kernel."""

from typing import Any

import pytest

from tests.sim.test_engine import ELSEWHERE, GAMES_DEALT, compare_elsewhere
from tests.sim.ways import WAYS


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dealt_as", GAMES_DEALT, ids=lambda keys: " ".join(map(str, keys.values())))
@pytest.mark.parametrize("keys", ELSEWHERE.values(), ids=ELSEWHERE)
def test_every_rule_is_simulated_as_it_is_dealt(keys: dict[str, Any], dealt_as: dict[str, Any], way: str) -> None:
    compare_elsewhere(keys, dealt_as, way, 1_000)
