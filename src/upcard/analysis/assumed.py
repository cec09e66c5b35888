"""The table that is meant when a wager is asked about by name alone: as plain as the rules allow it."""

from collections.abc import Mapping
from typing import Any

from upcard.errors import Misuse
from upcard.money import percent, show
from upcard.rules.bound import AtLeast, AtMost, Bound, OneOf
from upcard.rules.option import Kind
from upcard.rules.wager import Wager
from upcard.table import TableConfig, described
from upcard.wagers import ALL


def wager_named(name: str) -> Wager:
    """Find a wager by its name, however it is hyphenated."""
    spoken = name.lower().replace("-", " ").replace("_", " ").strip()
    for wager in ALL:
        if wager.name.replace("-", " ") == spoken:
            return wager
    raise Misuse(f'there is no wager "{name}"; known: {", ".join(wager.name for wager in ALL)}')


def assumed(wager: Wager, *, decks: int, said: Mapping[str, Any], table: Mapping[str, Any]) -> TableConfig:
    """Describe a table that offers a wager: what it requires of a table, and for the rest what is usual.

    `said` is what is said of the wager, `table` what is said of the table, both in the words of a table file.
    """
    keys: dict[str, Any] = {"decks": decks}
    offered: dict[str, Any] = {"name": wager.name}
    kinds = {setting.key: setting.kind for setting in wager.settings}
    for required in wager.requires:
        key = required.value.keys[0]
        value = _least(required.value.bound)
        if key in kinds:
            offered[key] = _written(value, kinds[key])
        else:
            keys[key] = value
    return described(wager.name, {**keys, **table, "wager": [{**offered, **said}]})


def _least(bound: Bound) -> Any:
    match bound:
        case AtLeast():
            return bound.least
        case AtMost():
            return bound.most
        case OneOf():
            return bound.values[0]


def _written(value: Any, kind: Kind) -> Any:
    match kind:
        case Kind.MONEY:
            return show(value)
        case Kind.SHARE:
            return percent(value)
        case _:
            return value
