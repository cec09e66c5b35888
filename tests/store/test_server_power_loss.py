"""A sample of the power losses of PostgreSQL, and whether the recorder sees all that a server writes."""

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from tests.store import cluster
from tests.store.lost_writes import SyncEnd, Write
from tests.store.postgresql_losses import Recording, lose_power, record


@pytest.fixture(scope="module")
def recording(initdb: Path) -> Iterator[Recording]:
    """A run of a recorded server."""
    folder = cluster.folder_for_server(cluster.memory())
    yield record(initdb, folder, seed=1)
    rmtree(folder)


def test_the_recorder_sees_every_write(recording: Recording) -> None:
    disk = recording.disk()
    for operation in recording.log:
        disk.apply(operation)
    recorded = disk.whole()
    for path in sorted(recording.after.rglob("*")):
        name = f"/{path.relative_to(recording.after)}"
        if path.is_file():
            before = recording.base / name.removeprefix("/")
            content = recorded.pop(name) if name in recording.touched else before.read_bytes()
            assert content == path.read_bytes(), name
    assert recorded == {}


def test_the_log_has_what_a_commit_is_made_of(recording: Recording) -> None:
    assert any(isinstance(one, Write) and one.path.startswith("/pg_wal/") for one in recording.log)
    assert any(isinstance(one, SyncEnd) and one.path.startswith("/pg_wal/") for one in recording.log)
    assert any(isinstance(one, Write) and one.path.startswith("/base/") for one in recording.log)


def test_postgresql_loses_no_acknowledged_row(recording: Recording) -> None:
    report = lose_power(recording, recording.base.parent, seed=2, losses=3)
    assert report.losses == 3
    assert report.problems == []
