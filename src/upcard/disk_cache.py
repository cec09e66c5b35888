"""A cache of JSON values in the user's cache folder: entries are written whole, and a damaged one reads as missing."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

_is_read = ContextVar("_is_read", default=True)


@contextmanager
def recomputing() -> Iterator[None]:
    """Read no entry meanwhile, so that everything is computed again; what is computed is kept as always."""
    before = _is_read.set(False)
    try:
        yield
    finally:
        _is_read.reset(before)


def folder() -> Path | None:
    """Return the folder of the cache; None if UPCARD_CACHE is set and empty, or if there is no home folder."""
    chosen = os.environ.get("UPCARD_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    caches = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(caches) if caches else Path.home() / ".cache") / "upcard"
    except RuntimeError:  # no home
        return None


# Any: an entry is whatever JSON can hold.
def read(key: str) -> dict[str, Any] | None:
    """Return the entry under a key; None if there is none or it cannot be read."""
    place = folder() if _is_read.get() else None
    if place is None:
        return None
    try:
        checksum, _, content = (place / f"{key}.json").read_bytes().partition(b"\n")
        entry = json.loads(content) if checksum == _checksum(key, content) else None
    except (OSError, ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and entry else None


def _checksum(key: str, content: bytes) -> bytes:
    """Return a checksum of an entry and its key, so that neither a damaged entry nor that of another key is read."""
    return hashlib.sha256(key.encode() + b"\n" + content).hexdigest().encode()


def write(key: str, entry: dict[str, Any]) -> None:
    """Write an entry whole or not at all; a cache that cannot be written is no failure."""
    place = folder()
    if place is None:
        return
    file = place / f"{key}.json"
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps(entry).encode()
        draft.write_bytes(_checksum(key, content) + b"\n" + content)
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
