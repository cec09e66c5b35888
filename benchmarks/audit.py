"""Commands a second that an audit decides again on one core, with and without keys; memory over many rounds."""

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.pit.casino import KEYS, STAKE, Casino, pit_table  # the tests know how to play

from upcard.audit.run import AuditOptions, audit_journal
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit.shoe_keys import ShoeKeys
from upcard.store.database import DatabaseJournal
from upcard.store.opening import create_journal, open_journal

FILES = ("blackjack", "free-bet", "progressive", "blackjack-bonus")
PROMISE = 3000  # commands a second of one core
STEPS = (10_000, 100_000)


def session(house: Casino, rounds: int) -> None:
    """Play at several tables in turn, one command a table and commit, until each has had its share of the rounds."""
    tables = [f"T{number}" for number in range(1, len(FILES) + 1)]
    if not house.ledger.states:
        house.open("T1", file=FILES[0])
        for table, file in zip(tables[1:], FILES[1:], strict=True):
            house.install(table, file=file)
        for table in tables:
            house.seat(table, STAKE)
    last = {table: pit_table(house.ledger.states, table).state.round + rounds // len(tables) for table in tables}
    while left := [t for t in tables if pit_table(house.ledger.states, t).state.round < last[t]]:
        requests = [request for table in left for request in house.next_requests(table)]
        house.ledger.execute(requests)
        _keep_stakes(house, left)


def _keep_stakes(house: Casino, tables: list[str]) -> None:
    """Open a table again that was closed; buy in again where a stack runs low, and fill a rack."""
    for table in tables:
        at = pit_table(house.ledger.states, table)
        if not at.state.open:
            house.at(table, do.OpenTable())
        for seat, patron in at.holders.items():
            if at.state.open and at.balances.get(f"stack {table}/{seat}", 0) < STAKE // 20:
                house.done("supervisor Sam", pc.FillRack(table, STAKE))
                house.done(f"patron {patron}", pc.Deposit(patron, STAKE, "bank"))
                house.done(f"patron {patron}", pc.BuyIn(patron, table, seat, STAKE))


def measure(journal: DatabaseJournal, name: str, keys: ShoeKeys) -> None:
    """Audit a journal and print its rate by processor time."""
    start = time.process_time()
    report = audit_journal(journal, AuditOptions(shoe_keys=keys))
    rate = report.decided / (time.process_time() - start)
    assert report.sound, report.problems
    missed = "" if rate >= PROMISE else "  missed"
    print(f"audit, {name:<13} {rate:8,.0f} commands/s of processor time, {report.rows:,} rows   {PROMISE:,}{missed}")


def memory() -> float:
    """Return the most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def child(place: str) -> None:
    """Audit a journal in a process of its own, and print its memory."""
    with closing(open_journal(place, read_only=True)) as journal:
        before = memory()
        report = audit_journal(journal, AuditOptions())
        print(f"{report.rounds:,} rounds, {report.rows:,} rows: {memory():.0f} MB, {before:.0f} before it began")
        assert report.sound, report.problems


def main() -> None:
    """Play, audit with keys and without, and once more in a process of its own, whose memory is printed."""
    steps = tuple(int(each) for each in sys.argv[1:]) or STEPS
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        place, played = folder / "journal.db", 0
        create_journal(place)
        with closing(open_journal(place)) as journal:
            house = Casino(journal, seed=1)
            for rounds in steps:
                session(house, rounds - played)
                played = rounds
                if rounds == steps[0]:
                    measure(journal, "with keys", KEYS)
                    measure(journal, "without keys", ShoeKeys(()))
                subprocess.run([sys.executable, __file__, "--audit", str(place)], check=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--audit"]:
        child(sys.argv[2])
    else:
        main()
