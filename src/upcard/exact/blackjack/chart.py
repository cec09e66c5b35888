"""The chart by total: one play for each total and showing of the dealer, and what playing by it is worth."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from upcard.exact.blackjack.hands import PLAYS, Counts
from upcard.exact.blackjack.kernel import PAID, Kernel, Kind, class_of
from upcard.exact.blackjack.solve import SPLITS, Decision, Solution, solution
from upcard.rules.blackjack import Play
from upcard.rules.facts import Total

STAND, DRAW, DOUBLE, DOUBLE_FREE = range(len(PLAYS))
ROUNDS = 12  # of improving a chart; it settles after two or three


class Cell(NamedTuple):
    """What to do with a total: on the first two cards, and with more."""

    two: int
    more: int


Row = Mapping[Total, Cell]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """The plays by total, for each kind of hand and each showing, and the first plays of the initial hands."""

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
    row: Row = {}
    aside = {one.hand for one in decisions if one.play in (*SPLITS, Play.SURRENDER) or one.play is None}
    for _ in range(ROUNDS):
        valued = kernel.value(shown, kind, policy)
        held = {kernel.hands.of(*one.hand): one.chance for one in decisions if one.play is not None}
        kept = {kernel.hands.of(*one.hand): one.chance for one in decisions if one.hand not in aside}
        sums = kernel.by_class(kernel.reach(shown, policy, kept), valued)
        spare = kernel.by_class(kernel.reach(shown, bytes([DRAW]) * len(policy), held), valued)
        found = {total: _cell(total, sums, spare) for total in TOTALS}
        if found == row:
            break
        row, policy = found, _policy(kernel, found)
    return row


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
    """Give every hand the play of its total; a single card draws."""
    plays = bytearray([DRAW]) * 256
    for total, cell in row.items():
        plays[class_of(total, two=True)], plays[class_of(total, two=False)] = cell
    return kernel.classes.translate(bytes(plays))


def _first_plays(kernel: Kernel, decisions: tuple[Decision, ...], row: Row) -> Iterator[tuple[tuple[int, int], Play]]:
    """Choose splits by pair and surrenders by total; all else is as the total says."""
    by_total: dict[Total, list[Decision]] = {}
    for one in decisions:
        total = kernel.hands.totals[kernel.hands.of(*one.hand)]
        if one.play in SPLITS:
            charted = PLAYS[row[total].two]
            yield one.hand, one.play if one.values[one.play] > one.values[charted] else charted
        elif one.play:
            by_total.setdefault(total, []).append(one)
    for total, hands in by_total.items():
        charted = PLAYS[row[total].two]
        gain = sum(one.chance * (one.values.get(Play.SURRENDER, -9) - one.values[charted]) for one in hands)
        for one in hands:
            yield one.hand, Play.SURRENDER if gain > 0 else charted


def departures(kernel: Kernel, composed: Solution, chart: Chart) -> Iterator[Departure]:
    """List the hands that are best played otherwise than by their total, as they are come to by the best play."""
    for shown, tree in enumerate(kernel.dealer.trees):
        policy, row = composed.policies[PAID][shown], chart.rows[PAID][shown]
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
            if sum(counts) > 2 and reach[number] and policy[number] != row[total].more:
                yield Departure(tree.shown, counts, total, PLAYS[policy[number]], PLAYS[row[total].more])
