"""A real server in a thread, with quick tables and wanted cards; and Chromium."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from tests.acting import acting
from tests.pit.casino import accepting
from tests.service.making import QUICK
from tests.web.rigged import RiggedSource
from upcard.game.narrate import text
from upcard.pit import commands as pc
from upcard.service.casino_service import RACK, CasinoService, OneThread, ServiceSettings
from upcard.service.pace import Pace
from upcard.service.secret_text import Secret
from upcard.store.clock import Random, system_random
from upcard.web.app import create_app
from upcard.web.serving import Address, listening

KEY = Secret("the key that the server has printed")
MOMENT = timedelta(milliseconds=10)
QUICK_PACE = Pace(
    card=MOMENT,
    insurance=timedelta(seconds=3),
    pause=MOMENT,
    cut=timedelta(seconds=30),
    betting=timedelta(seconds=1),
    betting_early=timedelta(seconds=0.4),
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@dataclass
class Served:
    """A server in a thread; it can be stopped in mid-round, and started again on the same address."""

    folder: Path
    random: Random = system_random
    pace: Pace = QUICK_PACE
    tables: dict[str, str] = field(default_factory=dict)  # installed besides the demonstration's: name, text
    port: int = 0
    demo: bool = True
    with_prices: bool = False  # computes those of the lobby, as a server does
    wrap: Callable[[Any], Any] = lambda app: app  # around the application

    def start(self) -> None:
        ready, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)))
        self._thread.start()
        assert ready.wait(30), "the server has not started"

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)

    async def _run(self, ready: threading.Event) -> None:
        settings = ServiceSettings(
            folder=self.folder / "data", hashing=QUICK, pace=self.pace, random=self.random, demo=self.demo
        )
        self.house, self.loop = CasinoService(settings, OneThread()), asyncio.get_running_loop()
        self.first = await self.house.start()
        for name, content in self.tables.items():
            await self.house.send(
                acting("administrator first-start"), f"install {name}", pc.InstallTable(name, content)
            )
            for command in accepting(name, content, self.house.settings.clock().date()):
                await self.house.send(acting("compliance first-start"), f"accept {name}", command)
            await self.house.send(acting("supervisor first-start"), f"rack {name}", pc.FillRack(name, RACK))
        with listening(Address("127.0.0.1", self.port)) as listener:
            self.port = listener.getsockname()[1]
            app = create_app(self.house, KEY)
            if self.with_prices:
                app.state.prices.start()
            config = uvicorn.Config(self.wrap(app), log_level="critical", timeout_graceful_shutdown=0)
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve(sockets=[listener]))
            ready.set()
            while not self._stop.is_set():
                await asyncio.sleep(0.02)
            server.should_exit = server.force_exit = True
            await task
            await app.state.prices.close()
        await self.house.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def until(self, table: str) -> datetime:
        """When the table goes on by itself."""
        step = self.house.floor.next_step(table)
        assert step is not None
        return step.at

    def drawn(self, table: str) -> int:
        """How many cards the first hand of seat 1 has."""
        seat = self.house.floor.group(table).at(table).seat(1)
        return len(seat.hands[0].cards) if seat is not None and seat.hands else 0

    def close_table(self, table: str) -> None:
        """Finish the round, give chips back, and close a table, as a supervisor does."""
        pace = replace(self.pace, is_closing=True)
        self.loop.call_soon_threadsafe(self.house.floor.set_pace, table, pace)

    def narration(self, table: str) -> list[str]:
        """What the engine says has happened in the last round, in order."""
        moments = self.house.floor.moments(table).of_last_round()
        return [words for moment in moments if (words := text(moment.event))]


@contextmanager
def serving(folder: Path, *, random: Random = system_random, **more: object) -> Iterator[Served]:
    served = Served(folder, random=random, **more)  # type: ignore[arg-type]  # fields by name
    served.start()
    try:
        yield served
    finally:
        served.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def executable() -> str:
    """Return the program of Chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "install Chromium: apt-get install chromium"
    return found


def dealt(decks: int, *shoes: str) -> RiggedSource:
    return RiggedSource(decks, *shoes)
