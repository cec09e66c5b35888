"""Plots in characters: lines and bars in a frame of some rows, heat maps by their signs."""

import textwrap
from collections.abc import Iterator

from upcard.english import with_minus
from upcard.plots.plot import Plot, PlotSeries

ROWS = 14
SIGNS = "ox+*#@%&"  # of the series, in their order
BLOCKS = " ▁▂▃▄▅▆▇█"
MARK, LEVEL = "|", "-"


def plot_text(plot: Plot, width: int) -> str:
    """Return a plot in characters, no wider than this."""
    return "\n".join(line.rstrip() for line in _lines(plot, width))


def _lines(plot: Plot, width: int) -> Iterator[str]:
    yield plot.title
    if plot.cells is not None:
        yield from _heat_map(plot)
    elif any(series.bars for series in plot.series):
        yield from _bars(plot, width)
    else:
        yield from _curves(plot, width)
    if plot.note:
        yield from textwrap.wrap(plot.note, width)


def _heat_map(plot: Plot) -> Iterator[str]:
    cells = plot.cells
    assert cells is not None
    room = max(map(len, cells.rows))
    wide = max(map(len, cells.columns), default=1) + 1
    yield " " * room + "".join(f"{column:>{wide}}" for column in cells.columns)
    for name, row in zip(cells.rows, cells.signs, strict=True):
        yield f"{name:<{room}}" + "".join(f"{sign:>{wide}}" for sign in row)


def _curves(plot: Plot, width: int) -> Iterator[str]:
    points = [(x, y) for series in plot.series for x, y in zip(series.x, series.y, strict=True)]
    levels = [mark.at for mark in plot.marks if not mark.vertical]
    low, high = _range([y for _, y in points] + levels)
    left, right = _range([x for x, _ in points])
    room = max(len(_short(high)), len(_short(low)))
    columns = max(width - room - 3, 10)
    names = {0: _short(high), ROWS - 1: _short(low)}
    for number, row in enumerate(_canvas(plot, columns, (left, right), (low, high))):
        yield f"{names.get(number, ''):>{room}} │{''.join(row)}"
    yield from _axis(plot, room, columns, left, right)
    for number, series in enumerate(plot.series):
        yield f"  {SIGNS[number % len(SIGNS)]} {series.name}"
    for mark in plot.marks:
        yield f"  {MARK if mark.vertical else LEVEL} {mark.name}"


def _canvas(plot: Plot, columns: int, across: tuple[float, float], up: tuple[float, float]) -> list[list[str]]:
    """Return the rows of characters on which marks and lines are drawn."""
    canvas = [[" "] * columns for _ in range(ROWS)]

    def row_of(y: float) -> int:
        return round((ROWS - 1) * (up[1] - y) / (up[1] - up[0]))

    for mark in plot.marks:
        if not mark.vertical:
            canvas[row_of(mark.at)] = [LEVEL] * columns
    for mark in plot.marks:
        place = round((columns - 1) * (mark.at - across[0]) / (across[1] - across[0]))
        if mark.vertical and 0 <= place < columns:
            for row in canvas:
                row[place] = MARK
    for number, series in enumerate(plot.series):
        for place in range(columns):
            y = _at(series, across[0] + (across[1] - across[0]) * place / (columns - 1))
            if y is not None:
                canvas[row_of(y)][place] = SIGNS[number % len(SIGNS)]
    return canvas


def _bars(plot: Plot, width: int) -> Iterator[str]:
    (series,) = (each for each in plot.series if each.bars)
    most = max(series.y) or 1.0
    columns = max(width - 4, 10)
    left, right = series.x[0], series.x[-1]
    heights = [_height(series, left, right, place, columns) / most for place in range(columns)]
    for row in range(8, 0, -1):
        marks = ""
        for height in heights:
            filled = min(max(round(8 * (8 * height - (row - 1))), 0), 8)
            marks += BLOCKS[filled]
        yield f"  │{marks}"
    yield from _axis(plot, 1, columns, left, right)
    for band in plot.bands:
        yield f"  {band.name}: {_short(band.low)} to {_short(band.high)}"
    for mark in plot.marks:
        yield f"  {mark.name}"


def _axis(plot: Plot, label: int, columns: int, left: float, right: float) -> Iterator[str]:
    ends = f"{_short(left)}{_short(right):>{max(columns - len(_short(left)), 1)}}"
    yield f"{'':>{label}} └{'─' * columns}"
    yield f"{'':>{label}}  {ends}"
    yield f"{'':>{label}}  {plot.x_label}; upward: {plot.y_label}"


def _height(series: PlotSeries, left: float, right: float, place: int, columns: int) -> float:
    """Return the highest bar in a column of characters."""
    step = (right - left) / columns or 1.0
    low, high = left + step * place, left + step * (place + 1)
    inside = [y for x, y in zip(series.x, series.y, strict=True) if low <= x < high]
    if inside:
        return max(inside)
    before = [y for x, y in zip(series.x, series.y, strict=True) if x <= low]
    return before[-1] if before else 0.0


def _range(values: list[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _at(series: PlotSeries, x: float) -> float | None:
    """Return a line's y at an x, between its points."""
    for (x0, y0), (x1, y1) in zip(
        zip(series.x, series.y, strict=True), zip(series.x[1:], series.y[1:], strict=True), strict=False
    ):
        if x0 <= x <= x1:
            return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return None


def _short(value: float) -> str:
    return with_minus(f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}")
