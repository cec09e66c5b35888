"""The JSON of the engine's values: how each type is written, read and described, derived once from its type hints.

Reading is strict: every field is there, none is unknown, each has its type. Whatever is wrong is reported at once,
with the path of each value.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache, lru_cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from upcard.cards import DECK, Card
from upcard.errors import UpcardError
from upcard.game.state import Felt
from upcard.law import Cite, UnknownCite, cite
from upcard.law.folder import in_force
from upcard.money import Cents, plain_money
from upcard.rules.enums import HandKind
from upcard.rules.wager import Demand, Point
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


Upcast = Callable[[dict[str, Any]], dict[str, Any]]
Readers = Mapping[str, Callable[[Any], Any]]  # by the name of the type
VERSION = "schema"  # the key of the version


def read_versioned(kind: str, value: Any, readers: Readers, upcasts: tuple[Upcast, ...]) -> Any:
    """Read an object that names its version and, under the key `kind`, its type.

    `upcasts` say how older JSON becomes newer: the first function turns schema 1 into 2, the next 2 into 3.
    """
    if type(value) is dict and value.get(VERSION) == len(upcasts) + 1 and type(value[VERSION]) is int:
        name = value.get(kind)
        if type(name) is str and (read := readers.get(name)) is not None:
            return read(value)
    return _read_slowly(kind, value, readers, upcasts)


def _read_slowly(kind: str, value: Any, readers: Readers, upcasts: tuple[Upcast, ...]) -> Any:
    """Read JSON of an older version; raise BadJson for any other that names no version or type known."""
    if not isinstance(value, Mapping):
        raise wrong(f"must be an object, not {in_words(value)}")
    if type(value) is not dict:
        return read_versioned(kind, dict(value), readers, upcasts)
    number, latest = value.get(VERSION), len(upcasts) + 1
    if type(number) is not int or number < 1:
        raise wrong(f"must be the version of the JSON, such as {latest}, not {in_words(number)}", VERSION)
    if number > latest:
        raise wrong(f"is {number}, newer than the {kind}s known here, of schema {latest}: use a newer upcard", VERSION)
    if number < latest:
        for upcast in upcasts[number - 1 :]:
            value = upcast(value)
        return read_versioned(kind, {**value, VERSION: latest}, readers, upcasts)
    article, known = "an" if kind[0] in "aeiou" else "a", ", ".join(readers)
    raise wrong(f"must be the name of {article} {kind}, not {in_words(value.get(kind))}; known: {known}", kind)


class Field(NamedTuple):
    """A field of a type of values: its key in JSON, its name, and the shape of its values."""

    key: str
    name: str
    shape: Shape


@cache
def shape_of(kind: Any) -> Shape:
    """Return the shape of a type; raise TypeError for one that has none."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields")):
        return _record(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType) and NoneType in inner and len(inner) == 2:
        return _optional(shape_of(next(each for each in inner if each is not NoneType)))
    if origin in (Union, UnionType) and all(is_dataclass(each) for each in inner):
        return _one_of(inner)
    if origin is tuple:
        return _sequence(shape_of(inner[0])) if inner[1:] == (...,) else _row(tuple(map(shape_of, inner)))
    if origin is Mapping and inner[0] is str:
        return _mapping(shape_of(inner[1]))
    raise TypeError(f"{kind} has no shape in JSON")


def fields_of(kind: type) -> tuple[Field, ...]:
    """Return the fields of a dataclass or named tuple, in their order."""
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else list(kind._fields)  # type: ignore[attr-defined]
    return tuple(Field(name.rstrip("_"), name, shape_of(hints[name])) for name in names)


def writer(kind: type, tags: Mapping[str, Any]) -> Callable[[Any], dict[str, Any]]:
    """Return the function that writes values of a type as an object, with these keys and values before the fields."""
    own = fields_of(kind)
    keys = tuple(field.key for field in own)
    converted = tuple((field.key, field.shape.write) for field in own if field.shape.write is not None)
    values = attrgetter(*(field.name for field in own)) if len(own) > 1 else None

    def write(value: Any) -> dict[str, Any]:
        row = dict(tags)
        if values is not None:
            row.update(zip(keys, values(value), strict=True))
        elif own:
            row[keys[0]] = getattr(value, own[0].name)
        for key, convert in converted:
            row[key] = convert(row[key])
        return row

    return write


def reader(kind: type, tags: frozenset[str] = frozenset()) -> Callable[[Any], Any]:
    """Return the function that reads values of a type from an object, in which these keys stand besides the fields."""
    own = fields_of(kind)
    reads = tuple((field.key, field.shape.read) for field in own)
    names = tuple(field.name for field in own)
    count = len(own) + len(tags)
    by_name = is_dataclass(kind) and any(each.kw_only for each in fields(kind))

    def read(value: Any) -> Any:
        if type(value) is dict and len(value) == count:
            try:
                values = [read_field(value[key]) for key, read_field in reads]
            except (KeyError, BadJson):
                pass  # every problem is listed below
            else:
                return kind(**dict(zip(names, values, strict=True))) if by_name else kind(*values)
        raise BadJson(_problems(value, reads, tags))

    return read


