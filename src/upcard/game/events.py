"""Events: what happened at a table, in the past tense, each with the paragraph that says so."""

from dataclasses import dataclass

from upcard.cards import Card
from upcard.game.accounts import Posting
from upcard.game.shoe_events import CardsBurned as CardsBurned
from upcard.game.shoe_events import CuttingCardPlaced as CuttingCardPlaced
from upcard.game.shoe_events import CuttingCardReached as CuttingCardReached
from upcard.game.shoe_events import ShoeCut as ShoeCut
from upcard.game.shoe_events import ShoeShuffled as ShoeShuffled
from upcard.game.wager_events import NOTHING as NOTHING
from upcard.game.wager_events import BonusPaid as BonusPaid
from upcard.game.wager_events import InsurancePlaced as InsurancePlaced
from upcard.game.wager_events import WagerCollected as WagerCollected
from upcard.game.wager_events import WagerLeft as WagerLeft
from upcard.game.wager_events import WagerPaid as WagerPaid
from upcard.game.wager_events import WagerPlaced as WagerPlaced
from upcard.game.wager_events import WagerReturned as WagerReturned
from upcard.game.wager_events import WagerWithdrawn as WagerWithdrawn
from upcard.law import Cite
from upcard.money import Cents
from upcard.rules.enums import Play, WagerName
from upcard.rules.wager import Point

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
