"""A real server in a thread, quick tables with wanted cards, and Chromium that plays at them by keyboard alone."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.service.making import QUICK
from tests.web.rigged import RiggedSource
from upcard.game.narrate import text
from upcard.pit import commands as pc
from upcard.service.house import RACK, House, HouseSettings, OneThread
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
PATIENCE = 15_000  # milliseconds


@dataclass
class Served:
    """A server in a thread; it can be stopped in mid-round, and started again on the same address."""

    folder: Path
    random: Random = system_random
    pace: Pace = QUICK_PACE
    tables: dict[str, str] = field(default_factory=dict)  # installed besides the demonstration's: name, text
    port: int = 0
    with_prices: bool = False  # computes those of the lobby, as a server does

    def start(self) -> None:
        ready, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)))
        self._thread.start()
        assert ready.wait(30), "the server has not started"

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)

    async def _run(self, ready: threading.Event) -> None:
        settings = HouseSettings(folder=self.folder / "data", hashing=QUICK, pace=self.pace, random=self.random)
        self.house = House(settings, OneThread())
        await self.house.start()
        for name, content in self.tables.items():
            await self.house.send("administrator first-start", f"install {name}", pc.InstallTable(name, content))
            await self.house.send("supervisor first-start", f"rack {name}", pc.FillRack(name, RACK))
        with listening(Address("127.0.0.1", self.port)) as listener:
            self.port = listener.getsockname()[1]
            app = create_app(self.house, KEY)
            if self.with_prices:
                app.state.prices.start()
            config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=0)
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
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def dealt(decks: int, *shoes: str) -> RiggedSource:
    return RiggedSource(decks, *shoes)


@dataclass
class Player:
    """Somebody at a table, who uses the keyboard, and finds things by their roles and names."""

    page: Page
    served: Served
    inputs: int = 0
    problems: list[str] = field(default_factory=list)

    @classmethod
    def enter(cls, browser: Browser, served: Served, person: str = "Ada", **context: object) -> "Player":
        page = browser.new_context(reduced_motion="reduce", **context).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        player = cls(page, served)
        page.on("pageerror", lambda error: player.problems.append(str(error)))
        page.on("console", lambda line: player.problems.append(line.text) if "Content Security" in line.text else None)
        page.goto(f"{served.address}/demo/{KEY.reveal()}")
        player.press(page.get_by_role("button", name=re.compile(f"^{person}")))
        page.wait_for_url("**/lobby")
        return player

    def press(self, what: Locator, key: str = "Enter") -> None:
        """Come to something by its role and name, and press a key there."""
        what.focus()
        self.page.keyboard.press(key)
        self.inputs += 1

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.inputs += 1

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def go_to(self, table: str) -> None:
        self.page.goto(f"{self.served.address}/tables/{table}")

    def sit(self, seat: int = 1) -> None:
        self.press(self.button(f"Take seat {seat}"))
        expect(self.button(f"Leave seat {seat}")).to_be_visible()

    def cut(self) -> None:
        self.press(self.button("Cut", exact=True))
        expect(self.button("Cut", exact=True)).to_have_count(0)

    def bet(self, *wagers: str, seat: int = 1) -> None:
        for wager in wagers:
            self.press(self.button(re.compile(rf"^Seat {seat}, {re.escape(wager)}:")))
        self.press(self.button(re.compile(r"^Place \$")))

    def play(self, key: str, play: str) -> None:
        """Decide by a letter, once the play is offered."""
        expect(self.button(re.compile(f"^{play}"))).to_be_visible()
        expect(self.button(re.compile(f"^{play}"))).not_to_have_attribute("aria-disabled", "true")
        self.key(key)

    @property
    def phase(self) -> Locator:
        return self.page.get_by_role("region", name="State of the table").locator("#phase-words")

    def announced(self) -> list[str]:
        """What the live region has said, without the paragraphs."""
        lines = self.page.get_by_role("log", name="What the dealer says and does").get_by_role("listitem").all()
        return [re.sub(r"\s+\d+:\d+\w*-\S+$", "", (line.text_content() or "").strip()) for line in lines]

    def settled(self) -> str:
        expect(self.page.get_by_role("region", name="Settled")).to_be_visible()
        return self.page.get_by_role("region", name="Settled").inner_text()

    def wait_until_over(self) -> None:
        """Wait until the round has been settled and cleared."""
        expect(self.page.get_by_role("log").get_by_text("the cards are picked up").last).to_be_attached()
        expect(self.phase).to_have_text(re.compile("wagers|shuffled"))
