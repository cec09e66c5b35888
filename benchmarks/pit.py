"""Commands a second that a pit decides and records durably, beside rows appended bare; deciding again, folding."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.pit.casino import PATRONS, STAKE, Casino, pit_table  # the tests know how to play

from upcard.pit.json_codec import read_stored
from upcard.pit.ledger import Done, Request
from upcard.pit.replay import Folding, redecide
from upcard.store.journal import Appended, all_rows
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import JournalRow, as_new
from upcard.store.verify import ChainChecker

FILES = ("blackjack", "free-bet", "progressive", "blackjack-bonus")
ROUNDS = 150  # at each table
BATCH = 100
PROMISE = 3000  # commands decided again, a second of one core


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


def rates(name: str, rows: int, run: Callable[[], None]) -> float:
    """Run, print rows for each second that passed and for each second of processor time, and return the latter."""
    start, used = time.perf_counter(), time.process_time()
    run()
    passed, processor = time.perf_counter() - start, time.process_time() - used
    print(f"{name:<24} {rows / passed:8,.0f}/s, {rows / processor:,.0f} of processor time")
    return rows / processor


def main() -> None:
    """Record a session, record it again in batches, append its rows bare, decide it again and fold it."""
    folder = Path(tempfile.mkdtemp())
    try:
        places = [folder / f"{name}.db" for name in ("played", "executed", "bare")]
        for place in places:
            create_journal(place)
        with closing(open_journal(places[0])) as journal:
            house = Casino(journal, seed=1)
            session(house)
            rows = list(all_rows(journal))
            print(f"{len(rows):,} commands of {len(PATRONS)} patrons at {len(FILES)} tables, batches of {BATCH}")
            _record(places[1], rows)
            _append(places[2], rows)
            _replay(house, rows)
    finally:
        shutil.rmtree(folder)


def _record(place: Path, rows: list[JournalRow]) -> None:
    """Decide and commit the same commands: with the same random bytes the same cards are drawn."""
    requests = [Request(row.actor, str(row.position), read_stored(row.command).command) for row in rows]
    with closing(open_journal(place)) as journal:
        ledger = Casino(journal, seed=1).ledger

        def run() -> None:
            for first in range(0, len(requests), BATCH):
                answers = ledger.execute(requests[first : first + BATCH])
                assert all(isinstance(answer, Done) for answer in answers)

        rates("decide and commit", len(rows), run)


def _append(place: Path, rows: list[JournalRow]) -> None:
    new = [as_new(row) for row in rows]
    with closing(open_journal(place)) as journal:

        def run() -> None:
            for first in range(0, len(new), BATCH):
                assert all(isinstance(outcome, Appended) for outcome in journal.append(new[first : first + BATCH]))

        rates("append the same rows", len(rows), run)


def _replay(house: Casino, rows: list[JournalRow]) -> None:
    shoes = house.ledger.shoes

    def decide() -> None:
        assert not any(again.problems for again in redecide(rows, shoes))

    def audit() -> None:
        chain = ChainChecker()
        for again in redecide(rows, shoes):
            assert not again.problems
            assert not chain.check(again.row)

    def fold() -> None:
        folding = Folding(shoes)
        for row in rows:
            folding.add(row)

    rate = rates("decide again", len(rows), decide)
    print(f"{'':<24} {PROMISE:8,}{'' if rate >= PROMISE else '  missed'}")
    rates("decide again, and hashes", len(rows), audit)
    rates("fold the stored events", len(rows), fold)


if __name__ == "__main__":
    main()
