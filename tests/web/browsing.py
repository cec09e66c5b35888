"""A house behind its application, and browsers that use it, without a socket."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.service.making import QUICK
from upcard.law.folder import LawFolder
from upcard.service.casino_service import CasinoService, FirstStart, OneThread, ServiceSettings
from upcard.web.app import create_app

TABLE = "blackjack"


@dataclass
class Browser:
    """A browser with its cookies and its token."""

    client: httpx.AsyncClient
    csrf: str = ""
    keys: Any = field(default_factory=count)

    async def load(self) -> dict[str, Any]:
        session: dict[str, Any] = (await self.client.get("/api/v1/session")).json()
        self.csrf = session["csrf"]
        return session

    async def post(self, path: str, body: object, *, key: str | None = None) -> httpx.Response:
        headers = {"X-CSRF-Token": self.csrf, "Idempotency-Key": key or f"key {next(self.keys)}"}
        return await self.client.post(path, json=body, headers=headers)

    async def log_on(self, name: str, password: str) -> httpx.Response:
        await self.load()
        answer = await self.post("/api/v1/session", {"name": name, "password": password})
        if answer.status_code == 200:
            self.csrf = answer.json()["csrf"]
        return answer

    async def at_table(self, command: str, *, key: str | None = None, **fields: object) -> httpx.Response:
        return await self.post(f"/api/v1/tables/{TABLE}/commands", {"command": command, **fields}, key=key)


@dataclass
class Site:
    """A house, and what its first start has shown."""

    house: CasinoService
    first: FirstStart

    def browser(self) -> Browser:
        transport = httpx.ASGITransport(create_app(self.house))
        return Browser(httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1"))

    async def logged_on(self, number: int = 0) -> Browser:
        """A browser in which a demo patron is logged on."""
        browser, patron = self.browser(), self.first.patrons[number]
        answer = await browser.log_on(patron.name, patron.password.reveal())
        assert answer.status_code == 200, answer.text
        return browser


def visit(folder: Path, main: Callable[[Site], Awaitable[None]], law: LawFolder | None = None) -> None:
    """Open a house at its first start, and use it."""

    async def run() -> None:
        house = CasinoService(ServiceSettings(folder=folder / "data", hashing=QUICK, law=law), OneThread())
        first = await house.start()
        try:
            await main(Site(house, first))
        finally:
            await house.close()

    asyncio.run(run())
