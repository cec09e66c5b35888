"""The JSON of the pit: it comes back as it was, and whatever is wrong with it is listed with its path."""

import json
from dataclasses import fields
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from tests.pit.commanding import COMMANDS
from upcard.cards import cards
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.confirmation import Confirmation
from upcard.game.json_shapes import BadJson
from upcard.game.refuse import MAIN_WAGER, SHUFFLE
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit import json_codec as codec
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.rules.wager import Person
from upcard.store.rows import canonical
from upcard.table import Status

BUY_IN = {"schema": 1, "command": "BuyIn", "patron": "Zoë", "table": "T1", "seat": 3, "amount": "100.00"}
AT_TABLE = {"schema": 1, "command": "AtTable", "table": "T1", "action": {"schema": 1, "command": "CloseBetting"}}
SEAL = {"schema": 1, "command": "SealShoe", "table": "T1"}
CUT = {"schema": 1, "command": "CutShoe", "table": "T1", "seat": 0, "position": None, "declined": []}
DRAWN = {"number": 1, "root": "00", "sealed": "AA==", "key": "k"}


@settings(max_examples=150, deadline=None, derandomize=True)
@given(command=COMMANDS)
def test_every_command_comes_back_as_it_was(command: pc.PitCommand) -> None:
    text = codec.command_text(command)
    assert codec.read_command(json.loads(text)) == command
    assert codec.is_same_command(text, command)


def sample(kind: type, random: Random) -> Any:
    """Return an event of a kind with values of the types of its fields."""
    values: dict[Any, Any] = {
        str: "Zoë ♠",
        int: random.randint(0, 99),
        Cents: Cents(random.randint(0, 10**9)),
        bool: random.random() < 0.5,
        LimitKind: random.choice(list(LimitKind)),
        LimitPeriod: random.choice(list(LimitPeriod)),
        Cents | None: random.choice((None, Cents(5))),
        int | None: random.choice((None, 5)),
        Confirmation: Confirmation(random.choice(list(Person)), "Zoë"),
        Status: random.choice(list(Status)),
        tuple[int, ...]: (1, 2),
        tuple[Role, ...]: (Role.DEALER, Role.SUPERVISOR),
        tuple[pv.AcceptedFinding, ...]: (pv.AcceptedFinding("0" * 16, "likely", "13:69F-2.3", "Zoë ♠"),),
    }
    return kind(**{field.name: values[field.type] for field in fields(kind)})


@pytest.mark.parametrize("kind", get_args(pv.PitEvent), ids=lambda kind: kind.__name__)
def test_every_event_of_the_pit_comes_back_as_it_was(kind: type) -> None:
    event = sample(kind, Random(kind.__name__))
    (value,) = json.loads(codec.events_text([event]))
    assert codec.read_event(value) == event
    assert codec.read_stored_event(value, None, tuple) == event
    with pytest.raises(BadJson):
        codec.read_event({**value, "more": 1})


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (None, ["$: must be an object, not null"]),
        ([], ["$: must be an object, not a list"]),
        ({"schema": 1}, ["$.command: must be the name of a command, not null; known: OpenHouse"]),
        ({**BUY_IN, "schema": 2}, ["$.schema: is 2, newer than the commands known here, of schema 1"]),
        ({**BUY_IN, "schema": True}, ["$.schema: must be the version of the JSON, such as 1, not true"]),
        ({**BUY_IN, "command": "Steal"}, ["$.command: must be the name of a command"]),
        ({**BUY_IN, "command": "PressButton"}, ["$.command: must be the name of a command"]),
        (
            {**BUY_IN, "seat": "3", "amount": 100.5, "tip": 1},
            ["$.amount: must be dollars and cents in quotes", "$.seat: must be a whole number", "$.tip: is unknown"],
        ),
        ({**SEAL, "drawn": DRAWN}, ["$.drawn: is unknown"]),  # of a client
        ({**AT_TABLE, "more": 1}, ["$.more: is unknown; known here: table, action"]),
        ({"schema": 1, "command": "AtTable"}, ["$.action: is missing", "$.table: is missing"]),
        (
            {**AT_TABLE, "table": 1, "action": {"schema": 1, "command": "Decide", "seat": "1"}},
            [
                "$.action.amounts: is missing",
                "$.action.play: is missing",
                "$.action.seat: must be a whole number",
                "$.table: must be text, not 1",
            ],
        ),
        (
            {**AT_TABLE, "action": {"schema": 1, "command": "PressButton", "seat": 1, "wager": "x", "shown": "1.00"}},
            ["$.action.command: PressButton cannot be sent to a table: the server draws what it needs"],
        ),
        (
            {
                **AT_TABLE,
                "action": {
                    "schema": 1, "command": "ShuffleShoe", "cards": [], "cut": None, "cutting_card": None, "burn": 0,
                },
            },
            ["$.action.command: ShuffleShoe cannot be sent to a table: the server draws what it needs"],
        ),
    ],
)  # fmt: skip
def test_whatever_is_wrong_with_a_command_is_listed(value: Any, problems: list[str]) -> None:
    with pytest.raises(BadJson) as caught:
        codec.read_command(value)
    shown = [str(problem) for problem in caught.value.problems]
    assert len(shown) == len(problems)
    for problem, expected in zip(shown, problems, strict=True):
        assert problem.startswith(expected)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ([], "$: must be an object, not a list"),
        (SEAL, "$.drawn: must be an object, not null"),
        ({**SEAL, "drawn": {**DRAWN, "order": "Ah"}}, "$.drawn.order: is unknown"),
        ({**SEAL, "drawn": {**DRAWN, "number": "1"}}, '$.drawn.number: must be a whole number, not "1"'),
        ({**BUY_IN, "drawn": {"shown": "5.00"}}, "$.drawn: is unknown: the server draws nothing for this command"),
        (CUT, "$.drawn: must be an object, not null"),
        ({**CUT, "drawn": {}}, "$.drawn.position: is missing"),
        (
            {**CUT, "position": 20, "drawn": {"position": 20}},
            "$.drawn: is unknown: the server draws nothing for this command",
        ),
    ],
)
def test_what_the_server_drew_is_read_strictly(value: Any, problem: str) -> None:
    with pytest.raises(BadJson) as caught:
        codec.read_stored(canonical(value))
    assert str(caught.value.problems[0]).startswith(problem)


