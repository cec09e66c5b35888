"""Comparisons of the package with the second simulator: how many standard errors lie between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import erfc, exp, inf, lgamma, log, sqrt
from pathlib import Path
from typing import Any

from tests.second_simulator import (
    DOWN,
    INSURANCE,
    MAIN,
    PRODUCT,
    PUSH_22,
    SECOND_HAND,
    STEP,
    THIRD_HAND,
    UNIT,
    UP,
    Charts,
    Game,
    Ratio,
    Results,
    Step,
)
from tests.sim.making import TAGS
from upcard.money import Cents
from upcard.results.best_play import best_play
from upcard.results.blackjack import analyse
from upcard.results.simulation import Simulation, simulate
from upcard.table import TableConfig, load

FAR = 4.0  # standard errors
RARE = 1e-4  # probability of a chi-square as large
LEAST_EXPECTED = 10  # a net result expected less often is counted with other rare ones
MORE = 4  # the package plays so many rounds for each one of the second simulator
WAYS = ("chart", "mimic", "never-bust")

# The rules of shipped tables, written a second time.
GAMES: Mapping[str, dict[str, Any]] = {
    "blackjack": {"splits": 1},
    "blackjack-resplit": {"decks": 8, "hole_card": DOWN, "splits": 3, "cutting_card": 312},
    "free-bet": {
        "hole_card": DOWN,
        "splits": 3,
        "draws_to_soft_17": True,
        "pushes_on_22": True,
        "push_22_wager": True,
    },
    "blackjack-hole-card-up": {"hole_card": UP, "splits": 1},
    "multiple-action": {"spots": 3, "splits": 1},
}
QUANTITIES = {
    "blackjack": MAIN,
    "blackjack, second dealer's hand": SECOND_HAND,
    "blackjack, third dealer's hand": THIRD_HAND,
    "insurance": INSURANCE,
    "push 22": PUSH_22,
}

# Hi-Lo, one to twelve units.
SPREAD = (
    Step(),
    Step(since=1, amount=2),
    Step(since=2, amount=4),
    Step(since=3, amount=8, insures=True),
    Step(since=4, amount=12, insures=True),
)


def table_of(name: str) -> TableConfig:
    """Return a table that comes with upcard."""
    return load(f"tables/{name}.toml")


def unit_of(table: TableConfig) -> Cents:
    """Return the amount that is wagered where nothing else is said."""
    assert table.least_blackjack_wager is not None
    return table.least_blackjack_wager


@cache
def charts_of(name: str, way: str) -> Charts:
    """Return the charts that the package prints for a table, as plain words, and what a way to play makes of them."""
    table = table_of(name)
    report = best_play(analyse(table), table)

    def words(chart: Mapping[str, Mapping[str, Any]] | None) -> dict[str, dict[str, str]]:
        return {hand: {up: play.value for up, play in row.items()} for hand, row in (chart or {}).items()}

    charts = Charts(
        first=words(report.first_plays),
        otherwise=words(report.later_plays),
        free_first=words(report.chart_of_free_hands),
        free_otherwise=words(report.otherwise_of_free_hands),
    )
    if way == "mimic":
        return charts.mimic(draws_to_soft_17=False)
    return charts.never_bust() if way == "never-bust" else charts


def game_of(name: str, way: str = "chart", **keys: Any) -> Game:
    """Return the game of a table with a way to play it."""
    return Game(charts=charts_of(name, way), **{**GAMES[name], **keys})


def distance(one: Ratio, other: float, *, times: float = inf) -> float:
    """Return by how many standard errors a mean departs from another, of so many times as many rounds."""
    return (one.mean - other) / (one.error * sqrt(1 + 1 / times))


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One game played by both, so that each mean of one can be compared with that of the other."""

    second: Results
    ours: Simulation

    @property
    def times(self) -> float:
        """Return how many rounds the package played for each of the second simulator."""
        return self.ours.rounds / self.second.rounds

    def distances(self) -> Iterator[tuple[str, float]]:
        """Yield the distance of every wager's mean, and of the share of rounds at every step."""
        for key, wager in self.ours.wagers.items():
            yield key, distance(self.second.ratios[QUANTITIES[key]], wager.mean, times=self.times)
        if product := self.second.ratios.get(PRODUCT):
            yield "both dealer's hands", distance(product, self.mean_product(), times=self.times)
        for step, share in self.shares().items():
            yield f"step {step}", distance(self.second.ratios[STEP + step], share, times=self.times)

    def mean_product(self) -> float:
        """Return the mean product of the results against the first and the second dealer's hand."""
        names, matrix = self.ours.covariances
        one, other = (names.index(key) for key in ("blackjack", "blackjack, second dealer's hand"))
        return float(matrix[one, other] + self.ours.results[one].mean * self.ours.results[other].mean)

    def shares(self) -> dict[int, float]:
        """Return the share of the rounds at every step of the schedule but the first."""
        boxes = self.ours.progress.tally.cells.sum(axis=1)
        return {step: float(count / boxes.sum()) for step, count in enumerate(boxes) if step}

    def errors(self) -> Iterator[tuple[str, float]]:
        """Yield the error that the package states for each wager, as a multiple of that over shoes."""
        for key, wager in self.ours.wagers.items():
            yield key, wager.standard_error / self.second.ratios[QUANTITIES[key]].error * sqrt(self.times)

    def session_distances(self) -> Iterator[tuple[str, float]]:
        """Yield the distances of the share of ruined sessions, their mean result and its deviation."""
        ours, second = self.ours.session, self.second.sessions
        assert ours is not None
        assert second is not None
        unit, times = unit_of(self.ours.table), ours.sessions / second.count
        yield "ruined", distance(second.ruined, ours.risk_of_ruin, times=times)
        yield "mean", distance(second.result, ours.mean / unit, times=times)
        yield "deviation", distance(second.deviation, ours.standard_deviation / unit, times=times)


