"""Requests to the application without a socket, and without a thread: one after the other, or many at once."""

import asyncio
import json
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import count
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI

LONGEST_GLANCE = 200  # turns of the event loop


@dataclass(frozen=True)
class Reply:
    """What was answered."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value.decode() for key, value in self.headers if key == name.encode()), None)

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Exchange:
    """One request on its way through the application."""

    body: bytes
    start: MutableMapping[str, Any] = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)
    sent: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self) -> dict[str, Any]:
        if not self.sent:
            self.sent = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.parts.append(message.get("body", b""))

    @property
    def reply(self) -> Reply:
        return Reply(self.start["status"], tuple(self.start["headers"]), b"".join(self.parts))


@dataclass
class Listening:
    """A request whose client has not gone yet."""

    exchange: Exchange
    app: "asyncio.Future[None]"

    async def go(self) -> Reply:
        """Go away; return what was answered until then."""
        self.exchange.gone.set()
        await self.app
        return self.exchange.reply


@dataclass
class Client:
    """A browser with its cookies, and the token of its page."""

    app: FastAPI
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str = ""
    address: str = "127.0.0.1"
    keys: Any = field(default_factory=count)

    def _scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        accepts = "application/json" if path.startswith("/api/") else "text/html"
        sent = {"host": "127.0.0.1", "accept": accepts, **headers}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        where, _, query = path.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent.items()],
            "client": (self.address, 5000),
            "server": ("127.0.0.1", 80),
            "state": {},
        }

    async def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        exchange = Exchange(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        await self.app(self._scope(method, path, named), exchange.receive, exchange.send)
        reply = exchange.reply
        for name, value in reply.headers:
            if name == b"set-cookie":
                for key, morsel in SimpleCookie(value.decode()).items():
                    self.cookies[key] = morsel.value
        return reply

    async def get(self, path: str) -> Reply:
        return await self.request("GET", path)

    async def post(self, path: str, body: object, *, key: str | None = None) -> Reply:
        return await self.request(
            "POST",
            path,
            json.dumps(body).encode(),
            content_type="application/json",
            x_csrf_token=self.csrf,
            idempotency_key=f"key {next(self.keys)}" if key is None else key,
        )

    async def submit(self, path: str, **fields: str) -> Reply:
        """Send a form of a page."""
        form = urlencode({"csrf": self.csrf, **fields}).encode()
        return await self.request("POST", path, form, content_type="application/x-www-form-urlencoded")

    async def log_on(self, name: str, password: str) -> Reply:
        self.csrf = (await self.get("/api/v1/session")).json()["csrf"]
        reply = await self.post("/api/v1/session", {"name": name, "password": password})
        if reply.status == 200:
            self.csrf = reply.json()["csrf"]
        return reply

    async def command(self, table: str, command: str, *, key: str | None = None, **fields: object) -> Reply:
        return await self.post(f"/api/v1/tables/{table}/commands", {"command": command, **fields}, key=key)

    async def listen(self, path: str, seconds: float, **headers: str) -> Reply:
        """Listen to a stream for a while, and go away."""
        listening = self.begin(path, **headers)
        await asyncio.wait([listening.app], timeout=seconds)
        return await listening.go()

    async def glance(self, path: str) -> Reply:
        """Ask for a page, or for what a stream shows first; no time passes."""
        listening = self.begin(path)
        for _ in range(LONGEST_GLANCE):
            if listening.app.done() or listening.exchange.parts:
                break
            await asyncio.sleep(0)
        assert listening.app.done() or listening.exchange.parts, f"{path} answers nothing"
        return await listening.go()

    def begin(self, path: str, **headers: str) -> Listening:
        """Ask for something, and stay."""
        exchange = Exchange(b"")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        scope = self._scope("GET", path, named)
        return Listening(exchange, asyncio.ensure_future(self.app(scope, exchange.receive, exchange.send)))
