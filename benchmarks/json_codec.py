"""Events a second written as JSON values and read from them, and with the text of the JSON; states too."""

import json
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from upcard.game import at, play, procedure
from upcard.game import commands as do
from upcard.game.events import Event
from upcard.game.json_codec import read_event, read_state, to_json
from upcard.game.shoe import new_shoe
from upcard.game.state import TableState
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.table import load

TABLE = Path(__file__).parent.parent / "tables" / "seven-seats.toml"
ROUNDS = 200
WAGERS = (("blackjack", 1000), ("in-between", 500), ("buster", 500))


def played() -> tuple[list[Event], list[TableState]]:
    """Return the events and states of rounds with seven seats and two optional wagers each."""
    table, shuffler = at(load(TABLE)), random.Random(1)
    events: list[Event] = []
    states: list[TableState] = []

    def carry_out(command: do.Command) -> None:
        nonlocal table
        table, happened = play(table, command)
        events.extend(happened)
        states.append(table)

    carry_out(do.OpenTable())
    while table.round <= ROUNDS:
        if turn := procedure.turn(table):
            seat, hand = turn
            carry_out(do.Decide(seat.number, Play.DRAW if seat.hands[hand].total.points < 17 else Play.STAND))
        elif procedure.is_insurance_offered(table):
            carry_out(do.CloseInsurance())
        else:
            for number in range(1, 8):
                for name, amount in WAGERS:
                    carry_out(do.PlaceWager(number, name, (Cents(amount),)))
            if procedure.must_shuffle(table):
                carry_out(new_shoe(table, shuffler))
            carry_out(do.CloseBetting())
    return events, states


def rate(convert: Callable[[Any], Any], values: list[Any]) -> tuple[float, list[Any]]:
    """Return how many values are converted in a second of processor time, and what they become."""
    start = time.process_time()
    converted = [convert(value) for value in values]
    return len(values) / (time.process_time() - start), converted


def main() -> None:
    """Measure and print the rates."""
    events, states = played()
    to_json(events[0])  # the encoders are made once
    written, values = rate(to_json, events)
    texts = [json.dumps(value) for value in values]
    read, again = rate(read_event, [json.loads(text) for text in texts])
    assert again == events
    as_text, _ = rate(lambda event: json.dumps(to_json(event)), events)
    from_text, _ = rate(lambda text: read_event(json.loads(text)), texts)
    saved, saves = rate(lambda state: json.dumps(to_json(state)), states)
    resumed, _ = rate(lambda text: read_state(json.loads(text)), saves)
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, one core")
    print(f"events to JSON values:   {written:9.0f} a second (promise: 100,000)")
    print(f"events from JSON values: {read:9.0f} a second (promise: 100,000)")
    print(f"events to JSON text:     {as_text:9.0f} a second")
    print(f"events from JSON text:   {from_text:9.0f} a second")
    print(f"states to JSON text:     {saved:9.0f} a second, with eight decks in the shoe")
    print(f"states from JSON text:   {resumed:9.0f} a second")


if __name__ == "__main__":
    main()
