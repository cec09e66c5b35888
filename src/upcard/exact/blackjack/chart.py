"""The chart by total: one play for each total and showing of the dealer, and what playing by it is worth."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from upcard.exact.blackjack.hands import PLAYS, Counts
from upcard.exact.blackjack.kernel import PAID, Kernel, Kind, Valued, class_of
from upcard.exact.blackjack.rules import VALUES
from upcard.exact.blackjack.solve import SPLITS, Decision, Solution, solution
from upcard.rules.blackjack import Play
from upcard.rules.facts import Total

STAND, DRAW, DOUBLE, DOUBLE_FREE = range(len(PLAYS))
ROUNDS = 12  # of improving a chart; it settles after two or three


class Cell(NamedTuple):
    """What to do with a total: on the first two cards, and with more."""

    two: int
    more: int


class Row(NamedTuple):
    """What to do against one showing of the dealer: by total, and with a pair that is not split."""

    totals: Mapping[Total, Cell]
    pairs: Mapping[int, int]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """The plays by total and by pair, for each kind of hand and each showing, and the first plays of initial hands."""

    rows: Mapping[Kind, tuple[Row, ...]]
    initial: Mapping[tuple[tuple[int, int], tuple[int, ...]], Play]


class Departure(NamedTuple):
    """A hand that is best played otherwise than its total says."""

    shown: tuple[int, ...]
    cards: Counts
    total: Total
    play: Play
    charted: Play


TOTALS = (
    *(Total(points) for points in range(4, 22)),
    *(Total(points, soft=True) for points in range(12, 22)),
)


def by_total(kernel: Kernel, composed: Solution) -> tuple[Chart, Solution]:
    """Find the best chart by total, beginning with the best play of every composition."""
    rows = {
        kind: tuple(
            _settled_row(kernel, shown, kind, policy, composed.decisions[shown])
            for shown, policy in enumerate(policies)
        )
        for kind, policies in composed.policies.items()
    }
    policies = {kind: tuple(_policy(kernel, row) for row in by_showing) for kind, by_showing in rows.items()}

    def choose(shown: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        plays = dict(_first_plays(kernel, decisions, rows[PAID][shown]))
        return tuple(replace(one, play=plays.get(one.hand)) for one in decisions)

    charted = solution(kernel, policies, choose)
    initial = {(one.hand, one.shown): one.play for found in charted.decisions for one in found if one.play}
    return Chart(rows=rows, initial=initial), charted


def _settled_row(kernel: Kernel, shown: int, kind: Kind, policy: bytes, decisions: tuple[Decision, ...]) -> Row:
    """Choose the play of each total by the hands that come to it, until the choice brings no other hands."""
    row = Row({}, {})
    held = {kernel.hands.of(*one.hand): one.chance for one in decisions if one.play is not None}
    # A pair has a row of its own, and a surrendered hand goes no further: they do not count for their totals.
    kept = {
        kernel.hands.of(*one.hand): one.chance
        for one in decisions
        if one.play not in (None, Play.SURRENDER) and one.hand[0] != one.hand[1]
    }
    for _ in range(ROUNDS):
        valued = kernel.value(shown, kind, policy)
        sums = kernel.by_class(kernel.reach(shown, policy, kept), valued)
        spare = kernel.by_class(kernel.reach(shown, bytes([DRAW]) * len(policy), held), valued)
        totals = {total: _cell(total, sums, spare) for total in TOTALS}
        pairs = {value: _of_pair(kernel, valued, value) for value in range(1, VALUES + 1)}
        if (found := Row(totals, pairs)) == row:
            break
        row, policy = found, _policy(kernel, found)
    return row


def _of_pair(kernel: Kernel, valued: Valued, value: int) -> int:
    """Choose the play of a pair that is not split."""
    number = kernel.hands.of(value, value)
    return max(range(len(PLAYS)), key=lambda play: valued.of(number, play))


Sums = list[tuple[float, ...]]


def _cell(total: Total, sums: Sums, spare: Sums) -> Cell:
    """Choose whether to stand or draw, the same for two cards and more, and where to double down instead."""
    two, more = (sums[class_of(total, two=is_two)] for is_two in (True, False))
    if not two[-1]:
        two = spare[class_of(total, two=True)]
    if not more[-1]:
        more = spare[class_of(total, two=False)]
    found, most = Cell(STAND, STAND), -math.inf
    for base in (STAND, DRAW):
        first = later = base
        for play in (DOUBLE, DOUBLE_FREE):
            first = play if two[play] > two[first] else first
        later = DOUBLE_FREE if more[DOUBLE_FREE] > more[base] else base
        if two[first] + more[later] > most:
            found, most = Cell(first, later), two[first] + more[later]
    return found


def _policy(kernel: Kernel, row: Row) -> bytes:
    """Give every hand the play of its total or pair; a single card draws."""
    plays = bytearray([DRAW]) * 256
    for total, cell in row.totals.items():
        plays[class_of(total, two=True)], plays[class_of(total, two=False)] = cell
    policy = bytearray(kernel.classes.translate(bytes(plays)))
    for value, play in row.pairs.items():
        policy[kernel.hands.of(value, value)] = play
    return bytes(policy)


def _first_plays(kernel: Kernel, decisions: tuple[Decision, ...], row: Row) -> Iterator[tuple[tuple[int, int], Play]]:
    """Choose by pair what to do with pairs, and surrenders by total; all else is as the total says."""
    by_total: dict[Total, list[Decision]] = {}
    for one in decisions:
        if one.play and one.hand[0] == one.hand[1]:
            yield one.hand, one.play
        elif one.play:
            by_total.setdefault(kernel.hands.totals[kernel.hands.of(*one.hand)], []).append(one)
    for total, hands in by_total.items():
        charted = PLAYS[row.totals[total].two]
        gain = sum(one.chance * (one.values.get(Play.SURRENDER, -9) - one.values[charted]) for one in hands)
        for one in hands:
            yield one.hand, Play.SURRENDER if gain > 0 else charted


def departures(kernel: Kernel, composed: Solution, chart: Chart) -> Iterator[Departure]:
    """List the hands that are best played otherwise than by their total, as they are come to by the best play."""
    for shown, tree in enumerate(kernel.dealer.trees):
        policy, totals = composed.policies[PAID][shown], chart.rows[PAID][shown].totals
        for one in composed.decisions[shown]:
            charted = chart.initial.get((one.hand, one.shown))
            if one.play and charted and one.play is not charted:
                number = kernel.hands.of(*one.hand)
                yield Departure(tree.shown, kernel.hands.counts[number], kernel.hands.totals[number], one.play, charted)
        held = {
            kernel.hands.of(*one.hand): one.chance
            for one in composed.decisions[shown]
            if one.play and one.play not in (*SPLITS, Play.SURRENDER)
        }
        reach = kernel.reach(shown, policy, held)
        for number, (counts, total) in enumerate(zip(kernel.hands.counts, kernel.hands.totals, strict=True)):
            if sum(counts) > 2 and reach[number] and policy[number] != totals[total].more:
                yield Departure(tree.shown, counts, total, PLAYS[policy[number]], PLAYS[totals[total].more])
