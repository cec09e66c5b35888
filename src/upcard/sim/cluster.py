"""Many machines: the same chunks on a Dask cluster; what a lost worker had is played again by another."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from upcard.errors import Misuse
from upcard.sim.run import Submit, play_chunk

PATIENCE = "10s"  # for the scheduler to answer
RETRIES = 100  # of a chunk whose worker is lost


@contextmanager
def cluster(address: str) -> Iterator[tuple[Submit, int]]:
    """Play chunks on the cluster of a scheduler; gives how to submit one, and how many are worth having under way."""
    try:
        from distributed import Client
    except ImportError:
        raise Misuse('--cluster needs Dask, which is not installed: install upcard with its extra "cluster"') from None
    try:
        connect: Any = Client  # untyped
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as wrong:
        raise Misuse(f"no cluster answers at {address}: {_reason(wrong)}") from None
    with client:
        cores = sum(client.ncores().values())
        if not cores:
            raise Misuse(f"the cluster at {address} has no worker")

        def submit(job: Any, chunk: int) -> "Future[Any]":
            found: Future[Any] = client.submit(play_chunk, job, chunk, pure=False, retries=RETRIES)
            return found

        yield submit, 2 * cores


def _reason(wrong: BaseException) -> str:
    return str(wrong).split("\n")[0] or type(wrong).__name__
