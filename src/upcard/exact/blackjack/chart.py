"""The chart by total: one play for each total and showing of the dealer, and what playing by it is worth."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from upcard.exact.blackjack.kernel import INITIAL, OVER, Begun, BlackjackKernel, Valued, class_of
from upcard.exact.blackjack.solve import VALUED, Decision, Solution, policy_keys, solution
from upcard.payoffs.hands import VALUES, ValueCounts
from upcard.payoffs.plays import ALONE, ONLY_STAND
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

STAND, DRAW, DOUBLE, DOUBLE_FREE = range(len(ALONE))
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

    rows: Mapping[HandKind, tuple[Row, ...]]
    initial: Mapping[tuple[tuple[int, int], tuple[int, ...]], Play]


class Departure(NamedTuple):
    """A hand that is best played otherwise than its total says."""

    shown: tuple[int, ...]
    cards: ValueCounts
    total: Total
    play: Play
    charted: Play


TOTALS = (
    *(Total(points) for points in range(4, 22)),
    *(Total(points, soft=True) for points in range(12, 22)),
)


def by_total(kernel: BlackjackKernel, composed: Solution) -> tuple[Chart, Solution]:
    """Find the best chart by total, beginning with the best play of every composition."""
    rows = {
        key.kind: tuple(
            _settled_row(kernel, shown, key, policy, composed.decisions[shown])
            for shown, policy in enumerate(composed.policies[key])
        )
        for key in VALUED
        if key in composed.policies
    }
    policies = {
        key: tuple(policy_of(kernel, shown, key, row) for shown, row in enumerate(rows[valued_as(key)]))
        for key in policy_keys(kernel)
    }

    def choose(shown: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        plays = dict(_first_plays(kernel, decisions, rows[HandKind.INITIAL][shown]))
        return tuple(replace(one, play=plays.get(one.hand)) for one in decisions)

    charted = solution(kernel, policies, choose)
    initial = {(one.hand, one.shown): one.play for found in charted.decisions for one in found if one.play}
    return Chart(rows=rows, initial=initial), charted


def valued_as(key: Begun) -> HandKind:
    """Return the kind of hand by which a hand is charted: with chips on it, or without."""
    return HandKind.ADDED_FREE if key.kind is HandKind.ADDED_FREE else HandKind.INITIAL


def _settled_row(
    kernel: BlackjackKernel, shown: int, key: Begun, policy: bytes, decisions: tuple[Decision, ...]
) -> Row:
    """Choose the play of each total by the hands that come to it, until the choice leads to the same hands."""
    row = Row({}, {})
    held = {kernel.hands.of(*one.hand): one.chance for one in decisions if one.play is not None}
    # A pair has a row of its own, and a surrendered hand goes no further: they do not count for their totals.
    kept = {
        kernel.hands.of(*one.hand): one.chance
        for one in decisions
        if one.play not in (None, Play.SURRENDER) and one.hand[0] != one.hand[1]
    }
    classes = kernel.classes(shown)
    for _ in range(ROUNDS):
        valued = kernel.value(shown, key, policy)
        sums = kernel.by_class(classes, kernel.reach(shown, policy, kept), valued)
        spare = kernel.by_class(classes, kernel.reach(shown, bytes([DRAW]) * len(policy), held), valued)
        totals = {total: _cell(total, sums, spare) for total in TOTALS}
        pairs = {value: _of_pair(kernel, valued, value) for value in range(1, VALUES + 1)}
        if (found := Row(totals, pairs)) == row:
            break
        row, policy = found, policy_of(kernel, shown, key, found)
    return row


def _of_pair(kernel: BlackjackKernel, valued: Valued, value: int) -> int:
    """Choose the play of a pair that is not split."""
    number = kernel.hands.of(value, value)
    return max(range(len(ALONE)), key=lambda play: valued.of(number, play).value)


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
            later = play if more[play] > more[later] else later
        if two[first] + more[later] > most:
            found, most = Cell(first, later), two[first] + more[later]
    return found


def policy_of(kernel: BlackjackKernel, shown: int, key: Begun, row: Row) -> bytes:
    """Return the play of every hand by its total or pair; a single card draws, a hand that is over stands.

    A hand that does not have the play of two cards has that of more, and otherwise stands.
    """
    plays, more = bytearray([DRAW]) * 256, bytearray([DRAW]) * 256
    plays[OVER] = more[OVER] = STAND
    for total, cell in row.totals.items():
        plays[class_of(total, two=True)], plays[class_of(total, two=False)] = cell
        more[class_of(total, two=True)] = more[class_of(total, two=False)] = cell.more
    classes = kernel.classes(shown)
    policy = bytearray(classes.translate(bytes(plays)))
    for value, play in row.pairs.items():
        policy[kernel.hands.of(value, value)] = play
    return kernel.allowed(shown, key, bytes(policy), classes.translate(bytes(more)))


def _first_plays(
    kernel: BlackjackKernel, decisions: tuple[Decision, ...], row: Row
) -> Iterator[tuple[tuple[int, int], Play]]:
    """Choose by pair what to do with pairs, and surrenders by total; all else is as the total says."""
    by_total: dict[Total, list[Decision]] = {}
    for one in decisions:
        if one.play and one.hand[0] == one.hand[1]:
            yield one.hand, one.play
        elif one.play:
            by_total.setdefault(kernel.hands.totals[kernel.hands.of(*one.hand)], []).append(one)
    for total, hands in by_total.items():
        charted = ALONE[row.totals[total].two]
        gain = sum(one.chance * (one.values.get(Play.SURRENDER, -9) - one.values[charted]) for one in hands)
        for one in hands:
            yield one.hand, Play.SURRENDER if gain > 0 else charted


def departures(kernel: BlackjackKernel, composed: Solution, chart: Chart) -> Iterator[Departure]:
    """List the hands that are best played otherwise than by their total, as they are come to by the best play."""
    for shown, tree in enumerate(kernel.dealer.trees):
        policy, totals = composed.policies[INITIAL][shown], chart.rows[HandKind.INITIAL][shown].totals
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
        reach, masks = kernel.reach(shown, policy, held), kernel.masks(shown, INITIAL)
        for number, (counts, total) in enumerate(zip(kernel.hands.counts, kernel.hands.totals, strict=True)):
            if masks[number] == ONLY_STAND or kernel.hands.lengths[number] < 3 or not reach[number]:
                continue
            if policy[number] != totals[total].more:
                yield Departure(tree.shown, counts, total, ALONE[policy[number]], ALONE[totals[total].more])
