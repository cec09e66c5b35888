"""What a command is decided on: the states of all streams, who commands, what the server drew, how shoes are opened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from upcard.errors import UpcardError
from upcard.money import Cents
from upcard.pit.accounts import PitAccount
from upcard.pit.actors import Actor
from upcard.pit.commands import Drawn
from upcard.pit.limits import Moment
from upcard.pit.shoes import CommittedShoe
from upcard.pit.state import PitTable, ShoeState, StreamState
from upcard.pit.streams import group_of, moment_of


class CannotOpenShoe(UpcardError):
    """A sealed shoe that cannot be opened here; the message says why and what to do."""


class ShoeOpener(Protocol):
    """Opens the sealed shoes of a journal; what cannot be opened raises CannotOpenShoe."""

    def open(self, table: str, shoe: ShoeState) -> CommittedShoe:
        """Return a sealed shoe of a table, opened."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """What a command is decided on; it does not change."""

    states: Mapping[str, StreamState]
    actor: Actor
    shoes: ShoeOpener
    time: str  # of the row that the command becomes
    drawn: Drawn | None = None

    @property
    def moment(self) -> Moment:
        """The time, with the licensee's calendar."""
        return moment_of(self.states, self.time)

    def table(self, name: str) -> PitTable:
        """Return a table on the floor; raise UnknownTable if there is none."""
        return group_of(self.states, name).tables[name]

    def balance(self, table: str, account: PitAccount) -> Cents:
        """Return the balance of an account of a table."""
        return Cents(self.table(table).balances.get(account, 0))
