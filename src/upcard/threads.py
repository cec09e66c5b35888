"""Work on all cores of the machine at once, in threads."""

import os
import sys
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TypeVar

Part = TypeVar("Part")
Found = TypeVar("Found")

SWITCH = 0.0002  # seconds after which a thread that compiled code has left may go on in Python


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_all_cores(find: Callable[[Part], Found], parts: Sequence[Part]) -> list[Found]:
    """Return what a function finds for each part, in their order; on all cores, as far as it calls compiled code.

    The parts are begun in their order, so the longest should come first.
    """
    results: dict[int, Found] = {}
    wrong: list[BaseException] = []
    waiting = iter(range(len(parts)))

    def work() -> None:
        try:
            for place in waiting:
                if wrong:
                    return
                results[place] = find(parts[place])
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=work, daemon=True) for _ in range(min(cores(), len(parts)) - 1)]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    for thread in threads:
        thread.start()
    work()
    for thread in threads:
        if not wrong:  # an error or Ctrl-C does not wait for the other parts
            thread.join()
    sys.setswitchinterval(usual)
    if wrong:
        raise wrong[0]
    return [results[place] for place in range(len(parts))]
