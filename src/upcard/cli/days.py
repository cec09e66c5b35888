"""Days on the command line: --date, which asks about the law of a day."""

from collections.abc import Iterable, Sequence
from datetime import date

from upcard.errors import Misuse
from upcard.table.changes import OPTION, read_change
from upcard.table.value_readers import day

DATE = "date"


def read_day(text: str, option: str = "--date") -> date:
    """Read a day such as 2016-01-11."""
    try:
        return day(text)
    except Misuse as wrong:
        raise Misuse(f"{option}: {wrong}") from None


def dated(changes: Sequence[str], text: str | None) -> Iterable[str]:
    """Return the changes of a table with the day of --date, which may not be set in two ways."""
    if text is None:
        return changes
    if any(read_change(change).path == (DATE,) for change in changes):
        raise Misuse(f"--date and {OPTION} {DATE} both state the day: leave one of them out")
    return [*changes, f"{DATE}={read_day(text)}"]
