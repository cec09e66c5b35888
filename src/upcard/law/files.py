"""The law's TOML files; to parse them costs much of the time of a small command, so the result is cached on disk.

Where it is not, `tomllib` would take most of that time. Nearly all lines of these files are a key and a value that is
JSON too: so the parts of a file are read as JSON, and those that are something else by `tomllib`.
"""

import json
import re
import tomllib
from functools import cache
from importlib.util import source_hash
from pathlib import Path
from typing import Any

from upcard import disk_cache

HERE = Path(__file__).parent

_HEADER = re.compile(r"^\[\[(\w+)\]\]$", re.MULTILINE)  # of a part: a table in an array of tables
_OTHER_HEADER = re.compile(r"^\s*\[", re.MULTILINE)


def _refuse(_: object) -> None:
    raise ValueError("which TOML does not have")


_JSON = json.JSONDecoder(object_hook=_refuse, parse_constant=_refuse)


# Any: what tomllib returns.
@cache
def law_files() -> dict[str, Any]:
    """Return the content of each of the law's files by its path, such as "text/2.26.toml"."""
    sources = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in sorted(HERE.rglob("*.toml"))}
    content = b"\0".join(part for name, source in sources.items() for part in (name.encode(), source))
    key = f"law/{source_hash(content).hex()}"  # by content, as Python may key its compiled modules
    entry = disk_cache.read(key)
    if entry is None or entry.keys() != sources.keys():
        entry = {name: read_toml(source.decode("utf-8")) for name, source in sources.items()}
        disk_cache.write(key, entry)
    return entry


def read_toml(text: str) -> dict[str, Any]:
    r"""Return what a TOML file says, as `tomllib` reads it.

    >>> read_toml('title = "Odds"\n[[row]]\npays = [3, 2]')
    {'title': 'Odds', 'row': [{'pays': [3, 2]}]}
    """
    head, *rest = _HEADER.split(text)
    names, parts = rest[::2], rest[1::2]
    rows = [_read_lines(part) for part in (head, *parts)]
    for place, part in enumerate((head, *parts)):
        if rows[place] is None:
            if _OTHER_HEADER.search(part):  # of a table that may be part of another
                return tomllib.loads(text)
            rows[place] = tomllib.loads(part)
    content: dict[str, Any] = rows[0] or {}
    if not content.keys().isdisjoint(names):
        return tomllib.loads(text)
    for name, row in zip(names, rows[1:], strict=True):
        content.setdefault(name, []).append(row)
    return content


def _read_lines(part: str) -> dict[str, Any] | None:
    """Return the keys and values of lines; None if some line is not a key and a value that is JSON."""
    lines = [line.partition("=") for line in part.split("\n") if line and line[0] != "#"]
    keys, text = [key.rstrip() for key, _, _ in lines], f"[{','.join([value for _, _, value in lines])}]"
    try:
        values = _JSON.decode(text)
    except ValueError:
        return None
    content = dict(zip(keys, values, strict=False))
    is_toml = all(map(str.isidentifier, keys)) and "null" not in text
    return content if is_toml and len(values) == len(keys) == len(content) else None
