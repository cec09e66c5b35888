"""Metrics, logs and rates: counted and written for every request, and nothing secret or unseen in them."""

import asyncio
import errno
import io
import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tests.acting import acting
from tests.service.making import QUICK, make_person
from tests.web.browsing import TABLE, Browser, Site, visit
from upcard.game import commands as do
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.rules.enums import Play
from upcard.service.casino_service import CasinoService, OneThread, ServiceSettings
from upcard.service.logs import LogFormat, LogLevel, open_log
from upcard.service.pace import Pace
from upcard.service.rate_limit import Limit
from upcard.service.secret_text import Secret
from upcard.web.app import create_app
from upcard.web.traffic import TrafficLimits

TOKEN = Secret("a token of metrics 1234567890")
NOW = timedelta(0)
AT_ONCE = Pace(card=NOW, pause=NOW, cut=NOW, betting=NOW, betting_early=NOW, insurance=NOW, surrender=NOW)


def client_of(house: CasinoService, **options: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(create_app(house, **options)), base_url="http://127.0.0.1")


async def opened(house: CasinoService) -> None:
    """Wait until the table is open."""
    while not house.floor.group(TABLE).at(TABLE).open:
        await asyncio.sleep(0.01)


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)  # type: ignore[no-untyped-call]  # the library has no types here
        for sample in family.samples
    }


def test_metrics_are_openmetrics_for_administrators_and_for_the_token(folder: Path) -> None:
    async def main(site: Site) -> None:
        patron = await site.logged_on()
        assert (await patron.client.get("/metrics")).status_code == 403
        client = client_of(site.house, metrics_token=TOKEN)
        assert (await client.get("/metrics")).status_code == 401
        assert (await client.get("/metrics", headers={"Authorization": "Bearer wrong"})).status_code == 401
        password = Secret("correct horse battery")
        await make_person(site.house, "boss", Role.ADMINISTRATOR, password=password)
        boss = site.browser()
        assert (await boss.log_on("boss", password.reveal())).status_code == 200
        assert (await boss.client.get("/metrics")).status_code == 200
        await opened(site.house)
        await patron.at_table("BuyIn", seat=1, amount="100.00")
        await patron.client.get("/nowhere/at/all")
        answer = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN.reveal()}"})
        assert answer.headers["content-type"].startswith("application/openmetrics-text")
        found = samples(answer.text)
        command = "/api/v1/tables/{table}/commands"
        assert found["upcard_requests_total", ("POST", command, "200")] == 1
        assert found["upcard_requests_total", ("GET", "none", "404")] == 1
        assert found["upcard_commands_total", ("Done", "BuyIn", "patron")] == 1
        assert found["upcard_ready", ()] == 1
        assert found["upcard_journal_position", ()] == site.house.floor.position
        assert found["upcard_commit_rows_sum", ()] == site.house.floor.position

    visit(folder, main)


def test_a_log_has_a_line_a_request_without_secrets(folder: Path) -> None:
    stream = io.StringIO()
    log = open_log(LogFormat.JSON, LogLevel.INFO, stream=stream)

    async def main() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, log=log), OneThread())
        first = await house.start()
        site, patron = Site(house, first), first.patrons[0]
        browser = await site.logged_on()
        await browser.at_table("BuyIn", seat=1, amount="a wrong amount")
        await browser.at_table("BuyIn", seat=1, amount="123.45", key="an idempotency key")
        await browser.client.get("/api/v1/wallet?secret=in-the-query")
        secrets = [patron.password.reveal(), browser.csrf, *browser.client.cookies.values()]
        await house.close()
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
        by_route = {(line["method"], line["route"]): line for line in lines}
        bought = by_route["POST", "/api/v1/tables/{table}/commands"]
        assert (bought["event"], bought["status"], bought["actor"], bought["level"]) == (
            "request",
            200,
            patron.name,
            "info",
        )
        assert {"time", "id", "ms", "address"} <= set(bought)
        assert len({line["id"] for line in lines}) == len(lines)
        assert by_route["GET", "/api/v1/wallet"]["actor"] == patron.name
        for text in (*secrets, "123.45", "an idempotency key", "a wrong amount", "in-the-query"):
            assert text not in stream.getvalue()

    asyncio.run(main())


