"""Changes of a table file: `PATH=VALUE`, a dotted path of keys and the value that the file would have there."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from upcard.errors import Misuse
from upcard.table.line_numbers import Path
from upcard.table.value_readers import plain_name

OPTION = "--set"
PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^."'=]+))\s*""")
WAGER = "wager"  # the list of tables whose items are known by their names


@dataclass(frozen=True, kw_only=True)
class Change:
    """A key of a table file with another value; `word` is the value as written, where it is no TOML."""

    path: tuple[str, ...]
    word: str
    value: Any = field(compare=False)

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}={self.word}"

    @property
    def as_text(self) -> "Change":
        """Return the change with its value taken as text."""
        return Change(path=self.path, word=self.word, value=self.word)


def read_change(text: str) -> Change:
    """Read PATH=VALUE; a value that is no TOML is taken as text.

    >>> read_change("wager.some wager.pay_table = 1")
    Change(path=('wager', 'some wager', 'pay_table'), word='1', value=1)
    """
    parts, place = [], 0
    while match := PART.match(text, place):
        parts.append(next(part for part in match.groups() if part is not None).strip())
        place = match.end() + 1
        if text[match.end() : place] != ".":
            break
    if not parts or not all(parts) or text[place - 1 : place] != "=":
        raise Misuse(f'{OPTION} {text[:80]}: write a key and its value, such as "dealer_soft_17=draw"')
    word = text[place:].strip()
    return Change(path=tuple(parts), word=word, value=_value(word))


def _value(word: str) -> Any:
    try:
        content = tomllib.loads(f"value = {word}", parse_float=Decimal)
    except (ValueError, RecursionError):
        return word
    return content["value"] if len(content) == 1 else word


def changed(raw: Mapping[str, Any], changes: Iterable[Change]) -> tuple[dict[str, Any], dict[Path, Change]]:
    """Return the content of a file with changes made, and the path of each; raise Misuse for one without a place."""
    content: dict[str, Any] = dict(raw)
    paths: dict[Path, Change] = {}
    for change in changes:
        paths[_make(content, change)] = change
    return content, paths


def change_at(at: Path, changes: Mapping[Path, Change]) -> Change | None:
    """Return the change that wrote the value of a key, or of a key above it."""
    return next((change for path, change in changes.items() if at[: len(path)] == path), None)


def _make(content: dict[str, Any], change: Change) -> Path:
    """Change one key of the content; return its path."""
    at: list[str | int] = []
    here: Any = content
    *above, key = change.path
    parts = iter(above)
    for part in parts:
        at.append(part)
        inside = here.get(part, {})
        if part == WAGER and len(at) == 1 and isinstance(inside, list):
            here[part] = inside = [dict(item) if isinstance(item, dict) else item for item in inside]
            if (name := next(parts, None)) is None:
                raise Misuse(f"{OPTION} {change}: name a key of the wager too, such as wager.{key}.minimum")
            index = _index(inside, name, change)
            at.append(index)
            here = inside[index]
            continue
        if not isinstance(inside, dict):
            raise Misuse(f"{OPTION} {change}: {'.'.join(map(str, at))} has no keys of its own")
        here[part] = here = dict(inside)
    here[key] = change.value
    return (*at, key)


def _index(wagers: list[Any], name: str, change: Change) -> int:
    """Return the place of a wager in the list of those offered."""
    names = [str(item.get("name", "")) if isinstance(item, dict) else "" for item in wagers]
    for index, offered in enumerate(names):
        if plain_name(offered) == plain_name(name) and isinstance(wagers[index], dict):
            return index
    offers = f"it offers {', '.join(filter(None, names))}" if any(names) else "it offers none"
    raise Misuse(f'{OPTION} {change}: the table offers no wager "{name}"; {offers}')
