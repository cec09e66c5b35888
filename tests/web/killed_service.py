"""A server that is killed, runs out of disk, loses its database or its time, under patrons who send again what failed.

`python -m tests.web.killed_service FOLDER SEED KILLS [--postgresql]` prints what happened.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.store import cluster
from tests.store.cluster import Cluster
from upcard.money import parse_money, plain_money
from upcard.service.casino_service import PLAY_MONEY
from upcard.store.clock import read_time
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal

ROOT = Path(__file__).parents[2]
AT_ONCE = 2  # requests of a patron under way at a time
PATIENCE = 300.0  # seconds until everybody must have an answer, also on a machine that has much else to do
TABLES = ("blackjack", "free-bet", "in-between")


@dataclass
class Order:
    """What a patron asks for, under one key, until it is answered."""

    patron: str
    key: str
    path: str
    body: dict[str, Any]
    may_be_refused: bool
    answer: str | None = None
    attempts: int = 0


@dataclass
class Server:
    """The server, over many lives of it."""

    folder: Path
    words: list[str]
    forks: asyncio.subprocess.Process
    process: int = 0
    address: str = ""
    shown: dict[str, Any] = field(default_factory=dict)
    is_up: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def clock(self) -> Path:
        return self.folder / "clock"

    async def _ask(self, order: dict[str, Any]) -> None:
        assert self.forks.stdin is not None
        self.forks.stdin.write((json.dumps(order) + "\n").encode())
        await self.forks.stdin.drain()

    async def _hear(self) -> dict[str, Any]:
        assert self.forks.stdout is not None
        line = await asyncio.wait_for(self.forks.stdout.readline(), PATIENCE)
        heard: dict[str, Any] = json.loads(line)
        return heard

    async def start(self) -> dict[str, Any]:
        """Start a server; return what it shows."""
        await self._ask({"words": self.words, "clock": str(self.clock), "limit": None})
        process = (await self._hear())["process"]
        shown = await self._hear()
        self.process, self.address = process, shown["address"]
        self.is_up.set()
        return shown

    async def ended(self, process: int) -> int:
        await self._ask({"wait": process})
        return int((await self._hear())["code"])

    async def stop(self, number: int) -> int:
        self.is_up.clear()
        os.kill(self.process, number)
        return await self.ended(self.process)


@dataclass
class Patrons:
    """Everybody who plays, and what they were answered."""

    server: Server
    random: Random
    passwords: dict[str, str]
    clients: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    logging_on: dict[str, asyncio.Lock] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    is_over: bool = False

    @property
    def refused(self) -> int:
        """How often the server could not write."""
        return self.happened["503"] + self.happened["log-on 503"]

    def order(self, patron: str) -> Order:
        """Return what a patron asks for next."""
        number = sorted(self.passwords).index(patron)
        table, seat = TABLES[number % len(TABLES)], 1 + number // len(TABLES)
        path = f"/api/v1/tables/{table}/commands"
        buy = {"command": "BuyIn", "seat": seat, "amount": "1.00"}
        choices: list[tuple[str, dict[str, Any], bool]] = [
            (path, buy, False),
            (path, buy, False),
            ("/api/v1/wallet/commands", {"command": "Withdraw", "amount": "0.01", "reference": "cage"}, False),
            (path, {"command": "PlaceWager", "seat": seat, "wager": "blackjack", "amounts": ["10.00"]}, True),
            (path, {"command": "Decide", "seat": seat, "play": "draw"}, True),
        ]
        where, body, may_be_refused = self.random.choice(choices)
        order = Order(patron, f"{patron} {len(self.orders)}", where, body, may_be_refused)
        self.orders.append(order)
        return order

    async def play(self, patron: str) -> None:
        """Send one request after the other, each until it is answered; now and then an old one again."""
        while not self.is_over:
            await self.settle(self.order(patron))
            old = self.random.choice(self.orders)
            if old.answer is not None and self.random.random() < 0.1:
                self.happened["sent again"] += 1
                await self.settle(old)

    async def settle(self, order: Order) -> None:
        async with asyncio.timeout(2 * PATIENCE):
            while not await self._is_answered(order):
                self.happened["retry"] += 1
                await asyncio.sleep(0.02)
                await self.server.is_up.wait()

    async def _is_answered(self, order: Order) -> bool:
        begun = datetime.now(UTC).timestamp()
        order.attempts += 1
        try:
            client = await self._client(order.patron)
            headers = {"Idempotency-Key": order.key}
            reply = await client.post(self.server.address + order.path, json=order.body, headers=headers)
        except httpx.TransportError:
            return False
        self.happened[f"{reply.status_code}"] += 1
        if reply.status_code in (429, 503):  # too fast, or the server cannot write
            assert reply.headers["retry-after"], reply.text
            return False
        if reply.status_code in (401, 403):  # the clock was set back: sessions end
            if self.clients.get(order.patron) is client:
                del self.clients[order.patron]
            return False
        if reply.status_code == 409:
            assert order.may_be_refused, (order, reply.text)
            assert order.answer is None, (order, reply.text)
            return True
        assert reply.status_code == 200, (order, reply.status_code, reply.text)
        if order.answer is not None:
            assert reply.text == order.answer, (order, reply.text)
        elif order.attempts > 1 and read_time(reply.json()["time"]).timestamp() < begun:
            self.happened["done, and its answer lost"] += 1
        order.answer = reply.text
        return True

    async def _client(self, patron: str) -> httpx.AsyncClient:
        """Return the browser of a patron; a new one logs on, which ends the session of another."""
        async with self.logging_on.setdefault(patron, asyncio.Lock()):
            if patron not in self.clients:
                self.clients[patron] = await self._logged_on(patron)
            return self.clients[patron]

    async def _logged_on(self, patron: str) -> httpx.AsyncClient:
        client = httpx.AsyncClient(timeout=20)
        session = await client.get(self.server.address + "/api/v1/session")
        await self._require_answer(client, session)
        reply = await client.post(
            self.server.address + "/api/v1/session",
            json={"name": patron, "password": self.passwords[patron]},
            headers={"X-CSRF-Token": session.json()["csrf"]},
        )
        await self._require_answer(client, reply)
        client.headers["X-CSRF-Token"] = reply.json()["csrf"]
        self.happened["logged on"] += 1
        return client

    async def _require_answer(self, client: httpx.AsyncClient, reply: httpx.Response) -> None:
        """Raise if a log-on must be tried again: many at once are too many, or the server cannot write."""
        if reply.status_code == 200:
            return
        assert reply.status_code in (429, 503), reply.text
        self.happened[f"log-on {reply.status_code}"] += 1
        await client.aclose()
        await asyncio.sleep(1)
        raise httpx.ConnectError("not logged on")

    async def _wallet(self, patron: str) -> httpx.Response:
        """Ask for a wallet until there is an answer."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(httpx.TransportError):
                    reply = await (await self._client(patron)).get(self.server.address + "/api/v1/wallet")
                    if reply.status_code == 200:
                        return reply
                    assert reply.status_code in (429, 503), reply.text
                await asyncio.sleep(0.5)

    async def check_wallets(self) -> None:
        """Compare every wallet with what was asked for, each once."""
        for patron in self.passwords:
            wallet = (await self._wallet(patron)).json()
            moved = sum(
                parse_money(order.body["amount"])
                for order in self.orders
                if order.patron == patron and order.answer is not None and "amount" in order.body
            )
            assert wallet["balance"] == plain_money(PLAY_MONEY - moved), (patron, wallet)


