"""The JSON of the engine: every field there and back, strictly read, and a round that goes on in another process."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, get_type_hints

import pytest

from tests.command import ROOT
from tests.random_rounds import next_command, replayed, steps
from tests.random_values import CITES, value_of
from tests.test_shipped_tables import LAWFUL
from upcard.errors import Misuse
from upcard.game import at, commands, events, play
from upcard.game import json_codec as codec
from upcard.game.json_shapes import BadJson, shape_of
from upcard.game.procedure import turn
from upcard.game.state import Dealer, Hand, MeterState, Placed, Seat, TableState
from upcard.money import Cents
from upcard.table import load, loads

ROUNDS = 20
VALUES = 40
CLASSES = [each for kind in ("command", "event") for each in codec.CLASSES[kind]]
PARTS = [Hand, Placed, Seat, Dealer, MeterState]


def through_text(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_command_and_event_is_read_back_as_it_was_written(kind: type) -> None:
    random = Random(kind.__name__)
    for _ in range(VALUES):
        value = value_of(kind, random)
        written = through_text(codec.to_json(value))
        assert codec.from_json(written) == value
        assert set(written) == {"schema", codec.kind_of(kind), *get_type_hints(kind)}


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_every_part_of_a_state_is_read_back_as_it_was_written(kind: type) -> None:
    shape, random = shape_of(kind), Random(kind.__name__)
    assert shape.write is not None
    for _ in range(VALUES):
        value = value_of(kind, random)
        assert shape.read(through_text(shape.write(value))) == value


def dataclasses_of(module: ModuleType) -> set[type]:
    """Return the dataclasses defined in a module."""
    own = (each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__)
    return {each for each in own if is_dataclass(each)}


def test_no_command_and_no_event_is_forgotten() -> None:
    assert dataclasses_of(commands) - {commands.Cut} == set(codec.CLASSES["command"])
    assert dataclasses_of(events) | dataclasses_of(events) | dataclasses_of(events) == set(codec.CLASSES["event"])


@pytest.mark.parametrize("file", LAWFUL, ids=lambda file: file.stem)
def test_random_rounds_are_read_back_and_replayed(file: Path) -> None:
    start = at(load(file))
    happened: list[events.Event] = []
    for before, command, these, after in steps(start.felt.config, Random(file.stem), ROUNDS):
        happened += these
        assert codec.read_command(through_text(codec.to_json(command))) == command
        assert tuple(codec.read_event(through_text(codec.to_json(event))) for event in these) == these
        assert codec.read_state(through_text(codec.to_json(after))) == after
        assert replayed(before, these) == after
    assert replayed(start, happened) == after


OTHER_PROCESS = """
import json, sys
from upcard.game import play
from upcard.game.json_codec import read_command, read_state, to_json
for line in sys.stdin:
    state, command = json.loads(line)
    after, events = play(read_state(state), read_command(command))
    print(json.dumps([to_json(after), [to_json(event) for event in events]]), flush=True)
