"""The table of rights, as data: every command of the pit and of a round, every operation on people, every view."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from upcard.service.person_values import CLOCK, SYSTEM, PersonRole


class Whose(StrEnum):
    """About whose seat, wallet or account a role may do something."""

    ANY = "yes"
    OWN = "own"


@dataclass(frozen=True, kw_only=True)
class Right:
    """Something that can be done, and who may do it."""

    name: str  # of the command, the operation or the view
    whose: Mapping[PersonRole, Whose] = field(default_factory=dict)
    machines: frozenset[str] = frozenset()  # clock, system: what the service does on its own
    is_public: bool = False  # before log-on too

    @property
    def holders(self) -> str:
        """The roles that may, for a message."""
        return ", ".join(sorted(self.whose)) or "nobody"


_ADMINISTRATOR, _AUDITOR, _COMPLIANCE = PersonRole.ADMINISTRATOR, PersonRole.AUDITOR, PersonRole.COMPLIANCE
_DEALER, _PATRON, _SUPERVISOR = PersonRole.DEALER, PersonRole.PATRON, PersonRole.SUPERVISOR
_STAFF = (_AUDITOR, _COMPLIANCE, _DEALER, _SUPERVISOR)


def _right(name: str, *any_of: PersonRole, own: tuple[PersonRole, ...] = (), machines: tuple[str, ...] = ()) -> Right:
    whose = dict.fromkeys(own, Whose.OWN) | dict.fromkeys(any_of, Whose.ANY)
    return Right(name=name, whose=whose, machines=frozenset(machines))


def _public(name: str) -> Right:
    return Right(name=name, is_public=True)


_HOUSE = (
    _right("OpenHouse", _ADMINISTRATOR),
    _right("InstallTable", _ADMINISTRATOR),
    _right("StateLawFolder", machines=(SYSTEM,)),
    _right("AcceptFindings", _COMPLIANCE),
    _right("WithdrawAcceptance", _COMPLIANCE),
    _right("OpenWallet", _ADMINISTRATOR, machines=(SYSTEM,)),
    _right("CloseWallet", _ADMINISTRATOR, machines=(SYSTEM,)),
    _right("Deposit", _SUPERVISOR, machines=(SYSTEM,)),
    _right("DepositPlayMoney", own=(_PATRON,)),
    _right("Withdraw", _SUPERVISOR, own=(_PATRON,), machines=(SYSTEM,)),
    _right("SetLimit", own=(_PATRON,)),
    _right("SetTimeLimit", own=(_PATRON,)),
    _right("SetLargeWin", _COMPLIANCE),
    _right("RecordPerson", machines=(SYSTEM,)),
    _right("RecordSoftware", _ADMINISTRATOR, _COMPLIANCE, machines=(SYSTEM,)),
    _right("AcceptSoftware", _ADMINISTRATOR, _COMPLIANCE),
    _right("RecordCheckpoint", machines=(SYSTEM,)),
    _right("RestoreJournal", _ADMINISTRATOR),
    _right("IssueCoupons", _SUPERVISOR, machines=(SYSTEM,)),
    _right("CancelCoupons", _SUPERVISOR, machines=(SYSTEM,)),
    _right("FillRack", _SUPERVISOR, machines=(SYSTEM,)),
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
    _right("CashOut", _SUPERVISOR, own=(_PATRON,), machines=(CLOCK,)),
    _right("OpenTable", _SUPERVISOR, machines=(SYSTEM,)),
    _right("CloseTable", _SUPERVISOR, machines=(SYSTEM,)),
    _right("SealShoe", _DEALER, machines=(SYSTEM,)),
    _right("CutShoe", _DEALER, own=(_PATRON,), machines=(CLOCK,)),
    _right("DiscloseShoe", _SUPERVISOR, machines=(SYSTEM,)),
    _right("AbandonShoe", _SUPERVISOR),
    _right("PlaceWager", own=(_PATRON,)),
    _right("WithdrawWager", own=(_PATRON,), machines=(CLOCK,)),
    _right("ConfirmSpokenWager", _DEALER, _SUPERVISOR),
    _right("ReturnSpokenWager", _DEALER, _SUPERVISOR),
    _right("DeclareReady", own=(_PATRON,)),
    _right("CloseBetting", _DEALER, machines=(CLOCK,)),
    _right("Insure", own=(_PATRON,)),
    _right("TakeEvenMoney", own=(_PATRON,)),
    _right("CloseInsurance", _DEALER, machines=(CLOCK,)),
    _right("CloseSurrender", _DEALER, machines=(CLOCK,)),
    _right("Decide", own=(_PATRON,), machines=(CLOCK,)),
    _right("PressBonusButton", own=(_PATRON,), machines=(CLOCK,)),
    _right("ValidatePayout", _SUPERVISOR),
    _right("CompleteDocuments", _SUPERVISOR),
    _right("VoidRound", _SUPERVISOR, machines=(SYSTEM,)),
)
_PEOPLE = (
    _public("LogOn"),
    _public("UseLink"),
    _right("LogOff", own=tuple(PersonRole)),
    _right("ChangePassword", own=tuple(PersonRole)),
    _right("CreatePerson", _ADMINISTRATOR, machines=(SYSTEM,)),
    _right("CloseAccount", _ADMINISTRATOR, own=(_PATRON,)),
    _right("GrantRole", _ADMINISTRATOR),
    _right("RemoveRole", _ADMINISTRATOR),
    _right("Unlock", _ADMINISTRATOR, machines=(CLOCK,)),
    _right("MakeLink", _ADMINISTRATOR, machines=(SYSTEM,)),
    _right("RevokeSession", _ADMINISTRATOR),
    _right("RevokeAllSessions", _ADMINISTRATOR),
    _right("Suspend", _COMPLIANCE, own=(_PATRON,)),
    _right("Exclude", _COMPLIANCE, own=(_PATRON,)),
    _right("Reinstate", _COMPLIANCE, machines=(CLOCK,)),
)
_VIEWS = (
    _public("ViewHealth"),
    _public("ViewFiles"),
    _right("ViewTable", _PATRON, *_STAFF),
    _right("ViewFilings", _AUDITOR, _COMPLIANCE, _SUPERVISOR),
    _right("ViewRulings", *PersonRole),
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
RIGHTS: tuple[Right, ...] = (*_HOUSE, *_TABLE, *_PEOPLE, *_VIEWS)

# Commands of the engine that carry what the server draws: no client sends them, whatever its role.
SERVER_ONLY = frozenset({"PressButton", "ShuffleShoe"})


@dataclass(frozen=True)
class DutyOfTwo:
    """Something that takes two people: whoever did the first half may not do the second."""

    first: str
    second: tuple[str, ...]
    because: str


DUTIES_OF_TWO = (
    DutyOfTwo(
        "ProposeAdjustment",
        ("ApproveAdjustment",),
        "an adjustment takes two people and a reason",
    ),
)
SECOND_PERSONS = frozenset(name for duty in DUTIES_OF_TWO for name in duty.second)

# What nobody does for their own account, whatever the role.
NOT_ONESELF = frozenset({"GrantRole", "RemoveRole", "Unlock", "Reinstate"})