def check_journal(patrons: Patrons, place: str, folder: Path) -> None:
    """Look for every answer in the journal, once; then audit it."""
    with closing(open_journal(place, read_only=True)) as journal:
        rows = {row.key.partition("/")[2]: row for row in all_rows(journal) if row.actor.startswith("patron ")}
        count = sum(row.actor.startswith("patron ") for row in all_rows(journal))
    assert count == len(rows), "a command was done twice"
    answered = {order.key: json.loads(order.answer) for order in patrons.orders if order.answer is not None}
    assert rows.keys() == answered.keys(), rows.keys() ^ answered.keys()
    for key, answer in answered.items():
        assert (rows[key].position, rows[key].time) == (answer["position"], answer["time"]), key
    words = ["audit", place, "--keys", str(folder / "keys"), "--checkpoints", str(folder / "checkpoints"), "-q"]
    done = subprocess.run([sys.executable, "-m", "upcard", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


async def full_disk(server: Server, patrons: Patrons) -> None:
    """Let no file grow any more for a while; the server says so, and goes on when there is room again."""
    refused = patrons.refused
    resource.prlimit(server.process, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    async with asyncio.timeout(PATIENCE):
        while patrons.refused < refused + 3:
            await asyncio.sleep(0.05)
    resource.prlimit(server.process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await until_ready(server)
    patrons.happened["full disk"] += 1


async def until_ready(server: Server) -> None:
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as client:
        while (await client.get(server.address + "/readyz")).status_code != 200:
            await asyncio.sleep(0.1)


async def database_stopped(server: Server, patrons: Patrons, database: Cluster) -> None:
    """Stop PostgreSQL as a power loss would, and start it again; the server goes on by itself."""
    refused = patrons.refused
    database.stop()
    async with asyncio.timeout(PATIENCE):
        while patrons.refused < refused + 3:
            await asyncio.sleep(0.05)
    database.process = (await asyncio.to_thread(cluster.start, database.data, database.folder, {})).process
    await until_ready(server)
    patrons.happened["database stopped"] += 1


def clock_set_back(server: Server, patrons: Patrons) -> None:
    """Set the clock back: a little, or so far that everybody must sign in again."""
    seconds = patrons.random.choice((5.0, 40.0, 3 * 3600.0))
    other = server.clock.with_suffix(".new")
    other.write_text(str(float(server.clock.read_text(encoding="utf-8")) - seconds), encoding="utf-8")
    other.replace(server.clock)  # at once: the server may be reading it
    patrons.happened["clock set back"] += 1


async def second_server(server: Server, patrons: Patrons) -> None:
    """Another server on the same files is refused; the first does not notice."""
    words = ["-m", "upcard", "serve", "--port", "0", *server.words]
    second = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=subprocess.PIPE)
    try:
        _, errors = await asyncio.wait_for(second.communicate(), PATIENCE)
    finally:
        if second.returncode is None:  # it was not refused, or nobody waits for it any more
            second.kill()
    assert (second.returncode, b"is open in another server" in errors) == (2, True), errors
    patrons.happened["second server refused"] += 1


async def run(folder: Path, seed: int, kills: int, database: Cluster | None) -> dict[str, int]:
    """Kill the server of one folder, and check what is left."""
    random, data = Random(seed), folder / "data"
    url = None if database is None else database.url()
    words = ["--data", str(data), *(() if url is None else ("--database", url))]
    forks = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.web.forked_servers", cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    server = Server(folder, words, forks)
    server.clock.write_text("0", encoding="utf-8")
    patrons = Patrons(server, random, (await server.start())["patrons"])
    playing = [asyncio.ensure_future(patrons.play(name)) for name in patrons.passwords for _ in range(AT_ONCE)]
    breaking = asyncio.ensure_future(lives(server, patrons, kills, database))
    try:
        await asyncio.wait([breaking, *playing], return_when=asyncio.FIRST_COMPLETED)
        for each in playing:
            if each.done():
                await each  # raises what went wrong
        await breaking
        patrons.is_over = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        await patrons.check_wallets()
        assert await server.stop(signal.SIGTERM) == 0
        check_journal(patrons, url or str(data / "journal.db"), data)
    finally:
        for each in (breaking, *playing):
            each.cancel()
        await asyncio.gather(breaking, *playing, return_exceptions=True)
        if server.is_up.is_set():
            os.kill(server.process, signal.SIGKILL)
        await asyncio.gather(*(client.aclose() for client in patrons.clients.values()))
        forks.terminate()
        await forks.wait()
    return {"commands": len(patrons.orders), **patrons.happened}


async def lives(server: Server, patrons: Patrons, kills: int, database: Cluster | None) -> None:
    """Kill the server again and again; between two kills something else may go wrong."""
    async with asyncio.timeout(PATIENCE):
        while patrons.happened["logged on"] < len(patrons.passwords):
            await asyncio.sleep(0.05)
    for kill in range(kills):
        await asyncio.sleep(patrons.random.uniform(0.05, 0.6))
        if database is not None and kill % 3 == 1:
            await database_stopped(server, patrons, database)
        if database is None and kill % 10 == 3:
            await full_disk(server, patrons)
        if database is None and kill % 20 == 5:
            await second_server(server, patrons)
        if kill % 10 == 7:
            clock_set_back(server, patrons)
        await server.stop(signal.SIGKILL)
        patrons.happened["killed"] += 1
        await server.start()
    await asyncio.sleep(0.5)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.killed_service", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("kills", type=int)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        database = None
        if options.postgresql:
            database = stack.enter_context(cluster.running(cluster.template(options.folder)))
        print(json.dumps(asyncio.run(run(options.folder, options.seed, options.kills, database))))


if __name__ == "__main__":
    main()
