"""Answers kept on disk, by the content of the question and of the program that answered it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from upcard import __version__, disk_cache

Answer = dict[str, Any]


@lru_cache(maxsize=1)
def _program() -> str:
    """Take the content of the program, so that no answer outlives the code that gave it."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".so")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def kept(question: Mapping[str, Any], answer: Callable[[], Answer]) -> Answer:
    """Return the cached answer to a question, or find it and cache it."""
    if disk_cache.folder() is None:
        return answer()
    content = json.dumps({"program": _program(), "question": question}, sort_keys=True, default=str)
    key = hashlib.sha256(content.encode()).hexdigest()
    entry = disk_cache.read(key)
    if entry is None:
        entry = answer()
        disk_cache.write(key, entry)
    return entry
