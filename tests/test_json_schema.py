"""The JSON Schemas: everything that is played validates, whatever is damaged does not, and no shape changes unseen."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tools.documents import shape_file, shape_text

from tests.command import ROOT
from tests.random_rounds import steps
from tests.random_values import value_of
from tests.test_shipped_tables import LAWFUL
from upcard.game import json_codec as codec
from upcard.game.json_schema import KINDS, json_schema, schema_version
from upcard.game.json_shapes import BadJson
from upcard.game.roles import Role
from upcard.game.view import VIEWS, view
from upcard.table import load

CLASSES = [each for kind in ("command", "event") for each in codec.CLASSES[kind]]
EVERY = 5  # a state is validated at each of so many steps
CHANGED = """the shape of {kind}s is no longer that of schema {version}.
JSON that was written before would be refused, or read wrongly. If the change is meant:
1. add a function that turns the older JSON into the newer to UPCASTS in game/json_codec.py (for views, count VERSION
   in game/view.py up by one);
2. run `make docs`, which writes docs/schema/{kind}.json and the shape of the new version;
3. add a line to the changelog."""


@pytest.mark.parametrize("kind", KINDS)
def test_no_shape_changes_without_a_new_version(kind: str) -> None:
    kept = (ROOT / shape_file(kind)).read_text(encoding="utf-8")
    assert shape_text(kind) == kept, CHANGED.format(kind=kind, version=schema_version(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_a_schema_and_the_one_in_the_documents(kind: str) -> None:
    schema = json_schema(kind)
    Draft202012Validator.check_schema(schema)
    assert json.loads((ROOT / "docs" / "schema" / f"{kind}.json").read_text(encoding="utf-8")) == schema


@cache
def validator(kind: str, name: str = "") -> Draft202012Validator:
    """Return the validator of a kind, or of one of its classes alone, which is quicker."""
    schema = json_schema(kind)
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]} if name else schema)


def is_valid(value: Any) -> bool:
    """Whether the value of a class is what its schema says."""
    kind = next(kind for kind in KINDS if kind in value)
    name = VIEWS[Role(value[kind])].__name__ if kind == "view" else value[kind]
    return validator(kind, name).is_valid(json.loads(json.dumps(value)))


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_command_and_event_validates(kind: type) -> None:
    random = Random(kind.__name__)
    for _ in range(10):
        assert is_valid(codec.to_json(value_of(kind, random)))
    assert validator(codec.kind_of(kind)).is_valid(codec.to_json(value_of(kind, random)))


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_whatever_is_played_validates(file: Path) -> None:
    for number, (_, command, events, after) in enumerate(steps(load(file), Random(file.stem), 4)):
        assert is_valid(codec.to_json(command))
        assert all(is_valid(codec.to_json(event)) for event in events)
        if number % EVERY == 0:
            assert is_valid(codec.to_json(after))
            assert all(is_valid(view(after, role, seat)) for role in VIEWS for seat in (None, 1))


WRONG: tuple[Any, ...] = (None, True, 3, -7, 2.5, "x", "10.00", "Ah", [], [None], {}, {"x": 1})


def damaged(value: Any, random: Random) -> Any:
    """Return JSON with one value replaced, taken away or added, at some depth."""
    inside = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    if not inside or random.random() < 0.2:
        return random.choice(WRONG)
    copy, step = value.copy(), random.choice(list(inside))
    match random.randrange(4) if isinstance(value, dict) else 3:
        case 0:
            del copy[step]
        case 1:
            copy["more"] = random.choice(WRONG)
        case _:
            copy[step] = damaged(value[step], random)
    return copy


def is_read(value: Any) -> bool:
    try:
        codec.from_json(value)
    except BadJson:
        return False
    return True


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_what_is_read_is_what_the_schema_says(kind: type) -> None:
    """Damage values; the reader refuses those that the schema refuses, and no other but those of older versions."""
    random, name = Random(kind.__name__), codec.kind_of(kind)
    older = range(1, codec.version(name))
    for _ in range(20):
        value = damaged(codec.to_json(value_of(kind, random)), random)
        if isinstance(value, dict) and value.get(name) == kind.__name__ and value.get(codec.VERSION) not in older:
            assert is_read(value) is is_valid(value), value
