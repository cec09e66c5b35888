"""The bodies of requests: exactly the fields that a client may send.

The body of a command is derived from the command: its fields, but for those that the server fills in. A command marks
the fields that no client ever sends; a route names those that it knows, such as the table from its path and the patron
from the session.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from datetime import date
from functools import reduce
from operator import or_
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    StringConstraints,
    WithJsonSchema,
    create_model,
)
from pydantic import Field as Limits
from pydantic_core import CoreSchema

from upcard.game import commands as do
from upcard.game.roles import PERSON_ROLES, Role
from upcard.money import Cents, parse_money, plain_money
from upcard.pit import commands as pc
from upcard.pit.account_commands import MOST_DAYS, MOST_YEARS
from upcard.pit.house_commands import MOST_COUPONS
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.rules.enums import Play
from upcard.service.accounts import AccountCommand, MakeLink, PeopleCommand, RevokeSession, Unlock

Amount = Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,8})\.[0-9]{2}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(max_length=1000)]


def _of_a_person(role: Role) -> Role:
    if role not in PERSON_ROLES:
        raise ValueError("must be the role of a person")
    return role


PersonRole = Annotated[
    Role,
    Limits(strict=False),  # JSON has its word
    AfterValidator(_of_a_person),
    WithJsonSchema({"type": "string", "enum": [role.value for role in PERSON_ROLES]}),
]

_Dollars = Annotated[Amount, AfterValidator(parse_money)]
_Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
_TextOrNone = Annotated[str, StringConstraints(max_length=500)]
_Number = Annotated[int, Limits(ge=1, le=1_000_000_000)]
_Findings = Annotated[
    list[Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]], Limits(min_length=1, max_length=200)
]
_Day = Annotated[date, Limits(strict=False)]  # JSON has its text
_LastDay = Annotated[_Day | None, AfterValidator(lambda day: "" if day is None else day.isoformat())]
_Days = Annotated[int, Limits(ge=1, le=MOST_DAYS)]
_Years = Annotated[int, Limits(ge=1, le=MOST_YEARS)]
_Position = Annotated[int, Limits(ge=0, le=1000)]

# How a client writes a field: by its type, or where that says too little, by its name.
_BY_TYPE: Mapping[object, Any] = {
    Cents: _Dollars,
    tuple[Cents, ...]: Annotated[list[_Dollars], Limits(min_length=1, max_length=8), AfterValidator(tuple)],
    Play: Annotated[Play, Limits(strict=False)],
    LimitKind: Annotated[Literal["deposit", "spend"], AfterValidator(LimitKind)],
    LimitPeriod: Annotated[Literal["day", "week", "month"], AfterValidator(LimitPeriod)],
    bool: bool,
    Role: PersonRole,
}
_BY_NAME: Mapping[str, Any] = {
    "seat": Annotated[int, Limits(ge=1, le=99)],
    "choice": Annotated[int, Limits(ge=0, le=99)],
    "count": Annotated[int, Limits(ge=1, le=MOST_COUPONS)],
    "number": _Number,
    "minutes": Annotated[int, Limits(ge=1, le=44_640)],
    "findings": Annotated[_Findings, AfterValidator(tuple)],
    "fingerprint": Annotated[str, StringConstraints(min_length=64, max_length=64)],
    "gaming_day_begins": Annotated[str, StringConstraints(max_length=5)],
    "text": Annotated[str, StringConstraints(min_length=1, max_length=15_000)],
    **dict.fromkeys(("from_account", "group", "patron", "table", "time_zone", "to_account", "wager"), Name),
    **dict.fromkeys(("licensee", "reason", "reference"), _Text),
}


class Body(BaseModel):
    """A request body that allows no other fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CommandBody(Body):
    """The body of a command of the pit, of an action in a round of play, or about a person."""

    of: ClassVar[type]

    @property
    def right(self) -> str:
        """The right to send the command, which has its name."""
        return self.of.__name__

    def for_pit(self, **known: str) -> pc.PitCommand:
        """Return the command; `known` are fields that the server fills in, in whatever commands have them."""
        names = {field.name for field in fields(self.of)}
        values = {name: value for name, value in known.items() if name in names}
        values |= {name: getattr(self, name) for name in self.model_fields_set & names}
        made = self.of(**values)
        return pc.AtTable(known["table"], made) if isinstance(made, _ACTIONS) else made


