"""The exact mean and variance of every simulated wager, from a fresh shoe."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from upcard.errors import Misuse, NoExactPriceError
from upcard.exact.blackjack.solve import Solution
from upcard.exact.shoe import Shoe
from upcard.money import Cents
from upcard.results.blackjack import analyse
from upcard.results.function_strategy import StrategyFunction
from upcard.results.prices import InsurancePrice, Prices, WagerPrice, insurance, is_insurance_taken_by_bust, price
from upcard.results.statistics import WagerStatistics
from upcard.results.strategies import solved
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.table import TableConfig


class ExactMeans(NamedTuple):
    """The exact mean net result of each wager for one unit, by key; for the others, why it is not known."""

    means: Mapping[str, float]
    missing: Mapping[str, str]


def exact_means(table: TableConfig, strategy: str | StrategyFunction, wagers: Iterable[WagerStatistics]) -> ExactMeans:
    """Return the exact mean net result of each wager for one unit, where it is known."""
    exact = _MeansByStrategy(table, strategy)
    means, missing = {}, {}
    for wager in wagers:
        try:
            means[wager.key] = exact.mean(wager)
        except NoExactPriceError as unknown:
            missing[wager.key] = f"it {unknown.why}"
        except Misuse as wrong:
            missing[wager.key] = str(wrong)
    return ExactMeans(means, missing)


def exact_variances(
    table: TableConfig, strategy: str | StrategyFunction, wagers: Iterable[WagerStatistics]
) -> Mapping[str, float]:
    """Return the exact variance of the net result of each wager for one unit, where it is known."""
    exact, variances = _MeansByStrategy(table, strategy), {}
    for wager in wagers:
        if wager.rider or wager.meter:
            continue  # a bonus is no part of the amount wagered; a meter changes from round to round
        with suppress(NoExactPriceError, Misuse):
            variances[wager.key] = exact.variance(wager)
    return variances


class _MeansByStrategy:
    """The exact means and variances of a table's wagers: each amount, wager and strategy is worked out once."""

    def __init__(self, table: TableConfig, strategy: str | StrategyFunction) -> None:
        self.table, self.strategy = table, strategy
        self._prices: dict[Cents, Prices] = {}
        self._wager_prices: dict[tuple[str, Cents], tuple[WagerPrice, ...]] = {}

    def mean(self, wager: WagerStatistics) -> float:
        """Return the exact mean net result of a wager; raise Misuse if it is not known."""
        if wager.wager == MAIN:
            return self._blackjack
        if wager.wager == INSURANCE:
            return -float(self._insurance.house_advantage)
        priced = self._price_of(wager)
        if wager.rider:
            assert priced.rider is not None
            if not wager.wagered:
                raise NoExactPriceError(wager.key, "was never made")
            return float(priced.rider.mean * wager.made / wager.wagered)
        return -float(priced.house_advantage)

    def variance(self, wager: WagerStatistics) -> float:
        """Return the exact variance of a wager's net result; raise Misuse if it is not known."""
        if wager.wager == MAIN:
            return self._blackjack_variance
        return float((self._insurance if wager.wager == INSURANCE else self._price_of(wager)).variance)

    @cached_property
    def _blackjack(self) -> float:
        return self._solution.value - self._solution.busts_before_blackjack

    @cached_property
    def _blackjack_variance(self) -> float:
        return analyse(self.table).nets_of(self._solution).variance

    @cached_property
    def _insurance(self) -> InsurancePrice:
        price = insurance(self.table.decks, Shoe.fresh(self.table.decks), self.table.rules)
        if is_insurance_taken_by_bust(self.table):
            price = price.taken_by_bust(analyse(self.table).kernel, self._solution)
        return price

    @cached_property
    def _solution(self) -> Solution:
        return solved(analyse(self.table), self.strategy)

    def _price_of(self, wager: WagerStatistics) -> WagerPrice:
        (priced,) = (each for each in self._priced(wager.wager, wager.amount) if each.choice == wager.choice)
        return priced

    def _priced(self, name: str, amount: Cents) -> tuple[WagerPrice, ...]:
        if amount not in self._prices:
            self._prices[amount] = price(self.table, amount=amount, played=self._solution)
        if (name, amount) not in self._wager_prices:
            self._wager_prices[name, amount] = self._prices[amount].of(name)
        return self._wager_prices[name, amount]
