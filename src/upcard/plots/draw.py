"""Draw plots with matplotlib, which is imported only here and only when a plot is drawn."""

import re
import textwrap
from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any

from upcard.english import with_minus
from upcard.errors import MissingPackage
from upcard.plots.plot import Plot, PlotSeries

# Okabe and Ito: distinct to those who do not see all colors, and in gray.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#7A7A7A")
DASHES = ("-", "--", "-.", ":")
MARKS = (("#a3202c", (0, (4, 2))), ("#5d6066", (0, (1, 1.5))), ("#1d1f24", (0, ())))
INK, SOFT, GRID, TINTS = "#1d1f24", "#5d6066", "#e3ddd0", ("#d9e8f3", "#eef4f9")
SETTINGS = {
    "svg.hashsalt": "upcard",
    "svg.fonttype": "none",  # texts stay texts
    "pdf.fonttype": 42,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib: the same measures on every machine
    "font.size": 9,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "legend.frameon": False,
}
SIZE = (7.2, 4.3)  # inches
CELL = 0.27  # inches of a cell of a heat map


# Any: the objects of matplotlib, which may not be installed.
def drawn(plot: Plot, format_: str) -> bytes:
    """Return a plot as SVG or PDF; the same bytes each time."""
    try:
        matplotlib = import_module("matplotlib")
        figures = import_module("matplotlib.figure")
    except ImportError as missing:
        raise MissingPackage("a plot", missing.name) from missing
    with matplotlib.rc_context(SETTINGS):
        figure = figures.Figure(figsize=_size(plot), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.1, h_pad=0.1)
        axes = figure.subplots()
        figure.suptitle(plot.title, x=0.012, ha="left", fontsize=12.5, fontweight="bold", color="#0f6a45")
        if plot.cells is not None:
            _heat_map(figure, axes, plot)
        else:
            _lines(axes, plot)
        if plot.note:
            figure.supxlabel(textwrap.fill(plot.note, 118), x=0.012, ha="left", fontsize=7, color=SOFT)
        data = BytesIO()
        figure.savefig(data, format=format_, metadata=_metadata(plot, format_))
    return data.getvalue() if format_ == "pdf" else _accessible(data.getvalue().decode(), plot).encode()


def _size(plot: Plot) -> tuple[float, float]:
    cells = plot.cells
    return SIZE if cells is None else (max(CELL * 1.35 * len(cells.columns) + 2.4, 5.0), CELL * len(cells.rows) + 1.5)


def _metadata(plot: Plot, format_: str) -> dict[str, Any]:
    if format_ == "pdf":
        return {"Title": plot.title, "Subject": plot.alt, "CreationDate": None, "Producer": None, "Creator": "upcard"}
    return {"Title": plot.title, "Description": plot.alt, "Date": None, "Creator": "upcard"}


def _accessible(svg: str, plot: Plot) -> str:
    """Return a drawing that a screen reader announces by its title and what is to be seen."""
    words = escape(f"{plot.title}. {plot.alt}", quote=True)
    return re.sub(r"<svg ", f'<svg role="img" aria-label="{words}" ', svg, count=1)


def _lines(axes: Any, plot: Plot) -> None:
    for band, tint in zip(reversed(plot.bands), reversed(TINTS[: len(plot.bands)]), strict=True):
        axes.axvspan(band.low, band.high, color=tint, label=band.name, linewidth=0)
    for place, series in enumerate(plot.series):
        _one(axes, series, COLORS[place % len(COLORS)], DASHES[place // len(COLORS) % len(DASHES)])
    for place, mark in enumerate(plot.marks):
        draw = axes.axvline if mark.vertical else axes.axhline
        color, dash = MARKS[place % len(MARKS)]
        draw(mark.at, color=color, linewidth=1.2, linestyle=dash, label=mark.name)
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    axes.xaxis.set_major_formatter(_thousands)
    axes.margins(x=0.02)
    many = len(plot.series) + len(plot.bands) + len(plot.marks)
    if many > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)


def _thousands(value: float, _: object) -> str:
    return with_minus(f"{value:,.10g}")


def _one(axes: Any, series: PlotSeries, color: str, dash: str) -> None:
    if series.bars:
        widths = [after - before for before, after in zip(series.x, series.x[1:], strict=False)] or [1.0]
        axes.bar(
            series.x,
            series.y,
            width=[*widths, widths[-1]],
            align="edge",
            color=color,
            edgecolor="white",
            linewidth=0.3,
            label=series.name,
        )
        axes.grid(visible=False, axis="x")
    else:
        marker = "o" if len(series.x) <= 12 else None
        axes.plot(
            series.x,
            series.y,
            color=color,
            linestyle=dash,
            marker=marker,
            markersize=4,
            linewidth=1.8,
            label=series.name,
        )
        if all(float(x).is_integer() for x in series.x) and len(series.x) <= 12:
            axes.set_xticks(series.x)


def _heat_map(figure: Any, axes: Any, plot: Plot) -> None:
    cells = plot.cells
    assert cells is not None
    nan = float("nan")
    values = [[nan if value is None else value for value in row] for row in cells.values]
    known = [abs(value) for row in cells.values for value in row if value is not None]
    most = max(known, default=1.0) or 1.0
    image = axes.imshow(values, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    axes.set_xticks(range(len(cells.columns)), cells.columns)
    axes.set_yticks(range(len(cells.rows)), cells.rows)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for y, row in enumerate(cells.signs):
        for x, sign in enumerate(row):
            value = cells.values[y][x]
            dark = value is not None and abs(value) > 0.62 * most
            axes.text(
                x, y, sign, ha="center", va="center", fontsize=7.5, fontweight="bold", color="white" if dark else INK
            )
    bar = figure.colorbar(image, ax=axes, shrink=0.7, pad=0.02)
    bar.set_label(cells.value_label, color=SOFT)
    bar.outline.set_visible(False)
