"""Places for journals: a SQLite file, and a schema of a PostgreSQL server that runs while the tests do."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.store import cluster
from tests.store.making import Place


@pytest.fixture(scope="session")
def initdb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of PostgreSQL, made once for all processes of the tests."""
    base = tmp_path_factory.getbasetemp()
    return cluster.template(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def server(initdb: Path) -> Iterator[cluster.Cluster]:
    """A PostgreSQL server of this process of the tests."""
    with cluster.running(initdb) as running:
        yield running


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory, where forcing data to the disk takes no time."""
    with TemporaryDirectory(dir=cluster.memory()) as name:
        yield Path(name)


@pytest.fixture
def server_folder() -> Iterator[Path]:
    """A folder in memory that the user of the server owns."""
    with cluster.removed_folder() as name:
        yield name


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, folder: Path) -> Place:
    """A place without a journal, in each database in turn."""
    if request.param == "SQLite":
        return Place(str(folder / "journal.db"))
    server: cluster.Cluster = request.getfixturevalue("server")
    return Place(server.new_schema())
