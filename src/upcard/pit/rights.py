"""Who may do what: one table of every command of the pit and of a round, every operation on people, every view.

The pit decides its commands by it, and the service its routes: both ask `refusals`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from upcard.game import commands as do
from upcard.game.roles import CLOCK, PERSON_ROLES, SYSTEM, Role
from upcard.pit import commands as pc
from upcard.pit.actors import Actor, name_of
from upcard.pit.refusal import Reason
from upcard.pit.state import PitTable, StreamState
from upcard.pit.streams import house


class Whose(StrEnum):
    """About whose seat, wallet or account a role may do something."""

    ANY = "yes"
    OWN = "own"


@dataclass(frozen=True, kw_only=True)
class Right:
    """Something that can be done, and who may do it."""

    name: str  # of the command, the operation or the view
    whose: Mapping[Role, Whose] = field(default_factory=dict)
    is_public: bool = False  # before log-on too

    @property
    def holders(self) -> str:
        """The roles that may, for a message."""
        return ", ".join(sorted(self.whose)) or "nobody"


_ADMINISTRATOR, _AUDITOR, _COMPLIANCE = Role.ADMINISTRATOR, Role.AUDITOR, Role.COMPLIANCE
_DEALER, _PATRON, _SUPERVISOR = Role.DEALER, Role.PATRON, Role.SUPERVISOR
_STAFF = (_AUDITOR, _COMPLIANCE, _DEALER, _SUPERVISOR)


def _right(name: str, *any_of: Role, own: tuple[Role, ...] = ()) -> Right:
    return Right(name=name, whose=dict.fromkeys(own, Whose.OWN) | dict.fromkeys(any_of, Whose.ANY))


def _public(name: str) -> Right:
    return Right(name=name, is_public=True)


_HOUSE = (
    _right("OpenHouse", _ADMINISTRATOR),
    _right("InstallTable", _ADMINISTRATOR),
    _right("StateLawFolder", SYSTEM),
    _right("AcceptFindings", _COMPLIANCE),
    _right("WithdrawAcceptance", _COMPLIANCE),
    _right("Deposit", _SUPERVISOR, SYSTEM),
    _right("DepositPlayMoney", own=(_PATRON,)),
    _right("Withdraw", _SUPERVISOR, SYSTEM, own=(_PATRON,)),
    _right("SetLimit", own=(_PATRON,)),
    _right("SetTimeLimit", own=(_PATRON,)),
    _right("SetLargeWin", _COMPLIANCE),
    _right("RecordPerson", SYSTEM),
    _right("RecordSoftware", _ADMINISTRATOR, _COMPLIANCE, SYSTEM),
    _right("AcceptSoftware", _ADMINISTRATOR, _COMPLIANCE),
    _right("RecordCheckpoint", SYSTEM),
    _right("RestoreJournal", _ADMINISTRATOR),
    _right("IssueCoupons", _SUPERVISOR, SYSTEM),
    _right("CancelCoupons", _SUPERVISOR, SYSTEM),
    _right("FillRack", _SUPERVISOR, SYSTEM),
    _right("InstructFills", _SUPERVISOR),
    _right("CreditRack", _SUPERVISOR),
    _right("CountRack", _SUPERVISOR),
    _right("CountDrop", _SUPERVISOR),
    _right("ProposeAdjustment", _SUPERVISOR),
    _right("ApproveAdjustment", _COMPLIANCE, _SUPERVISOR),
    _right("RejectAdjustment", _COMPLIANCE, _SUPERVISOR),
)
_TABLE = (
    _right("BuyIn", own=(_PATRON,)),
    _right("CashOut", _SUPERVISOR, CLOCK, own=(_PATRON,)),
    _right("OpenTable", _SUPERVISOR, SYSTEM),
    _right("CloseTable", _SUPERVISOR, SYSTEM),
    _right("SealShoe", _DEALER, SYSTEM),
    _right("CutShoe", _DEALER, CLOCK, own=(_PATRON,)),
    _right("DiscloseShoe", _SUPERVISOR, SYSTEM),
    _right("AbandonShoe", _SUPERVISOR),
    _right("PlaceWager", own=(_PATRON,)),
    _right("WithdrawWager", CLOCK, own=(_PATRON,)),
    _right("ConfirmSpokenWager", _DEALER, _SUPERVISOR),
    _right("ReturnSpokenWager", _DEALER, _SUPERVISOR),
    _right("DeclareReady", own=(_PATRON,)),
    _right("CloseBetting", _DEALER, CLOCK),
    _right("Insure", own=(_PATRON,)),
    _right("TakeEvenMoney", own=(_PATRON,)),
    _right("CloseInsurance", _DEALER, CLOCK),
    _right("CloseSurrender", _DEALER, CLOCK),
    _right("Decide", CLOCK, own=(_PATRON,)),
    _right("PressBonusButton", CLOCK, own=(_PATRON,)),
    _right("ValidatePayout", _SUPERVISOR),
    _right("CompleteDocuments", _SUPERVISOR),
    _right("VoidRound", _SUPERVISOR, SYSTEM),  # the system: only that of a shoe retired by a restore
)
_PEOPLE = (
    _public("LogOn"),
    _public("UseLink"),
    _right("LogOff", own=PERSON_ROLES),
    _right("ChangePassword", own=PERSON_ROLES),
    _right("MakeAccount", _ADMINISTRATOR, SYSTEM),
    _right("CloseAccount", _ADMINISTRATOR, own=(_PATRON,)),
    _right("GrantRole", _ADMINISTRATOR),
    _right("RemoveRole", _ADMINISTRATOR),
    _right("Unlock", _ADMINISTRATOR, CLOCK),
    _right("MakeLink", _ADMINISTRATOR, SYSTEM),
    _right("RevokeSession", _ADMINISTRATOR),
    _right("RevokeAllSessions", _ADMINISTRATOR),
    _right("Suspend", _COMPLIANCE, own=(_PATRON,)),
    _right("Exclude", _COMPLIANCE, own=(_PATRON,)),
    _right("Reinstate", _COMPLIANCE),
)
_VIEWS = (
    _public("ViewHealth"),
    _public("ViewFiles"),
    _right("ViewTable", _PATRON, *_STAFF),
    _right("ViewFilings", _AUDITOR, _COMPLIANCE, _SUPERVISOR),
    _right("ViewRulings", *PERSON_ROLES),
    _right("ViewAccount", own=(_PATRON,)),
    _right("ViewWallet", _AUDITOR, _COMPLIANCE, _SUPERVISOR, own=(_PATRON,)),
    _right("ViewLastGames", _AUDITOR, _COMPLIANCE, _SUPERVISOR, own=(_PATRON,)),
    _right("ViewHouse", _ADMINISTRATOR, _AUDITOR, _COMPLIANCE, _SUPERVISOR),
    _right("ViewPit", _AUDITOR, _COMPLIANCE, _SUPERVISOR),
    _right("ViewPeople", _ADMINISTRATOR, _AUDITOR, _COMPLIANCE),
    _right("ViewSignificantEvents", _AUDITOR, _COMPLIANCE),
    _right("ViewReports", _AUDITOR, _COMPLIANCE),
    _right("ViewSoftware", _ADMINISTRATOR, _AUDITOR, _COMPLIANCE),
    _right("ViewJournal", _AUDITOR, _COMPLIANCE),
    _right("ViewMetrics", _ADMINISTRATOR),
)
RIGHTS: Mapping[str, Right] = {right.name: right for right in (*_HOUSE, *_TABLE, *_PEOPLE, *_VIEWS)}

# Commands of the engine that carry what the server draws: nobody sends them, whatever the role.
SERVER_ONLY = frozenset({"PressButton", "ShuffleShoe"})
# What takes two people: whoever did the first half may not do the second.
DUTIES_OF_TWO: Mapping[str, str] = {"ApproveAdjustment": "ProposeAdjustment"}
# What nobody does for their own account, whatever the role.
NOT_ONESELF = frozenset({"GrantRole", "RemoveRole", "Unlock", "Reinstate"})


def refusals(
    roles: Collection[Role], person: str, name: str, *, owner: str | None = None, first: str | None = None
) -> Iterator[str]:
    """Yield why a person with some roles may not do something.

    `owner` is the person whose seat, wallet or account it concerns; `first` did the first half of a duty of two. If one
    of them matters and is not given, the person may not.
    """
    right = RIGHTS.get(name)
    if right is None:
        yield f"no role may do this: {name}"
        return
    if right.is_public:
        return
    whose = [right.whose[role] for role in roles if role in right.whose]
    if not whose:
        yield f"{name} is for {right.holders}; you are {', '.join(sorted(roles)) or 'nobody'}"
        return
    if Whose.ANY not in whose and owner != person:
        yield f"{name}: you may do this only for yourself"
    if name in NOT_ONESELF and owner in (None, person):
        yield f"{name}: someone else must do this for you"
    if name in DUTIES_OF_TWO and first in (None, person):
        yield f"{name}: a second person must do this, not the first one"


def right_name(command: pc.PitCommand) -> str:
    """Return the name of the right that a command needs: at a table, that of the action."""
    return type(command.action if isinstance(command, pc.AtTable) else command).__name__


def proposer(states: Mapping[str, StreamState], number: int) -> str:
    """Return who proposed an adjustment; empty if none with this number waits."""
    waiting = house(states).adjustments.get(number)
    return "" if waiting is None else name_of(waiting.by)


def not_permitted(states: Mapping[str, StreamState], actor: Actor, command: pc.PitCommand) -> Iterator[Reason]:
    """Yield why an actor may not send this command at all; whose seat it concerns is checked at the table."""
    owner = getattr(command, "patron", getattr(command, "person", actor.name))
    first = proposer(states, command.number) if isinstance(command, pc.ApproveAdjustment) else None
    for message in refusals((actor.role,), actor.name, right_name(command), owner=owner, first=first):
        yield None, message


SEAT_ACTIONS = (do.PlaceWager, do.WithdrawWager, do.Insure, do.TakeEvenMoney, do.Decide)


def not_held(actor: Actor, table: PitTable, seat: int) -> Iterator[Reason]:
    """Yield why an actor may not act for a seat."""
    holder = table.holders.get(seat)
    if holder is None:
        yield None, f"seat {seat} is not taken: buy in there first"
    elif actor.role is Role.PATRON and actor.name != holder:
        yield None, f"seat {seat} is taken by another patron"
