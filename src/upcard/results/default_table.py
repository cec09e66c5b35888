"""The table assumed for a wager that is priced by its name alone: as plain as the rules allow it."""

from collections.abc import Mapping
from typing import Any

from upcard.errors import Misuse
from upcard.law import READINGS, Edition
from upcard.law.folder import law_folder_in_force
from upcard.results.prices import BLACKJACK, INSURANCE
from upcard.rules.option import Requires
from upcard.rules.rule_fields import written
from upcard.rules.wager import Wager
from upcard.table import BadConfig, TableConfig, described, plain_name
from upcard.table.amended_values import amended_option
from upcard.table.config import RULES
from upcard.table.requirements.rules import file_value, nearest_value
from upcard.wagers import ALL, GAMES

SWITCH_KEYS = frozenset(reading.switch for reading in READINGS.values() if reading.switch)  # their defaults are lawful


def wager_named(name: str) -> Wager:
    """Return a wager by its name, with or without hyphens."""
    words = plain_name(name)
    for wager in ALL:
        if plain_name(wager.name) == words:
            return wager_in_force(wager)
    if words in (BLACKJACK, INSURANCE, *(game.name for game in GAMES)):
        raise Misuse(f"the price of {words} depends on a table's rules: give a table file")
    known = ", ".join(wager.name for wager in ALL)
    raise Misuse(f"there is no wager {name[:60]!r}; known: {known}; `upcard tables` lists the tables")


def wager_in_force(wager: Wager) -> Wager:
    """Return a wager as the licensee's law folder in force has it now; as it is where there is none."""
    return amended_option(wager, law_folder_in_force(), Edition.CURRENT, None)


def assumed_table(wager: Wager, *, decks: int, settings: Mapping[str, Any]) -> TableConfig:
    """Return a table that offers a wager: as the wager requires it, and for the rest as is usual.

    `settings` holds keys of the wager, as in a table file.
    """
    keys: dict[str, Any] = {"decks": decks}
    offered: dict[str, Any] = {"name": wager.name}
    kinds = {setting.key: setting.kind for setting in wager.settings}
    for required in wager.requires:
        key = required.value.keys[0]
        if key in kinds:
            offered[key] = file_value(nearest_value(required.value.bound), kinds[key])
        else:
            keys |= _unusual(required.value)
    for game in GAMES:  # a game may require more
        if game.name == keys.get("game"):
            for required in game.requires:
                keys |= _unusual(required.value)
    try:
        return described(wager.name, {**keys, "wager": [{**offered, **settings}]})
    except BadConfig as bad:
        problems = (f"{(each.key or '').removeprefix('wager 1, ')}: {each.message}" for each in bad.problems)
        raise Misuse("; ".join(problems)) from None


def _unusual(need: Requires) -> dict[str, Any]:
    """Return the key and value that a table must state; nothing where its default will do."""
    key = need.keys[0]
    if key in SWITCH_KEYS or (key in RULES and need.bound.admits(RULES[key].default)):
        return {}
    return {key: written(nearest_value(need.bound))}
