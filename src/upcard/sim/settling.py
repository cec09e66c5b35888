"""What each end of a hand brings against each dealer's hand, and what it asks of the dealer: asked of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.exact.blackjack.rules import CARDS, VALUES
from upcard.game.state import Felt
from upcard.rules.blackjack import Play
from upcard.sim.ends import ADDED_FREE, BUST, KINDS, ORIGINAL, Brought, End, Engine

NOT_KNOWN = -999  # what an end brings against a hand it never meets


@dataclass(frozen=True, eq=False, kw_only=True)
class Settling:
    """What each kind of hand with each end brings against each dealer's hand, and what it asks of the dealer."""

    net: NDArray[np.int16]  # [kind and end, dealer], in parts of a unit
    need: NDArray[np.uint8]  # [kind and end, upcard]
    bust: NDArray[np.uint8]  # [kind and end]
    parts: int  # of a unit

    def sums(self, ends: Sequence[End], splits: int) -> list[int]:
        """Give everything that a box of up to so many splits can bring, in order."""
        many = len(ends)
        may_be_split = [number for number, end in enumerate(ends) if not (end.blackjack or end.surrendered)]
        found = set[int]()
        for dealer in self.net.T:
            first, sums, added = (_known(dealer[part]) for part in (slice(many), may_be_split, slice(many, None)))
            for _ in range(splits):
                sums |= {one + more for one in sums for more in added}
            found |= first | sums
        return sorted(found)


def settling(felt: Felt, ends: Sequence[End], shown: Sequence[tuple[tuple[Card, ...], bool]]) -> Settling:
    """Ask the engine about every end; `shown`: the cards of each dealer's hand, and whether they complete it."""
    engine = Engine(felt)
    rows: list[list[Fraction | None]] = []
    need = np.zeros((len(KINDS) * len(ends), VALUES), np.uint8)
    for kind in KINDS:
        for end in ends:
            if _is_impossible(felt, kind, end):
                rows.append([None] * len(shown))
                continue
            need[len(rows)] = [_asked(engine.brings(kind, end, stiff(up))) for up in range(1, VALUES + 1)]
            waits = need[len(rows)].max() == 2
            assert not waits or need[len(rows)].min() == 2, "an end waits for the dealer's hand whatever the upcard"
            rows.append([None if waits and not done else engine.brings(kind, end, hand).net for hand, done in shown])
    parts = lcm(*(net.denominator for row in rows for net in row if net is not None))
    net = [[NOT_KNOWN if net is None else int(net * parts) for net in row] for row in rows]
    bust = [end.points == BUST for _ in KINDS for end in ends]
    return Settling(net=np.array(net, np.int16), need=need, bust=np.array(bust, np.uint8), parts=parts)


def _is_impossible(felt: Felt, kind: int, end: End) -> bool:
    """Tell whether no hand of a kind ends so at a table."""
    if kind != ORIGINAL and (end.blackjack or end.surrendered):
        return True
    free = (
        (kind == ADDED_FREE, felt.game.free_split_except),
        (end.doubled is Play.FREE_DOUBLE_DOWN, felt.game.doubles_free_on),
    )
    return any(is_free and offered is None for is_free, offered in free)


def _known(nets: NDArray[np.int16]) -> set[int]:
    return set(nets[nets != NOT_KNOWN].tolist())


def _asked(brought: Brought) -> int:
    return 2 if brought.drawn else int(brought.second_seen)


def stiff(up: int) -> tuple[Card, Card]:
    """Give a dealer's hand with an upcard that must draw: a total of 12 to 16."""
    second = 5 if up == 1 else min(16 - up, 10)
    return CARDS[up - 1], CARDS[second - 1]
