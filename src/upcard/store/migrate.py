"""The SQL that creates the tables of a database or updates old ones: written by Alembic, run by the drivers."""

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Schema:
    """The tables of one purpose in a database, and their history."""

    what: str  # as messages call it
    prefix: str  # of the names of its tables
    contents: frozenset[str]  # the tables, but for that of the revision
    folder: Path  # of the revisions
    unacknowledged: str  # what a failed commit means

    @property
    def revision_table(self) -> str:
        """Alembic's own table of the revision, under a name of ours."""
        return f"{self.prefix}_revision"

    @property
    def tables(self) -> frozenset[str]:
        """The names of all its tables."""
        return self.contents | {self.revision_table}

    @property
    def info(self) -> str:
        """The statement that reads the info table."""
        return f"SELECT name, value FROM {self.prefix}_info"

    @property
    def put_info(self) -> str:
        """The statement that writes to the info table."""
        return f"INSERT INTO {self.prefix}_info (name, value) VALUES (?, ?)"

    @property
    def revision(self) -> str:
        """The statement that reads the revision."""
        return f"SELECT version_num FROM {self.revision_table}"

    def revisions(self) -> tuple[str, ...]:
        """Return the revisions that this program knows, oldest first."""
        return tuple(sorted(path.stem.removeprefix("revision_") for path in self.folder.glob("versions/revision_*.py")))

    def is_older(self, revision: str) -> bool:
        """Whether tables of a revision can be upgraded."""
        return revision in self.revisions()[:-1]

    def revision_problem(self, revision: str) -> str | None:
        """Return why tables of a revision cannot be used as they are; None if they can."""
        newest = self.revisions()[-1]
        if revision == newest:
            return None
        if self.is_older(revision):
            return f"has table revision {revision}, older than this upcard's {newest}: upgrade it first"
        if revision < self.revisions()[0]:
            return "was made by an upcard before its first release, which nothing reads now: begin in an empty place"
        return f"has table revision {revision}, newer than this upcard's {newest}: use a newer upcard"

    def upgrade_sql(self, dialect: str, revision: str | None) -> str:
        """Return the statements from a revision (None: no tables yet) to the newest, without a transaction."""
        return _upgrade_sql(self, dialect, revision)


@cache
def _upgrade_sql(schema: Schema, dialect: str, revision: str | None) -> str:
    # Alembic is imported here: a database that is up to date does not need it.
    from alembic import command
    from alembic.config import Config

    buffer = io.StringIO()
    config = Config(output_buffer=buffer, attributes={"dialect_name": dialect, "version_table": schema.revision_table})
    config.set_main_option("script_location", str(schema.folder).replace("%", "%%"))
    newest = schema.revisions()[-1]
    command.upgrade(config, newest if revision is None else f"{revision}:{newest}", sql=True)
    return buffer.getvalue()


JOURNAL = Schema(
    what="journal",
    prefix="journal",
    contents=frozenset({"journal_rows", "journal_streams", "journal_info"}),
    folder=Path(__file__).parent / "migrations",
    unacknowledged="no row of this batch was acknowledged",
)
