"""Commands, events and states as JSON: every field, the version of the shape, and back again.

A command is `{"schema": 1, "command": "Decide", "seat": 3, "play": "stand", "amounts": null}`; an event has the key
"event", a state the key "state". Money is text in dollars and cents, a card is "Ah", a paragraph its number.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from upcard.errors import Misuse
from upcard.game.commands import Command
from upcard.game.events import Event, MeterFunded, WagersRegistered
from upcard.game.json_shapes import VERSION as VERSION
from upcard.game.json_shapes import BadJson, JsonProblem, Upcast, in_words, read_versioned, reader, writer, wrong
from upcard.game.state import DEALER, Seat, TableState

# How older JSON becomes newer: the first function turns schema 1 into 2, the next 2 into 3. A change of any shape adds
# a function here; the version of a kind follows from how many there are.
UPCASTS: dict[str, tuple[Upcast, ...]] = {"command": (), "event": (), "state": ()}
CLASSES: dict[str, tuple[type, ...]] = {
    "command": get_args(Command),
    "event": get_args(Event),
    "state": (TableState,),
}


def version(kind: str) -> int:
    """Return the version of the JSON of a kind: command, event or state."""
    return 1 + len(UPCASTS[kind])


def kind_of(each: type) -> str:
    """Return whether a class is of commands, events or states."""
    return next(kind for kind, classes in CLASSES.items() if each in classes)


def to_json(value: Command | Event | TableState) -> dict[str, Any]:
    """Return a command, an event or a state as JSON values.

    >>> from upcard.game.commands import TakeEvenMoney
    >>> to_json(TakeEvenMoney(3))
    {'schema': 1, 'command': 'TakeEvenMoney', 'seat': 3}
    """
    try:
        write = _writers()[type(value)]
    except KeyError:
        raise Misuse(f"a {type(value).__name__} is no command, event or state") from None
    return write(value)


def from_json(value: object) -> Command | Event | TableState:
    """Read a command, an event or a state; raise BadJson with everything that is wrong.

    >>> from_json({"schema": 1, "command": "TakeEvenMoney", "seat": 3})
    TakeEvenMoney(seat=3)
    """
    kinds = [kind for kind in UPCASTS if kind in value] if isinstance(value, Mapping) else []
    if len(kinds) != 1:
        raise wrong(f'must be an object with one of the keys "command", "event" and "state", not {in_words(value)}')
    return _read(kinds[0], value)  # type: ignore[no-any-return]  # of the classes of its kind


def read_command(value: object) -> Command:
    """Read a command; raise BadJson with everything that is wrong."""
    return _read("command", value)  # type: ignore[no-any-return]


def read_event(value: object) -> Event:
    """Read an event; raise BadJson with everything that is wrong."""
    return _read("event", value)  # type: ignore[no-any-return]


def read_state(value: object) -> TableState:
    """Read the state of a table; raise BadJson with everything that is wrong."""
    state: TableState = _read("state", value)
    if problems := _contradictions(state):
        raise BadJson(problems)
    return state


@cache
def _writers() -> Mapping[type, Callable[[Any], dict[str, Any]]]:
    return {
        each: writer(each, {VERSION: version(kind), kind: each.__name__})
        for kind, classes in CLASSES.items()
        for each in classes
    }


@cache
def _readers(kind: str) -> Mapping[str, Callable[[Any], Any]]:
    return {each.__name__: reader(each, frozenset({VERSION, kind})) for each in CLASSES[kind]}


def _read(kind: str, value: Any) -> Any:
    return read_versioned(kind, value, _readers(kind), UPCASTS[kind])


def _contradictions(state: TableState) -> list[JsonProblem]:
    """Return what a state says against its own table or shoe."""
    config, problems = state.felt.config, list[JsonProblem]()
    if not 0 <= state.next_card <= len(state.shoe):
        problems.append(JsonProblem(("next_card",), f"must be from 0 to the {len(state.shoe)} cards of the shoe"))
    for key in ("seats", "standing"):
        problems += _contradictions_of_seats(state, key)
    for place, event in enumerate(state.moved):
        if isinstance(event, MeterFunded):
            continue
        seats = event.seats if isinstance(event, WagersRegistered) else (event.seat,)
        if not seats or not all(DEALER < number <= config.seats for number in seats):
            problems.append(JsonProblem(("moved", place), f"must be at a seat from 1 to {config.seats}"))
    return problems


def _contradictions_of_seats(state: TableState, key: str) -> Iterator[JsonProblem]:
    seats: tuple[Seat, ...] = getattr(state, key)
    most = state.felt.config.seats
    numbers = [seat.number for seat in seats]
    if numbers != sorted(set(numbers)) or not all(DEALER < number <= most for number in numbers):
        yield JsonProblem((key,), f"must be in the order of their numbers, from 1 to {most}")
    for place, seat in enumerate(seats):
        for index, placed in enumerate(seat.placed):
            if placed.wager not in state.felt.offers:
                at = (key, place, "placed", index, "wager")
                yield JsonProblem(at, f"is a wager that the table does not offer: {in_words(placed.wager)}")
