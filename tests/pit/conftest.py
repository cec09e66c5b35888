"""Journals for the tests of the pit: the same places as those of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pit.casino import Casino, seated
from tests.store.conftest import folder as folder
from tests.store.conftest import initdb as initdb
from tests.store.conftest import place as place
from tests.store.conftest import server as server


@pytest.fixture
def house(folder: Path) -> Iterator[Casino]:
    """A house with one open table, whose first three seats are taken, and a shoe; the books balance at the end."""
    with seated(folder) as opened:
        yield opened
