"""What a journal promises, on both databases."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import apsw
import psycopg
import pytest

from tests.store.making import Place, append_all, assert_chained, new_row, run_of_rows
from upcard.errors import StoreError
from upcard.store.database import DatabaseJournal
from upcard.store.journal import (
    Appended,
    AppendResult,
    Conflict,
    Duplicate,
    KeyReused,
    Malformed,
    all_hashes,
    all_rows,
)
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import GENESIS, Head, NewRow, as_new, canonical


def test_a_new_journal_is_empty_and_says_what_it_is(place: Place) -> None:
    with place.new_journal() as journal:
        assert journal.read() == ()
        assert journal.head() == Head(0, GENESIS)
        assert journal.heads() == {}
        assert journal.row(1) is None
        assert journal.by_key("key 1") is None
        assert journal.append([]) == ()
        assert journal.info.revision == "1001"
        assert len(journal.info.identity) == 32
        assert journal.info.backend == ("SQLite" if place.is_sqlite else "PostgreSQL")


def test_what_is_appended_is_read_again_by_another_connection(place: Place) -> None:
    new = [
        new_row(1, ("table 1", 0), ("wallet Ann", 0), ("house", 0)),
        new_row(2, ("wallet Ann", 1), actor="Zoë “the ace”", command=canonical({"text": 'ü\n"\\\u0000 ♠ 🂡'})),
        new_row(3, ("table 1", 1), ("house", 1)),
    ]
    with place.new_journal() as journal:
        rows = append_all(journal, new)
    assert place.rows() == rows
    assert_chained(rows)
    assert [as_new(row) for row in rows] == new
    assert rows[0].streams == (("table 1", 1), ("wallet Ann", 1), ("house", 1))


def test_rows_are_read_by_page_and_by_stream(place: Place) -> None:
    with place.new_journal() as journal:
        versions = {"table 1": 0, "table 2": 0, "table 10": 0}
        for number in range(1, 31):
            stream = ("table 1", "table 2", "table 10")[number % 3]
            append_all(journal, [new_row(number, (stream, versions[stream]))])
            versions[stream] += 1
        assert journal.heads() == versions
        rows = journal.read()
        assert journal.read(after=4, limit=3) == rows[4:7]
        assert list(all_rows(journal, page=7)) == list(rows)
        assert list(all_hashes(journal, page=7)) == [row.hash for row in rows]
        mine = [row for row in rows if row.streams[0][0] == "table 2"]
        assert list(journal.read("table 2")) == mine
        assert list(journal.read("table 2", after=8)) == mine[8:]
        assert list(all_rows(journal, "table 2", after=2, page=3)) == mine[2:]
        assert journal.read("table 3") == ()
        assert journal.row(30) == journal.by_key("key 30") == rows[-1]
        assert journal.head() == Head(30, rows[-1].hash)


def test_a_batch_may_build_on_itself(place: Place) -> None:
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 50))
        append_all(journal, run_of_rows(51, 50))
    assert_chained(place.rows())


def test_a_version_that_is_taken_is_a_conflict_and_the_others_are_appended(place: Place) -> None:
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 3))
        outcomes = journal.append(
            [
                new_row(4),
                new_row(5, ("table 1", 3)),  # taken by the row before it
                new_row(6, ("wallet Ann", 0), ("table 1", 9)),  # ahead of what is there
                new_row(7, ("wallet Ann", 0)),  # the row before took nothing
                new_row(8, ("table 2", 0)),
            ]
        )
        assert outcomes[1] == Conflict("table 1", 3, 4)
        assert outcomes[2] == Conflict("table 1", 9, 4)
        assert [isinstance(outcome, Appended) for outcome in outcomes] == [True, False, False, True, True]
        assert journal.heads() == {"table 1": 4, "table 2": 1, "wallet Ann": 1}
        assert journal.by_key("key 5") is None
    assert_chained(place.rows())


def test_a_row_that_builds_on_one_that_is_not_appended_is_not_appended_either(place: Place) -> None:
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 3))  # another server was faster with the third
        outcomes = journal.append([new_row(4, ("table 1", 2)), new_row(5, ("table 1", 3)), new_row(6, ("table 1", 4))])
        assert outcomes == (
            Conflict("table 1", 2, 3),
            Conflict("table 1", 3, 3),  # its version is free, but it was decided on the row before it
            Conflict("table 1", 4, 3),
        )
        outcomes = journal.append([replace(new_row(1), command='{"command":"stand"}'), new_row(7, ("table 1", 1))])
        assert [type(outcome) for outcome in outcomes] == [KeyReused, Conflict]
        assert journal.head().position == 3


def test_a_row_that_builds_on_one_sent_again_is_appended_if_that_one_stands_where_it_was_sent_to(place: Place) -> None:
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 3))
        elsewhere = replace(new_row(2), expected=(("table 1", 2),))
        outcomes = journal.append([elsewhere, new_row(4, ("table 1", 3)), new_row(3), new_row(5, ("table 1", 3))])
        assert [type(outcome) for outcome in outcomes] == [Duplicate, Conflict, Duplicate, Conflict]
        outcomes = journal.append([new_row(3), new_row(4, ("table 1", 3)), new_row(5, ("table 1", 4))])
        assert [type(outcome) for outcome in outcomes] == [Duplicate, Appended, Appended]
    assert_chained(place.rows())


def test_a_command_sent_twice_is_answered_by_its_first_row(place: Place) -> None:
    with place.new_journal() as journal:
        first = append_all(journal, run_of_rows(1, 2))
        again = replace(new_row(2), expected=(("table 1", 77),), time="2026-07-02T00:00:00.000000Z", events="[]")
        new = new_row(3)
        outcomes = journal.append([new_row(2), again, new, new])
        assert outcomes[:2] == (Duplicate(first[1]), Duplicate(first[1]))
        assert isinstance(outcomes[2], Appended)
        assert outcomes[3] == Duplicate(outcomes[2].row)
        assert journal.head().position == 3


@pytest.mark.parametrize("changes", [{"command": '{"command":"stand"}'}, {"actor": "dealer 8"}])
def test_a_key_belongs_to_one_command_of_one_actor(place: Place, changes: dict[str, Any]) -> None:
    with place.new_journal() as journal:
        (first,) = append_all(journal, run_of_rows(1, 1))
        (outcome,) = journal.append([replace(new_row(1), **changes)])
        assert outcome == KeyReused(first)
        assert journal.head().position == 1


def test_a_row_that_cannot_be_stored_comes_back_with_all_its_problems(place: Place) -> None:
    bad = new_row(1, actor="", key="a\u0000b", command="{ }", events="{}", time="2026-07-01", schema=-1)
    with place.new_journal() as journal:
        outcome, other = journal.append([bad, new_row(2, ("table 1", 0))])
        assert isinstance(outcome, Malformed)
        assert len(outcome.problems) == 6
        assert isinstance(other, Appended)
        assert journal.append([bad]) == (outcome,)


def raced(journals: list[DatabaseJournal], rows: list[NewRow]) -> list[AppendResult]:
    """Append a row through each journal at the same moment."""
    barrier = Barrier(len(rows))

    def append(journal: DatabaseJournal, row: NewRow) -> AppendResult:
        barrier.wait()
        return journal.append([row])[0]

    with ThreadPoolExecutor(len(rows)) as pool:
        return list(pool.map(append, journals, rows))


def writers(place: Place, journal: DatabaseJournal, count: int) -> list[DatabaseJournal]:
    """Return as many writers as the database allows: one for a file, any number for a server."""
    return [journal] * count if place.is_sqlite else [journal, *(open_journal(place.url) for _ in range(count - 1))]


def test_of_writers_at_the_same_moment_one_wins(place: Place) -> None:
    with place.new_journal() as journal:
        journals = writers(place, journal, 6)
        for number in range(5):
            outcomes = raced(journals, [new_row(10 * number + writer, ("table 1", number)) for writer in range(1, 7)])
            assert sum(isinstance(outcome, Appended) for outcome in outcomes) == 1
            assert outcomes.count(Conflict("table 1", number, number + 1)) == 5
        for other in journals:
            other.close()
    rows = place.rows()
    assert len(rows) == 5
    assert_chained(rows)


def test_one_key_at_the_same_moment_is_stored_once(place: Place) -> None:
    with place.new_journal() as journal:
        journals = writers(place, journal, 6)
        outcomes = raced(journals, [new_row(1)] * 6)
        assert Counter(type(outcome) for outcome in outcomes) == {Appended: 1, Duplicate: 5}
        for other in journals:
            other.close()
    assert len(place.rows()) == 1


def test_many_threads_append_without_a_gap(place: Place) -> None:
    def deal(table: int) -> None:
        for batch in range(10):
            rows = [
                new_row(1 + 1000 * table + 5 * batch + number, (f"table {table}", 5 * batch + number))
                for number in range(5)
            ]
            append_all(journals[table], rows)

    with place.new_journal() as journal:
        journals = writers(place, journal, 8)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(deal, range(8)))
        assert journal.heads() == {f"table {table}": 50 for table in range(8)}
        for other in journals:
            other.close()
    rows = place.rows()
    assert len(rows) == 400
    assert_chained(rows)


@pytest.mark.asked("13:69O-1.8(b)")
@pytest.mark.parametrize("table", ["journal_rows", "journal_streams", "journal_info"])
@pytest.mark.parametrize("action", ["UPDATE {} SET {}", "DELETE FROM {}", "REPLACE", "TRUNCATE"])
def test_the_database_itself_refuses_to_change_a_row(place: Place, table: str, action: str) -> None:
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 2))
    column = {"journal_rows": "actor = 'x'", "journal_streams": "version = 9", "journal_info": "value = 'x'"}[table]
    statement = action.format(table, column)
    if action == "REPLACE":
        statement = {True: replace_sqlite, False: replace_postgresql}[place.is_sqlite](table, column)
    elif action == "TRUNCATE":
        statement = f"DELETE FROM {table} WHERE true" if place.is_sqlite else f"TRUNCATE {table} CASCADE"
    with pytest.raises((apsw.ConstraintError, psycopg.errors.RaiseException), match="never changed or deleted"):
        place.change(statement)
    assert place.rows() == rows


def replace_sqlite(table: str, column: str) -> str:
    del column
    return f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} LIMIT 1"


def replace_postgresql(table: str, column: str) -> str:
    key = {"journal_rows": "position", "journal_streams": "stream, version", "journal_info": "name"}[table]
    return f"INSERT INTO {table} SELECT * FROM {table} LIMIT 1 ON CONFLICT ({key}) DO UPDATE SET {column}"


def test_sqlite_refuses_to_replace_a_row_by_its_key_alone(place: Place) -> None:
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 2))
    word = "INSERT OR REPLACE" if place.is_sqlite else "INSERT"
    names = "time, actor, key, command, events, engine, schema, previous, hash"
    with pytest.raises((apsw.ConstraintError, psycopg.errors.UniqueViolation)):
        place.change(f"{word} INTO journal_rows (position, {names}) SELECT 9, {names} FROM journal_rows LIMIT 1")
    assert place.rows() == rows


def test_a_reader_may_not_append(place: Place) -> None:
    create_journal(place.url)
    with place.journal(read_only=True) as reader, pytest.raises(StoreError, match="opened read-only"):
        reader.append(run_of_rows(1, 1))


def test_a_reader_sees_what_a_writer_appends(place: Place) -> None:
    with place.new_journal() as journal, place.journal(read_only=True) as reader:
        for number in range(1, 4):
            append_all(journal, [new_row(number)])
            assert reader.head().position == number


def test_a_closed_journal_says_so(place: Place) -> None:
    with place.new_journal() as journal:
        journal.close()
        journal.close()
        with pytest.raises(StoreError, match="the journal has stopped: it was closed; reopen it"):
            journal.head()


def test_a_journal_is_not_created_twice(place: Place) -> None:
    with place.new_journal() as journal:
        rows = append_all(journal, run_of_rows(1, 1))
    with pytest.raises(StoreError, match=r"already (exists|has the tables .*): nothing was changed"):
        create_journal(place.url)
    assert place.rows() == rows
