"""A disk that fails or is full: the journal stops and says so; opened again, it has all that was acknowledged."""

from contextlib import closing
from pathlib import Path
from random import Random

import apsw
import pytest

from tests.store.cluster import Cluster
from tests.store.faulty_disk import VFS, Faults
from tests.store.faulty_disk import faults as faults
from tests.store.making import Place, append_all, assert_chained, new_row, run_of_rows
from tests.store.simulated_disk import DiskFault, simulated_disk
from upcard.errors import StoreError
from upcard.store.disk import SystemDisk
from upcard.store.journal import Appended, Duplicate
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import NewRow
from upcard.store.verify import verify_journal


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ("sync", apsw.IOError, "the disk failed: no row of this batch was acknowledged"),
        ("write", apsw.IOError, "the disk failed: no row of this batch was acknowledged"),
        ("write", apsw.FullError, "the disk is full: no row of this batch was acknowledged"),
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the exception goes through C
def test_after_a_failed_append_nothing_is_tried_again(
    folder: Path, faults: Faults, call: str, error: type[apsw.Error], words: str
) -> None:
    place = Place(str(folder / "journal.db"))
    create_journal(place.url)
    journal = open_journal(place.url, disk=SystemDisk(vfs=VFS))
    rows = append_all(journal, run_of_rows(1, 5))
    faults.failing = {call: error}
    with pytest.raises(StoreError, match=words):
        journal.append(run_of_rows(6, 5))
    faults.failing = {}
    for again in (lambda: journal.append(run_of_rows(6, 5)), journal.head, journal.read):
        with pytest.raises(StoreError, match=f"the journal has stopped: {words}.*; reopen it"):
            again()
    journal.close()
    assert faults.failed
    assert faults.later == [], "nothing is written by the handle that failed"
    with place.journal() as opened:
        assert list(opened.read(limit=5)) == rows
        outcomes = opened.append(run_of_rows(6, 5))
        assert {type(outcome) for outcome in outcomes} in ({Appended}, {Duplicate})
    assert_chained(place.rows())
    assert len(place.rows()) == 10


def test_a_lost_connection_stops_the_journal(server: Cluster) -> None:
    place = Place(server.new_schema())
    create_journal(place.url)
    journal = open_journal(place.url)
    rows = append_all(journal, run_of_rows(1, 5))
    place.change("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'upcard'")
    with pytest.raises(StoreError, match="terminating connection"):
        journal.append(run_of_rows(6, 5))
    with pytest.raises(StoreError, match=r"the journal has stopped: .*; reopen it"):
        journal.append(run_of_rows(6, 5))
    assert place.rows() == rows
    with place.journal() as opened:
        append_all(opened, run_of_rows(6, 5))


def large_rows(first: int, count: int) -> list[NewRow]:
    """Return rows that fill many pages."""
    return [new_row(number, events=f'["{"x" * 3000}"]') for number in range(first, first + count)]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the exception goes through C
@pytest.mark.parametrize("calls", range(1, 60))  # writes and syncs until the power is lost
def test_power_lost_while_a_journal_is_opened_after_a_failed_fsync_damages_nothing(folder: Path, calls: int) -> None:
    path = folder / "journal.db"
    create_journal(path)
    with simulated_disk(folder, "failing", Random(calls)) as disk:
        with closing(open_journal(path, disk=SystemDisk(vfs=disk.vfs_name))) as journal:
            rows = append_all(journal, large_rows(1, 40))
        journal = open_journal(path, disk=SystemDisk(vfs=disk.vfs_name))  # the log is empty
        disk.arm(DiskFault.SYNC, 2)  # the first is for the beginning of the log
        with pytest.raises(StoreError, match="the disk failed"):
            journal.append(large_rows(41, 40))  # in the memory of the machine, and perhaps not on its disk
        disk.arm(DiskFault.POWER, calls)
        try:
            open_journal(path, disk=SystemDisk(vfs=disk.vfs_name)).close()
        except StoreError:
            assert disk.dead
        disk.lose_power()
    with Place(str(path)).journal() as opened:
        assert verify_journal(opened).problems == ()
        assert list(opened.read(limit=40)) == rows
        assert opened.head().position in (40, 80)
