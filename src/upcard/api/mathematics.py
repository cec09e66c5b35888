"""Verbs of mathematics: each reads its arguments once, every problem at a time, and returns a result."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from upcard.api.days import asked
from upcard.api.table import Table, config_of
from upcard.api.table_keys import file_value
from upcard.cards import DECK
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.results.amounts import MoneyGiven
from upcard.results.arguments import Arguments, BadArguments, CardsGiven, ShareGiven, short
from upcard.results.best_play import BestPlay, best_play
from upcard.results.diff import TableDiff
from upcard.results.function_strategy import StrategyFunction
from upcard.results.prices import MOST_ROUNDS_AN_HOUR, Hourly, TablePrices
from upcard.results.prices import price as price_wagers
from upcard.results.simulated_table import SimulatedTable, simulated_table
from upcard.results.simulation import run as run_simulation
from upcard.results.simulation_request import (
    MOST_SESSION_ROUNDS,
    MOST_SIMULATED_ROUNDS,
    MOST_SIMULATED_SEATS,
    BeyondLimits,
    SimulationRequest,
)
from upcard.results.strategies import OPTIMUM
from upcard.table.comparison import compare
from upcard.table.config import MOST_DECKS
from upcard.table.notation import in_python
from upcard.table.value_readers import cutting_card

USUAL_ROUNDS = 100_000_000
KERNELS = ("auto", "avx2", "portable", "numpy")
MOST_WORKERS = 1_000


def price(
    table: Table,
    *,
    decks: int | None = None,
    removed: CardsGiven = (),
    amount: MoneyGiven | None = None,
    meter: MoneyGiven | None = None,
    rounds_an_hour: int = 60,
    rational: bool = False,
    joint: bool = False,
) -> TablePrices:
    """Price every wager of a table exactly, each when it is read.

    `decks` differs from the table's; `removed` are cards that are out of the shoe; `amount` is wagered, where it
    matters; `meter` is the amount on a meter; `rational` computes the value of the blackjack wager as a
    fraction too, which takes minutes; `joint` the joint distribution of several dealer's hands.

    >>> prices = price(Table(decks=6, wagers=[{"name": "in-between", "pay_table": "B"}]))
    >>> prices["in-between"].house_advantage
    Fraction(33954, 626665)
    >>> prices["in-between"]
    <in-between at 6 decks, pay table B: house advantage 5.41821%>
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    wagered = arguments.money("amount", amount, least=1)
    before = len(arguments.problems)
    standing = arguments.money("meter", meter)
    is_read = len(arguments.problems) == before
    hourly = Hourly(rounds=arguments.whole("rounds_an_hour", rounds_an_hour, 1, MOST_ROUNDS_AN_HOUR), amount=wagered)
    flags = {"rational": arguments.flag("rational", rational), "joint": arguments.flag("joint", joint)}
    if joint is True and config.game.dealer_hands is None:
        arguments.problems.append(f"joint: {config.game.name} has one dealer's hand: give a table with several")
    if standing is not None and is_read and not any(offer.wager.meter for offer in config.offers):
        arguments.problems.append("meter: no wager of this table is paid from a meter")
    prices = arguments.read(
        lambda: price_wagers(config, decks=whole, removed=known, amount=wagered, meter=standing), None
    )
    arguments.done()
    assert prices is not None
    return TablePrices(prices, hourly, **flags)


def strategy(table: Table, *, decks: int | None = None, removed: CardsGiven = ()) -> BestPlay:
    """Return the best play of a table's blackjack wager.

    `decks` differs from the table's; `removed` are cards that are out of the shoe.

    >>> strategy(Table(decks=6)).chart["hard 16"]["10"]
    'draw'
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    prices = arguments.read(lambda: price_wagers(config, decks=whole, removed=known), None)
    arguments.done()
    assert prices is not None
    try:
        return best_play(prices.blackjack, config, known)
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None


def diff(before: Table, after: Table) -> TableDiff:
    """Compare two tables, or one under two editions or days: keys, findings, notices, house advantage.

    >>> table = Table(decks=6, wagers=[{"name": "buster", "pay_table": "A"}], dealer_soft_17="draw")
    >>> [str(finding.cite) for finding in diff(table.with_(date="2016-01-11"), table.with_(date="2016-01-10")).came]
    ['13:69F-2.30']
    """
    return TableDiff(compare(asked(config_of(before)), asked(config_of(after))))


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