class FullDisk(io.StringIO):
    """A log on a disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), text[:0])


def test_a_log_that_cannot_be_written_fails_no_request(folder: Path) -> None:
    log = open_log(LogFormat.JSON, LogLevel.INFO, stream=FullDisk())

    async def main() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, log=log), OneThread())
        browser = await Site(house, await house.start()).logged_on()
        answer = await browser.at_table("BuyIn", seat=1, amount="123.45")
        assert answer.status_code == 200
        await house.close()

    asyncio.run(main())


def test_an_error_is_a_problem_and_the_log_says_where_but_not_what(folder: Path) -> None:
    stream = io.StringIO()
    log = open_log(LogFormat.CONSOLE, LogLevel.INFO, stream=stream)

    async def main() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, log=log, demo=False), OneThread())
        await house.start()
        app = create_app(house)

        @app.get("/broken")
        async def broken() -> None:
            raise RuntimeError("the hole card is Ah")

        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
        answer = await client.get("/broken")
        assert (answer.status_code, answer.json()["status"]) == (500, 500)
        assert "hole card" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        await house.close()

    asyncio.run(main())
    assert "RuntimeError" in stream.getvalue()
    assert "broken" in stream.getvalue()
    assert "hole card" not in stream.getvalue()


def test_rates_are_limited_for_a_session_and_for_everybody_else_of_an_address(folder: Path) -> None:
    limits = TrafficLimits(session=Limit(5, 3600.0), address=Limit(8, 3600.0))

    async def main(site: Site) -> None:
        client = client_of(site.house, limits=limits)
        browser = Browser(client)
        patron = site.first.patrons[0]
        assert (await browser.log_on(patron.name, patron.password.reveal())).status_code == 200  # 2 of the address
        assert (await client.get("/api/v1/wallet")).status_code == 200  # 3: the session is known from here on
        answers = [await client.get("/api/v1/wallet") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert (answers[-1].json()["status"], answers[-1].headers["retry-after"]) == (429, "720")
        client.cookies.clear()
        others = [await client.get("/healthz", headers={"Cookie": f"upcard_session=x{n}"}) for n in range(6)]
        assert [answer.status_code for answer in others] == [200] * 5 + [429]  # 8 in all: another token does not help
        found = samples(site.house.metrics.text().decode())
        assert found["upcard_limited_total", ("session rate",)] == 1
        assert found["upcard_limited_total", ("address rate",)] == 1

    visit(folder, main)


def test_an_answer_that_takes_too_long_is_a_503_and_the_command_is_done_once(folder: Path) -> None:
    async def main(site: Site) -> None:
        browser = await site.logged_on()
        slow = Browser(client_of(site.house, limits=TrafficLimits(answer=0.2)), browser.csrf)
        slow.client.cookies = browser.client.cookies
        hold = asyncio.Event()
        run = site.house.writer._run

        async def held(work: Any) -> Any:
            await hold.wait()
            return await run(work)

        site.house.writer._run = held  # a disk that takes its time
        late = await slow.at_table("BuyIn", seat=1, amount="100.00", key="late")
        assert (late.status_code, late.headers["retry-after"]) == (503, "2")
        hold.set()
        assert (await browser.at_table("BuyIn", seat=1, amount="100.00", key="late")).status_code == 200
        seen = (await browser.client.get(f"/api/v1/tables/{TABLE}")).json()
        assert seen["places"][0]["chips"] == "100.00"

    visit(folder, main)


@pytest.mark.asked("13:69O-1.5(a)")
def test_a_stop_finishes_the_rounds_in_play_and_begins_none(folder: Path) -> None:
    async def main() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, pace=AT_ONCE), OneThread())
        first = await house.start()
        name = first.patrons[0].name
        actor, wager = f"patron {name}", do.PlaceWager(1, "blackjack", (Cents(10_00),))
        await opened(house)
        await house.send(acting(actor), "1", pc.BuyIn(name, TABLE, 1, Cents(500_00)))
        while house.floor.group(TABLE).tables[TABLE].shoe is None or not _takes_wagers(house):
            await asyncio.sleep(0.01)
        while not house.runner.in_play():  # a round may end with its first cards
            round_ = house.floor.group(TABLE).at(TABLE).round
            await house.send(acting(actor), f"wager {round_}", pc.AtTable(TABLE, wager))
            while not house.runner.in_play() and house.floor.group(TABLE).at(TABLE).round == round_:
                await asyncio.sleep(0.01)
        assert not await house.finish_rounds(0.05)  # held: nobody decides
        assert not house.is_ready
        ending = asyncio.create_task(house.finish_rounds(10.0))
        await house.send(acting(actor), "stand", pc.AtTable(TABLE, do.Decide(1, Play.STAND)))
        assert await ending
        before = house.floor.position
        await house.send(acting(actor), "next", pc.AtTable(TABLE, wager))
        await asyncio.sleep(0.1)
        assert (house.floor.position, house.runner.in_play()) == (before + 1, ())  # the wager lies, nothing is dealt
        await house.close()

    def _takes_wagers(house: CasinoService) -> bool:
        shoe = house.floor.group(TABLE).tables[TABLE].shoe
        return shoe is not None and shoe.stage.name == "LIVE"

    asyncio.run(main())
