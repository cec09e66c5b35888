"""The JSON of single values: whole numbers, text, money, cards, paragraphs, and the table that is played at."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from upcard.cards import DECK, Card
from upcard.errors import UpcardError
from upcard.game.state import Felt
from upcard.law import Cite, UnknownCite, cite
from upcard.law.folder import in_force
from upcard.money import Cents, plain_money
from upcard.table import BadConfig, described
from upcard.table.law_folder import law_folder_of
from upcard.table.value_readers import shown

JsonPath = tuple[str | int, ...]
Schema = dict[str, Any]


class JsonProblem(NamedTuple):
    """Something in JSON that cannot be read, and its place."""

    path: JsonPath
    message: str

    def __str__(self) -> str:
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"${''.join(steps)}: {self.message}"


class BadJson(UpcardError):
    """JSON that is no value of the engine, with everything that is wrong in it.

    >>> import upcard
    >>> try:
    ...     upcard.LiveTable(upcard.Table(decks=6)).do({"schema": 2, "command": "Fold"})
    ... except BadJson as bad:
    ...     print(len(bad.problems))
    1
    """

    def __init__(self, problems: Iterable[JsonProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def wrong(message: str, *path: str | int) -> BadJson:
    """Return the exception for one problem."""
    return BadJson([JsonProblem(path, message)])


def problems_below(step: str | int, read: Callable[[Any], Any], value: Any) -> list[JsonProblem]:
    """Return what is wrong with a value inside another."""
    try:
        read(value)
    except BadJson as bad:
        return [JsonProblem((step, *problem.path), problem.message) for problem in bad.problems]
    return []


def in_words(value: Any) -> str:
    """Return a JSON value as a message shows it."""
    if value is None:
        return "null"
    if isinstance(value, float):
        return f"the number {value}"
    return "an object" if isinstance(value, Mapping) else shown(value)


class Shape(NamedTuple):
    """How the values of a type are written as JSON, read from it and described by JSON Schema."""

    write: Callable[[Any], Any] | None  # None: as it is
    read: Callable[[Any], Any]
    schema: Schema
    definitions: Mapping[str, Schema] = {}  # of the types that the schema refers to


def named(name: str, shape: Shape) -> Shape:
    """Return a shape whose schema is defined once, under a name."""
    reference = {"$ref": f"#/$defs/{name}"}
    return shape._replace(schema=reference, definitions={**shape.definitions, name: shape.schema})


def _of_type(kind: type, words: str, name: str) -> Shape:
    """Return the shape of values that JSON has as they are."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise wrong(f"must be {words}, not {in_words(value)}")
        return value

    return Shape(None, read, {"type": name})


# A billion dollars is the most that is posted; meters and sums may be larger.
MONEY_PATTERN = r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{2}"
CITE_PATTERN = r"(?:13:69[DEF]|19:4[567])-[0-9]+\.[0-9]+[A-Z]?(?:\([a-z]{1,2}\)(?:[0-9]+(?:[ivx]+)?|[ivx]+)?)?"
_MONEY = re.compile(MONEY_PATTERN)
_CARDS = {str(each): each for each in DECK}
_CITES: dict[str, Cite] = {}  # those read so far: no more than there are paragraphs


def _read_money(value: Any) -> Cents:
    if type(value) is not str or _MONEY.fullmatch(value) is None or value == "-0.00":
        raise wrong(f'must be dollars and cents in quotes, such as "10.00", not {in_words(value)}')
    return Cents(int(value[:-3] + value[-2:]))


def _read_card(value: Any) -> Card:
    try:
        return _CARDS[value]
    except (KeyError, TypeError):
        raise wrong(f'must be a card such as "Ah" or "Ts", not {in_words(value)}') from None


def _read_cite(value: Any) -> Cite:
    try:
        return _CITES[value]
    except (KeyError, TypeError):
        pass
    try:
        cited = cite(value) if type(value) is str else None
    except UnknownCite:
        cited = None
    if cited is None or str(cited) != value:
        raise wrong(f"must be the full number of a paragraph held, not {in_words(value)}")
    _CITES[value] = cited
    return cited


