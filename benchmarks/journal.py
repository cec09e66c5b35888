"""Rows a second appended durably to the journal, beside a bare table; reading, verifying, memory."""

import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.store import cluster  # the tests know how to start a server

from upcard.store.journal import Appended, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import NewRow, canonical
from upcard.store.verify import verify_journal

BATCH = 100
BATCHES = 100
RUNS = 3
PROMISES = {"SQLite": 5000, "PostgreSQL": 3000}  # rows a second, durably, on two cores
COMMAND = canonical({"command": "Decide", "seat": 3, "play": "double down", "amount": 2500})
EVENTS = canonical([{"event": "CardDealt", "cite": "13:69F-2.6(h)", "card": "Ah", "seat": n} for n in range(6)])


def batch_of(number: int) -> list[NewRow]:
    """Return decided rows as a table makes them: each in its table's stream, every tenth in a wallet's too."""
    rows = []
    for n in range(number * BATCH + 1, (number + 1) * BATCH + 1):
        wallet = ((f"wallet {n}", 0),) if n % 10 == 0 else ()
        rows.append(
            NewRow(
                expected=(("table 1", n - 1), *wallet),
                time="2026-07-01T12:00:00.000000Z",
                actor="patron 77",
                key=f"7f3a-{n}",
                command=COMMAND,
                events=EVENTS,
                engine="0.1.0",
                schema=1,
            )
        )
    return rows


def rates(append: Callable[[int], None], first: int) -> tuple[float, float]:
    """Return the rows of some batches for each second that passed, and for each second of our processor time."""
    start, used = time.perf_counter(), time.process_time()
    for number in range(first, first + BATCHES):
        append(number)
    rows = BATCH * BATCHES
    return rows / (time.perf_counter() - start), rows / (time.process_time() - used)


def bare_sqlite(folder: Path) -> Callable[[int], None]:
    """Return an insertion into a bare table, as durable as the journal."""
    database = apsw.Connection(str(folder / "bare.db"))
    database.pragma("journal_mode", "WAL")
    database.pragma("synchronous", "FULL")
    database.execute("CREATE TABLE bare (position INTEGER PRIMARY KEY, content TEXT)")

    def append(number: int) -> None:
        with database:
            rows = [(number * BATCH + n, COMMAND + EVENTS) for n in range(BATCH)]
            database.executemany("INSERT INTO bare VALUES (?, ?)", rows)

    return append


def bare_postgresql(url: str) -> Callable[[int], None]:
    """Return an insertion into a bare table, as durable as the journal."""
    connection = psycopg.connect(url, autocommit=True)
    connection.execute("CREATE TABLE bare (position bigint PRIMARY KEY, content text)")

    def append(number: int) -> None:
        with connection.transaction(), connection.cursor().copy("COPY bare FROM STDIN") as copy:
            for n in range(BATCH):
                copy.write_row((number * BATCH + n, COMMAND + EVENTS))

    return append


def measure(name: str, place: str, bare: Callable[[int], None]) -> None:
    """Measure the journal and the bare table in turn, then reading and verifying."""
    create_journal(place)
    with closing(open_journal(place)) as journal:

        def append(number: int) -> None:
            assert all(isinstance(outcome, Appended) for outcome in journal.append(batch_of(number)))

        append(0)
        runs = [(*rates(append, 1 + run * BATCHES), *rates(bare, run * BATCHES)) for run in range(RUNS)]
        rows, processor, plain, _ = (statistics.median(values) for values in zip(*runs, strict=True))
        promise = PROMISES[name]
        missed = "" if rows >= promise else "  missed"
        print(f"{name:<11} append {rows:8,.0f} rows/s, {processor:,.0f} of processor time   {promise:,}{missed}")
        print(f"{name:<11} bare table {plain:8,.0f} rows/s, in batches of {BATCH} as well")
        start = time.process_time()
        count = sum(1 for _ in all_rows(journal))
        print(f"{name:<11} read {count / (time.process_time() - start):8,.0f} rows/s of processor time")
        start = time.process_time()
        assert verify_journal(journal).problems == ()
        print(f"{name:<11} verify {count / (time.process_time() - start):8,.0f} rows/s of processor time")


def memory() -> int:
    """Return the most memory that this process has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def flat(place: str) -> None:
    """Append and verify many rows, and print how memory grows between them."""
    create_journal(place)
    with closing(open_journal(place)) as journal:
        for number in range(1000):
            journal.append(batch_of(number))
            if number == 99:
                verify_journal(journal)
                early = memory()
        verify_journal(journal)
        print(f"memory      {early / 1024:.0f} MB after 10,000 rows, {memory() / 1024:.0f} MB after 100,000, verified")


def main() -> None:
    """Measure both databases on the disk of the machine."""
    folder = Path(tempfile.mkdtemp())
    try:
        flat(str(folder / "flat.db"))
        measure("SQLite", str(folder / "journal.db"), bare_sqlite(folder))
        with cluster.running(cluster.template(folder), parent=Path(tempfile.gettempdir())) as server:
            url = server.new_schema()
            measure("PostgreSQL", url, bare_postgresql(url))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
