"""A folder and a place for the tests of the service over HTTP."""

from tests.store.conftest import folder, initdb, place, server

__all__ = ["folder", "initdb", "place", "server"]
