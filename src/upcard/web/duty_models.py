"""What patrons ask for about their own accounts, and staff about people and the pit: exactly these fields."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from upcard.money import Cents, dollars
from upcard.pit import commands as pc
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.service.person_values import PersonRole
from upcard.web.command_models import Amount, Body, Name, Seat, Text

Period = Literal["day", "week", "month"]
Password = Annotated[str, StringConstraints(max_length=1000)]
TextOrNone = Annotated[str, StringConstraints(max_length=500)]
Role = Annotated[PersonRole, Field(strict=False)]  # JSON has its word
Number = Annotated[int, Field(ge=1, le=1_000_000_000)]


class LimitBody(Body):
    """Limit your deposits or your spending; null: no limit."""

    command: Literal["SetLimit"]
    limit: Literal["deposit", "spend"]
    period: Period
    amount: Amount | None

    def for_patron(self, patron: str) -> pc.PitCommand:
        """Return the command of the pit."""
        amount = None if self.amount is None else dollars(self.amount)
        return pc.SetLimit(patron, LimitKind(self.limit), LimitPeriod(self.period), amount)


class TimeLimitBody(Body):
    """Limit the time that you play, in minutes; null: no limit."""

    command: Literal["SetTimeLimit"]
    period: Period
    minutes: Annotated[int, Field(ge=1, le=44_640)] | None

    def for_patron(self, patron: str) -> pc.PitCommand:
        """Return the command of the pit."""
        return pc.SetTimeLimit(patron, LimitPeriod(self.period), self.minutes)


LimitCommand = Annotated[LimitBody | TimeLimitBody, Field(discriminator="command")]


class PlayMoneyBody(Body):
    """Put play money into your wallet, as a patron of the demonstration."""

    amount: Amount


class PasswordBody(Body):
    """Your password, and another one."""

    old: Password
    new: Password


class SuspendBody(Body):
    """Suspend an account for days; null: without an end. `confirm` is the name of the account, typed once more."""

    command: Literal["Suspend"]
    days: Annotated[int, Field(ge=1, le=3650)] | None
    confirm: Name


class ExcludeBody(Body):
    """Exclude a patron for years; null: for life. `confirm` is the name of the account, typed once more."""

    command: Literal["Exclude"]
    years: Annotated[int, Field(ge=1, le=50)] | None
    confirm: Name


class CloseAccountBody(Body):
    """Close an account for good. `confirm` is the name of the account, typed once more."""

    command: Literal["CloseAccount"]
    confirm: Name


AccountCommand = Annotated[SuspendBody | ExcludeBody | CloseAccountBody, Field(discriminator="command")]


class PersonBody(Body):
    """A new account; a patron gets a wallet with it."""

    name: Name
    roles: Annotated[list[Role], Field(min_length=1, max_length=6)]


class GrantRoleBody(Body):
    """Add a role."""

    command: Literal["GrantRole"]
    role: Role


class RemoveRoleBody(Body):
    """Take a role away."""

    command: Literal["RemoveRole"]
    role: Role


class UnlockBody(Body):
    """Open an account that failures have locked."""

    command: Literal["Unlock"]


class MakeLinkBody(Body):
    """Make a one-time link by which the person sets a password."""

    command: Literal["MakeLink"]


class RevokeSessionBody(Body):
    """End the session of the person."""

    command: Literal["RevokeSession"]


class ReinstateBody(Body):
    """End a suspension without an end, or an exclusion whose time is over."""

    command: Literal["Reinstate"]


PersonCommand = Annotated[
    GrantRoleBody
    | RemoveRoleBody
    | UnlockBody
    | MakeLinkBody
    | RevokeSessionBody
    | SuspendBody
    | ExcludeBody
    | ReinstateBody
    | CloseAccountBody,
    Field(discriminator="command"),
]


class PitBody(Body):
    """What staff do in the pit."""

    def for_pit(self) -> pc.PitCommand:
        """Return the command of the pit."""
        return self._for_pit()

    def _for_pit(self) -> pc.PitCommand:
        raise NotImplementedError


class FillRackBody(PitBody):
    """Put chips into a rack."""

    command: Literal["FillRack"]
    table: Name
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.FillRack(self.table, dollars(self.amount))


class CreditRackBody(PitBody):
    """Take chips from a rack."""

    command: Literal["CreditRack"]
    table: Name
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.CreditRack(self.table, dollars(self.amount))


class CountRackBody(PitBody):
    """Count a rack; a difference from the books needs a reason."""

    command: Literal["CountRack"]
    table: Name
    counted: Amount
    reason: TextOrNone = ""

    def _for_pit(self) -> pc.PitCommand:
        return pc.CountRack(self.table, dollars(self.counted), self.reason)


class CountDropBody(PitBody):
    """Empty and count a drop box; a difference from the books needs a reason."""

    command: Literal["CountDrop"]
    table: Name
    counted: Amount
    reason: TextOrNone = ""

    def _for_pit(self) -> pc.PitCommand:
        return pc.CountDrop(self.table, dollars(self.counted), self.reason)


class CashierDepositBody(PitBody):
    """Put money into the wallet of a patron."""

    command: Literal["Deposit"]
    patron: Name
    amount: Amount
    reference: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.Deposit(self.patron, dollars(self.amount), self.reference)


class CashierWithdrawBody(PitBody):
    """Pay money out of the wallet of a patron."""

    command: Literal["Withdraw"]
    patron: Name
    amount: Amount
    reference: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.Withdraw(self.patron, dollars(self.amount), self.reference)


class SeatCashOutBody(PitBody):
    """Leave the seat of a patron; its chips go back into the wallet."""

    command: Literal["CashOut"]
    patron: Name
    table: Name
    seat: Seat

    def _for_pit(self) -> pc.PitCommand:
        return pc.CashOut(self.patron, self.table, self.seat)


class ProposeAdjustmentBody(PitBody):
    """Propose to move an amount from one account to another, because of an error."""

    command: Literal["ProposeAdjustment"]
    from_account: Name
    to_account: Name
    amount: Amount
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.ProposeAdjustment(self.from_account, self.to_account, dollars(self.amount), self.reason)


class ApproveAdjustmentBody(PitBody):
    """Approve an adjustment that another person has proposed."""

    command: Literal["ApproveAdjustment"]
    number: Number

    def _for_pit(self) -> pc.PitCommand:
        return pc.ApproveAdjustment(self.number)


class RejectAdjustmentBody(PitBody):
    """Reject an adjustment that was proposed."""

    command: Literal["RejectAdjustment"]
    number: Number
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.RejectAdjustment(self.number, self.reason)


class SetLargeWinBody(PitBody):
    """Set from which amount on a win is a significant event."""

    command: Literal["SetLargeWin"]
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.SetLargeWin(Cents(dollars(self.amount)))


class InstallTableBody(PitBody):
    """Put a table on the floor by the text of its file, or replace the file of a closed one."""

    command: Literal["InstallTable"]
    table: Name
    text: Annotated[str, StringConstraints(min_length=1, max_length=15_000)]
    group: Name | None = None

    def _for_pit(self) -> pc.PitCommand:
        return pc.InstallTable(self.table, self.text, self.group)


StaffCommand = Annotated[
    FillRackBody
    | CreditRackBody
    | CountRackBody
    | CountDropBody
    | CashierDepositBody
    | CashierWithdrawBody
    | SeatCashOutBody
    | ProposeAdjustmentBody
    | ApproveAdjustmentBody
    | RejectAdjustmentBody
    | SetLargeWinBody
    | InstallTableBody,
    Field(discriminator="command"),
]


class RecordSoftwareBody(Body):
    """Compare the software with the one on record, now."""

    command: Literal["RecordSoftware"]


class AcceptSoftwareBody(Body):
    """Accept software that has changed."""

    command: Literal["AcceptSoftware"]
    fingerprint: Annotated[str, StringConstraints(min_length=64, max_length=64)]
    reason: Text


SoftwareCommand = Annotated[RecordSoftwareBody | AcceptSoftwareBody, Field(discriminator="command")]


def commands_of(union: object) -> tuple[str, ...]:
    """Return the names of the commands that a union of bodies takes."""
    bodies = union.__origin__.__args__  # type: ignore[attr-defined]  # an annotated union
    return tuple(body.model_fields["command"].annotation.__args__[0] for body in bodies)
