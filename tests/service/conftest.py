"""Places for lists of people: a SQLite file, and a schema of a PostgreSQL server that runs while the tests do."""

from collections.abc import Iterator

import pytest

from tests.service.making import World
from tests.store.conftest import folder, initdb, place, server
from tests.store.making import Place

__all__ = ["folder", "initdb", "place", "server"]


@pytest.fixture
def world(place: Place) -> Iterator[World]:
    """An empty list of people in each database in turn, with a clock that the test sets."""
    with World.at(place) as world:
        yield world
