"""The exact mean of every simulated wager, from a fresh shoe."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from upcard.analysis.blackjack import analyse
from upcard.analysis.pricing import Prices, WagerPrice, insurance, is_insurance_taken_by_bust, price
from upcard.analysis.statistics import WagerStatistics
from upcard.analysis.strategies import solved
from upcard.errors import Misuse, NoExactPriceError
from upcard.exact.blackjack.solve import Solution
from upcard.exact.shoe import Shoe
from upcard.money import Cents
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.table import TableConfig


class ExactMeans(NamedTuple):
    """The exact mean net result of each wager for one unit, by key; for the others, why it is not known."""

    means: Mapping[str, float]
    missing: Mapping[str, str]


def exact_means(table: TableConfig, strategy: str, wagers: Iterable[WagerStatistics]) -> ExactMeans:
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


class _MeansByStrategy:
    """The exact means of a table's wagers: each amount, wager and strategy is worked out once."""

    def __init__(self, table: TableConfig, strategy: str) -> None:
        self.table, self.strategy = table, strategy
        self._prices: dict[Cents, Prices] = {}
        self._wager_prices: dict[tuple[str, Cents], tuple[WagerPrice, ...]] = {}

    def mean(self, wager: WagerStatistics) -> float:
        """Return the exact mean net result of a wager; raise Misuse if it is not known."""
        if wager.wager == MAIN:
            return self._blackjack
        if wager.wager == INSURANCE:
            return self._insurance
        (priced,) = (each for each in self._priced(wager.wager, wager.amount) if each.choice == wager.choice)
        if wager.rider:
            assert priced.rider is not None
            return float(priced.rider.mean * wager.made / wager.wagered) if wager.wagered else 0.0
        return -float(priced.house_advantage)

    @cached_property
    def _blackjack(self) -> float:
        return self._solution.value - self._solution.busts_before_blackjack

    @cached_property
    def _insurance(self) -> float:
        price = insurance(self.table.decks, Shoe.fresh(self.table.decks), self.table.rules)
        if is_insurance_taken_by_bust(self.table):
            price = price.taken_by_bust(analyse(self.table).kernel, self._solution)
        return -float(price.house_advantage)

    @cached_property
    def _solution(self) -> Solution:
        return solved(analyse(self.table), self.strategy)

    def _priced(self, name: str, amount: Cents) -> tuple[WagerPrice, ...]:
        if amount not in self._prices:
            self._prices[amount] = price(self.table, amount=amount, played=self._solution)
        if (name, amount) not in self._wager_prices:
            self._wager_prices[name, amount] = self._prices[amount].of(name)
        return self._wager_prices[name, amount]
