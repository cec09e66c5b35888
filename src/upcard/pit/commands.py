"""Commands of the pit: what a patron, dealer or supervisor wants done, in the imperative."""

from dataclasses import dataclass, field

from upcard.game import commands as do
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit.limits import LimitKind, LimitPeriod


@dataclass(frozen=True, slots=True)
class OpenHouse:
    """Open the books of the licensee, once, before anything else in a new house."""

    licensee: str
    gaming_day_begins: str = "06:00"
    time_zone: str = "America/New_York"
    demonstration: bool = field(default=False, metadata=do.FROM_SERVER)  # all money is play money, for good


@dataclass(frozen=True, slots=True)
class InstallTable:
    """Install a table from the text of its file, or replace the file of a closed table."""

    table: str
    text: str
    group: str | None = None  # of linked tables


@dataclass(frozen=True, slots=True)
class StateLawFolder:
    """State what the licensee's law folder says, by which tables are installed from now on; sent by the service."""

    content: str  # without the texts themselves; by the texts held alone: empty


@dataclass(frozen=True, slots=True)
class AcceptFindings:
    """Accept findings that leave open whether a table is lawful; `until` is the last day, null for no end."""

    table: str
    findings: tuple[str, ...]  # by their ids
    reason: str
    until: str = ""  # the last day, such as "2026-12-31"; without an end: empty


@dataclass(frozen=True, slots=True)
class WithdrawAcceptance:
    """Withdraw an acceptance of findings; a table that rests on it closes after its round."""

    table: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class MakeAccount:
    """Make the account of a person, and the wallet of a patron; its name is never used again."""

    person: str
    roles: tuple[Role, ...]
    demo: bool = False  # plays with play money, and signs in without a password where a page offers it


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Give a person one more role."""

    person: str
    role: Role


@dataclass(frozen=True, slots=True)
class RemoveRole:
    """Take a role from a person."""

    person: str
    role: Role


@dataclass(frozen=True, slots=True)
class CloseAccount:
    """Close an account for good; a patron's coupons are cancelled, and the wallet is paid out and closed."""

    person: str


@dataclass(frozen=True, slots=True)
class Deposit:
    """Deposit money into a patron's wallet."""

    patron: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class DepositPlayMoney:
    """Put play money into the wallet of a demo patron."""

    patron: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw money from a patron's wallet."""

    patron: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class SetLimit:
    """Limit the deposits or the spending of a patron; None: no limit. A looser limit waits, and is confirmed later."""

    patron: str
    limit: LimitKind
    period: LimitPeriod
    amount: Cents | None


@dataclass(frozen=True, slots=True)
class SetTimeLimit:
    """Limit how long a patron plays; None: no limit. A looser limit waits, and is confirmed later."""

    patron: str
    period: LimitPeriod
    minutes: int | None


@dataclass(frozen=True, slots=True)
class Suspend:
    """Suspend a person for a number of days, or until the person is reinstated."""

    person: str
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Exclude:
    """Exclude a patron for a number of years at least, or for life."""

    person: str
    years: int | None = None


@dataclass(frozen=True, slots=True)
class Reinstate:
    """Let a suspended or excluded person sign in and play again."""

    person: str


@dataclass(frozen=True, slots=True)
class RecordPerson:
    """Record what happened to a person's account or session; sent by the service itself."""

    kind: str
    person: str
    by: str
    detail: str
    address: str
    happened: str


@dataclass(frozen=True, slots=True)
class RecordSoftware:
    """Record the fingerprint of the software that runs."""

    version: str = field(metadata=do.FROM_SERVER)
    fingerprint: str = field(metadata=do.FROM_SERVER)


@dataclass(frozen=True, slots=True)
class AcceptSoftware:
    """Accept changed software."""

    fingerprint: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecordCheckpoint:
    """Record that a checkpoint was signed and kept outside the journal; sent by the service itself."""

    rows: int  # that it covers
    root: str


@dataclass(frozen=True, slots=True)
class RestoreJournal:
    """Record that this journal was restored from a copy: every open shoe is taken out of play."""

    rows: int  # of the copy
    signed: int  # the most rows that a checkpoint of the journal before it covers; 0 if none is known
    reason: str


@dataclass(frozen=True, slots=True)
class SetLargeWin:
    """Set the amount from which a win counts as a significant event."""

    amount: Cents


