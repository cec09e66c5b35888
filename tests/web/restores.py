"""Houses restored from copies of their journals, as the documents say, at any row."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random

from tests.command import within
from tests.pit.books import all_balances, check_books
from tests.service.making import QUICK
from tests.service.simulated import SimulatedLoop, at_once, simulate
from tests.service.test_casino_service import play
from tests.store.making import Place
from tests.web.whole import PATRONS, QUICKLY, Whole, furnish
from upcard.audit.lines import export_lines, import_lines
from upcard.pit.draws import KeyedShoes
from upcard.pit.replay import Folding
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.pit.state import ShoeStage, ShoeState, StreamState
from upcard.pit.streams import group_of
from upcard.pit.streams import house as house_of
from upcard.service.casino_service import CasinoService, ServiceSettings
from upcard.store.rows import JournalRow
from upcard.web.app import create_app

REASON = "the disk failed"


def house_at(folder: Path, place: Place, loop: SimulatedLoop, seed: object = 1) -> CasinoService:
    """Open a house whose data folder is in a folder, and whose database is a place."""
    settings = ServiceSettings(
        folder=folder / "data",
        database=None if place.is_sqlite else place.url,
        demo=False,
        pace=QUICKLY,
        hashing=QUICK,
        clock=loop.clock,
        random=Random(f"bytes {seed}").randbytes,
    )
    return CasinoService(settings, at_once)


def journal_of(folder: Path, place: Place) -> Place:
    return Place(str(folder / "data" / "journal.db")) if place.is_sqlite else place


def played(folder: Path, place: Place, files: tuple[str, ...], seed: int, seconds: float) -> tuple[JournalRow, ...]:
    """Play in a new house for a while, and stop it in order."""

    async def main(loop: SimulatedLoop) -> None:
        house = house_at(folder, place, loop)
        await house.start()
        await furnish(Whole(house, create_app(house), loop), files)
        random = Random(seed)
        players = [
            asyncio.ensure_future(play(house, name, files[number % len(files)], 1 + number, random))
            for number, name in enumerate(PATRONS)
        ]
        await asyncio.sleep(seconds)
        for player in players:
            assert not player.done(), player.exception()
            player.cancel()
        await house.close()

    simulate(main)
    return tuple(journal_of(folder, place).rows())


def copied(source: Place, rows: int, target: Place, folder: Path) -> None:
    """Make a journal of the first rows of another, in the same or in another database."""
    lines, short = folder / "all.jsonl", folder / f"first-{rows}.jsonl"
    if not lines.exists():
        with source.journal(read_only=True) as journal:
            export_lines(journal, lines)
    header, *others = lines.read_text(encoding="utf-8").splitlines()
    head = json.loads(others[rows - 1])["hash"]
    changed = json.loads(header) | {"rows": rows, "head": head}
    short.write_text("\n".join([json.dumps(changed), *others[:rows]]) + "\n", encoding="utf-8")
    import_lines(short, target.url)


def restored(folder: Path, source: Place, rows: int, target: Path, place: Place) -> Place:
    """Put a copy of the first rows into a new data folder, with the keys and the checkpoints."""
    data = target / "data"
    data.mkdir(parents=True)
    journal = journal_of(target, place)
    copied(source, rows, journal, folder)
    for name in ("keys", "checkpoints"):
        shutil.copytree(folder / "data" / name, data / name)
    return journal


def record_restore(target: Path, journal: Place) -> str:
    """Record a restore by the verb; return what it prints."""
    data = target / "data"
    words = ("--by", "jo", "--reason", REASON, "--keys", str(data / "keys"), "--checkpoints", str(data / "checkpoints"))
    done = within("journal", "restore", journal.url, *words)
    assert done.code == 0, done.err
    return done.out


def resumed(target: Path, place: Place, seconds: float, seed: object, look: Callable[[CasinoService], None]) -> None:
    """Start a house again, let it run for a while, look at it, and stop it in order."""

    async def main(loop: SimulatedLoop) -> None:
        loop.jumping.now = 100_000.0
        house = house_at(target, place, loop, f"again {seed}")
        try:
            await house.start()
            await asyncio.sleep(seconds)
            look(house)
            journal = journal_of(target, place)
            shoes = KeyedShoes(read_shoe_keys(target / "data" / "keys"), house.journal.info.identity)
            check_books(journal.rows(), house.floor.states, shoes)
        finally:
            await house.close()

    simulate(main)


def shoes_of(house: CasinoService) -> dict[str, ShoeState]:
    """Return the last shoe of each table."""
    tables = {name: house.floor.group(name).tables[name] for name in house.floor.tables}
    return {name: table.shoe for name, table in tables.items() if table.shoe is not None}


def money_of(states: Mapping[str, StreamState], patron: str) -> int:
    """Return what a patron has: in the wallet, in front of the seats, and on the layout."""
    mine = {f"wallet {patron}"}
    for table in house_of(states).tables:
        for seat, holder in group_of(states, table).tables[table].holders.items():
            mine |= {f"stack {table}/{seat}", f"wager {table}/{seat}"} if holder == patron else set()
    balances = all_balances(states).items()
    return sum(amount for account, amount in balances if account in mine or account.rpartition("/")[0] in mine)


def money_before_rounds(rows: Iterable[JournalRow], shoes: KeyedShoes) -> dict[str, int]:
    """Return what each patron had before the round that is in play at the end; each sits at one table at most."""
    folding, before = Folding(shoes), dict.fromkeys(PATRONS, 0)
    for row in rows:
        folding.add(row)
        busy = {
            patron
            for table in house_of(folding.states).tables
            for patron in group_of(folding.states, table).tables[table].holders.values()
            if group_of(folding.states, table).at(table).moved
        }
        before |= {patron: money_of(folding.states, patron) for patron in PATRONS if patron not in busy}
    return before


def check_restored(
    folder: Path, source: Place, rows: tuple[JournalRow, ...], count: int, target: Path, place: Place
) -> None:
    """Restore a copy of the first rows, and look at what becomes of its shoes, its rounds and its money."""
    journal = restored(folder, source, count, target, place)
    keys = read_shoe_keys(target / "data" / "keys")
    with journal.journal(read_only=True) as opened:
        shoes = KeyedShoes(keys, opened.info.identity)
    folding = Folding(shoes)
    for row in rows[:count]:
        folding.add(row)
    open_shoes = {
        name: shoe
        for name in house_of(folding.states).tables
        if (shoe := group_of(folding.states, name).tables[name].shoe) is not None and not shoe.is_over
    }
    money = money_before_rounds(rows[:count], shoes)
    said = record_restore(target, journal)
    for name, shoe in open_shoes.items():
        assert f"shoe {shoe.number} of table {name}" in said

    def look(house: CasinoService) -> None:
        assert house.is_ready
        for name, shoe in open_shoes.items():
            now = shoes_of(house)[name]
            assert (now.root, now.retired, now.stage) == (
                shoe.root,
                True,
                ShoeStage.DISCLOSED,
            ) or now.number > shoe.number
        assert {name: money_of(house.floor.states, name) for name in PATRONS} == money

    resumed(target, place, 1.0, count, look)
    after = journal.rows()
    assert after[:count] == list(rows[:count])
    assert [row.position for row in after[count:] if '"CardDealt"' in row.events] == []
    audit = within(
        "audit",
        journal.url,
        *("--keys", str(target / "data" / "keys"), "--checkpoints", str(target / "data" / "checkpoints")),
    )
    assert audit.code == 0, audit.out
