"""A whole data folder: its first start, patrons who play, and starts after it was cut off."""

import asyncio
import os
import stat
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.acting import acting
from tests.pit.books import check_books
from tests.random_rounds import next_command
from tests.service.making import QUICK
from tests.service.simulated import BEGINNING, SimulatedLoop, at_once, simulate
from upcard.errors import StoreError
from upcard.game import commands as do
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.compliance import clearance_of
from upcard.pit.draws import KeyedShoes
from upcard.pit.ledger import Declined, Done
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.pit.streams import house as house_of
from upcard.pit.streams import significant
from upcard.service.accounts import find_person, list_people
from upcard.service.casino_service import CasinoService, FirstStart, ServiceSettings, demo_tables
from upcard.service.first_start import DEMO_NAMES
from upcard.service.pace import Pace
from upcard.store.checkpoints import checkpoint_files
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal
from upcard.table import Status, loads
from upcard.table.shipped import shipped_tables

QUICKLY = Pace(betting=timedelta(seconds=5), turn=timedelta(seconds=4), cut=timedelta(seconds=2))


def house_at(folder: Path, loop: SimulatedLoop, seed: int = 1, *, demo: bool = True) -> CasinoService:
    settings = ServiceSettings(
        folder=folder / "data", pace=QUICKLY, hashing=QUICK, clock=loop.clock, random=Random(seed).randbytes, demo=demo
    )
    return CasinoService(settings, at_once)


def crash(house: CasinoService) -> None:
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task():
            task.cancel()
    house.login.close()
    house.people.close()
    house.journal._driver.abandon()


async def play(house: CasinoService, name: str, table: str, seat: int, random: Random) -> None:
    """Sit down, and do at random what the table allows this seat."""
    actor, number = f"patron {name}", 0
    while True:
        await asyncio.sleep(random.uniform(0.2, 2.0))
        number += 1
        key = f"{asyncio.get_running_loop().time()} {number}"
        group = house.floor.group(table)
        if group.tables[table].holders.get(seat) != name:
            await house.send(acting(actor), key, pc.BuyIn(name, table, seat, Cents(500_00)))
            continue
        action = next_command(group.at(table), random)
        if getattr(action, "seat", None) == seat and not isinstance(action, do.PressButton | do.ShuffleShoe):
            answer = await house.send(acting(actor), key, pc.AtTable(table, action))
            assert isinstance(answer, Done | Declined)


def check_folder(folder: Path, house: CasinoService) -> int:
    journal = open_journal(folder / "data" / "journal.db", read_only=True)
    rows = list(all_rows(journal))
    check_books(rows, house.floor.states, KeyedShoes(read_shoe_keys(folder / "data" / "keys"), journal.info.identity))
    journal.close()
    return len(rows)


