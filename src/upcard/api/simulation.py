"""upcard.simulate: rounds of a table by the billion, beside the exact means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.api.table import Table, config_of
from upcard.api.table_keys import file_value
from upcard.cards import DECK
from upcard.english import counted
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.plots.plot import Plot
from upcard.results.amounts import Money, MoneyGiven
from upcard.results.arguments import Arguments, BadArguments, ShareGiven, in_python, short
from upcard.results.confidence import IntervalMethod
from upcard.results.function_strategy import StrategyFunction
from upcard.results.plots import drawn_from, sessions_plot
from upcard.results.rows import Kind, RowSet, TabularData
from upcard.results.simulation import Simulation
from upcard.results.simulation import run as run_simulation
from upcard.results.simulation_limits import BeyondLimits
from upcard.results.simulation_report import ComparedWagerReport, SimulatedWagerReport, simulation_report
from upcard.results.simulation_request import (
    MOST_SESSION_ROUNDS,
    MOST_SIMULATED_ROUNDS,
    MOST_SIMULATED_SEATS,
    SimulationRequest,
)
from upcard.results.strategies import OPTIMUM
from upcard.table.value_readers import cutting_card

USUAL_ROUNDS = 100_000_000
KERNELS = ("auto", "avx2", "portable", "numpy")
MOST_WORKERS = 1_000


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulatedWager:
    """A wager: its mean net result for one unit with the standard error, beside its exact mean where that is known.

    What is not known is None: everything of a wager that was never made, the error of a single round or shoe.

    >>> wager = simulate(Table(decks=6, minimum="10.00"), rounds=1000, strategy="mimic").wagers["blackjack"]
    >>> wager.made, f"{wager.exact:.6f}"
    (1000, '-0.056756')
    """

    key: str  # its name, with its choice, rider or dealer's hand
    amount: Money
    made: int
    mean: float | None
    standard_error: float | None
    variance: float | None
    intervals: Mapping[str, tuple[float, ...]] | None  # "95" and "99": the least and the greatest mean
    interval_method: str | None  # "normal", or "exact (Clopper-Pearson)" where an outcome is too rare for that
    exact: float | None  # the mean from a fresh shoe
    z: float | None  # how far the mean is from it, in standard errors
    counts: Mapping[str, int]  # of each outcome
    share_intervals: Mapping[str, Mapping[str, tuple[float, ...]]]  # of the probability of each outcome
    rare: frozenset[str]  # the outcomes whose interval is exact, because they are too rare for a normal one

    def __repr__(self) -> str:
        if self.mean is None or self.standard_error is None:
            return f"<{self.key}: made {self.made:,} times>"
        return f"<{self.key}: {self.mean:+.6f} ± {self.standard_error:.6f}>"


class SimulatedTable(TabularData):
    """Simulated rounds of a table, with the results of each wager.

    >>> simulate(Table(decks=6, minimum="10.00"), rounds=1000)
    <1,000 rounds of table, seed 1: blackjack>
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._report = simulation_report(simulation)
        self.wagers: Mapping[str, SimulatedWager] = {wager.key: _wager(wager) for wager in self._report.wagers}

    @property
    def rounds(self) -> int:
        """Return how many rounds were played."""
        return self._simulation.rounds

    @property
    def seed(self) -> int:
        """Return the seed of the shuffles."""
        return self._simulation.seed

    @property
    def complete(self) -> bool:
        """Whether all rounds were played; false after Ctrl-C, or where `until` was reached before."""
        return self._simulation.done

    @property
    def reached(self) -> bool | None:
        """Whether the standard error given as `until` was reached; None if none was given."""
        return self._simulation.reached

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """Return the results as `upcard simulate --json` writes them; with exact covariances if asked for details."""
        return simulation_report(self._simulation, variances=True, covariances=details).to_dict()

    def plot(self) -> Plot:
        """Return the results of sessions as a plot, with the bands in which most of them lie.

        >>> simulate(Table(decks=6, minimum="10.00"), rounds=100_000, session=100).plot()
        <plot: Results of sessions of 100 rounds: table>
        """
        sessions = self._report.sessions
        if sessions is None:
            raise BadArguments(("there are no sessions to plot: simulate with session=200, a number of rounds",))
        return drawn_from(lambda: sessions_plot(sessions, table=self._simulation.table.table))

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = {"wager": str, "made": int, "mean": float, "standard_error": float}
        columns |= {"variance": float, "exact": float, "z": float, "low_95": float, "high_95": float}
        columns |= {"interval_method": str, "outcome": str, "count": int}
        columns |= {"share_low_95": float, "share_high_95": float, "share_interval_method": str}
        rows = []
        for wager in self._report.wagers:
            each = self.wagers[wager.key]
            low, high = (each.intervals or {}).get("95", (None, None))
            of_wager = (wager.key, each.made, each.mean, each.standard_error, each.variance, each.exact, each.z)
            for outcome in wager.outcomes:
                of_share = (outcome.share_intervals or {}).get("95", (None, None))
                counted = (outcome.outcome, outcome.count, *of_share, outcome.interval_method)
                rows.append((*of_wager, low, high, each.interval_method, *counted))
        return RowSet(columns=columns, values=rows)

    def __repr__(self) -> str:
        table = self._simulation.table.table
        return f"<{counted(self.rounds, 'round')} of {table}, seed {self.seed}: {', '.join(self.wagers)}>"


