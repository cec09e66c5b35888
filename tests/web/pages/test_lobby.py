"""The lobby: what it says of each table, prices, the live stream, a supervisor's duties."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

import upcard
from tests.acting import acting
from tests.service.simulated import BEGINNING
from tests.web.browsing import Site, visit
from tests.web.pages.paging import KEY, PAGE, Pages, text_of
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.ledger import KEY_TAKEN, LONGEST_KEY, Done
from upcard.rules.wager import Demand
from upcard.service.casino_service import CasinoService, demo_tables
from upcard.table import loads, shipped_tables
from upcard.wagers import ALL
from upcard.web.app import create_app
from upcard.web.pages import lobby
from upcard.web.pages.lobby import COMPUTING, LobbyTable, duty_key, lobby_table
from upcard.web.pages.price_list import WORKER, PriceList


def test_the_demonstration_has_a_table_for_each_game_and_wager() -> None:
    configs = [loads(text, name=name) for name, text in demo_tables(BEGINNING.date())]
    assert {offer.wager.name for config in configs for offer in config.offers} == {wager.name for wager in ALL}
    assert {config.game.name for config in configs} == {"blackjack", "free bet", "multiple action"}
    demands = {demand.value for config in configs for offer in config.offers for demand in offer.wager.demands}
    assert Demand.SUPERVISOR_VALIDATES in demands
    assert {each.name for each in shipped_tables()} - {config.file for config in configs} == {"in-between-19-47"}


def test_every_table_shows_its_wagers_limits_and_seats(folder: Path) -> None:
    async def main(site: Site) -> None:
        page = (await (await Pages.of(site).as_demo()).get("/lobby")).text
        words = text_of(page)
        for name, text in demo_tables(BEGINNING.date()):
            config = loads(text, name=name)
            (card,) = re.findall(rf'id="live-{name}".*?</div>', page, re.DOTALL)
            shown = text_of(card)
            assert f"{config.seats} of {config.seats} seats free" in shown
            assert all(offer.wager.heading in shown for offer in config.offers)
            assert shown.count(COMPUTING) == 1 + len(config.offers)
        assert "$10.00 to $1,000.00" in words
        assert "Blackjack, match-the-dealer and buster" in words
        assert "Free bet and Push 22" in words

    visit(folder, main)


def test_the_prices_of_the_lobby_are_those_of_the_analysis(folder: Path) -> None:
    async def main(site: Site) -> None:
        prices, first = PriceList(site.house), site.house.floor.tables[0]
        changes: list[int] = []
        prices.on_change(lambda: changes.append(1))
        computing = asyncio.create_task(prices.compute())
        while prices.of(first) is None:
            await asyncio.sleep(0.05)
        computing.cancel()
        await asyncio.gather(computing, return_exceptions=True)
        assert changes
        expected = upcard.price(upcard.load(first))
        for wager in lobby_table(site.house, prices, first).wagers:
            assert wager.advantage == f"{float(expected[wager.name].house_advantage) * 100:.3f}%"
        assert lobby_table(site.house, prices, "streak").wagers[0].advantage == COMPUTING

    visit(folder, main)


async def _messages(app: FastAPI, cookies: httpx.Cookies, count: int, act: "asyncio.Future[None]") -> list[str]:
    """The first messages of the lobby's stream; `act` is done when the stream is open."""
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/lobby/events",
        "raw_path": b"/lobby/events",
        "query_string": b"",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "headers": [(b"cookie", header.encode()), (b"host", b"127.0.0.1"), (b"accept", PAGE["Accept"].encode())],
    }
    received: list[str] = []
    is_done, asked = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, object]:
        if not asked.is_set():
            asked.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        await is_done.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        body = message.get("body", b"")
        assert isinstance(body, bytes)
        if body == b": open\n\n":
            act.set_result(None)
        elif body:
            received.append(body.decode())
            if len(received) >= count:
                is_done.set()

    await asyncio.wait_for(app(scope, receive, send), 20)  # type: ignore[arg-type]  # plain dicts are messages
    return received


