"""Serve a house on an address until a signal stops it."""

import asyncio
import errno
import gc
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from upcard.errors import StoreError
from upcard.service.casino_service import CasinoService, FirstStart, OneThread, ServiceSettings
from upcard.service.logs import LibraryLogs
from upcard.service.metrics import ServiceMetrics
from upcard.service.secret_text import Secret, new_secret
from upcard.store.proved import Contradiction
from upcard.web.app import create_app
from upcard.web.closed import ClosedHouse
from upcard.web.connections import ConnectionGuard
from upcard.web.document_maker import DocumentMaker
from upcard.web.limits import App, RequestLimits
from upcard.web.pages.price_list import PriceList
from upcard.web.traffic import TrafficLimits

Started = Callable[[str, Secret | None, FirstStart], None]  # the address, the key of the demonstration, the rest
PORTS_TRIED, LAST_PORT = 20, 65535
NEW_OBJECTS, GENERATIONS = 5_000, (5, 20)  # before garbage is looked for among them, and among older ones
GRACE = 3  # seconds for answers to end when the server stops


@dataclass(frozen=True)
class Address:
    """Where to listen."""

    host: str
    port: int


@dataclass(frozen=True, kw_only=True)
class Front:
    """How a service is reached: limits, TLS, trusted proxies, and how it stops."""

    limits: TrafficLimits = field(default_factory=TrafficLimits)
    certificate: Path | None = None  # PEM, with the chain
    key: Path | None = None
    proxies: tuple[str, ...] = ()
    metrics_token: Secret | None = None  # by which metrics are read without a session
    finish: float = 0.0  # seconds that rounds in play are given to end before the server stops


_FRONT = Front()


class _StopSignals:
    """Takes the signals that stop a server, from before it opens its house until it has ended."""

    def __init__(self) -> None:
        self._is_asked = False
        self._server: _Server | None = None
        if threading.current_thread() is threading.main_thread():  # no other thread may handle signals
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self._ask)

    def _ask(self) -> None:
        self._is_asked = True
        if self._server is not None:
            self._server.stop()

    async def serve(self, server: "_Server", listener: socket.socket) -> None:
        """Serve until a signal comes; one that came before ends the server once it has started."""
        self._server = server
        if self._is_asked:
            server.stop()
        await server.serve(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that shuts down in order on a signal: rounds first, then streams, then connections."""

    def __init__(self, config: uvicorn.Config, house: CasinoService | None = None, finish: float = 0.0) -> None:
        super().__init__(config)
        self._house, self._finish = house, finish
        self._stopping: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the handler that was there before the server; none is raised again."""
        yield

    def stop(self) -> None:
        """Finish rounds if there is time for that; a second signal stops at once."""
        if self._stopping is None and self._finish and self._house is not None:
            self._stopping = asyncio.get_running_loop().create_task(
                self._finish_rounds(self._house), name="upcard stop"
            )
        else:
            self.should_exit = True

    async def _finish_rounds(self, house: CasinoService) -> None:
        is_over = await house.finish_rounds(self._finish)
        house.settings.log.info("stopping", rounds="finished" if is_over else "held")
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would never end by themselves, and then everything else."""
        if self._house is not None:
            self._house.hub.close()
        await super().shutdown(sockets)


def listening(address: Address) -> socket.socket:
    """Return a listening socket; raise StoreError with the reason if there is none."""
    where = f"{_in_url(address.host)}:{address.port}"
    if not 0 <= address.port <= LAST_PORT:
        raise StoreError(
            f"cannot listen on {where}: a port must be a number from 0 to {LAST_PORT}; choose another with --port"
        )
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, reuse_port=False)
    except OSError as error:
        option = "--port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "--host"
        what = (error.strerror or str(error)).partition(" (while ")[0]  # Python names the address a second time
        raise StoreError(f"cannot listen on {where}: {what}; choose another with {option}") from error
    except UnicodeError as error:
        raise StoreError(f"cannot listen on {where}: not a valid host name; choose another with --host") from error


def _in_url(host: str) -> str:
    """Return a host as a URL writes it."""
    return f"[{host}]" if ":" in host else host


def next_free(address: Address) -> socket.socket:
    """Return a socket that listens on the port of an address, or on the next one that is free."""
    for port in range(address.port, min(address.port + PORTS_TRIED, LAST_PORT + 1)):
        with suppress(StoreError):
            return listening(Address(address.host, port))
    return listening(address)  # says why not


def serve(
    settings: ServiceSettings, address: Address, started: Started, front: Front = _FRONT, *, is_any_port: bool = False
) -> None:
    """Serve until SIGINT or SIGTERM; `started` is called when the address answers."""
    _check_certificate(front)
    with (
        next_free(address) if is_any_port else listening(address) as listener,
        LibraryLogs(settings.log),
        asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
    ):
        _end_lost_clients(listener, front.limits.unread)
        runner.run(_serve(settings, listener, started, front))


def _end_lost_clients(listener: socket.socket, seconds: float) -> None:
    """Let the system end a connection whose client acknowledges nothing; accepted connections inherit this."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # where this is not supported, the system's own timeout ends a lost client
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * seconds))


