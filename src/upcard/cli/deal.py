"""upcard deal: rule on a written round, or play in the terminal."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from upcard.cli.render import print_json, reading_json, styled, wrap
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.game.narrate import face, text
from upcard.game.readings_used import readings_used
from upcard.game.report import SeatResult, results
from upcard.game.ruling import Ruling, rule
from upcard.game.view import event_view
from upcard.game.written_round import WrittenRound, load_round
from upcard.law import Edition
from upcard.money import Cents, show
from upcard.table import TableConfig, load

EMPTY_ANSWER: dict[str, object] = {"events": [], "seats": []}


def run(arguments: Namespace) -> int:
    """Rule on a written round if one is given; otherwise play."""
    table = load(arguments.table, arguments.changes) if arguments.table else None
    written = load_round(arguments.round, table) if arguments.round else None
    for dealt in (table, written.table if written else None):
        if dealt is not None:
            dealt.require_one_game()
    if written is not None:
        return _rule(written, as_json=arguments.json)
    if table is None:
        raise Misuse("nothing to deal: give a table file to play at, or a written round with --round")
    if arguments.json:
        raise Misuse("--json: a game in the terminal has no JSON: give a written round with --round")
    from upcard.cli.play import play_in_terminal

    return play_in_terminal(table, seed=arguments.seed, seats=arguments.seats, transcript=arguments.transcript)


def _rule(written: WrittenRound, *, as_json: bool) -> int:
    ruling = rule(written)
    edition = written.table.law
    if as_json:
        print_json(_json(ruling, written.table))
    elif ruling.refusals:
        print(styled("the round could not be as written:", "bold", "red"))
        for refusal in ruling.refusals:
            print(wrap(f"{refusal.message} [{refusal.cite}]", indent="    ", first="  "))
    else:
        _print(ruling, edition)
        print_readings(written.table, ruling.events)
    return 1 if ruling.refusals else 0


def _print(ruling: Ruling, edition: Edition) -> None:
    for event in ruling.events:
        if line := text(event):
            print(f"{line:<86} [{event.cite.as_of(edition)}]")
    print()
    print_results(results(ruling.events))
    if ruling.cards_left:
        print(f"cards left over: {' '.join(face(card) for card in ruling.cards_left)}")


def print_results(seats: tuple[SeatResult, ...]) -> None:
    """Print the net result of each seat, wager by wager."""
    for seat in seats:
        print(styled(f"seat {seat.number}: {_signed(seat.net)}", "bold"))
        for wager in seat.wagers:
            which = f" {wager.spot + 1}" if wager.spot else f" on {wager.choice}" if wager.choice is not None else ""
            print(f"  {wager.wager + which:<20} ${show(wager.amount):>10}  {_signed(wager.net):>12}  {wager.outcome}")


def print_readings(table: TableConfig, events: Iterable[ev.Event]) -> None:
    """Print the Readings that may have moved money in a round, each with the side that the table takes."""
    for used in readings_used(table, events):
        print(wrap(str(used), indent="    ", first="  "))


def _signed(amount: int) -> str:
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}${show(Cents(abs(amount)))}"


def _json(ruling: Ruling, table: TableConfig) -> dict[str, Any]:
    if ruling.refusals:
        return {"refusals": [{"cite": str(refusal.cite), "message": refusal.message} for refusal in ruling.refusals]}
    return {
        "events": [view for view in (event_view(event, table.law) for event in ruling.events) if view["text"]],
        "seats": [_seat_json(seat) for seat in results(ruling.events)],
        "cards_left": [str(card) for card in ruling.cards_left],
        "readings": [reading_json(used) for used in readings_used(table, ruling.events)],
    }


def _seat_json(seat: SeatResult) -> dict[str, Any]:
    return {
        "number": seat.number,
        "net": show(seat.net),
        "wagers": [
            {
                "wager": wager.wager,
                "amount": show(wager.amount),
                "outcome": wager.outcome,
                "collected": show(wager.collected),
                "paid": show(wager.paid),
                "net": show(wager.net),
                "spot": wager.spot + 1,
                "choice": wager.choice,
            }
            for wager in seat.wagers
        ],
    }
