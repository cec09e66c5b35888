"""What each end of a hand wins or loses against each dealer's hand, and how far it has that hand dealt, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from upcard.game.state import Felt
from upcard.payoffs.engine import COMPLETED, Engine
from upcard.payoffs.hands import VALUES
from upcard.payoffs.settlement import Payoffs
from upcard.rules.enums import HandKind
from upcard.rules.facts import HandTotal

NOT_KNOWN = -999  # what an end wins or loses against a hand it never meets
KINDS = tuple(HandKind)  # as the kernels number them


@dataclass(frozen=True, eq=False, kw_only=True)
class Settling:
    """What each kind of hand with each end wins or loses against each dealer's hand, and what it asks of the dealer."""

    net: NDArray[np.int16]  # [kind and end, dealer], in parts of a unit
    need: NDArray[np.uint8]  # [kind and end, upcard]
    bust: NDArray[np.uint8]  # [kind and end]
    parts: int  # of a unit
    ends: int
    surrendered: int | None

    def sums(self, splits: int) -> list[int]:
        """Return every net result of a box of up to so many splits, in order."""
        many = self.ends
        played = [end for end in range(many) if end != self.surrendered]
        sums_of_boxes = set[int]()
        for dealer in self.net.T:
            first = _known(dealer[:many])
            sums = _known(dealer[many : 2 * many][played])
            added = _known(dealer[2 * many :].reshape(-1, many)[:, played].reshape(-1))
            for _ in range(splits):
                sums |= {one + more for one in sums for more in added}
            sums_of_boxes |= first | sums
        return sorted(sums_of_boxes)


def settling(felt: Felt, payoffs: Payoffs, shown: Sequence[HandTotal | None]) -> Settling:
    """Tabulate the settlement; `shown`: a completed dealer's hand for each code, None where it is not complete."""
    many, dealers = len(payoffs.ends), [hand and payoffs.dealer(hand) for hand in shown]
    net, need = np.full((len(KINDS), many, len(shown)), NOT_KNOWN, np.int16), _need(felt, payoffs)
    for kind in payoffs.kinds:
        for number in payoffs.ends:
            at, nets = KINDS.index(kind), payoffs.nets[kind][number]
            clear = next(one for place, one in enumerate(nets) if place != payoffs.blackjack)
            waits = need[at, number].max() == COMPLETED
            for code, dealer in enumerate(dealers):
                if dealer is not None:
                    net[at, number, code] = payoffs.in_parts(nets[dealer])
                elif not waits:
                    net[at, number, code] = payoffs.in_parts(clear)
    busts = {payoffs.bust(way) for way in payoffs.ways}
    return Settling(
        net=net.reshape(-1, len(shown)),
        need=need.reshape(-1, VALUES),
        bust=np.array([number in busts for _ in KINDS for number in range(many)], np.uint8),
        parts=payoffs.parts,
        ends=many,
        surrendered=payoffs.surrendered,
    )


_NEEDS: "WeakKeyDictionary[Payoffs, NDArray[np.uint8]]" = WeakKeyDictionary()  # the rules say what a game asks for


def _need(felt: Felt, payoffs: Payoffs) -> NDArray[np.uint8]:
    """Ask the engine how far each end of each kind of hand has the dealer's hand dealt, by upcard."""
    if payoffs not in _NEEDS:
        engine, need = Engine(felt), np.zeros((len(KINDS), len(payoffs.ends), VALUES), np.uint8)
        for kind in payoffs.kinds:
            for number, end in payoffs.ends.items():
                asked = [engine.need(end._replace(kind=kind), up) for up in range(1, VALUES + 1)]
                assert COMPLETED not in asked or min(asked) == COMPLETED, "an end waits whatever the upcard"
                need[KINDS.index(kind), number] = asked
        _NEEDS[payoffs] = need
    return _NEEDS[payoffs]


def _known(nets: NDArray[np.int16]) -> set[int]:
    return set(nets[nets != NOT_KNOWN].tolist())
