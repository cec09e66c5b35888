"""The arguments and the help of upcard par and upcard plot; nothing of the core is imported here."""

from argparse import ArgumentParser

from upcard.cli.shared_arguments import add_date

PAR = """Make the PAR sheet of a table: PDF, XLSX and JSON from one source, for a laboratory or a submission.

Configuration and findings; each wager with its outcomes, probabilities, pays, house advantage, hit frequency, variance,
volatility index and return bounds, exact beside 10,000,000 simulated rounds; best play, expected hold, top awards,
conventions, sources and a checklist. docs/par.md explains every column. The date is that of --date, or of the table
file, or today: the same table gives the same bytes for the same date on any day and in any folder. A table that may not
be opened as configured is printed with these words across each page.
Exit code 0: made, or verified; 1: the table violates a rule, or the file to verify differs; 2: misuse.

  upcard par TABLE.toml                          a summary in the terminal
  upcard par TABLE.toml -o par.pdf               the sheet, for print
  upcard par TABLE.toml -o par.xlsx              a workbook, whose totals are formulas
  upcard par TABLE.toml --json                   everything, for another program
  upcard par TABLE.toml --verify par.pdf         computed again, and the first difference named
  upcard par TABLE.toml --rounds 80 --amount 5 --buy-in 100 -o par.pdf      hold for this play"""


def add_par(par: ArgumentParser, a_table: str) -> None:
    """Add the arguments of upcard par."""
    par.add_argument("table", metavar="TABLE.toml", help=a_table)
    where = "write the sheet to this file, which ends in .pdf, .xlsx or .json"
    par.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    par.add_argument("--verify", metavar="FILE", help="compute this sheet again, and name the first difference")
    par.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds an hour, for the expected hold (60)")
    par.add_argument("--amount", metavar="DOLLARS", help="amount of each wager (the least that may be made)")
    par.add_argument("--buy-in", metavar="DOLLARS", help="what a player buys in for (twenty blackjack wagers)")
    add_date(par)


PLOT = """Plot a table: prices by decks, results of sessions, a meter, the best play, or the hold of a day.

In the terminal the plot is drawn in characters; -o makes SVG or PDF, the same bytes each time. Each has its words for
those who cannot see it. In Python every result has plot(), which a notebook shows.
Exit code 0: drawn; 2: misuse, or there is nothing to plot.

  upcard plot price TABLE.toml                   house advantage of every wager for 1 to 8 decks
  upcard plot price TABLE.toml --wager WAGER -o price.svg      of one wager at each pay table
  upcard plot session TABLE.toml --session 200 --bankroll 500  how sessions of 200 rounds end
  upcard plot meter TABLE.toml -o meter.pdf      the player's advantage by the amount on the meter
  upcard plot strategy TABLE.toml -o chart.svg   the best play, on what each hand is worth
  upcard plot hold TABLE.toml --hours 16 --players 5 -o hold.svg      the hold of a day, with its bands"""


def add_plot(plot: ArgumentParser, a_table: str) -> None:
    """Add the arguments of upcard plot."""
    kinds = ("price", "session", "meter", "strategy", "hold")
    plot.add_argument("kind", choices=kinds, help="what to plot")
    plot.add_argument("table", metavar="TABLE.toml", help=a_table)
    where = "write the plot to this file, which ends in .svg or .pdf (in the terminal)"
    plot.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    plot.add_argument("--wager", metavar="WAGER", help="price, meter: only this wager (those of the table)")
    plot.add_argument("--session", type=int, default=200, metavar="N", help="session: rounds of a session (200)")
    plot.add_argument("--bankroll", metavar="DOLLARS", help="session: bankroll, which may be lost (none)")
    plot.add_argument("--rounds", type=int, default=60, metavar="N", help="hold: rounds an hour (60)")
    plot.add_argument("--hours", type=int, default=8, metavar="N", help="hold: hours of a day, 1 to 24 (8)")
    plot.add_argument("--players", type=int, default=1, metavar="N", help="hold: players at the table, 1 to 7 (1)")
    plot.add_argument("--amount", metavar="DOLLARS", help="hold: amount of each wager (the least that may be made)")
    plot.add_argument("--buy-in", metavar="DOLLARS", help="hold: what each buys in for an hour (twenty wagers)")