@dataclass(frozen=True, slots=True)
class FillRack:
    """Add chips to a rack."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class InstructFills:
    """Have a rack filled up to an amount whenever it holds less than another; "0.00" for both: no longer."""

    table: str
    below: Cents
    up_to: Cents


@dataclass(frozen=True, slots=True)
class CreditRack:
    """Remove chips from a rack."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class CountRack:
    """Count a rack; a difference from the books needs a reason."""

    table: str
    counted: Cents
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CountDrop:
    """Empty and count a drop box; a difference from the books needs a reason."""

    table: str
    counted: Cents
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProposeAdjustment:
    """Propose to move an amount from one account to another, to correct an error."""

    from_account: str
    to_account: str
    amount: Cents
    reason: str


@dataclass(frozen=True, slots=True)
class ApproveAdjustment:
    """Approve an adjustment that another person proposed."""

    number: int


@dataclass(frozen=True, slots=True)
class RejectAdjustment:
    """Reject a proposed adjustment."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Buy chips at a seat with money from your wallet; this takes a free seat."""

    patron: str
    table: str
    seat: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class IssueCoupons:
    """Give a patron match play coupons; `value` is stated on each."""

    patron: str
    value: Cents
    count: int
    reference: str


@dataclass(frozen=True, slots=True)
class CancelCoupons:
    """Cancel match play coupons that a patron holds."""

    patron: str
    value: Cents
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class ConfirmSpokenWager:
    """Confirm a spoken wager with cash, as the dealer or a supervisor; it is made once all who must have confirmed."""

    table: str
    seat: int
    wager: str
    amount: Cents
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class ReturnSpokenWager:
    """Return the cash of a spoken wager that is not yet made."""

    table: str
    seat: int
    wager: str
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class CashOut:
    """Cash out a patron's seat; its chips go back to the wallet."""

    patron: str
    table: str
    seat: int


TableAction = (
    do.OpenTable
    | do.CloseTable
    | do.PlaceWager
    | do.WithdrawWager
    | do.CloseBetting
    | do.Insure
    | do.TakeEvenMoney
    | do.CloseInsurance
    | do.CloseSurrender
    | do.Decide
    | do.ValidatePayout
    | do.CompleteDocuments
    | do.VoidRound
)


@dataclass(frozen=True, slots=True)
class AtTable:
    """Do something in a round of play at a table."""

    table: str
    action: TableAction


@dataclass(frozen=True, slots=True)
class DeclareReady:
    """Want nothing more of what the table offers now: no further wager, no insurance or even money, no surrender."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class PressBonusButton:
    """Press the bonus button; the server draws what the display shows."""

    table: str
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class SealShoe:
    """Shuffle a new shoe; the server draws its order, seals it and publishes its root."""

    table: str


@dataclass(frozen=True, slots=True)
class CutShoe:
    """Cut the sealed shoe; `position` is the number of cards in front of the cut."""

    table: str
    seat: int  # 0: nobody accepted, the dealer cuts
    position: int | None  # None, for the dealer alone: drawn by the server
    declined: tuple[int, ...] = field(default=(), metadata=do.FROM_SERVER)  # seats that were offered the cut first


@dataclass(frozen=True, slots=True)
class DiscloseShoe:
    """Take a shoe out of play between rounds, and disclose its order."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class AbandonShoe:
    """Take a shoe whose key is lost out of play; its order stays unknown."""

    table: str
    number: int
    reason: str


PitCommand = (
    OpenHouse
    | InstallTable
    | StateLawFolder
    | AcceptFindings
    | WithdrawAcceptance
    | MakeAccount
    | GrantRole
    | RemoveRole
    | CloseAccount
    | Deposit
    | DepositPlayMoney
    | Withdraw
    | SetLimit
    | SetTimeLimit
    | Suspend
    | Exclude
    | Reinstate
    | RecordPerson
    | RecordSoftware
    | AcceptSoftware
    | RecordCheckpoint
    | RestoreJournal
    | SetLargeWin
    | FillRack
    | InstructFills
    | CreditRack
    | CountRack
    | CountDrop
    | ProposeAdjustment
    | ApproveAdjustment
    | RejectAdjustment
    | BuyIn
    | CashOut
    | IssueCoupons
    | CancelCoupons
    | ConfirmSpokenWager
    | ReturnSpokenWager
    | DeclareReady
    | AtTable
    | PressBonusButton
    | SealShoe
    | CutShoe
    | DiscloseShoe
    | AbandonShoe
)


@dataclass(frozen=True, slots=True)
class ShownAmount:
    """What the server drew for a press of the bonus button."""

    shown: Cents


@dataclass(frozen=True, slots=True)
class DrawnShoe:
    """What the server drew for a shoe: its number, the root published, and the sealed order with the id of its key."""

    number: int
    root: str
    sealed: str
    key: str


@dataclass(frozen=True, slots=True)
class DrawnCut:
    """Where the server drew that the dealer cuts."""

    position: int


Drawn = ShownAmount | DrawnShoe | DrawnCut
