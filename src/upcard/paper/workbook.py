"""Workbooks: sheets of texts, numbers and formulas, the same bytes each time they are made."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from importlib import import_module
from io import BytesIO
from typing import Any

from upcard import __version__
from upcard.errors import MissingPackage

MOST_SHEET_NAME = 31  # characters, by the format
_NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\]")
FORMATS = {
    "head": {"bold": True, "bg_color": "#F6F2E9", "bottom": 1, "text_wrap": True, "valign": "top"},
    "title": {"bold": True, "font_size": 14, "font_color": "#0F6A45"},
    "bold": {"bold": True},
    "warning": {"bold": True, "font_color": "#A3202C"},
    "note": {"font_color": "#5D6066"},
    "percent": {"num_format": "0.000000%"},
    "probability": {"num_format": "0.000000000000"},
    "number": {"num_format": "#,##0.000000"},
    "one in": {"num_format": "#,##0.0000"},
    "count": {"num_format": "#,##0"},
    "money": {"num_format": "#,##0.00"},
    "text": {},
}


@dataclass(frozen=True, kw_only=True)
class Formula:
    """A formula of a cell, and its value, which viewers show that do not compute it."""

    text: str
    value: float


@dataclass(frozen=True, kw_only=True)
class SheetCell:
    """What a cell holds, and how it is shown."""

    value: str | float | int | Formula | None
    look: str = "text"


@dataclass(frozen=True, kw_only=True)
class WorkbookSheet:
    """A sheet: its name, its rows of cells, the widths of its columns, and how many rows stay in view."""

    name: str
    rows: tuple[tuple[SheetCell, ...], ...]
    widths: tuple[float, ...]


def texts(*values: str, look: str = "text") -> tuple[SheetCell, ...]:
    """Return cells of texts."""
    return tuple(SheetCell(value=value, look=look) for value in values)


def workbook(sheets: Sequence[WorkbookSheet], *, title: str, subject: str, made: date) -> bytes:
    """Return the file of a workbook; nothing in it depends on when or where it was made."""
    data = BytesIO()
    book = _xlsxwriter().Workbook(data, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    created = datetime.combine(made, time())
    book.set_properties({"title": title, "subject": subject, "author": f"upcard {__version__}", "created": created})
    book.set_calc_mode("auto")
    looks = {name: book.add_format(look) for name, look in FORMATS.items()}
    taken: set[str] = set()
    for each in sheets:
        sheet = book.add_worksheet(_sheet_name(each.name, taken))
        sheet.set_landscape()
        sheet.set_paper(1)  # US letter
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L{title}, upcard {__version__}&R&P / &N")
        for place, width in enumerate(each.widths):
            sheet.set_column(place, place, width)
        for row, cells in enumerate(each.rows):
            for column, cell in enumerate(cells):
                _write(sheet, row, column, cell, looks)
    book.close()
    return data.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """Return a name that the format allows and no other sheet has."""
    allowed = (_NOT_IN_SHEET_NAMES.sub("-", name).strip("'") or "sheet")[:MOST_SHEET_NAME]
    number = 2
    chosen = allowed
    while chosen.casefold() in taken:
        end = f" {number}"
        chosen, number = allowed[: MOST_SHEET_NAME - len(end)] + end, number + 1
    taken.add(chosen.casefold())
    return chosen


# Any: the sheets and formats of a library that is imported only where a workbook is made.
def _write(sheet: Any, row: int, column: int, cell: SheetCell, looks: dict[str, Any]) -> None:
    value, look = cell.value, looks[cell.look]
    if value is None:
        return
    if isinstance(value, Formula):
        sheet.write_formula(row, column, value.text, look, value.value)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    else:
        sheet.write_number(row, column, value, look)


def _xlsxwriter() -> Any:
    try:
        return import_module("xlsxwriter")
    except ImportError as missing:
        raise MissingPackage("a workbook", missing.name) from missing
