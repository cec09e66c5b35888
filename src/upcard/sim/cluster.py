"""Chunks on a Dask cluster; another worker repeats the chunks of a worker that is lost."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from upcard.errors import MissingPackage, Misuse
from upcard.sim.run import Submit, play_chunk
from upcard.table.notation import argument

CONNECT_TIMEOUT = "10s"  # for the scheduler to answer
RETRIES = 100  # of a chunk whose worker is lost


@contextmanager
def cluster(address: str) -> Iterator[tuple[Submit, int]]:
    """Yield how to submit a chunk to the cluster of a scheduler, and how many chunks to submit at once."""
    try:
        from distributed import Client
    except ImportError as missing:
        raise MissingPackage(argument("cluster"), missing.name) from missing
    try:
        connect: Any = Client  # untyped
        client = connect(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError, TimeoutError) as wrong:
        raise Misuse(f"no cluster answers at {address}: {_reason(wrong)}") from None
    with client:
        cores = sum(client.ncores().values())
        if not cores:
            raise Misuse(f"the cluster at {address} has no worker; start one and try again")

        def submit(job: Any, chunk: int) -> "Future[Any]":
            future: Future[Any] = client.submit(play_chunk, job, chunk, pure=False, retries=RETRIES)
            return future

        yield submit, 2 * cores


def _reason(wrong: BaseException) -> str:
    return str(wrong).split("\n")[0] or type(wrong).__name__
