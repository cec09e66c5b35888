"""Create the tables of a journal.

They are taken from `tables.py`, so that they are defined once. The revision that first changes a table leaves a copy
of what it was here.
"""

from alembic import op
from sqlalchemy.schema import CreateIndex, CreateTable

from upcard.store.migrations import append_only
from upcard.store.tables import APPEND_ONLY, INFO, METADATA, ROWS, STREAMS

revision = "1001"
down_revision = None

_SAME = {
    ROWS.name: "position = NEW.position OR key = NEW.key",
    STREAMS.name: "(stream = NEW.stream AND version = NEW.version) OR (position = NEW.position AND place = NEW.place)",
    INFO.name: "name = NEW.name",
}


def upgrade() -> None:
    """Create tables, indexes and the triggers that keep them append-only."""
    for table in METADATA.sorted_tables:
        op.execute(CreateTable(table))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            op.execute(CreateIndex(index))
    if op.get_context().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for trigger in append_only.sqlite(table.name):
                op.execute(trigger)
            op.execute(append_only.sqlite_no_replace(table.name, _SAME[table.name]))
    else:
        op.execute(append_only.postgresql_function())
        for table in APPEND_ONLY:
            op.execute(append_only.postgresql(table.name))