def _wager(report: SimulatedWagerReport) -> SimulatedWager:
    compared = report if isinstance(report, ComparedWagerReport) else None
    return SimulatedWager(
        key=report.key,
        amount=report.amount,
        made=report.made,
        mean=report.mean,
        standard_error=report.standard_error,
        variance=report.variance,
        intervals=report.intervals,
        interval_method=report.interval_method and report.interval_method.value,
        exact=compared.exact if compared else None,
        z=compared.z if compared else None,
        counts={outcome.outcome: outcome.count for outcome in report.outcomes},
        share_intervals={
            outcome.outcome: outcome.share_intervals for outcome in report.outcomes if outcome.share_intervals
        },
        rare=frozenset(
            outcome.outcome for outcome in report.outcomes if outcome.interval_method is IntervalMethod.EXACT
        ),
    )


def simulate(
    table: Table,
    *,
    rounds: int | None = None,
    seed: int = 1,
    seats: int = 1,
    fresh: bool = False,
    strategy: str | Path | StrategyFunction = OPTIMUM,
    wagers: Iterable[str] | None = None,
    amounts: Mapping[str, MoneyGiven] | None = None,
    schedule: str | Path | None = None,
    insurance: bool = False,
    session: int | None = None,
    bankroll: MoneyGiven | None = None,
    penetration: ShareGiven | None = None,
    until: ShareGiven | None = None,
    beyond_limits: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    kernel: str = "auto",
) -> SimulatedTable:
    """Simulate rounds of a table; the same seed gives the same counts on any number of cores and machines.

    `rounds` is 100 million unless `until` is given: the standard error of the blackjack wager at which to stop.
    `strategy` is "optimum", "chart", "mimic", "never-bust", a chart's file, or a function that takes a HandToPlay
    and returns a play; `wagers` names those to make (all); `amounts` what to wager (the least); `schedule` a file of
    amounts by count; `penetration` the share or the number of the cards in front of the cutting card; `fresh` shuffles
    before every round; `beyond_limits` does not keep to the limits of the table.

    >>> simulated = simulate(Table(decks=6, minimum="10.00"), rounds=1_000_000, seed=1, fresh=True)
    >>> simulated.wagers["blackjack"].counts["even"]
    88151
    """
    config, arguments = config_of(table), Arguments()
    error = arguments.share("until", until)
    if error is not None and not error:
        arguments.problems.append("until: a standard error of zero is never reached")
    most = MOST_SIMULATED_ROUNDS if error else USUAL_ROUNDS
    request = SimulationRequest(
        rounds=arguments.whole("rounds", most if rounds is None else rounds, 1, MOST_SIMULATED_ROUNDS),
        seed=arguments.whole("seed", seed, 0, (1 << 64) - 1),
        seats=arguments.whole("seats", seats, 1, MOST_SIMULATED_SEATS),
        fresh=arguments.flag("fresh", fresh),
        strategy=strategy if callable(strategy) else arguments.file("strategy", strategy),
        wagers=arguments.texts("wagers", wagers),
        amounts=_amounts(arguments, amounts),
        schedule=None if schedule is None else arguments.file("schedule", schedule),
        insurance=arguments.flag("insurance", insurance),
        session=arguments.whole_or_none("session", session, 1, MOST_SESSION_ROUNDS),
        bankroll=arguments.money("bankroll", bankroll, least=1),
        penetration=_penetration(arguments, penetration, config.decks * len(DECK)),
        until=float(error) if error else None,
        beyond_limits=arguments.flag("beyond_limits", beyond_limits),
    )
    arguments.whole_or_none("workers", workers, 1, MOST_WORKERS)
    arguments.one_of("kernel", kernel, KERNELS)
    if cluster is not None:
        arguments.text("cluster", cluster)
    arguments.done()
    try:
        simulation = run_simulation(config, request, workers=workers, address=cluster, kernel=kernel)
    except BeyondLimits as beyond:
        raise BadArguments((*map(str, beyond.refusals), "beyond_limits=True simulates it all the same")) from None
    except Misuse as wrong:
        raise BadArguments(in_python(str(wrong)).split("\n")) from None
    return SimulatedTable(simulation)


def _penetration(arguments: Arguments, given: ShareGiven | None, cards: int) -> Fraction | None:
    """Read how much of a shoe lies in front of the cutting card, such as 2/3 or "37 cards"; or None."""

    def read() -> Fraction:
        try:
            return cutting_card(cards)(file_value("penetration", given))
        except Misuse as wrong:
            raise Misuse(f"penetration: {wrong}") from None

    return None if given is None else arguments.read(read, Fraction(1))


def _amounts(arguments: Arguments, amounts: Mapping[str, MoneyGiven] | None) -> dict[str, Cents]:
    if amounts is not None and not isinstance(amounts, Mapping):
        arguments.problems.append(
            f'amounts: must be amounts by wager, such as {{"blackjack": "10.00"}}, not {short(amounts)}'
        )
        return {}
    for name in amounts or ():
        arguments.text("amounts", name)
    read = {name: arguments.money(f"amounts[{name!r}]", amount, least=1) for name, amount in (amounts or {}).items()}
    return {name: amount for name, amount in read.items() if amount is not None}
