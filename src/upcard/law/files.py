"""The law's TOML files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


# Any: what tomllib returns.
@cache
def law_files() -> dict[str, Any]:
    """Return the content of each of the law's files by its path, such as "text/2.26.toml"."""
    return {
        path.relative_to(HERE).as_posix(): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(HERE.rglob("*.toml"))
    }