def test_a_first_start_makes_tables_patrons_with_play_money_and_a_link(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> tuple[FirstStart, int]:
        house = house_at(folder, loop)
        first = await house.start()
        await asyncio.sleep(5)
        assert house.floor.tables == tuple(sorted(name for name, _ in demo_tables(BEGINNING.date())))
        assert all(house.floor.group(name).at(name).open for name in house.floor.tables)
        await house.close()
        return first, check_folder(folder, house)

    first, rows = simulate(main)
    assert first.link is not None
    assert tuple(patron.name for patron in first.patrons) == DEMO_NAMES
    again, rows_again = simulate(main)
    assert again.link is not None  # nobody has used the first one
    assert again.patrons == ()
    assert rows_again == rows + 3  # another link, the software looked at, and a checkpoint: the clock was set back
    assert checkpoint_files(folder / "data" / "checkpoints")


def test_the_tables_of_the_demonstration_open_by_what_they_state_and_what_was_accepted_on_that_day(
    folder: Path,
) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        statuses = Counter[Status]()
        for name in house.floor.tables:
            table = house.floor.group(name).tables[name]
            cleared = clearance_of(name, table, house.today)
            statuses[cleared.status] += 1
            assert cleared.may_open
            assert bool(cleared.rests_on) == bool(table.acceptances) == (cleared.status is Status.NOT_SHOWN)
            for each in table.acceptances.values():
                assert (each.day, each.by) == (str(house.today), "compliance first-start")
                assert "play money" in each.reason
        assert "in-between-19-47" not in house.floor.tables  # its law ended in 2011
        assert set(statuses) == {Status.LAWFUL, Status.NOT_SHOWN}  # by statements, and by acceptances
        await house.close()

    simulate(main)


@pytest.mark.parametrize(
    ("opening", "stops"),
    [(pc.OpenHouse("Boardwalk", demonstration=True), False), (pc.OpenHouse("Demonstration"), True)],
)
def test_software_updated_between_two_starts_stops_play_except_in_a_demonstration(
    folder: Path, opening: pc.OpenHouse, stops: bool
) -> None:
    async def main(loop: SimulatedLoop, number: int) -> bool:
        house = house_at(folder, loop, seed=number)
        house.settings = replace(house.settings, demo=False)
        house.jobs._tools = replace(house.jobs._tools, fingerprint=lambda: f"{number:064x}")
        house.writer.start()
        await house.send(acting("administrator first-start"), "house", opening)
        await house.start()
        stopped = significant(house.floor.states).stops_play
        await house.close()
        return stopped

    assert [simulate(partial(main, number=number)) for number in (1, 1, 2)] == [False, False, stops]


@pytest.mark.parametrize("is_open", [True, False])
def test_a_house_that_the_demo_did_not_create_gets_no_tables_patrons_or_supervisor_without_the_flag(
    folder: Path, is_open: bool
) -> None:
    async def real(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop, demo=False)
        await house.start()
        if is_open:
            await house.send(acting("administrator ada"), "house", pc.OpenHouse("Demonstration"))
        await house.close()

    async def without_the_flag(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop, seed=2)
        first = await house.start()
        assert not house.serves_demonstration
        assert (first.patrons, house.floor.tables) == ((), ())
        assert [person.name for person in list_people(house.people)] == ["administrator"]
        await house.close()

    simulate(real)
    simulate(without_the_flag)


def test_a_demonstration_keeps_its_tables_but_offers_no_sign_in_without_a_password_with_the_flag(folder: Path) -> None:
    async def main(loop: SimulatedLoop, *, demo: bool) -> tuple[bool, bool, int]:
        house = house_at(folder, loop, seed=1 + demo, demo=demo)
        await house.start()
        shown = house_of(house.floor.states).demonstration, house.serves_demonstration, len(house.floor.tables)
        await house.close()
        return shown

    tables = len(demo_tables(BEGINNING.date()))
    assert simulate(partial(main, demo=True)) == (True, True, tables)
    assert simulate(partial(main, demo=False)) == (True, False, tables)


def test_a_demonstration_whose_creation_was_cut_off_is_completed_at_the_next_start(folder: Path) -> None:
    async def cut_off(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        starting = asyncio.ensure_future(house.start())
        while house.floor.position < 5:
            await asyncio.sleep(0.001)
        starting.cancel()
        crash(house)

    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop, seed=2)
        first = await house.start()
        assert tuple(patron.name for patron in first.patrons) == DEMO_NAMES
        assert house.floor.tables == tuple(sorted(name for name, _ in demo_tables(BEGINNING.date())))
        await house.close()

    simulate(cut_off)
    simulate(main)


def test_patrons_play_on_after_every_crash(folder: Path) -> None:
    rounds: list[int] = []

    async def main(loop: SimulatedLoop) -> None:
        loop.jumping.now = 1000.0 * len(rounds)
        random = Random(len(rounds))
        house = house_at(folder, loop, seed=len(rounds))
        await house.start()
        tables = house.floor.tables[:3]
        players = [
            asyncio.ensure_future(play(house, name, tables[number % 3], 1 + number // 3, random))
            for number, name in enumerate(DEMO_NAMES)
        ]
        await asyncio.sleep(random.uniform(40, 80))
        for player in players:
            assert not player.done()
            player.cancel()
        rounds.append(sum(house.floor.group(name).at(name).round for name in tables))
        if len(rounds) < 4:
            crash(house)
        else:
            await house.close()
            check_folder(folder, house)

    for _ in range(4):
        simulate(main)
    assert rounds == sorted(rounds)
    assert rounds[-1] > rounds[0] > 3


def test_a_second_server_on_the_same_folder_is_refused(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> str:
        house = house_at(folder, loop)
        try:
            house_at(folder, loop)
        except StoreError as error:
            return str(error)
        finally:
            house.login.close()
            house.people.close()
            house.journal.close()
        return ""

    assert "is open in another server" in simulate(main)


@pytest.mark.asked("GLI-19 4.9.1")
def test_demonstration_play_is_marked_and_is_the_game_of_the_shipped_tables(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, loop)
        await house.start()
        for name, text in demo_tables(BEGINNING.date()):
            assert text == next(table for table in shipped_tables() if table.name == name).path.read_text("utf-8")
            assert house.floor.group(name).at(name).felt.config == loads(text, name=name)
        people = [find_person(house.people, name) for name in DEMO_NAMES]
        assert all(person is not None and person.demo for person in people)
        await house.close()

    simulate(main)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()}


def test_no_other_user_of_the_machine_can_read_a_data_folder(folder: Path) -> None:
    async def main(loop: SimulatedLoop) -> None:
        for _ in range(2):
            house = house_at(folder, loop)
            await house.start()
            place = house.folder.path
            private = {name for name, mode in modes(place).items() if mode == 0o600}
            assert {"journal.db", "journal.db-wal", "journal.db-shm", "people.db", "last-row"} <= private
            assert {name for name in set(modes(place)) - private if not name.endswith(".checkpoint")} == set()
            assert stat.S_IMODE(place.stat().st_mode) == 0o700
            await house.close()
            place.chmod(0o755)  # as a copy that is put back may be
            (place / "journal.db").chmod(0o644)

    before = os.umask(0o022)
    try:
        simulate(main)
    finally:
        os.umask(before)