def test_what_the_server_drew_stands_beside_the_command() -> None:
    press = pc.PressBonusButton("T1", 2, "bonus")
    text = codec.command_text(press, pc.ShownAmount(Cents(2500)))
    assert json.loads(text)["drawn"] == {"shown": "25.00"}
    assert codec.read_stored(text) == (press, pc.ShownAmount(Cents(2500)))
    assert codec.is_same_command(text, press)
    assert not codec.is_same_command(text, pc.PressBonusButton("T1", 3, "bonus"))


def test_hidden_cards_are_sealed_and_can_be_put_back() -> None:
    order = cards("Ah Ks 9d 2c")
    shuffled = ev.ShoeShuffled(SHUFFLE, order)
    hole = ev.CardDealt(SHUFFLE, 0, 0, order[1], face_down=True)
    text = codec.events_text([shuffled, hole])
    assert not any(str(card) in text for card in order)
    first, second = json.loads(text)
    assert codec.read_stored_event(first, None, lambda: order) == shuffled
    with pytest.raises(BadJson, match="is sealed, and no shoe in play"):
        codec.read_stored_event(second, None, tuple)


def test_older_json_is_turned_into_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_seat(old: dict[str, Any]) -> dict[str, Any]:
        return {("seat" if key == "box" else key): value for key, value in old.items()}

    older = {("box" if key == "seat" else key): value for key, value in BUY_IN.items()}
    taken = {"schema": 1, "event": "SeatTaken", "table": "T1", "box": 3, "patron": "Zoë"}
    for kind in codec.UPCASTS:
        monkeypatch.setitem(codec.UPCASTS, kind, (with_seat,))
    codec._writers.cache_clear()
    try:
        assert codec.schema() == 2
        assert codec.read_command(older) == pc.BuyIn("Zoë", "T1", 3, Cents(10_000))
        assert codec.is_same_command(canonical(older), pc.BuyIn("Zoë", "T1", 3, Cents(10_000)))
        engine = {"schema": 1, "event": "TableOpened", "cite": "13:69F-2.3(a)"}
        now = codec.events_text([pv.SeatTaken("T1", 3, "Zoë"), ev.TableOpened(MAIN_WAGER)])
        assert codec.current_events(canonical([taken, engine])) == now
    finally:
        codec._writers.cache_clear()


def test_both_kinds_have_the_same_version() -> None:
    assert len({len(upcasts) for upcasts in codec.UPCASTS.values()}) == 1
    assert do.CloseBetting() == codec.read_command(AT_TABLE).action  # type: ignore[union-attr]
