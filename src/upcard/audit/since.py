"""Where an audit starts: at a position, a time, or the start of a gaming day."""

import json
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from upcard.errors import Misuse
from upcard.store.clock import time_text
from upcard.store.journal import Journal, all_rows

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_POSITION = re.compile(r"[0-9]{1,15}")


def first_row(journal: Journal, text: str) -> int:
    """Return the first row to decide: that of a position, or the first at or after a time or the beginning of a day.

    Where the clock was set back, rows before it that are late enough count too. Raise Misuse if the text is none of
    these, or there is no such row.
    """
    if _POSITION.fullmatch(text):
        position = int(text)
        if not 1 <= position <= journal.head().position:
            raise Misuse(f"--since: the journal has rows 1 to {journal.head().position}, not {position}")
        return position
    start = time_text(_time(journal, text))
    for row in all_rows(journal):
        if row.time >= start:
            return row.position
    raise Misuse(f"--since: no row was written at or after {start}")


def _time(journal: Journal, text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
        if _DAY.fullmatch(text):
            return _gaming_day(journal, time)
    except (ValueError, OverflowError):
        raise Misuse(
            f"--since: {text[:40]!r} is not a position, time or day; write 1200, 2026-07-01T18:30:00Z or 2026-07-01"
        ) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _gaming_day(journal: Journal, day: datetime) -> datetime:
    """Return when a gaming day begins by the house's hour and time zone; midnight in UTC where no house is open."""
    for row in journal.read("house", limit=1):
        command = json.loads(row.command)
        zone, begins = command.get("time_zone"), str(command.get("gaming_day_begins"))
        hour, _, minute = begins.partition(":")
        return (day + timedelta(hours=int(hour), minutes=int(minute))).replace(tzinfo=ZoneInfo(str(zone)))
    return day.replace(tzinfo=UTC)
