"""What happens at a table, line by line, each with its paragraph at the end; and what each seat won or lost."""

import textwrap
from collections.abc import Iterable

from upcard.cli.render import styled, width, wrap
from upcard.game import events as ev
from upcard.game.narrate import faces, text
from upcard.game.readings_used import readings_used
from upcard.game.round_report import DealerResult, dealer_results, house_total, results
from upcard.law import Edition
from upcard.money import format_money
from upcard.table import TableConfig
from upcard.wagers import display_name

CITE_COLUMNS = 18  # a space and the longest citation, in brackets
OUTCOME_COLUMN = 50


def event_line(event: ev.Event, edition: Edition, line: str) -> str:
    """Return an event in its words, with the paragraph in a column of its own; nothing if there is nothing to say."""
    if not line:
        return ""
    room = width() - CITE_COLUMNS
    rows = textwrap.wrap(line, room, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([*rows[:-1], f"{rows[-1]:<{room}} [{event.cite.as_of(edition)}]"])


def game_line(event: ev.Event, edition: Edition) -> str:
    """Return what happened as the player of the game reads it, the paragraph after it in color."""
    if not (line := text(event)):
        return ""
    cite = f"[{event.cite.as_of(edition)}]"
    return wrap(f"{line}  {cite}", indent="    ", first="  ").removesuffix(cite) + styled(cite, "cyan")


def print_results(events: Iterable[ev.Event]) -> None:
    """Print the net result of each seat, wager by wager, and the totals of the dealer's hands and of the house."""
    happened = tuple(events)
    seats = results(happened)
    for seat in seats:
        print(styled(f"seat {seat.number}: {format_money(seat.net, signed=True)}", "bold"))
        for wager in seat.wagers:
            which = f" {wager.spot + 1}" if wager.spot else f" on {wager.choice}" if wager.choice is not None else ""
            amount, net = format_money(wager.amount), format_money(wager.net, signed=True)
            sums = f"  {display_name(wager.wager) + which:<20} {amount:>11}  {net:>12}  "
            coupon = f"; coupon {format_money(wager.coupon)}" if wager.coupon else ""
            print(wrap(f"{wager.outcome}{coupon}", indent=" " * OUTCOME_COLUMN, first=sums))
    for number, hand in enumerate(hands := dealer_results(happened), 1):
        which = f" {number}" if len(hands) > 1 else ""
        print(wrap(f"dealer's hand{which}: {faces(hand.cards)}, {_total(hand)}", first=""))
    house = house_total(seats)
    net, collected, paid = format_money(house.net, signed=True), format_money(house.collected), format_money(house.paid)
    print(f"house: {net}; collected {collected}, paid {paid}")


def _total(hand: DealerResult) -> str:
    return ev.BLACKJACK if hand.blackjack else f"{'soft ' if hand.total.soft else ''}{hand.total.points}"


def print_readings(table: TableConfig, events: Iterable[ev.Event]) -> None:
    """Print the Readings that may have moved money in a round, each with the side that the table takes."""
    for used in readings_used(table, events):
        print(wrap(str(used), indent="    ", first="  "))
