"""Simulated and exact over long runs: every shipped table from fresh shoes, one by one on all cores."""

from pathlib import Path

import pytest

from upcard.results.simulation import simulate
from upcard.table import load

FAR = 4.5
ROUNDS = 400_000_000
TABLES = sorted(Path("tables").glob("*.toml"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_long_run_agrees_with_every_exact_price(path: Path) -> None:
    table = load(path)
    looks_ahead = table.game.dealer_hands is None and path.stem not in ("streak", "20-point-bonus")
    found = simulate(table, rounds=ROUNDS if looks_ahead else ROUNDS // 8, seed=41, fresh=True)
    assert found.exact.keys() == found.wagers.keys()
    for key in found.wagers:
        z = found.z(key)
        assert z is not None
        assert abs(z) < FAR, (key, z)
