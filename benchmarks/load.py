"""Commands a second of a real server on one core, durably: latency from the intended time, pushes, memory, what limits.

The server runs in a process of its own, pinned to one processor; the patrons are in this one, on another where there is
one. `python benchmarks/load.py ROW …` runs some rows: steady, saturated, listeners, memory.
"""

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from load_players import Figures, Load
from load_server import furnish, patron_name, settings_of, table_name, used
from uvicorn.loops.auto import auto_loop_factory

from upcard.game import commands as do
from upcard.game.awaited import WaitsFor, waiting_for
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.actors import Actor
from upcard.pit.state import ShoeStage
from upcard.rules.enums import Play
from upcard.service.casino_service import CasinoService, OneThread
from upcard.store.opening import create_journal, open_journal
from upcard.store.rows import NewRow, canonical

ROWS = ("steady", "saturated", "listeners", "memory")
SECONDS, WARM = 30.0, 5.0
STEADY, STEADY_P99 = 300, 0.050
SATURATED = 800
LISTENERS, PUSHED, PUSH_P99 = 500, 100, 0.250
ROUNDS, GROWTH = 100_000, 0.05


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of all lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def raw_rate(seconds: float = 1.5) -> tuple[float, float]:
    """Return the rows a second that the journal itself takes durably: singly, and in batches of 20."""
    rates = []
    with tempfile.TemporaryDirectory() as folder:
        create_journal(Path(folder) / "raw.db")
        with closing(open_journal(Path(folder) / "raw.db")) as journal:
            number = 0
            for size in (1, 20):
                end, count, began = time.perf_counter() + seconds, 0, time.perf_counter()
                while time.perf_counter() < end:
                    journal.append([_raw_row(number + n) for n in range(size)])
                    number, count = number + size, count + size
                rates.append(count / (time.perf_counter() - began))
    return rates[0], rates[1]


def _raw_row(number: int) -> NewRow:
    return NewRow(
        expected=(("table 1", number),),
        time="2026-07-01T12:00:00.000000Z",
        actor="patron bench",
        key=f"raw {number}",
        command=canonical({"command": "Decide", "seat": 3, "play": "stand"}),
        events=canonical([{"event": "HandStood", "cite": "13:69F-2.6(f)", "seat": 3}]),
        engine="0",
        schema=1,
    )


