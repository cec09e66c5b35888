"""Bodies of commands at tables: exactly the fields that a client may send.

The URL names the table, the session the person. No field carries a card, an amount shown on a display, a time, or
another person's name.
"""

from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from upcard.game import commands as do
from upcard.money import Cents, parse_money
from upcard.pit import commands as pc
from upcard.rules.enums import Play

Seat = Annotated[int, Field(ge=1, le=99)]
Amount = Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,8})\.[0-9]{2}$")]
Amounts = Annotated[list[Amount], Field(min_length=1, max_length=8)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Choice = Annotated[int, Field(ge=0, le=99)] | None


class Body(BaseModel):
    """A request body that allows no other fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CommandOrigin(NamedTuple):
    """Where a command comes from: the table in the URL, the person of the session."""

    table: str
    actor: str  # such as "patron ada"
    person: str


class TableBody(Body):
    """A command at a table.

    `version` is the `id` of the table that the command was meant for: an answer to what the table asked then is
    refused once it asks something else.
    """

    version: Annotated[int, Field(ge=0)] | None = None

    def for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        """Return the pit command for this body."""
        return self._for_pit(origin)

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        raise NotImplementedError


def _cents(amounts: list[str]) -> tuple[Cents, ...]:
    return tuple(parse_money(amount) for amount in amounts)


class BuyInBody(TableBody):
    """Buy chips at a seat with money from your wallet; this takes a free seat."""

    command: Literal["BuyIn"]
    seat: Seat
    amount: Amount

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.BuyIn(origin.person, origin.table, self.seat, parse_money(self.amount))


class CashOutBody(TableBody):
    """Leave a seat; its chips go back to your wallet."""

    command: Literal["CashOut"]
    seat: Seat

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.CashOut(origin.person, origin.table, self.seat)


class CutShoeBody(TableBody):
    """Cut the sealed shoe; `position` is the number of cards in front of the cut."""

    command: Literal["CutShoe"]
    seat: Seat
    position: Annotated[int, Field(ge=0, le=1000)]

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.CutShoe(origin.table, self.seat, self.position)


class PlaceWagerBody(TableBody):
    """Place a wager; for the blackjack wager, one amount per spot. `coupon` is the value of a match play coupon."""

    command: Literal["PlaceWager"]
    seat: Seat
    wager: Name
    amounts: Amounts  # of chips; "0.00" for a coupon alone
    choice: Choice = None
    coupon: Amount = "0.00"

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        amounts, coupon = _cents(self.amounts), parse_money(self.coupon)
        return pc.AtTable(origin.table, do.PlaceWager(self.seat, self.wager, amounts, self.choice, coupon=coupon))


class ConfirmSpokenWagerBody(TableBody):
    """Confirm a spoken wager with cash; `role` only for a person who is both dealer and supervisor."""

    command: Literal["ConfirmSpokenWager"]
    seat: Seat
    wager: Name
    amount: Amount
    choice: Choice = None
    role: Literal["dealer", "supervisor"] | None = None

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.ConfirmSpokenWager(origin.table, self.seat, self.wager, parse_money(self.amount), self.choice)


class ReturnSpokenWagerBody(TableBody):
    """Return the cash of a spoken wager that is not yet made."""

    command: Literal["ReturnSpokenWager"]
    seat: Seat
    wager: Name
    choice: Choice = None

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.ReturnSpokenWager(origin.table, self.seat, self.wager, self.choice)


class WithdrawWagerBody(TableBody):
    """Withdraw a wager before the first card is dealt."""

    command: Literal["WithdrawWager"]
    seat: Seat
    wager: Name
    choice: Choice = None

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.WithdrawWager(self.seat, self.wager, self.choice))


class DeclareReadyBody(TableBody):
    """Want nothing more of what the table offers now: no further wager, no insurance or even money, no surrender."""

    command: Literal["DeclareReady"]
    seat: Seat

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.DeclareReady(origin.table, self.seat)


class InsureBody(TableBody):
    """Place an insurance wager; one amount per spot, zero for none."""

    command: Literal["Insure"]
    seat: Seat
    amounts: Amounts

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.Insure(self.seat, _cents(self.amounts)))


class TakeEvenMoneyBody(TableBody):
    """Take even money: be paid 1 to 1 for a blackjack now."""

    command: Literal["TakeEvenMoney"]
    seat: Seat

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.TakeEvenMoney(self.seat))


class DecideBody(TableBody):
    """Play the hand whose turn it is, or surrender early; give amounts only to double down for less."""

    command: Literal["Decide"]
    seat: Seat
    play: Annotated[Play, Field(strict=False)]
    amounts: Amounts | None = None

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(
            origin.table, do.Decide(self.seat, self.play, None if self.amounts is None else _cents(self.amounts))
        )


class PressBonusButtonBody(TableBody):
    """Press the bonus button; the server draws what the display shows."""

    command: Literal["PressBonusButton"]
    seat: Seat
    wager: Name

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.PressBonusButton(origin.table, self.seat, self.wager)


class ValidatePayoutBody(TableBody):
    """Validate a payout, as a supervisor; set `not_from_rack` if it is not paid from the rack."""

    command: Literal["ValidatePayout"]
    seat: Seat
    wager: Name
    not_from_rack: bool = False

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.ValidatePayout(self.seat, self.wager, self.not_from_rack))


class CompleteDocumentsBody(TableBody):
    """Complete the documents of a payout, as a supervisor."""

    command: Literal["CompleteDocuments"]
    seat: Seat
    wager: Name

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.CompleteDocuments(self.seat, self.wager))


class VoidRoundBody(TableBody):
    """Void the round in progress, as a supervisor: every wager is returned."""

    command: Literal["VoidRound"]
    reason: Text

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.VoidRound(origin.actor, self.reason))


class OpenTableBody(TableBody):
    """Open the table."""

    command: Literal["OpenTable"]

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.OpenTable())


class CloseTableBody(TableBody):
    """Close the table between rounds."""

    command: Literal["CloseTable"]

    def _for_pit(self, origin: CommandOrigin) -> pc.PitCommand:
        return pc.AtTable(origin.table, do.CloseTable())


TableCommand = Annotated[
    BuyInBody
    | CashOutBody
    | CutShoeBody
    | PlaceWagerBody
    | ConfirmSpokenWagerBody
    | ReturnSpokenWagerBody
    | WithdrawWagerBody
    | DeclareReadyBody
    | InsureBody
    | TakeEvenMoneyBody
    | DecideBody
    | PressBonusButtonBody
    | ValidatePayoutBody
    | CompleteDocumentsBody
    | VoidRoundBody
    | OpenTableBody
    | CloseTableBody,
    Field(discriminator="command"),
]
TABLE_COMMANDS = tuple(kind.__name__.removesuffix("Body") for kind in TableBody.__subclasses__())


class WithdrawBody(Body):
    """Withdraw money from your wallet."""

    command: Literal["Withdraw"]
    amount: Amount
    reference: Text


class LogOnBody(Body):
    """A name and a password."""

    name: Annotated[str, StringConstraints(max_length=200)]
    password: Annotated[str, StringConstraints(max_length=1000)]


class LinkUseBody(Body):
    """A one-time link, and the password to set with it."""

    link: Annotated[str, StringConstraints(max_length=500)]
    password: Annotated[str, StringConstraints(max_length=1000)]
