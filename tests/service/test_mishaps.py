"""What goes wrong beside a service: its journal is gone, its software cannot be read, its clock goes back."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.acting import acting
from tests.pit.casino import patron_account
from tests.service.simulated import SimulatedLoop, simulate
from tests.service.test_casino_service import house_at
from upcard.errors import StoreError
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import Done, Unavailable
from upcard.pit.streams import significant
from upcard.service.background_jobs import SOFTWARE
from upcard.service.casino_service import CasinoService
from upcard.store.journal import all_rows
from upcard.store.opening import create_journal

STAFF = "administrator first-start"


def remove_journal(house: CasinoService) -> dict[Path, bytes]:
    """Take the files of the journal away, as an unmounted disk does; return them."""
    files = {path: path.read_bytes() for path in house.folder.path.glob("journal.db*") if path.suffix != ".lock"}
    for path in files:
        path.unlink()
    return files


async def fail_a_commit(house: CasinoService) -> None:
    """Have the journal opened again, as after a failed commit."""
    house.writer._mend_soon()
    await asyncio.sleep(5)


def test_a_journal_that_is_gone_is_not_replaced_by_an_empty_one(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        identity = house.journal.info.identity
        house.journal.close()  # the log is moved into the file
        files = remove_journal(house)
        await fail_a_commit(house)
        assert not house.is_ready
        assert isinstance(await house.send(acting(STAFF), "w1", patron_account("zoe")), Unavailable)
        assert not Path(house.folder.journal).exists()
        for path, content in files.items():
            path.write_bytes(content)
        await asyncio.sleep(60)
        assert house.is_ready
        assert isinstance(await house.send(acting(STAFF), "w1", patron_account("zoe")), Done)
        assert house.journal.info.identity == identity
        await house.close()

    simulate(main)


@pytest.mark.parametrize("other", ["new", "old copy"])
def test_another_journal_in_its_place_is_not_written_to(folder: Path, other: str) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        house.journal.close()
        copy = Path(house.folder.journal).read_bytes()
        await fail_a_commit(house)
        assert isinstance(await house.send(acting(STAFF), "w1", patron_account("zoe")), Done)
        known = house.floor.position
        house.journal.close()
        remove_journal(house)
        if other == "new":
            create_journal(house.folder.journal)
        else:
            Path(house.folder.journal).write_bytes(copy)
        before = Path(house.folder.journal).read_bytes()
        await fail_a_commit(house)
        assert not house.is_ready
        assert house.floor.position == known
        assert Path(house.folder.journal).read_bytes() == before
        await house.close()

    simulate(main)


def test_a_start_without_the_journal_of_its_people_says_so(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        await house.close()
        remove_journal(house)
        with pytest.raises(StoreError, match=r"journal\.db is missing, .*people\.db exists: .* backup"):
            house_at(folder, loop)
        assert not Path(house.folder.journal).exists()

    simulate(main)


@pytest.mark.asked("13:69O-1.5(b)", "13:69O-1.5(d)")
def test_software_that_cannot_be_read_stops_play_and_the_other_duties_go_on(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        looks = 0

        def unreadable() -> str:
            nonlocal looks
            looks += 1
            raise FileNotFoundError("a file of the package")

        house.jobs._tools = replace(house.jobs._tools, fingerprint=unreadable)
        assert not significant(house.floor.states).stops_play
        await asyncio.sleep(SOFTWARE.total_seconds() + 20)
        assert significant(house.floor.states).stops_play
        assert looks == 1
        await asyncio.sleep(SOFTWARE.total_seconds())
        assert looks == 2
        await house.close()

    simulate(main)


def test_a_check_of_the_software_that_the_journal_cannot_take_is_made_again(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        known = significant(house.floor.states).fingerprint
        house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: "f" * 64)
        await asyncio.sleep(SOFTWARE.total_seconds() - 60)
        house.journal.close()
        files = remove_journal(house)
        await fail_a_commit(house)
        await asyncio.sleep(120)
        for path, content in files.items():
            path.write_bytes(content)
        await asyncio.sleep(60)
        state = significant(house.floor.states)
        assert (state.fingerprint, state.changed) == (known, "f" * 64)
        await house.close()

    simulate(main)


def test_one_duty_that_fails_keeps_no_other_from_being_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()

        def broken(_: object) -> object:
            raise RuntimeError("a fault of the program")

        monkeypatch.setattr("upcard.service.background_jobs.end_overdue", broken)
        house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: "e" * 64)
        await asyncio.sleep(SOFTWARE.total_seconds() + 20)
        assert significant(house.floor.states).changed == "e" * 64
        await house.close()

    simulate(main)


def test_rows_that_cannot_be_read_after_a_commit_leave_nobody_waiting(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        read, follower = house._ledger.rows_after, house.writer._follower

        class Behind:
            """Has missed rows of another server."""

            add, fold = follower.add, follower.fold
            position = follower.position - 1

        def lost(_: int) -> object:
            raise StoreError("the server cannot be reached")

        house._ledger.rows_after = lost  # type: ignore[method-assign,assignment]  # the connection is lost
        house.writer._follower = Behind()
        waiting = asyncio.ensure_future(house.send(acting(STAFF), "w1", patron_account("zoe")))
        await asyncio.sleep(1)
        assert waiting.done()
        assert isinstance(waiting.result(), Done)  # it is on the disk
        house._ledger.rows_after, house.writer._follower = read, follower  # type: ignore[method-assign]  # it is back
        await asyncio.sleep(60)
        assert house.is_ready
        assert house.floor.position == len(tuple(all_rows(house.journal)))
        assert isinstance(await house.send(acting(STAFF), "w2", patron_account("zack")), Done)
        await house.close()

    simulate(main)


def test_a_clock_that_goes_back_a_little_after_a_restart_takes_no_seat(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        await asyncio.sleep(5)
        one, other = house.floor.tables[:2]
        for name, table in (("ada", one), ("ben", other)):
            assert isinstance(
                await house.send(acting(f"patron {name}"), "s", pc.BuyIn(name, table, 1, Cents(100_00))), Done
            )
        await asyncio.sleep(60)
        await house.close()
        await asyncio.sleep(8 * 3600)
        house = house_at(folder, loop, 2)
        await house.start()
        await asyncio.sleep(1)
        loop.set_back += timedelta(seconds=2)
        await house.send(acting("patron ada"), "t", pc.BuyIn("ada", one, 1, Cents(100)))
        await asyncio.sleep(1)
        await house.send(acting("patron cleo"), "u", pc.BuyIn("cleo", other, 3, Cents(100)))
        await asyncio.sleep(5)
        assert house.floor.group(other).tables[other].holders == {1: "ben", 3: "cleo"}
        await house.close()

    simulate(main)
