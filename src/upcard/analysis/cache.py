"""Answers kept on disk, by the content of the question and of the program that answered it."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from upcard import __version__

Answer = dict[str, Any]


def folder() -> Path | None:
    """Give where answers are kept; nowhere if UPCARD_CACHE is set and empty."""
    said = os.environ.get("UPCARD_CACHE")
    if said is not None:
        return Path(said) if said else None
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "upcard"
    except RuntimeError:  # no home
        return None


@lru_cache(maxsize=1)
def _program() -> str:
    """Take the content of the program, so that no answer outlives the code that gave it."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".so")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def kept(question: Mapping[str, Any], answer: Callable[[], Answer]) -> Answer:
    """Give the answer kept for a question, or find it and keep it; a cache that cannot be used is no failure."""
    place = folder()
    if place is None:
        return answer()
    asked = json.dumps({"program": _program(), "question": question}, sort_keys=True, default=str)
    file = place / f"{hashlib.sha256(asked.encode()).hexdigest()}.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(found, dict) and found:
            return found
    except (OSError, ValueError, RecursionError):
        pass
    found = answer()
    _keep(file, found)
    return found


def _keep(file: Path, answer: Answer) -> None:
    """Write an answer whole or not at all."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(answer), encoding="utf-8")
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
