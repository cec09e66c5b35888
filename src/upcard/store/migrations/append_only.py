"""Triggers that refuse to change, delete or replace what has been written, in both dialects."""

from collections.abc import Iterator

_REFUSAL = "rows of a journal are never changed or deleted"


def sqlite(table: str) -> Iterator[str]:
    """Yield the triggers of a table in SQLite."""
    for action in ("UPDATE", "DELETE"):
        name = f"{table}_no_{action.lower()}"
        yield f"CREATE TRIGGER {name} BEFORE {action} ON {table} BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"


def sqlite_no_replace(table: str, same: str) -> str:
    """Return the trigger that refuses INSERT OR REPLACE, which deletes without a trigger of its own."""
    exists = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
    return (
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {exists} "
        f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    )


def postgresql_function() -> str:
    """Return the function that the triggers of PostgreSQL call."""
    return (
        "CREATE FUNCTION journal_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )


def postgresql(table: str) -> str:
    """Return the trigger of a table in PostgreSQL."""
    return (
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse_change()"
    )
