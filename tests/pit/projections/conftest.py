"""Places for the journals whose projections are tested."""

from tests.pit.conftest import folder as folder
from tests.pit.conftest import initdb as initdb
from tests.pit.conftest import place as place
from tests.pit.conftest import server as server