_ACTIONS = get_args(pc.TableAction)
AnyBody = TypeVar("AnyBody", bound=CommandBody)


class TableBody(CommandBody):
    """A command at a table.

    `version` is the `id` of the table that the command was meant for: an answer to what the table asked then is
    refused once it asks something else.
    """

    version: Annotated[int, Limits(ge=0)] | None = None


def _body(
    base: type[AnyBody], command: type, *known: str, name: str = "", says: str = "", **written: Any
) -> type[AnyBody]:
    """Derive the body of a command.

    `known` are fields that the route knows, `written` those that a client writes in another way than elsewhere.
    """
    hints = get_type_hints(command)
    derived: dict[str, Any] = {
        field.name: written.pop(field.name, None) or _sent(field, hints[field.name])
        for field in fields(command)
        if field.metadata != do.FROM_SERVER and field.name not in known
    }
    model = create_model(
        name or f"{command.__name__}Body",
        __base__=base,
        __doc__=says or command.__doc__,
        __module__=__name__,
        **{"command": (Literal[command.__name__], ...), **derived, **written},
    )
    model.of = command
    return model


def _sent(field: "Field[Any]", hint: Any) -> tuple[Any, Any]:
    """Return how a client writes a field, and its default in JSON."""
    kinds = get_args(hint) if NoneType in get_args(hint) else (hint,)
    kind = next(each for each in kinds if each is not NoneType)
    written = _BY_TYPE[kind] if kind in _BY_TYPE else _BY_NAME[field.name]
    if field.default == "" and kind is str:
        written = _TextOrNone
    if len(kinds) > 1:
        written = written | None
    if field.default is MISSING:
        return written, ...
    return written, plain_money(field.default) if kind is Cents and field.default is not None else field.default


