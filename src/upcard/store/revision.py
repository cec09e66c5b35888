"""Whether this program can use the tables of a journal."""

from upcard.store.migrate import REVISION_TABLE, revisions

TABLES = frozenset({REVISION_TABLE, "journal_rows", "journal_streams", "journal_info"})


def is_older(revision: str) -> bool:
    """Whether tables of a revision can be upgraded."""
    return revision in revisions()[:-1]


def revision_problem(revision: str) -> str | None:
    """Return why tables of a revision cannot be used as they are; None if they can."""
    newest = revisions()[-1]
    if revision == newest:
        return None
    if is_older(revision):
        return f"has tables of revision {revision}, older than {newest} of this upcard: upgrade it first"
    return f"has tables of revision {revision}, and this upcard knows {newest}: use a newer upcard"
