"""What the verbs of the journal share: opening a database, keys in folders, and what they need installed."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.errors import MissingPackage, Misuse

if TYPE_CHECKING:
    from upcard.pit.shoe_keys import ShoeKeys
    from upcard.store.database import DatabaseJournal
    from upcard.store.signed_note import VerifyingKey

PACKAGES = ("alembic", "apsw", "cryptography", "psycopg", "sqlalchemy")


@contextmanager
def installed() -> Iterator[None]:
    """Raise Misuse naming what to install if a package of the store is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in PACKAGES:
            raise
        raise MissingPackage("a journal", missing.name) from missing


@contextmanager
def reading(place: str) -> "Iterator[DatabaseJournal]":
    """Open a journal for reading."""
    with installed():
        from upcard.store.opening import open_journal
    with closing(open_journal(place, read_only=True)) as journal:
        yield journal


def folder(path: str, option: str) -> Path:
    """Return a folder that must exist."""
    if not Path(path).is_dir():
        raise Misuse(f"{option}: there is no folder {path}")
    return Path(path)


def shoe_keys(path: str | None) -> "ShoeKeys":
    """Return the keys of shoes in a folder; none where no folder is named."""
    with installed():
        from upcard.pit.shoe_keys import ShoeKeys, read_shoe_keys
    return ShoeKeys(()) if path is None else read_shoe_keys(folder(path, "--keys"))


def public_keys(path: str | None) -> "tuple[VerifyingKey, ...]":
    """Return the public keys of checkpoints in a folder; none where no folder is named."""
    with installed():
        from upcard.store.keys import verifying_keys
    return () if path is None else verifying_keys(folder(path, "--keys"))
