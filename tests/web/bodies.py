"""A body that a route reads, for each command that it takes, made from the document of the interface."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.service.making import PASSWORD

Schema = Mapping[str, Any]
# What a schema alone does not give: texts of a pattern, and values that mean something at the table of the tests.
SAMPLES: Mapping[str, object] = {
    "amount": "10.00",
    "value": "10.00",
    "amounts": ["10.00"],
    "wager": "blackjack",
    "play": "stand",
    "position": 60,
    "link": "x" * 43,
    "password": "Seven of clubs!!",
    "old": PASSWORD.reveal(),
    "new": "short",  # so that the password stays as it is
    "counted": "10.00",
    "below": "10.00",
    "up_to": "10.00",
    "gaming_day_begins": "06:00",
    "time_zone": "UTC",
    "minutes": 1440,
    "patron": "ann",
    "findings": ["0" * 16],
    "until": "2099-12-31",
}


def bodies(document: Schema, method: str, path: str) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Yield each body that a route takes, with the name of its command; one without a body where it takes none."""
    operation = document["paths"][path][method.lower()]
    content = operation.get("requestBody", {}).get("content", {})
    if not content:
        yield "", None
        return
    (described,) = content.values()
    schema = resolved(document, described["schema"])
    for each in schema.get("oneOf", [schema]):
        body = sample(document, each)
        yield str(body.get("command", "")), body


def resolved(document: Schema, schema: Schema) -> Schema:
    """Return a schema that a reference names."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def sample(document: Schema, schema: Schema) -> dict[str, Any]:
    """Return an object with the required fields of a schema."""
    schema = resolved(document, schema)
    assert schema.get("type") == "object", schema
    return {name: _value(document, name, schema["properties"][name]) for name in schema.get("required", ()) or ()}


def _value(document: Schema, name: str, schema: Schema) -> object:
    if name in SAMPLES:
        return SAMPLES[name]
    schema = resolved(document, schema)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if "anyOf" in schema:
        return _value(document, name, schema["anyOf"][0])
    match schema.get("type"):
        case "string" if "pattern" not in schema:
            return "x" * max(1, schema.get("minLength", 1))
        case "integer":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return False
        case "array":
            return [_value(document, name, schema["items"])]
        case "object":
            return sample(document, schema)
    raise AssertionError(f"add a sample for the field {name!r} to {__name__}: {schema}")


def address(path: str, table: str = "blackjack") -> str:
    """Return the address of a route: names in braces are filled in."""
    filled = path.replace("{table}", table)
    for name in ("person", "patron", "name"):
        filled = filled.replace(f"{{{name}}}", "ann")
    while "{" in filled:  # a number, or whatever comes next
        before, _, rest = filled.partition("{")
        filled = f"{before}1{rest.partition('}')[2]}"
    return filled
