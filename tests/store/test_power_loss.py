"""A sample of the power losses of `make test-faults`, and whether the simulated disk loses what a disk may lose."""

from random import Random

import pytest

from tests.store.lost_writes import Create, Delete, LossyDisk, Rename, SyncEnd, SyncStart, Truncate, Write
from tests.store.sqlite_losses import lose_power
from upcard.store import sqlite


def test_sqlite_loses_no_acknowledged_row() -> None:
    report = lose_power(seed=1, losses=300)
    assert report.losses == 300
    assert report.problems == []
    # The losses reach transactions in flight: some had arrived, some had not, none by halves.
    assert set(report.kinds) == {"kept", "dropped"}


@pytest.mark.parametrize("setting", ["NORMAL", "OFF"])
def test_the_same_losses_are_noticed_when_commits_are_not_forced(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", setting)
    assert any("were acknowledged" in problem for problem in lose_power(seed=1, losses=100).problems)


def survivors(disk: LossyDisk, path: str) -> set[bytes | None]:
    return {disk.survivors(Random(seed)).get(path) for seed in range(300)}


def test_what_was_forced_survives_and_the_rest_may() -> None:
    disk = LossyDisk({"/d/a": b"old"})
    disk.apply(Write("/d/a", 0, b"new"))
    assert survivors(disk, "/d/a") == {b"old", b"new"}
    disk.apply(SyncStart("/d/a", 1))
    disk.apply(Write("/d/a", 3, b"er"))
    disk.apply(SyncEnd("/d/a", 1))
    assert survivors(disk, "/d/a") == {b"new", b"newer"}


def test_sectors_arrive_in_any_order() -> None:
    disk = LossyDisk({"/d/a": b"a" * 1536})
    disk.apply(Write("/d/a", 0, b"b" * 1536))
    contents = {bytes(content[::512]) for content in survivors(disk, "/d/a") if content is not None}
    assert contents == {bytes([x, y, z]) for x in b"ab" for y in b"ab" for z in b"ab"}
    assert all(set(content[:512]) in ({97}, {98}) for content in survivors(disk, "/d/a") if content)


def test_of_two_writes_the_earlier_may_be_what_arrived() -> None:
    disk = LossyDisk({"/d/a": b"1"})
    disk.apply(Write("/d/a", 0, b"2"))
    disk.apply(Write("/d/a", 0, b"3"))
    assert survivors(disk, "/d/a") == {b"1", b"2", b"3"}


def test_a_new_file_may_vanish_until_it_is_forced() -> None:
    disk = LossyDisk({"/d/a": b""})
    disk.apply(Create("/d/b"))
    disk.apply(Write("/d/b", 0, b"x"))
    assert survivors(disk, "/d/b") == {None, b"", b"x"}
    disk.apply(SyncStart("/d/b", 1))
    disk.apply(SyncEnd("/d/b", 1))
    assert survivors(disk, "/d/b") == {b"x"}


def test_a_renamed_or_deleted_file_may_have_its_old_name_until_the_folder_is_forced() -> None:
    disk = LossyDisk({"/d/a": b"a", "/d/b": b"b"})
    disk.apply(Rename("/d/a", "/d/b"))
    assert survivors(disk, "/d/b") == {b"a", b"b"}
    disk.apply(SyncStart("/d", 1))
    disk.apply(SyncEnd("/d", 1))
    assert survivors(disk, "/d/b") == {b"a"}
    assert survivors(disk, "/d/a") == {None}
    disk.apply(Delete("/d/b"))
    assert survivors(disk, "/d/b") == {b"a", None}


def test_a_file_may_keep_what_was_cut_off() -> None:
    disk = LossyDisk({"/d/a": b"abc"})
    disk.apply(Truncate("/d/a", 1))
    disk.apply(Write("/d/a", 2, b"z"))
    assert survivors(disk, "/d/a") == {b"abc", b"a", b"abz", b"a\0z"}
