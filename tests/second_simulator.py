"""A second simulator, compiled from `second_simulator.c`: written from the rules, it uses no code of the package."""

import atexit
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import sqrt
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Self

SOURCE = Path(__file__).with_suffix(".c")
AFTER_PLAYERS, DOWN, UP = range(3)  # when the dealer's second card is dealt
UNIT = 10  # results are in tenths of a unit
MAIN, SECOND_HAND, THIRD_HAND, INSURANCE, PUSH_22, PRODUCT, STEP = range(7)  # quantities
SOFT, PAIR = 32, 64  # rows of the charts: points, SOFT + points, PAIR + value

Row = Mapping[str, str]  # plays by what the dealer shows: "A", "2" to "10", or two cards, "A-6"
Chart = Mapping[str, Row]  # rows by hand: "hard 16", "soft 18", "pair 8"

LETTERS = {
    "stand": "S",
    "draw": "H",
    "double down": "D",
    "free double down": "F",
    "split pair": "P",
    "free split": "Q",
    "surrender": "R",
}


@dataclass(frozen=True, kw_only=True)
class Charts:
    """What to do with two cards, otherwise, and the same for hands that have a button instead of chips."""

    first: Chart
    otherwise: Chart
    free_first: Chart = field(default_factory=dict)
    free_otherwise: Chart = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Yield the charts as the program reads them."""
        for number, chart in enumerate((self.first, self.otherwise, self.free_first, self.free_otherwise)):
            for hand, row in chart.items():
                for shown, play in row.items():
                    yield f"play {number} {_row(hand)} {_shown(shown)} {LETTERS[play]}"

    def mimic(self, *, draws_to_soft_17: bool) -> Self:
        """Return the charts of a player who draws and stands as the dealer does, and does nothing else."""

        def play(hand: str) -> str:
            draws = int(hand.split()[1]) < 17 or (hand == "soft 17" and draws_to_soft_17)
            return "draw" if draws else "stand"

        rows = {hand: dict.fromkeys(row, play(hand)) for hand, row in _totals(self.otherwise).items()}
        return replace(self, first={**rows, **_pairs(self.first, rows, splits=False)}, otherwise=rows)

    def never_bust(self) -> Self:
        """Return these charts but for hands that could bust with the next card, which stand."""

        def safe(chart: Chart) -> dict[str, Row]:
            return {hand: _stands(row) if _may_bust(hand) else row for hand, row in _totals(chart).items()}

        otherwise = safe(self.otherwise)
        rows = {**otherwise, **safe(self.first)}
        return replace(self, first={**rows, **_pairs(self.first, rows, splits=True)}, otherwise=otherwise)


def _totals(chart: Chart) -> dict[str, Row]:
    return {hand: row for hand, row in chart.items() if not hand.startswith("pair")}


def _may_bust(hand: str) -> bool:
    kind, points = hand.split()
    return kind == "hard" and int(points) >= 12


def _stands(row: Row) -> dict[str, str]:
    return dict.fromkeys(row, "stand")


def _pairs(chart: Chart, totals: Mapping[str, Row], *, splits: bool) -> dict[str, Row]:
    """Return the rows of pairs: split as the chart says, if at all; else played by their total."""
    rows: dict[str, Row] = {}
    for hand, row in chart.items():
        kind, value = hand.split()
        if kind == "pair":
            total = totals["soft 12" if value == "A" else f"hard {2 * int(value)}"]
            rows[hand] = {up: play if splits and "split" in play else total[up] for up, play in row.items()}
    return rows


def _value(card: str) -> int:
    return 1 if card == "A" else int(card)


def _row(hand: str) -> int:
    kind, rank = hand.split()
    return {"hard": 0, "soft": SOFT, "pair": PAIR}[kind] + _value(rank)


def _shown(cards: str) -> int:
    low, *high = map(_value, cards.split("-"))
    return low * 11 + high[0] if high else low


@dataclass(frozen=True, kw_only=True)
class Step:
    """From which true count an amount is wagered, in units, and whether insurance is taken."""

    since: float = -1000
    amount: int = 1
    insures: bool = False


@dataclass(frozen=True, kw_only=True)
class Game:
    """The rules of a game, and how it is played."""

    charts: Charts
    decks: int = 6
    hole_card: int = AFTER_PLAYERS
    draws_to_soft_17: bool = False
    blackjack_pays: int = 15  # tenths
    splits: int = 1
    pushes_on_22: bool = False
    push_22_wager: bool = False
    spots: int = 1  # dealer's hands
    seats: int = 1
    fresh: bool = True
    cutting_card: int = 234  # cards in front of it
    steps: tuple[Step, ...] = (Step(),)
    session_rounds: int = 0
    bankroll: int = 0  # tenths

    def lines(self) -> Iterator[str]:
        """Yield the game as the program reads it."""
        for key, value in vars(self).items():
            if key not in ("charts", "steps"):
                yield f"{key} {int(value)}"
        for step in self.steps:
            yield f"step {step.since} {step.amount} {int(step.insures)}"
        yield from self.charts.lines()

    def play(self, rounds: int, seed: int) -> "Results":
        """Play at least so many rounds, and the last shoe to its end."""
        given = "\n".join((*self.lines(), f"rounds {rounds}", f"seed {seed}"))
        run = subprocess.run((_program(),), input=given, capture_output=True, text=True, check=True)
        return Results.read(run.stdout)


@cache
def _program() -> Path:
    folder = Path(mkdtemp())
    atexit.register(rmtree, folder)
    program = folder / "second_simulator"
    subprocess.run(("cc", "-O2", "-o", str(program), str(SOURCE)), check=True)
    return program


@dataclass(frozen=True, kw_only=True)
class Ratio:
    """A mean and its standard error, in units; the error is taken over shoes, each independent of the others."""

    mean: float
    error: float


@dataclass(frozen=True, kw_only=True)
class Sessions:
    """Results of sessions, in units, each with its standard error."""

    count: int
    ruined: Ratio
    result: Ratio
    deviation: Ratio


@dataclass(frozen=True, kw_only=True)
class Results:
    """What the program counted."""

    rounds: int
    ratios: Mapping[int, Ratio]
    nets: Mapping[int, Mapping[int, int]]  # by quantity: counts of net results in tenths of a unit
    sessions: Sessions | None

    @classmethod
    def read(cls, printed: str) -> Self:
        """Read the program's output."""
        ratios: dict[int, Ratio] = {}
        nets: dict[int, dict[int, int]] = {}
        rounds, shoes, sessions = 0, 0, None
        for line in printed.splitlines():
            word, *numbers = line.split()
            match word:
                case "rounds":
                    rounds = int(numbers[0])
                case "shoes":
                    shoes = int(numbers[0])
                case "sum":
                    ratios[int(numbers[0])] = _ratio(int(numbers[0]), shoes, *map(float, numbers[1:]))
                case "net":
                    quantity, net, count = map(int, numbers)
                    nets.setdefault(quantity, {})[net] = count
                case "sessions":
                    sessions = _sessions(int(numbers[0]), int(numbers[1]), *map(float, numbers[2:]))
        return cls(rounds=rounds, ratios=ratios, nets=nets, sessions=sessions)


def _ratio(quantity: int, shoes: int, x: float, w: float, xx: float, xw: float, ww: float) -> Ratio:
    """Return the ratio of two sums over shoes, with its standard error."""
    mean = x / w
    spread = max(xx - 2 * mean * xw + mean**2 * ww, 0.0) * shoes / max(shoes - 1, 1)
    unit = 1 if quantity >= STEP else UNIT**2 if quantity == PRODUCT else UNIT
    return Ratio(mean=mean / unit, error=sqrt(spread) / w / unit)


def _sessions(count: int, ruined: int, *powers: float) -> Sessions | None:
    """Return the mean and the deviation of sessions from the sums of the powers of their results."""
    if not count:
        return None
    m1, m2, m3, m4 = (power / count / UNIT**order for order, power in enumerate(powers, 1))
    variance = m2 - m1**2
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    share = ruined / count
    return Sessions(
        count=count,
        ruined=Ratio(mean=share, error=sqrt(share * (1 - share) / count)),
        result=Ratio(mean=m1, error=sqrt(variance / count)),
        deviation=Ratio(mean=sqrt(variance), error=sqrt((fourth - variance**2) / count / variance) / 2),
    )
