"""The tables derived from a journal are compared with it: whatever is altered in them is found."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.audit.session import Recorded, recorded
from tests.command import within
from tests.store.making import Place
from upcard.audit.lines import export_lines, import_lines
from upcard.audit.run import AuditOptions, audit_journal
from upcard.pit.projections.projector import Projector
from upcard.pit.projections.storage import ProjectionStorage


@pytest.fixture
def casino(folder: Path) -> Iterator[Recorded]:
    """A casino whose projections are up to date."""
    with recorded(folder / "journal.db") as house:
        house.open(file="progressive")
        house.seat()
        house.play(rounds=4)
        project(str(folder / "journal.db"))
        yield house


def project(database: str) -> None:
    with Place(database).journal(read_only=True) as journal, closing(ProjectionStorage(database)) as storage:
        Projector(journal, storage).update()


def problems(database: str) -> list[str]:
    with Place(database).journal(read_only=True) as journal:
        return [str(problem) for problem in audit_journal(journal, AuditOptions(database=database)).problems]


def change(folder: Path, *statements: str) -> None:
    with closing(apsw.Connection(str(folder / "journal.db.projections"))) as database:
        for statement in statements:
            database.execute(statement)


def test_projections_that_follow_the_journal_are_sound(casino: Recorded, folder: Path) -> None:
    assert problems(str(folder / "journal.db")) == []
    done = within("audit", "journal.db", cwd=folder)
    assert done.code == 0
    assert "projections" not in done.out
    before = casino.journal.head().position
    casino.play(rounds=1)
    behind = within("audit", "journal.db", cwd=folder)
    assert behind.code == 0
    assert f"the projections end at row {before}; the journal ends at row {casino.journal.head().position}" in " ".join(
        behind.out.split()
    )


@pytest.mark.parametrize(
    ("account", "cents"),
    [("wallet Ann", 1), ("house", -1), ("rack T1", -100), ("stack T1/1", 1), ("meter T1/progressive", -1)],
)
def test_an_altered_balance_is_found(casino: Recorded, folder: Path, account: str, cents: int) -> None:
    assert casino.journal.head().position
    change(folder, f"UPDATE projection_balances SET amount = amount + {cents} WHERE account = '{account}'")
    found = problems(str(folder / "journal.db"))
    assert any(account in problem for problem in found)
    assert any(f"the balance of {account} is kept as " in problem for problem in found)
    assert within("audit", "journal.db", "-q", cwd=folder).code == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE projection_rounds SET net = net + 100 WHERE round = 2",
        "DELETE FROM projection_rounds WHERE round = 3",
        "UPDATE projection_seats SET patron = 'Zoë' WHERE round = 1",
        "UPDATE projection_statistics SET made = made + 1",
        "DELETE FROM projection_balances WHERE account = 'rack T1'",
        "INSERT INTO projection_balances VALUES ('wallet Zoë', 100)",
        "UPDATE projection_movements SET amount = amount + 1 WHERE cause = 'Deposited' AND account = 'house'",
        "UPDATE projection_progress SET hash = 'no such row'",
    ],
)
def test_whatever_else_is_altered_is_found(casino: Recorded, folder: Path, statement: str) -> None:
    assert casino.journal.head().position
    change(folder, statement)
    assert problems(str(folder / "journal.db")) != []


def test_an_altered_balance_is_found_in_postgresql(casino: Recorded, folder: Path, place: Place) -> None:
    database = str(folder / "copy.db") if place.is_sqlite else place.url
    export_lines(casino.journal, folder / "journal.jsonl")
    import_lines(folder / "journal.jsonl", database)
    project(database)
    assert problems(database) == []
    statement = "UPDATE projection_balances SET amount = amount + 1 WHERE account = 'wallet Bob'"
    if place.is_sqlite:
        with closing(apsw.Connection(f"{database}.projections")) as connection:
            connection.execute(statement)
    else:
        place.change(statement)
    assert any("the balance of wallet Bob is kept as $" in problem for problem in problems(database))