"""


@contextmanager
def another_process() -> Iterator[Any]:
    """Yield a function that carries out a command on a state in another process, both of them JSON."""
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(state: object, command: object) -> Any:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([state, command]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()


def test_a_state_saved_at_any_step_goes_on_in_another_process() -> None:
    with another_process() as ask:
        for file in LAWFUL:
            for before, command, these, after in steps(load(file), Random(f"other {file.stem}"), 2):
                there, happened = ask(codec.to_json(before), codec.to_json(command))
                assert there == through_text(codec.to_json(after))
                assert happened == through_text([codec.to_json(event) for event in these])


def test_a_table_with_changes_and_decimal_numbers_is_read_back() -> None:
    text = 'decks = 6\ncutting_card = 0.70\nminimum = "10.00"\nmaximum = "500.00"\n'
    config = loads(text, ["dealer_soft_17=draw", "minimum=25.00"], name="floor/BJ-7.toml")
    state = codec.read_state(through_text(codec.to_json(at(config))))
    assert state.felt.config == config
    assert (state.felt.config.name, state.felt.config.changes) == (config.name, config.changes)
    assert codec.to_json(state) == codec.to_json(at(config))
    assert codec.to_json(state)["felt"]["content"]["cutting_card"] == "0.70"


@cache
def in_play() -> TableState:
    """Return a state with seats, wagers and cards."""
    table = load(ROOT / "tables" / "buster.toml")
    return next(
        after for *_, after in steps(table, Random(5), 9) if after.seats and after.seats[0].placed and turn(after)
    )


PLACE = {
    "schema": 1,
    "command": "PlaceWager",
    "seat": 2,
    "wager": "blackjack",
    "amounts": ["10.00"],
    "choice": None,
    "coupon": "0.00",
    "spoken": None,
    "made_earlier": False,
}
PAID = codec.to_json(events.WagerPaid(CITES[3], 1, "blackjack", "win", Cents(1000), Cents(1500)))
ARABIC = "\u0661\u0660.00"  # digits to Python
MONEY = 'must be dollars and cents in quotes, such as "10.00", not'


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (7, ['$: must be an object with one of the keys "command", "event" and "state", not 7']),
        ({}, ['$: must be an object with one of the keys "command", "event" and "state", not an object']),
        (
            {**PLACE, "event": "WagerPaid"},
            ['$: must be an object with one of the keys "command", "event" and "state", not an object'],
        ),
        ({**PLACE, "amounts": [10.0]}, [f"$.amounts[0]: {MONEY} the number 10.0"]),
        ({**PLACE, "amounts": ["10.00", 5, "5", "1.005"]}, [
            f"$.amounts[1]: {MONEY} 5", f'$.amounts[2]: {MONEY} "5"', f'$.amounts[3]: {MONEY} "1.005"']),
        ({**PLACE, "amounts": "10.00"}, ['$.amounts: must be a list, not "10.00"']),
        ({**PLACE, "amounts": ["-0.00"]}, [f'$.amounts[0]: {MONEY} "-0.00"']),
        ({**PLACE, "amounts": [ARABIC]}, [f'$.amounts[0]: {MONEY} "{ARABIC}"']),
        ({**PLACE, "seat": True, "wager": None}, [
            "$.seat: must be a whole number, not true", "$.wager: must be text, not null"]),
        ({**PLACE, "seat": 2.0}, ["$.seat: must be a whole number, not the number 2.0"]),
        ({**PLACE, "made_earlier": 0}, ["$.made_earlier: must be true or false, not 0"]),
        ({**PLACE, "amount": "5.00"}, [
            "$.amount: is unknown; known here: seat, wager, amounts, choice, coupon, spoken, made_earlier"]),
        ({key: value for key, value in PLACE.items() if key not in ("seat", "choice")}, [
            "$.choice: is missing", "$.seat: is missing"]),
        ({**PLACE, "command": "PlaceBet"}, ['$.command: must be the name of a command, not "PlaceBet"; known: ']),
        ({**PLACE, "command": ["x"]}, ["$.command: must be the name of a command, not a list; known: "]),
        ({**PLACE, "schema": 2}, [
            "$.schema: is 2, newer than the commands known here, of schema 1: use a newer upcard"]),
        ({**PLACE, "schema": True}, ["$.schema: must be the version of the JSON, such as 1, not true"]),
        ({**PLACE, "schema": 0}, ["$.schema: must be the version of the JSON, such as 1, not 0"]),
        ({key: value for key, value in PLACE.items() if key != "schema"}, [
            "$.schema: must be the version of the JSON, such as 1, not null"]),
        ({"schema": 1, "command": "Decide", "seat": 1, "play": "hold", "amounts": None}, [
            "$.play: must be one of draw, stand, double down, split pair, surrender, free double down, free split, "
            'not "hold"']),
        ({"schema": 1, "command": "ShuffleShoe", "cards": ["Ah", "1h", 5, "Ah "], "cut": {"seat": 1}, "burn": 1,
          "cutting_card": None}, [
            '$.cards[1]: must be a card such as "Ah" or "Ts", not "1h"',
            '$.cards[2]: must be a card such as "Ah" or "Ts", not 5',
            '$.cards[3]: must be a card such as "Ah" or "Ts", not "Ah "',
            "$.cut.declined: is missing",
            "$.cut.position: is missing",
        ]),
        ({**PAID, "cite": "13:69F-99.9"}, [
            '$.cite: must be the full number of a paragraph held, not "13:69F-99.9"']),
        ({**PAID, "cite": "2.26(e)"}, [
            '$.cite: must be the full number of a paragraph held, not "2.26(e)"']),
        ({**PAID, "cite": [1]}, [
            '$.cite: must be the full number of a paragraph held, not a list']),
    ],
)  # fmt: skip
def test_whatever_is_wrong_is_listed_with_its_path(value: Any, problems: list[str]) -> None:
    with pytest.raises(BadJson) as caught:
        codec.from_json(value)
    shown = [str(problem) for problem in caught.value.problems]
    assert [line[: len(start)] for line, start in zip(shown, problems, strict=True)] == problems
    assert str(caught.value) == "\n".join(shown)


def test_a_command_is_no_event() -> None:
    with pytest.raises(BadJson, match="must be the name of an event, not null"):
        codec.read_event(PLACE)
    with pytest.raises(Misuse, match="a Hand is no command, event or state"):
        codec.to_json(Hand())  # type: ignore[arg-type]


def changed(state: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a state with one value changed."""
    state = copy.deepcopy(state)
    inside: Any = state
    *above, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in above:
        inside = inside[step]
    inside[last] = value
    return state


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("point", "lunch", "$.point: must be one of before first card, no more bets"),
        ("felt", None, "$.felt: must be an object with the keys file, changes, content, not null"),
        ("felt.file", 3, "$.felt.file: must be text, not 3"),
        ("felt.changes", ["a=1", 2], "$.felt.changes[1]: must be text, not 2"),
        ("felt.content.decks", 6.0, "$.felt.content.decks: must be text, a whole number, true or false, not the"),
        ("felt.content.decks", 0, "$.felt.content: decks: must be a whole number from 1 to 8, not 0"),
        ("felt.content.dekcs", 6, "$.felt.content: dekcs: unknown key; did you mean decks?"),
        ("seats.0.hands.0.total", [17, False], "$.seats[0].hands[0].total: must be an object, not a list"),
        ("seats.0.number", 99, "$.seats: must be in the order of their numbers, from 1 to 6"),
        ("seats.0.placed.0.wager", "lottery", '$.seats[0].placed[0].wager: is a wager that the table does not offer'),
        ("standing", [{"number": 99}], "$.standing[0].chips: is missing"),
        ("moved.0.seat", 7, "$.moved[0]: must be at a seat from 1 to 6"),
        ("moved.0.seat", 0, "$.moved[0]: must be at a seat from 1 to 6"),
        ("next_card", 5000, "$.next_card: must be from 0 to the 312 cards of the shoe"),
        ("announced", [1, 2], "$.announced: must be a list of 3 values, not a list"),
        ("announced", [1, 2, "x"], '$.announced[2]: must be a whole number, not "x"'),
        ("meters", [["progressive", {"amount": "1.00"}]], "$.meters[0][1].registered: is missing"),
    ],
)  # fmt: skip
def test_a_damaged_state_is_refused(path: str, value: Any, problem: str) -> None:
    state = through_text(codec.to_json(in_play()))
    with pytest.raises(BadJson) as caught:
        codec.read_state(changed(state, path, value))
    assert str(caught.value.problems[0])[: len(problem)] == problem


