"""A report: its title, what it was made from, its sections, and how it reconciles; as text, CSV or JSON."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from upcard.csv_lines import write_csv
from upcard.english import format_number, format_percent
from upcard.money import Cents, format_money, plain_money

NO_ACTIVITY = "No Activity"
Cell = str | int | float | Cents | None
MONEY, COUNT, SHARE, TEXT = "money", "count", "share", "text"


@dataclass(frozen=True)
class ReportColumn:
    """A column: its title, its key in JSON and CSV, and what its values are."""

    title: str
    key: str
    kind: str = MONEY

    def shown(self, value: Cell) -> str:
        """Return a value as text; a dash where there is none."""
        if value is None:
            return "-"
        if self.kind == MONEY:
            return format_money(int(value))
        if self.kind == SHARE:
            return format_percent(float(value), 2)
        return str(value) if self.kind == TEXT else format_number(float(value))

    def plain(self, value: Cell) -> str | int | float | None:
        """Return a value for programs: money as text in dollars and cents."""
        return plain_money(int(value)) if self.kind == MONEY and value is not None else value


@dataclass(frozen=True)
class ReportSection:
    """A table of a report; one without lines says that there was no activity."""

    title: str
    key: str
    columns: tuple[ReportColumn, ...]
    lines: tuple[tuple[Cell, ...], ...]
    remark: str = ""


@dataclass(frozen=True, kw_only=True)
class ReconciliationLine:
    """Two amounts that must be equal, and whether they are."""

    what: str
    one: Cents
    other: Cents

    @property
    def agrees(self) -> bool:
        """Whether both are equal, to the cent."""
        return self.one == self.other


@dataclass(frozen=True, kw_only=True)
class DayReport:
    """A report of one gaming day, as the journal has it up to a position."""

    title: str
    licensee: str
    day: str
    period: tuple[str, str]  # from, to, in UTC
    made: str
    version: str
    journal: str
    position: int
    filters: tuple[str, ...]
    sections: tuple[ReportSection, ...]
    reconciliation: tuple[ReconciliationLine, ...]

    @property
    def reconciles(self) -> bool:
        """Whether every line of the reconciliation agrees."""
        return all(line.agrees for line in self.reconciliation)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "title": self.title,
            "licensee": self.licensee,
            "day": self.day,
            "from": self.period[0],
            "to": self.period[1],
            "made": self.made,
            "version": self.version,
            "journal": self.journal,
            "position": self.position,
            "filters": list(self.filters),
            **{section.key: _rows(section) for section in self.sections},
            "reconciliation": [
                {
                    "what": line.what,
                    "one": plain_money(line.one),
                    "other": plain_money(line.other),
                    "agrees": line.agrees,
                }
                for line in self.reconciliation
            ],
            "reconciles": self.reconciles,
        }

    def to_csv(self) -> str:
        """Return the lines of all sections as CSV, each section with its own heading."""
        text = io.StringIO()
        write_csv(text, self._csv_rows())
        return text.getvalue()

    def _csv_rows(self) -> Iterator[list[str | int | float | None]]:
        for section in self.sections:
            yield ["section", *(column.key for column in section.columns)]
            for line in section.lines or ((),):
                values = [column.plain(value) for column, value in zip(section.columns, line, strict=False)]
                yield [section.key, *(values or [NO_ACTIVITY])]

    def to_text(self) -> str:
        """Return the report as text that a person reads."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"{self.title} - {self.licensee or 'no licensee'}"
        yield f"Gaming day {self.day}, {self.period[0]} to {self.period[1]}"
        yield f"Made {self.made} by upcard {self.version} from journal {self.journal}, up to row {self.position}"
        yield f"Filters: {', '.join(self.filters) or 'none'}"
        for section in self.sections:
            yield ""
            yield section.title
            yield from _table(section)
            if section.remark:
                yield section.remark
        yield ""
        yield "Reconciliation"
        for line in self.reconciliation:
            agrees = "agrees" if line.agrees else "DIFFERS"
            yield f"  {line.what}: {format_money(line.one)} and {format_money(line.other)}, {agrees}"


def _rows(section: ReportSection) -> list[dict[str, Any]]:
    return [
        {column.key: column.plain(value) for column, value in zip(section.columns, line, strict=True)}
        for line in section.lines
    ]


def _table(section: ReportSection) -> Iterator[str]:
    """Yield a section as a table; one too wide for 80 columns is printed one value per line."""
    if not section.lines:
        yield f"  {NO_ACTIVITY}"
        return
    titles = [column.title for column in section.columns]
    cells = [
        [column.shown(value) for column, value in zip(section.columns, line, strict=True)] for line in section.lines
    ]
    widths = [max(map(len, each)) for each in zip(titles, *cells, strict=True)]
    if sum(widths) + 2 * len(widths) > 80:
        yield from _one_by_one(titles, cells)
        return
    left = [column.kind == TEXT for column in section.columns]
    for line in (titles, *cells):
        parts = [
            cell.ljust(width) if text else cell.rjust(width)
            for cell, width, text in zip(line, widths, left, strict=True)
        ]
        yield "  " + "  ".join(parts).rstrip()


def _one_by_one(titles: list[str], cells: list[list[str]]) -> Iterator[str]:
    width = max(map(len, titles))
    for line in cells:
        for title, cell in zip(titles, line, strict=True):
            yield f"  {title.ljust(width)}  {cell}"
        yield ""
