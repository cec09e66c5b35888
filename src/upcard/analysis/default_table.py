"""The table that is meant when a wager is asked about by name alone: as plain as the rules allow it."""

from collections.abc import Mapping
from typing import Any

from upcard.analysis.pricing import BLACKJACK, INSURANCE
from upcard.errors import Misuse
from upcard.money import percent, show
from upcard.rules.bound import AtLeast, AtMost, Bound, OneOf
from upcard.rules.option import Kind, Requires
from upcard.rules.rule_fields import written
from upcard.rules.wager import Wager
from upcard.table import BadConfig, TableConfig, described
from upcard.table.config import RULES
from upcard.wagers import ALL, GAMES


def wager_named(name: str) -> Wager:
    """Find a wager by its name, however it is hyphenated."""
    spoken = name.lower().replace("-", " ").replace("_", " ").strip()
    for wager in ALL:
        if wager.name.replace("-", " ") == spoken:
            return wager
    if spoken in (BLACKJACK, INSURANCE, *(game.name for game in GAMES)):
        raise Misuse(f"the price of {spoken} depends on a table's rules: give a table file")
    raise Misuse(f"there is no wager {name[:60]!r}; known: {', '.join(wager.name for wager in ALL)}")


def assumed(wager: Wager, *, decks: int, said: Mapping[str, Any]) -> TableConfig:
    """Describe a table that offers a wager: what it requires of a table, and for the rest what is usual.

    `said` is what is said of the wager, in the words of a table file.
    """
    keys: dict[str, Any] = {"decks": decks}
    offered: dict[str, Any] = {"name": wager.name}
    kinds = {setting.key: setting.kind for setting in wager.settings}
    for required in wager.requires:
        key = required.value.keys[0]
        if key in kinds:
            offered[key] = _written(_least(required.value.bound), kinds[key])
        else:
            keys |= _unusual(required.value)
    for game in GAMES:  # a game may require more
        if game.name == keys.get("game"):
            for required in game.requires:
                keys |= _unusual(required.value)
    try:
        return described(wager.name, {**keys, "wager": [{**offered, **said}]})
    except BadConfig as bad:
        said_wrong = (f"{(one.key or '').removeprefix('wager 1, ')}: {one.message}" for one in bad.problems)
        raise Misuse("; ".join(said_wrong)) from None


def _unusual(need: Requires) -> dict[str, Any]:
    """Return the key and value that a table must state; nothing where its default will do."""
    key = need.keys[0]
    if key in RULES and need.bound.admits(RULES[key].default):
        return {}
    return {key: written(_least(need.bound))}


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
