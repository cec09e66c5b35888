"""The best play of a table: the chart by total, what every play is worth, and the exceptions to the chart."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from upcard.cards import Card
from upcard.english import counted, format_number
from upcard.exact.blackjack.blackjack_kernel import INITIAL
from upcard.exact.blackjack.chart import Row
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.solve import Decision, ShowingSolver, left_after
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.payoffs.hands import values_of
from upcard.payoffs.plays import HAND_PLAYS, PLAY_BITS
from upcard.results.arguments import Arguments, BadArguments, CardsGiven
from upcard.results.blackjack import BlackjackPrice
from upcard.results.prices import BlackjackValue, blackjack_value, insured_upcards
from upcard.results.result import Number, Result, not_written, renamed
from upcard.results.rows import RowSet, TabularData, columns_of, row_set, table_html
from upcard.results.wording import card_words
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import total_words
from upcard.table import TableConfig

if TYPE_CHECKING:
    from upcard.plots.plot import Plot

FREE = HandKind.ADDED_FREE

ChartRows = Mapping[str, Mapping[str, Play]]  # hand, then upcard
PlayValues = Mapping[str, Mapping[str, Mapping[Play, float]]]  # hand, then upcard, then play
Words = Mapping[str, Mapping[str, str]]  # by hand, then upcard: a play in the rule's words


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ExceptionReport(Result):
    """A hand whose cards call for another play than the chart by total."""

    hand: str
    total: str
    upcard: str
    play: Play
    chart: Play


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class InsuranceValue(Result):
    """What one unit of insurance is worth with an initial hand, and the probability of a dealer's blackjack."""

    dealer_blackjack: Number
    value: Number


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PlayValue(Result):
    """What a play of a cell of the chart is worth, beside the plays of the chart."""

    player_hand: str
    upcard: str
    chart: Play
    otherwise: Play | None
    play: Play | None  # None: nothing is known of this cell
    value: float | None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BestPlay(Result, TabularData):
    """The best play of a table: a chart by total and pair, and the value of each play of every hand.

    >>> import upcard
    >>> best = upcard.strategy(upcard.Table(decks=6))
    >>> best.chart["soft 18"]["9"], best.otherwise["hard 11"]["6"]
    ('draw', 'draw')
    """

    file: str
    set_: tuple[str, ...]  # values that differ from those of the file
    table: str
    game: str
    decks: int
    removed: tuple[str, ...]
    given_no_dealer_blackjack: bool
    returns: BlackjackValue = renamed("value")  # to the player, by how the hand is played and settled
    convention: str  # under which the figures hold
    upcards: tuple[str, ...]
    first_plays: ChartRows = renamed("chart")
    later_plays: ChartRows = renamed("otherwise")  # with more than two cards, or where the first is not allowed
    play_values: PlayValues = renamed("values")
    values_if_no_dealer_blackjack: PlayValues
    compositions: PlayValues
    exceptions: tuple[ExceptionReport, ...]
    chart_of_free_hands: ChartRows | None = None
    otherwise_of_free_hands: ChartRows | None = None
    insurance: Mapping[str, InsuranceValue] | None = None
    law_file: str | None = None  # the fingerprint of the licensee's law folder
    _solved: BlackjackPrice | None = not_written(None)  # None: it was kept on disk

    @property
    def chart(self) -> Words:
        """Return the first play of every hand: by hand, such as "hard 16" or "pair 8", then upcard."""
        return _in_words(self.first_plays)

    @property
    def otherwise(self) -> Words:
        """Return the play with more than two cards, or where the first play is not allowed."""
        return _in_words(self.later_plays)

    @property
    def value(self) -> float:
        """Return the player's mean net result for one unit with the best play, as the table settles it."""
        settled = self.returns.composition_dependent_as_settled
        return self.returns.composition_dependent if settled is None else settled

    def values(self, hand: CardsGiven, upcard: str | Card) -> dict[str, float]:
        """Return what each play of these cards is worth against an upcard, for one unit of the initial wager.

        >>> import upcard
        >>> best = upcard.strategy(upcard.Table(decks=6))
        >>> values = best.values("Th 6c", "10")
        >>> max(values, key=values.get), f"{values['stand'] - values['draw']:.5f}"
        ('draw', '-0.00579')
        """
        arguments = Arguments()
        words = tuple(sorted(card.value for card in arguments.cards("hand", hand)))
        key = _upcard(arguments, upcard)
        arguments.done()
        by_upcard = self.values_by_upcard(words) if len(words) > 1 else {}
        if key not in by_upcard:
            raise BadArguments((f"{card_words(words)} against {key}: these cards leave nothing to decide",))
        return {play.value: worth for play, worth in by_upcard[key].items()}

    def values_by_upcard(self, hand: tuple[int, ...]) -> Mapping[str, Mapping[Play, float]]:
        """Return what each play of cards of these values is worth, by upcard; nothing where none is to be decided."""
        if len(hand) == 2 or self._solved is None:
            return self.compositions.get(card_words(hand), {})
        try:
            return play_values_of_cards(self._solved, hand)
        except KeyError:  # there is no such hand
            return {}

    def play(self, hand: CardsGiven, upcard: str | Card) -> str:
        """Return the best play of these cards against an upcard.

        >>> import upcard
        >>> upcard.strategy(upcard.Table(decks=6)).play("8h 8c", "10")
        'split pair'
        """
        values = self.values(hand, upcard)
        return max(values, key=values.__getitem__)

    def plot(self) -> "Plot":
        """Return the chart as a heat map: the letter of each play, on what the hand is worth.

        >>> import upcard
        >>> upcard.strategy(upcard.Table(decks=6)).plot()
        <plot: Best play and what a hand is worth: table>
        """
        from upcard.results.plots import strategy_plot  # only where a plot is asked for

        return strategy_plot(self)

    def _rows_of_chart(self) -> Iterator[PlayValue]:
        """Yield each play of each cell of the chart, with its value."""
        for hand, row in self.first_plays.items():
            for upcard, first in row.items():
                later = self.later_plays.get(hand, {}).get(upcard)
                plays: Mapping[Play, float] = self.play_values.get(hand, {}).get(upcard, {})
                for play, value in plays.items() or [(None, None)]:
                    yield PlayValue(
                        player_hand=hand, upcard=upcard, chart=first, otherwise=later, play=play, value=value
                    )

    def _row_set(self) -> RowSet:
        return row_set(columns_of(PlayValue), self._rows_of_chart())

    def _repr_html_(self) -> str:
        chart = self.chart
        rows = [(hand, *(row.get(upcard) for upcard in self.upcards)) for hand, row in chart.items()]
        return table_html(repr(self), ("player's hand", *self.upcards), rows)

    def __repr__(self) -> str:
        value = format_number(self.value, 6, signed=True)
        return f"<best play at {self.table}: {self.game}, {counted(self.decks, 'deck')}, {value}>"


