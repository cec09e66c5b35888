"""The exact mean of every simulated wager, from a fresh shoe."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from upcard.analysis.blackjack import analyse
from upcard.analysis.pricing import Prices, WagerPrice, insurance, is_insurance_taken_by_bust, price
from upcard.analysis.statistics import WagerStatistics
from upcard.analysis.strategies import OPTIMUM, solved
from upcard.errors import Misuse
from upcard.exact.blackjack.solve import Solution
from upcard.exact.observed_facts import HAND_STREAMS
from upcard.exact.shoe import Shoe
from upcard.money import Cents
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Stream
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.table import TableConfig


def exact_means(table: TableConfig, strategy: str, wagers: Iterable[WagerStatistics]) -> Mapping[str, float]:
    """Return the exact mean net result of each wager for one unit, where it is known."""
    exact = _ExactMeans(table, strategy)
    means = {}
    for wager in wagers:
        try:
            mean = exact.mean(wager)
        except Misuse:  # its price is not known
            continue
        if mean is not None:
            means[wager.key] = mean
    return means


class _ExactMeans:
    """The exact means of a table's wagers: each amount, wager and strategy is worked out once."""

    def __init__(self, table: TableConfig, strategy: str) -> None:
        self.table, self.strategy = table, strategy
        self._prices: dict[Cents, Prices] = {}
        self._wager_prices: dict[tuple[str, Cents], tuple[WagerPrice, ...]] = {}

    def mean(self, wager: WagerStatistics) -> float | None:
        """Return the exact mean net result of a wager; None if it is not known."""
        if wager.wager == MAIN:
            return self._blackjack
        if wager.wager == INSURANCE:
            return self._insurance
        prices = [each for each in self._priced(wager.wager, wager.amount) if each.choice == wager.choice]
        if not prices or self._depends_on_play(prices[0]):
            return None
        if wager.rider:
            return float(prices[0].rider.value(wager.amount) / wager.amount) if prices[0].rider else None
        return -float(prices[0].house_advantage)

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
            self._prices[amount] = price(self.table, amount=amount)
        if (name, amount) not in self._wager_prices:
            self._wager_prices[name, amount] = self._prices[amount].of(name)
        return self._wager_prices[name, amount]

    def _depends_on_play(self, price: WagerPrice) -> bool:
        """Whether a price is that of another play than the simulated one, or rests on a convention about a box."""
        streams = {fact.stream for fact in price.wager.sees}
        on_play = bool(streams & {Stream.RESULTS, Stream.BOX, *HAND_STREAMS})
        sees_hole_card = self.table.rules.hole_card is HoleCard.UP
        return on_play and (self.strategy != OPTIMUM or (Stream.BOX in streams and sees_hole_card))
