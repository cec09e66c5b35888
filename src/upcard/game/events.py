"""Events: what happened at a table, in the past tense, each with the paragraph that says so."""

from dataclasses import dataclass

from upcard.cards import Card
from upcard.game.chip_accounts import Posting
from upcard.game.confirmation import Confirmation
from upcard.law import Cite
from upcard.money import Cents
from upcard.rules.enums import Play, WagerName
from upcard.rules.wager import Point


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


NOTHING = Cents(0)


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """A patron made a wager; one amount for each spot."""

    cite: Cite
    seat: int
    wager: str
    amounts: tuple[Cents, ...]
    choice: int | None = None
    coupon: Cents = NOTHING  # the stated value of a match play coupon wagered with the chips, or alone
    spoken: tuple[Confirmation, ...] | None = None  # who confirmed a spoken wager with cash; None: it was not spoken


@dataclass(frozen=True, slots=True)
class WagerWithdrawn:
    """A patron took a wager back before the first card."""

    cite: Cite
    seat: int
    wager: str
    amounts: tuple[Cents, ...]
    choice: int | None = None
    coupon: Cents = NOTHING  # given back


@dataclass(frozen=True, slots=True)
class InsurancePlaced:
    """A patron made an insurance wager; one amount for each spot."""

    cite: Cite
    seat: int
    amounts: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class WagerCollected:
    """A wager was collected."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    returned: Cents = NOTHING  # chips given back with it, such as half a surrendered wager
    coupon: Cents = NOTHING  # taken


@dataclass(frozen=True, slots=True)
class WagerPaid:
    """A wager was paid and its chips given back."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    won: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    from_meter: bool = False  # a share of the meter
    kept: bool = False  # the chip wagered is not given back
    off_meter: Cents = NOTHING  # by how much the meter goes down
    coupon: Cents = NOTHING  # taken
    not_from_rack: bool = False  # paid by the licensee, and not out of the table inventory


@dataclass(frozen=True, slots=True)
class WagerReturned:
    """A wager was a push and its chips given back."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    amount: Cents
    hand: int = 0
    spot: int = 0
    choice: int | None = None
    coupon: Cents = NOTHING  # given back


@dataclass(frozen=True, slots=True)
class WagerLeft:
    """A wager was not decided and stands for the next round."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    choice: int | None
    counted: str  # the result of the round that the wager counts


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """A fixed amount was paid in addition to a wager."""

    cite: Cite
    seat: int
    wager: str
    bonus: str
    outcome: str
    won: Cents


BLACKJACK = WagerName.BLACKJACK.value
INSURANCE = WagerName.INSURANCE.value


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table was opened for play."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class MeterFunded:
    """The licensee put an amount on a meter; the amount on its reset meter was added."""

    cite: Cite
    wager: str
    amount: Cents
    from_reset_meter: Cents


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """The dealer announced "no more bets"."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class LightsVerified:
    """The dealer verified that as many chips were wagered as lights are lit, one for each seat."""

    cite: Cite
    wager: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WagersRegistered:
    """The wagers were registered on the meters."""

    cite: Cite
    wager: str
    seats: tuple[int, ...]
    amount: Cents
    to_meter: Cents
    to_reset_meter: Cents


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was dealt to a hand of a seat, or to the dealer (seat 0)."""

    cite: Cite
    seat: int
    hand: int
    card: Card
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class PointReached:
    """The round moved on to another point."""

    cite: Cite
    point: Point


@dataclass(frozen=True, slots=True)
class TotalAnnounced:
    """The dealer announced the point total of a hand whose turn it is."""

    cite: Cite
    seat: int
    hand: int
    points: int
    soft: bool


