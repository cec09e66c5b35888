"""upcard.price: what every wager of a table costs, exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from upcard.api.arguments import Arguments, BadArguments, CardsGiven, in_python
from upcard.api.money import Money, MoneyGiven
from upcard.api.plotting import drawn_from
from upcard.api.table import Table, config_of
from upcard.english import counted
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.plots.plot import Plot
from upcard.results.describe_prices import (
    BUY_IN_WAGERS,
    MOST_ROUNDS_AN_HOUR,
    Hourly,
    no_progress,
    price_report,
    wager_reports,
)
from upcard.results.plots import HoldPlan, HourlyWin, hold_plot, meter_plot
from upcard.results.price_report import (
    BlackjackReport,
    BlackjackValue,
    HourReport,
    OptionalWagerReport,
    OutcomeReport,
    WagerReport,
)
from upcard.results.pricing import BLACKJACK, INSURANCE, Prices
from upcard.results.pricing import price as price_wagers
from upcard.results.report import Number, Percentage
from upcard.results.rows import Kind, NamedData, RowSet, TabularData, Value, fraction_columns, fraction_values
from upcard.results.statistics import key_of
from upcard.table.config import MOST_DECKS

MOST_HOURS, MOST_PLAYERS = 24, 7  # of a day, at a table


@dataclass(frozen=True, kw_only=True)
class PricedOutcome:
    """An outcome of a wager: what it pays, and its probability.

    >>> outcome = price(Table(decks=6))["insurance"].outcomes[0]
    >>> outcome.pays, outcome.probability
    ('2 to 1', Fraction(96, 311))
    """

    outcome: str
    pays: str | None  # None: nothing
    probability: Fraction
    contribution: Fraction | None  # to the player's mean net result of one unit
    exact: bool  # false: computed in double precision
    error: float | None  # a bound of the probability's error, besides that of double precision


@dataclass(frozen=True, kw_only=True)
class HourlyCost:
    """What an hour of a wager costs the player on average, and how far an hour strays from that.

    >>> price(Table(decks=6, minimum="10.00"), rounds_an_hour=80)["blackjack"].per_hour.amount
    Money('10.00')
    """

    rounds: int
    amount: Money  # of all wagers of a round
    loss: Money
    standard_deviation: Money | None  # None: how several wagers vary together is not known


@dataclass(frozen=True, kw_only=True, repr=False)
class PricedWager:
    """The price of one wager; every figure is a fraction, an exact one where `exact` says so.

    >>> insurance = price(Table(decks=6))["insurance"]
    >>> insurance.house_advantage, insurance.exact
    (Fraction(23, 311), True)
    """

    wager: str
    choice: int | None  # where the player has one in making the wager
    decks: int
    pay_table: str | None
    house_advantage: Fraction  # the player's mean loss for one unit wagered
    hit_frequency: Fraction
    variance: Fraction
    standard_deviation: float
    outcomes: tuple[PricedOutcome, ...]
    per_hour: HourlyCost | None
    convention: str | None
    exact: bool  # false: computed in double precision
    published_value: float | None = None  # of the blackjack wager, by the convention of published analyses
    published_fraction: Fraction | None = None  # the same as a fraction, where `rational` computed it
    report: WagerReport

    @property
    def key(self) -> str:
        """Return the name of the wager, with its choice if it has one."""
        return key_of(self.wager, choice=self.choice)

    @property
    def value(self) -> Fraction:
        """Return the player's mean net result for one unit wagered: the opposite of the house advantage."""
        return -self.house_advantage

    @property
    def has_meter(self) -> bool:
        """Whether the wager is paid from a meter, which `plot` shows."""
        return isinstance(self.report, OptionalWagerReport) and self.report.meter is not None

    def plot(self) -> Plot:
        """Return the player's advantage by the amount on the meter as a plot; for a wager that is paid from one.

        >>> from upcard.api.table import load
        >>> price(load("progressive"))["progressive"].plot()
        <plot: Player's advantage by the meter: progressive>
        """
        meter = self.report.meter if isinstance(self.report, OptionalWagerReport) else None
        if meter is None:
            raise BadArguments((f"the {self.wager} wager is not paid from a meter: there is nothing to plot",))
        return meter_plot(meter, wager=self.key)

    def to_dict(self) -> dict[str, Any]:
        """Return the price as `upcard price --json` writes it."""
        return self.report.to_dict()

    def __repr__(self) -> str:
        decks = counted(self.decks, "deck")
        table = f", pay table {self.pay_table}" if self.pay_table else ""
        return f"<{self.key} at {decks}{table}: house advantage {float(100 * self.house_advantage):.5f} %>"


