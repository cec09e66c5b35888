"""Work on all cores: the parts of a report, each found in a process of its own."""

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from upcard.exact.blackjack.programs import programs
from upcard.processors import cores
from upcard.results.report import Report

Part = TypeVar("Part")
PartReport = TypeVar("PartReport", bound=Report)

_work: tuple[Callable[[Any], Report], Sequence[Any]]  # of this worker: inherited from the process that started it


def in_parallel(
    find: Callable[[Part], PartReport], parts: Sequence[Part], kind: type[PartReport], *, workers: int | None = None
) -> Iterator[PartReport]:
    """Yield the report of each part in their order; on all cores, where there are several of both."""
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
    programs()  # loaded before the workers start, so that a warning is written once
    context = multiprocessing.get_context("fork")  # tables hold functions, which cannot be sent to another process
    pool = ProcessPoolExecutor(used, context, _start, (find, parts))
    try:
        for report in pool.map(_report, range(len(parts))):
            yield kind.from_dict(report)
    except BaseException:  # an error or Ctrl-C does not wait for the parts that are left
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()  # waited for: a program that ends while its pool does may complain of a closed pipe


def _start(find: Callable[[Any], Report], parts: Sequence[Any]) -> None:
    """Prepare a worker: Ctrl-C ends it without a word."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _work = find, parts


def _report(place: int) -> dict[str, object]:
    find, parts = _work
    return find(parts[place]).to_dict()