def test_the_stream_sends_the_parts_that_have_changed(folder: Path) -> None:
    async def main(site: Site) -> None:
        app = create_app(site.house, KEY)
        transport = httpx.ASGITransport(app)
        pages = Pages(httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=PAGE))
        await pages.as_demo()
        act: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stream = asyncio.create_task(_messages(app, pages.client.cookies, 1, act))
        await act
        await site.house.send(acting("patron ada"), "sit", pc.BuyIn("ada", "blackjack", 1, Cents(500_00)))
        (message,) = await stream
        assert message.startswith("data: <")
        assert message.endswith("\n\n")
        assert 'id="live-blackjack" hx-swap-oob="true"' in message
        assert 'id="live-buster"' not in message
        assert "$9,500.00" in message
        assert "5 of 6 seats free" in message

    visit(folder, main)


def test_many_changes_of_tables_are_one_look_at_those_that_have_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described: list[str] = []

    def counted(house: CasinoService, prices: PriceList, name: str) -> LobbyTable:
        described.append(name)
        return lobby_table(house, prices, name)

    monkeypatch.setattr(lobby, "lobby_table", counted)

    async def main(site: Site) -> None:
        app = create_app(site.house, KEY)
        transport = httpx.ASGITransport(app)
        pages = Pages(httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=PAGE))
        await pages.as_demo()
        act: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stream = asyncio.create_task(_messages(app, pages.client.cookies, 1, act))
        await act
        while not all(site.house.floor.group(name).at(name).open for name in site.house.floor.tables):
            await asyncio.sleep(0.01)
        for number in range(20):
            await site.house.send(acting("patron ada"), f"buy {number}", pc.BuyIn("ada", "blackjack", 1, Cents(1_00)))
        await stream
        assert described.count("blackjack") <= 5
        assert described.count("buster") <= 3

    visit(folder, main)


def test_prices_are_computed_no_longer_than_there_is_a_server(folder: Path) -> None:
    (text,) = (json.dumps([text, ""]) + "\n" for name, text in demo_tables(BEGINNING.date()) if name == "blackjack")
    environment = {**os.environ, "UPCARD_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", WORKER]
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_supervisor_sees_what_waits_and_a_patron_does_not(folder: Path) -> None:
    async def main(site: Site) -> None:
        assert "Nothing is waiting" in (await (await Pages.of(site).as_demo("sam")).get("/lobby")).text
        patron = await Pages.of(site).as_demo("ada")
        assert "Waiting for a supervisor" not in (await patron.get("/lobby")).text
        fields = {"command": "ValidatePayout", "table": "progressive", "seat": "1", "wager": "progressive"}
        assert (await patron.send("/duties", of="/lobby", **fields)).status_code == 403

    visit(folder, main)


@pytest.mark.parametrize(
    ("change", "status"), [({}, 409), ({"command": "VoidRound"}, 404), ({"table": "x"}, 404), ({"seat": "a"}, 404)]
)
def test_a_duty_that_is_not_there_is_refused_in_plain_words(folder: Path, change: dict[str, str], status: int) -> None:
    async def main(site: Site) -> None:
        sam = await Pages.of(site).as_demo("sam")
        fields = {"command": "ValidatePayout", "table": "progressive", "seat": "1", "wager": "progressive"} | change
        answer = await sam.send("/duties", of="/lobby", **fields)
        assert answer.status_code == status
        assert "Go to the lobby" in answer.text

    visit(folder, main)


def test_a_duty_whose_key_belongs_to_another_command_is_not_shown_as_done(folder: Path) -> None:
    async def main(site: Site) -> None:
        sam = await Pages.of(site).as_demo("sam")
        fields = {"command": "ValidatePayout", "table": "progressive", "seat": "1", "wager": "progressive", "key": "k"}
        other = pc.FillRack("progressive", Cents(1_00))
        assert isinstance(await site.house.send(acting("supervisor sam"), duty_key(fields), other), Done)
        answer = await sam.send("/duties", of="/lobby", **fields)
        assert (answer.status_code, KEY_TAKEN in text_of(answer.text).lower()) == (422, True)

    visit(folder, main)


def test_duties_of_one_page_have_keys_of_their_own_however_long_their_names_are() -> None:
    first = {"command": "ValidatePayout", "table": "t" * 60, "seat": "1", "wager": "w" * 60, "key": "k" * 40}
    others = [first | change for change in ({"command": "CompleteDocuments"}, {"seat": "2"}, {"key": "l"})]
    keys = {duty_key(fields) for fields in (first, *others)}
    assert len(keys) == 4
    assert max(map(len, keys)) <= LONGEST_KEY
