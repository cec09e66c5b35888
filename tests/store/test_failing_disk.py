"""A disk that fails or is full: the journal stops and says so; opened again, it has all that was acknowledged."""

from pathlib import Path

import apsw
import pytest

from tests.store.cluster import Cluster
from tests.store.faulty_disk import VFS, Faults
from tests.store.faulty_disk import faults as faults
from tests.store.making import Place, append_all, assert_chained, run_of_rows
from upcard.errors import StoreError
from upcard.store.disk import SystemDisk
from upcard.store.journal import Appended, Duplicate
from upcard.store.opening import create_journal, open_journal


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ("sync", apsw.IOError, "the disk failed: no row of this batch is acknowledged"),
        ("write", apsw.IOError, "the disk failed: no row of this batch is acknowledged"),
        ("write", apsw.FullError, "the disk is full: no row of this batch is acknowledged"),
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
        with pytest.raises(StoreError, match=f"the journal has stopped: {words}.*; open it again"):
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
    with pytest.raises(StoreError, match=r"the journal has stopped: .*; open it again"):
        journal.append(run_of_rows(6, 5))
    assert place.rows() == rows
    with place.journal() as opened:
        append_all(opened, run_of_rows(6, 5))
