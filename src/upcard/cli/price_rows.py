"""Prices as rows of numbers, for CSV: a row for each outcome, or one for each wager."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from upcard.results.price_report import BlackjackReport, OptionalWagerReport, PriceReport, WagerReport

if TYPE_CHECKING:
    from upcard.results.sweep import SweepReport

WAGER = ("wager", "choice", "decks", "pay_table")
FIGURES = (
    "house_advantage_percent",
    "house_advantage_fraction",
    "hit_frequency",
    "variance",
    "standard_deviation",
    "value_composition_dependent",
    "value_total_dependent",
)
OUTCOME = ("outcome", "pays", "probability", "probability_fraction", "one_in", "contribution_percent")
Header = tuple[str, ...]
Row = tuple[object, ...]


def outcome_rows(report: PriceReport) -> tuple[Header, Iterator[Row]]:
    """Return the header and a row for each outcome of each wager, with the figures of the wager."""

    def rows() -> Iterator[Row]:
        for wager in report.wagers:
            for line in wager.outcomes:
                probability = line.probability
                one_in = 1 / probability.decimal if probability.decimal else None
                contribution = None if line.contribution is None else line.contribution.percent
                outcome = (line.outcome, line.pays, probability.decimal, probability.fraction, one_in, contribution)
                yield (*_wager(wager), *outcome, *_figures(wager))

    return (*WAGER, *OUTCOME, *FIGURES), rows()


def wager_rows(report: PriceReport) -> tuple[Header, Iterator[Row]]:
    """Return the header and a row for each wager."""
    return (*WAGER, *FIGURES), ((*_wager(wager), *_figures(wager)) for wager in report.wagers)


def swept_rows(report: "SweepReport") -> tuple[Header, Iterator[Row]]:
    """Return the header and a row for each wager of each variant."""
    keys = tuple(swept.key for swept in report.sweeps)
    columns = tuple(column for column in WAGER if column not in keys)

    def rows() -> Iterator[Row]:
        for variant, wager in report.rows:
            of_wager = dict(zip(WAGER, _wager(wager), strict=True))
            yield (*variant.values(), *(of_wager[column] for column in columns), *_figures(wager))

    return (*keys, *columns, *FIGURES), rows()


def _wager(wager: WagerReport) -> Row:
    choice = wager.choice if isinstance(wager, OptionalWagerReport) else None
    return wager.wager, choice, wager.decks, wager.pay_table


def _figures(wager: WagerReport) -> Row:
    advantage = wager.house_advantage
    value = wager.value if isinstance(wager, BlackjackReport) else None
    return (
        advantage.percent,
        advantage.fraction,
        wager.hit_frequency.decimal,
        wager.variance.decimal,
        wager.standard_deviation,
        value.composition_dependent if value else None,
        value.total_dependent if value else None,
    )
