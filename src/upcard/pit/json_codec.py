"""Commands and events of the pit as JSON, as rows of the journal carry them: no card that is still hidden is included.

A command is `{"schema": 1, "command": "BuyIn", "patron": "Zoë", "table": "BJ-101", "seat": 3, "amount": "100.00"}`. A
row's command also has, under the key "drawn", what the server drew for it. Rounds are the engine's: its commands stand
under the key "action" of AtTable, its events among those of the pit, each with the engine's own version.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from upcard.game import events as ev
from upcard.game import json_codec as engine
from upcard.game.json_shapes import (
    VERSION,
    BadJson,
    JsonProblem,
    Upcast,
    in_words,
    problems_below,
    read_versioned,
    reader,
    shape_of,
    writer,
    wrong,
)
from upcard.game.state import TableState
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.store.rows import canonical

# How older JSON becomes newer: the first function turns schema 1 into 2, the next 2 into 3. A change of any shape adds
# a function to both kinds; the version of rows follows from how many there are.
UPCASTS: dict[str, tuple[Upcast, ...]] = {"command": (), "event": ()}
CLASSES: dict[str, tuple[type, ...]] = {"command": get_args(pc.PitCommand), "event": get_args(pv.PitEvent)}
COMMAND, EVENT, ACTION, DRAWN = "command", "event", "action", "drawn"
SEALED = "sealed"  # in place of cards that nobody may know yet
_DRAWN_BY: dict[type, type] = {
    pc.PressBonusButton: pc.ShownAmount,
    pc.SealShoe: pc.DrawnShoe,
    pc.CutShoe: pc.DrawnCut,
}
_ACTIONS = get_args(pc.TableAction)


def schema() -> int:
    """Return the version of the pit's JSON, which its rows carry."""
    return 1 + len(UPCASTS[COMMAND])


class StoredCommand(NamedTuple):
    """A command as a row carries it, with what the server drew for it."""

    command: pc.PitCommand
    drawn: pc.Drawn | None


def to_json(value: pc.PitCommand | pv.PitEvent) -> dict[str, Any]:
    """Return a command or an event of the pit as JSON values.

    >>> to_json(pc.CashOut("Zoë", "BJ-101", 3))
    {'schema': 1, 'command': 'CashOut', 'patron': 'Zoë', 'table': 'BJ-101', 'seat': 3}
    """
    return _writers()[type(value)](value)


def read_command(value: object) -> pc.PitCommand:
    """Read a command of a client; raise BadJson with everything that is wrong."""
    return _read(COMMAND, value)  # type: ignore[no-any-return]  # of the classes of its kind


def read_event(value: object) -> pv.PitEvent:
    """Read an event of the pit; raise BadJson with everything that is wrong."""
    return _read(EVENT, value)  # type: ignore[no-any-return]


def _read(kind: str, value: Any) -> Any:
    return read_versioned(kind, value, _readers(kind), UPCASTS[kind])


@cache
def _writers() -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    writers = {
        each: writer(each, {VERSION: schema(), kind: each.__name__})
        for kind, classes in CLASSES.items()
        for each in classes
        if each is not pc.AtTable
    }
    return {**writers, pc.AtTable: _write_at_table}


@cache
def _readers(kind: str) -> Mapping[str, Callable[[Any], Any]]:
    tags = frozenset({VERSION, kind})
    readers = {each.__name__: reader(each, tags) for each in CLASSES[kind] if each is not pc.AtTable}
    return {**readers, pc.AtTable.__name__: _read_at_table} if kind == COMMAND else readers


def _write_at_table(command: pc.AtTable) -> dict[str, Any]:
    action = engine.to_json(command.action)
    return {VERSION: schema(), COMMAND: pc.AtTable.__name__, "table": command.table, ACTION: action}


_AT_TABLE = frozenset({VERSION, COMMAND, "table", ACTION})


def _read_at_table(value: dict[str, Any]) -> pc.AtTable:
    table, action = value.get("table"), value.get(ACTION)
    if value.keys() == _AT_TABLE and type(table) is str:
        try:
            return pc.AtTable(table, _read_action(action))
        except BadJson:
            pass  # every problem is listed below
    problems = [JsonProblem((key,), "is missing") for key in sorted(_AT_TABLE - value.keys())]
    problems += [JsonProblem((key,), "is unknown; known here: table, action") for key in value.keys() - _AT_TABLE]
    if "table" in value:
        problems += problems_below("table", shape_of(str).read, table)
    if ACTION in value:
        problems += problems_below(ACTION, _read_action, action)
    raise BadJson(sorted(problems, key=lambda problem: [str(step) for step in problem.path]))


