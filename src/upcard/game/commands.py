"""Commands: what a person at the table asks for, in the imperative."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from upcard.cards import Card
from upcard.game.confirmation import Confirmation
from upcard.money import Cents
from upcard.rules.enums import Play

FROM_SERVER: Mapping[str, bool] = MappingProxyType({"from_server": True})  # metadata of a field that no client sends


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table between rounds."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the stack."""

    seat: int  # 0: nobody accepted, the dealer cuts
    position: int  # how many cards lie in front of the cut
    declined: tuple[int, ...] = ()  # seats that were offered the cut first


@dataclass(frozen=True, slots=True)
class ShuffleShoe:
    """Shuffle the cards into this order, cut them, place the cutting card and burn cards.

    The cards of a written round are in the order dealt: without a cut, a cutting card or a burned card.
    """

    cards: tuple[Card, ...]
    cut: Cut | None = None
    cutting_card: int | None = None  # how many cards lie in front of it
    burn: int = 0  # how many cards


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """Place a wager; for the blackjack wager, one amount per spot. `coupon` is the value of a match play coupon."""

    seat: int
    wager: str
    amounts: tuple[Cents, ...]  # chips, or the cash of a spoken wager
    choice: int | None = None
    coupon: Cents = field(default=Cents(0), kw_only=True)  # a match play coupon of this value, with the chips or alone
    # With cash: who confirmed it.
    spoken: tuple[Confirmation, ...] | None = field(default=None, kw_only=True, metadata=FROM_SERVER)
    # And still standing: a written round begins with it.
    made_earlier: bool = field(default=False, kw_only=True, metadata=FROM_SERVER)


@dataclass(frozen=True, slots=True)
class WithdrawWager:
    """Withdraw a wager before the first card is dealt."""

    seat: int
    wager: str
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """Announce "no more bets" and deal."""


@dataclass(frozen=True, slots=True)
class Insure:
    """Place an insurance wager; one amount per spot, zero for none."""

    seat: int
    amounts: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class TakeEvenMoney:
    """Take even money: be paid 1 to 1 for a blackjack now."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseInsurance:
    """Accept no more insurance."""


@dataclass(frozen=True, slots=True)
class CloseSurrender:
    """Accept no more early surrender: the dealer looks for a blackjack."""


@dataclass(frozen=True, slots=True)
class Decide:
    """Play the hand whose turn it is, or surrender early; give amounts only to double down for less."""

    seat: int
    play: Play
    amounts: tuple[Cents, ...] | None = None


@dataclass(frozen=True, slots=True)
class ValidatePayout:
    """Validate a payout, as a supervisor; set `not_from_rack` if it is not paid from the rack."""

    seat: int
    wager: str
    not_from_rack: bool = False


@dataclass(frozen=True, slots=True)
class CompleteDocuments:
    """Complete the documents of a payout, as a supervisor."""

    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class PressButton:
    """Press the bonus button; the display shows this amount."""

    seat: int
    wager: str
    shown: Cents


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Void the round in progress, as a supervisor: every wager is returned."""

    by: str = field(metadata=FROM_SERVER)  # who decided so
    reason: str


Command = (
    OpenTable
    | CloseTable
    | ShuffleShoe
    | PlaceWager
    | WithdrawWager
    | CloseBetting
    | Insure
    | TakeEvenMoney
    | CloseInsurance
    | CloseSurrender
    | Decide
    | ValidatePayout
    | CompleteDocuments
    | PressButton
    | VoidRound
)
