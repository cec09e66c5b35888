"""Events of the shoe: shuffled, cut, burned, and the cutting card."""

from dataclasses import dataclass

from upcard.cards import Card
from upcard.law import Cite


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """The cards were shuffled into this order."""

    cite: Cite
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShoeCut:
    """A player, or the dealer (seat 0), cut the stack."""

    cite: Cite
    seat: int
    position: int  # how many cards moved from the front to the back


@dataclass(frozen=True, slots=True)
class CuttingCardPlaced:
    """The cutting card was put into the stack."""

    cite: Cite
    behind: int  # how many cards lie in front of it


@dataclass(frozen=True, slots=True)
class CardsBurned:
    """Cards were burned, face down."""

    cite: Cite
    count: int


@dataclass(frozen=True, slots=True)
class CuttingCardReached:
    """The cutting card came out at a box, or at the dealer's hand (seat 0); the cards are shuffled after the round."""

    cite: Cite
    seat: int