def _write_felt(felt: Felt) -> dict[str, Any]:
    config = felt.config
    law = {} if config.law_folder is None else {"law": config.law_folder.content}
    return {"file": config.file, "changes": list(config.changes), "content": _as_json(config.content), **law}


def _as_json(value: Any) -> Any:
    """Return a value of a table file as JSON: decimal numbers, which JSON would read as floats, as text."""
    if isinstance(value, Mapping):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    return str(value) if isinstance(value, Decimal) else value


def _read_felt(value: Any) -> Felt:
    keys = {"file": str, "changes": list, "content": dict}
    if type(value) is dict and "law" in value:
        keys["law"] = str
    if type(value) is not dict or value.keys() != keys.keys():
        raise wrong(f"must be an object with the keys {', '.join(keys)}, not {in_words(value)}")
    problems = [
        JsonProblem((key,), f"must be {_KINDS[kind]}, not {in_words(value[key])}")
        for key, kind in keys.items()
        if type(value[key]) is not kind
    ]
    if problems:
        raise BadJson(problems)
    changes = tuple(value["changes"])
    if problems := [*_no_text(changes), *_not_of_a_table(value["content"], ("content",))]:
        raise BadJson(problems)
    return _felt(value["file"], changes, json.dumps(value["content"]), value.get("law"))


_KINDS = {str: "text", list: "a list", dict: "an object"}


def _no_text(changes: tuple[Any, ...]) -> list[JsonProblem]:
    texts = enumerate(changes)
    return [
        JsonProblem(("changes", place), f"must be text, not {in_words(change)}")
        for place, change in texts
        if type(change) is not str
    ]


def _not_of_a_table(value: Any, path: JsonPath) -> list[JsonProblem]:
    """Return the values that no table file has."""
    if isinstance(value, dict):
        return [problem for key, item in value.items() for problem in _not_of_a_table(item, (*path, key))]
    if isinstance(value, list):
        return [problem for place, item in enumerate(value) for problem in _not_of_a_table(item, (*path, place))]
    if isinstance(value, str | int):
        return []
    return [JsonProblem(path, f"must be text, a whole number, true or false, not {in_words(value)}")]


@lru_cache(maxsize=32)
def _felt(file: str, changes: tuple[str, ...], content: str, law: str | None) -> Felt:
    """Return the table of a content, read once for all the states that are read of one table."""
    key = "law"
    try:
        folder = None if law is None else law_folder_of(law)
        key = "content"
        with in_force(folder):
            return Felt(replace(described(file, json.loads(content)), changes=changes))
    except BadConfig as bad:
        problems = [f"{problem.key}: {problem.message}" if problem.key else problem.message for problem in bad.problems]
        raise BadJson(JsonProblem((key,), message) for message in problems) from None


_MONEY_SCHEMA = {"description": "Dollars and cents.", "type": "string", "pattern": f"^{MONEY_PATTERN}$"}
_CITE_SCHEMA = {"description": "The number of a paragraph.", "type": "string", "pattern": f"^{CITE_PATTERN}$"}
_CARD_SCHEMA = {"description": "Rank and suit.", "type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
_FELT_SCHEMA = {
    "description": "A table: its file, what was changed, and the keys and values of the file.",
    "type": "object",
    "properties": {
        "file": {"type": "string"},
        "changes": {"type": "array", "items": {"type": "string"}},
        "content": {"type": "object"},
        "law": {"description": "What the licensee's law folder says, as JSON.", "type": "string"},
    },
    "required": ["file", "changes", "content"],
    "additionalProperties": False,
}

PLAIN: dict[Any, Shape] = {
    int: _of_type(int, "a whole number", "integer"),
    bool: _of_type(bool, "true or false", "boolean"),
    str: _of_type(str, "text", "string"),
    Cents: named("Money", Shape(plain_money, _read_money, _MONEY_SCHEMA)),
    Card: named("Card", Shape(str, _read_card, _CARD_SCHEMA)),
    Cite: named("Cite", Shape(str, _read_cite, _CITE_SCHEMA)),
    Felt: named("Felt", Shape(_write_felt, _read_felt, _FELT_SCHEMA)),
}
