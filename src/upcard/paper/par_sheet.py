"""The PAR sheet of a table as one value, from which its JSON, its workbook and its pages are made."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.results.amounts import Money
from upcard.results.best_play import ChartRows, ExceptionReport
from upcard.results.confidence import IntervalMethod
from upcard.results.law_basis import SideTaken
from upcard.results.prices import PricedWager
from upcard.results.result import Result, Share
from upcard.table import Status

LEVELS = (90, 95, 99)
LAWFUL_WORDS = {
    Status.LAWFUL: "yes, as configured",
    Status.NOT_SHOWN: "not shown: no violation found, but not everything could be checked",
    Status.UNLAWFUL: "no, as configured",
}
FEWEST_TOP_AWARDS = 10  # expected in so many rounds, below which normal bounds are not to be relied on


def one_in(probability: Fraction) -> float | None:
    """Return in how many trials an outcome comes once on average; None if it cannot happen."""
    return float(1 / probability) if probability else None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParSetting(Result):
    """A key of the table file with its value, and whether the file states it or it is the usual one."""

    key: str
    value: str
    stated: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParFinding(Result):
    """A finding about the table, with its paragraph."""

    verdict: str
    kind: str
    cite: str
    message: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParLine(Result):
    """An outcome beside its price: how rare it is, what it returns, and how often it was simulated."""

    outcome: str
    one_in: float | None  # None: it cannot happen
    return_: Share | None  # of the amount wagered, the wager given back included; None: no net result is known
    count: int | None  # None: the wager was not simulated
    frequency: float | None
    z: float | None  # of the frequency, in standard errors; None: counted too rarely for one
    interval: tuple[float, ...] | None  # of the probability, 95%
    interval_method: IntervalMethod | None  # exact where it was counted too rarely for a normal interval


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParVolatility(Result):
    """A volatility index: the quantile of the normal distribution for a level, times the standard deviation."""

    level: int  # percent
    z: float
    index: float


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParBounds(Result):
    """Between which returns so many wagers end with this probability, in percent of the amount wagered."""

    rounds: int
    level: int  # percent
    normal: tuple[float, ...]  # low and high: return -/+ index / square root of rounds
    exact: tuple[float, ...]  # low and high, by the distribution of the sum
    top_awards: float  # expected in so many rounds
    too_rare: bool  # for normal bounds


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParTopAward(Result):
    """The line of a wager that pays the most, and whether it is won often enough."""

    outcome: str
    pays: str | None  # None: a net result
    one_in: float
    meets: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParSimulated(Result):
    """A wager as simulated, beside its exact mean."""

    key: str
    made: int
    mean: float
    standard_error: float | None  # None: every wager had the same result
    interval: tuple[float, ...] | None  # of the mean, 95%
    interval_method: IntervalMethod | None  # exact where an outcome was counted too rarely for a normal interval
    exact: float | None
    z: float | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParWager(Result):
    """A wager: its price as `upcard price` has it, and what a laboratory asks for besides."""

    key: str
    cite: str
    standing: str
    decided_in: str  # what one trial of it is
    price: PricedWager
    return_: Share
    lines: tuple[ParLine, ...]  # one for each outcome of the price
    volatility: tuple[ParVolatility, ...]
    bounds: tuple[ParBounds, ...]
    simulated: tuple[ParSimulated, ...]
    top_award: ParTopAward | None = None  # None: no line of it pays more than another


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParSimulation(Result):
    """How the simulated figures were found."""

    rounds: int
    seed: int
    shoe: str
    strategy: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParStrategy(Result):
    """The chart of the best play by total, and the hands whose cards call for another play."""

    upcards: tuple[str, ...]
    chart: ChartRows
    otherwise: ChartRows
    exceptions: tuple[ExceptionReport, ...]
    chart_of_free_hands: ChartRows | None = None
    otherwise_of_free_hands: ChartRows | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParHold(Result):
    """What a wager of the stated play is expected to win for the licensee in an hour, as a share of the drop."""

    wager: str
    amount: Money
    decided: float  # wagers decided an hour
    house_advantage: Share
    win: float  # dollars an hour
    hold: Share


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParPlay(Result):
    """The play that the expected hold is for: one player, one hour, one buy-in."""

    rounds: int  # an hour
    amount: Money  # of the blackjack wager
    buy_in: Money
    holds: tuple[ParHold, ...]
    win: float
    hold: Share


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParDemand(Result):
    """What a place's rules ask of a submission, and where this sheet answers it."""

    source: str
    asks: str
    answered: bool
    where: str  # the section of the sheet; or what the submitter adds


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParSource(Result):
    """A paragraph that a figure rests on, in our words, with how its text is known."""

    cite: str
    standing: str
    rule: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ParSheet(Result):
    """The PAR sheet of a table."""

    par: int  # the version of these keys
    fingerprint: str
    version: str  # of upcard
    date: str  # asked about
    newest_text: str
    table: str
    licensee: str | None
    law: str
    law_file: str | None = None  # the fingerprint of the licensee's law folder
    game: str
    decks: int
    set_: tuple[str, ...]  # values that differ from those of the file
    status: str  # lawful, not shown or unlawful
    lawful: bool | None  # None where it is not shown
    findings: tuple[ParFinding, ...]
    not_stated: tuple[str, ...]
    configuration: tuple[ParSetting, ...]
    wagers: tuple[ParWager, ...]
    simulation: ParSimulation | None
    strategy: ParStrategy
    play: ParPlay
    readings: tuple[SideTaken, ...]
    checklist: tuple[ParDemand, ...]
    sources: tuple[ParSource, ...]
    conventions: Mapping[str, str]
