"""A line between a browser and a server that a test can cut and mend: every connection breaks, and none is taken."""

import asyncio
import threading
from contextlib import suppress


class Line:
    """A line to the port of a server, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._to, self.port = port, 0
        self._is_cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(10), "the line is not open"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection, and take none until the line is mended."""
        self._is_cut = True
        asyncio.run_coroutine_threadsafe(self._break(), self._loop).result(10)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _break(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
            both = {writer, far_writer}
            self._open |= both
            await asyncio.gather(_carry(reader, far_writer), _carry(far_reader, writer))
            self._open -= both
        writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes until one end closes; then close the other."""
    with suppress(OSError):
        while content := await reader.read(65536):
            writer.write(content)
            await writer.drain()
    writer.close()
