"""Create the table of events that the journal may not have yet.

It is taken from `people_tables.py`, as the tables of the first revision are.
"""

from alembic import op
from sqlalchemy.schema import CreateTable

from upcard.service.people_tables import EVENTS

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table."""
    op.execute(CreateTable(EVENTS))
