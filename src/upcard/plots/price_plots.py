"""Plots of prices: the house advantage of variants, of a meter, and what a day may hold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Any

from upcard.analysis.price_report import MeterReport
from upcard.analysis.sum_bounds import normal_quantile
from upcard.drawing.chips import dollars_and_cents
from upcard.errors import Misuse
from upcard.money import Cents
from upcard.plots.plot import Plot, PlotBand, PlotMark, PlotSeries

LEVELS = (95, 99)
BINS = 60  # of a day's hold
SHARED_HAND = (
    " Players share the dealer's hand: blackjack by its exact covariance, other wagers as if all won or lost together."
)


def variants_plot(rows: Iterable[tuple[Mapping[str, Any], str, float]], *, table: str) -> Plot:
    """Return the house advantage of each wager, in percent, by the number that varies: a line for each other variant.

    Each row is a variant, by key, a wager, and its house advantage in percent.
    """
    listed = list(rows)
    if not listed:
        raise Misuse("there are no variants to plot")
    numbers = [key for key in listed[0][0] if all(_is_number(values[key]) for values, _, _ in listed)]
    varying = [key for key in numbers if len({float(values[key]) for values, _, _ in listed}) > 1] or numbers
    if not varying:
        raise Misuse("a plot of prices needs a key whose values are numbers, such as decks")
    across = varying[0]
    lines: dict[str, list[tuple[float, float]]] = {}
    for values, wager, advantage in listed:
        others = ", ".join(
            f"{key.rpartition('.')[2].replace('_', ' ')} {value}" for key, value in values.items() if key != across
        )
        lines.setdefault(f"{wager}{', ' * bool(others)}{others}", []).append((float(values[across]), advantage))
    series = tuple(
        PlotSeries(name=name, x=tuple(x for x, _ in sorted(points)), y=tuple(y for _, y in sorted(points)))
        for name, points in lines.items()
    )
    ends = "; ".join(f"{each.name} from {each.y[0]:.3f} % to {each.y[-1]:.3f} %" for each in series)
    label = across.replace("_", " ")
    return Plot(
        title=f"House advantage by {label}: {table}",
        x_label=label,
        y_label="house advantage, %",
        alt=f"{len(series)} lines over {label} {series[0].x[0]:g} to {series[0].x[-1]:g}: {ends}.",
        note="Exact prices from a fresh shoe; the blackjack wager by the best play.",
        series=series,
    )


def _is_number(value: object) -> bool:
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def meter_plot(meter: MeterReport, *, wager: str) -> Plot:
    """Return the player's advantage by the amount on the meter, and where it breaks even."""
    empty = meter.house_advantage_when_empty.percent
    slope = meter.house_advantage_less_for_each_dollar.percent
    even = meter.break_even / 100
    even_text = dollars_and_cents(meter.break_even)
    at = None if meter.at is None else meter.at / 100
    most = max(1.5 * even, 1.2 * (at or 0.0))
    xs = (0.0, most)
    marks = [PlotMark(name=f"break-even at {even_text}", at=even)]
    if at is not None:
        marks.append(PlotMark(name=f"meter as stated: {dollars_and_cents(meter.at or Cents(0))}", at=at))
    marks.append(PlotMark(name="nobody has an advantage", at=0.0, vertical=False))
    return Plot(
        title=f"Player's advantage by the meter: {wager}",
        x_label="dollars on the meter",
        y_label="player's advantage, %",
        alt=f"A rising line from {-empty:.3f} % with an empty meter; it crosses zero at {even_text}.",
        note="Exact for one seat in a round from a fresh shoe; a meter that several win at once is shared.",
        series=(PlotSeries(name=wager, x=xs, y=tuple(slope * x - empty for x in xs)),),
        marks=tuple(marks),
    )


@dataclass(frozen=True, kw_only=True)
class HoldPlan:
    """The play of a day: rounds an hour, hours, players at a table, and what each buys in for in an hour."""

    rounds: int
    hours: int
    players: int
    buy_in: Cents


@dataclass(frozen=True, kw_only=True)
class HourlyWin:
    """What one player's wager wins for the licensee in an hour, in cents, and how far two players' wagers agree."""

    mean: float
    deviation: float
    correlation: float  # of the wagers of two players in one round


def hold_plot(wins: Sequence[HourlyWin], plan: HoldPlan, *, table: str) -> Plot:
    """Return the distribution of a day's hold: the win of all wagers of a day as a share of the drop."""
    many = plan.players
    mean = sum(each.mean for each in wins) * plan.hours * many
    variance = sum(each.deviation**2 * (many + many * (many - 1) * each.correlation) for each in wins) * plan.hours
    deviation, drop = sqrt(variance), float(plan.buy_in * plan.hours * many)
    if deviation <= 0 or drop <= 0:
        raise Misuse("the hold of a day needs wagers, rounds and a buy-in")
    middle, width = 100 * mean / drop, 100 * deviation / drop
    left, step = middle - 4 * width, 8 * width / BINS
    edges = tuple(left + step * place for place in range(BINS))
    shares = tuple(100 * (_below(edge + step, middle, width) - _below(edge, middle, width)) for edge in edges)
    bands = tuple(
        PlotBand(
            name=f"{level} days in 100",
            low=middle - normal_quantile(level) * width,
            high=middle + normal_quantile(level) * width,
        )
        for level in LEVELS
    )
    buy_in = dollars_and_cents(plan.buy_in)
    losing = 100 * _below(0.0, middle, width)
    return Plot(
        title=f"Hold of a day: {table}",
        x_label="hold, % of the drop",
        y_label="days, %",
        alt=f"Bars around a mean hold of {middle:.2f} %; 95 days in 100 lie between {bands[0].low:.2f} % and"
        f" {bands[0].high:.2f} %, and {losing:.1f} in 100 lose money.",
        note=f"{many} player{'s' * (many > 1)}, {plan.hours} hours of {plan.rounds:,} rounds; each buys in for"
        f" {buy_in} an hour. The normal distribution; wagers of one player count as independent."
        + SHARED_HAND
        * (many > 1),
        series=(PlotSeries(name="days", x=edges, y=shares, bars=True),),
        bands=bands,
        marks=(PlotMark(name=f"mean hold {middle:.2f} %", at=middle),),
    )


def _below(value: float, mean: float, deviation: float) -> float:
    return 0.5 * (1 + erf((value - mean) / (deviation * sqrt(2))))
