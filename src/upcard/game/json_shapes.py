"""The JSON of the engine's values: how each type is written, read and described, derived once from its type hints.

Reading is strict: every field is there, none is unknown, each has its type. Whatever is wrong is reported at once,
with the path of each value.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from upcard.game.json_values import PLAIN, BadJson, JsonProblem, Schema, Shape, in_words, named, problems_below, wrong
from upcard.rules.enums import HandKind
from upcard.rules.wager import Demand, Point


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