def test_older_json_is_turned_into_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(old: dict[str, Any]) -> dict[str, Any]:
        return {("seat" if key == "box" else key): value for key, value in old.items()}

    def with_amounts(old: dict[str, Any]) -> dict[str, Any]:  # reads the key that the upcast before it has renamed
        return {**old, "amounts": old["amounts"] or [f"{old['seat']}.00"]}

    monkeypatch.setitem(codec.UPCASTS, "command", (renamed, with_amounts))
    codec._writers.cache_clear()
    try:
        assert codec.to_json(commands.CloseBetting()) == {"schema": 3, "command": "CloseBetting"}
        first = {**{key: value for key, value in PLACE.items() if key != "seat"}, "box": 2, "amounts": [], "schema": 1}
        assert codec.from_json(first) == commands.PlaceWager(2, "blackjack", (Cents(200),))
        assert codec.from_json({**PLACE, "schema": 2}) == commands.PlaceWager(2, "blackjack", (Cents(1000),))
        with pytest.raises(BadJson, match="is 4, newer than the commands known here, of schema 3"):
            codec.from_json({**PLACE, "schema": 4})
    finally:
        codec._writers.cache_clear()


def test_a_state_read_back_refuses_and_allows_what_the_first_one_did() -> None:
    state, random = in_play(), Random(8)
    again = codec.read_state(through_text(codec.to_json(state)))
    for _ in range(40):
        command = next_command(state, random)
        (state, first), (again, second) = play(state, command), play(again, command)
        assert first == second
        assert state == again
