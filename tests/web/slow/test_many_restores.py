"""Journals restored from copies of any length, at every shipped table, in both databases."""

from pathlib import Path
from random import Random

import pytest

from tests.pit.casino import SHIPPED
from tests.store import cluster
from tests.store.making import Place
from tests.web.restores import check_restored, played
from tests.web.test_restore import new_place

COPIES = 25


@pytest.mark.parametrize("file", SHIPPED)
def test_a_copy_of_any_length_is_restored(folder: Path, file: str) -> None:
    place = Place("")
    rows = played(folder, place, (file,), seed=len(file), seconds=120)
    source, random = Place(str(folder / "data" / "journal.db")), Random(file)
    for count in sorted(random.sample(range(1, len(rows) + 1), COPIES)):
        check_restored(folder, source, rows, count, folder / f"restored {count}", place)


@pytest.mark.parametrize("file", SHIPPED[:4])
def test_a_copy_of_any_length_is_restored_in_postgresql(folder: Path, server: cluster.Cluster, file: str) -> None:
    place = new_place(server)
    rows = played(folder, place, (file,), seed=len(file), seconds=120)
    for count in sorted(Random(file).sample(range(1, len(rows) + 1), 3)):
        check_restored(folder, place, rows, count, folder / f"restored {count}", new_place(server))
