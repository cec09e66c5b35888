"""The prices of all tables: computed once for each definition, in another process, and kept."""

import asyncio
import json
import logging
import sys
from collections.abc import Callable
from contextlib import suppress

from upcard.api.table import table_of
from upcard.service.casino_service import CasinoService
from upcard.table import TableConfig
from upcard.web.price_values import LobbyPrice
from upcard.web.price_worker import read_answer

LOG = logging.getLogger("upcard.web")
WORKER = "upcard.web.price_worker"


class PriceList:
    """The prices of every table's wagers, as far as they are computed."""

    def __init__(self, house: CasinoService) -> None:
        self._house = house
        self._prices: dict[str, tuple[TableConfig, tuple[LobbyPrice, ...]]] = {}  # by table, with what was priced
        self._task: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call a listener whenever a table has been priced."""
        self._listeners.append(listener)

    def of(self, table: str) -> tuple[LobbyPrice, ...] | None:
        """Return the prices of a table; None while they are computed."""
        priced = self._prices.get(table)
        return priced[1] if priced is not None and priced[0] is self._config(table) else None

    def start(self) -> None:
        """Start pricing the tables, in the event loop."""
        self._task = asyncio.get_running_loop().create_task(self.compute(), name="upcard prices")

    async def close(self) -> None:
        """Stop computing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def compute(self) -> None:
        """Price every table that has no price yet, one after the other."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", WORKER),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in a terminal is for the server, which ends this process
        )
        try:
            for name in self._house.floor.tables:
                if self.of(name) is None:
                    await self._ask(process, name)
        except (OSError, ValueError) as error:
            LOG.warning("lobby prices are incomplete: %s", error)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ask(self, process: asyncio.subprocess.Process, name: str) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        config, law = self._config(name), self._house.floor.group(name).tables[name].law
        process.stdin.write(json.dumps([table_of(config).to_toml(), law]).encode() + b"\n")
        await process.stdin.drain()
        self._prices[name] = config, read_answer(await process.stdout.readline())
        for listener in self._listeners:
            listener()

    def _config(self, table: str) -> TableConfig:
        return self._house.floor.group(table).tables[table].state.felt.config