def _read_action(value: Any) -> pc.TableAction:
    action = engine.read_command(value)
    if not isinstance(action, _ACTIONS):
        name = type(action).__name__
        raise wrong(f"{name} cannot be sent to a table: the server draws what it needs", COMMAND)
    return action  # type: ignore[no-any-return]  # one of those classes


@cache
def _drawn_writers() -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    return {each: writer(each, {}) for each in _DRAWN_BY.values()}


def command_text(command: pc.PitCommand, drawn: pc.Drawn | None = None) -> str:
    """Write a command as a row carries it."""
    value = to_json(command)
    if drawn is not None:
        value[DRAWN] = _drawn_writers()[type(drawn)](drawn)
    return canonical(value)


def read_stored(text: str) -> StoredCommand:
    """Read the command of a row; raise BadJson with everything that is wrong."""
    value = json.loads(text)
    if type(value) is not dict:
        raise wrong(f"must be an object, not {in_words(value)}")
    drawn = value.pop(DRAWN, None)
    command = read_command(value)
    kind = _drawn_by(command)
    if kind is None:
        if drawn is not None:
            raise wrong("is unknown: the server draws nothing for this command", DRAWN)
        return StoredCommand(command, None)
    if problems := problems_below(DRAWN, shape_of(kind).read, drawn):
        raise BadJson(problems)
    return StoredCommand(command, shape_of(kind).read(drawn))


def _drawn_by(command: pc.PitCommand) -> type | None:
    """Return the class of what the server draws for a command; None if it draws nothing."""
    if isinstance(command, pc.CutShoe) and command.position is not None:
        return None
    return _DRAWN_BY.get(type(command))


def is_same_command(text: str, command: pc.PitCommand) -> bool:
    """Whether the command of a row is this one, whatever the server drew for it."""
    if text == command_text(command):
        return True
    try:
        return read_stored(text).command == command
    except BadJson:
        return False


def events_text(events: Iterable[pv.AnyEvent]) -> str:
    """Write events as a row carries them: hidden cards are left out."""
    return canonical([event_json(event) for event in events])


def event_json(event: pv.AnyEvent) -> dict[str, Any]:
    """Return an event as a row carries it: the order of a shoe and a card dealt face down are sealed."""
    own = _writers().get(type(event))
    if own is not None:
        return own(event)
    value = engine.to_json(event)  # type: ignore[arg-type]  # the others are the engine's
    if isinstance(event, ev.ShoeShuffled):
        value["cards"] = SEALED
    elif isinstance(event, ev.CardDealt) and event.face_down:
        value["card"] = SEALED
    return value


OrderOf = Callable[[], Iterable[object]]  # returns the cards of the sealed shoe in their order before the cut


def read_stored_event(value: dict[str, Any], table: TableState | None, order: OrderOf) -> pv.AnyEvent:
    """Read an event of a row, with its hidden cards put back; `table` is the engine's state before it."""
    name = value.get(EVENT)
    if name in _readers(EVENT):
        return read_event(value)
    if value.get("cards") == SEALED:
        value = {**value, "cards": [str(card) for card in order()]}
    elif value.get("card") == SEALED:
        if table is None or table.next_card >= len(table.shoe):
            raise wrong("is sealed, and no shoe in play shows which card it is", "card")
        value = {**value, "card": str(table.shoe[table.next_card])}
    return engine.read_event(value)


def current_events(text: str) -> str:
    """Write the events of a row, perhaps of an older schema, as they are written today; hidden cards stay sealed."""
    return canonical([_current(value) for value in json.loads(text)])


def _current(value: dict[str, Any]) -> dict[str, Any]:
    own = value.get(EVENT) in _readers(EVENT)
    upcasts = UPCASTS[EVENT] if own else engine.UPCASTS[EVENT]
    for upcast in upcasts[value[VERSION] - 1 :]:
        value = upcast(value)
    return {**value, VERSION: 1 + len(upcasts)}
