"""The law's TOML files, read fast: what tomllib made of them is kept beside the compiled modules.

Every command needs the whole law at import, and parsing it costs a fifth of the time that a command may take. Like
Python's own compiled modules, the cache is remade when a file's size or time of change differs, and done without
where it cannot be written.
"""

import atexit
import marshal
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TEXT = HERE / "text"

_CACHE = HERE / "__pycache__" / f"law.{sys.implementation.cache_tag}.marshal"


def _cached() -> dict[str, tuple[tuple[int, int], dict[str, Any]]]:
    try:
        kept = marshal.loads(_CACHE.read_bytes())
    except (OSError, EOFError, ValueError, TypeError):
        return {}
    return kept if isinstance(kept, dict) else {}


_kept = _cached()
_changed = False


def read_toml(name: str) -> dict[str, Any]:
    """Read one of the law's files."""
    global _changed
    file = HERE / name
    stat = file.stat()
    stamp = (stat.st_mtime_ns, stat.st_size)
    found = _kept.get(name)
    if found is None or found[0] != stamp:
        if not _changed:
            atexit.register(_keep)
        _changed = True
        found = _kept[name] = (stamp, tomllib.loads(file.read_text(encoding="utf-8")))
    return found[1]


def _keep() -> None:
    if sys.dont_write_bytecode:
        return
    fresh = _CACHE.with_suffix(f".{os.getpid()}")
    try:
        _CACHE.parent.mkdir(exist_ok=True)
        fresh.write_bytes(marshal.dumps(_kept))
        fresh.replace(_CACHE)
    except OSError:
        fresh.unlink(missing_ok=True)