def best_play(blackjack: BlackjackPrice, table: TableConfig, removed: Iterable[Card] = ()) -> BestPlay:
    """Return the best play of a table's blackjack wager."""
    has_free_hands = FREE in blackjack.chart.rows
    insured = dict(insured_upcards(blackjack.rules, Shoe.fresh(blackjack.decks)))
    return BestPlay(
        file=table.file,
        set_=table.changes,
        table=table.table,
        game=table.game.name,
        decks=blackjack.decks,
        removed=tuple(str(card) for card in removed),
        given_no_dealer_blackjack=blackjack.kernel.blackjack_ends_first,
        returns=blackjack_value(blackjack),
        convention=in_edition(blackjack.convention, table.law),
        upcards=tuple(card_words(tree.shown) for tree in _upcards(blackjack)),
        first_plays=_chart(blackjack),
        later_plays=_otherwise(blackjack, HandKind.INITIAL),
        play_values=_values(blackjack, known=blackjack.kernel.blackjack_ends_first),
        values_if_no_dealer_blackjack=_values(blackjack, known=True),
        compositions=play_values_by_hand(blackjack),
        exceptions=tuple(_exceptions(blackjack)),
        chart_of_free_hands=_chart_of_free_hands(blackjack) if has_free_hands else None,
        otherwise_of_free_hands=_otherwise(blackjack, FREE) if has_free_hands else None,
        insurance=_insurance(blackjack, insured) if insured else None,
        law_file=table.law_folder.fingerprint if table.law_folder else None,
        _solved=blackjack,
    )


