"""upcard deal: rule on a written round, or play in the terminal."""

import sys
from argparse import Namespace
from typing import Any

from upcard.cli.render import misuse, paragraph, print_json, problem_json, styled
from upcard.game.narrate import face, text
from upcard.game.report import SeatResult, results
from upcard.game.ruling import Ruling, rule
from upcard.game.written_round import WrittenRound, load_round
from upcard.law import Edition
from upcard.money import Cents, show
from upcard.table import BadConfig, load


def run(asked: Namespace) -> int:
    """Rule on a written round if one is given; otherwise play."""
    try:
        table = load(asked.table) if asked.table else None
        written = load_round(asked.round, table) if asked.round else None
    except BadConfig as bad:
        if asked.json:
            print_json({"problems": [problem_json(one) for one in bad.problems]})
        else:
            print(bad, file=sys.stderr)
        return 2
    if written is not None:
        return _rule(written, as_json=asked.json)
    if table is None:
        return misuse("name a table file to play at, or a written round with --round")
    if asked.json:
        return misuse("--json answers for a written round: give one with --round")
    from upcard.cli.play import play_in_terminal

    return play_in_terminal(table, seed=asked.seed, seats=asked.seats, transcript=asked.transcript)


def _rule(written: WrittenRound, *, as_json: bool) -> int:
    ruling = rule(written)
    edition = written.table.law
    if as_json:
        print_json(_json(ruling, edition))
    elif ruling.refusals:
        print(styled("the round could not be as written:", "bold", "red"))
        for refusal in ruling.refusals:
            print(paragraph(f"{refusal.message} [{refusal.cite}]", indent="    ", first="  "))
    else:
        _print(ruling, edition)
    return 1 if ruling.refusals else 0


def _print(ruling: Ruling, edition: Edition) -> None:
    for event in ruling.events:
        if said := text(event):
            print(f"{said:<86} [{event.cite.as_of(edition)}]")
    print()
    print_results(results(ruling.events))
    if ruling.cards_left:
        print(f"cards left over: {' '.join(face(card) for card in ruling.cards_left)}")


def print_results(seats: tuple[SeatResult, ...]) -> None:
    """Print what a round brought each seat, wager by wager."""
    for seat in seats:
        print(styled(f"seat {seat.number}: {_signed(seat.net)}", "bold"))
        for one in seat.wagers:
            which = f" {one.spot + 1}" if one.spot else f" on {one.choice}" if one.choice is not None else ""
            print(f"  {one.wager + which:<20} ${show(one.amount):>10}  {_signed(one.net):>12}  {one.outcome}")


def _signed(amount: int) -> str:
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}${show(Cents(abs(amount)))}"


def _json(ruling: Ruling, edition: Edition) -> dict[str, Any]:
    if ruling.refusals:
        return {"refusals": [{"cite": str(one.cite), "message": one.message} for one in ruling.refusals]}
    return {
        "events": [
            {"event": type(event).__name__, "cite": str(event.cite.as_of(edition)), "text": text(event)}
            for event in ruling.events
            if text(event)
        ],
        "seats": [_seat_json(seat) for seat in results(ruling.events)],
        "cards_left": [str(card) for card in ruling.cards_left],
    }


def _seat_json(seat: SeatResult) -> dict[str, Any]:
    return {
        "number": seat.number,
        "net": show(seat.net),
        "wagers": [
            {
                "wager": one.wager,
                "amount": show(one.amount),
                "outcome": one.outcome,
                "collected": show(one.collected),
                "paid": show(one.paid),
                "net": show(one.net),
                "spot": one.spot + 1,
                "choice": one.choice,
            }
            for one in seat.wagers
        ],
    }
