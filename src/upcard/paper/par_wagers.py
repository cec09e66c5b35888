"""The wagers of a PAR sheet: each price with volatility, return bounds, top award, and simulated figures beside it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from upcard.law import Cite
from upcard.paper.par_sheet import (
    FEWEST_TOP_AWARDS,
    LEVELS,
    ParBounds,
    ParLine,
    ParSimulated,
    ParTopAward,
    ParVolatility,
    ParWager,
    one_in,
)
from upcard.paper.submission_checklist import LEAST_CHANCE_OF_TOP_AWARD
from upcard.results.blackjack import BlackjackPrice
from upcard.results.confidence import IntervalMethod, Intervals, share_intervals
from upcard.results.prices import BLACKJACK, INSURANCE, InsurancePrice, PricedOutcome, PricedWager, Prices
from upcard.results.result import like
from upcard.results.simulated_table import (
    SimulatedOutcome,
    SimulatedTable,
    SimulatedWager,
)
from upcard.results.sum_bounds import normal_quantile, sum_bounds
from upcard.rules.base import INSURANCE_ODDS

ROUNDS = tuple(10**power for power in range(3, 8))
SIMULATED_LEVEL = "95"  # of intervals of simulated figures, in percent
DIGITS = 9  # of exact bounds in percent: more would be those of the machine

Nets = Mapping[Fraction, float]


def par_wagers(
    prices: Prices, reports: Iterable[PricedWager], simulation: SimulatedTable | None
) -> tuple[ParWager, ...]:
    """Return every wager of a table."""
    return tuple(_wager(prices, report, simulation) for report in reports)


def _wager(prices: Prices, report: PricedWager, simulation: SimulatedTable | None) -> ParWager:
    simulated = tuple(_simulated(simulation, report.wager, report.choice))
    edge = report.house_advantage
    cite = prices.table.by_its_law(_cite(prices, report.wager))
    top = _top_line(report)
    lasts = report.mean_rounds is not None
    return ParWager(
        key=report.key,
        cite=str(cite),
        standing=prices.table.standing(cite).value,
        decided_in="wagers decided" if lasts or report.wager == INSURANCE else "rounds",
        price=report,
        return_=like(1 - edge, edge),
        lines=_lines(report, simulated[0] if simulated else None),
        volatility=tuple(
            ParVolatility(level=level, z=z, index=z * report.standard_deviation)
            for level, z in ((level, normal_quantile(level)) for level in LEVELS)
        ),
        bounds=tuple(_bounds(_nets(prices, report.wager, report.choice), top)),
        simulated=tuple(map(_compared, simulated)),
        top_award=_top_award(top) if top else None,
    )


def _cite(prices: Prices, name: str) -> Cite:
    for offer in prices.table.offers:
        if offer.wager.name == name:
            return offer.wager.cite
    return INSURANCE_ODDS.cite if name == INSURANCE else prices.table.game.cite


def _nets(prices: Prices, name: str, choice: int | None) -> Nets:
    """Return the probability of each net result of one unit of a wager."""
    if name not in (BLACKJACK, INSURANCE):
        (wager,) = (each for each in prices.of(name) if each.choice == choice)
        return {net: float(chance) for net, chance in wager.price.nets.items()}
    priced = prices[name]
    if isinstance(priced, InsurancePrice):
        paid = float(priced.paid)
        return {INSURANCE_ODDS.value.ratio: paid, Fraction(-1): 1 - paid}
    assert isinstance(priced, BlackjackPrice)
    return priced.nets


def _simulated(simulation: SimulatedTable | None, name: str, choice: int | None) -> Iterator[SimulatedWager]:
    """Yield a wager as simulated, once for each dealer's hand; its rider is no wager."""
    for wager in simulation.in_order if simulation else ():
        if wager.wager == name and wager.choice == choice and wager.rider is None and wager.made > 1:
            yield wager


def _compared(wager: SimulatedWager) -> ParSimulated:
    assert wager.mean is not None
    return ParSimulated(
        key=wager.key,
        made=wager.made,
        mean=wager.mean,
        standard_error=wager.standard_error,
        interval=wager.intervals[SIMULATED_LEVEL] if wager.intervals else None,
        interval_method=wager.interval_method,
        exact=wager.exact,
        z=wager.z,
    )


def _lines(report: PricedWager, simulated: SimulatedWager | None) -> tuple[ParLine, ...]:
    counted = {line.outcome: line for line in simulated.outcomes} if simulated else {}
    # Where the simulator does not tell two outcomes apart, neither has a count of its own.
    known = simulated is not None and set(counted) <= {line.outcome for line in report.outcomes}
    complete = known and (report.wager != INSURANCE or len(counted) == len(report.outcomes))
    if simulated is None or not complete:
        return tuple(_line(line, None, 0) for line in report.outcomes)
    never = share_intervals(0, simulated.made)
    return tuple(
        _line(line, counted.get(line.outcome) or _not_counted(line.outcome, never), simulated.made)
        for line in report.outcomes
    )


def _not_counted(outcome: str, intervals: Intervals | None) -> SimulatedOutcome:
    """Return an outcome that the simulator does not list, because it was never counted."""
    return SimulatedOutcome(
        outcome=outcome,
        count=0,
        net=0.0,
        share_intervals=intervals.bounds if intervals else None,
        interval_method=intervals.method if intervals else None,
    )


def _line(line: PricedOutcome, counted: SimulatedOutcome | None, made: int) -> ParLine:
    chance = float(line.probability)
    returned = None
    if line.contribution is not None:
        returned = like(line.contribution + line.probability, line.probability)
    if counted is None or not made:
        counts: dict[str, Any] = dict.fromkeys(("count", "frequency", "z", "interval", "interval_method"))
    else:
        error, share = sqrt(chance * (1 - chance) / made), counted.count / made
        is_normal = counted.interval_method is IntervalMethod.NORMAL
        counts = {
            "count": counted.count,
            "frequency": share,
            "z": (share - chance) / error if error and is_normal else None,
            "interval": counted.share_intervals[SIMULATED_LEVEL] if counted.share_intervals else None,
            "interval_method": counted.interval_method,
        }
    return ParLine(outcome=line.outcome, one_in=one_in(line.probability), return_=returned, **counts)


def _top_line(report: PricedWager) -> PricedOutcome | None:
    """Return the line that wins the most for one unit, if it can be won."""
    won = [line for line in report.outcomes if line.contribution is not None and line.probability > 0]
    best = max(won, key=_net, default=None)
    return best if best is not None and _net(best) > 0 else None


def _net(line: PricedOutcome) -> Fraction:
    assert line.contribution is not None
    return line.contribution / line.probability


def _top_award(line: PricedOutcome) -> ParTopAward:
    chance = float(line.probability)
    return ParTopAward(
        outcome=line.outcome,
        pays=line.pays,
        one_in=one_in(line.probability) or 0.0,
        meets=chance >= LEAST_CHANCE_OF_TOP_AWARD,
    )


def _bounds(nets: Nets, top: PricedOutcome | None) -> Iterator[ParBounds]:
    chance = float(top.probability) if top else 0.0
    for rounds in ROUNDS:
        for level, bounds in sum_bounds(nets, rounds, LEVELS).items():
            yield ParBounds(
                rounds=rounds,
                level=level,
                normal=tuple(100 * (1 + net) for net in bounds.normal),
                exact=tuple(round(100 * (1 + net), DIGITS) for net in bounds.exact),
                top_awards=rounds * chance,
                too_rare=rounds * chance < FEWEST_TOP_AWARDS,
            )
