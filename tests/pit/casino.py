"""A casino for tests: a ledger on a real journal, and people who play random rounds at its tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from tests.acting import acting
from tests.pit.books import check_books
from tests.random_rounds import next_command
from tests.store.making import Place
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.compliance import doubts_on
from upcard.pit.ledger import Answer, Declined, Done, Ledger, Request
from upcard.pit.rights import RIGHTS
from upcard.pit.shoe_keys import MasterKey, ShoeKeys
from upcard.pit.state import PitTable, StreamState
from upcard.pit.streams import group_of, moment_of
from upcard.store.clock import time_text
from upcard.store.database import DatabaseJournal
from upcard.store.journal import all_rows

KEYS = ShoeKeys((MasterKey(bytes(range(32))),))
ADMINISTRATOR, COMPLIANCE = "administrator Ada", "compliance Cora"
SUPERVISOR, DEALER = "supervisor Sam", "dealer Dee"
PATRONS = ("Ann", "Bob", "Cleo")  # at seats 1, 2 and 3
TABLES = Path(__file__).parents[2] / "src" / "upcard" / "tables"
SHIPPED = sorted(path.stem for path in TABLES.glob("*.toml") if path.stem != "in-between-19-47")  # no longer lawful
TIME = "2026-07-01T12:00:00.000000Z"
RICH = Cents(10**9)
STAKE = Cents(10**7)


def table_text(name: str = "blackjack") -> str:
    return (TABLES / f"{name}.toml").read_text(encoding="utf-8")


def accepting(table: str, file: str, day: date, until: str = "") -> Iterator[pc.AcceptFindings]:
    """Yield the command that accepts everything that is not shown about a table, if there is something."""
    if findings := tuple(doubts_on(table, file, day)):
        yield pc.AcceptFindings(table, findings, "a table of the tests", until)


class Casino:
    """A ledger with its clock and randomness, and the people who use it."""

    def __init__(self, journal: DatabaseJournal, *, seed: int | str = 1, keys: ShoeKeys = KEYS) -> None:
        self.journal, self.random = journal, Random(seed)
        self._time = datetime(2026, 7, 1, 12, tzinfo=UTC)
        self._name = f"{seed}-{id(self)}"
        self._count = 0
        bytes_of = Random(f"bytes {seed}")
        self.ledger = Ledger(journal, keys, clock=self.clock, random=bytes_of.randbytes)

    def clock(self) -> datetime:
        self._time += timedelta(seconds=1)
        return self._time

    def wait(self, by: timedelta) -> None:
        """Let time pass, or set the clock back."""
        self._time += by

    def request(self, actor: str, command: pc.PitCommand) -> Request:
        self._count += 1
        return Request(acting(actor), f"{self._name} {self._count}", command)

    def ask(self, actor: str, command: pc.PitCommand) -> Answer:
        (answer,) = self.ledger.execute([self.request(actor, command)])
        return answer

    def done(self, actor: str, command: pc.PitCommand) -> Done:
        answer = self.ask(actor, command)
        assert isinstance(answer, Done), (command, answer)
        return answer

    def at(self, table: str, action: pc.TableAction, actor: str | None = None) -> Done:
        return self.done(actor or self.who(table, action), pc.AtTable(table, action))

    def who(self, table: str, action: pc.TableAction) -> str:
        """Return somebody who may do something at a table."""
        return who_may(pit_table(self.ledger.states, table), action)

    def refused(self, actor: str, command: pc.PitCommand) -> list[str]:
        """Return why a command is refused; nothing is written."""
        before = self.journal.head()
        answer = self.ask(actor, command)
        assert isinstance(answer, Declined), answer
        assert self.journal.head() == before
        return [str(refusal) for refusal in answer.refusals]

    def open(self, *tables: str, file: str = "blackjack", group: str | None = None, rack: Cents = RICH) -> None:
        """Open the house, wallets for everybody, and tables with filled racks."""
        self.done(ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino"))
        for patron in PATRONS:
            self.done(ADMINISTRATOR, patron_account(patron))
            self.done(SUPERVISOR, pc.Deposit(patron, RICH, "bank 1"))
        for table in tables or ("T1",):
            self.install(table, file=file, group=group, rack=rack)

    def install(self, table: str, *, file: str = "blackjack", group: str | None = None, rack: Cents = RICH) -> None:
        self.done(ADMINISTRATOR, pc.InstallTable(table, table_text(file), group))
        if rack:
            self.done(SUPERVISOR, pc.FillRack(table, rack))
        self.accept(table)
        self.at(table, do.OpenTable())

    def accept(self, table: str, until: str = "") -> None:
        """Accept everything that is not shown about a table."""
        at = pit_table(self.ledger.states, table)
        day = moment_of(self.ledger.states, time_text(self._time)).calendar_day
        for command in accepting(table, at.file, day, until):
            self.done(COMPLIANCE, command)

    def seat(self, table: str = "T1", amount: Cents = STAKE) -> None:
        """Seat everybody."""
        for seat, patron in enumerate(PATRONS, 1):
            self.done(f"patron {patron}", pc.BuyIn(patron, table, seat, amount))

    def new_shoe(self, table: str = "T1", position: int | None = 50) -> None:
        """Seal and cut a shoe, without a position where the server draws; the one in play is disclosed first."""
        for order in self.shoe_orders(table, position):
            self.done(*order)

    def shoe_orders(self, table: str, position: int | None) -> list[tuple[str, pc.PitCommand]]:
        at = pit_table(self.ledger.states, table)
        orders: list[tuple[str, pc.PitCommand]] = []
        if at.shoe is not None and not at.shoe.is_over:
            orders.append((SUPERVISOR, pc.DiscloseShoe(table, at.shoe.number)))
        declined = (at.state.cut_by,) if at.state.cut_by else ()
        return [*orders, (DEALER, pc.SealShoe(table)), (DEALER, pc.CutShoe(table, 0, position, declined))]

    def next_requests(self, table: str) -> list[Request]:
        """Return what somebody might do next at a table: something that the rules allow."""
        state = group_of(self.ledger.states, table).at(table)
        action = next_command(state, self.random)
        return [self.request(*each) for each in self._commanded(table, action)]

    def _commanded(self, table: str, action: do.Command) -> Sequence[tuple[str, pc.PitCommand]]:
        if isinstance(action, do.ShuffleShoe):
            assert action.cut is not None
            return self.shoe_orders(table, action.cut.position)
        if isinstance(action, do.PressButton):
            return [(self.patron_at(table, action.seat), pc.PressBonusButton(table, action.seat, action.wager))]
        return [(self.who(table, action), pc.AtTable(table, action))]  # the others are handled above

    def patron_at(self, table: str, seat: int) -> str:
        return f"patron {pit_table(self.ledger.states, table).holders[seat]}"

    def play(self, table: str = "T1", rounds: int = 3) -> None:
        """Play random rounds to their end."""
        last = pit_table(self.ledger.states, table).state.round + rounds
        while pit_table(self.ledger.states, table).state.round < last:
            self.step(table)

    def step(self, table: str = "T1") -> None:
        for request in self.next_requests(table):
            (answer,) = self.ledger.execute([request])
            assert isinstance(answer, Done), (request, answer)


def patron_account(name: str) -> pc.MakeAccount:
    return pc.MakeAccount(name, (Role.PATRON,))


def who_may(table: PitTable, action: do.Command) -> str:
    """Return somebody who may do something at a table, by the table of rights: for a seat, its patron."""
    whose = RIGHTS[type(action).__name__].whose
    if Role.PATRON in whose:
        return f"patron {table.holders.get(getattr(action, 'seat', 0), PATRONS[0])}"
    return DEALER if Role.DEALER in whose else SUPERVISOR


def pit_table(states: Mapping[str, StreamState], table: str = "T1") -> PitTable:
    return group_of(states, table).tables[table]


@contextmanager
def casino(folder: Path, *, seed: int | str = 1, name: str = "journal.db") -> Iterator[Casino]:
    """A casino with a new journal in a folder."""
    with Place(str(folder / name)).new_journal() as journal:
        yield Casino(journal, seed=seed)


@contextmanager
def seated(folder: Path) -> Iterator[Casino]:
    """A casino with one open table, whose first three seats are taken, and a shoe; the books balance at the end."""
    with casino(folder) as house:
        house.open()
        house.seat()
        house.new_shoe()
        yield house
        check(house)


def check(house: Casino) -> Counter[str]:
    """Check the books of a casino; return the balances."""
    return check_books(all_rows(house.journal), house.ledger.states, house.ledger.shoes)


def wager(seat: int, amount: int = 1000) -> do.PlaceWager:
    return do.PlaceWager(seat, ev.BLACKJACK, (Cents(amount),))
