"""Rounds a second of the simulation against a plain loop in C, both measured in one run on one core.

The plain loop, yardstick.c, deals one seat with the main wager only. Ours plays the same rules through the Python API,
then with optional wagers, with free bets, with seven seats, with two workers, from a fresh shoe for every round, and
without the compiled kernel. The last must reach a rate of its own, whatever the plain loop does.
"""

import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from upcard.results.simulation import simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.sim.run import Job, first_progress, play_chunk, play_chunks, threads
from upcard.table import load

SOURCE = Path(__file__).with_name("yardstick.c")
RUNS = 5
PLAIN_ROUNDS = 30_000_000
OUR_ROUNDS = 100_000_000
MEAN, DEVIATION = -0.00425, 1.154  # of the main wager by the chart with this cutting card

RULES = """
licensee     = "Boardwalk Demo Casino"
decks        = 6
hole_card    = "down, card reader"
notices      = ["splits"]
cutting_card = 0.75
minimum      = "10.00"
maximum      = "1000.00"
"""
BASE = (
    RULES
    + """
seats  = 6
splits = 3
"""
)
SEVEN_BOXES = (
    RULES
    + """
seats  = 7
splits = 2
"""
)
DRAW_TO_SOFT_17 = """
dealer_soft_17 = "draw"
"""
FREE_BET = """
game           = "free bet"
free_double    = "two cards"
dealer_soft_17 = "draw"
"""
IN_BETWEEN = """
[[wager]]
name = "in-between"
pay_table = "A"
minimum = "1.00"
maximum = "25.00"
"""
BUSTER = """
[[wager]]
name = "buster"
pay_table = "A"
minimum = "1.00"
maximum = "25.00"
"""
PUSH_22 = """
[[wager]]
name = "push 22"
pay_table = "1"
minimum = "1.00"
maximum = "25.00"
"""
PROGRESSIVE = """
[[wager]]
name = "progressive"
initial = "5000.00"
reset = "5000.00"
rate = "60%"
reset_rate = "10%"
"""
MATCH_THE_DEALER = """
[[wager]]
name = "match-the-dealer"
pay_table = "house six decks"
minimum = "1.00"
maximum = "25.00"
"""


HI_LO = """
[tags]
2 = 1
3 = 1
4 = 1
5 = 1
6 = 1
10 = -1
A = -1
[[step]]
[[step]]
from = 1
blackjack = "20.00"
[[step]]
from = 2
blackjack = "40.00"
[[step]]
from = 3
blackjack = "80.00"
insurance = true
[[step]]
from = 4
blackjack = "120.00"
insurance = true
"""


