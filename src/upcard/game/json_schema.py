"""JSON Schemas of commands, events, states and views, made from the types that are written and read."""

from collections.abc import Iterator
from typing import Any

from upcard.game import json_codec, view
from upcard.game.json_shapes import Schema, definitions_below, object_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
VIEW = "view"
KINDS = (*json_codec.CLASSES, VIEW)


def schema_version(kind: str) -> int:
    """Return the version of the JSON of commands, events, states or views."""
    return view.VERSION if kind == VIEW else json_codec.version(kind)


def json_schema(kind: str) -> Schema:
    """Return the JSON Schema (draft 2020-12) of commands, events, states or views."""
    version = schema_version(kind)
    classes = list(_classes(kind))
    definitions = {name: schema for each, _ in classes for name, schema in definitions_below(each).items()}
    for each, names in classes:
        tags: dict[str, Schema] = {json_codec.VERSION: {"const": version}, kind: {"enum": names}}
        definitions[each.__name__] = object_schema(each, tags)
    return {
        "$schema": DIALECT,
        "$id": f"urn:upcard:{kind}:{version}",
        "title": f"upcard: {kind}s, schema {version}",
        "oneOf": [{"$ref": f"#/$defs/{each.__name__}"} for each, _ in classes],
        "$defs": dict(sorted(definitions.items())),
    }


def _classes(kind: str) -> Iterator[tuple[type, list[str]]]:
    """Yield the classes of a kind, each with the names that its objects have."""
    if kind != VIEW:
        yield from ((each, [each.__name__]) for each in json_codec.CLASSES[kind])
        return
    for each in dict.fromkeys(view.VIEWS.values()):
        yield each, [role.value for role, seen in view.VIEWS.items() if seen is each]


def without_words(schema: Any) -> Any:
    """Return a schema without its descriptions, which may change without a new version.

    >>> without_words({"description": "Rank and suit.", "type": "string"})
    {'type': 'string'}
    """
    if isinstance(schema, dict):
        fields = {name: without_words(each) for name, each in schema.items()}
        return {name: each for name, each in fields.items() if name != "description" or not isinstance(each, str)}
    return [without_words(each) for each in schema] if isinstance(schema, list) else schema
