"""Results kept on disk, by the content of the question and of the program that answered it."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

from upcard import __version__, disk_cache
from upcard.exact.blackjack.programs import numpy_is_chosen
from upcard.results.result import Result, restored, stored

Kept = TypeVar("Kept", bound=Result)


@lru_cache(maxsize=1)
def _program() -> str:
    """Return a digest of the program, so that no answer outlives the code that computed it."""
    digest = hashlib.sha256(f"{__version__} {numpy_is_chosen()}".encode())
    # By os.walk and without buffers: it takes half the time, and every command waits for it.
    files = [
        f"{folder}/{name}"
        for folder, _, names in os.walk(Path(__file__).parent.parent)
        for name in names
        if name.endswith((".py", ".toml", ".so"))
    ]
    for file in sorted(files):
        with FileIO(file) as content:
            digest.update(content.read())
    return digest.hexdigest()


def cached(question: Mapping[str, Any], kind: type[Kept], answer: Callable[[], Kept]) -> Kept:
    """Return the result kept for a question, or make it and keep it; a cache that cannot be used is no failure."""
    if disk_cache.folder() is None:
        return answer()
    content = json.dumps({"program": _program(), "question": question}, sort_keys=True, default=str)
    key = hashlib.sha256(content.encode()).hexdigest()
    entry = disk_cache.read(key)
    if entry is not None:
        with suppress(ValueError, TypeError, KeyError, AttributeError):  # damaged
            return restored(kind, entry)
    result = answer()
    disk_cache.write(key, stored(result))
    return result