def _problems(value: Any, reads: tuple[tuple[str, Any], ...], tags: frozenset[str]) -> list[JsonProblem]:
    """Return everything that is wrong with an object."""
    if type(value) is not dict:
        return [JsonProblem((), f"must be an object, not {in_words(value)}")]
    known = {key for key, _ in reads} | tags
    listed = ", ".join(key for key, _ in reads) or "no field"
    problems = [JsonProblem((key,), "is missing") for key in known if key not in value]
    problems += [JsonProblem((str(key),), f"is unknown; known here: {listed}") for key in value if key not in known]
    for key, read in reads:
        if key in value:
            problems += problems_below(key, read, value[key])
    return sorted(problems, key=lambda problem: [str(step) for step in problem.path])


def object_schema(kind: type, tags: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object: its tags and fields, all of them required."""
    own = {field.key: field.shape.schema for field in fields_of(kind)}
    properties = {**tags, **own}
    return {
        "description": (kind.__doc__ or "").split("\n")[0],
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def definitions_below(kind: type) -> dict[str, Schema]:
    """Return the definitions that the fields of a type refer to."""
    return {name: schema for field in fields_of(kind) for name, schema in field.shape.definitions.items()}


def _record(kind: type) -> Shape:
    shape = Shape(writer(kind, {}), reader(kind), object_schema(kind, {}), definitions_below(kind))
    return named(kind.__name__, shape)


EVENT = "event"  # the key that names the type of an event


def _one_of(kinds: tuple[type, ...]) -> Shape:
    """Return the shape of an event of one of several types."""
    writes = {kind: writer(kind, {EVENT: kind.__name__}) for kind in kinds}
    reads = {kind.__name__: reader(kind, frozenset({EVENT})) for kind in kinds}

    def read(value: Any) -> Any:
        name = value.get(EVENT) if type(value) is dict else None
        if type(name) is not str or name not in reads:
            raise wrong(f'must be an object whose key "{EVENT}" is one of {", ".join(reads)}, not {in_words(name)}')
        return reads[name](value)

    definitions = {name: schema for kind in kinds for name, schema in definitions_below(kind).items()}
    definitions |= {kind.__name__: object_schema(kind, {EVENT: {"enum": [kind.__name__]}}) for kind in kinds}
    schema = {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}
    return Shape(lambda value: writes[type(value)](value), read, schema, definitions)


def _optional(inner: Shape) -> Shape:
    write = inner.write
    return Shape(
        None if write is None else lambda value: None if value is None else write(value),
        lambda value: None if value is None else inner.read(value),
        {"anyOf": [inner.schema, {"type": "null"}]},
        inner.definitions,
    )


def _sequence(inner: Shape) -> Shape:
    write, read_item = inner.write, inner.read

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong(f"must be a list, not {in_words(value)}")
        try:
            return tuple([read_item(item) for item in value])
        except BadJson:
            raise BadJson(
                problem for index, item in enumerate(value) for problem in problems_below(index, read_item, item)
            ) from None

    schema = {"type": "array", "items": inner.schema}
    return Shape(list if write is None else lambda value: list(map(write, value)), read, schema, inner.definitions)


def _row(items: tuple[Shape, ...]) -> Shape:
    """Return the shape of a tuple with a fixed number of values."""
    writes = [item.write or (lambda value: value) for item in items]

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(items):
            raise wrong(f"must be a list of {len(items)} values, not {in_words(value)}")
        if bad := [each for place, item in enumerate(items) for each in problems_below(place, item.read, value[place])]:
            raise BadJson(bad)
        return tuple([item.read(each) for item, each in zip(items, value, strict=True)])

    prefix = [item.schema for item in items]
    schema = {"type": "array", "prefixItems": prefix, "minItems": len(items), "maxItems": len(items)}
    definitions = {name: each for item in items for name, each in item.definitions.items()}
    return Shape(
        lambda value: [write(each) for write, each in zip(writes, value, strict=True)], read, schema, definitions
    )


def _mapping(inner: Shape) -> Shape:
    write = inner.write or (lambda value: value)

    def read(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise wrong(f"must be an object, not {in_words(value)}")
        if bad := [problem for key, item in value.items() for problem in problems_below(str(key), inner.read, item)]:
            raise BadJson(bad)
        return {key: inner.read(item) for key, item in value.items()}

    schema = {"type": "object", "additionalProperties": inner.schema}
    return Shape(lambda value: {key: write(item) for key, item in value.items()}, read, schema, inner.definitions)


_BY_NAME = (Point, HandKind, Demand)  # their values are numbers or sentences


def _enum(kind: type[Enum]) -> Shape:
    """Return the shape of an enum: its members by their values, which are words, or by their names."""
    by_word = {(each.name.lower().replace("_", " ") if kind in _BY_NAME else each.value): each for each in kind}
    words = {each: word for word, each in by_word.items()}
    if not all(isinstance(word, str) for word in by_word):
        raise TypeError(f"{kind} has no shape in JSON: some of its values are no words")

    def read(value: Any) -> Enum:
        try:
            return by_word[value]
        except (KeyError, TypeError):
            raise wrong(f"must be one of {', '.join(by_word)}, not {in_words(value)}") from None

    return named(kind.__name__, Shape(words.__getitem__, read, {"enum": list(by_word)}))