def shipped(name: str) -> str:
    """Return the text of a table that comes with upcard."""
    return (SOURCE.parent.parent / "tables" / f"{name}.toml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Row:
    """One measurement: the table, how it is simulated, and the rate that it must reach.

    `target`: a multiple of the yardstick's rate; `share`: of the rate of the main wager alone, at one seat.
    """

    label: str
    table: str = BASE
    target: float | None = None
    share: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 1
    fresh: bool = False
    workers: int = 1
    kernel: str = "auto"
    rounds: int = OUR_ROUNDS


MAIN = Row("main wager only", target=4)
ROWS = (
    MAIN,
    Row("in-between and buster", BASE + DRAW_TO_SOFT_17 + IN_BETWEEN + BUSTER, target=3),
    # Push 22 is lawful with free bets only, and not beside match-the-dealer: these rows are for the speed of suits.
    Row("push 22", BASE + PUSH_22, target=2),
    Row("progressive", BASE + PROGRESSIVE, target=2),
    Row("match-the-dealer", BASE + MATCH_THE_DEALER, target=2),
    Row("all three that see suits", BASE + PUSH_22 + PROGRESSIVE + MATCH_THE_DEALER, target=2.5),
    Row("free bet", BASE + FREE_BET, target=2),
    Row("fresh shoe for every round", target=3, fresh=True),
    Row("two seats, in hands", share=60 / 84, seats=2),
    Row("seven seats, in hands", SEVEN_BOXES, share=60 / 84, seats=7),
    Row("schedule (Hi-Lo, 1 to 12)", share=0.5, options={"schedule": HI_LO}),
    Row("sessions of 100 rounds", share=0.5, options={"session": 100, "bankroll": 100_000}),
    Row("insurance", share=0.5, options={"insurance": True}),
    Row("streaks", shipped("streak"), share=0.5),
    Row("multiple action", shipped("multiple-action"), share=30 / 84),
    Row("hole card up", shipped("blackjack-hole-card-up"), share=30 / 84),
    Row("20 point bonus", shipped("20-point-bonus"), share=30 / 84),
)
TWO_WORKERS = Row("main wager, two workers", workers=2)
TWO_WORKERS_TARGET = 1.7
NUMPY = Row("main wager, in NumPy", kernel="numpy", rounds=1 << 23)
NUMPY_TARGET = 0.3  # million rounds a second


def compiled(folder: Path) -> Path:
    """Compile the yardstick; return the path of the program."""
    program = folder / "yardstick"
    subprocess.run(("cc", "-O3", "-o", str(program), str(SOURCE)), check=True)
    return program


def plain_rate(program: Path, seed: int) -> float:
    """Return the rounds a second of the plain loop; exit if its mean is wrong."""
    output = subprocess.run((program, str(PLAIN_ROUNDS), str(seed)), check=True, capture_output=True, text=True).stdout
    rounds, seconds, mean, _ = (float(number) for number in output.split())
    if abs(mean - MEAN) > 5 * DEVIATION / rounds**0.5:
        sys.exit(f"the yardstick is wrong: its mean is {mean:+.6f}, expected {MEAN:+.5f}")
    return rounds / seconds


def our_rate(row: Row, folder: Path, seed: int) -> float:
    """Return the rounds a second of the simulation, times the seats; building its tables is not included."""
    job = prepare(row, folder, seed)
    play_chunk(job, 0)
    with threads(row.workers) as submit:
        start = time.perf_counter()
        for _ in play_chunks(job, None, first_progress(job, None), submit, 2 * row.workers):
            pass
        return job.rounds * row.seats / (time.perf_counter() - start)


def prepare(row: Row, folder: Path, seed: int) -> Job:
    """Build the tables of a row and return the job to play."""
    file = folder / "table.toml"
    file.write_text(row.table, encoding="utf-8")
    options = dict(row.options)
    if "schedule" in options:
        schedule = folder / "schedule.toml"
        schedule.write_text(options["schedule"], encoding="utf-8")
        options["schedule"] = str(schedule)
    request = SimulationRequest(strategy="chart", seats=row.seats, fresh=row.fresh, **options)
    program = simulation_program(load(file), request)
    return Job(plan=program.plan, seed=seed, rounds=row.rounds * row.workers // row.seats, kernel=row.kernel)


def cold_start(table: str) -> float:
    """Return the seconds that the command takes for its first hundred thousand rounds."""
    start = time.perf_counter()
    command = (sys.executable, "-m", "upcard", "simulate", table, "--rounds", "1e5")
    subprocess.run(command, cwd=SOURCE.parent.parent, check=True, capture_output=True)
    return time.perf_counter() - start


def measured(row: Row, program: Path, folder: Path) -> tuple[float, float]:
    """Return the best rate of the yardstick and of ours, run in turn."""
    plain, ours = [], []
    for seed in range(1, RUNS + 1):
        plain.append(plain_rate(program, seed))
        ours.append(our_rate(row, folder, seed))
    return max(plain), max(ours)


def print_line(label: str, rate: float, ratio: float, target: float | None) -> None:
    """Print one line of the report."""
    bound = "" if target is None else f"{target:.2f}{'' if ratio >= target else '  missed'}"
    print(f"{label:<32} {rate / 1e6:12.1f} {ratio:8.2f}   {bound}")


def main() -> None:
    """Measure everything and print a report, with the Python version and machine."""
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}")
    print(f"{'':<32} {'M rounds/s':>12} {'ratio':>8}   target")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compiled(folder)
        plains, main_ratio = [], 0.0
        for row in ROWS:
            plain, ours = measured(row, program, folder)
            plains.append(plain)
            main_ratio = main_ratio or ours / plain
            target = row.share * main_ratio if row.share else row.target
            print_line(row.label, ours, ours / plain, target)
        one_worker, two_workers = [], []
        for seed in range(1, RUNS + 1):
            one_worker.append(our_rate(MAIN, folder, seed))
            two_workers.append(our_rate(TWO_WORKERS, folder, seed))
        print_line("two workers, against one", max(two_workers), max(two_workers) / max(one_worker), TWO_WORKERS_TARGET)
        plain, ours = measured(NUMPY, program, folder)
        missed = "" if ours >= NUMPY_TARGET * 1e6 else "  missed"
        print(f"{NUMPY.label:<32} {ours / 1e6:12.1f} {ours / plain:8.2f}   {NUMPY_TARGET} M rounds/s{missed}")
        for table in ("tables/in-between.toml", "tables/free-bet.toml", "tables/match-the-dealer.toml"):
            print(f"{table}: first result after {min(cold_start(table) for _ in range(RUNS)):.2f} s")
        print(f"the yardstick itself: {min(plains) / 1e6:.1f} to {max(plains) / 1e6:.1f}, each the best of {RUNS}")


if __name__ == "__main__":
    main()
