"""Steps of the procedure of a round: what a wager or a game asks of people, and what follows where it is not done."""

from dataclasses import dataclass
from enum import Enum

UNDONE = 78  # the Reading on a step that was not done
NOT_LIT = 79  # the Reading on a chip whose light is not lit


class Follows(Enum):
    """What follows for the wagers where a step was not done."""

    NO_WAGER = "no wager"
    BEFORE_PAYMENT = "before payment"
    STILL_DUE = "still due"
    STANDS = "stands"

    @property
    def words(self) -> str:
        """Return what follows in words."""
        return _FOLLOWS[self]


_FOLLOWS = {
    Follows.NO_WAGER: "the wager does not count: it goes back, and nothing is paid for it",
    Follows.BEFORE_PAYMENT: "what is won stays due, and this comes before it is paid",
    Follows.STILL_DUE: "it is still to be done, and the wagers are settled as if it had been",
    Follows.STANDS: "the wagers stand and are settled as due; the breach is the licensee's",
}


@dataclass(frozen=True, kw_only=True)
class ProcedureStep:
    """A step of the procedure: its name in a written round, what is said if it was not done, and what follows."""

    name: str
    failure: str  # may be written as an irregularity too
    follows: Follows
    reading: int | None = UNDONE  # by which it follows; None: the paragraph itself says so
    prevents: "ProcedureStep | None" = None  # another step of the wager that cannot be done either
    also: tuple[str, ...] = ()  # other words for the failure

    def is_called(self, words: str) -> bool:
        """Whether words, in small letters, name the step or its failure."""
        return words in (self.name.casefold(), self.failure.casefold(), *self.also)


# What is declared with each wager: `Wager.procedure` cites them.
MADE_IN_TIME = ProcedureStep(
    name="made before the first card",
    failure="wager made after the first card",
    follows=Follows.NO_WAGER,
    reading=None,
    also=("late wager",),
)
CONFIRMED = ProcedureStep(
    name="confirmation", failure="spoken wager not confirmed", follows=Follows.NO_WAGER, reading=None
)
CASH_CHANGED = ProcedureStep(
    name="cash changed into chips", failure="cash of a spoken wager not changed into chips", follows=Follows.STILL_DUE
)
NO_MORE_BETS = ProcedureStep(name="no more bets", failure='"no more bets" not announced', follows=Follows.STANDS)
SETTLED_IN_TIME = ProcedureStep(
    name="settlement in time",
    failure="wager not settled in time",
    follows=Follows.STANDS,
    also=("settled after a further card", "settlement after a further card"),
)

# What the wagers demand: `DEMANDED` in rules/wager.py.
DEALER_COMPLETES = ProcedureStep(
    name="dealer's hand completed", failure="dealer's hand not completed", follows=Follows.STILL_DUE
)
SECOND_CARD = ProcedureStep(
    name="dealer's second card dealt", failure="dealer's second card not dealt", follows=Follows.STILL_DUE
)
CARDS_UNDER_WAGER = ProcedureStep(
    name="cards under the wager", failure="cards not put under the wager", follows=Follows.STANDS
)
CHIPS_EQUAL_LIGHTS = ProcedureStep(
    name="chips equal lights", failure="chips and lights not compared", follows=Follows.STANDS
)
VERIFIED = ProcedureStep(name="verification", failure="winning hand not verified", follows=Follows.BEFORE_PAYMENT)
LIGHT_VERIFIED = ProcedureStep(
    name="light verified", failure="acceptor light not verified", follows=Follows.BEFORE_PAYMENT
)
VALIDATED = ProcedureStep(
    name="validation",
    failure="payout not validated",
    follows=Follows.BEFORE_PAYMENT,
    also=("payout not validated by a supervisor",),
)
ANNOUNCED = ProcedureStep(name="announcement", failure="amount not announced", follows=Follows.BEFORE_PAYMENT)
CARDS_HELD = ProcedureStep(
    name="cards held for documents", failure="cards not held for documents", follows=Follows.BEFORE_PAYMENT
)
BUTTON_PRESSED = ProcedureStep(name="button pressed", failure="button not pressed", follows=Follows.BEFORE_PAYMENT)
LEFT_STANDING = ProcedureStep(
    name="undecided wager left", failure="undecided wager taken from the layout", follows=Follows.STILL_DUE
)

# What only some wagers and ways of dealing have: `Option.steps` cites them.
LIGHT = ProcedureStep(
    name="light",
    failure="acceptor light not lit",
    follows=Follows.NO_WAGER,
    reading=NOT_LIT,
    prevents=LIGHT_VERIFIED,
    also=("light not lit",),
)
REGISTERED = ProcedureStep(
    name="registration",
    failure="wager not registered",
    follows=Follows.STILL_DUE,
    also=("wager not registered on the meter",),
)
BUTTON_PUT = ProcedureStep(
    name="button in front of the winner", failure="button not put in front of the winner", follows=Follows.STANDS
)
FREE_BUTTON_PUT = ProcedureStep(name="free button", failure="free button not placed", follows=Follows.STILL_DUE)
FREE_BUTTON_TAKEN = ProcedureStep(
    name="free button collected", failure="free button not collected", follows=Follows.STILL_DUE
)
WAGER_MOVED = ProcedureStep(name="wager moved", failure="wager not moved beside the first hand", follows=Follows.STANDS)
BLACKJACKS_FIRST = ProcedureStep(
    name="blackjacks paid first", failure="blackjack not paid before a further card", follows=Follows.STANDS
)
DEALERS_CARDS_TAKEN = ProcedureStep(
    name="dealer's cards discarded", failure="dealer's cards not discarded", follows=Follows.STANDS
)
UPCARD_MOVED = ProcedureStep(name="upcard moved", failure="upcard not moved to its next area", follows=Follows.STANDS)
TOTAL_ANNOUNCED = ProcedureStep(name="total announced", failure="total not announced", follows=Follows.STANDS)
READER_USED = ProcedureStep(name="card reader used", failure="card reader not used", follows=Follows.STILL_DUE)
PICKED_UP = ProcedureStep(name="cards picked up", failure="cards not picked up", follows=Follows.STILL_DUE)
SHUFFLED = ProcedureStep(name="shuffle", failure="cards not shuffled", follows=Follows.STANDS)
CUT = ProcedureStep(name="cut", failure="cards not offered for the cut", follows=Follows.STANDS)
CUTTING_CARD_PLACED = ProcedureStep(
    name="cutting card placed", failure="cutting card not placed", follows=Follows.STANDS
)
