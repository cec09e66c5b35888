"""A table between two commands as text: its state, and the events that its results are added up from."""

import json
from typing import Any, NamedTuple

from upcard.game import TableState
from upcard.game.events import Event
from upcard.game.json_codec import VERSION, read_event, read_state, to_json
from upcard.game.json_shapes import BadJson, in_words, problems_below, wrong

SAVED_VERSION = 1


class SavedTable(NamedTuple):
    """What is saved of a table."""

    state: TableState
    events: tuple[Event, ...] = ()  # since the last round ended
    last_round: tuple[Event, ...] = ()  # of the last round that ended


_LISTS = ("events", "last_round")
_KEYS = {VERSION, "state", *_LISTS}


def saved_text(table: SavedTable) -> str:
    """Return a table as JSON text."""
    lists = {name: [to_json(event) for event in getattr(table, name)] for name in _LISTS}
    return json.dumps({VERSION: SAVED_VERSION, "state": to_json(table.state), **lists})


def read_saved(text: str | bytes) -> SavedTable:
    """Read a table that `saved_text` wrote; raise BadJson with everything that is wrong."""
    saved = _parsed(text)
    number = saved.get(VERSION)
    if type(number) is not int or not 1 <= number <= SAVED_VERSION:
        newer = type(number) is int and number > SAVED_VERSION
        hint = "it was saved by a newer upcard" if newer else "it is no table that LiveTable.save wrote"
        raise wrong(f"must be {SAVED_VERSION}, not {in_words(number)}: {hint}", VERSION)
    if saved.keys() != _KEYS or not all(type(saved[name]) is list for name in _LISTS):
        raise wrong(f"must be an object with the keys {', '.join(sorted(_KEYS))}, events in lists")
    problems = problems_below("state", read_state, saved["state"])
    for name in _LISTS:
        for place, event in enumerate(saved[name]):
            below = problems_below(place, read_event, event)
            problems += [problem._replace(path=(name, *problem.path)) for problem in below]
    if problems:
        raise BadJson(problems)
    return SavedTable(read_state(saved["state"]), *(tuple(map(read_event, saved[name])) for name in _LISTS))


def _parsed(text: str | bytes) -> dict[str, Any]:
    try:
        saved = json.loads(text)
    except RecursionError:
        raise wrong("is no JSON: it is nested too deeply") from None
    except ValueError as why:
        raise wrong(f"is no JSON: {why}") from None
    if type(saved) is not dict:
        raise wrong(f"must be an object, not {in_words(saved)}")
    return saved
