"""Serve a house on an address until it is told to stop."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from upcard.errors import StoreError
from upcard.service.house import FirstStart, House, HouseSettings, OneThread
from upcard.web.app import create_app

GRACE = 3  # seconds for streams to end when the server stops


@dataclass(frozen=True)
class Address:
    """Where to listen."""

    host: str
    port: int


class _Server(uvicorn.Server):
    """A server that a signal stops in order; another one while it stops changes nothing."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals in the event loop: none is raised again when the server has stopped."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        yield

    def _stop(self) -> None:
        self.should_exit = True


def listening(address: Address) -> socket.socket:
    """Return a socket that listens; a StoreError says why there is none."""
    try:
        return socket.create_server((address.host, address.port), reuse_port=False)
    except OSError as error:
        where = f"{address.host}:{address.port}"
        raise StoreError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from error


def serve(settings: HouseSettings, address: Address, started: Callable[[str, FirstStart], None]) -> None:
    """Serve until SIGINT or SIGTERM; `started` is called with the address and what a first start has made."""
    with listening(address) as listener:
        asyncio.run(_serve(settings, listener, started))


async def _serve(settings: HouseSettings, listener: socket.socket, started: Callable[[str, FirstStart], None]) -> None:
    house = House(settings, OneThread())
    try:
        first = await house.start()
        config = uvicorn.Config(
            create_app(house),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=GRACE,
            limit_concurrency=2000,
        )
        host, port = listener.getsockname()[:2]
        started(f"http://{host}:{port}", first)
        await _Server(config).serve(sockets=[listener])
    finally:
        await house.close()
