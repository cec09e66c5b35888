"""upcard par: the PAR sheet of a table, made or verified."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from upcard import disk_cache
from upcard.api.days import load_asked
from upcard.api.table import table_of
from upcard.cli.arguments import progress_bar, read_amount
from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.paper_files import warn_of_status
from upcard.cli.render import print_json, styled, wrap
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_no_cache, add_set
from upcard.english import counted, format_number, format_percent
from upcard.errors import Misuse
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.par_sheet import ParSheet
from upcard.paper.verify_file import PAR_FORMATS, first_difference, par_file
from upcard.results.prices import MOST_ROUNDS_AN_HOUR
from upcard.table import Status, TableConfig
from upcard.table.shipped import is_path

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


ABOUT = """\
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


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard par."""
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the sheet to this file, which ends in .pdf, .xlsx or .json"
    verb.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    verb.add_argument("--verify", metavar="FILE", help="compute this sheet again, and name the first difference")
    verb.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds an hour, for the expected hold (60)")
    verb.add_argument("--amount", metavar="DOLLARS", help="amount of each wager (the least that may be made)")
    verb.add_argument("--buy-in", metavar="DOLLARS", help="what a player buys in for (twenty blackjack wagers)")
    add_date(verb)
    add_law(verb)
    add_set(verb)
    add_no_cache(verb)


def run(arguments: Namespace) -> int:
    """Make the PAR sheet of a table, or verify one."""
    in_file = arguments.output != STANDARD_OUTPUT
    if in_file and arguments.verify:
        raise Misuse("give -o to make a sheet or --verify to verify one, not both")
    require_output(arguments.output, "PAR sheet", *PAR_FORMATS)
    play = _play(arguments)
    if arguments.verify:
        with disk_cache.recomputing():
            return _verify(*_made(arguments, play), arguments)
    table, sheet = _made(arguments, play)
    if in_file:
        write_whole_file(arguments.output, par_file(table, sheet, Path(arguments.output).suffix))
    if arguments.json:
        print_json(sheet.to_dict())
    elif not in_file:
        _print_summary(sheet, table)
    return warn_of_status(Status(sheet.status), table.name, "sheet")


def _made(arguments: Namespace, play: StatedPlay) -> tuple[TableConfig, ParSheet]:
    table = load_asked(arguments.table, arguments.changes, arguments.date)
    with progress_bar() as progress:
        return table, par_sheet(table_of(table), play, progress, keep=not arguments.no_cache)


def _play(arguments: Namespace) -> StatedPlay:
    if not 1 <= arguments.rounds <= MOST_ROUNDS_AN_HOUR:
        raise Misuse(f"--rounds: {arguments.rounds}: give 1 to {MOST_ROUNDS_AN_HOUR:,} rounds an hour")
    return StatedPlay(
        rounds=arguments.rounds,
        amount=read_amount(arguments.amount, "--amount"),
        buy_in=read_amount(arguments.buy_in, "--buy-in"),
    )


def _verify(table: TableConfig, sheet: ParSheet, arguments: Namespace) -> int:
    difference = first_difference(table, sheet, Path(arguments.verify))
    if arguments.json:
        answer = {"file": arguments.verify, "fingerprint": sheet.fingerprint, "verified": difference is None}
        print_json({**answer, "difference": difference})
    elif difference is None:
        print(f"{arguments.verify}: the same bytes when made again; fingerprint {sheet.fingerprint}")
    else:
        print(f"{arguments.verify}: differs: {difference}")
    return 0 if difference is None else 1


def _print_summary(sheet: ParSheet, table: TableConfig) -> None:
    decks = counted(sheet.decks, "deck")
    name = table.name if is_path(table.file) else f"table {table.name}"
    heading = f"PAR sheet of {name}: {sheet.table}, {sheet.game}, {decks}, {sheet.law}, {sheet.date}"
    print(styled(wrap(heading, indent="  ", first=""), "bold"))
    print(f"fingerprint {sheet.fingerprint}")
    print(f"{'':<20}{'house adv.':>12}{'hit freq.':>12}{'std. dev.':>12}{'VI 90%':>10}{'z':>7}")
    for wager in sheet.wagers:
        price = wager.price
        z = wager.simulated[0].z if wager.simulated else None
        print(
            f"{wager.key:<20}{format_percent(price.house_advantage, 5):>12}{format_percent(price.hit_frequency, 5):>12}"
            f"{price.standard_deviation:>12.5f}{wager.volatility[0].index:>10.4f}"
            f"{'' if z is None else format_number(z, 2):>7}"
        )
    play = sheet.play
    print(f"expected hold {format_percent(play.hold, 3)} of the drop: {play.rounds} rounds an hour for one buy-in")
    print(wrap("z: 10,000,000 simulated rounds against exact; -o FILE.pdf, .xlsx or .json makes the sheet", first=""))
