"""Time and randomness for the store: both are arguments, so that a test or a simulation can control them."""

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
Random = Callable[[int], bytes]
_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


def system_clock() -> datetime:
    """Return the time of the machine, in UTC."""
    return datetime.now(UTC)


def system_random(count: int) -> bytes:
    """Return random bytes of the system's secure generator."""
    return os.urandom(count)


def time_text(time: datetime) -> str:
    """Write a time as rows and checkpoints carry it: UTC, with microseconds."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def read_time(text: str) -> datetime:
    """Read a time that `time_text` wrote; raise ValueError for any other form."""
    if not _FORM.fullmatch(text):
        raise ValueError(f"not a time in UTC with microseconds: {text}")
    return datetime.fromisoformat(text)
