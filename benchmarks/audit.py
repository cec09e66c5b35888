"""How fast an audit decides commands again, and a start proves and folds rows, on one core; memory over many rounds."""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.pit.casino import DEALER, KEYS, STAKE, Casino, pit_table, wager  # the tests know how to play

from upcard.audit.proof import prove
from upcard.audit.run import AuditOptions, audit_journal
from upcard.game import commands as do
from upcard.game.procedure import must_shuffle
from upcard.game.state import TableState
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.shoe_keys import ShoeKeys
from upcard.rules.enums import Play
from upcard.service.floor import Floor
from upcard.service.pace import Pace
from upcard.store.database import DatabaseJournal
from upcard.store.journal import all_rows
from upcard.store.opening import create_journal, open_journal

FILES = ("blackjack", "free-bet", "progressive", "blackjack-bonus")
PROMISE = 3000  # commands a second of one core
RANDOM_ROUNDS = 1000
RUNS = 3

LAST_SHOES = {f"T{number}": sys.maxsize for number in range(1, len(FILES) + 1)}  # no recent events are kept
STEPS = (10_000, 100_000)  # rounds


def open_tables(house: Casino) -> list[str]:
    """Open a table of each kind, with everybody seated."""
    tables = [f"T{number}" for number in range(1, len(FILES) + 1)]
    house.open("T1", file=FILES[0])
    for table, file in zip(tables[1:], FILES[1:], strict=True):
        house.install(table, file=file)
    for table in tables:
        house.seat(table, STAKE)
    return tables


def session(house: Casino, rounds: int) -> None:
    """Play random rounds at all tables in turn, one command a table in each commit."""
    tables = open_tables(house)
    while left := [table for table in tables if _state(house, table).round <= rounds // len(tables)]:
        house.ledger.execute([request for table in left for request in house.next_requests(table)])
        for table in left:
            if not _state(house, table).open:
                house.at(table, do.OpenTable())


def plain_session(house: Casino, tables: list[str], rounds: int) -> None:
    """Play plain rounds, one seat a table that never draws, until the tables have had so many."""
    actions = (wager(1), do.CloseBetting(), do.CloseInsurance(), do.Decide(1, Play.STAND))
    while sum(_state(house, table).round - 1 for table in tables) < rounds:
        commands: list[pc.PitCommand] = []
        for table in tables:
            if must_shuffle(_state(house, table)):
                commands += house.shoe_commands(table, 50)
            commands += [pc.AtTable(table, action) for action in actions]
        house.ledger.execute([house.request(DEALER, command) for command in commands])


def _state(house: Casino, table: str) -> TableState:
    return pit_table(house.ledger.states, table).state


def measure(journal: DatabaseJournal, name: str, keys: ShoeKeys) -> None:
    """Audit a journal and print its rate by processor time."""
    rates = []
    for _ in range(RUNS):
        start = time.process_time()
        report = audit_journal(journal, AuditOptions(shoe_keys=keys))
        rates.append(report.decided / (time.process_time() - start))
        assert report.sound, report.problems
    rate = statistics.median(rates)
    missed = "" if rate >= PROMISE else "  missed"
    print(f"audit, {name:<13} {rate:8,.0f} commands/s of processor time, {report.rows:,} rows   {PROMISE:,}{missed}")


def measure_start(journal: DatabaseJournal) -> None:
    """Print how fast a server that starts proves the rows of a journal, and then folds them."""
    shoes = KeyedShoes(KEYS, journal.info.identity)
    for name, read in (
        ("proves", lambda: prove(journal, None, ())),
        ("folds", lambda: Floor(shoes, {}, Pace()).fold(all_rows(journal), LAST_SHOES)),
    ):
        rates = []
        for _ in range(RUNS):
            start = time.process_time()
            read()
            rates.append(journal.head().position / (time.process_time() - start))
        print(f"start, {name:<13} {statistics.median(rates):8,.0f} rows/s of processor time")


def memory() -> float:
    """Return the most memory that this program has had, in megabytes; getrusage would count that of its parent too."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def child(place: str) -> None:
    """Audit a journal in a process of its own, and print its memory."""
    with closing(open_journal(place, read_only=True)) as journal:
        before = memory()
        report = audit_journal(journal, AuditOptions())
        print(f"{report.rounds:,} rounds, {report.rows:,} rows: {memory():.0f} MB, {before:.0f} before it began")
        assert report.sound, report.problems


def main() -> None:
    """Audit random rounds with keys and without; then plain rounds in a process of its own, whose memory is printed."""
    steps = tuple(int(each) for each in sys.argv[1:]) or STEPS
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        for name in ("random.db", "plain.db"):
            create_journal(folder / name)
        with closing(open_journal(folder / "random.db")) as journal:
            session(Casino(journal, seed=1), RANDOM_ROUNDS)
            measure(journal, "with keys", KEYS)
            measure(journal, "without keys", ShoeKeys(()))
            measure_start(journal)
        with closing(open_journal(folder / "plain.db")) as journal:
            house = Casino(journal, seed=2)
            tables = open_tables(house)
            for rounds in steps:
                plain_session(house, tables, rounds)
                subprocess.run([sys.executable, __file__, "--audit", str(folder / "plain.db")], check=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--audit"]:
        child(sys.argv[2])
    else:
        main()
