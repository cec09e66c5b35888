"""Rounds a second through the readable engine, events included: one seat; seven seats with two optional wagers each."""

import platform
import random
import time
from pathlib import Path

from upcard.game import TableState, at, play, procedure
from upcard.game import commands as do
from upcard.game.shoe import new_shoe
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.table import load

TABLES = Path(__file__).parent.parent / "tables"
SECONDS = 4


def decision(table: TableState) -> do.Decide:
    """Return a simple decision: draw below 17, stand otherwise."""
    turn = procedure.turn(table)
    assert turn is not None
    seat, hand = turn
    return do.Decide(seat.number, Play.DRAW if seat.hands[hand].total.points < 17 else Play.STAND)


def one_round(table: TableState, wagers: list[do.PlaceWager]) -> TableState:
    """Play one round."""
    for wager in wagers:
        table, _ = play(table, wager)
    table, _ = play(table, do.CloseBetting())
    while table.point is not Point.BEFORE_FIRST_CARD:
        insurance = procedure.is_insurance_offered(table)
        table, _ = play(table, do.CloseInsurance() if insurance else decision(table))
    return table


def rate(file: str, wagers: list[do.PlaceWager]) -> float:
    """Return the rounds played in a second."""
    config = load(TABLES / file)
    table, _ = play(at(config), do.OpenTable())
    shuffler = random.Random(1)
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        if table.cutting_card_reached or not table.shoe:
            table, _ = play(table, new_shoe(table, shuffler))
        table = one_round(table, wagers)
        rounds += 1
    return rounds / (time.perf_counter() - start)


def main() -> None:
    """Measure both and print the rates, with the Python version and machine."""
    one_seat = [do.PlaceWager(1, "blackjack", (Cents(1000),))]
    seven_seats = [
        do.PlaceWager(seat, name, (Cents(amount),))
        for seat in range(1, 8)
        for name, amount in (("blackjack", 1000), ("in-between", 500), ("buster", 500))
    ]
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, one core")
    print(f"one seat, blackjack wager only:         {rate('blackjack.toml', one_seat):8.0f} rounds/s (promise: 2,000)")
    print(
        f"seven seats, two optional wagers each:  {rate('seven-seats.toml', seven_seats):8.0f} rounds/s (promise: 400)"
    )


if __name__ == "__main__":
    main()
