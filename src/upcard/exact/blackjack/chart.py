"""The chart by total: one play for each total and showing of the dealer, and the value of playing by it."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from upcard.exact.blackjack.blackjack_kernel import INITIAL, OVER_CLASS, BlackjackKernel, HandStart, class_of
from upcard.exact.blackjack.program_constants import DOUBLE, DOUBLE_FREE, DRAW, NOT_ALLOWED, STAND
from upcard.exact.blackjack.programs import PlayValues
from upcard.exact.blackjack.solve import VALUED_STARTS, Decision, Solution, policy_keys, solution
from upcard.payoffs.hands import VALUES, ValueCounts
from upcard.payoffs.plays import HAND_PLAYS, ONLY_STAND
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

MOST_ROUNDS = 12  # of improving a chart; it converges after two or three


class Cell(NamedTuple):
    """The play of a total: on the first two cards, and with more."""

    two: int
    more: int


class Row(NamedTuple):
    """The plays against one showing of the dealer: by total, and of a pair that is not split."""

    totals: Mapping[Total, Cell]
    pairs: Mapping[int, int]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """The plays by total and by pair, for each kind of hand and each showing, and the first plays of initial hands."""

    rows: Mapping[HandKind, tuple[Row, ...]]
    initial: Mapping[tuple[tuple[int, int], tuple[int, ...]], Play]


class Departure(NamedTuple):
    """A hand whose optimal play differs from that of its total."""

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
    """Return the best chart by total and its value, starting from the optimal play of every composition."""
    rows = {
        key.kind: tuple(
            _best_row(kernel, showing, key, policy, composed.decisions[showing])
            for showing, policy in enumerate(composed.policies[key])
        )
        for key in VALUED_STARTS
        if key in composed.policies
    }
    policies = {
        key: tuple(policy_of(kernel, showing, key, row) for showing, row in enumerate(rows[charted_as(key)]))
        for key in policy_keys(kernel)
    }

    def choose(showing: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        plays = dict(_first_plays(kernel, decisions, rows[HandKind.INITIAL][showing]))
        return tuple(replace(decision, play=plays.get(decision.hand)) for decision in decisions)

    charted = solution(kernel, policies, choose)
    initial = {
        (decision.hand, decision.shown): decision.play
        for decisions in charted.decisions
        for decision in decisions
        if decision.play
    }
    return Chart(rows=rows, initial=initial), charted


def charted_as(key: HandStart) -> HandKind:
    """Return the kind of hand whose chart a hand is played by: with chips on it, or without."""
    return HandKind.ADDED_FREE if key.kind is HandKind.ADDED_FREE else HandKind.INITIAL


def _best_row(
    kernel: BlackjackKernel, showing: int, key: HandStart, policy: bytes, decisions: tuple[Decision, ...]
) -> Row:
    """Return the best play of each total over the hands that reach it, repeated until the plays no longer change."""
    row = Row({}, {})
    decided = {kernel.hands.of(*decision.hand): decision.chance for decision in decisions if decision.play is not None}
    # A pair has a row of its own, and a surrendered hand is not played on: they do not count for their totals.
    by_total = {
        kernel.hands.of(*decision.hand): decision.chance
        for decision in decisions
        if decision.play not in (None, Play.SURRENDER) and decision.hand[0] != decision.hand[1]
    }
    classes = kernel.classes(showing)
    for _ in range(MOST_ROUNDS):
        valued = kernel.value(showing, key, policy)
        sums = kernel.by_class(classes, kernel.reach(showing, policy, by_total), valued)
        unreached = kernel.by_class(classes, kernel.reach(showing, bytes([DRAW]) * len(policy), decided), valued)
        totals = {total: _cell(total, sums, unreached) for total in TOTALS}
        pairs = {value: _pair_play(kernel, valued, value) for value in range(1, VALUES + 1)}
        if (better := Row(totals, pairs)) == row:
            break
        row, policy = better, policy_of(kernel, showing, key, better)
    return row


def _pair_play(kernel: BlackjackKernel, valued: PlayValues, value: int) -> int:
    """Return the best play of a pair that is not split."""
    number = kernel.hands.of(value, value)
    return max(range(len(HAND_PLAYS)), key=lambda play: valued.of(number, play).value)


Sums = list[tuple[float, ...]]  # by class: the value of each play summed over its hands, and their probability


def _cell(total: Total, sums: Sums, unreached: Sums) -> Cell:
    """Return whether to stand or draw, the same for two cards and more, and where to double down instead.

    `unreached` decides for totals that the policy does not reach.
    """
    two, more = (sums[class_of(total, two=is_two)] for is_two in (True, False))
    if not two[-1]:
        two = unreached[class_of(total, two=True)]
    if not more[-1]:
        more = unreached[class_of(total, two=False)]
    best, most = Cell(STAND, STAND), (-math.inf, -math.inf)
    for base in (STAND, DRAW):
        first = later = base
        for play in (DOUBLE, DOUBLE_FREE):
            first = play if two[play] > two[first] else first
            later = play if more[play] > more[later] else later
        # Where no hand has more cards, that of two cards that may not double down decides between equals.
        value = two[first] + more[later], two[base]
        if value > most:
            best, most = Cell(first, later), value
    return best


def policy_of(kernel: BlackjackKernel, showing: int, key: HandStart, row: Row) -> bytes:
    """Return the play of every hand by its total or pair; a single card draws, a hand with nothing to decide stands.

    A hand that does not have the play of two cards takes that of more cards, and otherwise stands.
    """
    plays, more = bytearray([DRAW]) * 256, bytearray([DRAW]) * 256
    plays[OVER_CLASS] = more[OVER_CLASS] = STAND
    for total, cell in row.totals.items():
        plays[class_of(total, two=True)], plays[class_of(total, two=False)] = cell
        more[class_of(total, two=True)] = more[class_of(total, two=False)] = cell.more
    classes = kernel.classes(showing)
    policy = bytearray(classes.translate(bytes(plays)))
    for value, play in row.pairs.items():
        policy[kernel.hands.of(value, value)] = play
    return kernel.allowed(showing, key, bytes(policy), classes.translate(bytes(more)))


def _first_plays(
    kernel: BlackjackKernel, decisions: tuple[Decision, ...], row: Row
) -> Iterator[tuple[tuple[int, int], Play]]:
    """Yield the play of each initial hand: pairs by their own best play, all others, surrender included, by total."""
    by_total: dict[Total, list[Decision]] = {}
    for decision in decisions:
        if decision.play and decision.hand[0] == decision.hand[1]:
            yield decision.hand, decision.play
        elif decision.play:
            by_total.setdefault(kernel.hands.totals[kernel.hands.of(*decision.hand)], []).append(decision)
    for total, hands in by_total.items():
        charted = HAND_PLAYS[row.totals[total].two]
        gain = sum(
            decision.chance * (decision.values.get(Play.SURRENDER, NOT_ALLOWED) - decision.values[charted])
            for decision in hands
        )
        for decision in hands:
            yield decision.hand, Play.SURRENDER if gain > 0 else charted


def departures(kernel: BlackjackKernel, composed: Solution, chart: Chart) -> Iterator[Departure]:
    """Yield the hands, among those that optimal play reaches, whose optimal play differs from that of their total."""
    for showing, tree in enumerate(kernel.dealer.trees):
        policy, totals = composed.policies[INITIAL][showing], chart.rows[HandKind.INITIAL][showing].totals
        for decision in composed.decisions[showing]:
            charted = chart.initial.get((decision.hand, decision.shown))
            if decision.play and charted and decision.play is not charted:
                number = kernel.hands.of(*decision.hand)
                yield Departure(
                    tree.shown, kernel.hands.counts[number], kernel.hands.totals[number], decision.play, charted
                )
        start = {
            kernel.hands.of(*decision.hand): decision.chance
            for decision in composed.decisions[showing]
            if decision.play and decision.play not in (*SPLITS, Play.SURRENDER)
        }
        reach, masks = kernel.reach(showing, policy, start), kernel.masks(showing, INITIAL)
        for number, (counts, total) in enumerate(zip(kernel.hands.counts, kernel.hands.totals, strict=True)):
            if masks[number] == ONLY_STAND or kernel.hands.lengths[number] < 3 or not reach[number]:
                continue
            if policy[number] != totals[total].more:
                yield Departure(tree.shown, counts, total, HAND_PLAYS[policy[number]], HAND_PLAYS[totals[total].more])
