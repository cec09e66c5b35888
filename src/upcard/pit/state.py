"""What the pit knows of each stream of the journal: plain values, which only `evolve` replaces."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from upcard.game.awaited import Question, question
from upcard.game.confirmation import Confirmation
from upcard.game.roles import Role
from upcard.game.state import MeterState, TableState
from upcard.money import Cents
from upcard.pit.accounts import PitAccount
from upcard.pit.events import AcceptedFinding
from upcard.pit.limits import NO_SUMS, LimitKey, PatronLimit, Sums

NOTHING: Mapping[Any, Any] = MappingProxyType({})
Balances = Mapping[PitAccount, int]  # in cents, by account
LARGE_WIN = Cents(10_000_00)  # until the licensee sets another amount


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
    large_win: Cents = LARGE_WIN
    demonstration: bool = False  # all money is play money
    law: str = ""  # what the law folder says by which tables are installed; by the texts held alone: empty

    @property
    def open(self) -> bool:
        """Whether the books have been begun."""
        return bool(self.licensee)


class Bar(NamedTuple):
    """Why a person may not play or sign in: a suspension ends by itself, an exclusion by reinstatement."""

    is_exclusion: bool
    until: str  # without a time: empty

    def holds(self, time: str) -> bool:
        """Whether the patron is barred from play at a time."""
        return self.is_exclusion or not self.until or time < self.until


class WalletState(NamedTuple):
    """The stream of a person's wallet, and of what keeps the person from play; that of staff is never open."""

    open: bool = False
    balances: Balances = NOTHING
    seats: frozenset[tuple[str, int]] = frozenset()  # that its patron holds
    sums: Sums = NO_SUMS  # of what limits are about
    limits: Mapping[LimitKey, PatronLimit] = NOTHING
    logged_on: str = ""  # since when; not now: empty
    bar: Bar | None = None
    unplayed: tuple[str, ...] = ()  # when chips last went back without a round played: the latest few


class PasswordLink(NamedTuple):
    """A link that one person made, and that sets the password of another."""

    by: str  # who made it
    time: str  # when it was made, or used
    day: str  # the gaming day of that time


class Account(NamedTuple):
    """The account of a person; what bars the person from play and signing in is in the stream of the wallet."""

    roles: frozenset[Role]  # of a closed account: empty
    demo: bool  # plays with play money
    made: str  # when


class SignificantState(NamedTuple):
    """The stream of significant events: recorded and changed software, a checkpoint, accounts, links to passwords."""

    version: str = ""
    fingerprint: str = ""
    changed: str = ""  # the fingerprint of software that differs, and was not accepted yet
    signed: int = 0  # rows that the last recorded checkpoint covers
    links: Mapping[str, PasswordLink] = NOTHING  # by person, until it is used or the person changes the password
    linked: Mapping[str, PasswordLink] = NOTHING  # by person: the last link that was used
    own: frozenset[str] = frozenset()  # people who have changed a password that a link had set
    accounts: Mapping[str, Account] = NOTHING  # by the name of the person

    @property
    def stops_play(self) -> bool:
        """Whether no new round begins."""
        return self.changed != ""


class ShoeStage(Enum):
    """The stage a shoe is in."""

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
    retired: bool = False  # taken out of play because the journal was restored; it is disclosed next

    @property
    def is_over(self) -> bool:
        """Whether the shoe is out of play."""
        return self.stage in (ShoeStage.DISCLOSED, ShoeStage.ABANDONED)


class SpokenWager(NamedTuple):
    """A spoken wager with cash that is not yet made: not all who must confirm it have done so."""

    seat: int
    wager: str
    choice: int | None
    amount: Cents
    confirmations: tuple[Confirmation, ...]


class Acceptance(NamedTuple):
    """Findings about a table that compliance has accepted."""

    file: str  # the SHA-256 of the table file, or of it and the law folder, that they are about
    findings: tuple[AcceptedFinding, ...]
    reason: str
    day: str  # on which they were accepted
    until: str  # the last day; without an end: empty
    by: str
    withdrawn: str = ""  # why; not withdrawn: empty


class StandingFills(NamedTuple):
    """The licensee's standing instruction: fill the table inventory up to an amount when it holds less than another."""

    below: Cents
    up_to: Cents


class PitTable(NamedTuple):
    """A table on the floor."""

    state: TableState  # its meters are those of the group
    holders: Mapping[int, str] = NOTHING  # the patron of each seat taken
    balances: Balances = NOTHING
    shoe: ShoeState | None = None
    spoken: tuple[SpokenWager, ...] = ()
    file: str = ""  # its text
    law: str = ""  # what the law folder says by which it is checked; by the texts held alone: empty
    acceptances: Mapping[int, Acceptance] = NOTHING  # by number, with those that have ended
    fills: StandingFills | None = None
    taken_in: Mapping[int, int] = NOTHING  # by seat taken: the number of the table's last round at that time
    ready: Mapping[int, Question] = NOTHING  # what each seat last wanted nothing more of

    def is_ready(self, seat: int) -> bool:
        """Whether a seat wants nothing more of what the table offers now."""
        return seat in self.ready and self.ready[seat] == question(self.state)

    def has_ready(self, patron: str) -> bool:
        """Whether a seat of a patron wants nothing more of what the table offers now."""
        return any(self.is_ready(seat) for seat, holder in self.holders.items() if holder == patron)

    def spoken_for(self, seat: int, wager: str, choice: int | None) -> SpokenWager | None:
        """Return the spoken wager that waits for confirmations."""
        same = (each for each in self.spoken if (each.seat, each.wager, each.choice) == (seat, wager, choice))
        return next(same, None)


class GroupState(NamedTuple):
    """The stream of a table, or of all tables that are linked: they share their meters."""

    name: str = ""
    tables: Mapping[str, PitTable] = NOTHING
    meters: tuple[tuple[str, MeterState], ...] = ()
    balances: Balances = NOTHING  # of the meters
    laws: Mapping[str, str] = NOTHING  # what the law folder says by which each table is installed

    def at(self, table: str) -> TableState:
        """Return the engine's state of a table, with the meters of the group."""
        state = self.tables[table].state
        return state if state.meters is self.meters else state._replace(meters=self.meters)


StreamState = HouseState | WalletState | SignificantState | GroupState