class Server:
    """A server on one processor."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, str(Path(__file__).parent / "load_server.py"), str(folder)]
        self._process = subprocess.Popen(
            ["taskset", "-c", "0", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.site: dict[str, Any] = self._line()

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line: dict[str, Any] = json.loads(self._process.stdout.readline())
        return line

    def used(self) -> dict[str, Any]:
        """Return what the server has used since it was asked last."""
        assert self._process.stdin is not None
        self._process.stdin.write("used\n")
        self._process.stdin.flush()
        return self._line()

    def close(self) -> None:
        """Stop the server in order."""
        self._process.terminate()
        assert self._process.wait(30) == 0


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run something in the quickest event loop there is."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(main)


def report(name: str, figures: Figures, seconds: float, spent: dict[str, Any], target: str, *, is_met: bool) -> None:
    """Print a row: what was reached, what it cost, and what it was spent on."""
    count = max(1, len(figures.latencies))
    busy = spent["user"] + spent["system"]
    print(f"{name}: {count / seconds:.0f} commands/s, p50 {quantile(figures.latencies, 0.5) * 1000:.1f} ms,", end=" ")
    worst = max(figures.latencies, default=0)
    print(f"p99 {quantile(figures.latencies, 0.99) * 1000:.1f} ms, worst {worst * 1000:.0f} ms")
    if figures.pushes:
        pushed = [quantile(figures.pushes, share) * 1000 for share in (0.5, 0.99)]
        print(f"  {len(figures.pushes) / seconds:.0f} pushes/s, p50 {pushed[0]:.1f} ms, p99 {pushed[1]:.1f} ms")
    print(f"  {len(figures.errors)} errors {figures.errors[:2] or ''}")
    print(f"  processor: {busy / seconds:.0%} of one core, {busy / count * 1000:.2f} ms a command", end=" ")
    print(f"({spent['user'] / count * 1000:.2f} user; writer thread {spent['writer'] / count * 1000:.2f})")
    kinds: dict[str, int] = spent["kinds"]
    total = sum(kinds.values()) or 1
    shares = sorted(kinds.items(), key=lambda pair: -pair[1])
    print("  event loop: " + ", ".join(f"{kind} {number / total:.0%}" for kind, number in shares))
    print(f"  {'met' if is_met else 'NOT MET'}: {target}", flush=True)


async def steady(server: Server, seconds: float) -> None:
    """300 commands a second from 100 patrons at 20 tables, with 100 listeners."""
    await _open_loop(server, seconds, STEADY, 100, f"{STEADY}/s, 100 listeners, p99 under 50 ms, no error", STEADY_P99)


async def listeners(server: Server, seconds: float) -> None:
    """100 commands a second, with 25 listeners at each table."""
    target = f"{PUSHED}/s, {LISTENERS} listeners, push p99 under 250 ms, no error"
    await _open_loop(server, seconds, PUSHED, LISTENERS, target, None)


async def _open_loop(server: Server, seconds: float, rate: int, count: int, target: str, p99: float | None) -> None:
    load = Load(server.site)
    tasks = await load.open(count)
    await asyncio.sleep(1)
    await load.at_rate(rate, WARM)
    server.used()
    figures = await load.at_rate(rate, seconds)
    is_met = not figures.errors and len(figures.latencies) >= 0.99 * rate * seconds
    is_met &= quantile(figures.latencies, 0.99) < p99 if p99 else quantile(figures.pushes, 0.99) < PUSH_P99
    report(target.split(",")[0] + f" with {count} listeners", figures, seconds, server.used(), target, is_met=is_met)
    await _end(load, tasks)


async def saturated(server: Server, seconds: float) -> None:
    """As many commands as there can be; a stream a table shows the patrons their cards."""
    load = Load(server.site)
    tasks = await load.open(0)
    await asyncio.sleep(1)
    await load.saturated(WARM)
    server.used()
    figures = await load.saturated(seconds)
    is_met = not figures.errors and len(figures.latencies) / seconds >= SATURATED
    target = f"at least {SATURATED}/s saturated, no error"
    report("saturated", figures, seconds, server.used(), target, is_met=is_met)
    await _end(load, tasks)


async def _end(load: Load, tasks: list["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    load.close()


async def memory(folder: Path, rounds: int) -> None:
    """Play rounds at 20 tables without sockets, and compare the memory after a tenth of them with that after all."""
    tables = 20
    await furnish(folder, tables, 1)
    house = CasinoService(settings_of(folder), OneThread())
    await house.start()
    names = [table_name(number) for number in range(tables)]
    first = sum(house.floor.group(name).at(name).round for name in names)
    players = [asyncio.create_task(_play(house, number)) for number in range(tables)]
    began, marks = time.perf_counter(), {}
    for mark in (rounds // 10, rounds):
        while sum(house.floor.group(name).at(name).round for name in names) - first < mark:
            await asyncio.sleep(0.05)
            if failed := [task for task in players if task.done()]:
                failed[0].result()
        gc.collect()
        marks[mark] = used()["memory"]
    seconds = time.perf_counter() - began
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    rows = house.floor.position
    await house.close()
    growth = marks[rounds] / marks[rounds // 10] - 1
    tenth = rounds // 10
    print(f"memory: {marks[tenth]:.1f} MiB after {tenth:,} rounds, {marks[rounds]:.1f} after {rounds:,}", end=" ")
    print(f"({growth:+.1%}); {rounds / seconds:.0f} rounds/s, {rows / seconds:.0f} rows/s without sockets")
    print(f"  {'met' if growth < GROWTH else 'NOT MET'}: within {GROWTH:.0%}", flush=True)


async def _play(house: CasinoService, number: int) -> None:
    """Wager and stand, again and again."""
    table, actor, count = table_name(number), Actor(Role.PATRON, patron_name(number)), 0
    changed = asyncio.Event()
    house.floor.on_change(lambda _: changed.set())
    while True:
        changed.clear()
        group = house.floor.group(table)
        state, shoe = group.at(table), group.tables[table].shoe
        waiting, action = waiting_for(state), None
        if waiting.kind is WaitsFor.WAGERS and shoe is not None and shoe.stage is ShoeStage.LIVE and not state.seats:
            action = pc.AtTable(table, do.PlaceWager(1, "blackjack", (Cents(10_00),)))
        elif waiting.kind is WaitsFor.DECISION:
            action = pc.AtTable(table, do.Decide(1, Play.STAND))
        if action is None:
            await changed.wait()
            continue
        count += 1
        await house.send(actor, f"{time.time_ns()} {count}", action)


def main() -> None:
    """Run the rows that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"{', '.join(ROWS)} (all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each row under load")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of the row of memory")
    arguments = parser.parse_args()
    if unknown := set(arguments.rows) - set(ROWS):
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    rows = arguments.rows or list(ROWS)
    if len(processors := os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, processors - {0})
    single, batched = raw_rate()
    print(f"raw journal: {single:.0f} rows/s singly, {batched:.0f} rows/s in batches of 20, durably", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        if {"steady", "saturated", "listeners"} & set(rows):
            server = Server(Path(folder) / "data")
            try:
                for row in (steady, saturated, listeners):
                    if row.__name__ in rows:
                        run(row(server, arguments.seconds))
            finally:
                server.close()
        if "memory" in rows:
            run(memory(Path(folder) / "memory", arguments.rounds))


if __name__ == "__main__":
    main()
