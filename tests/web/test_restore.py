"""A journal restored from a copy deals no card that was seen, loses no chip and doubles none."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.command import misused
from tests.service.simulated import SimulatedLoop, simulate
from tests.service.test_casino_service import crash
from tests.store import cluster
from tests.store.making import Place
from tests.web.restores import check_restored, house_at, journal_of, played, restored
from tests.web.whole import Whole, furnish
from upcard.store.proved import Contradiction
from upcard.store.rows import as_new, hash_of
from upcard.web.app import create_app

FILES = ("blackjack-bonus", "progressive")


@pytest.fixture
def other_place(place: Place, request: pytest.FixtureRequest, folder: Path) -> Place:
    """Another place in the same database."""
    if place.is_sqlite:
        return Place(str(folder / "other.db"))
    return new_place(request.getfixturevalue("server"))


def new_place(server: cluster.Cluster) -> Place:
    """A place in a PostgreSQL database."""
    return Place(server.new_schema())


def test_cards_that_were_seen_are_not_dealt_again_after_a_restore(
    folder: Path, place: Place, other_place: Place
) -> None:
    rows = played(folder, place, FILES, seed=1, seconds=90)
    source = Place(str(folder / "data" / "journal.db")) if place.is_sqlite else place
    middle = [row.position for row in rows if '"CardDealt"' in row.events][-12]
    check_restored(folder, source, rows, middle, folder / "restored", other_place)


def test_a_restored_journal_is_not_ready_until_the_restore_is_recorded(
    folder: Path, place: Place, other_place: Place
) -> None:
    rows = played(folder, place, FILES, seed=2, seconds=40)
    source = Place(str(folder / "data" / "journal.db")) if place.is_sqlite else place
    restored(folder, source, len(rows) - 5, folder / "restored", other_place)

    async def start(loop: SimulatedLoop) -> str:
        with pytest.raises(Contradiction) as raised:
            house_at(folder / "restored", other_place, loop)
        return str(raised.value)

    why = simulate(start)
    assert why.startswith(
        f"the journal cannot be proved: row {len(rows) - 4}: the journal ends, but the checkpoint of "
    )
    assert "run upcard journal restore" in why


@pytest.mark.parametrize("falsify", ["older copy", "rewritten tail"])
def test_an_older_copy_is_noticed_even_without_a_later_checkpoint(folder: Path, place: Place, falsify: str) -> None:
    """A server that was killed wrote no checkpoint, but it left the last row that it acknowledged."""
    journal = journal_of(folder, place)

    async def killed(loop: SimulatedLoop) -> int:
        house = house_at(folder, place, loop)
        await house.start()
        await furnish(Whole(house, create_app(house), loop), FILES[:1])
        crash(house)
        return house.floor.position

    async def start(loop: SimulatedLoop) -> str:
        try:
            house = house_at(folder, place, loop, 2)
        except Contradiction as contradiction:
            return str(contradiction)
        crash(house)
        return "ready"

    last = simulate(killed)
    assert simulate(start) == "ready"  # a crash loses nothing
    row = journal.rows()[-1]
    journal.disable_triggers()
    if falsify == "older copy":
        journal.change(
            *(f"DELETE FROM {table} WHERE position = {last}" for table in ("journal_streams", "journal_rows"))
        )
        expected = f"row {last}: the journal ends, but this server acknowledged row {last}: rows are missing"
    else:
        changed = replace(row, time=row.time.replace("2026-07-01", "2026-07-02"))
        hashed = hash_of(last, as_new(changed), row.previous)
        journal.change(f"UPDATE journal_rows SET time = '{changed.time}', hash = '{hashed}' WHERE position = {last}")
        expected = f"row {last}: it is not the row that this server acknowledged"
    assert expected in simulate(start)


def test_checkpoints_that_are_gone_are_missed(folder: Path, place: Place, other_place: Place) -> None:
    rows = played(folder, place, FILES, seed=3, seconds=20)
    source = Place(str(folder / "data" / "journal.db")) if place.is_sqlite else place
    restored(folder, source, len(rows), folder / "restored", other_place)
    for path in (folder / "restored" / "data" / "checkpoints").iterdir():
        path.unlink()

    async def start(loop: SimulatedLoop) -> str:
        with pytest.raises(Contradiction) as raised:
            house_at(folder / "restored", other_place, loop)
        return str(raised.value)

    assert "but the folder of checkpoints has none" in simulate(start)


def test_a_copy_that_is_not_sound_is_not_restored(folder: Path) -> None:
    place = Place(str(folder / "journal.db"))
    rows = played(folder, place, FILES[:1], seed=4, seconds=20)
    journal = Place(str(folder / "data" / "journal.db"))
    journal.disable_triggers()
    journal.change("UPDATE journal_rows SET actor = 'patron bob' WHERE position = 7")
    words = misused("journal", "restore", journal.url, "--by", "jo", "--reason", "x")
    assert "row 7: its content does not match its hash" in words
    assert words.endswith("nothing was recorded: restore another copy\n")
    assert len(journal.rows()) == len(rows)
