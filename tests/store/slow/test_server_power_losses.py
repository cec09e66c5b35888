"""Power losses under PostgreSQL by the hundred, and that the same losses are noticed where nothing is forced."""

from pathlib import Path

import pytest

from tests.store.postgresql_losses import lose_power, record
from upcard.store import postgresql


@pytest.mark.parametrize("seed", range(10))
def test_postgresql_loses_no_acknowledged_row(initdb: Path, server_folder: Path, seed: int) -> None:
    recording = record(initdb, server_folder, seed, number=150)
    report = lose_power(recording, server_folder, seed, losses=25)
    assert report.losses == 25
    assert report.problems == []
    assert report.kinds["kept"] + report.kinds["dropped"] > 0


@pytest.mark.parametrize("seed", range(2))
def test_the_same_losses_are_noticed_when_nothing_is_forced(
    initdb: Path, server_folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(postgresql.SETTINGS, "fsync")  # or the journal is not even opened
    recording = record(initdb, server_folder, seed, number=150, settings={"fsync": "off"})
    monkeypatch.undo()
    report = lose_power(recording, server_folder, seed, losses=15)
    assert sum("were acknowledged" in problem or "not recover" in problem for problem in report.problems) >= 5
