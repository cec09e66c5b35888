"""The whole service under a seed: failing disks, power losses, crashes, a clock set back, commands sent twice."""

import pytest

from tests.web.simulation import run


@pytest.mark.parametrize("seed", [1, 3])
def test_a_simulated_service_keeps_what_it_has_answered(seed: int) -> None:
    happened = run(seed)
    assert happened["200"] > 50
    assert happened["power lost"] > 0
    assert happened["503"] > 0
