"""Run the tables: each waits until its next step is due or something happens, then checks again."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from upcard.game import commands as do
from upcard.game.awaited import WaitsFor
from upcard.pit import commands as pc
from upcard.pit.ledger import Answer, Declined, Done, Unavailable
from upcard.service.floor import Floor
from upcard.service.next_step import TableStep
from upcard.service.writer import Writer, command_name
from upcard.store.clock import Clock

LOG = logging.getLogger("upcard.service")
GRAIN = 0.001  # seconds; a shorter wait might not advance the clock
LOOK = 0.1  # seconds between checks whether rounds are over
PAUSE = 1.0  # seconds before a step that failed is tried again

_ROUND = frozenset(WaitsFor) - {WaitsFor.OPENING, WaitsFor.SHUFFLE, WaitsFor.WAGERS}


class Runner:
    """Carries out the steps of every table on the floor, including tables installed later."""

    def __init__(self, floor: Floor, writer: Writer, clock: Clock) -> None:
        self._floor, self._writer, self._clock = floor, writer, clock
        self._tables: dict[str, tuple[asyncio.Event, asyncio.Task[None]]] = {}
        self._heard: dict[str, float] = {}  # when a table last changed, by the loop's clock
        self._is_running = False
        self.is_finishing = False

    def start(self) -> None:
        """Begin; in the event loop."""
        self._is_running = True
        self._floor.on_change(self._changed)
        self._look(self._floor.tables)

    def stop(self) -> None:
        """Stop; a round in play continues at the next start."""
        self._is_running = False
        for _, task in self._tables.values():
            task.cancel()

    async def close(self) -> None:
        """Stop, and wait until every table has stopped."""
        self.stop()
        await asyncio.gather(*(task for _, task in self._tables.values()), return_exceptions=True)

    def in_play(self) -> tuple[str, ...]:
        """Return the tables that are in a round."""
        return tuple(name for name in self._floor.tables if self._floor.waiting(name).kind in _ROUND)

    async def finish(self, longest: float) -> bool:
        """Start no more rounds, wait up to a number of seconds for those in play, and return whether all have ended."""
        self.is_finishing, loop = True, asyncio.get_running_loop()
        end = loop.time() + longest
        while self.in_play():
            if loop.time() >= end:
                return False
            await asyncio.sleep(LOOK)
        return True

    def due(self, table: str) -> datetime | None:
        """Return when the next step of a table is due, for those who watch."""
        step = self._floor.next_step(table)
        return None if step is None else step.at

    def _changed(self, streams: frozenset[str]) -> None:
        if self._is_running:
            self._look(self._floor.tables_of(streams))

    def _look(self, tables: Iterable[str]) -> None:
        loop = asyncio.get_running_loop()
        for name in tables:
            self._heard[name] = loop.time()
            if name in self._tables:
                self._tables[name][0].set()
            else:
                event = asyncio.Event()
                self._tables[name] = event, loop.create_task(self._run(name, event), name=f"upcard table {name}")

    async def _run(self, name: str, changed: asyncio.Event) -> None:
        while True:
            changed.clear()
            step = self._floor.next_step(name)
            is_held = step is not None and self.is_finishing and _begins_round(step)
            delay = None if step is None or is_held else self._delay(name, step)
            if step is None or delay is None or delay > 0:
                await _wait(changed, None if delay is None else max(delay, GRAIN))
                continue
            answer = await self._writer.send(step.request(name, self._floor.version(name)))
            if not isinstance(answer, Done):
                if not changed.is_set():  # nobody was quicker
                    LOG.warning("table %s: %s failed: %s", name, command_name(step.command), _why(answer))
                await _wait(changed, PAUSE)

    def _delay(self, name: str, step: TableStep) -> float:
        """Return how many seconds are left; a clock set back never makes the wait longer than the pace says."""
        timing, now = self._floor.timing(name), asyncio.get_running_loop().time()
        by_clock = (step.at - self._clock()).total_seconds()
        by_loop = (step.at - timing.last).total_seconds() - (now - self._heard[name])
        return min(by_clock, by_loop)


def _begins_round(step: TableStep) -> bool:
    return isinstance(step.command, pc.AtTable) and isinstance(step.command.action, do.CloseBetting)


def _why(answer: Answer) -> str:
    """Return how a log describes an answer: its reasons, never a row."""
    match answer:
        case Declined(refusals=refusals):
            return "; ".join(refusal.message for refusal in refusals)
        case Unavailable(reason=reason, problem=problem):
            return problem or reason
    return type(answer).__name__


async def _wait(changed: asyncio.Event, seconds: float | None) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed.wait()