def _upcards(blackjack: BlackjackPrice) -> list[DealerTree]:
    trees = blackjack.kernel.dealer.trees
    return [tree for tree, chance in zip(trees, blackjack.total.chances, strict=True) if chance]


def _rows(blackjack: BlackjackPrice, rows: Iterable[Row]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a chart with their upcards."""
    for tree, row, chance in zip(blackjack.kernel.dealer.trees, rows, blackjack.total.chances, strict=True):
        if chance:
            yield card_words(tree.shown), row


def _total(blackjack: BlackjackPrice, hand: tuple[int, int]) -> Total:
    return blackjack.kernel.hands.totals[blackjack.kernel.hands.of(*hand)]


def _row_of(blackjack: BlackjackPrice, hand: tuple[int, int]) -> str:
    """Return the name of the chart's row for an initial hand: its pair, or its total."""
    if hand[0] == hand[1]:
        return f"pair {card_words(hand[:1])}"
    return total_words(_total(blackjack, hand))


def _decisions(blackjack: BlackjackPrice) -> Iterator[Decision]:
    for side in blackjack.total.decisions:
        yield from (decision for decision in side if decision.play)


def _row_order(row: str) -> tuple[int, int]:
    kind, rank = row.split(" ")
    return ("hard", "soft", "pair").index(kind), 11 if rank == "A" else int(rank)


def _initial_totals(blackjack: BlackjackPrice) -> list[Total]:
    """Return the totals that an initial hand may have, hard before soft."""
    totals = {_total(blackjack, decision.hand) for decision in _decisions(blackjack)}
    return sorted(totals, key=lambda total: (total.soft, total.points))


def _chart(blackjack: BlackjackPrice) -> ChartRows:
    """Return the first play of every initial hand, by pair or by total."""
    rows: dict[str, dict[str, Play]] = {}
    for decision in _decisions(blackjack):
        assert decision.play is not None
        rows.setdefault(_row_of(blackjack, decision.hand), {})[card_words(decision.shown)] = decision.play
    return {row: rows[row] for row in sorted(rows, key=_row_order)}


def _chart_of_free_hands(blackjack: BlackjackPrice) -> ChartRows:
    rows = dict(_rows(blackjack, blackjack.chart.rows[FREE]))
    return {
        total_words(total): {upcard: HAND_PLAYS[row.totals[total].two] for upcard, row in rows.items()}
        for total in _initial_totals(blackjack)
    }


def _otherwise(blackjack: BlackjackPrice, kind: HandKind) -> ChartRows:
    """Return the play of every total and pair with more than two cards, or where the first play is not allowed."""
    rows = blackjack.chart.rows[kind]
    by_upcard = dict(_rows(blackjack, rows))
    totals = {
        total_words(total): {upcard: HAND_PLAYS[row.totals[total].more] for upcard, row in by_upcard.items()}
        for total in rows[0].totals
    }
    pairs = {
        f"pair {card_words((value,))}": {upcard: HAND_PLAYS[row.pairs[value]] for upcard, row in by_upcard.items()}
        for value in rows[0].pairs
    }
    return {**totals, **pairs}


def _values(blackjack: BlackjackPrice, *, known: bool) -> PlayValues:
    """Return what each first play is worth, over the initial hands of each row of the chart.

    `known`: it is known that the dealer has no blackjack, as after a look through the card reader.
    """
    hands_of: dict[tuple[str, str], list[Decision]] = {}
    for decision in _decisions(blackjack):
        cell = _row_of(blackjack, decision.hand), card_words(decision.shown)
        hands_of.setdefault(cell, []).append(decision)
    values: dict[str, dict[str, dict[Play, float]]] = {}
    for (row, upcard), hands in sorted(hands_of.items(), key=lambda item: _row_order(item[0][0])):
        weight = sum(hand.chance * (1 - hand.dealer_blackjack if known else 1) for hand in hands)
        plays = dict.fromkeys(play for hand in hands for play in hand.values)
        values.setdefault(row, {})[upcard] = {
            play: sum(hand.chance * _worth(hand, play, known=known) for hand in hands) / weight for play in plays
        }
    return values


def _worth(decision: Decision, play: Play, *, known: bool) -> float:
    """Return what a play is worth, where the dealer is known to have no blackjack or over all."""
    return decision.worth[play].clear if known else decision.worth[play].value


def play_values_by_hand(blackjack: BlackjackPrice) -> PlayValues:
    """Return what each first play of every initial hand is worth with the best play of every composition."""
    known = blackjack.kernel.blackjack_ends_first
    values: dict[str, dict[str, Mapping[Play, float]]] = {}
    for side in blackjack.composition.decisions:
        for decision in side:
            if decision.play:
                weight = 1 - decision.dealer_blackjack if known else 1
                plays = {play: _worth(decision, play, known=known) / weight for play in decision.worth}
                values.setdefault(card_words(decision.hand), {})[card_words(decision.shown)] = plays
    return values


def play_values_of_cards(blackjack: BlackjackPrice, hand: tuple[int, ...]) -> Mapping[str, Mapping[Play, float]]:
    """Return what each play of a hand of more than two cards is worth, by upcard, with the best play of the rest.

    Upcards that the shoe does not hold beside the hand are left out, and so are those against which the round is over.
    """
    kernel, number, values = blackjack.kernel, blackjack.kernel.hands.of(*hand), {}
    for showing, tree in enumerate(kernel.dealer.trees):
        plays = [play for play in HAND_PLAYS if kernel.masks(showing, INITIAL)[number] & PLAY_BITS[play]]
        solver = ShowingSolver(kernel, showing, kernel.value(showing, INITIAL), {})
        if min(left_after(kernel.cards, (*tree.shown, *hand))) < 0 or solver.is_blackjack or len(plays) == 1:
            continue
        known = 1 - solver.dealer_blackjack(hand) if kernel.blackjack_ends_first else 1
        by_play = {play: solver.valued.value(number, HAND_PLAYS.index(play)) / known for play in plays}
        values[card_words(tree.shown)] = {play: by_play[play] for play in Play if play in by_play}
    return values


def _exceptions(blackjack: BlackjackPrice) -> Iterator[ExceptionReport]:
    for departure in blackjack.departures:
        yield ExceptionReport(
            hand=card_words(values_of(departure.cards)),
            total=total_words(departure.total),
            upcard=card_words(departure.shown),
            play=departure.play,
            chart=departure.charted,
        )


def _insurance(blackjack: BlackjackPrice, insured: Mapping[int, int]) -> Mapping[str, InsuranceValue]:
    """Return what one unit of insurance is worth, by initial hand."""
    pays = INSURANCE_ODDS.value.ratio + 1
    values = {}
    for side in blackjack.composition.decisions:
        for decision in side:
            if decision.shown[0] in insured:
                value = insured[decision.shown[0]]
                left = blackjack.kernel.cards[value - 1] - decision.hand.count(value)
                chance = Fraction(left, sum(blackjack.kernel.cards) - 3)
                row = InsuranceValue(dealer_blackjack=chance, value=pays * chance - 1)
                values[card_words(decision.hand)] = row
    return values


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
