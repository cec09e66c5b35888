"""Ways to play for the tests of the simulator: the best, and anything that is allowed."""

import random
from collections.abc import Mapping

from upcard.exact.blackjack.blackjack_kernel import INITIAL, POLICIES, HandStart
from upcard.exact.blackjack.dealer import showings
from upcard.payoffs.hands import VALUES, all_hands
from upcard.payoffs.plays import HAND_PLAYS
from upcard.payoffs.settlement import payoffs_of
from upcard.results.blackjack import analyse
from upcard.rules.apply import SPLITS
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total
from upcard.sim.strategy_automaton import Strategy
from upcard.table import TableConfig

NO_PLAY = len(HAND_PLAYS)
LOW, STIFF = 12, 17  # hands below the first are mostly drawn to, hands from the second on mostly not


def best(table: TableConfig, _: random.Random) -> Strategy:
    """Play every composition as well as can be."""
    found = analyse(table).composition
    initial = {(one.hand, one.shown): one.play for side in found.decisions for one in side if one.play}
    return Strategy(name="best", initial=initial, policies=found.policies)


def wild(table: TableConfig, shuffler: random.Random) -> Strategy:
    """Play anything that is allowed, each composition in a way of its own; pairs are mostly split."""
    plays, hands = payoffs_of(table.rules).plays, all_hands()
    shown = showings(table.rules)

    def drawn(bits: int, total: Total) -> int:
        urn = [
            number for number, play in enumerate(HAND_PLAYS) if bits >> number & 1 for _ in range(_liked(play, total))
        ]
        return urn[int(shuffler.random() * len(urn))]

    def policies(upcard: int) -> dict[HandStart, bytes]:
        """Draw a policy for initial and for free hands; split hands are played alike where they may."""
        found: dict[HandStart, bytes] = {}
        for key in POLICIES:
            like = found.get(HandStart(key.kind)) or (found.get(INITIAL) if key.kind is HandKind.SPLIT else None)
            masks = plays.masks(upcard, from_split=key.kind.from_split, aces=key.aces)
            rows = zip(masks, hands.totals, like or bytes([NO_PLAY]) * len(masks), strict=True)
            found[key] = bytes([play if bits >> play & 1 else drawn(bits, total) for bits, total, play in rows])
        return found

    def first(hand: tuple[int, int], upcard: int) -> Play:
        total = hands.totals[hands.of(*hand)]
        return shuffler.choice([play for play in plays.first(hand, upcard) for _ in range(_liked(play, total))])

    values = range(1, VALUES + 1)
    dealt = [(low, high) for low in values for high in values if low <= high and (low, high) != (1, VALUES)]
    by_showing = [policies(one[0]) for one in shown]
    by_kind: Mapping[HandStart, tuple[bytes, ...]] = {key: tuple(one[key] for one in by_showing) for key in POLICIES}
    initial = {(hand, one): first(hand, one[0]) for hand in dealt for one in shown}
    return Strategy(name="wild", initial=initial, policies=by_kind)


def _liked(play: Play, total: Total) -> int:
    if play in SPLITS:
        return 8
    if play is Play.DRAW:
        return 8 if total.points < LOW else 3 if total.points < STIFF else 1
    return 1 if total.points < LOW else 3


WAYS = {"best play": best, "wild play": wild}
