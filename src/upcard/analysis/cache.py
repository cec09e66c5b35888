"""Reports kept on disk, by the content of the question and of the program that answered it."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from upcard import __version__
from upcard.analysis.report import Report

CachedReport = TypeVar("CachedReport", bound=Report)


def folder() -> Path | None:
    """Return the folder of the cache; None if UPCARD_CACHE is set and empty, or there is no home folder."""
    path = os.environ.get("UPCARD_CACHE")
    if path is not None:
        return Path(path) if path else None
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "upcard"
    except RuntimeError:  # no home
        return None


@lru_cache(maxsize=1)
def _program() -> str:
    """Return a digest of the program, so that no answer outlives the code that computed it."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".so")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cached(question: Mapping[str, Any], kind: type[CachedReport], answer: Callable[[], CachedReport]) -> CachedReport:
    """Return the report kept for a question, or make it and keep it; a cache that cannot be used is no failure."""
    place = folder()
    if place is None:
        return answer()
    key = json.dumps({"program": _program(), "question": question}, sort_keys=True, default=str)
    file = place / f"{hashlib.sha256(key.encode()).hexdigest()}.json"
    try:
        return kind.from_dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):  # not kept, or damaged
        report = answer()
    _keep(file, report)
    return report


def _keep(file: Path, report: Report) -> None:
    """Write a report whole or not at all."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(report.to_dict()), encoding="utf-8")
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
