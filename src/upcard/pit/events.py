"""Events of the pit: what happened to wallets, seats, racks and shoes; those of the rounds are the engine's."""

from dataclasses import dataclass
from typing import get_args

from upcard.game import events as ev
from upcard.game.confirmation import Confirmation
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.table import Status


@dataclass(frozen=True, slots=True)
class HouseOpened:
    """The books of a licensee were begun."""

    licensee: str
    gaming_day_begins: str
    time_zone: str
    demonstration: bool = False  # all money is play money


@dataclass(frozen=True, slots=True)
class LawFolderStated:
    """Tables are installed by what the licensee's law folder says from now on, or by the texts held alone: empty."""

    content: str  # without the texts themselves
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TableLawStated:
    """The table that is installed next is read and checked by the licensee's law folder, or by the texts held alone."""

    table: str
    content: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TableInstalled:
    """A table was put on the floor, or its file replaced; `group` is the name under which its meters stand."""

    table: str
    group: str
    linked: bool
    text: str


@dataclass(frozen=True, slots=True)
class TableChecked:
    """A table that was installed or opened was checked against the law of a day."""

    table: str
    day: str
    status: Status
    acceptances: tuple[int, ...]  # those that it rests on


@dataclass(frozen=True, slots=True)
class CheckedByLawFolder:
    """The check of a table rests on the licensee's law folder."""

    table: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """A finding as it was accepted: what it was, and in which words."""

    id: str
    mark: str
    cite: str
    text: str


@dataclass(frozen=True, slots=True)
class FindingsAccepted:
    """Compliance accepted findings about a table with this file, as they were on a day."""

    table: str
    number: int  # 1, 2, 3, … at each table
    file: str  # its SHA-256, or that of file and law folder
    day: str
    findings: tuple[AcceptedFinding, ...]
    reason: str
    until: str  # without an end: empty
    by: str


@dataclass(frozen=True, slots=True)
class AcceptanceWithdrawn:
    """An acceptance of findings was withdrawn."""

    table: str
    number: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class AccountMade:
    """The account of a person was made."""

    person: str
    roles: tuple[Role, ...]  # in alphabetical order
    demo: bool


@dataclass(frozen=True, slots=True)
class RolesChanged:
    """A person has other roles from now on."""

    person: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class AccountClosed:
    """An account was closed for good."""

    person: str


@dataclass(frozen=True, slots=True)
class WalletOpened:
    """A wallet was opened."""

    patron: str


@dataclass(frozen=True, slots=True)
class WalletClosed:
    """A wallet was closed."""

    patron: str


@dataclass(frozen=True, slots=True)
class Deposited:
    """Money was put into a wallet."""

    patron: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Money was taken out of a wallet."""

    patron: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class LimitSet:
    """A patron set a limit in money; with a gaming day it waits until then, and must be confirmed."""

    patron: str
    limit: LimitKind
    period: LimitPeriod
    amount: Cents | None
    begins: str


@dataclass(frozen=True, slots=True)
class TimeLimitSet:
    """A patron set a limit of time; with a gaming day it waits until then, and must be confirmed."""

    patron: str
    period: LimitPeriod
    minutes: int | None
    begins: str


@dataclass(frozen=True, slots=True)
class PersonSuspended:
    """A person was suspended until a time, or until reinstated."""

    person: str
    until: str  # without an end: empty


@dataclass(frozen=True, slots=True)
class PersonExcluded:
    """A patron was excluded until a time at the earliest, or for life."""

    person: str
    until: str  # for life: empty


@dataclass(frozen=True, slots=True)
class PersonReinstated:
    """A person may sign in and play again."""

    person: str


@dataclass(frozen=True, slots=True)
class PersonRecorded:
    """Something happened to the account or the session of a person."""

    kind: str
    person: str
    by: str
    detail: str
    address: str
    happened: str


@dataclass(frozen=True, slots=True)
class SoftwareInstalled:
    """A new version of the software was installed."""

    version: str
    fingerprint: str
    former: str  # version


@dataclass(frozen=True, slots=True)
class SoftwareVerified:
    """The software matches the recorded version."""

    version: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class SoftwareChanged:
    """The software differs from what was recorded for this version: no new round begins."""

    version: str
    expected: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class SoftwareAccepted:
    """A person accepted software that had changed."""

    fingerprint: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class CheckpointRecorded:
    """A checkpoint of the first rows of the journal was signed and kept outside it."""

    rows: int
    root: str


@dataclass(frozen=True, slots=True)
class JournalRestored:
    """The journal was restored from a copy of its first rows: rows after them, some perhaps signed, are lost."""

    rows: int
    signed: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class LargeWinSet:
    """The amount from which a win is a significant event was set."""

    amount: Cents
    former: Cents


@dataclass(frozen=True, slots=True)
class RackFilled:
    """Chips came from the cage into the table inventory."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class FillsInstructed:
    """The licensee gave, changed or withdrew the standing instruction to fill a table inventory."""

    table: str
    below: Cents
    up_to: Cents
    by: str


