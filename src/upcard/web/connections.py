"""Connections: limits in total and per address, and timeouts for clients that neither send nor read."""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from upcard.service.metrics import ServiceMetrics
from upcard.service.rate_limit import address_key
from upcard.web.limits import LARGE_HEAD, LARGEST_HEAD
from upcard.web.problems import TYPE, RequestRefused, answer, refused
from upcard.web.traffic import TrafficLimits

SWEEP = 1.0  # seconds between checks of all connections


class ConnectionGuard:
    """Counts connections, and ends overdue ones every second."""

    def __init__(self, limits: TrafficLimits, metrics: ServiceMetrics, proxies: Iterable[str] = ()) -> None:
        self.limits, self._metrics, self._proxies = limits, metrics, frozenset(proxies)
        self.open: set[GuardedConnection] = set()
        self._addresses: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        metrics.watch("connections", "Open connections.", lambda: len(self.open))

    def start(self) -> None:
        """Start monitoring, in the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._sweep(), name="upcard connections")

    async def close(self) -> None:
        """Stop monitoring."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def protocol(self, **parts: Any) -> "GuardedConnection":  # Any: what uvicorn passes to its own protocol
        """Return the protocol of a new connection."""
        return GuardedConnection(self, AutoHTTPProtocol(**parts))

    def enter(self, connection: "GuardedConnection", address: str) -> str | None:
        """Count a connection; or return why it is refused."""
        if len(self.open) >= self.limits.connections:
            return "the server has reached its connection limit: try again later"
        if self._is_limited(address) and self._addresses[address] >= self.limits.per_address:
            return f"your address has {self.limits.per_address} connections open: close some first"
        self.open.add(connection)
        self._addresses[address] += 1
        return None

    def leave(self, connection: "GuardedConnection", address: str) -> None:
        """Forget a connection."""
        if connection in self.open:
            self.open.discard(connection)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def refused(self, limit: str) -> None:
        """Count a connection that was refused or ended."""
        self._metrics.limited(limit)

    def _is_limited(self, address: str) -> bool:
        try:
            return address not in self._proxies and not ipaddress.ip_address(address).is_loopback
        except ValueError:
            return True

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            now = asyncio.get_running_loop().time()
            for connection in tuple(self.open):
                connection.end_if_stuck(now)


class GuardedConnection(asyncio.Protocol):
    """A connection in front of uvicorn's protocol: refused, or passed on and monitored."""

    def __init__(self, guard: ConnectionGuard, inner: Any) -> None:  # Any: h11's or httptools', which share no type
        self._guard, self._inner = guard, inner
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._address, self._is_refused = "", False
        self._cycle: object = None  # of uvicorn: the request that came last
        self._waits_since = self._loop.time()  # for the head of a request
        self._head = 0  # bytes of it
        self._unread_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection, or refuse it."""
        taken = cast(asyncio.Transport, transport)  # uvloop's transport is not a subclass
        peer = taken.get_extra_info("peername")
        self._transport, self._address = taken, address_key(str(peer[0])) if isinstance(peer, tuple) else ""
        if (reason := self._guard.enter(self, self._address)) is not None:
            self._is_refused = True
            self._guard.refused("connections")
            taken.write(_refusal(refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, retry=5)))
            taken.close()
            return
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass data on; refuse headers that do not end."""
        if self._is_refused:
            return
        self._inner.data_received(data)
        if self._inner.cycle is not self._cycle:
            self._cycle, self._head = self._inner.cycle, 0
        elif self._is_idle:
            self._head += len(data)
            if self._head > LARGEST_HEAD and self._transport is not None:
                self._guard.refused("size of the head")
                self._transport.write(_refusal(LARGE_HEAD))
                self._transport.close()

    def eof_received(self) -> bool | None:
        """Pass on the end of the client's data."""
        if not self._is_refused:
            self._inner.eof_received()
        return None

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        if not self._is_refused:
            self._guard.leave(self, self._address)
            self._inner.connection_lost(error)

    def pause_writing(self) -> None:
        """Note when a client stopped reading."""
        self._unread_since = self._loop.time()
        if not self._is_refused:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        self._unread_since = None
        if not self._is_refused:
            self._inner.resume_writing()

    @property
    def _is_idle(self) -> bool:
        cycle = self._inner.cycle
        return cycle is None or bool(cycle.response_complete)

    def end_if_stuck(self, now: float) -> None:
        """End a connection that waited too long for a request, or whose client stopped reading."""
        limits, transport = self._guard.limits, self._transport
        if not self._is_idle:
            self._waits_since = now
        if transport is None:
            return
        longest = limits.first_request if self._cycle is None else limits.keep_alive + limits.first_request
        if self._is_idle and now - self._waits_since >= longest:
            self._guard.refused("time of the head")
            transport.abort()
        elif self._unread_since is not None and now - self._unread_since >= limits.unread:
            self._guard.refused("unread answer")
            transport.abort()


def _refusal(problem: RequestRefused) -> bytes:
    """Return a problem as the bytes of a complete response."""
    status, retry, body = problem.status, problem.retry, bytes(answer(problem).body)
    head = [f"HTTP/1.1 {status.value} {status.phrase}", f"content-type: {TYPE}", f"content-length: {len(body)}"]
    head += ["connection: close", *([] if retry is None else [f"retry-after: {retry}"])]
    return "\r\n".join([*head, "", ""]).encode() + body
