"""upcard journal report and projections: the reports of a gaming day at the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.audit.session import Recorded, recorded
from tests.command import within
from upcard.pit.projections import tables
from upcard.pit.projections.storage import ProjectionStorage

DAY = "2026-07-01"


@pytest.fixture
def casino(folder: Path) -> Iterator[Recorded]:
    with recorded(folder / "journal.db") as house:
        house.open()
        house.seat()
        house.play(rounds=2)
        yield house


@pytest.mark.usefixtures("casino")
def test_the_reports_of_a_day_reconcile(folder: Path) -> None:
    printed = within("journal", "report", "journal.db", DAY, cwd=folder)
    assert printed.code == 0, printed.err
    for title in ("Daily win, drop and hold", "Meters", "Patron account summary", "Variances"):
        assert f"{title} - Boardwalk Demo Casino" in printed.out
    assert "DIFFERS" not in printed.out
    answer = json.loads(within("journal", "report", "journal.db", DAY, "--json", cwd=folder).out)
    assert answer["reconciles"] is True
    assert set(answer["reports"]) == {"win", "meters", "patrons", "coupons", "variances"}
    rows = within("journal", "report", "journal.db", DAY, "--kind", "patrons", "--csv", cwd=folder).out
    assert rows.startswith("section,patron,opening,deposits")


@pytest.mark.usefixtures("casino")
def test_a_report_that_does_not_reconcile_has_exit_code_1(folder: Path) -> None:
    assert within("journal", "projections", "journal.db", cwd=folder).code == 0
    storage = ProjectionStorage(folder / "journal.db")
    columns = tables.MOVEMENTS.c
    with storage.writing() as connection:
        connection.execute(
            update(tables.MOVEMENTS).where(columns.cause == "BoughtIn").values(amount=columns.amount + 1)
        )
    storage.close()
    assert within("journal", "report", "journal.db", DAY, "--kind", "win", cwd=folder).code == 1
    assert within("journal", "projections", "journal.db", "--rebuild", cwd=folder).code == 0
    assert within("journal", "report", "journal.db", DAY, "--kind", "win", cwd=folder).code == 0


@pytest.mark.usefixtures("casino")
def test_what_is_no_day_or_no_journal_is_one_clear_line(folder: Path) -> None:
    for words in (
        ("journal.db", "yesterday"),
        ("journal.db", "2026-02-30"),
        ("none.db", DAY),
        ("journal.db", DAY, "--csv", "--json"),
    ):
        done = within("journal", "report", *words, cwd=folder)
        assert done.code == 2
        # In JSON the problem is on standard output.
        assert len((done.out if "--json" in words else done.err).strip().splitlines()) >= 1
        assert len(done.err.splitlines()) <= 1, done.err
    assert not (folder / "none.db.projections").exists()
