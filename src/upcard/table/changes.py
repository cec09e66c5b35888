"""Changes of a table file: `PATH=VALUE`, a dotted path of keys and the value that the file would have there."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from upcard.errors import Misuse
from upcard.table.line_numbers import Path
from upcard.table.notation import PYTHON
from upcard.table.value_readers import plain_name

OPTION = "--set"
PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^."'=]+))\s*""")
LIST_OF_WAGERS = PYTHON.wager_list
WAGER = "wager"  # the list of tables whose items are known by their names


@dataclass(frozen=True, kw_only=True)
class Change:
    """A key of a table file with another value; `word` is the value as written, where it is no TOML."""

    path: tuple[str, ...]
    word: str
    value: Any = field(compare=False)
    given_by: str = field(default=OPTION, repr=False)  # the option or the method by whose name a message calls it

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}={self.word}"

    @property
    def as_given(self) -> str:
        """Return the change as it was given: with its option, or as a call of the method."""
        if self.given_by == OPTION:
            return f"{OPTION} {self}"
        path = LIST_OF_WAGERS if self.path == (WAGER,) else ".".join(self.path)
        return f"{self.given_by}({path}={self.word})"

    @property
    def as_text(self) -> "Change":
        """Return the change with its value taken as text, as a command line may mean it; a program means its values."""
        return replace(self, value=self.word) if self.given_by == OPTION else self


def read_change(text: str) -> Change:
    """Read PATH=VALUE; a value that is no TOML is taken as text.

    >>> read_change("wager.some wager.pay_table = 1")
    Change(path=('wager', 'some wager', 'pay_table'), word='1', value=1)
    """
    path, place = _path(text)
    if not path or not all(path) or text[place : place + 1] != "=":
        raise Misuse(f'{OPTION} {text[:80]}: write a key and its value, such as "dealer_soft_17=draw"')
    word = text[place + 1 :].strip()
    return Change(path=path, word=word, value=_value(word))


def made_change(key: str, value: Any, given_by: str) -> Change:
    """Return the change of a dotted path of keys to a value that a program gives.

    >>> str(made_change("wager.some wager.pay_table", "C", "with_"))
    'wager.some wager.pay_table=C'
    """
    path, end = _path(key)
    if not path or not all(path) or end < len(key):
        raise Misuse(f'{given_by}: {key[:80]!r} is not a key, such as "decks" or "wager.buster.pay_table"')
    return Change(path=path, word=_word(value), value=value, given_by=given_by)


def _path(text: str) -> tuple[tuple[str, ...], int]:
    """Return the parts of a dotted path at the start of a text, and where it ends."""
    parts: list[str] = []
    place = end = 0
    while match := PART.match(text, place):
        parts.append(next(part for part in match.groups() if part is not None).strip())
        end, place = match.end(), match.end() + 1
        if text[end:place] != ".":
            break
    return tuple(parts), end


def _word(value: Any) -> str:
    """Return a value of a program as PATH=VALUE writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_word(item)}' for key, item in value.items())}}}"
    return f"[{', '.join(map(_word, value))}]" if isinstance(value, list) else str(value)


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
                raise Misuse(f"{change.as_given}: name a key of the wager too, such as wager.{key}.minimum")
            index = _index(inside, name, change)
            at.append(index)
            here = inside[index]
            continue
        if not isinstance(inside, dict):
            raise Misuse(f"{change.as_given}: {'.'.join(map(str, at))} has no keys of its own")
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
    raise Misuse(f'{change.as_given}: the table offers no wager "{name}"; {offers}')
