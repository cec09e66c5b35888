"""Two hundred and more kills of servers under load, and of their database: `make test-faults`."""

from pathlib import Path

import pytest

from tests.web.test_killed_service import broken


@pytest.mark.parametrize("seed", range(100, 105))
def test_forty_five_kills_lose_nothing_and_do_nothing_twice(folder: Path, seed: int) -> None:
    report = broken(folder, seed, 45)
    assert report["done, and its answer lost"] > 0


def test_a_server_goes_on_when_its_database_was_stopped_and_started(folder: Path) -> None:
    report = broken(folder, 7, 15, "--postgresql")
    assert report["database stopped"] == 5
