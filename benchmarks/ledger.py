"""Commands a second that a ledger decides and commits, beside appending the same rows and beside the bare database.

On SQLite and on PostgreSQL, in one run; then deciding again, folding, and memory over 100,000 rounds.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import apsw
import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.acting import acting
from tests.pit.casino import DEALER, PATRONS, RICH, STAKE, Casino, pit_table, wager  # the tests know how to play
from tests.store import cluster  # and how to start a server

from upcard.game import commands as do
from upcard.game import procedure
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.json_codec import read_stored
from upcard.pit.ledger import Done, Request
from upcard.pit.replay import Folding, redecide
from upcard.pit.streams import group_of
from upcard.rules.enums import Play
from upcard.rules.wager import Point
from upcard.store.journal import Appended, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import JournalRow, as_new
from upcard.store.verify import ChainChecker

FILES = ("blackjack", "free-bet", "progressive", "blackjack-bonus")
ROUNDS = 150  # at each table
BATCH = 100
RUNS = 3
PROMISES = {"SQLite": 5000, "PostgreSQL": 3000}  # decided rows a second, durably, on two cores
REPLAY = 3000  # commands decided again, a second of one core
FEW, MANY = 10_000, 100_000  # rounds between which memory must not grow
Rates = tuple[float, float]  # for each second that passed, and for each second of our processor time
InBatches = Callable[[int, int], None]  # does what the rows from one to another ask for


def session(house: Casino) -> None:
    """Play at several tables, in turn."""
    house.open("T1", file=FILES[0])
    for number, file in enumerate(FILES[1:], 2):
        house.install(f"T{number}", file=file)
    for number in range(1, len(FILES) + 1):
        house.seat(f"T{number}", STAKE)
    while any(pit_table(house.ledger.states, f"T{n}").state.round <= ROUNDS for n in range(1, len(FILES) + 1)):
        for number in range(1, len(FILES) + 1):
            house.step(f"T{number}")


def rates(rows: int, run: Callable[[], None]) -> Rates:
    """Run, and return rows a second."""
    start, used = time.perf_counter(), time.process_time()
    run()
    return rows / (time.perf_counter() - start), rows / (time.process_time() - used)


def in_batches(rows: int, batch: InBatches) -> Rates:
    """Run batch after batch, and return rows a second."""

    def run() -> None:
        for first in range(0, rows, BATCH):
            batch(first, min(first + BATCH, rows))

    return rates(rows, run)


def show(name: str, measured: Sequence[Rates], promise: int | None = None, *, of_processor: bool = False) -> None:
    """Print the medians of some runs."""
    passed, processor = (statistics.median(values) for values in zip(*measured, strict=True))
    missed = promise is not None and (processor if of_processor else passed) < promise
    wanted = "" if promise is None else f"   {promise:,}{'  missed' if missed else ''}"
    print(f"{name:<36} {passed:8,.0f}/s, {processor:,.0f} of processor time{wanted}")


def decided(place: str, rows: Sequence[JournalRow]) -> Rates:
    """Decide and commit the same commands: with the same random bytes the same cards are drawn."""
    requests = [Request(acting(row.actor), str(row.position), read_stored(row.command).command) for row in rows]
    create_journal(place)
    with closing(open_journal(place)) as journal:
        ledger = Casino(journal, seed=1).ledger

        def batch(first: int, last: int) -> None:
            assert all(isinstance(answer, Done) for answer in ledger.execute(requests[first:last]))

        return in_batches(len(rows), batch)


def appended(place: str, rows: Sequence[JournalRow]) -> Rates:
    """Append the same rows as they were decided."""
    new = [as_new(row) for row in rows]
    create_journal(place)
    with closing(open_journal(place)) as journal:

        def batch(first: int, last: int) -> None:
            assert all(isinstance(outcome, Appended) for outcome in journal.append(new[first:last]))

        return in_batches(len(rows), batch)


def bare_sqlite(place: str, rows: Sequence[JournalRow]) -> Rates:
    """Put the same texts into a bare table, as durably as the journal."""
    with closing(apsw.Connection(place)) as database:
        database.pragma("journal_mode", "WAL")
        database.pragma("synchronous", "FULL")
        database.execute("CREATE TABLE bare (position INTEGER PRIMARY KEY, content TEXT)")

        def batch(first: int, last: int) -> None:
            with database:
                values = [(row.position, row.command + row.events) for row in rows[first:last]]
                database.executemany("INSERT INTO bare VALUES (?, ?)", values)

        return in_batches(len(rows), batch)


def bare_postgresql(place: str, rows: Sequence[JournalRow]) -> Rates:
    """Put the same texts into a bare table, as durably as the journal."""
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (position bigint PRIMARY KEY, content text)")

        def batch(first: int, last: int) -> None:
            with connection.transaction(), connection.cursor().copy("COPY bare FROM STDIN") as copy:
                for row in rows[first:last]:
                    copy.write_row((row.position, row.command + row.events))

        return in_batches(len(rows), batch)


def database(name: str, new_place: Callable[[], str], bare: Callable[..., Rates], rows: Sequence[JournalRow]) -> None:
    """Measure a database: three ways in turn, some times."""
    runs = [[way(new_place(), rows) for way in (decided, appended, bare)] for _ in range(RUNS)]
    show(f"{name}: decide and commit", [run[0] for run in runs])
    show(f"{name}: append decided rows", [run[1] for run in runs], PROMISES[name])
    show(f"{name}: bare table", [run[2] for run in runs])


def replay(house: Casino, rows: Sequence[JournalRow]) -> None:
    """Measure deciding again, alone and with the chain of hashes, and folding."""
    shoes = house.ledger.shoes

    def decide() -> None:
        assert not any(again.problems for again in redecide(rows, shoes))

    def verify() -> None:
        chain = ChainChecker()
        for again in redecide(rows, shoes):
            assert not again.problems
            assert not chain.check(again.row)

    def fold() -> None:
        folding = Folding(shoes)
        for row in rows:
            folding.add(row)

    show("decide again", [rates(len(rows), decide)], REPLAY, of_processor=True)
    show("decide again, and hashes", [rates(len(rows), verify)])
    show("fold the stored events", [rates(len(rows), fold)])


def memory() -> float:
    """Return the memory that this process has now, in megabytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (resident,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return resident / 1024


def one_command(house: Casino) -> None:
    """Do what comes next in a plain round of one seat."""
    table = pit_table(house.ledger.states)
    state = group_of(house.ledger.states, "T1").at("T1")
    if state.point is not Point.BEFORE_FIRST_CARD:
        insurance = procedure.is_insurance_offered(state)
        house.at("T1", do.CloseInsurance() if insurance else do.Decide(1, Play.STAND))
    elif procedure.must_shuffle(state):
        house.new_shoe()
    elif table.balances.get("stack T1/1", 0) < 1000:
        house.done("patron Ann", pc.BuyIn("Ann", "T1", 1, Cents(100_000)))
    else:
        house.at("T1", do.CloseBetting() if state.seats else wager(1))


def flat(place: Path) -> None:
    """Play many rounds, and print how memory grows between them."""
    create_journal(place)
    with closing(open_journal(place)) as journal:
        house = Casino(journal, seed=1)
        house.open(rack=RICH)
        house.done("patron Ann", pc.BuyIn("Ann", "T1", 1, Cents(100_000)))
        house.done(DEALER, pc.SealShoe("T1"))
        house.done(DEALER, pc.CutShoe("T1", 0, 50))
        for rounds in (FEW, MANY):
            while pit_table(house.ledger.states).state.round <= rounds:
                one_command(house)
            print(f"memory {memory():.0f} MB after {rounds:,} rounds, {journal.head().position:,} rows")


def main() -> None:
    """Record a session, and measure every way to do it again, on the disk of the machine."""
    folder = Path(tempfile.mkdtemp())
    numbers = iter(range(1000))
    try:
        place = folder / "played.db"
        create_journal(place)
        with closing(open_journal(place)) as journal:
            house = Casino(journal, seed=1)
            session(house)
            rows = list(all_rows(journal))
            print(f"{len(rows):,} commands of {len(PATRONS)} patrons at {len(FILES)} tables, batches of {BATCH}")
            replay(house, rows)
        database("SQLite", lambda: str(folder / f"{next(numbers)}.db"), bare_sqlite, rows)
        with cluster.running(cluster.template(folder), parent=Path(tempfile.gettempdir())) as server:
            database("PostgreSQL", server.new_schema, bare_postgresql, rows)
        with tempfile.TemporaryDirectory(dir=cluster.memory()) as name:
            flat(Path(name) / "flat.db")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
