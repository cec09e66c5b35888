"""Journals falsified at random are not served; a rewritten tail is said to be unsigned; edited lists are reported."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.command import within
from tests.service.simulated import SimulatedLoop, simulate
from tests.store.making import Place
from tests.web.restores import copied, house_at, played
from upcard.store.checkpoints import CheckpointWriter
from upcard.store.keys import signing_keys
from upcard.store.proved import Contradiction
from upcard.store.rows import JournalRow, as_new, hash_of

TIMES = 40
SQLITE = Place("")


def later(row: JournalRow) -> JournalRow:
    """Change what no rule can judge: when something was done."""
    return replace(row, time=row.time.replace("2026-07-01", "2026-07-03"))


def rewrite(journal: Place, rows: list[JournalRow], first: int) -> None:
    """Change a row, and compute its hash and every later one again."""
    previous = rows[first - 1].previous
    journal.disable_triggers()
    for row in (later(rows[first - 1]), *rows[first:]):
        hashed = hash_of(row.position, as_new(row), previous)
        journal.change(
            f"UPDATE journal_rows SET time = '{row.time}', previous = '{previous}', hash = '{hashed}' "
            f"WHERE position = {row.position}"
        )
        previous = hashed


def next_day() -> datetime:
    return datetime(2026, 7, 2, tzinfo=UTC)


def falsify(journal: Place, rows: list[JournalRow], random: Random) -> None:
    first = random.randrange(1, len(rows))
    journal_tables = ("journal_streams", "journal_rows")
    match random.randrange(4):
        case 0:
            journal.disable_triggers()
            column = random.choice(("time", "actor", "key", "command", "events", "engine"))
            journal.change(f"UPDATE journal_rows SET {column} = {column} || ' ' WHERE position = {first}")
        case 1:
            journal.disable_triggers()
            journal.change(*(f"DELETE FROM {table} WHERE position = {first}" for table in journal_tables))
        case 2:
            journal.disable_triggers()
            journal.change(*(f"DELETE FROM {table} WHERE position > {first}" for table in journal_tables))
        case _:
            rewrite(journal, rows, first)


def test_no_falsified_journal_is_served(folder: Path) -> None:
    rows = list(played(folder, SQLITE, ("blackjack-bonus",), seed=1, seconds=60))
    for seed in range(TIMES):
        copy = folder / f"copy {seed}"
        shutil.copytree(folder / "data", copy / "data", ignore=shutil.ignore_patterns("*.lock"))
        falsify(Place(str(copy / "data" / "journal.db")), rows, Random(seed))

        async def start(loop: SimulatedLoop, copy: Path = copy) -> None:
            with pytest.raises(Contradiction):
                house_at(copy, SQLITE, loop)

        simulate(start)


def test_a_tail_that_no_checkpoint_covers_is_said_to_be_unsigned(folder: Path) -> None:
    rows = list(played(folder, SQLITE, ("blackjack-bonus",), seed=2, seconds=60))
    source, keys = Place(str(folder / "data" / "journal.db")), folder / "data" / "keys"
    for seed in range(TIMES // 4):
        signed, second = Random(seed).randrange(1, len(rows) - 1), folder / f"second {seed}"
        short, whole = Place(str(folder / f"short {seed}.db")), Place(str(folder / f"whole {seed}.db"))
        copied(source, signed, short, folder)
        copied(source, len(rows), whole, folder)
        with short.journal() as journal:
            CheckpointWriter(journal, second, signing_keys(keys), clock=next_day).update(now=True)
        rewrite(whole, rows, signed + 1)
        done = within("audit", whole.url, "--keys", str(keys), "--checkpoints", str(second), "--json")
        answer = json.loads(done.out)
        assert answer["unsigned_rows"] == len(rows) - signed
        assert "after the last signed checkpoint: they could be cut or rewritten undetected" in str(
            answer["not_looked_at"]
        )
        assert [problem["row"] for problem in answer["problems"] if "hash" in problem["message"]] == []
