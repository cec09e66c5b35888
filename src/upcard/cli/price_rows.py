"""Prices as rows of numbers, for CSV: a row for each outcome, or one for each wager."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from upcard.results.prices import PricedWager, PriceReport
from upcard.results.result import exact_or_none

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
                one_in = 1 / float(probability) if probability else None
                contribution = None if line.contribution is None else float(100 * line.contribution)
                fraction = exact_or_none(probability)
                outcome = (line.outcome, line.pays, float(probability), fraction, one_in, contribution)
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


def _wager(wager: PricedWager) -> Row:
    return wager.wager, wager.choice, wager.decks, wager.pay_table


def _figures(wager: PricedWager) -> Row:
    return (
        float(100 * wager.house_advantage),
        exact_or_none(wager.house_advantage),
        float(wager.hit_frequency),
        float(wager.variance),
        wager.standard_deviation,
        wager.returns.composition_dependent if wager.returns else None,
        wager.returns.total_dependent if wager.returns else None,
    )
