"""Create the tables of people.

They are taken from `people_tables.py`, so that they are defined once. The revision that first changes a table leaves
a copy of what it was here.
"""

from alembic import op
from sqlalchemy.schema import CreateIndex, CreateTable

from upcard.service.people_tables import METADATA

revision = "1001"
down_revision = None


def upgrade() -> None:
    """Create tables and indexes."""
    for table in METADATA.sorted_tables:
        op.execute(CreateTable(table))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            op.execute(CreateIndex(index))
