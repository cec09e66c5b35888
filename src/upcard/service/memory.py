"""Return freed memory to the system: a process that runs for months would otherwise keep more and more of it."""

import ctypes
from collections.abc import Callable


def _malloc_trim() -> Callable[[int], int] | None:
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another library of C, or another system
        return None
    return trim


_TRIM = _malloc_trim()


def release_memory() -> bool:
    """Return free memory to the system, which takes some milliseconds; whether this system can."""
    return _TRIM is not None and _TRIM(0) >= 0
