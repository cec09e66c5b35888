"""Falsify a journal a hundred times in every way: 100 of 100 are found, and the right row is named."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.audit.tampering import TAMPERS, Original, missed, original
from tests.store import cluster

TIMES = 100


@pytest.fixture(scope="module")
def source() -> Iterator[Original]:
    with TemporaryDirectory(dir=cluster.memory()) as name:
        yield original(Path(name))


@pytest.mark.parametrize("name", TAMPERS)
def test_all_of_a_hundred_are_found_at_their_row(source: Original, name: str) -> None:
    with TemporaryDirectory(dir=cluster.memory()) as folder:
        found = [missed(source, Path(folder), name, seed) for seed in range(TIMES)]
    assert [each for each in found if each is not None] == []