@dataclass(frozen=True, slots=True)
class InsuranceClosed:
    """No more insurance was accepted."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class CardReaderUsed:
    """The card reader showed whether the hole card makes a blackjack, and nothing else."""

    cite: Cite
    blackjack: bool


@dataclass(frozen=True, slots=True)
class SurrenderClosed:
    """No more early surrender was accepted; the dealer looks for a blackjack."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class HoleCardTurned:
    """The hole card was turned face up."""

    cite: Cite
    card: Card


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A patron decided how to play a hand; a play that adds chips has one amount for each spot."""

    cite: Cite
    seat: int
    hand: int
    play: Play
    amounts: tuple[Cents, ...] = ()


@dataclass(frozen=True, slots=True)
class BustLeft:
    """A hand bust, and its wager was left on the layout until the dealer's second card."""

    cite: Cite
    seat: int
    hand: int


@dataclass(frozen=True, slots=True)
class WagerMoved:
    """The dealer moved the original wager beside the first of two hands made by a free split."""

    cite: Cite
    seat: int
    hand: int


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The dealer put a free button worth the initial wager beside a wager, or beside a hand without one."""

    cite: Cite
    seat: int
    hand: int
    play: Play
    worth: Cents


@dataclass(frozen=True, slots=True)
class ButtonCollected:
    """A free button was collected, paid if it won."""

    cite: Cite
    seat: int
    hand: int
    play: Play
    worth: Cents
    won: Cents


@dataclass(frozen=True, slots=True)
class CardsPutUnderWager:
    """The player's cards were put face up under a wager that is still in play."""

    cite: Cite
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class WinVerified:
    """The dealer verified a winner, or announced what it pays, before paying it."""

    cite: Cite
    seat: int
    wager: str
    outcome: str
    verification: str  # in words
    won: Cents | None = None  # announced
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class PayoutValidated:
    """A supervisor validated a payout."""

    cite: Cite
    seat: int
    wager: str
    not_from_rack: bool = False  # it is not paid out of the table inventory


@dataclass(frozen=True, slots=True)
class DocumentsCompleted:
    """The documents of a payout not from the table inventory were completed; the cards may be picked up."""

    cite: Cite
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class WinnersButtonPlaced:
    """The dealer put the button of a wager in front of the next winner."""

    cite: Cite
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The winner pressed the button, and the display showed an amount."""

    cite: Cite
    seat: int
    wager: str
    shown: Cents


@dataclass(frozen=True, slots=True)
class DealerCardsCollected:
    """The dealer's cards were discarded except the upcard, which began the next dealer's hand."""

    cite: Cite
    next_hand: int


@dataclass(frozen=True, slots=True)
class UpcardMoved:
    """The dealer moved the upcard to the area of the layout for the next dealer's hand."""

    cite: Cite
    next_hand: int


@dataclass(frozen=True, slots=True)
class CardsPickedUp:
    """All cards left on the layout were picked up, and the round was over."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round was voided: every chip that it had moved went back, and its cards to the discard rack."""

    cite: Cite
    by: str
    reason: str
    returned: tuple[Posting, ...]


Event = (
    TableOpened
    | TableClosed
    | MeterFunded
    | ShoeShuffled
    | ShoeCut
    | CuttingCardPlaced
    | CardsBurned
    | WagerPlaced
    | WagerWithdrawn
    | LightsVerified
    | BettingClosed
    | WagersRegistered
    | CardDealt
    | CuttingCardReached
    | PointReached
    | TotalAnnounced
    | InsurancePlaced
    | InsuranceClosed
    | SurrenderClosed
    | CardReaderUsed
    | HoleCardTurned
    | PlayMade
    | BustLeft
    | WagerMoved
    | ButtonPlaced
    | ButtonCollected
    | CardsPutUnderWager
    | WagerCollected
    | WagerPaid
    | WagerReturned
    | WagerLeft
    | BonusPaid
    | WinVerified
    | PayoutValidated
    | DocumentsCompleted
    | WinnersButtonPlaced
    | ButtonPressed
    | DealerCardsCollected
    | UpcardMoved
    | CardsPickedUp
    | RoundVoided
)
