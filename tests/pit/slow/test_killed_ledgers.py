"""A thousand kills of servers of a pit, fifty over each journal: `make test-faults`."""

from pathlib import Path

import pytest

from tests.pit.test_killed_ledger import kill


@pytest.mark.parametrize("seed", range(1000, 1020))
def test_fifty_kills_lose_nothing_and_do_nothing_twice(folder: Path, seed: int) -> None:
    report = kill(folder, seed, 50)
    assert report["repeated"] > 0
