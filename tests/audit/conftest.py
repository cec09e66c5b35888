"""Journals for the tests of the audit: the same places as those of the store."""

from tests.store.conftest import folder as folder
from tests.store.conftest import initdb as initdb
from tests.store.conftest import place as place
from tests.store.conftest import server as server
