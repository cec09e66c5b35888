"""The report of the best play: the chart by total, what every play is worth, and the exceptions to the chart."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Card
from upcard.exact.blackjack.chart import Row
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.kernel import INITIAL
from upcard.exact.blackjack.solve import Decision, ShowingSolver, left_after
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.payoffs.hands import values_of
from upcard.payoffs.plays import HAND_PLAYS, PLAY_BITS
from upcard.results.blackjack import BlackjackPrice
from upcard.results.prices import BlackjackValue, insured_upcards
from upcard.results.result import Number, Result
from upcard.results.wording import card_words
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import total_words
from upcard.table import TableConfig

FREE = HandKind.ADDED_FREE

ChartRows = Mapping[str, Mapping[str, Play]]  # hand, then upcard
PlayValues = Mapping[str, Mapping[str, Mapping[Play, float]]]  # hand, then upcard, then play


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
class StrategyReport(Result):
    """The best play of a table's blackjack wager."""

    file: str
    set_: tuple[str, ...]  # values that differ from those of the file
    table: str
    game: str
    decks: int
    removed: tuple[str, ...]
    given_no_dealer_blackjack: bool
    value: BlackjackValue
    convention: str
    upcards: tuple[str, ...]
    chart: ChartRows  # the first play
    otherwise: ChartRows  # the play with more than two cards, or where the first play is not allowed
    values: PlayValues
    values_if_no_dealer_blackjack: PlayValues
    compositions: PlayValues
    exceptions: tuple[ExceptionReport, ...]
    chart_of_free_hands: ChartRows | None = None
    otherwise_of_free_hands: ChartRows | None = None
    insurance: Mapping[str, InsuranceValue] | None = None
    law_file: str | None = None  # the fingerprint of the licensee's law folder


def strategy_report(blackjack: BlackjackPrice, table: TableConfig, removed: Iterable[Card] = ()) -> StrategyReport:
    """Report the best play of a table's blackjack wager."""
    has_free_hands = FREE in blackjack.chart.rows
    insured = dict(insured_upcards(blackjack.rules, Shoe.fresh(blackjack.decks)))
    return StrategyReport(
        file=table.file,
        set_=table.changes,
        table=table.table,
        game=table.game.name,
        decks=blackjack.decks,
        removed=tuple(str(card) for card in removed),
        given_no_dealer_blackjack=blackjack.kernel.blackjack_ends_first,
        value=BlackjackValue(composition_dependent=blackjack.published_value, total_dependent=blackjack.total.value),
        convention=in_edition(blackjack.convention, table.law),
        upcards=tuple(card_words(tree.shown) for tree in _upcards(blackjack)),
        chart=_chart(blackjack),
        otherwise=_otherwise(blackjack, HandKind.INITIAL),
        values=_values(blackjack, known=blackjack.kernel.blackjack_ends_first),
        values_if_no_dealer_blackjack=_values(blackjack, known=True),
        compositions=play_values_by_hand(blackjack),
        exceptions=tuple(_exceptions(blackjack)),
        chart_of_free_hands=_chart_of_free_hands(blackjack) if has_free_hands else None,
        otherwise_of_free_hands=_otherwise(blackjack, FREE) if has_free_hands else None,
        insurance=_insurance(blackjack, insured) if insured else None,
        law_file=table.law_folder.fingerprint if table.law_folder else None,
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
