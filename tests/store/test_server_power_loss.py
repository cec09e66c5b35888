"""A sample of the power losses of PostgreSQL, and whether the recorder sees all that a server writes."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.store import cluster
from tests.store.lost_writes import SyncEnd, Write
from tests.store.making import Place, append_all, assert_chained, new_row, run_of_rows
from tests.store.postgresql_losses import Recording, compiled, lose_power, record, server
from upcard.errors import StoreError
from upcard.store.opening import create_journal, open_journal


@pytest.fixture(scope="module")
def recording(initdb: Path) -> Iterator[Recording]:
    """A run of a recorded server."""
    with cluster.removed_folder() as folder:
        yield record(initdb, folder, seed=1)


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


def test_a_full_disk_of_the_server_stops_the_journal_and_loses_nothing(initdb: Path, server_folder: Path) -> None:
    folder = server_folder
    copytree(initdb, folder / "data")
    (folder / "data").chmod(0o700)
    full = folder / "full"
    preloaded = {
        "LD_PRELOAD": str(compiled(folder)),
        "UPCARD_RECORD_LOG": str(folder / "data" / "writes.log"),
        "UPCARD_RECORD_ROOT": str(folder / "data" / "base"),
        "UPCARD_DISK_FULL": str(full),
    }
    with server(folder / "data", {}, **preloaded) as running:
        place = Place(running.url())
        create_journal(place.url)
        journal = open_journal(place.url)
        rows = append_all(journal, run_of_rows(1, 5))
        full.touch()
        big = [
            new_row(6, events=f'["{"x" * 2000}"]', key=f"big {n}", expected=((f"wallet {n}", 0),)) for n in range(99)
        ]
        with pytest.raises(StoreError, match="the server's disk is full: no row of this batch was acknowledged"):
            journal.append(big)
        with pytest.raises(StoreError, match="the journal has stopped: the server's disk is full"):
            journal.head()
        full.unlink()
        assert place.rows() == rows
        with place.journal() as opened:
            append_all(opened, big)
        assert_chained(place.rows())
