"""Plots of play: the chart of the best play as a heat map, and the results of sessions."""

from upcard.analysis.best_play import StrategyReport
from upcard.analysis.confidence import IntervalMethod
from upcard.analysis.simulation_report import SessionsReport
from upcard.errors import Misuse
from upcard.plots.plot import Plot, PlotBand, PlotCells, PlotMark, PlotSeries
from upcard.rules.play_names import LETTERS, label

MOST_BARS = 60  # narrower ones show which results chips allow, not how sessions end
QUANTILES = (("95 sessions in 100", 2.5, 97.5), ("99 sessions in 100", 0.5, 99.5))


def strategy_plot(report: StrategyReport) -> Plot:
    """Return the chart of the best play: its letters, on the value of the best play of each hand."""
    upcards = tuple(sorted(report.upcards, key=lambda upcard: upcard == "A"))
    hands = tuple(report.chart)
    values = tuple(
        tuple(max(report.values.get(hand, {}).get(upcard, {}).values(), default=None) for upcard in upcards)
        for hand in hands
    )
    signs = tuple(
        tuple(LETTERS[play] if (play := report.chart[hand].get(upcard)) else "" for upcard in upcards) for hand in hands
    )
    plays = {play for row in report.chart.values() for play in row.values()}
    legend = ", ".join(f"{letter} {label(play)}" for play, letter in LETTERS.items() if play in plays)
    known = [value for row in values for value in row if value is not None]
    return Plot(
        title=f"Best play and what a hand is worth: {report.table}",
        x_label="dealer's upcard",
        y_label="player's hand",
        alt=f"A chart of {len(hands)} hands against {len(upcards)} upcards; values from {min(known):+.3f} to"
        f" {max(known):+.3f} initial wagers. {legend}.",
        note=f"{legend}. The color is the player's mean net result with the best play.",
        cells=PlotCells(
            rows=hands, columns=upcards, values=values, signs=signs, value_label="initial wagers won on average"
        ),
    )


def sessions_plot(sessions: SessionsReport, *, table: str) -> Plot:
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
    mean = sessions.mean / 100
    marks = [PlotMark(name=f"mean {_dollars(mean)}", at=mean)]
    ruin = ""
    if sessions.bankroll is not None and sessions.risk_of_ruin is not None:
        ruin = f"; {100 * sessions.risk_of_ruin:.2f} in 100 lose the bankroll of ${sessions.bankroll / 100:,.2f}"
        least, most = (100 * bound for bound in (sessions.risk_of_ruin_intervals or {})["95"])
        exact = " by the exact Clopper-Pearson interval" * (sessions.risk_of_ruin_method is IntervalMethod.EXACT)
        ruin += f" (with 95 % confidence {least:.2f} to {most:.2f} in 100{exact})"
    return Plot(
        title=f"Results of sessions of {sessions.rounds:,} rounds: {table}",
        x_label="dollars won",
        y_label="sessions, %",
        alt=f"Bars of {sessions.sessions:,} simulated sessions around a mean of {_dollars(mean)}; 95 in 100 lie"
        f" between {_dollars(bands[0].low)} and {_dollars(bands[0].high)}{ruin}.",
        note=f"{sessions.sessions:,} simulated sessions{ruin}.",
        series=(PlotSeries(name="sessions", x=tuple(low), y=shares, bars=True),),
        bands=bands,
        marks=tuple(marks),
    )


def _dollars(amount: float) -> str:
    return f"{'-' * (amount < 0)}${abs(amount):,.2f}"


def _quantile(sessions: SessionsReport, percent: float) -> float:
    """Return the result below which this percentage of the sessions ended, in dollars, to the width of a bin."""
    total = sum(each.sessions for each in sessions.histogram)
    counted = 0
    for each in sessions.histogram:
        counted += each.sessions
        if 100 * counted >= percent * total:
            return (each.from_ + sessions.bin_width / 2) / 100
    return sessions.histogram[-1].from_ / 100
