"""An electronic table: it saves after every command, and goes on where it was if it is killed."""

import json
import os
import sys
from pathlib import Path
from random import Random

import upcard


def write(file: Path, text: str) -> None:
    """Replace a file at once: whoever reads it finds the old text or the new one, also after a power failure."""
    new = file.with_suffix(".new")
    with new.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def step(table: upcard.LiveTable, dice: Random) -> None:
    """Do one thing that the table waits for."""
    waiting, seats = table.waiting_for, [seat.number for seat in table.state.seats if seat.chips]
    match waiting.kind:
        case "opening":
            table.open_table()
        case "shuffle":
            table.shuffle()
        case "wagers" if len(seats) < 2:
            table.place_wager(len(seats) + 1, "blackjack", dice.choice(["25.00", "50.00"]))
        case "wagers":
            table.close_betting()
        case "insurance":
            table.close_insurance()
        case _:
            allowed = [option.play.value for option in table.plays() if option.allowed]
            table.decide(waiting.seat or 0, dice.choice(allowed))


def main(table_file: str, saved_file: str, seed: str, rounds: str) -> None:
    """Play rounds; print a line after each command is saved, and at last the table."""
    file, dice = Path(saved_file), Random()
    nets: list[list[str]] = []
    if file.exists():
        saved = json.loads(file.read_text(encoding="utf-8"))
        table, nets = upcard.LiveTable.resume(saved["table"], random=dice), saved["nets"]
    else:
        table = upcard.LiveTable(upcard.load(table_file), random=dice)
    while (before := table.state.round) <= int(rounds):
        dice.seed(f"{seed} {before} {len(table.events)}")  # the same numbers here, whether resumed or not
        step(table, dice)
        if table.state.round > before:
            nets.append([str(seat.net) for seat in table.results()])
        write(file, json.dumps({"table": table.save(), "nets": nets}))
        print("saved", flush=True)
    print(json.dumps({"table": table.save(), "nets": nets}))


if __name__ == "__main__":
    main(*sys.argv[1:])
