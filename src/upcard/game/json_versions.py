"""JSON with a version: values of the newest shape are read at once, older ones are turned into it first."""

from collections.abc import Callable, Mapping
from typing import Any

from upcard.game.json_values import in_words, wrong

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