def compare(name: str, game: Game, rounds: int, seed: int, **options: Any) -> Comparison:
    """Play a game of the second simulator, and the table with the same options by the package's chart."""
    ours = simulate(
        table_of(name),
        rounds=MORE * rounds,
        seed=seed,
        seats=game.seats,
        fresh=game.fresh,
        beyond_limits=True,
        **{"strategy": "chart", **options},
    )
    return Comparison(second=game.play(rounds, seed), ours=ours)


def schedule_file(folder: Path, name: str, steps: tuple[Step, ...] = SPREAD) -> str:
    """Write a schedule for a table, with Hi-Lo; return its path."""
    unit = unit_of(table_of(name))
    lines = ['name = "Hi-Lo"', 'count = "true"', TAGS]
    for number, step in enumerate(steps):
        lines += ["[[step]]", *([f"from = {step.since}"] if number else [])]
        lines += [f'blackjack = "{step.amount * unit / 100:.2f}"', f"insurance = {str(step.insures).lower()}"]
    file = folder / "schedule.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def probability_of_chi_square(square: float, freedom: int) -> float:
    """Return the probability that a chi-square is as large, by the recurrence in its degrees of freedom."""
    if square <= 0:
        return 1.0
    chance, half = (erfc(sqrt(square / 2)), 0.5) if freedom % 2 else (exp(-square / 2), 1.0)
    while half < freedom / 2:
        chance += exp(half * log(square / 2) - square / 2 - lgamma(half + 1))
        half += 1
    return chance


def chi_square(second: Mapping[int, int], expected: Mapping[int, float], *, times: float = inf) -> float:
    """Return the probability that counts depart so far from others, or from exact probabilities where these are sure.

    `times`: how many rounds the others were counted in, for each round of the first.
    """
    rounds, whole = sum(second.values()), sum(expected.values())
    if times == inf and not second.keys() <= expected.keys():
        return 0.0  # a net result that cannot be
    cells: list[tuple[float, float]] = []
    rare = [0.0, 0.0]
    for net in {*second, *expected}:
        count, chance = second.get(net, 0), expected.get(net, 0.0) / whole
        if chance * rounds < LEAST_EXPECTED:
            rare = [rare[0] + count, rare[1] + chance * rounds]
        else:
            cells.append((count, chance * rounds))
    if rare[1] >= LEAST_EXPECTED:
        cells.append((rare[0], rare[1]))
    square = sum((count - mean) ** 2 / (mean * (1 + 1 / times)) for count, mean in cells)
    return probability_of_chi_square(square, len(cells) - 1)


def nets_of(ours: Simulation, key: str) -> dict[int, float]:
    """Return how often a wager had each net result, in tenths of a unit; of Push 22 in units."""
    parts = 1 if key == "push 22" else UNIT
    return {round(outcome.net * parts): float(outcome.count) for outcome in ours.wagers[key].outcomes}


def exact_mean(name: str, way: str) -> float:
    """Return the exact mean of a way to play a table."""
    return simulate(table_of(name), rounds=1, strategy=way).exact["blackjack"]


def exact_nets(name: str) -> dict[int, float]:
    """Return the exact probability of each net result of the chart, in tenths of a unit."""
    blackjack = analyse(table_of(name))
    return {round(net * UNIT): chance for net, chance in blackjack.nets_of(blackjack.total).chances.items() if chance}
