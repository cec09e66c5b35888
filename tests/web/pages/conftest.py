"""A folder for the tests of the pages."""

from tests.store.conftest import folder

__all__ = ["folder"]
