"""upcard plot: a picture of prices, sessions, a meter, the best play or a day's hold."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from upcard.api.mathematics import price, simulate, strategy
from upcard.api.registry import wagers
from upcard.api.sweep import sweep
from upcard.api.table import Table, table_of
from upcard.cli.arguments import read_amount
from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.render import print_json, width
from upcard.cli.shared_arguments import A_TABLE, add_law, add_set
from upcard.errors import Misuse
from upcard.plots.plot import PLOT_FORMATS, Plot
from upcard.results.amounts import Money
from upcard.results.prices import BLACKJACK, INSURANCE
from upcard.table import load
from upcard.table.config import MOST_DECKS

EMPTY_ANSWER: dict[str, object] = {"title": None}
SESSION_ROUNDS = 5_000_000  # simulated for the plot of sessions


ABOUT = """\
In the terminal the plot is drawn in characters; -o makes SVG or PDF, the same bytes each time. Each has its words for
those who cannot see it. In Python every result has plot(), which a notebook shows.
Exit code 0: drawn; 2: misuse, or there is nothing to plot.

  upcard plot price TABLE.toml                   house advantage of every wager for 1 to 8 decks
  upcard plot price TABLE.toml --wager WAGER -o price.svg      of one wager at each pay table
  upcard plot session TABLE.toml --session 200 --bankroll 500  how sessions of 200 rounds end
  upcard plot meter TABLE.toml -o meter.pdf      the player's advantage by the amount on the meter
  upcard plot strategy TABLE.toml -o chart.svg   the best play, on what each hand is worth
  upcard plot hold TABLE.toml --hours 16 --players 5 -o hold.svg      the hold of a day, with its bands"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard plot."""
    kinds = ("price", "session", "meter", "strategy", "hold")
    verb.add_argument("kind", choices=kinds, help="what to plot")
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the plot to this file, which ends in .svg or .pdf (in the terminal)"
    verb.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    verb.add_argument("--wager", metavar="WAGER", help="price, meter: only this wager (those of the table)")
    verb.add_argument("--session", type=int, default=200, metavar="N", help="session: rounds of a session (200)")
    verb.add_argument("--bankroll", metavar="DOLLARS", help="session: bankroll, which may be lost (none)")
    verb.add_argument("--rounds", type=int, default=60, metavar="N", help="hold: rounds an hour (60)")
    verb.add_argument("--hours", type=int, default=8, metavar="N", help="hold: hours of a day, 1 to 24 (8)")
    verb.add_argument("--players", type=int, default=1, metavar="N", help="hold: players at the table, 1 to 7 (1)")
    verb.add_argument("--amount", metavar="DOLLARS", help="hold: amount of each wager (the least that may be made)")
    verb.add_argument("--buy-in", metavar="DOLLARS", help="hold: what each buys in for an hour (twenty wagers)")
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Draw a plot into a file, or small in the terminal."""
    require_output(arguments.output, "plot", *PLOT_FORMATS)
    table = load(arguments.table, arguments.changes)
    plot = _KINDS[arguments.kind](table_of(table), arguments)
    if table.law_folder is not None:
        plot = replace(plot, note=f"{plot.note} Odds and amounts of the law {table.law_folder.words}.".strip())
    if arguments.output != STANDARD_OUTPUT:
        write_whole_file(arguments.output, plot.data(Path(arguments.output).suffix))
    if arguments.json:
        print_json(plot.to_dict())
    elif arguments.output == STANDARD_OUTPUT:
        text = plot.text(width())
        encoding = sys.stdout.encoding or "ascii"
        print(text.encode(encoding, "replace").decode(encoding))
    return 0


def _price(table: Table, arguments: Namespace) -> Plot:
    """Return the plot of prices by decks, and by pay tables where a wager with several is named."""
    keys: dict[str, Iterable[object]] = {"decks": range(1, MOST_DECKS + 1)}
    offered = [BLACKJACK, INSURANCE, *table.wagers]
    if arguments.wager and arguments.wager not in offered:
        raise Misuse(f"--wager: {arguments.wager} is no wager of this table; wagers: {', '.join(offered)}")
    names = [arguments.wager] if arguments.wager else list(table.wagers) or [BLACKJACK]
    if arguments.wager in table.wagers and len(tables := wagers(arguments.wager)[0].pay_tables) > 1:
        keys[f"wager.{arguments.wager}.pay_table"] = list(tables)
    return sweep(table, keys, only=names).plot()


def _session(table: Table, arguments: Namespace) -> Plot:
    bankroll = read_amount(arguments.bankroll, "--bankroll")
    simulated = simulate(
        table,
        rounds=SESSION_ROUNDS,
        session=_whole("--session", arguments.session),
        bankroll=None if bankroll is None else Money(bankroll),
        wagers=[],
    )
    return simulated.plot()


def _meter(table: Table, arguments: Namespace) -> Plot:
    prices = price(table)
    if arguments.wager:
        if arguments.wager not in prices:
            raise Misuse(f"--wager: {arguments.wager} is no wager of this table; wagers: {', '.join(prices)}")
        return prices[arguments.wager].plot()
    for wager in table.wagers:
        if wager in prices and (priced := prices[wager]).has_meter:
            return priced.plot()
    raise Misuse("no wager of this table is paid from a meter")


def _strategy(table: Table, _: Namespace) -> Plot:
    return strategy(table).plot()


def _hold(table: Table, arguments: Namespace) -> Plot:
    amount, buy_in = read_amount(arguments.amount, "--amount"), read_amount(arguments.buy_in, "--buy-in")
    prices = price(
        table,
        amount=None if amount is None else Money(amount),
        rounds_an_hour=_whole("--rounds", arguments.rounds),
    )
    return prices.plot(
        hours=_whole("--hours", arguments.hours),
        players=_whole("--players", arguments.players),
        buy_in=None if buy_in is None else Money(buy_in),
    )


def _whole(option: str, value: int) -> int:
    if not 1 <= value <= 1_000_000:
        raise Misuse(f"{option}: {value}: give a whole number from 1 to 1,000,000")
    return value


_KINDS: Mapping[str, Callable[[Table, Namespace], Plot]] = {
    "price": _price,
    "session": _session,
    "meter": _meter,
    "strategy": _strategy,
    "hold": _hold,
}
