"""Ways to play for the tests of the simulator: the best, and anything that is allowed."""

import random
from collections.abc import Mapping

from upcard.analysis.blackjack import analyse
from upcard.exact.blackjack.dealer import showings
from upcard.exact.blackjack.hands import PLAYS, all_hands, plays_of
from upcard.exact.blackjack.kernel import FREE, PAID, Kind
from upcard.exact.blackjack.rules import VALUES, rules_of
from upcard.exact.blackjack.solve import SPLITS
from upcard.rules.blackjack import Play
from upcard.rules.facts import Total
from upcard.sim.play import Strategy
from upcard.table import TableConfig

LOW, STIFF = 12, 17  # hands below the first are mostly drawn to, hands from the second on mostly not


def best(table: TableConfig, _: random.Random) -> Strategy:
    """Play every composition as well as can be."""
    found = analyse(table).composition
    initial = {(one.hand, one.shown): one.play for side in found.decisions for one in side if one.play}
    return Strategy(name="best", initial=initial, policies=found.policies)


def wild(table: TableConfig, shuffler: random.Random) -> Strategy:
    """Play anything that is allowed, each composition in a way of its own; pairs are mostly split."""
    rules, hands = rules_of(table), all_hands()
    shown = showings(rules)
    urns = [
        [number for number, play in enumerate(PLAYS) if bits >> number & 1 for _ in range(_liked(play, total))]
        for total, bits in zip(hands.totals, plays_of(rules), strict=True)
    ]

    def policies() -> tuple[bytes, ...]:
        return tuple(bytes([urn[int(shuffler.random() * len(urn))] for urn in urns]) for _ in shown)

    def first(hand: tuple[int, int]) -> Play:
        total = hands.totals[hands.of(*hand)]
        return shuffler.choice([play for play in Play if rules.allows(play, hand) for _ in range(_liked(play, total))])

    values = range(1, VALUES + 1)
    dealt = [(low, high) for low in values for high in values if low <= high and (low, high) != (1, VALUES)]
    by_kind: Mapping[Kind, tuple[bytes, ...]] = {kind: policies() for kind in (PAID, FREE)}
    initial = {(hand, one): first(hand) for hand in dealt for one in shown}
    return Strategy(name="wild", initial=initial, policies=by_kind)


def _liked(play: Play, total: Total) -> int:
    if play in SPLITS:
        return 8
    if play is Play.DRAW:
        return 8 if total.points < LOW else 3 if total.points < STIFF else 1
    return 1 if total.points < LOW else 3


WAYS = {"best play": best, "wild play": wild}
