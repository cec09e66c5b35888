"""Patrons and listeners of `make bench-load`: raw HTTP on many connections, and the time of every answer and push."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from load_server import SEATS, TABLES, table_name

Place = tuple[str, int]


@dataclass
class Figures:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)  # from the intended time of a command to its answer
    pushes: list[float] = field(default_factory=list)  # to the view of a listener that shows it
    errors: list[str] = field(default_factory=list)


class Post:
    """A connection that sends one command after the other."""

    def __init__(self, place: Place, patron: dict[str, str]) -> None:
        self._place, self._patron = place, patron
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._count = 0

    async def send(self, table: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send a command, and return the status and the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._place)
        reader, writer = self._streams
        self._count += 1
        content = json.dumps(body).encode()
        head = (
            f"POST /api/v1/tables/{table}/commands HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nCookie: {self._patron['cookie']}\r\n"
            f"X-CSRF-Token: {self._patron['csrf']}\r\nIdempotency-Key: {id(self)}-{self._count}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        answer = await reader.readuntil(b"\r\n\r\n")
        status = int(answer[9:12])
        length = int(answer.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        return status, json.loads(await reader.readexactly(length))

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()


async def listen(place: Place, patron: dict[str, str], table: str, view: Callable[[int, bytes], None]) -> None:
    """Watch a table as long as the task lives; `view` is called with the id and the JSON of each view."""
    reader, writer = await asyncio.open_connection(*place, limit=2**20)
    head = f"GET /api/v1/tables/{table}/events HTTP/1.1\r\nHost: bench\r\nCookie: {patron['cookie']}\r\n\r\n"
    writer.write(head.encode())
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), answer
        while True:
            size = int(await reader.readuntil(b"\r\n"), 16)
            event = (await reader.readexactly(size + 2))[:-2]
            if event.startswith(b"id: "):
                first, _, rest = event.partition(b"\n")
                view(int(first[4:]), rest)
    finally:
        writer.close()


class TablePlayers:
    """The patrons of one table: they see its newest view, and know what each may do."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.seen = 0
        self.can: deque[tuple[int, dict[str, Any]]] = deque()  # what may be sent now, by seat
        self._busy: dict[int, int] = {}  # seats that wait for an answer, or for the view of it
        self.sent: dict[int, float] = {}  # when the command of a version was meant to be sent
        self._view: dict[str, Any] | None = None

    def look(self, number: int, text: bytes) -> None:
        """Take a new view."""
        self.seen, self._view = number, json.loads(text.partition(b"data: ")[2])
        self._busy = {seat: due for seat, due in self._busy.items() if due > number}
        self._find()

    def taken(self, seat: int) -> None:
        """Note that a command of a seat is under way."""
        self._busy[seat] = 2**60

    def answered(self, seat: int, number: int, meant: float) -> None:
        """Note the version that a command has made."""
        self.sent[number] = meant
        self._busy[seat] = number
        if number <= self.seen:
            del self._busy[seat]
            self._find()

    def failed(self, seat: int) -> None:
        """Note that a command was refused."""
        self._busy.pop(seat, None)

    def _find(self) -> None:
        self.can.clear()
        view = self._view
        if view is None:
            return
        waits = view["waits_for"]
        if waits["what"] == "wagers" and view["shoe"] is not None and view["shoe"]["stage"] == "live":
            placed = {seat["number"] for seat in view["game"]["seats"] if seat["blackjack"]}
            for seat in range(1, SEATS + 1):
                if seat not in placed and seat not in self._busy:
                    body = {"command": "PlaceWager", "seat": seat, "wager": "blackjack", "amounts": ["10.00"]}
                    self.can.append((seat, body))
        elif waits["what"] == "decision" and waits["seat"] not in self._busy:
            self.can.append((waits["seat"], {"command": "Decide", "seat": waits["seat"], "play": "stand"}))


