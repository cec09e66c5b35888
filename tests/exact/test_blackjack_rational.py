"""The value of the best play as a fraction: one deck; six decks are in tests/exact/slow."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.exact.blackjack_both import analysed, check_exactly
from tests.exact.given import case, fresh
from tests.exact.test_blackjack_brute import OPTIONS
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel
from upcard.exact.blackjack.program_constants import NOT_ALLOWED
from upcard.exact.blackjack.rational import value_of
from upcard.exact.blackjack.solve import Solution, best
from upcard.payoffs.hands import ValueCounts, counted
from upcard.payoffs.plays import HAND_PLAYS
from upcard.rules.apply import SPLITS
from upcard.rules.enums import Play

CLOSE = 1e-12
CHEAP = ("no double after a split", "double on 9 to 11", "all wagers", "early surrender", "five-card charlie")
ONE_DECK = Fraction(48682286263053761, 31793552508010293000)


def reached(kernel: BlackjackKernel, found: Solution, shown: int) -> set[int]:
    """Find the hands that the best play comes to, split hands included."""
    policy, hands = found.policies[INITIAL][shown], kernel.hands
    left = tuple(n - m for n, m in zip(kernel.cards, counted(kernel.dealer.trees[shown].shown), strict=True))
    waiting: list[int] = []
    for one in found.decisions[shown]:
        if one.play in SPLITS:
            value = one.hand[0]
            if kernel.plays.allows(Play.DRAW, one.hand, one.shown[0], from_split=True):
                waiting += hands.children[hands.of(value)]
        elif one.play is Play.DRAW:
            waiting.append(hands.of(*one.hand))
    seen: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number < 0 or number in seen or not _held(hands.counts[number], left):
            continue
        seen.add(number)
        if HAND_PLAYS[policy[number]] is Play.DRAW:
            waiting += hands.children[number]
    return seen


def _held(counts: ValueCounts, left: ValueCounts) -> bool:
    return all(count <= most for count, most in zip(counts, left, strict=True))


def margins(kernel: BlackjackKernel, found: Solution) -> Iterator[tuple[float, object]]:
    """Yield the margin of the best play over the second best, for every hand reached."""
    for shown, decisions in enumerate(found.decisions):
        for one in decisions:
            if len(one.values) > 1:
                yield _margin(list(one.values.values())), (one.shown, one.hand)
        valued = kernel.value(shown, INITIAL)
        for number in reached(kernel, found, shown):
            values = [value for play in range(len(HAND_PLAYS)) if (value := valued.value(number, play)) > NOT_ALLOWED]
            if len(values) > 1:
                yield _margin(values), (shown, kernel.hands.counts[number])


def _margin(values: list[float]) -> float:
    second, first = sorted(values)[-2:]
    return first - second


def is_clear_cut(kernel: BlackjackKernel, found: Solution) -> bool:
    """Whether no play is so close to the next best that double precision might choose the wrong one."""
    all_margins = list(margins(kernel, found))
    assert len(all_margins) > 1000
    return min(margin for margin, _ in all_margins) > CLOSE


def test_one_deck_exactly() -> None:
    kernel = BlackjackKernel(*case(*fresh(1), splits=1))
    found = best(kernel)
    assert is_clear_cut(kernel, found)
    assert value_of(kernel, found) == ONE_DECK


@pytest.mark.parametrize("name", CHEAP)
def test_tiny_shoes_exactly_as_brute_force_finds(name: str) -> None:
    check_exactly(analysed(OPTIONS[name]))
