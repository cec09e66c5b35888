"""Work on all cores: the parts of a result, each found in a process of its own."""

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from upcard.exact.blackjack.programs import backend
from upcard.threads import cores

Part = TypeVar("Part")
Found = TypeVar("Found")

_work: tuple[Callable[[Any], Any], Sequence[Any]]  # of this worker: inherited from the process that started it


def in_parallel(find: Callable[[Part], Found], parts: Sequence[Part], *, workers: int | None = None) -> Iterator[Found]:
    """Yield the result of each part in their order; on all cores, where there are several of both."""
    used = min(workers or cores(), len(parts))
    if used < 2:
        yield from map(find, parts)
        return
    # Imported where it is needed: it takes longer to import than some commands take.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    if "fork" not in multiprocessing.get_all_start_methods():
        yield from map(find, parts)
        return
    backend()  # loaded before the workers start, so that a warning is written once
    context = multiprocessing.get_context("fork")  # tables hold functions, which cannot be sent to another process
    pool = ProcessPoolExecutor(used, context, _start, (find, parts))
    try:
        yield from pool.map(_found, range(len(parts)))
    except BaseException:  # an error or Ctrl-C does not wait for the parts that are left
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()  # waited for: a program that ends while its pool does may complain of a closed pipe


def _start(find: Callable[[Any], Any], parts: Sequence[Any]) -> None:
    """Prepare a worker: Ctrl-C ends it without a word."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _work = find, parts


def _found(place: int) -> Any:
    find, parts = _work
    return find(parts[place])
