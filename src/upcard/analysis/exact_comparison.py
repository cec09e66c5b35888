"""Exact against simulated: what every simulated wager brings exactly, from a fresh shoe."""

from collections.abc import Iterable, Iterator, Mapping

from upcard.analysis.blackjack import analyse
from upcard.analysis.pricing import WagerPrice, insurance, price
from upcard.analysis.statistics import WagerStatistics
from upcard.analysis.strategies import solved
from upcard.errors import Misuse
from upcard.exact.observed_facts import HAND_STREAMS
from upcard.exact.shoe import Shoe
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Stream
from upcard.sim.schedule import INSURANCE, MAIN
from upcard.table import TableConfig


def exact_means(table: TableConfig, strategy: str, results: Iterable[WagerStatistics]) -> Mapping[str, float]:
    """Give what each wager brings for one unit, where it is known."""
    found = {}
    for one in results:
        try:
            mean = _exact(table, strategy, one)
        except Misuse:  # its price is not known
            continue
        if mean is not None:
            found[one.key] = mean
    return found


def _exact(table: TableConfig, strategy: str, one: WagerStatistics) -> float | None:
    if one.wager == MAIN:
        played = solved(analyse(table), strategy)
        return played.value - played.busts_before_blackjack
    if one.wager == INSURANCE:
        return -float(insurance(table.decks, Shoe.fresh(table.decks), table.rules).house_advantage)
    priced = price(table, amount=one.amount)
    prices = list(_of(priced.of(one.wager), one))
    if not prices or _hangs_on_play(table, strategy, prices[0]):
        return None
    if one.rider:
        return float(prices[0].rider.value(one.amount) / one.amount) if prices[0].rider else None
    return -float(prices[0].house_advantage)


def _of(prices: Iterable[WagerPrice], one: WagerStatistics) -> Iterator[WagerPrice]:
    return (found for found in prices if found.choice == one.choice)


def _hangs_on_play(table: TableConfig, strategy: str, one: WagerPrice) -> bool:
    """Tell whether a price rests on another play than the simulated one, or on a convention about a box."""
    streams = {fact.stream for fact in one.wager.sees}
    on_play = bool(streams & {Stream.RESULTS, Stream.BOX, *HAND_STREAMS})
    return on_play and (strategy != "optimum" or (Stream.BOX in streams and table.rules.hole_card is HoleCard.UP))
