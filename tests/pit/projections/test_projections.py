"""Projections: what they hold is what the journal says, however often they are stopped, dropped or altered."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, delete, update

from tests.pit.books import all_balances
from tests.pit.casino import SHIPPED, SUPERVISOR, Casino, casino
from tests.store.making import Place
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.projections import tables
from upcard.pit.projections.projector import ProjectionCheck, Projector
from upcard.pit.projections.storage import ProjectionStorage, stored
from upcard.store.journal import all_rows

KINDS = [table for table in tables.METADATA.sorted_tables if table is not tables.PROGRESS]


@contextmanager
def projected(place: str | Path) -> Iterator[ProjectionStorage]:
    storage = ProjectionStorage(place)
    try:
        yield storage
    finally:
        storage.close()


def contents(storage: ProjectionStorage) -> dict[str, list[Any]]:
    with storage.reading() as connection:
        return {
            table.name: [tuple(row) for row in stored(connection, table)] for table in tables.METADATA.sorted_tables
        }


def play_a_day(house: Casino, *, rounds: int = 4, file: str = "blackjack") -> None:
    house.open("T1", file=file)
    house.seat()
    house.new_shoe(position=20)
    house.play(rounds=rounds)


def check(house: Casino, storage: ProjectionStorage) -> list[str]:
    checking = ProjectionCheck(storage)
    for row in all_rows(house.journal):
        checking.add(row)
    return list(checking.problems())


@pytest.mark.parametrize("file", SHIPPED)
def test_balances_are_those_that_commands_are_decided_on(folder: Path, file: str) -> None:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        play_a_day(house, rounds=3, file=file)
        house.step()
        Projector(house.journal, storage).update()
        with storage.reading() as connection:
            kept = {line.account: line.amount for line in stored(connection, tables.BALANCES)}
        assert sum(kept.values()) == 0
        del kept["house"]
        assert {account: amount for account, amount in kept.items() if amount} == all_balances(house.ledger.states)
        assert check(house, storage) == []


def test_stopped_after_any_row_they_go_on_to_the_same_end(folder: Path) -> None:
    with (
        casino(folder) as house,
        projected(folder / "journal.db") as storage,
        projected(folder / "whole.db") as whole,
    ):
        house.open("T1", "T2", file="streak")
        house.seat("T1")
        house.seat("T2")
        for table in ("T1", "T2"):
            house.new_shoe(table)
        for number in range(60):
            house.step(("T1", "T2")[number % 2])
            Projector(house.journal, storage).update()
        Projector(house.journal, whole).update()
        assert contents(storage) == contents(whole)
        assert contents(storage)["projection_rounds"]


def test_they_can_be_dropped_and_built_again_on_both_databases(place: Place) -> None:
    with place.new_journal() as journal, projected(place.url) as storage:
        house = Casino(journal)
        play_a_day(house)
        house.step()  # a wager
        house.at("T1", do.VoidRound(SUPERVISOR, "a card was exposed"), SUPERVISOR)
        projector = Projector(journal, storage)
        projector.update()
        before = contents(storage)
        storage.drop()
        assert storage.progress() is None
        Projector(journal, storage).update()
        assert contents(storage) == before
        assert check(house, storage) == []


@pytest.mark.parametrize("table", KINDS, ids=lambda table: table.name)
def test_an_altered_line_is_found(folder: Path, table: Table) -> None:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        play_a_day(house)
        house.done(SUPERVISOR, pc.CountRack("T1", Cents(10**8), "counted twice"))
        Projector(house.journal, storage).update()
        column = next(each for each in table.columns if not each.primary_key)
        with storage.writing() as connection:
            line = next(iter(stored(connection, table)))._mapping
            keys = [each == line[each.name] for each in table.primary_key.columns]
            changed = (line[column.name] + 1) if isinstance(line[column.name], int) else "altered"
            connection.execute(update(table).where(*keys).values({column: changed}))
        assert check(house, storage), table.name
        with storage.writing() as connection:
            connection.execute(delete(table).where(*keys))
        assert check(house, storage), table.name


def test_projections_of_another_journal_are_built_again(folder: Path) -> None:
    with casino(folder) as house, projected(folder / "journal.db") as storage:
        play_a_day(house)
        Projector(house.journal, storage).update()
    (folder / "journal.db").unlink()
    with casino(folder, seed=2) as house, projected(folder / "journal.db") as storage:
        play_a_day(house, rounds=1)
        assert check(house, storage)
        Projector(house.journal, storage).update()
        assert check(house, storage) == []
