"""The day that a question is about: one that is named, else that of the table file, else today."""

import datetime
from collections.abc import Iterable
from pathlib import Path

from upcard.errors import Misuse
from upcard.law import Edition, newest_text
from upcard.law.folder import code_in_force
from upcard.table import TableConfig, load, varied
from upcard.table.changes import OPTION, read_change
from upcard.table.config import LawChosenBy
from upcard.table.notation import argument
from upcard.table.value_readers import day as day_of
from upcard.table.value_readers import shown

DATE = "date"
TODAY, NEWEST = "today", "newest"


def today() -> datetime.date:
    """Return the day of the calendar on this machine."""
    return datetime.date.today()


def asked(table: TableConfig) -> TableConfig:
    """Return a table asked about on its own day, or today if it states none."""
    return table if table.date is not None else table.on(today())


def read_day(value: object, edition: Edition = Edition.CURRENT, option: str | None = None) -> datetime.date:
    """Return a day such as 2016-01-11, today, or that of the newest text held of an edition."""
    if value in (TODAY, NEWEST):
        return today() if value == TODAY else newest_text(edition, code_in_force())
    try:
        return day_of(value)
    except Misuse:
        wrong = f"must be a day such as 2016-01-11, {TODAY} or {NEWEST}, not {shown(value)}"
        raise Misuse(f"{option or argument('date')}: {wrong}") from None


def load_asked(file: str | Path, changes: Iterable[str], day: str | None) -> TableConfig:
    """Read a table asked about on the day of --date, else on its own, else today; no day is stated in two ways."""
    stated = list(changes)
    if day is not None:
        read_day(day)
        if any(read_change(change).path == (DATE,) for change in stated):
            raise Misuse(f"--date and {OPTION} {DATE} both state the day: leave one of them out")
    table = load(file, stated)
    if day is not None:
        edition = table.law if table.law_chosen_by is LawChosenBy.LAW else Edition.CURRENT
        table = varied(table, [read_change(f"{DATE}={read_day(day, edition)}")])
    return asked(table)
