"""The SQL that creates the tables of a journal or updates old ones: written by Alembic, run by the drivers."""

import io
from functools import cache
from pathlib import Path

REVISION_TABLE = "journal_revision"  # Alembic's own table of the revision, under a name of ours
_FOLDER = Path(__file__).parent / "migrations"


def revisions() -> tuple[str, ...]:
    """Return the revisions that this program knows, oldest first."""
    return tuple(sorted(path.stem.removeprefix("revision_") for path in _FOLDER.glob("versions/revision_*.py")))


@cache
def upgrade_sql(dialect: str, revision: str | None) -> str:
    """Return the statements that lead from a revision (None: no tables yet) to the newest, without a transaction."""
    # Alembic is imported here: a journal that is up to date does not need it.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script, buffer = ScriptDirectory(str(_FOLDER)), io.StringIO()
    newest = revisions()[-1]
    context = EnvironmentContext(
        Config(),
        script,
        fn=lambda current, _: script._upgrade_revs(newest, current),
        as_sql=True,
        starting_rev=revision,
        destination_rev=newest,
    )
    with context:
        context.configure(
            dialect_name=dialect, output_buffer=buffer, version_table=REVISION_TABLE, transactional_ddl=False
        )
        context.run_migrations()
    return buffer.getvalue()
