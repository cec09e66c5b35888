"""Interrupts held back while something is written that must be written whole."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until the work within is done."""
    if threading.current_thread() is not threading.main_thread():  # only the main one is interrupted
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if came and callable(before):
        before(signal.SIGINT, None)
