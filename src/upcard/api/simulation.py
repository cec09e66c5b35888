"""upcard.simulate: rounds of a table by the billion, beside the exact means."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from upcard.api.table import Table, config_of
from upcard.api.table_keys import file_value
from upcard.cards import DECK
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.results.amounts import MoneyGiven
from upcard.results.arguments import Arguments, BadArguments, ShareGiven, short
from upcard.results.function_strategy import StrategyFunction
from upcard.results.simulated_table import SimulatedTable, simulated_table
from upcard.results.simulation import run as run_simulation
from upcard.results.simulation_limits import BeyondLimits
from upcard.results.simulation_request import (
    MOST_SESSION_ROUNDS,
    MOST_SIMULATED_ROUNDS,
    MOST_SIMULATED_SEATS,
    SimulationRequest,
)
from upcard.results.strategies import OPTIMUM
from upcard.table.notation import in_python
from upcard.table.value_readers import cutting_card

USUAL_ROUNDS = 100_000_000
KERNELS = ("auto", "avx2", "portable", "numpy")
MOST_WORKERS = 1_000


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
        with in_python():
            simulation = run_simulation(config, request, workers=workers, address=cluster, kernel=kernel)
    except BeyondLimits as beyond:
        raise BadArguments((*map(str, beyond.refusals), "beyond_limits=True simulates it all the same")) from None
    except Misuse as wrong:
        raise BadArguments(str(wrong).split("\n")) from None
    return simulated_table(simulation)


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
