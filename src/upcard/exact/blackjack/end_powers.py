"""What the ends of split hands stand for: net results as powers of a polynomial, and symbols.

The net result of a hand depends on its end and on the dealer's hand. Ends with the same result against a kind of
dealer's hand share a *symbol* there.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import gcd
from typing import NamedTuple

from upcard.exact.blackjack.program_constants import MOST_ENDS, UNUSED
from upcard.exact.blackjack.structures import Numbers, numbers, zeros

NetsOfEnds = tuple[tuple[int, ...], ...]  # of each end: the net result against each kind of dealer's hand, in parts


class HandOfBox(NamedTuple):
    """A hand of a box as far as its net result depends on it: has it the original wager, what is its second card."""

    original: bool
    other: bool  # its second card is not of the pair's value; otherwise it may be any card


HAND_TYPES = tuple(HandOfBox(original, other) for original in (False, True) for other in (False, True))


@lru_cache(maxsize=256)
def end_powers(ends: bytes, bust: int, nets: tuple[NetsOfEnds, NetsOfEnds]) -> "EndPowers":
    """Return what ends stand for: `nets` are those of the bust and of each other end, by original hand.

    `ends` from MOST_ENDS on are those of hands whose second card is of the pair's value.
    """
    return EndPowers(ends, bust, nets)


class EndPowers:
    """The powers and symbols of the ends that the hands of a split pair can have."""

    def __init__(self, ends: bytes, bust: int, nets: tuple[NetsOfEnds, NetsOfEnds]) -> None:
        self.ends, self._bust, self.categories = ends, bust, len(nets[0][0])
        results = {net for of_hand in nets for row in of_hand for net in row}
        self.low = min(results)
        self.step = gcd(*(net - self.low for net in results)) or 1
        self.span = (max(results) - self.low) // self.step  # the greatest power of a hand
        numbered = plain_ends(ends, bust)
        self.powers: tuple[Mapping[int, Sequence[int]], ...] = tuple(
            {end: [(net - self.low) // self.step for net in row] for end, row in zip(numbered, of_hand, strict=True)}
            for of_hand in nets
        )
        self.busts = tuple(powers[bust] for powers in self.powers)  # by original hand and kind of dealer's hand
        self._of_symbols: dict[tuple[HandOfBox, ...], tuple[bytes, bytes]] = {}

    @cached_property
    def _rows(self) -> dict[int, list[tuple[int, int, bool]]]:
        """Return, for each end, its symbol against each kind of dealer's hand."""
        return {
            end: [
                (added, original, end >= MOST_ENDS)
                for added, original in zip(*(powers[end % MOST_ENDS] for powers in self.powers), strict=True)
            ]
            for end in self.ends
        }

    @cached_property
    def symbols(self) -> list[list[tuple[int, int, bool]]]:
        """Return the symbols against each kind of dealer's hand: both net results, and if the second card is like."""
        return [sorted({row[kind] for row in self._rows.values()}) for kind in range(self.categories)]

    @cached_property
    def number_of_symbols(self) -> int:
        """Return the number of symbols."""
        return max(map(len, self.symbols))

    @cached_property
    def symbol_of_end(self) -> bytes:
        """Return the symbol of each end against each kind of dealer's hand."""
        table = bytearray(2 * MOST_ENDS * self.categories)
        numbered = [{symbol: number for number, symbol in enumerate(symbols)} for symbols in self.symbols]
        for end, row in self._rows.items():
            at = end * self.categories
            table[at : at + self.categories] = bytes(
                number_of[symbol] for number_of, symbol in zip(numbered, row, strict=True)
            )
        return bytes(table)

    @cached_property
    def beyond_bust(self) -> tuple[Numbers, ...]:
        """Return the power of each end less that of a bust, against each kind of dealer's hand, by original hand."""
        return tuple(self._beyond_bust(powers) for powers in self.powers)

    def _beyond_bust(self, powers: Mapping[int, Sequence[int]]) -> Numbers:
        table = zeros(2 * MOST_ENDS * self.categories)
        for end in self.ends:
            both = zip(powers[end % MOST_ENDS], powers[self._bust], strict=True)
            at = end * self.categories
            table[at : at + self.categories] = numbers(float(power - bust) for power, bust in both)
        return table

    @cached_property
    def of_types(self) -> bytes:
        """Return the power of each of HAND_TYPES, kind of dealer's hand and end; UNUSED where it may not have that."""
        unused, table = bytes([UNUSED] * MOST_ENDS), bytearray()
        for hand, kind in product(HAND_TYPES, range(self.categories)):
            of_end = self.powers[hand.original]
            row = bytes([of_end[end][kind] if end in of_end else UNUSED for end in range(MOST_ENDS)])
            table += row + (unused if hand.other else row)
        return bytes(table)

    def of_symbols(self, hands: tuple[HandOfBox, ...]) -> tuple[bytes, bytes]:
        """Return the power of each hand, kind of dealer's hand and symbol, or UNUSED, and that of a bust."""
        if hands not in self._of_symbols:
            self._of_symbols[hands] = self._find_of_symbols(hands)
        return self._of_symbols[hands]

    def _find_of_symbols(self, hands: tuple[HandOfBox, ...]) -> tuple[bytes, bytes]:
        nets, busts = bytearray(), bytearray()
        for hand, kind in product(hands, range(self.categories)):
            row = [
                UNUSED if hand.other and like else powers_of[hand.original] for *powers_of, like in self.symbols[kind]
            ]
            nets += bytes(row + [UNUSED] * (self.number_of_symbols - len(row)))
            busts.append(self.busts[hand.original][kind])
        return bytes(nets), bytes(busts)


def plain_ends(ends: bytes, bust: int) -> list[int]:
    """Return the bust and the other ends, without regard to the second card."""
    return sorted({bust, *(end % MOST_ENDS for end in ends)})
