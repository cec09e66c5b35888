"""Which actors may send which commands: by role, and for patrons only about themselves and their own seats."""

from collections.abc import Iterator, Mapping

from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.actors import Actor, ActorRole
from upcard.pit.refusal import Reason
from upcard.pit.state import PitTable

PATRON, DEALER, SUPERVISOR = ActorRole.PATRON, ActorRole.DEALER, ActorRole.SUPERVISOR
COMPLIANCE, ADMINISTRATOR = ActorRole.COMPLIANCE, ActorRole.ADMINISTRATOR
CLOCK, SYSTEM = ActorRole.CLOCK, ActorRole.SYSTEM

_FLOOR = (DEALER, SUPERVISOR, SYSTEM)
_SEATED = (PATRON, DEALER, SUPERVISOR, CLOCK)
_DEALING = (DEALER, SUPERVISOR, CLOCK, SYSTEM)
_CORRECTING = (SUPERVISOR, COMPLIANCE, ADMINISTRATOR)

MAY: Mapping[type, tuple[ActorRole, ...]] = {
    pc.OpenHouse: (ADMINISTRATOR,),
    pc.InstallTable: (ADMINISTRATOR,),
    pc.StateLawFolder: (SYSTEM,),
    pc.AcceptFindings: (COMPLIANCE,),
    pc.WithdrawAcceptance: (COMPLIANCE,),
    pc.OpenWallet: (PATRON, SUPERVISOR, ADMINISTRATOR, SYSTEM),
    pc.CloseWallet: (PATRON, SUPERVISOR, COMPLIANCE, ADMINISTRATOR, SYSTEM),
    pc.Deposit: (PATRON, SUPERVISOR, SYSTEM),
    pc.Withdraw: (PATRON, SUPERVISOR, SYSTEM),
    pc.SetLimit: (PATRON,),
    pc.SetTimeLimit: (PATRON,),
    pc.Suspend: (PATRON, COMPLIANCE),
    pc.Exclude: (PATRON, COMPLIANCE),
    pc.Reinstate: (COMPLIANCE, CLOCK),
    pc.RecordPerson: (SYSTEM,),
    pc.RecordSoftware: (COMPLIANCE, ADMINISTRATOR, SYSTEM),
    pc.AcceptSoftware: (COMPLIANCE, ADMINISTRATOR),
    pc.RecordCheckpoint: (SYSTEM,),
    pc.RestoreJournal: (ADMINISTRATOR,),
    pc.SetLargeWin: (COMPLIANCE,),
    pc.FillRack: (SUPERVISOR, SYSTEM),
    pc.InstructFills: (SUPERVISOR,),
    pc.CreditRack: (SUPERVISOR,),
    pc.CountRack: (SUPERVISOR,),
    pc.CountDrop: (SUPERVISOR,),
    pc.ProposeAdjustment: _CORRECTING,
    pc.ApproveAdjustment: _CORRECTING,
    pc.RejectAdjustment: _CORRECTING,
    pc.BuyIn: (PATRON, DEALER, SUPERVISOR),
    pc.CashOut: (PATRON, DEALER, SUPERVISOR, CLOCK, SYSTEM),
    pc.IssueCoupons: (SUPERVISOR, SYSTEM),
    pc.CancelCoupons: (SUPERVISOR, SYSTEM),
    pc.ConfirmSpokenWager: (DEALER, SUPERVISOR),
    pc.ReturnSpokenWager: (DEALER, SUPERVISOR),
    pc.DeclareReady: (PATRON, DEALER, SUPERVISOR),
    pc.PressBonusButton: _SEATED,
    pc.SealShoe: _FLOOR,
    pc.CutShoe: (PATRON, DEALER, SUPERVISOR, CLOCK),
    pc.DiscloseShoe: _FLOOR,
    pc.AbandonShoe: (SUPERVISOR,),
    do.OpenTable: _FLOOR,
    do.CloseTable: _FLOOR,
    do.PlaceWager: _SEATED,
    do.WithdrawWager: _SEATED,
    do.CloseBetting: _DEALING,
    do.Insure: _SEATED,
    do.TakeEvenMoney: _SEATED,
    do.CloseInsurance: _DEALING,
    do.CloseSurrender: _DEALING,
    do.Decide: _SEATED,
    do.ValidatePayout: (SUPERVISOR,),
    do.CompleteDocuments: (SUPERVISOR,),
    do.VoidRound: (SUPERVISOR, SYSTEM),  # the system: only that of a shoe retired by a restore
}


def kind_of(command: pc.PitCommand) -> type:
    """Return the class that decides who may command: at a table, that of the action."""
    return type(command.action) if isinstance(command, pc.AtTable) else type(command)


def not_permitted(actor: Actor, command: pc.PitCommand) -> Iterator[Reason]:
    """Yield why an actor may not send this command at all."""
    allowed = MAY.get(kind_of(command), ())
    if actor.role not in allowed:
        roles = ", ".join(role.value for role in allowed) or "none"
        yield None, f"the role {actor.role} may not do this; roles that may: {roles}"
    elif actor.role is PATRON and getattr(command, "patron", actor.name) != actor.name:
        yield None, "patrons may do this only for themselves"


SEAT_ACTIONS = (do.PlaceWager, do.WithdrawWager, do.Insure, do.TakeEvenMoney, do.Decide)


def not_held(actor: Actor, table: PitTable, seat: int) -> Iterator[Reason]:
    """Yield why an actor may not act for a seat."""
    holder = table.holders.get(seat)
    if holder is None:
        yield None, f"seat {seat} is not taken: buy in there first"
    elif actor.role is PATRON and actor.name != holder:
        yield None, f"seat {seat} is taken by another patron"
