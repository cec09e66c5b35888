"""Every change of a stored journal is found, and the first row that is wrong is named."""

import random
from pathlib import Path

import pytest

from tests.store.making import Place, append_all, new_row, run_of_rows
from upcard.errors import StoreError
from upcard.store.journal import all_hashes
from upcard.store.verify import verify_journal

ROWS = 40
COLUMNS = ("time", "actor", "key", "command", "events", "engine", "hash", "previous")


@pytest.fixture
def journal_place(place: Place) -> Place:
    """A journal of forty rows, in two streams each, without what keeps it append-only."""
    with place.new_journal() as journal:
        append_all(journal, [new_row(n, ("table 1", n - 1), (f"wallet {n}", 0)) for n in range(1, ROWS + 1)])
    place.disable_triggers()
    if not place.is_sqlite:
        place.change("ALTER TABLE journal_streams DROP CONSTRAINT journal_streams_position_fkey")
    return place


def problems(place: Place) -> list[str]:
    with place.journal(read_only=True) as journal:
        return [str(problem) for problem in verify_journal(journal).problems]


def test_a_sound_journal_has_no_problem(journal_place: Place) -> None:
    assert problems(journal_place) == []


@pytest.mark.parametrize("column", COLUMNS)
def test_a_flipped_bit_is_found_at_its_row(journal_place: Place, column: str) -> None:
    position = random.Random(column).randint(2, ROWS)
    row = next(row for row in journal_place.rows() if row.position == position)
    text: str = getattr(row, column)
    changed = (text[:-1] + chr(ord(text[-1]) ^ 64)).replace("'", "''")
    journal_place.change(f"UPDATE journal_rows SET {column} = '{changed}' WHERE position = {position}")
    assert problems(journal_place)[0].startswith(f"row {position}: its ")


@pytest.mark.parametrize("column", ["schema = 2", "position = 41"])
def test_a_changed_number_is_found(journal_place: Place, column: str) -> None:
    journal_place.change(f"UPDATE journal_rows SET {column} WHERE position = 7")
    assert problems(journal_place)[0].startswith("row 7: ")


@pytest.mark.parametrize("position", [1, 20, ROWS - 1])
def test_a_deleted_row_is_found(journal_place: Place, position: int) -> None:
    journal_place.change(
        f"DELETE FROM journal_streams WHERE position = {position}",
        f"DELETE FROM journal_rows WHERE position = {position}",
    )
    assert problems(journal_place)[0] == f"row {position}: row {position} is missing"


def test_several_deleted_rows_are_found(journal_place: Place) -> None:
    journal_place.change("DELETE FROM journal_rows WHERE position BETWEEN 5 AND 9")
    assert problems(journal_place)[0] == "row 5: rows 5 to 9 are missing"
    assert problems(journal_place)[-1] == "the index of wallet 9 ends at version 1, its rows at 0"


def test_swapped_rows_are_found(journal_place: Place) -> None:
    journal_place.change(
        *(
            f"UPDATE {table} SET position = {new} WHERE position = {old}"
            for table in ("journal_rows", "journal_streams")
            for old, new in ((12, 99), (13, 12), (99, 13))
        )
    )
    assert problems(journal_place)[0].startswith("row 12: its hash of the previous row")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE journal_streams SET stream = 'wallet x' WHERE stream = 'wallet 8'", "row 8: its content"),
        (
            "UPDATE journal_streams SET version = 99 WHERE stream = 'table 1' AND version = 8",
            "row 8: its content",
        ),
        ("DELETE FROM journal_streams WHERE position = 8 AND place = 1", "row 8: its content"),
        ("DELETE FROM journal_streams WHERE position = 8", "row 8: its content"),
        ("INSERT INTO journal_streams VALUES ('house', 1, 8, 2)", "row 8: its content"),
        ("INSERT INTO journal_streams VALUES ('house', 1, 999, 0)", "the index of house ends at version 1"),
    ],
)
def test_a_changed_stream_is_found(journal_place: Place, change: str, problem: str) -> None:
    journal_place.change(change)
    assert problems(journal_place)[0].startswith(problem)


def test_a_live_journal_can_be_verified(place: Place) -> None:
    with place.new_journal() as journal:
        for number in range(1, 4):
            append_all(journal, run_of_rows(number, 1))
            with place.journal(read_only=True) as reader:
                result = verify_journal(reader)
            assert (result.rows, result.problems) == (number, ())


def test_no_checkpoint_is_signed_over_a_missing_row(journal_place: Place) -> None:
    journal_place.change("DELETE FROM journal_rows WHERE position = 5")
    with journal_place.journal(read_only=True) as journal, pytest.raises(StoreError, match=r"row 5 .* is missing"):
        list(all_hashes(journal))


@pytest.mark.parametrize("column", ["actor", "hash", "schema"])
def test_a_value_that_a_damaged_file_has_lost_is_named(folder: Path, column: str) -> None:
    place = Place(str(folder / "journal.db"))
    with place.new_journal() as journal:
        append_all(journal, run_of_rows(1, 3))
    place.disable_triggers()
    # A damaged file can hold what its tables do not allow.
    kind = "INTEGER" if column == "schema" else "TEXT"
    without = f"UPDATE sqlite_master SET sql = replace(sql, '{column} {kind} NOT NULL', '{column} {kind}')"
    place.change("PRAGMA writable_schema = 1; " + without + "; PRAGMA writable_schema = RESET")
    place.change(f"UPDATE journal_rows SET {column} = NULL WHERE position = 2")
    with place.journal(read_only=True) as journal, pytest.raises(StoreError, match="row at position 2 is damaged"):
        verify_journal(journal)