class Load:
    """All patrons and listeners, against one server."""

    def __init__(self, site: dict[str, Any]) -> None:
        url = urlsplit(site["address"])
        self._place = (url.hostname or "", url.port or 0)
        self._patrons = site["patrons"]
        self._posts = [Post(self._place, patron) for patron in self._patrons]
        self.tables = [TablePlayers(table_name(number)) for number in range(TABLES)]
        self.figures = Figures()
        self._due: deque[float] = deque()  # intended times that wait for a table where something can be done
        self._is_saturated = False
        self._running: set[asyncio.Task[None]] = set()
        self._heard: list[tuple[TablePlayers, int, float]] = []  # versions that listeners have seen, and when
        self._next = 0

    async def open(self, listeners: int) -> list["asyncio.Task[None]"]:
        """Begin to watch: one patron of each table plays by what is seen, the others only measure."""
        tasks = []
        loop = asyncio.get_running_loop()
        for number in range(max(listeners, TABLES)):
            table = number % TABLES
            patron = self._patrons[(table * SEATS + number // TABLES % SEATS)]
            seen = self._eye(table) if number < TABLES else self._ear(table)
            tasks.append(loop.create_task(listen(self._place, patron, table_name(table), seen)))
        return tasks

    def _eye(self, table: int) -> Callable[[int, bytes], None]:
        players, ear = self.tables[table], self._ear(table)

        def seen(number: int, text: bytes) -> None:
            ear(number, text)
            players.look(number, text)
            self._dispatch()

        return seen

    def _ear(self, table: int) -> Callable[[int, bytes], None]:
        players, time_of, heard = self.tables[table], asyncio.get_running_loop().time, self._heard
        last = 0

        def hear(number: int, _: bytes) -> None:
            nonlocal last
            now = time_of()
            heard.extend((players, version, now) for version in range(last + 1 if last else number, number + 1))
            last = number

        return hear

    def _dispatch(self) -> None:
        """Send what is due, wherever something can be done."""
        now = asyncio.get_running_loop().time()
        while self._due or self._is_saturated:
            table = self._ready()
            if table is None:
                return
            seat, body = table.can.popleft()
            table.taken(seat)
            meant = now if self._is_saturated else self._due.popleft()
            task = asyncio.get_running_loop().create_task(self._send(table, seat, body, meant))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _ready(self) -> TablePlayers | None:
        for step in range(TABLES):
            table = self.tables[(self._next + step) % TABLES]
            if table.can:
                self._next += step + 1
                return table
        return None

    async def _send(self, table: TablePlayers, seat: int, body: dict[str, Any], meant: float) -> None:
        number = self.tables.index(table) * SEATS + seat - 1
        try:
            status, answer = await self._posts[number].send(table.table, body)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.figures.errors.append(repr(error))
            return
        self.figures.latencies.append(asyncio.get_running_loop().time() - meant)
        if status == 200:
            table.answered(seat, answer["id"], meant)
        else:
            self.figures.errors.append(f"{status} {answer.get('detail')}")
            table.failed(seat)
        self._dispatch()

    async def at_rate(self, rate: float, seconds: float) -> Figures:
        """Send so many commands a second, at times that do not depend on the answers."""
        loop = asyncio.get_running_loop()
        began, count = loop.time(), round(rate * seconds)
        self._begin()
        for number in range(count):
            meant = began + number / rate
            if (wait := meant - loop.time()) > 0:
                await asyncio.sleep(wait)
            self._due.append(meant)
            self._dispatch()
        await self._finish()
        return self.figures

    async def saturated(self, seconds: float) -> Figures:
        """Send whatever can be done, as fast as it is answered."""
        self._begin()
        self._is_saturated = True
        self._dispatch()
        await asyncio.sleep(seconds)
        self._is_saturated = False
        await self._finish()
        return self.figures

    def _begin(self) -> None:
        self.figures.latencies.clear()
        self.figures.pushes.clear()
        self.figures.errors.clear()
        self._heard.clear()
        for table in self.tables:
            table.sent.clear()

    async def _finish(self) -> None:
        for _ in range(100):
            if not self._due and not self._running:
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)  # the last pushes
        for table, version, heard in self._heard:
            if (meant := table.sent.get(version)) is not None:
                self.figures.pushes.append(heard - meant)

    def close(self) -> None:
        """Close the connections of patrons."""
        for post in self._posts:
            post.close()
