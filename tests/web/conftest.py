"""A folder for the tests of the service over HTTP."""

from tests.store.conftest import folder

__all__ = ["folder"]
