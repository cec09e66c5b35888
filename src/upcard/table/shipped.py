"""The tables that come with upcard: a word names one of them, or a path leads to a file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from upcard.table.config import BadConfig, Problem
from upcard.table.keys import close_to, path_exists
from upcard.table.value_readers import plain_name

FOLDER = Path(__file__).parent.parent / "tables"
STANDARD_INPUT = "-"


@dataclass(frozen=True, kw_only=True)
class ShippedTable:
    """A table that comes with upcard, by the name of its file."""

    name: str
    path: Path


@cache
def shipped_tables() -> tuple[ShippedTable, ...]:
    """Return the tables that come with upcard, in the order of their names."""
    return tuple(
        ShippedTable(name=path.stem, path=path) for path in sorted(FOLDER.glob("*.toml"), key=lambda path: path.stem)
    )


def is_path(word: str) -> bool:
    """Whether a word is a path and nothing else: it has a slash, ends in .toml, or is "-" for standard input."""
    return word == STANDARD_INPUT or "/" in word or word.endswith(".toml")


def shipped_table(word: str) -> ShippedTable | None:
    """Return the table that a word names, with or without hyphens and in any case of letters; None for a path.

    >>> shipped_table("Free bet").name, shipped_table("free-bet.toml"), shipped_table("./free-bet")
    ('free-bet', None, None)
    """
    if is_path(word):
        return None
    words = plain_name(word)
    return next((table for table in shipped_tables() if plain_name(table.name) == words), None)


def located(file: str | Path) -> tuple[str, str]:
    """Return how messages call a table, and the path of its file; raise BadConfig if a word is neither."""
    name = str(file)
    if isinstance(file, str) and (shipped := shipped_table(file)):
        return shipped.name, str(shipped.path)
    if not is_path(name) and not path_exists(name):
        raise BadConfig((_unknown(name),))
    return name, name


def _unknown(name: str) -> Problem:
    """Return the problem of a word that is neither a name nor a file, with the name that was probably meant."""
    meant = close_to(name, (table.name for table in shipped_tables()))
    hint = f'did you mean "{meant[0]}"?' if meant else "`upcard tables` lists the tables"
    message = f"there is neither a file nor a table that comes with upcard of this name; {hint}"
    return Problem(file=name, line=1, key=None, message=message)
