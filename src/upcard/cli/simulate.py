"""upcard simulate: rounds by the billion, beside the exact means."""

import sys
import time
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from upcard.cards import DECK
from upcard.cli.arguments import read_amount
from upcard.cli.print_simulation import csv_rows, print_simulation
from upcard.cli.render import print_csv, print_json
from upcard.cli.shared_arguments import A_TABLE, add_csv, add_law, add_set
from upcard.errors import MissingKernelsWarning, Misuse
from upcard.money import Cents, share
from upcard.results.result import json_of
from upcard.results.simulated_table import SimulatedTable, simulated_table
from upcard.results.simulation import Follow, Simulation
from upcard.results.simulation import run as run_simulation
from upcard.results.simulation_request import MOST_SIMULATED_ROUNDS, SimulationRequest
from upcard.sim.checkpoint import Checkpoint
from upcard.sim.run import is_compiled
from upcard.sim.schedule import MAIN
from upcard.table import TableConfig, load
from upcard.table.value_readers import cutting_card

USUAL_ROUNDS = 100_000_000
INTERRUPTED = 130
EMPTY_ANSWER: dict[str, object] = {"wagers": []}


ABOUT = """\
  upcard simulate TABLE.toml --rounds 1e9        shoes dealt to the cutting card, the best play, every wager made
  upcard simulate TABLE.toml --fresh             a fresh shoe for every round, as for the exact figures
  upcard simulate TABLE.toml --until 0.001%      until the standard error of the blackjack wager is this small
  upcard simulate TABLE.toml --schedule FILE     amounts by a count of the cards (docs/simulation.md)
  upcard simulate TABLE.toml --session 200 --bankroll 500      sessions, and how many lose the bankroll

The same seed gives the same counts on any number of cores and machines. Ctrl-C stops, and prints the rounds so far."""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard simulate."""
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    add = verb.add_argument
    add("--rounds", metavar="N", help="how many rounds, such as 1000000 or 1e9 (1e8)")
    add("--seed", type=int, default=1, metavar="N", help="seed of the shuffles (1)")
    add("--seats", type=int, default=1, metavar="N", help="how many seats are played, 1 to 7 (1)")
    penetration = "share or number of cards in front of the cutting card: 0.7, 70%%, 2/3 or 37 (that of the table)"
    add("--penetration", metavar="SHARE", help=penetration)
    add(
        "--fresh",
        action="store_true",
        help="a fresh shoe for every round; otherwise shoes are dealt to the cutting card",
    )
    how = "optimum, chart, mimic (the dealer), never-bust, or a file with a chart (optimum)"
    add("--strategy", default="optimum", metavar="STRATEGY|FILE", help=how)
    add(
        "--wager",
        action="append",
        default=[],
        metavar="WAGER",
        help="make only this optional wager; once for each (all)",
    )
    add("--no-wagers", action="store_true", help="make the blackjack wager only")
    amount = 'amount of the blackjack wager, or of another: "WAGER=5.00"; once for each (the least that may be made)'
    add("--amount", action="append", default=[], metavar="[WAGER=]DOLLARS", help=amount)
    add("--schedule", metavar="FILE", help="amounts by a count of the cards")
    add("--insurance", action="store_true", help="take insurance whenever it is offered")
    add("--session", metavar="N", help="follow sessions of this many rounds")
    add("--bankroll", metavar="DOLLARS", help="bankroll of a session: count how often it is lost")
    beyond = "simulate wagers and seats beyond the limits of the table too, and list what is exceeded"
    add("--beyond-limits", action="store_true", help=beyond)
    add("--until", metavar="ERROR", help="stop at this standard error of the blackjack wager, such as 0.001%%")
    add("--checkpoint", metavar="FILE", help="save the counts so far in this file")
    add("--resume", action="store_true", help="resume from the checkpoint")
    add("--workers", type=int, metavar="N", help="how many cores (all)")
    add("--cluster", metavar="ADDRESS", help="run on the Dask cluster of this scheduler, such as tcp://host:8786")
    add_law(verb)
    add_set(verb)
    kernels = ("auto", "avx2", "portable", "numpy")
    add("--kernel", choices=kernels, default="auto", help="kernel to run; all give the same counts (auto)")
    add("--details", action="store_true", help="print every outcome and covariance too")
    add_csv(verb)


def run(arguments: Namespace) -> int:
    """Simulate a table, show the progress, and print the report."""
    start = time.monotonic()
    _refuse_contradictions(arguments)
    simulation = _simulate(arguments)
    seconds = time.monotonic() - start
    interrupted, report = _report(
        simulation, variances=arguments.json or arguments.details, covariances=arguments.details
    )
    if arguments.json:
        print_json(json_of(report))
    elif arguments.csv:
        print_csv(*csv_rows(report))
    else:
        requested = simulation.request.rounds
        print_simulation(report, requested=requested, seconds=seconds, details=arguments.details)
    return INTERRUPTED if interrupted else 0


def _report(simulation: Simulation, *, variances: bool, covariances: bool) -> tuple[bool, SimulatedTable]:
    """Return whether there was an interrupt, and the report; without exact variances if that is interrupted."""
    try:
        report = simulated_table(simulation, variances=variances, covariances=covariances)
        return simulation.interrupted, report
    except KeyboardInterrupt:
        if not variances:
            raise
        return True, simulated_table(simulation, variances=False)


def _refuse_contradictions(arguments: Namespace) -> None:
    if arguments.resume and not arguments.checkpoint:
        raise Misuse("--resume: there is no file to resume from: give it with --checkpoint")
    if arguments.wager and arguments.no_wagers:
        raise Misuse("--wager and --no-wagers: remove one of the two")
    if arguments.json and arguments.csv:
        raise Misuse("give --json or --csv, not both")


def _simulate(arguments: Namespace) -> Simulation:
    table = load(arguments.table, arguments.changes)
    request = _request(arguments, table)
    checkpoint = None
    if arguments.checkpoint:
        checkpoint = Checkpoint(path=Path(arguments.checkpoint), resume=arguments.resume)
    _warn_of_speed(arguments.kernel)
    with _progress_bar(request) as follow:
        return run_simulation(
            table,
            request,
            follow,
            workers=arguments.workers,
            address=arguments.cluster,
            kernel=arguments.kernel,
            checkpoint=checkpoint,
        )


def _warn_of_speed(kernel: str) -> None:
    """Warn on the terminal where rounds are played slowly."""
    if kernel == "numpy":
        slow = "the numpy kernel is more than a hundred times slower than the compiled one, and counts the same"
    elif kernel == "auto" and not is_compiled():
        slow = "the compiled kernel is missing; NumPy is used instead, which is much slower"
    else:
        return
    warnings.simplefilter("ignore", MissingKernelsWarning)  # once is enough
    if sys.stderr is not None:
        print(f"upcard: {slow}", file=sys.stderr)


def _request(arguments: Namespace, table: TableConfig) -> SimulationRequest:
    error = _until(arguments.until)
    return SimulationRequest(
        rounds=read_rounds(arguments.rounds, MOST_SIMULATED_ROUNDS if error else USUAL_ROUNDS),
        seed=arguments.seed,
        seats=arguments.seats,
        fresh=arguments.fresh,
        strategy=arguments.strategy,
        wagers=() if arguments.no_wagers else tuple(arguments.wager) or None,
        amounts=_amounts(arguments.amount),
        schedule=arguments.schedule,
        insurance=arguments.insurance,
        session=None if arguments.session is None else read_rounds(arguments.session, 1, option="--session"),
        bankroll=read_amount(arguments.bankroll, "--bankroll"),
        penetration=_penetration(arguments.penetration, table),
        until=error,
        beyond_limits=arguments.beyond_limits,
    )


def _penetration(text: str | None, table: TableConfig) -> Fraction | None:
    if text is None:
        return None
    try:
        return cutting_card(table.decks * len(DECK))(text.strip())
    except Misuse as wrong:
        raise Misuse(f"--penetration: {wrong}") from None


def read_rounds(text: str | None, usual: int, option: str = "--rounds") -> int:
    """Read a number of rounds, such as 1000000, 1e9 or 10_000_000."""
    if text is None:
        return usual
    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
        whole = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        raise Misuse(f'{option}: "{text}" is not a number of rounds; write it as 1000000 or 1e6') from None
    if whole != number or whole < 1:
        raise Misuse(f'{option}: "{text}" is not a whole number of rounds, at least 1')
    if whole > MOST_SIMULATED_ROUNDS:
        raise Misuse(f"{option}: number too large: at most {MOST_SIMULATED_ROUNDS:,} rounds can be simulated")
    return whole


def _until(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        error = float(share(text.strip()))
    except Misuse as wrong:
        raise Misuse(f"--until: {wrong}") from None
    if not error:
        raise Misuse("--until: a standard error of zero is never reached")
    return error


def _amounts(texts: list[str]) -> dict[str, Cents]:
    amounts: dict[str, Cents] = {}
    for text in texts:
        name, _, dollars = text.rpartition("=")
        name = name.strip() or MAIN
        amount = read_amount(dollars, "--amount")
        assert amount is not None
        if name in amounts:
            raise Misuse(f"--amount: {name} is given twice: remove one of the two")
        amounts[name] = amount
    return amounts


@contextmanager
def _progress_bar(request: SimulationRequest) -> Iterator[Follow]:
    """Show the rounds played, their rate, and the time left; yield what is called after every chunk."""
    rounds, error, bar = request.rounds, request.until, cast(Any, None)
    if sys.stderr is not None and sys.stderr.isatty():
        bar = _rich_bar(rounds)
        bar.start()

    def follow(so_far: Simulation) -> None:
        if bar is not None:
            now = so_far.wagers[MAIN].standard_error if error else 0.0
            needed = min(rounds, round(so_far.rounds * (now / error) ** 2)) if error and now > 0 else rounds
            bar.update(bar.task_ids[0], completed=so_far.rounds, total=max(needed, so_far.rounds))

    try:
        yield follow
    finally:
        if bar is not None:
            bar.stop()


def _rich_bar(rounds: int) -> Any:
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Rounds per second."""

        def render(self, task: Task) -> Text:
            speed = task.speed or task.finished_speed
            return Text(f"{speed / 1e6:7.1f} million rounds/s" if speed else "")

    columns = (
        TextColumn("simulating"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        Rate(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("", total=rounds)
    return bar
