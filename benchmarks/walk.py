"""The walk of a command from its HTTP post to the events sent to viewers: modules, Python calls, JSON encodings.

The application is called as the web server calls it, without sockets. Two patrons watch the table: one by the API, one
on the page. `python benchmarks/walk.py --modules` lists the modules; `--posts N` sends N commands unobserved, for a
profiler.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from load_server import LONG, NOW, PASSWORD, UNLIMITED, furnish, patron_name, settings_of, table_name

from upcard.pit.state import ShoeStage
from upcard.service.casino_service import CasinoService, OneThread, ServiceSettings
from upcard.service.pace import Pace
from upcard.service.secret_text import csrf_token, new_secret
from upcard.service.sessions import log_on
from upcard.store.clock import system_random
from upcard.web.app import create_app

TABLE, SEATS = table_name(0), 2
OURS, JSON = f"{Path('src') / 'upcard'}/", f"{Path(json.__file__).parent}/"
MEASURED = 20  # posts, after as many to warm up
WAGER = b'{"command": "PlaceWager", "seat": 1, "wager": "blackjack", "amounts": ["10.00"]}'
BACK = b'{"command": "WithdrawWager", "seat": 1, "wager": "blackjack"}'
Scope = dict[str, Any]


class Steps:
    """Counts what runs, in every thread, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Counter[str] = Counter()  # by file
        self.encoded = self.decoded = 0
        sys.setprofile(self._note)
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if not self.is_on or event != "call":
            return
        code = frame.f_code
        self.calls[code.co_filename] += 1
        if code.co_filename.startswith(JSON):
            self.encoded += code.co_name == "encode"
            self.decoded += code.co_name == "decode"

    @property
    def modules(self) -> list[str]:
        """The modules of ours that ran."""
        return sorted(name.partition(OURS)[2] for name in self.calls if OURS in name)


class Patron:
    """A patron who is signed in, and sends requests to the application."""

    def __init__(self, house: CasinoService, app: Callable[..., Any], name: str) -> None:
        self._app, self._count = app, 0
        terminal = new_secret(system_random)
        result = log_on(house.people, name=name, password=PASSWORD, terminal=terminal)
        assert result.value is not None, result.problems
        token = result.value.token
        self._cookie = f"upcard_session={token.reveal()}; upcard_terminal={terminal.reveal()}"
        self._csrf = csrf_token(token).reveal()

    def _scope(self, method: str, path: str, headers: dict[str, str]) -> Scope:
        named = {"host": "bench", "cookie": self._cookie, **headers}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("bench", 80),
            "state": {},
        }

    async def post(self, body: bytes) -> int:
        """Send a command to the table, and return the version that it makes."""
        self._count += 1
        sent: list[bytes] = []
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "x-csrf-token": self._csrf,
            "idempotency-key": f"walk {self._count}",
        }

        async def receive() -> Scope:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Scope) -> None:
            sent.append(message.get("body", b""))

        await self._app(self._scope("POST", f"/api/v1/tables/{TABLE}/commands", headers), receive, send)
        made = re.search(rb'"id":([0-9]+)', b"".join(sent))
        assert made is not None, sent
        return int(made[1])

    async def watch(self, path: str, seen: Callable[[int], None]) -> None:
        """Watch the table for ever; `seen` is called with each version."""
        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Scope:
            if not messages:
                await asyncio.Event().wait()
            return messages.pop()

        async def send(message: Scope) -> None:
            text = message.get("body", b"")
            if text.startswith(b"id: "):
                seen(int(text[4:].partition(b"\n")[0]))

        await self._app(self._scope("GET", path, {}), receive, send)


class Seen:
    """The versions of the table that the viewers have."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._changed = asyncio.Event()

    def by(self, viewer: str) -> Callable[[int], None]:
        """Return what a viewer calls with each version."""

        def note(version: int) -> None:
            self._versions[viewer] = version
            self._changed.set()

        return note

    async def wait(self, version: int, viewers: int) -> None:
        """Wait until all viewers have a version."""
        while len(self._versions) < viewers or min(self._versions.values()) < version:
            self._changed.clear()
            await self._changed.wait()


def settings(folder: Path) -> ServiceSettings:
    """Return a service whose table waits for its patrons only."""
    return replace(settings_of(folder), pace=replace(Pace(), betting=LONG, betting_early=LONG, cut=NOW, seat_hold=LONG))


@asynccontextmanager
async def watched_table(folder: Path) -> AsyncIterator[Callable[[bytes], Any]]:
    """Yield a function that posts a command and waits until the viewers have seen its event."""
    await furnish(folder, 1, SEATS)
    house = CasinoService(settings(folder), OneThread())
    await house.start()
    app = create_app(house, limits=UNLIMITED)
    first, second = (Patron(house, app, patron_name(number)) for number in range(SEATS))
    while (shoe := house.floor.group(TABLE).tables[TABLE].shoe) is None or shoe.stage is not ShoeStage.LIVE:
        await asyncio.sleep(0.01)
    seen = Seen()
    paths = {"API": f"/api/v1/tables/{TABLE}/events", "page": f"/tables/{TABLE}/stream"}
    viewers = [
        asyncio.create_task(who.watch(path, seen.by(name)))
        for who, (name, path) in zip((first, second), paths.items(), strict=True)
    ]

    async def post(body: bytes) -> None:
        await seen.wait(await first.post(body), len(viewers))

    try:
        yield post
    finally:
        for viewer in viewers:
            viewer.cancel()
        await asyncio.gather(*viewers, return_exceptions=True)
        await house.close()


async def measure(folder: Path, *, lists_modules: bool) -> None:
    """Print what a wager takes from its post to the last viewer."""
    steps = Steps()
    async with watched_table(folder) as post:
        for number in range(2 * MEASURED):
            steps.is_on = number >= MEASURED
            await post(WAGER)
            steps.is_on = False
            await post(BACK)
    own = sum(count for name, count in steps.calls.items() if OURS in name)
    print(f"{len(steps.modules)} modules of upcard, {len(steps.calls)} of all")
    print(f"{steps.calls.total() / MEASURED:.0f} Python calls, {own / MEASURED:.0f} of them in upcard")
    print(f"{steps.encoded / MEASURED:.1f} JSON encodings, {steps.decoded / MEASURED:.1f} decodings")
    if lists_modules:
        print("\n".join(steps.modules))


async def send(folder: Path, posts: int) -> None:
    """Send commands unobserved."""
    async with watched_table(folder) as post:
        for number in range(posts):
            await post(BACK if number % 2 else WAGER)


def main() -> None:
    """Measure the walk, or send commands for a profiler to observe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", action="store_true", help="list the modules")
    parser.add_argument("--posts", type=int, help="send this number of commands, unobserved")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.posts is not None:
            asyncio.run(send(Path(folder) / "data", arguments.posts))
        else:
            asyncio.run(measure(Path(folder) / "data", lists_modules=arguments.modules))


if __name__ == "__main__":
    main()
