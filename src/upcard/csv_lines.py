"""Lines of CSV: every export is written here, so that no spreadsheet takes a text for a formula."""

import csv
import re
from collections.abc import Iterable
from typing import TextIO

_FORMULA = re.compile(r"[=+\-@\t\r]")  # what a text begins with that a spreadsheet computes
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(/\d+)?", re.IGNORECASE)


def write_csv(file: TextIO, rows: Iterable[Iterable[object]]) -> None:
    """Write rows; what is not known is an empty field."""
    csv.writer(file, lineterminator="\n").writerows([cell(value) for value in row] for row in rows)


def cell(value: object) -> object:
    """Return a value as a spreadsheet may have it: an apostrophe before a text that would be a formula.

    >>> [cell(value) for value in ("=1+1", "-37.50", "-1/3", "@SUM", "Ann", -5)]
    ["'=1+1", '-37.50', '-1/3', "'@SUM", 'Ann', -5]
    """
    if not isinstance(value, str):
        return value
    text = value.replace("\r", "\n")  # which would end the line: csv.writer does not quote it
    return f"'{text}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else text
