"""Whether errors are right: over many seeds, means lie about their mean as far as their errors say."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, variance

from tests.sim.making import TAGS
from upcard.results.simulation import simulate, simulation_program
from upcard.results.simulation_request import SimulationRequest
from upcard.results.statistics import WagerStatistics, results
from upcard.sim.program import Program
from upcard.sim.run import Job, first_progress, play_chunks, threads
from upcard.sim.schedule import MAIN
from upcard.table import TableConfig

SEEDS = 400
SEATS = (1, 2, 7)
HITS = 100  # rounds over kurtosis: how often at least what decides the variance happens in a run
FEWEST, MOST = 30_000, 6_000_000  # rounds of a run
PILOT = 4_000_000


def _quantile(chance: float) -> float:
    """Return a quantile of the variance of so many normal deviations (chi-square by Wilson and Hilferty)."""
    ninth = 2 / (9 * (SEEDS - 1))
    return (1 - ninth + NormalDist().inv_cdf(chance) * sqrt(ninth)) ** 3


BAND = _quantile(0.0005), _quantile(0.9995)  # 99.9 %: .783 to 1.250


@dataclass(frozen=True)
class Setting:
    """How a table is simulated."""

    seats: int
    fresh: bool = False
    by_count: bool = False

    def __str__(self) -> str:
        shoe = "fresh" if self.fresh else "cutting card"
        return f"{shoe}, {'schedule' if self.by_count else 'flat'}, {self.seats} seats"


SETTINGS = [
    *(Setting(seats, fresh=True) for seats in SEATS),
    *(Setting(seats, by_count=by_count) for seats in SEATS for by_count in (False, True)),
]


def program_of(table: TableConfig, setting: Setting, folder: Path) -> Program:
    """Return the program of a setting; by count, optional wagers are made from a true count of 1 on."""
    plain = simulation_program(
        table, SimulationRequest(seats=setting.seats, fresh=setting.fresh, strategy="chart", beyond_limits=True)
    )
    if not setting.by_count:
        return plain
    main = plain.schedule.steps[0].amounts[MAIN]
    nothing = "".join(f'"{line.name}" = "0.00"\n' for line in plain.lines if not line.rider)
    steps = "".join(
        f'[[step]]\n{since}blackjack = "{times * main / 100:.2f}"\n{insured}{wagers}'
        for since, times, insured, wagers in (
            ("", 1, "", nothing),
            ("from = 1\n", 4, "", ""),
            ("from = 3\n", 12, "insurance = true\n", ""),
        )
    )
    file = folder / "schedule.toml"
    file.write_text(f"{TAGS}{steps}", encoding="utf-8")
    request = SimulationRequest(seats=setting.seats, strategy="chart", schedule=str(file), beyond_limits=True)
    return simulation_program(table, request)


def statistics(program: Program, seed: int, rounds: int) -> dict[str, WagerStatistics]:
    """Return the wagers of one run on this core."""
    job = Job(plan=program.plan, seed=seed, rounds=rounds)
    with threads(1) as submit:
        *_, progress = play_chunks(job, None, first_progress(job, None), submit, 1)
    return {wager.key: wager for wager in results(program, progress)}


def kurtosis(wager: WagerStatistics) -> float:
    """Return the kurtosis of a wager's net result."""
    squares = sum(one.count * (one.net - wager.mean) ** 2 for one in wager.outcomes) / max(wager.made, 1)
    fourths = sum(one.count * (one.net - wager.mean) ** 4 for one in wager.outcomes) / max(wager.made, 1)
    return fourths / squares**2 if squares else 1.0


def rounds_of(table: TableConfig, setting: Setting) -> int:
    """Return how many rounds a run needs, so that its rarest important outcomes happen often enough.

    By count, insurance is taken in less than one round of a hundred, and all seats share its result.
    """
    pilot = simulate(table, rounds=PILOT, seed=1, fresh=True, workers=1)
    most = max(kurtosis(wager) for wager in pilot.results if wager.rider is None)
    return round(min(max(HITS * most, FEWEST * (5 if setting.by_count else 1)), MOST))


def variances_of_z(program: Program, rounds: int) -> Iterator[tuple[str, float]]:
    """Yield for each wager the variance of z over the seeds.

    Riders are too rare, and so is a wager that some run never made: few decks and seven seats hardly reach a count.
    """
    runs = [statistics(program, seed, rounds) for seed in range(1, SEEDS + 1)]
    for key, wager in runs[0].items():
        if wager.rider is None and all(run[key].standard_error for run in runs):
            center = fmean(run[key].mean for run in runs)
            yield key, variance((run[key].mean - center) / run[key].standard_error for run in runs)


def far_off(program: Program, rounds: int) -> list[tuple[str, float]]:
    """Return the wagers whose variance of z lies outside its band."""
    return [(key, of_z) for key, of_z in variances_of_z(program, rounds) if not BAND[0] < of_z < BAND[1]]
