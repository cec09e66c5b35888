"""Create the tables of people.

They are taken from `people_tables.py`, so that they are defined once. The revision that first changes a table leaves
a copy of what it was here.
"""

from alembic import op
from sqlalchemy.schema import CreateIndex, CreateTable

from upcard.service.people_tables import EVENTS, METADATA

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create tables and indexes."""
    for table in METADATA.sorted_tables:
        if table is EVENTS:  # of a later revision
            continue
        op.execute(CreateTable(table))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            op.execute(CreateIndex(index))
