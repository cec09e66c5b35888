"""Bodies of patrons' commands about their own accounts, and of staff commands about people and the pit."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from upcard.money import Cents, parse_money
from upcard.pit import commands as pc
from upcard.pit.house_commands import MOST_COUPONS
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.service.person_values import PersonRole
from upcard.web.command_models import Amount, Body, Name, Seat, Text

Period = Literal["day", "week", "month"]
Password = Annotated[str, StringConstraints(max_length=1000)]
TextOrNone = Annotated[str, StringConstraints(max_length=500)]
Role = Annotated[PersonRole, Field(strict=False)]  # JSON has its word
Count = Annotated[int, Field(ge=1, le=MOST_COUPONS)]
FindingId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
Number = Annotated[int, Field(ge=1, le=1_000_000_000)]


class LimitBody(Body):
    """Limit your deposits or your spending; null for no limit."""

    command: Literal["SetLimit"]
    limit: Literal["deposit", "spend"]
    period: Period
    amount: Amount | None

    def for_patron(self, patron: str) -> pc.PitCommand:
        """Return the pit command for this body."""
        amount = None if self.amount is None else parse_money(self.amount)
        return pc.SetLimit(patron, LimitKind(self.limit), LimitPeriod(self.period), amount)


class TimeLimitBody(Body):
    """Limit your playing time, in minutes; null for no limit."""

    command: Literal["SetTimeLimit"]
    period: Period
    minutes: Annotated[int, Field(ge=1, le=44_640)] | None

    def for_patron(self, patron: str) -> pc.PitCommand:
        """Return the pit command for this body."""
        return pc.SetTimeLimit(patron, LimitPeriod(self.period), self.minutes)


LimitCommand = Annotated[LimitBody | TimeLimitBody, Field(discriminator="command")]


class PlayMoneyBody(Body):
    """Add play money to your wallet (demo patrons only)."""

    amount: Amount


class PasswordBody(Body):
    """Your current password and a new one."""

    old: Password
    new: Password


class SuspendBody(Body):
    """Suspend an account for a number of days; null for indefinitely. `confirm` repeats the account's name."""

    command: Literal["Suspend"]
    days: Annotated[int, Field(ge=1, le=3650)] | None
    confirm: Name


class ExcludeBody(Body):
    """Exclude a patron for a number of years; null for life. `confirm` repeats the account's name."""

    command: Literal["Exclude"]
    years: Annotated[int, Field(ge=1, le=50)] | None
    confirm: Name


class CloseAccountBody(Body):
    """Close an account permanently. `confirm` repeats the account's name."""

    command: Literal["CloseAccount"]
    confirm: Name


AccountCommand = Annotated[SuspendBody | ExcludeBody | CloseAccountBody, Field(discriminator="command")]


class PersonBody(Body):
    """A new account; a patron also gets a wallet."""

    name: Name
    roles: Annotated[list[Role], Field(min_length=1, max_length=6)]


class GrantRoleBody(Body):
    """Add a role."""

    command: Literal["GrantRole"]
    role: Role


class RemoveRoleBody(Body):
    """Remove a role."""

    command: Literal["RemoveRole"]
    role: Role


class UnlockBody(Body):
    """Unlock an account that failed sign-ins have locked."""

    command: Literal["Unlock"]


class MakeLinkBody(Body):
    """Create a one-time link for the person to set a password."""

    command: Literal["MakeLink"]


class RevokeSessionBody(Body):
    """End the person's session."""

    command: Literal["RevokeSession"]


class ReinstateBody(Body):
    """End an indefinite suspension, or an exclusion whose time is over."""

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
    """A staff command in the pit."""

    def for_pit(self) -> pc.PitCommand:
        """Return the pit command for this body."""
        return self._for_pit()

    def _for_pit(self) -> pc.PitCommand:
        raise NotImplementedError


class FillRackBody(PitBody):
    """Add chips to a rack."""

    command: Literal["FillRack"]
    table: Name
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.FillRack(self.table, parse_money(self.amount))


class InstructFillsBody(PitBody):
    """Have a rack filled up to an amount whenever it holds less than another; "0.00" for both: no longer."""

    command: Literal["InstructFills"]
    table: Name
    below: Amount
    up_to: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.InstructFills(self.table, parse_money(self.below), parse_money(self.up_to))


class CreditRackBody(PitBody):
    """Remove chips from a rack."""

    command: Literal["CreditRack"]
    table: Name
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.CreditRack(self.table, parse_money(self.amount))


class CountRackBody(PitBody):
    """Count a rack; a difference from the books needs a reason."""

    command: Literal["CountRack"]
    table: Name
    counted: Amount
    reason: TextOrNone = ""

    def _for_pit(self) -> pc.PitCommand:
        return pc.CountRack(self.table, parse_money(self.counted), self.reason)


class CountDropBody(PitBody):
    """Empty and count a drop box; a difference from the books needs a reason."""

    command: Literal["CountDrop"]
    table: Name
    counted: Amount
    reason: TextOrNone = ""

    def _for_pit(self) -> pc.PitCommand:
        return pc.CountDrop(self.table, parse_money(self.counted), self.reason)


class CashierDepositBody(PitBody):
    """Deposit money into a patron's wallet."""

    command: Literal["Deposit"]
    patron: Name
    amount: Amount
    reference: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.Deposit(self.patron, parse_money(self.amount), self.reference)