class OneOf:
    """Marks a parameter as one of several bodies, told apart by their command."""

    def __init__(self, *bodies: type[CommandBody]) -> None:
        self.bodies = bodies

    @property
    def rights(self) -> tuple[str, ...]:
        """The rights to send them."""
        return tuple(body.of.__name__ for body in self.bodies)

    def __get_pydantic_core_schema__(self, _: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validate as pydantic does a union of the bodies."""
        union: Any = reduce(or_, self.bodies)
        several = len(self.bodies) > 1
        return handler.generate_schema(Annotated[union, Limits(discriminator="command")] if several else union)


AT_TABLE = OneOf(
    _body(TableBody, pc.BuyIn, "table", "patron"),
    _body(TableBody, pc.CashOut, "table", "patron", says="Leave a seat; its chips go back to your wallet."),
    _body(TableBody, pc.CutShoe, "table", position=(_Position, ...)),
    _body(TableBody, do.PlaceWager),
    _body(
        TableBody,
        pc.ConfirmSpokenWager,
        "table",
        says="Confirm a spoken wager with cash; `role` only for a person who is both dealer and supervisor.",
        role=(Literal["dealer", "supervisor"] | None, None),
    ),
    _body(TableBody, pc.ReturnSpokenWager, "table"),
    _body(TableBody, do.WithdrawWager),
    _body(TableBody, pc.DeclareReady, "table"),
    _body(TableBody, do.Insure),
    _body(TableBody, do.TakeEvenMoney),
    _body(TableBody, do.Decide),
    _body(TableBody, pc.PressBonusButton, "table"),
    _body(TableBody, do.ValidatePayout),
    _body(TableBody, do.CompleteDocuments),
    _body(TableBody, do.VoidRound),
    _body(TableBody, do.OpenTable),
    _body(TableBody, do.CloseTable),
)
TableCommand = Annotated[TableBody, AT_TABLE]

OWN_WALLET = OneOf(_body(CommandBody, pc.Withdraw, "patron", says="Withdraw money from your wallet."))
WalletCommand = Annotated[CommandBody, OWN_WALLET]

OWN_LIMITS = OneOf(
    _body(
        CommandBody,
        pc.SetLimit,
        "patron",
        name="LimitBody",
        says="Limit your deposits or your spending; null for no limit.",
    ),
    _body(
        CommandBody,
        pc.SetTimeLimit,
        "patron",
        name="TimeLimitBody",
        says="Limit your playing time, in minutes; null for no limit.",
    ),
)
LimitCommand = Annotated[CommandBody, OWN_LIMITS]

BY_STAFF = OneOf(
    _body(CommandBody, pc.FillRack),
    _body(CommandBody, pc.InstructFills),
    _body(CommandBody, pc.CreditRack),
    _body(CommandBody, pc.CountRack),
    _body(CommandBody, pc.CountDrop),
    _body(CommandBody, pc.Deposit, name="CashierDepositBody"),
    _body(CommandBody, pc.Withdraw, name="CashierWithdrawBody"),
    _body(CommandBody, pc.IssueCoupons),
    _body(CommandBody, pc.CancelCoupons),
    _body(CommandBody, pc.CashOut, name="SeatCashOutBody"),
    _body(CommandBody, pc.ProposeAdjustment),
    _body(CommandBody, pc.ApproveAdjustment),
    _body(CommandBody, pc.RejectAdjustment),
    _body(CommandBody, pc.SetLargeWin),
    _body(CommandBody, pc.OpenHouse),
    _body(CommandBody, pc.InstallTable),
    _body(CommandBody, pc.AcceptFindings, until=(_LastDay, ...)),
    _body(CommandBody, pc.WithdrawAcceptance),
)
StaffCommand = Annotated[CommandBody, BY_STAFF]

ABOUT_SOFTWARE = OneOf(
    _body(CommandBody, pc.RecordSoftware, says="Compare the software with the recorded version now."),
    _body(CommandBody, pc.AcceptSoftware),
)
SoftwareCommand = Annotated[CommandBody, ABOUT_SOFTWARE]


class LogOnBody(Body):
    """A name and a password."""

    name: Annotated[str, StringConstraints(max_length=200)]
    password: Password


class LinkUseBody(Body):
    """A one-time link, and the password to set with it."""

    link: Annotated[str, StringConstraints(max_length=500)]
    password: Password


class PlayMoneyBody(Body):
    """Add play money to your wallet (demo patrons only)."""

    amount: Amount


class PasswordBody(Body):
    """Your current password and a new one."""

    old: Password
    new: Password


class PersonBody(Body):
    """A new account; a patron also gets a wallet."""

    name: Name
    roles: Annotated[list[PersonRole], Limits(min_length=1, max_length=6)]


class AccountBody(CommandBody):
    """A command about a person's account."""

    def about(self, person: str) -> AccountCommand | PeopleCommand:
        """Return the command about a person."""
        return self.for_pit(person=person)  # type: ignore[return-value]  # it is made of one of those classes


class LeavingBody(AccountBody):
    """Suspend, exclude or close an account; `confirm` repeats the account's name."""

    confirm: Name


_LEAVING = (
    _body(
        LeavingBody,
        pc.Suspend,
        "person",
        says="Suspend an account for a number of days; null for indefinitely. `confirm` repeats the account's name.",
        days=(_Days | None, ...),
    ),
    _body(
        LeavingBody,
        pc.Exclude,
        "person",
        says="Exclude a patron for a number of years; null for life. `confirm` repeats the account's name.",
        years=(_Years | None, ...),
    ),
    _body(
        LeavingBody,
        pc.CloseAccount,
        "person",
        says="Close an account permanently. `confirm` repeats the account's name.",
    ),
)
OWN_ACCOUNT = OneOf(*_LEAVING)
LeavingCommand = Annotated[LeavingBody, OWN_ACCOUNT]

ABOUT_PERSON = OneOf(
    _body(AccountBody, pc.GrantRole, "person"),
    _body(AccountBody, pc.RemoveRole, "person"),
    _body(AccountBody, Unlock, "person"),
    _body(AccountBody, MakeLink, "person"),
    _body(AccountBody, RevokeSession, "person"),
    *_LEAVING,
    _body(AccountBody, pc.Reinstate, "person"),
)
PersonCommand = Annotated[AccountBody, ABOUT_PERSON]
