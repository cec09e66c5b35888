"""upcard simulate: rounds by the billion, beside what is exact."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from upcard.analysis import simulation
from upcard.analysis.simulation import MOST_ROUNDS, Advance, Simulation, SimulationRequest
from upcard.analysis.simulation_report import simulation_report
from upcard.cli.arguments import read_amount
from upcard.cli.print_simulation import print_simulation
from upcard.cli.render import misuse, print_json, problem_json
from upcard.errors import Misuse
from upcard.money import Cents, share
from upcard.sim.checkpoint import Checkpoint
from upcard.sim.run import is_compiled
from upcard.sim.schedule import MAIN
from upcard.table import BadConfig, load

USUAL_ROUNDS = 100_000_000
INTERRUPTED = 130


def run(asked: Namespace) -> int:
    """Simulate a table, show how far it is, and print what came of it."""
    began = time.monotonic()
    try:
        found = _simulated(asked)
    except BadConfig as bad:
        if asked.json:
            print_json({"wagers": [], "problems": [problem_json(one) for one in bad.problems]})
        return misuse(str(bad))
    except Misuse as wrong:
        if asked.json:
            print_json({"wagers": [], "problems": [{"message": str(wrong)}]})
        return misuse(str(wrong))
    seconds = time.monotonic() - began
    report = simulation_report(found)
    if asked.json:
        print_json(report.to_dict())
    else:
        print_simulation(report, requested=found.asked.rounds, seconds=seconds, details=asked.details)
    stopped = not found.done and asked.until is None
    return INTERRUPTED if stopped else 0


def _simulated(asked: Namespace) -> Simulation:
    until = _until(asked.until)
    rounds = rounds_asked(asked.rounds, MOST_ROUNDS if until else USUAL_ROUNDS)
    question = SimulationRequest(
        rounds=rounds,
        seed=asked.seed,
        seats=asked.seats,
        fresh=asked.fresh,
        strategy=asked.strategy,
        wagers=() if asked.no_wagers else tuple(asked.wager) or None,
        amounts=dict(_amounts(asked.amount)),
        schedule=asked.schedule,
        insurance=asked.insurance,
        session=None if asked.session is None else rounds_asked(asked.session, 1, option="--session"),
        bankroll=read_amount(asked.bankroll, "--bankroll"),
    )
    if asked.resume and not asked.checkpoint:
        raise Misuse("--resume: say which --checkpoint to go on with")
    table = load(asked.table)
    kept = Checkpoint(path=Path(asked.checkpoint), resume=asked.resume) if asked.checkpoint else None
    if not is_compiled() and asked.kernel == "auto":
        print("upcard: the compiled kernel is not there; NumPy plays instead, which is much slower", file=sys.stderr)
    with _bar(rounds, until) as advance:
        return simulation.run(
            table,
            question,
            advance,
            workers=asked.workers,
            address=asked.cluster,
            kernel=asked.kernel,
            checkpoint=kept,
        )


def rounds_asked(text: str | None, usual: int, option: str = "--rounds") -> int:
    """Read how many rounds are asked for: a number such as 1000000, 1e9 or 10_000_000."""
    if text is None:
        return usual
    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
        whole = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        raise Misuse(f'{option}: "{text}" is not a number of rounds; write it as 1000000 or 1e6') from None
    if whole != number or whole < 1:
        raise Misuse(f'{option}: "{text}" is not a whole number of rounds, at least 1')
    if whole > MOST_ROUNDS:
        raise Misuse(f"{option}: at most {MOST_ROUNDS:.0e} rounds are played")
    return whole


def _until(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        wanted = float(share(text.strip()))
    except Misuse as wrong:
        raise Misuse(f"--until: {wrong}") from None
    if not wanted:
        raise Misuse("--until: a standard error of nothing is never reached")
    return wanted


def _amounts(said: list[str]) -> Iterator[tuple[str, Cents]]:
    for text in said:
        name, _, dollars = text.rpartition("=")
        amount = read_amount(dollars, "--amount")
        assert amount is not None
        yield name.strip() or MAIN, amount


@contextmanager
def _bar(rounds: int, until: float | None) -> Iterator[Advance]:
    """Show how far the rounds are, how fast they come, and how long it will take."""
    shown: Any = None
    if sys.stderr is not None and sys.stderr.isatty():
        shown = _rich_bar(rounds)
        shown.start()

    def advance(so_far: Simulation) -> bool:
        if shown is not None:
            error = so_far.wagers[MAIN].standard_error if until else 0.0
            wanted = min(rounds, round(so_far.rounds * (error / until) ** 2)) if until else rounds
            shown.update(shown.task_ids[0], completed=so_far.rounds, total=max(wanted, so_far.rounds))
        return until is not None and so_far.is_within(until)

    try:
        yield advance
    finally:
        if shown is not None:
            shown.stop()


def _rich_bar(rounds: int) -> Any:
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many rounds come in a second."""

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
    made = Progress(*columns, console=Console(stderr=True), transient=True)
    made.add_task("", total=rounds)
    return made
