"""The law's TOML files; parsing them costs a sixth of the time of `upcard check`, so the result is cached on disk."""

import tomllib
from functools import cache
from importlib.util import source_hash
from pathlib import Path
from typing import Any

from upcard import disk_cache

HERE = Path(__file__).parent


# Any: what tomllib returns.
@cache
def law_files() -> dict[str, Any]:
    """Return the content of each of the law's files by its path, such as "text/2.26.toml"."""
    sources = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in sorted(HERE.rglob("*.toml"))}
    content = b"\0".join(part for name, source in sources.items() for part in (name.encode(), source))
    key = f"law/{source_hash(content).hex()}"  # by content, as Python may key its compiled modules
    entry = disk_cache.read(key)
    if entry is None or entry.keys() != sources.keys():
        entry = {name: tomllib.loads(source.decode("utf-8")) for name, source in sources.items()}
        disk_cache.write(key, entry)
    return entry
