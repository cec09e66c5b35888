"""upcard.strategy: the best play of a table's blackjack wager, and what every other play costs."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from upcard.api.table import Table, config_of
from upcard.cards import Card
from upcard.english import counted
from upcard.errors import Misuse
from upcard.plots.plot import Plot
from upcard.results.arguments import Arguments, BadArguments, CardsGiven
from upcard.results.best_play import ChartRows, PlayValues, StrategyReport, play_values_of_cards, strategy_report
from upcard.results.plots import strategy_plot
from upcard.results.prices import Prices
from upcard.results.prices import price as price_wagers
from upcard.results.rows import RowSet, TabularData, Value, table_html
from upcard.results.wording import card_words
from upcard.rules.enums import Play
from upcard.table.config import MOST_DECKS

Words = Mapping[str, Mapping[str, str]]  # by hand, then upcard: a play in the rule's words


class BestPlay(TabularData):
    """The best play of a table: a chart by total and pair, and the value of each play of every hand.

    >>> best = strategy(Table(decks=6))
    >>> best.chart["soft 18"]["9"], best.otherwise["hard 11"]["6"]
    ('draw', 'draw')
    """

    def __init__(self, prices: Prices, removed: tuple[Card, ...]) -> None:
        self._prices, self._removed = prices, removed

    @cached_property
    def _report(self) -> StrategyReport:
        return strategy_report(self._prices.blackjack, self._prices.table, self._removed)

    @property
    def chart(self) -> Words:
        """Return the first play of every hand: by hand, such as "hard 16" or "pair 8", then upcard."""
        return _in_words(self._report.chart)

    @property
    def otherwise(self) -> Words:
        """Return the play with more than two cards, or where the first play is not allowed."""
        return _in_words(self._report.otherwise)

    @property
    def upcards(self) -> tuple[str, ...]:
        """Return the upcards of the chart."""
        return self._report.upcards

    @property
    def value(self) -> float:
        """Return the player's mean net result for one unit with the best play, as the table settles it."""
        return self._prices.blackjack.value

    @property
    def convention(self) -> str:
        """Return the conventions under which the figures hold."""
        return self._report.convention

    def values(self, hand: CardsGiven, upcard: str | Card) -> dict[str, float]:
        """Return what each play of these cards is worth against an upcard, for one unit of the initial wager.

        >>> best = strategy(Table(decks=6))
        >>> values = best.values("Th 6c", "10")
        >>> max(values, key=values.get), f"{values['stand'] - values['draw']:.5f}"
        ('draw', '-0.00579')
        """
        arguments = Arguments()
        words = tuple(sorted(card.value for card in arguments.cards("hand", hand)))
        key = _upcard(arguments, upcard)
        arguments.done()
        by_upcard = self._values_by_upcard(words)
        if not by_upcard or key not in by_upcard:
            raise BadArguments((f"{card_words(words)} against {key}: these cards leave nothing to decide",))
        return {play.value: worth for play, worth in by_upcard[key].items()}

    def _values_by_upcard(self, words: tuple[int, ...]) -> Mapping[str, Mapping[Play, float]] | None:
        if len(words) == 2:
            return self._report.compositions.get(card_words(words))
        try:
            return play_values_of_cards(self._prices.blackjack, words) if len(words) > 2 else None
        except KeyError:
            return None

    def play(self, hand: CardsGiven, upcard: str | Card) -> str:
        """Return the best play of these cards against an upcard.

        >>> strategy(Table(decks=6)).play("8h 8c", "10")
        'split pair'
        """
        values = self.values(hand, upcard)
        return max(values, key=values.__getitem__)

    def plot(self) -> Plot:
        """Return the chart as a heat map: the letter of each play, on what the hand is worth.

        >>> strategy(Table(decks=6)).plot()
        <plot: Best play and what a hand is worth: table>
        """
        return strategy_plot(self._report)

    def to_dict(self) -> dict[str, Any]:
        """Return the best play as `upcard strategy --json` writes it."""
        return self._report.to_dict()

    def _row_set(self) -> RowSet:
        columns = dict.fromkeys(("player_hand", "upcard", "chart", "otherwise", "play"), str)
        return RowSet(columns={**columns, "value": float}, values=list(chart_rows(self._report)))

    def _repr_html_(self) -> str:
        chart = self.chart
        rows = [(hand, *(row.get(upcard) for upcard in self.upcards)) for hand, row in chart.items()]
        return table_html(repr(self), ("player's hand", *self.upcards), rows)

    def __repr__(self) -> str:
        report = self._report
        return f"<best play at {report.table}: {report.game}, {counted(report.decks, 'deck')}, {self.value:+.6f}>"


_RISING = "A 2 3 4 5 6 7 8 9 10"  # two cards that the dealer shows are written in this order


def _upcard(arguments: Arguments, given: object) -> str:
    """Return an upcard as the chart writes it: A, 2 to 10, or both cards where the hole card is up."""
    if isinstance(given, Card):
        return card_words((given.value,))
    word = arguments.text("upcard", given).strip().upper()
    signs = [sign[:-1] if sign[-1:] in "CDHS" and sign[1:] else sign for sign in word.split("-")]
    words = ["10" if sign in ("T", "J", "Q", "K") else sign for sign in signs]
    return "-".join(sorted(words, key=_RISING.find))


def _in_words(rows: ChartRows) -> Words:
    return {hand: {upcard: play.value for upcard, play in row.items()} for hand, row in rows.items()}


def chart_rows(report: StrategyReport) -> Iterator[tuple[Value, ...]]:
    """Yield a row for each play of each cell of the chart, with its value."""
    values: PlayValues = report.values
    for hand, row in report.chart.items():
        for upcard, first in row.items():
            later = report.otherwise.get(hand, {}).get(upcard)
            of_cell = (hand, upcard, first.value, later.value if later else None)
            plays = values.get(hand, {}).get(upcard, {})
            yield from ((*of_cell, play.value, value) for play, value in plays.items())
            if not plays:
                yield (*of_cell, None, None)


def strategy(table: Table, *, decks: int | None = None, removed: CardsGiven = ()) -> BestPlay:
    """Return the best play of a table's blackjack wager.

    `decks` differs from the table's; `removed` are cards that are out of the shoe.

    >>> strategy(Table(decks=6)).chart["hard 16"]["10"]
    'draw'
    """
    config, arguments = config_of(table), Arguments()
    whole = arguments.whole_or_none("decks", decks, 1, MOST_DECKS)
    known = arguments.cards("removed", removed)
    prices = arguments.read(lambda: price_wagers(config, decks=whole, removed=known), None)
    arguments.done()
    assert prices is not None
    try:
        return BestPlay(prices, known)
    except Misuse as wrong:
        raise BadArguments((str(wrong),)) from None
