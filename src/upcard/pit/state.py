"""What the pit knows of each stream of the journal: plain values, which only `evolve` replaces."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from upcard.game.state import MeterState, TableState
from upcard.money import Cents

NOTHING: Mapping[Any, Any] = MappingProxyType({})
Balances = Mapping[str, int]  # in cents, by account


class Adjustment(NamedTuple):
    """An adjustment that waits for another person."""

    from_account: str
    to_account: str
    amount: Cents
    by: str  # who proposed it


class HouseState(NamedTuple):
    """The stream of the house: the licensee, which tables there are, the adjustments that wait."""

    licensee: str = ""  # none yet
    gaming_day_begins: str = ""
    time_zone: str = ""
    tables: Mapping[str, str] = NOTHING  # the stream of each table
    adjustments: Mapping[int, Adjustment] = NOTHING
    last_adjustment: int = 0

    @property
    def open(self) -> bool:
        """Whether the books have been begun."""
        return bool(self.licensee)


class WalletState(NamedTuple):
    """The stream of a wallet."""

    open: bool = False
    balances: Balances = NOTHING
    seats: frozenset[tuple[str, int]] = frozenset()  # that its patron holds


class ShoeStage(Enum):
    """How far a shoe has come."""

    SEALED = "sealed"  # waits for the cut
    LIVE = "live"
    BLIND = "blind"  # in play, but its order is not known here: its key is missing
    DISCLOSED = "disclosed"
    ABANDONED = "abandoned"


class ShoeState(NamedTuple):
    """The last shoe of a table."""

    number: int
    root: str
    sealed: str
    key: str
    stage: ShoeStage = ShoeStage.SEALED
    cut: int = 0  # how many cards moved from the front to the back

    @property
    def is_over(self) -> bool:
        """Whether the shoe is out of play."""
        return self.stage in (ShoeStage.DISCLOSED, ShoeStage.ABANDONED)


class PitTable(NamedTuple):
    """A table on the floor."""

    state: TableState  # its meters are those of the group
    holders: Mapping[int, str] = NOTHING  # the patron of each seat taken
    balances: Balances = NOTHING
    shoe: ShoeState | None = None


class GroupState(NamedTuple):
    """The stream of a table, or of all tables that are linked: they share their meters."""

    name: str = ""
    tables: Mapping[str, PitTable] = NOTHING
    meters: tuple[tuple[str, MeterState], ...] = ()
    balances: Balances = NOTHING  # of the meters

    def at(self, table: str) -> TableState:
        """Return the engine's state of a table, with the meters of the group."""
        state = self.tables[table].state
        return state if state.meters is self.meters else state._replace(meters=self.meters)


StreamState = HouseState | WalletState | GroupState
