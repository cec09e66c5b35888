"""The best play as plain values: the chart by total, what every play is worth, and the hands whose cards matter."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from upcard.analysis.blackjack import BlackjackPrice
from upcard.analysis.price_report import Said, fraction, words
from upcard.analysis.pricing import insured_upcards
from upcard.cards import Card
from upcard.exact.blackjack.chart import Row
from upcard.exact.blackjack.dealer import DealerTree
from upcard.exact.blackjack.solve import Decision
from upcard.exact.shoe import Shoe
from upcard.payoffs.hands import values_of
from upcard.payoffs.plays import ALONE
from upcard.rules.base import INSURANCE_ODDS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.rules.hand import total_words
from upcard.table import TableConfig

FREE = HandKind.ADDED_FREE


def strategy(one: BlackjackPrice, table: TableConfig, removed: Iterable[Card] = ()) -> Said:
    """Report the best play of a table's blackjack wager."""
    said: Said = {
        "file": table.file,
        "table": table.table,
        "game": table.game.name,
        "decks": one.decks,
        "removed": [str(card) for card in removed],
        "given_no_dealer_blackjack": one.kernel.known_first,
        "value": {"composition_dependent": one.value, "total_dependent": one.total.value},
        "convention": one.convention,
        "upcards": [words(tree.shown) for tree in _shown(one)],
        "chart": _chart(one),
        "otherwise": _otherwise(one, HandKind.INITIAL),
        "values": _values(one, known=one.kernel.known_first),
        "values_if_no_dealer_blackjack": _values(one, known=True),
        "compositions": _compositions(one),
        "exceptions": [
            {
                "hand": words(values_of(found.cards)),
                "total": total_words(found.total),
                "upcard": words(found.shown),
                "play": found.play.value,
                "chart": found.charted.value,
            }
            for found in one.departures
        ],
    }
    if FREE in one.chart.rows:
        said["chart_of_free_hands"] = {
            total_words(total): {words(tree.shown): _cell(row, total) for tree, row in _rows(one, one.chart.rows[FREE])}
            for total in _totals(one)
        }
        said["otherwise_of_free_hands"] = _otherwise(one, FREE)
    if insured := dict(insured_upcards(one.rules, Shoe.fresh(one.decks))):
        said["insurance"] = _insurance(one, insured)
    return said


def _shown(one: BlackjackPrice) -> list[DealerTree]:
    return [tree for tree, chance in zip(one.kernel.dealer.trees, one.total.chances, strict=True) if chance]


def _rows(one: BlackjackPrice, rows: Iterable[Row]) -> Iterator[tuple[DealerTree, Row]]:
    for tree, row, chance in zip(one.kernel.dealer.trees, rows, one.total.chances, strict=True):
        if chance:
            yield tree, row


def _cell(row: Row, total: Total) -> str:
    return ALONE[row.totals[total].two].value


def _total(one: BlackjackPrice, hand: tuple[int, int]) -> Total:
    return one.kernel.hands.totals[one.kernel.hands.of(*hand)]


def _row_of(one: BlackjackPrice, hand: tuple[int, int]) -> str:
    """Name the row of the chart in which an initial hand stands: its pair, or its total."""
    if hand[0] == hand[1]:
        return f"pair {words(hand[:1])}"
    return total_words(_total(one, hand))


def _decisions(one: BlackjackPrice) -> Iterator[Decision]:
    for side in one.total.decisions:
        yield from (decision for decision in side if decision.play)


def _order(row: str) -> tuple[int, int]:
    kind, rank = row.split(" ")
    return ("hard", "soft", "pair").index(kind), 11 if rank == "A" else int(rank)


def _totals(one: BlackjackPrice) -> list[Total]:
    """List the totals that an initial hand may have, hard before soft."""
    found = {_total(one, decision.hand) for decision in _decisions(one)}
    return sorted(found, key=lambda total: (total.soft, total.points))


def _chart(one: BlackjackPrice) -> dict[str, dict[str, str]]:
    """Give the first play of every initial hand: by pair, or by total."""
    found: dict[str, dict[str, str]] = {}
    for decision in _decisions(one):
        assert decision.play is not None
        found.setdefault(_row_of(one, decision.hand), {})[words(decision.shown)] = decision.play.value
    return {row: found[row] for row in sorted(found, key=_order)}


def _otherwise(one: BlackjackPrice, kind: HandKind) -> dict[str, dict[str, str]]:
    """Give the play of every total with more than two cards, or where the first play is not allowed."""
    rows = one.chart.rows[kind]
    return {
        total_words(total): {words(tree.shown): ALONE[row.totals[total].more].value for tree, row in _rows(one, rows)}
        for total in rows[0].totals
    }


def _values(one: BlackjackPrice, *, known: bool) -> dict[str, dict[str, dict[str, float]]]:
    """Give what each first play is worth, over the initial hands of each row of the chart.

    `known`: it is known that the dealer has no blackjack, as after a look through the card reader.
    """
    sums: dict[tuple[str, str], list[Decision]] = {}
    for decision in _decisions(one):
        sums.setdefault((_row_of(one, decision.hand), words(decision.shown)), []).append(decision)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for (row, shown), hands in sorted(sums.items(), key=lambda item: _order(item[0][0])):
        whole = sum(hand.chance * (1 - hand.dealer_blackjack if known else 1) for hand in hands)
        plays = dict.fromkeys(play for hand in hands for play in hand.values)
        found.setdefault(row, {})[shown] = {
            play.value: sum(hand.chance * _worth(hand, play, known=known) for hand in hands) / whole for play in plays
        }
    return found


def _worth(decision: Decision, play: Play, *, known: bool) -> float:
    """Return what a play is worth, where the dealer is known to have no blackjack or over all."""
    return decision.worth[play].clear if known else decision.worth[play].value


def _compositions(one: BlackjackPrice) -> dict[str, dict[str, dict[str, float]]]:
    """Give what each first play of every initial hand is worth when each hand is played as its own cards ask."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for side in one.composition.decisions:
        for decision in side:
            if decision.play:
                known = one.kernel.known_first
                whole = 1 - decision.dealer_blackjack if known else 1
                plays = {play.value: _worth(decision, play, known=known) / whole for play in decision.worth}
                found.setdefault(words(decision.hand), {})[words(decision.shown)] = plays
    return found


def _insurance(one: BlackjackPrice, insured: Mapping[int, int]) -> Said:
    """Report what insurance is worth for one unit of it, by initial hand: the chance of a dealer's blackjack."""
    pays = INSURANCE_ODDS.value.ratio + 1
    answer: Said = {}
    for side in one.composition.decisions:
        for decision in side:
            if decision.shown[0] in insured:
                value = insured[decision.shown[0]]
                left = one.kernel.cards[value - 1] - decision.hand.count(value)
                chance = Fraction(left, sum(one.kernel.cards) - 3)
                row = {"dealer_blackjack": fraction(chance), "value": fraction(pays * chance - 1)}
                answer[words(decision.hand)] = row
    return answer