class CashierWithdrawBody(PitBody):
    """Withdraw money from a patron's wallet."""

    command: Literal["Withdraw"]
    patron: Name
    amount: Amount
    reference: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.Withdraw(self.patron, parse_money(self.amount), self.reference)


class IssueCouponsBody(PitBody):
    """Give a patron match play coupons; `value` is stated on each."""

    command: Literal["IssueCoupons"]
    patron: Name
    value: Amount
    count: Count
    reference: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.IssueCoupons(self.patron, parse_money(self.value), self.count, self.reference)


class CancelCouponsBody(PitBody):
    """Cancel match play coupons that a patron holds."""

    command: Literal["CancelCoupons"]
    patron: Name
    value: Amount
    count: Count
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.CancelCoupons(self.patron, parse_money(self.value), self.count, self.reason)


class SeatCashOutBody(PitBody):
    """Cash out a patron's seat; its chips go back to the wallet."""

    command: Literal["CashOut"]
    patron: Name
    table: Name
    seat: Seat

    def _for_pit(self) -> pc.PitCommand:
        return pc.CashOut(self.patron, self.table, self.seat)


class ProposeAdjustmentBody(PitBody):
    """Propose to move an amount from one account to another, to correct an error."""

    command: Literal["ProposeAdjustment"]
    from_account: Name
    to_account: Name
    amount: Amount
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.ProposeAdjustment(self.from_account, self.to_account, parse_money(self.amount), self.reason)


class ApproveAdjustmentBody(PitBody):
    """Approve an adjustment that another person proposed."""

    command: Literal["ApproveAdjustment"]
    number: Number

    def _for_pit(self) -> pc.PitCommand:
        return pc.ApproveAdjustment(self.number)


class RejectAdjustmentBody(PitBody):
    """Reject a proposed adjustment."""

    command: Literal["RejectAdjustment"]
    number: Number
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.RejectAdjustment(self.number, self.reason)


class SetLargeWinBody(PitBody):
    """Set the amount from which a win counts as a significant event."""

    command: Literal["SetLargeWin"]
    amount: Amount

    def _for_pit(self) -> pc.PitCommand:
        return pc.SetLargeWin(Cents(parse_money(self.amount)))


class OpenHouseBody(PitBody):
    """Open the books of the licensee, once, before anything else in a new house."""

    command: Literal["OpenHouse"]
    licensee: Text
    gaming_day_begins: Annotated[str, StringConstraints(max_length=5)] = "06:00"
    time_zone: Name = "America/New_York"

    def _for_pit(self) -> pc.PitCommand:
        return pc.OpenHouse(self.licensee, self.gaming_day_begins, self.time_zone)


class InstallTableBody(PitBody):
    """Install a table from the text of its file, or replace the file of a closed table."""

    command: Literal["InstallTable"]
    table: Name
    text: Annotated[str, StringConstraints(min_length=1, max_length=15_000)]
    group: Name | None = None

    def _for_pit(self) -> pc.PitCommand:
        return pc.InstallTable(self.table, self.text, self.group)


class AcceptFindingsBody(PitBody):
    """Accept findings that leave open whether a table is lawful; `until` is the last day, null for no end."""

    command: Literal["AcceptFindings"]
    table: Name
    findings: Annotated[list[FindingId], Field(min_length=1, max_length=200)]
    reason: Text
    until: Annotated[date, Field(strict=False)] | None  # JSON has its text

    def _for_pit(self) -> pc.PitCommand:
        until = "" if self.until is None else self.until.isoformat()
        return pc.AcceptFindings(self.table, tuple(self.findings), self.reason, until)


class WithdrawAcceptanceBody(PitBody):
    """Withdraw an acceptance of findings; a table that rests on it closes after its round."""

    command: Literal["WithdrawAcceptance"]
    table: Name
    number: Number
    reason: Text

    def _for_pit(self) -> pc.PitCommand:
        return pc.WithdrawAcceptance(self.table, self.number, self.reason)


StaffCommand = Annotated[
    FillRackBody
    | InstructFillsBody
    | CreditRackBody
    | CountRackBody
    | CountDropBody
    | CashierDepositBody
    | CashierWithdrawBody
    | IssueCouponsBody
    | CancelCouponsBody
    | SeatCashOutBody
    | ProposeAdjustmentBody
    | ApproveAdjustmentBody
    | RejectAdjustmentBody
    | SetLargeWinBody
    | OpenHouseBody
    | InstallTableBody
    | AcceptFindingsBody
    | WithdrawAcceptanceBody,
    Field(discriminator="command"),
]


class RecordSoftwareBody(Body):
    """Compare the software with the recorded version now."""

    command: Literal["RecordSoftware"]


class AcceptSoftwareBody(Body):
    """Accept changed software."""

    command: Literal["AcceptSoftware"]
    fingerprint: Annotated[str, StringConstraints(min_length=64, max_length=64)]
    reason: Text


SoftwareCommand = Annotated[RecordSoftwareBody | AcceptSoftwareBody, Field(discriminator="command")]


def commands_of(union: object) -> tuple[str, ...]:
    """Return the names of the commands that a union of bodies takes."""
    bodies = union.__origin__.__args__  # type: ignore[attr-defined]  # an annotated union
    return tuple(body.model_fields["command"].annotation.__args__[0] for body in bodies)
