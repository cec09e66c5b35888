"""Documents of tables: made on demand in a separate process, and cached until the table's file changes."""

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus

from upcard.web.document_question import REFUSED, DocumentQuestion
from upcard.web.problems import RequestRefused, refused

WORKER = "upcard.web.document_worker"
KEPT = 100  # documents; each has some 30 to 200 kilobytes
LONGEST = 120.0  # seconds for one document
BROKEN = "this document could not be created: try again, or create it on the command line"
MakeDocument = Callable[[DocumentQuestion], Awaitable[bytes]]


class DocumentMaker:
    """Makes one document at a time; requests for a document in progress wait for the same result."""

    def __init__(self) -> None:
        self._made: OrderedDict[DocumentQuestion, asyncio.Task[bytes]] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self.make: MakeDocument = in_process

    async def document(self, question: DocumentQuestion) -> bytes:
        """Return a document; it is made and cached even if the client disconnects."""
        task = self._made.get(question)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._document(question), name="upcard document")
            self._made[question] = task
            task.add_done_callback(lambda done: self._drop_failed(question, done))
            self._drop_oldest()
        self._made.move_to_end(question)
        return await asyncio.shield(task)

    async def _document(self, question: DocumentQuestion) -> bytes:
        async with self._one:
            return await self.make(question)

    def _drop_failed(self, question: DocumentQuestion, task: asyncio.Task[bytes]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._made.get(question) is task:
            del self._made[question]

    def _drop_oldest(self) -> None:
        over = len(self._made) - KEPT
        for question in [each for each, task in self._made.items() if task.done()][: max(over, 0)]:
            del self._made[question]

    async def close(self) -> None:
        """Stop making documents."""
        tasks = [task for task in self._made.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def in_process(question: DocumentQuestion) -> bytes:
    """Make a document in a new process; raise a problem with the reason if it cannot be made."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", WORKER),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C in a terminal is for the server, which ends this process
    )
    try:
        async with asyncio.timeout(LONGEST):
            data, errors = await process.communicate(json.dumps(question).encode())
    except TimeoutError:
        raise _broken() from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if process.returncode == REFUSED:
        raise refused(HTTPStatus.CONFLICT, errors.decode(errors="replace").strip())
    if process.returncode or not data:
        raise _broken()
    return data


def _broken() -> RequestRefused:
    return refused(HTTPStatus.SERVICE_UNAVAILABLE, BROKEN, retry=5)
