"""upcard par: the PAR sheet of a table, made or verified."""

from argparse import Namespace
from pathlib import Path

from upcard import disk_cache
from upcard.api.days import load_asked
from upcard.api.table import table_of
from upcard.cli.arguments import progress_bar, read_amount
from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.paper_files import warn_of_status
from upcard.cli.render import print_json, styled, wrap
from upcard.english import counted
from upcard.errors import Misuse
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.par_sheet import ParSheet
from upcard.paper.verify_file import PAR_FORMATS, first_difference, par_file
from upcard.results.prices import MOST_ROUNDS_AN_HOUR
from upcard.table import Status, TableConfig
from upcard.table.shipped import is_path

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


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
    print(f"{'':<20}{'house adv.':>12}{'hit freq.':>12}{'std. dev.':>12}{'VI 90 %':>10}{'z':>7}")
    for wager in sheet.wagers:
        price = wager.price
        z = wager.simulated[0].z if wager.simulated else None
        print(
            f"{wager.key:<20}{float(100 * price.house_advantage):>10.5f} %{100 * float(price.hit_frequency):>10.5f} %"
            f"{price.standard_deviation:>12.5f}{wager.volatility[0].index:>10.4f}{'' if z is None else f'{z:7.2f}'}"
        )
    play = sheet.play
    print(f"expected hold {float(100 * play.hold):.3f} % of the drop: {play.rounds} rounds an hour for one buy-in")
    print(wrap("z: 10,000,000 simulated rounds against exact; -o FILE.pdf, .xlsx or .json makes the sheet", first=""))