def _check_certificate(front: Front) -> None:
    """Raise StoreError if the TLS files cannot be used."""
    if front.certificate is None:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(front.certificate, front.key)
    except OSError as error:  # of the file, or of what is in it
        what = error.strerror or error
        raise StoreError(f"cannot use the certificate {front.certificate} with its key: {what}") from error


async def _serve(settings: ServiceSettings, listener: socket.socket, started: Started, front: Front) -> None:
    signals = _StopSignals()
    try:
        house = CasinoService(settings, OneThread())
    except Contradiction as contradiction:
        await _serve_closed(settings, listener, started, front, contradiction, signals)
        return
    guard = ConnectionGuard(front.limits, house.metrics, front.proxies)
    prices: PriceList | None = None
    documents: DocumentMaker | None = None
    try:
        first = await house.start()
        key = new_secret(settings.random) if house.serves_demonstration else None
        once = None if key is None else new_secret(settings.random)
        app = create_app(house, key, once=once, limits=front.limits, metrics_token=front.metrics_token)
        prices, documents = app.state.prices, app.state.documents
        prices.start()
        _shorten_garbage_collection()
        house.metrics.watch_process()
        guard.start()
        settings.log.info("started", tables=len(house.floor.tables), position=house.floor.position)
        started(_address(listener, front), key, replace(first, once=once))
        await signals.serve(_Server(_config(app, front, guard), house, front.finish), listener)
        settings.log.info("stopped", position=house.floor.position)
    finally:
        if prices is not None:
            await prices.close()
        if documents is not None:
            await documents.close()
        await guard.close()
        await house.close()


async def _serve_closed(
    settings: ServiceSettings,
    listener: socket.socket,
    started: Started,
    front: Front,
    contradiction: Contradiction,
    signals: _StopSignals,
) -> None:
    """Answer that nothing is served, and why: the journal cannot be proved."""
    settings.log.error("not ready: the journal cannot be proved", problem=str(contradiction.problem))
    guard = ConnectionGuard(front.limits, ServiceMetrics(), front.proxies)
    guard.start()
    try:
        started(_address(listener, front), None, FirstStart(None, (), not_ready=str(contradiction)))
        app = RequestLimits(ClosedHouse(None, lambda: contradiction))
        await signals.serve(_Server(_config(app, front, guard)), listener)
    finally:
        await guard.close()


def _address(listener: socket.socket, front: Front) -> str:
    host, port = listener.getsockname()[:2]
    return f"{'http' if front.certificate is None else 'https'}://{_in_url(host)}:{port}"


def _shorten_garbage_collection() -> None:
    """Exclude existing objects from garbage collection: a full collection would pause everybody for 0.15 seconds.

    Without this a command takes 22 percent more processor time (`make bench-load ROWS=saturated`, the median of seven
    interleaved pairs of runs), and the slowest hundredth of the answers three times as long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *GENERATIONS)


def _config(app: App, front: Front, guard: ConnectionGuard) -> uvicorn.Config:
    protocol: Any = guard.protocol  # uvicorn asks for a class, and what makes its instances does as well
    return uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(front.proxies),
        forwarded_allow_ips=list(front.proxies),
        timeout_keep_alive=round(front.limits.keep_alive),
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=front.certificate,
        ssl_keyfile=front.key,
    )
