"""Plots of results: variants by their prices, a meter, a day's hold, the chart of the best play, and sessions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Any

from upcard.english import format_number, format_percent, key_words
from upcard.errors import Misuse
from upcard.money import Cents, format_money
from upcard.plots.plot import Plot, PlotBand, PlotCells, PlotMark, PlotSeries
from upcard.results.arguments import BadArguments
from upcard.results.best_play import BestPlay
from upcard.results.confidence import IntervalMethod
from upcard.results.prices import PricedMeter
from upcard.results.simulated_table import SimulatedSessions
from upcard.results.sum_bounds import normal_quantile
from upcard.rules.play_names import LETTERS, label

LEVELS = (95, 99)
BINS = 60  # of a day's hold
SHARED_HAND = (
    " Players share the dealer's hand: blackjack by its exact covariance, other wagers as if all won or lost together."
)
MOST_BARS = 60  # narrower ones show which results chips allow, not how sessions end
QUANTILES = (("95 sessions in 100", 2.5, 97.5), ("99 sessions in 100", 0.5, 99.5))


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
            f"{key_words(key.rpartition('.')[2])} {value}" for key, value in values.items() if key != across
        )
        lines.setdefault(f"{wager}{', ' * bool(others)}{others}", []).append((float(values[across]), advantage))
    series = tuple(
        PlotSeries(name=name, x=tuple(x for x, _ in sorted(points)), y=tuple(y for _, y in sorted(points)))
        for name, points in lines.items()
    )
    ends = "; ".join(f"{each.name} from {_percent(each.y[0])} to {_percent(each.y[-1])}" for each in series)
    label = key_words(across)
    return Plot(
        title=f"House advantage by {label}: {table}",
        x_label=label,
        y_label="house advantage, %",
        alt=f"{len(series)} lines over {label} {series[0].x[0]:g} to {series[0].x[-1]:g}: {ends}.",
        note="Exact prices from a fresh shoe; the blackjack wager by the best play.",
        series=series,
    )


def _percent(value: float, places: int = 3) -> str:
    """Return a number that is in percent, as every axis of a share is."""
    return format_percent(value / 100, places)


def _is_number(value: object) -> bool:
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def meter_plot(meter: PricedMeter, *, wager: str) -> Plot:
    """Return the player's advantage by the amount on the meter, and where it breaks even."""
    empty = float(100 * meter.house_advantage_when_empty)
    slope = float(100 * meter.house_advantage_less_for_each_dollar)
    even = meter.break_even.cents / 100
    even_text = format_money(meter.break_even.cents)
    at = None if meter.at is None else meter.at.cents / 100
    most = max(1.5 * even, 1.2 * (at or 0.0))
    xs = (0.0, most)
    marks = [PlotMark(name=f"break-even at {even_text}", at=even)]
    if meter.at is not None and at is not None:
        marks.append(PlotMark(name=f"meter as stated: {format_money(meter.at.cents)}", at=at))
    marks.append(PlotMark(name="nobody has an advantage", at=0.0, vertical=False))
    return Plot(
        title=f"Player's advantage by the meter: {wager}",
        x_label="dollars on the meter",
        y_label="player's advantage, %",
        alt=f"A rising line from {_percent(-empty)} with an empty meter; it crosses zero at {even_text}.",
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
    buy_in, mean_hold = format_money(plan.buy_in), _percent(middle, 2)
    losing = 100 * _below(0.0, middle, width)
    return Plot(
        title=f"Hold of a day: {table}",
        x_label="hold, % of the drop",
        y_label="days, %",
        alt=f"Bars around a mean hold of {mean_hold}; 95 days in 100 lie between"
        f" {_percent(bands[0].low, 2)} and {_percent(bands[0].high, 2)}, and {losing:.1f} in 100 lose money.",
        note=f"{many} player{'s' * (many > 1)}, {plan.hours} hours of {plan.rounds:,} rounds; each buys in for"
        f" {buy_in} an hour. The normal distribution; wagers of one player count as independent."
        + SHARED_HAND
        * (many > 1),
        series=(PlotSeries(name="days", x=edges, y=shares, bars=True),),
        bands=bands,
        marks=(PlotMark(name=f"mean hold {mean_hold}", at=middle),),
    )


def _below(value: float, mean: float, deviation: float) -> float:
    return 0.5 * (1 + erf((value - mean) / (deviation * sqrt(2))))


def strategy_plot(best: BestPlay) -> Plot:
    """Return the chart of the best play: its letters, on the value of the best play of each hand."""
    upcards = tuple(sorted(best.upcards, key=lambda upcard: upcard == "A"))
    hands = tuple(best.first_plays)
    values = tuple(
        tuple(max(best.play_values.get(hand, {}).get(upcard, {}).values(), default=None) for upcard in upcards)
        for hand in hands
    )
    signs = tuple(
        tuple(LETTERS[play] if (play := best.first_plays[hand].get(upcard)) else "" for upcard in upcards)
        for hand in hands
    )
    plays = {play for row in best.first_plays.values() for play in row.values()}
    legend = ", ".join(f"{letter} {label(play)}" for play, letter in LETTERS.items() if play in plays)
    known = [value for row in values for value in row if value is not None]
    least, most = (format_number(each, 3, signed=True) for each in (min(known), max(known)))
    return Plot(
        title=f"Best play and what a hand is worth: {best.table}",
        x_label="dealer's upcard",
        y_label="player's hand",
        alt=f"A chart of {len(hands)} hands against {len(upcards)} upcards; values from {least} to {most}"
        f" initial wagers. {legend}.",
        note=f"{legend}. The color is the player's mean net result with the best play.",
        cells=PlotCells(
            rows=hands, columns=upcards, values=values, signs=signs, value_label="initial wagers won on average"
        ),
    )


def sessions_plot(sessions: SimulatedSessions, *, table: str) -> Plot:
    """Return how sessions ended: bars of their results, and between which most of them lie."""
    bins = [each for each in sessions.histogram if each.sessions]
    if not bins or sessions.mean is None:
        raise Misuse("no session was completed: simulate more rounds")
    first, last = bins[0].from_, bins[-1].from_
    shown = [each for each in sessions.histogram if first <= each.from_ <= last]
    total = sum(each.sessions for each in sessions.histogram)
    wide = -(-len(shown) // MOST_BARS)
    bars = [shown[place : place + wide] for place in range(0, len(shown), wide)]
    low = [each[0].from_ / 100 for each in bars]
    shares = tuple(100 * sum(each.sessions for each in bar) / total for bar in bars)
    bands = tuple(
        PlotBand(name=name, low=_quantile(sessions, below), high=_quantile(sessions, above))
        for name, below, above in QUANTILES
    )
    mean = format_money(sessions.mean)
    marks = [PlotMark(name=f"mean {mean}", at=sessions.mean / 100)]
    ruin = ""
    if sessions.bankroll is not None and sessions.risk_of_ruin is not None:
        ruin = f"; {100 * sessions.risk_of_ruin:.2f} in 100 lose the bankroll of {format_money(sessions.bankroll)}"
        least, most = (100 * bound for bound in (sessions.risk_of_ruin_intervals or {})["95"])
        exact = " by the exact Clopper-Pearson interval" * (sessions.risk_of_ruin_method is IntervalMethod.EXACT)
        ruin += f" (with 95% confidence {least:.2f} to {most:.2f} in 100{exact})"
    return Plot(
        title=f"Results of sessions of {sessions.rounds:,} rounds: {table}",
        x_label="dollars won",
        y_label="sessions, %",
        alt=f"Bars of {sessions.sessions:,} simulated sessions around a mean of {mean}; 95 in 100 lie"
        f" between {format_money(100 * bands[0].low)} and {format_money(100 * bands[0].high)}{ruin}.",
        note=f"{sessions.sessions:,} simulated sessions{ruin}.",
        series=(PlotSeries(name="sessions", x=tuple(low), y=shares, bars=True),),
        bands=bands,
        marks=tuple(marks),
    )


def _quantile(sessions: SimulatedSessions, percent: float) -> float:
    """Return the result below which this percentage of the sessions ended, in dollars, to the width of a bin."""
    total = sum(each.sessions for each in sessions.histogram)
    counted = 0
    for each in sessions.histogram:
        counted += each.sessions
        if 100 * counted >= percent * total:
            return (each.from_ + sessions.bin_width / 2) / 100
    return sessions.histogram[-1].from_ / 100


def drawn_from(make: Callable[[], Plot]) -> Plot:
    """Return a plot; raise BadArguments where there is nothing to plot."""
    try:
        return make()
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None