@dataclass(frozen=True, slots=True)
class RackAdvanced:
    """The licensee advanced the chips that the table inventory lacked for a payout."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class RackCredited:
    """Chips went from the table inventory to the cage."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class RackCounted:
    """The table inventory was counted; its balance is now the counted amount."""

    table: str
    counted: Cents
    booked: Cents
    reason: str


@dataclass(frozen=True, slots=True)
class DropCounted:
    """The drop box was emptied and counted."""

    table: str
    counted: Cents
    booked: Cents
    reason: str


@dataclass(frozen=True, slots=True)
class AdjustmentProposed:
    """An adjustment was proposed; nothing has moved yet."""

    number: int
    from_account: str
    to_account: str
    amount: Cents
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class AdjustmentApproved:
    """Another person approved an adjustment, and the amount was moved."""

    number: int
    from_account: str
    to_account: str
    amount: Cents
    by: str


@dataclass(frozen=True, slots=True)
class AdjustmentRejected:
    """An adjustment was rejected."""

    number: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A patron took a seat."""

    table: str
    seat: int
    patron: str


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Money of a wallet was changed into chips at a seat."""

    patron: str
    table: str
    seat: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class CashChanged:
    """The cash of a spoken wager that all who must have confirmed was changed into chips at a seat."""

    patron: str
    table: str
    seat: int
    wager: str
    choice: int | None
    amount: Cents


@dataclass(frozen=True, slots=True)
class CouponsIssued:
    """A patron was given match play coupons."""

    patron: str
    value: Cents  # stated on each
    count: int
    reference: str


@dataclass(frozen=True, slots=True)
class CouponsCancelled:
    """Match play coupons of a patron were cancelled."""

    patron: str
    value: Cents  # stated on each
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class SpokenWagerConfirmed:
    """A person confirmed a spoken wager with cash."""

    table: str
    seat: int
    wager: str
    choice: int | None
    amount: Cents
    confirmation: Confirmation


@dataclass(frozen=True, slots=True)
class SpokenWagerReturned:
    """A spoken wager was not made: the patron has the cash back."""

    table: str
    seat: int
    wager: str
    choice: int | None
    amount: Cents


@dataclass(frozen=True, slots=True)
class ReadyDeclared:
    """A seat wants nothing more of what the table offers now."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class CashedOut:
    """The chips of a seat went back into the wallet."""

    patron: str
    table: str
    seat: int
    amount: Cents
    rounds: int  # played at the table while the patron had the seat


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A patron left a seat."""

    table: str
    seat: int
    patron: str


@dataclass(frozen=True, slots=True)
class ShoeSealed:
    """A shoe was shuffled and sealed; its root was published before the cut."""

    table: str
    number: int
    root: str
    sealed: str
    key: str


@dataclass(frozen=True, slots=True)
class ShoeRetired:
    """A shoe was taken out of play because the journal was restored: its next cards may have been seen before."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class ShoeDisclosed:
    """A shoe was taken out of play, and its order before the cut was disclosed, with the seed of its salts."""

    table: str
    number: int
    order: str  # two letters a card
    seed: str


@dataclass(frozen=True, slots=True)
class ShoeAbandoned:
    """A shoe was taken out of play without being disclosed, because nobody can open it."""

    table: str
    number: int
    reason: str


PitEvent = (
    HouseOpened
    | LawFolderStated
    | TableLawStated
    | TableInstalled
    | TableChecked
    | CheckedByLawFolder
    | FindingsAccepted
    | AcceptanceWithdrawn
    | AccountMade
    | RolesChanged
    | AccountClosed
    | WalletOpened
    | WalletClosed
    | Deposited
    | Withdrawn
    | LimitSet
    | TimeLimitSet
    | PersonSuspended
    | PersonExcluded
    | PersonReinstated
    | PersonRecorded
    | SoftwareInstalled
    | SoftwareVerified
    | SoftwareChanged
    | SoftwareAccepted
    | CheckpointRecorded
    | JournalRestored
    | LargeWinSet
    | RackFilled
    | FillsInstructed
    | RackAdvanced
    | RackCredited
    | RackCounted
    | DropCounted
    | AdjustmentProposed
    | AdjustmentApproved
    | AdjustmentRejected
    | SeatTaken
    | BoughtIn
    | CashChanged
    | CouponsIssued
    | CouponsCancelled
    | SpokenWagerConfirmed
    | SpokenWagerReturned
    | ReadyDeclared
    | CashedOut
    | SeatLeft
    | ShoeSealed
    | ShoeRetired
    | ShoeDisclosed
    | ShoeAbandoned
)

AnyEvent = PitEvent | ev.Event
PIT_EVENTS = frozenset(get_args(PitEvent))