class TablePrices(NamedData[PricedWager]):
    """The wagers of a table by name, each priced when it is first read.

    A wager that is made with a choice has a key for each, with the choice after the name.

    >>> list(price(Table(decks=6, wagers=[{"name": "streak", "pay_table": "house"}])))
    ['blackjack', 'insurance', 'streak 2', 'streak 3', 'streak 4', 'streak 5']
    """

    def __init__(self, prices: Prices, hourly: Hourly, *, rational: bool, joint: bool) -> None:
        self._prices, self._hourly, self._rational, self._joint = prices, hourly, rational, joint
        self._known: dict[str, PricedWager] = {}
        choices = {offer.wager.name: offer.wager.choices or (None,) for offer in prices.table.offers}
        self._wager_of = {key_of(name, choice=choice): name for name in prices for choice in choices.get(name, (None,))}

    def keys(self) -> tuple[str, ...]:
        """Return the names of the wagers."""
        return tuple(self._wager_of)

    def __getitem__(self, key: str) -> PricedWager:
        if key not in self._wager_of:
            raise KeyError(f"{key!r} is not priced here; wagers: {', '.join(self._wager_of)}")
        if key not in self._known:
            for wager in self._priced(self._wager_of[key]):
                self._known[wager.key] = wager
        return self._known[key]

    def _priced(self, name: str) -> Iterator[PricedWager]:
        try:
            reports = wager_reports(
                self._prices, name, self._hourly, rational=self._rational, joint=self._joint, progress=no_progress
            )
        except Misuse as wrong:
            raise BadArguments((in_python(str(wrong)),)) from None
        yield from map(priced_wager, reports)

    @cached_property
    def outcomes(self) -> "OutcomeRows":
        """Return a row for each outcome of each wager."""
        return OutcomeRows(self.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the prices as `upcard price --json` writes them."""
        return price_report(self._prices, self._hourly, rational=self._rational, joint=self._joint).to_dict()

    def plot(self, *, hours: int = 8, players: int = 1, buy_in: MoneyGiven | None = None) -> Plot:
        """Return the distribution of a day's hold as a plot; each player makes every wager in each round.

        `buy_in` is what each player buys in for in an hour: twenty blackjack wagers unless it is given.

        >>> price(Table(decks=6, minimum="10.00")).plot(players=5)
        <plot: Hold of a day: table>
        """
        arguments = Arguments()
        day = arguments.whole("hours", hours, 1, MOST_HOURS)
        seats = arguments.whole("players", players, 1, MOST_PLAYERS)
        bought = arguments.money("buy_in", buy_in, least=1)
        arguments.done()
        wins, amount = [], 0
        for wager in self.values():
            hour = wager.per_hour
            if wager.wager == INSURANCE:
                continue
            if hour is None or hour.standard_deviation is None:
                problem = f"{wager.key}: how much is wagered, or how it varies, is not known: give amount to price()"
                raise BadArguments((problem,))
            amount = amount or hour.amount.cents
            mean, deviation = float(hour.loss.cents), float(hour.standard_deviation.cents)
            alike = self._correlation(wager) if seats > 1 else 0.0
            wins.append(HourlyWin(mean=mean, deviation=deviation, correlation=alike))
        bought_in = Cents(BUY_IN_WAGERS * amount) if bought is None else bought
        plan = HoldPlan(rounds=self._hourly.rounds, hours=day, players=seats, buy_in=bought_in)
        return drawn_from(lambda: hold_plot(wins, plan, table=self._prices.table.table))

    def _correlation(self, wager: PricedWager) -> float:
        """Return the correlation of a wager of two players of a round: of an optional one the greatest there is."""
        blackjack = self._prices.blackjack
        return blackjack.between_seats / blackjack.variance if wager.wager == BLACKJACK else 1.0

    def _row_set(self) -> RowSet:
        return RowSet(columns=WAGER_COLUMNS | FIGURES, values=[wager_row(wager) for wager in self.values()])

    def __repr__(self) -> str:
        return f"<prices of {', '.join(self)} at {self._prices.table.table}>"


class OutcomeRows(TabularData):
    """The outcomes of priced wagers, in rows.

    >>> price(Table(decks=6)).outcomes.rows()[-1]["outcome"]
    'no dealer blackjack'
    """

    def __init__(self, wagers: tuple[PricedWager, ...]) -> None:
        self._wagers = wagers

    def _row_set(self) -> RowSet:
        columns: dict[str, Kind] = {**WAGER_COLUMNS, "outcome": str, "pays": str, **fraction_columns("probability")}
        rows = [
            (
                *_named(wager),
                line.outcome,
                line.pays,
                *fraction_values(line.probability, exact=line.exact),
                None if line.contribution is None else float(line.contribution),
            )
            for wager in self._wagers
            for line in wager.outcomes
        ]
        return RowSet(columns=columns | {"contribution": float}, values=rows)

    def __repr__(self) -> str:
        return f"<outcomes of {', '.join(wager.key for wager in self._wagers)}>"


WAGER_COLUMNS: dict[str, Kind] = {"wager": str, "choice": int, "decks": int, "pay_table": str}
FIGURES: dict[str, Kind] = {
    **fraction_columns("house_advantage"),
    **fraction_columns("hit_frequency"),
    **fraction_columns("variance"),
    "standard_deviation": float,
    "published_value": float,
}


def _named(wager: PricedWager) -> tuple[Value, ...]:
    return wager.wager, wager.choice, wager.decks, wager.pay_table


def wager_row(wager: PricedWager) -> tuple[Value, ...]:
    """Return the row of a priced wager."""
    return (
        *_named(wager),
        *fraction_values(wager.house_advantage, exact=wager.exact),
        *fraction_values(wager.hit_frequency, exact=wager.exact),
        *fraction_values(wager.variance, exact=wager.exact),
        wager.standard_deviation,
        wager.published_value,
    )


def priced_wager(report: WagerReport) -> PricedWager:
    """Return the price of a wager from its report."""
    value = report.value if isinstance(report, BlackjackReport) else None
    return PricedWager(
        wager=report.wager,
        choice=report.choice if isinstance(report, OptionalWagerReport) else None,
        decks=report.decks,
        pay_table=report.pay_table,
        house_advantage=_share(report.house_advantage) if value is None else -Fraction(_as_settled(value)),
        hit_frequency=_fraction(report.hit_frequency),
        variance=_fraction(report.variance),
        standard_deviation=report.standard_deviation,
        outcomes=tuple(map(_outcome, report.outcomes)),
        per_hour=_hour(getattr(report, "per_hour", None)),
        convention=report.convention,
        exact=report.house_advantage.fraction is not None,
        published_value=None if value is None else value.composition_dependent,
        published_fraction=None if value is None else value.composition_dependent_fraction,
        report=report,
    )


def _as_settled(value: BlackjackValue) -> float:
    """Return the value as the table settles it, which is more exact than the house advantage in percent."""
    settled = value.composition_dependent_as_settled
    return value.composition_dependent if settled is None else settled


def _outcome(report: OutcomeReport) -> PricedOutcome:
    return PricedOutcome(
        outcome=report.outcome,
        pays=report.pays,
        probability=_fraction(report.probability),
        contribution=None if report.contribution is None else _share(report.contribution),
        exact=report.probability.fraction is not None,
        error=report.probability.error,
    )


def _hour(report: HourReport | None) -> HourlyCost | None:
    if report is None:
        return None
    deviation = report.standard_deviation
    return HourlyCost(
        rounds=report.rounds,
        amount=Money(report.amount),
        loss=Money(report.loss),
        standard_deviation=None if deviation is None else Money(deviation),
    )


def _fraction(number: Number) -> Fraction:
    return Fraction(number.decimal) if number.fraction is None else number.fraction


def _share(percentage: Percentage) -> Fraction:
    return Fraction(percentage.percent) / 100 if percentage.fraction is None else percentage.fraction


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
    <in-between at 6 decks, pay table B: house advantage 5.41821 %>
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    wagered, standing = arguments.money("amount", amount, least=1), arguments.money("meter", meter)
    hourly = Hourly(rounds=arguments.whole("rounds_an_hour", rounds_an_hour, 1, MOST_ROUNDS_AN_HOUR), amount=wagered)
    flags = {"rational": arguments.flag("rational", rational), "joint": arguments.flag("joint", joint)}
    if joint is True and config.game.dealer_hands is None:
        arguments.problems.append(f"joint: {config.game.name} has one dealer's hand: give a table with several")
    is_read = not any(problem.startswith("meter: ") for problem in arguments.problems)
    if standing is not None and is_read and not any(offer.wager.meter for offer in config.offers):
        arguments.problems.append("meter: no wager of this table is paid from a meter")
    prices = arguments.read(
        lambda: price_wagers(config, decks=whole, removed=known, amount=wagered, meter=standing), None
    )
    arguments.done()
    assert prices is not None
    return TablePrices(prices, hourly, **flags)
