"""Settlement as arrays: the net result of each end of a hand against each dealer's hand, and how far that is dealt."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from upcard.game.state import Felt
from upcard.payoffs.hands import VALUES
from upcard.payoffs.settlement import Payoffs
from upcard.payoffs.settlement_probe import COMPLETED, SettlementProbe
from upcard.rules.enums import HandKind
from upcard.rules.facts import HandTotal
from upcard.sim.plan import Arrays

NOT_KNOWN = -999  # the net result of an end against a dealer's hand that it never meets
HAND_KINDS = tuple(HandKind)  # as the kernels number them


@dataclass(frozen=True, eq=False, kw_only=True)
class SettlementTable:
    """By kind of hand and end: the net result against each dealer's hand, and how far that hand must be dealt."""

    net: NDArray[np.int16]  # [kind and end, dealer], in parts of a unit
    need: NDArray[np.uint8]  # [kind and end, upcard]
    bust: NDArray[np.uint8]  # [kind and end]
    parts: int  # of a unit
    ends: int
    surrendered: int | None

    @property
    def arrays(self) -> Arrays:
        """Return the arrays by their names in the kernel."""
        return {
            "need": self.need,
            "bust": self.bust,
            "net": self.net,
        }

    def sums(self, splits: int) -> list[int]:
        """Return every net result of a box of up to `splits` splits, in order."""
        ends = self.ends
        split_ends = [end for end in range(ends) if end != self.surrendered]
        sums_of_boxes = set[int]()
        for dealer in self.net.T:
            initial = _known(dealer[:ends])
            sums = _known(dealer[ends : 2 * ends][split_ends])
            added = _known(dealer[2 * ends :].reshape(-1, ends)[:, split_ends].reshape(-1))
            for _ in range(splits):
                sums |= {net + more for net in sums for more in added}
            sums_of_boxes |= initial | sums
        return sorted(sums_of_boxes)


def settlement_table(felt: Felt, payoffs: Payoffs, dealer_hands: Sequence[HandTotal | None]) -> SettlementTable:
    """Return the settlement of a game; `dealer_hands`: the hand of each code, None where it is not complete."""
    ends, dealers = len(payoffs.ends), [hand and payoffs.dealer(hand) for hand in dealer_hands]
    net, need = np.full((len(HAND_KINDS), ends, len(dealer_hands)), NOT_KNOWN, np.int16), _need(felt, payoffs)
    for kind in payoffs.kinds:
        for end in payoffs.ends:
            row, nets = HAND_KINDS.index(kind), payoffs.nets[kind][end]
            without_blackjack = next(result for dealer, result in enumerate(nets) if dealer != payoffs.blackjack)
            waits = need[row, end].max() == COMPLETED
            for code, dealer in enumerate(dealers):
                if dealer is not None:
                    net[row, end, code] = payoffs.in_parts(nets[dealer])
                elif not waits:
                    net[row, end, code] = payoffs.in_parts(without_blackjack)
    busts = {payoffs.bust(way) for way in payoffs.ways}
    return SettlementTable(
        net=net.reshape(-1, len(dealer_hands)),
        need=need.reshape(-1, VALUES),
        bust=np.array([end in busts for _ in HAND_KINDS for end in range(ends)], np.uint8),
        parts=payoffs.parts,
        ends=ends,
        surrendered=payoffs.surrendered,
    )


_NEEDS: "WeakKeyDictionary[Payoffs, NDArray[np.uint8]]" = WeakKeyDictionary()  # by the rules of a game


def _need(felt: Felt, payoffs: Payoffs) -> NDArray[np.uint8]:
    """Return how far each end of each kind of hand has the engine deal the dealer's hand, by upcard."""
    if payoffs not in _NEEDS:
        probe, need = SettlementProbe(felt), np.zeros((len(HAND_KINDS), len(payoffs.ends), VALUES), np.uint8)
        for kind in payoffs.kinds:
            for number, end in payoffs.ends.items():
                needs = [probe.need(end._replace(kind=kind), up) for up in range(1, VALUES + 1)]
                assert COMPLETED not in needs or min(needs) == COMPLETED, "an end waits whatever the upcard"
                need[HAND_KINDS.index(kind), number] = needs
        _NEEDS[payoffs] = need
    return _NEEDS[payoffs]


def _known(nets: NDArray[np.int16]) -> set[int]:
    return set(nets[nets != NOT_KNOWN].tolist())
