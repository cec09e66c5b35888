"""The exact expected win of the licensee on a wager, and how far chance may take it from that."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from upcard.errors import Misuse
from upcard.pit.evolve import config_of
from upcard.pit.projections.books import WagerSums
from upcard.results.blackjack import BlackjackPrice
from upcard.results.cache import cached
from upcard.results.prices import InsurancePrice, price
from upcard.results.result import Result
from upcard.results.wording import key_of
from upcard.table import TableConfig

Z95, Z99 = 1.959964, 2.575829  # of the normal distribution


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnitPrice(Result):
    """One unit of a wager: its house advantage, its variance, and its covariance with that of another seat."""

    advantage: Fraction
    variance: float
    between_seats: float  # where it is not known, the variance: a band that is wide enough


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class UnitPrices(Result):
    """The price of a unit of each wager of a table, by its key."""

    units: Mapping[str, UnitPrice]


@dataclass(frozen=True)
class Expectation:
    """What the licensee was expected to win, in cents, and its standard deviation."""

    win: Fraction
    deviation: float

    def band(self, z: float) -> tuple[int, int]:
        """Return the least and the most that chance explains."""
        return round(self.win - z * self.deviation), round(self.win + z * self.deviation)


def expectation(unit: UnitPrice, sums: WagerSums) -> Expectation:
    """Return the expectation of wagers: those of one round vary together, those of two rounds do not."""
    together = sums.by_round - sums.squares
    variance = unit.variance * sums.squares + unit.between_seats * together
    return Expectation(unit.advantage * sums.amount, sqrt(max(variance, 0.0)))


@lru_cache(maxsize=256)
def unit_prices(table: str, text: str, law: str) -> Mapping[str, UnitPrice]:
    """Return the price of a unit of each wager of a table file by a law folder, as far as there are exact prices."""
    what = {"unit prices": text, **({"law": law} if law else {})}
    # Kept on disk: how the seats of some games vary together takes many seconds.
    return cached(what, UnitPrices, lambda: _computed(config_of(table, text, law))).units


def _computed(config: TableConfig) -> UnitPrices:
    units: dict[str, UnitPrice] = {}
    optional = {offer.wager.name for offer in config.offers}
    for name in price(config):
        try:
            units |= _optional(config, name) if name in optional else {name: _base(config, name)}
        except Misuse:
            continue
    return UnitPrices(units=units)


def _optional(config: TableConfig, name: str) -> dict[str, UnitPrice]:
    units = {}
    for each in price(config).of(name):
        advantage, variance = each.house_advantage, float(each.variance)
        if each.meter is not None and each.growth is not None:
            advantage = each.meter.long_run(each.growth)
        key = key_of(name, choice=each.choice)
        units[key] = UnitPrice(advantage=advantage, variance=variance, between_seats=variance)
    return units


def _base(config: TableConfig, name: str) -> UnitPrice:
    """Return the price of the blackjack wager, or of insurance, which two seats win or lose together."""
    priced = price(config)[name]
    if isinstance(priced, BlackjackPrice):
        # Wagers of one box on several dealer's hands vary together more than those of two boxes.
        most = max(priced.between_seats, priced.together.covariance) if config.spots[1] > 1 else priced.between_seats
        return UnitPrice(advantage=priced.house_advantage, variance=priced.variance, between_seats=most)
    assert isinstance(priced, InsurancePrice)
    variance = float(priced.variance)
    return UnitPrice(advantage=priced.house_advantage, variance=variance, between_seats=variance)
