"""Nothing is served that cannot be proved: falsified journals at the start, and read while the server runs."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.acting import acting
from tests.service.making import QUICK
from tests.service.simulated import SimulatedLoop, at_once, simulate
from tests.store.making import Place
from tests.web.asgi import Client
from tests.web.test_serving import said, server, serving, stopped
from tests.web.whole import Whole, furnish
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import AlreadyDone, Done, Unavailable
from upcard.service.casino_service import CasinoService, ServiceSettings
from upcard.service.writer import CLOSED
from upcard.store.checkpoints import checkpoint_files
from upcard.store.proved import Contradiction
from upcard.store.rows import JournalRow, as_new, hash_of
from upcard.web.app import create_app
from upcard.web.closed import NO_MONEY

DEPOSIT = "deposit of ann"
CHANGED = "its content does not match its hash: it was changed"


def house_at(folder: Path, place: Place, loop: SimulatedLoop, seed: int) -> CasinoService:
    settings = ServiceSettings(
        folder=folder / "data",
        database=None if place.is_sqlite else place.url,
        demo=False,
        hashing=QUICK,
        clock=loop.clock,
        random=Random(seed).randbytes,
    )
    return CasinoService(settings, at_once)


def place_of(folder: Path, place: Place) -> Place:
    return Place(str(folder / "data" / "journal.db")) if place.is_sqlite else place


async def opened(folder: Path, place: Place, loop: SimulatedLoop) -> Whole:
    house = house_at(folder, place, loop, 1)
    await house.start()
    whole = Whole(house, create_app(house), loop)
    await furnish(whole, ("blackjack",))
    answer = await house.send(acting("system"), DEPOSIT, pc.Deposit("ann", Cents(500_00), "bank"))
    assert isinstance(answer, Done)
    return whole


def position_of(place: Place, key: str = f"system/{DEPOSIT}") -> int:
    return next(row.position for row in place.rows() if row.key == key)


def edit_deposit(place: Place) -> int:
    """Make a deposit ten times as large, in its row and nowhere else."""
    position = position_of(place)
    place.disable_triggers()
    texts = [f"{column} = replace({column}, '500.00', '5000.00')" for column in ("command", "events")]
    place.change(f"UPDATE journal_rows SET {', '.join(texts)} WHERE position = {position}")
    return position


def rehash(place: Place, *, whole: bool) -> int:
    """Make a deposit ten times as large, and compute the hash of its row again; if `whole`, of every later row too."""
    rows = place.rows()
    position = position_of(place)
    changed: list[JournalRow] = []
    for row in rows[position - 1 : None if whole else position]:
        if row.position == position:
            row = replace(
                row, **{name: getattr(row, name).replace("500.00", "5000.00") for name in ("command", "events")}
            )
        previous = changed[-1].hash if changed else row.previous
        row = replace(row, previous=previous, hash=hash_of(row.position, as_new(row), previous))
        changed.append(row)
    place.disable_triggers()
    for row in changed:
        values = ", ".join(
            f"{name} = '{getattr(row, name).replace(chr(39), 2 * chr(39))}'"
            for name in ("command", "events", "previous", "hash")
        )
        place.change(f"UPDATE journal_rows SET {values} WHERE position = {row.position}")
    return position


def test_a_deposit_edited_in_place_is_not_served(folder: Path, place: Place) -> None:
    async def begin(loop: SimulatedLoop) -> None:
        await (await opened(folder, place, loop)).house.close()

    async def again(loop: SimulatedLoop) -> str:
        with pytest.raises(Contradiction) as raised:
            house_at(folder, place, loop, 2)
        return str(raised.value)

    simulate(begin)
    position = edit_deposit(place_of(folder, place))
    assert simulate(again) == f"the journal cannot be proved: row {position}: {CHANGED}"


def test_a_rehashed_journal_that_contradicts_its_checkpoints_is_not_served(folder: Path, place: Place) -> None:
    async def begin(loop: SimulatedLoop) -> None:
        await (await opened(folder, place, loop)).house.close()

    async def again(loop: SimulatedLoop) -> str:
        with pytest.raises(Contradiction) as raised:
            house_at(folder, place, loop, 2)
        return str(raised.value)

    simulate(begin)
    rehash(place_of(folder, place), whole=True)
    assert "the journal was rewritten" in simulate(again)


def test_a_checkpoint_of_a_stranger_is_not_believed(folder: Path, place: Place) -> None:
    async def begin(loop: SimulatedLoop) -> None:
        await (await opened(folder, place, loop)).house.close()

    async def again(loop: SimulatedLoop) -> str:
        with pytest.raises(Contradiction) as raised:
            house_at(folder, place, loop, 2)
        return str(raised.value)

    simulate(begin)
    kept = checkpoint_files(folder / "data" / "checkpoints")[-1]
    kept.write_text(kept.read_text(encoding="utf-8").replace("time 2026", "time 2025"), encoding="utf-8")
    assert "is not signed by a known key" in simulate(again)


@pytest.mark.parametrize("falsify", ["edited", "rehashed row"])
def test_a_falsified_row_that_a_running_server_reads_back_stops_play(folder: Path, place: Place, falsify: str) -> None:
    async def main(loop: SimulatedLoop) -> None:
        whole = await opened(folder, place, loop)
        house, at = whole.house, place_of(folder, place)
        client = await whole.logged_on("ann")
        assert (await client.get("/readyz")).status == 200
        again = pc.Deposit("ann", Cents(500_00), "bank")
        assert isinstance(await house.send(acting("system"), DEPOSIT, again), AlreadyDone)
        rows = position_of(at), len(at.rows())
        edit_deposit(at) if falsify == "edited" else rehash(at, whole=False)
        house._ledger._keys.clear()  # the answer of long ago is read from the journal
        assert isinstance(await house.send(acting("system"), DEPOSIT, again), Unavailable)
        await check_closed(client, house, rows[0] + (falsify == "rehashed row"))
        assert await house.send(acting("system"), "later", again) == Unavailable(CLOSED)
        await house.close()
        assert len(at.rows()) == rows[1]

    simulate(main)


def test_nothing_is_built_on_a_journal_rewritten_under_a_running_server(folder: Path, place: Place) -> None:
    async def main(loop: SimulatedLoop) -> None:
        whole = await opened(folder, place, loop)
        house, at = whole.house, place_of(folder, place)
        client = await whole.logged_on("ann")
        rehash(at, whole=True)
        rows = len(at.rows())
        reply = await client.post(
            "/api/v1/wallet/commands", {"command": "Withdraw", "amount": "1.00", "reference": "bank"}
        )
        assert reply.status == 503
        await check_closed(client, house, rows)
        await house.close()
        assert len(at.rows()) == rows

    simulate(main)


def test_a_falsified_row_that_a_query_about_the_past_reads_stops_play(folder: Path, place: Place) -> None:
    async def main(loop: SimulatedLoop) -> None:
        whole = await opened(folder, place, loop)
        house, at = whole.house, place_of(folder, place)
        client = await whole.logged_on("ann")
        position = edit_deposit(at)
        assert (await client.get("/api/v1/people/ann/statement")).status == 503
        await check_closed(client, house, position)
        await house.close()

    simulate(main)


async def check_closed(client: Client, house: CasinoService, row: int) -> None:
    """The house says why it is closed, to programs and to people; it serves nothing else."""
    await at_next_turn()
    assert not house.is_ready
    ready = await client.get("/readyz")
    assert ready.status == 503
    assert f"the journal cannot be proved: row {row}" in ready.json()["detail"]
    assert ready.json()["detail"].endswith(NO_MONEY)
    assert (await client.get("/healthz")).status == 200
    assert (await client.get("/api/v1/wallet")).status == 503
    page = await client.get("/tables/blackjack")
    assert page.status == 503
    assert "no cards are dealt and no money moves" in page.body.decode()
    assert client.cookies  # still signed in: the page is for everybody
    stylesheet = page.body.decode().partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert (await client.get(stylesheet)).status == 200


async def at_next_turn() -> None:
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def test_a_server_with_a_falsified_journal_runs_and_says_that_it_is_not_ready(folder: Path) -> None:
    with serving(folder, "--port", "0") as (process, site):
        assert "not_ready" not in site
        assert httpx.get(site["address"] + "/healthz").status_code == 200  # it answers: a signal now stops it in order
        assert stopped(process) == (0, "")
    place = Place(str(folder / "data" / "journal.db"))
    place.disable_triggers()
    row = next(row.position for row in place.rows() if '"Deposit"' in row.command)
    place.change(f"UPDATE journal_rows SET events = replace(events, '10000.00', '90000.00') WHERE position = {row}")
    with serving(folder, "--port", "0") as (process, site):
        why = f"the journal cannot be proved: row {row}: {CHANGED}"
        offered: dict[str, object] = {"demo": None, "link": None, "patrons": {}, "law_file": None, "other_law": []}
        assert site == {"address": site["address"], **offered, "not_ready": why}
        with httpx.Client(base_url=site["address"]) as client:
            assert client.get("/healthz").json() == {"status": "alive"}
            ready = client.get("/readyz")
            assert (ready.status_code, ready.json()["detail"]) == (503, f"{why}; {NO_MONEY}")
            assert ready.headers["retry-after"]
            page = client.get("/", headers={"accept": "text/html"})
            assert page.status_code == 503
            assert f"row {row}" in page.text
            assert page.headers["x-frame-options"] == "DENY"
            assert client.post("/api/v1/session", json={"name": "ada", "password": "x"}).status_code == 503
        code, errors = stopped(process)
    assert code == 0
    assert "not ready: the journal cannot be proved" in errors
    with server(folder, "--port", "0") as process:
        assert said(process).endswith(f"but is not ready: {why}\n")
