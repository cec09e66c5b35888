"""What plays are worth: numbers that the programs return for every hand and play."""

from dataclasses import dataclass
from typing import NamedTuple

from upcard.exact.blackjack.buffers import Numbers
from upcard.exact.blackjack.programs import WORTH_PARTS
from upcard.payoffs.plays import HAND_PLAYS


class Worth(NamedTuple):
    """The value of a play in units of the initial wager: the parts without and with a dealer's blackjack."""

    clear: float  # where the dealer has none
    blackjack: float  # where the dealer has one, as if it showed before any hand bust
    settled: float  # where the dealer has one, with busts collected before it shows

    @property
    def value(self) -> float:
        """Return the value by the usual convention: the dealer's blackjack shows before any bust."""
        return self.clear + self.blackjack


@dataclass(frozen=True, kw_only=True)
class PlayValues:
    """The value of every play of every hand against one showing of the dealer, and the play chosen."""

    values: Numbers  # by hand and play; NOT_ALLOWED also where the shoe does not hold the hand
    worths: Numbers  # by hand of at most two cards, play and part
    initial: int  # the number of the first hand of two cards
    plays: bytes  # the play chosen, by hand

    def value(self, hand: int, play: int) -> float:
        """Return the value of a play of any hand by the usual convention."""
        return self.values[hand * len(HAND_PLAYS) + play]

    def of(self, hand: int, play: int) -> Worth:
        """Return the worth of a play of a hand of at most two cards."""
        at = ((hand - self.initial) * len(HAND_PLAYS) + play) * WORTH_PARTS
        return Worth(*self.worths[at : at + WORTH_PARTS])
