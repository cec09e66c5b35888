"""The tables: defined once, created alike by the migrations, and the history of them does not change."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests.store.making import Place
from upcard.store.migrate import JOURNAL
from upcard.store.opening import create_journal
from upcard.store.tables import METADATA

GOLDEN = Path(__file__).parent / "tables"


def test_the_migrations_lead_to_the_tables_as_defined(place: Place) -> None:
    create_journal(place.url)
    url = f"sqlite:///{place.url}" if place.is_sqlite else place.url.replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": JOURNAL.revision_table})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == JOURNAL.revisions()[-1]


def test_the_names_of_the_tables_are_those_looked_for() -> None:
    assert set(METADATA.tables) == JOURNAL.contents


# A journal made by an earlier upcard has these tables: a revision may add to them, never rewrite what was.
@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_the_first_revision_is_what_it_was(dialect: str) -> None:
    sql = JOURNAL.upgrade_sql(dialect, None).split("-- Running upgrade 1001 ->")[0]
    lines = "\n".join(line.rstrip() for line in sql.strip().splitlines())
    assert lines + "\n" == (GOLDEN / f"1001-{dialect}.sql").read_text(encoding="utf-8")
