"""A plot as a value: its series or cells, its words, and the files and texts made of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from upcard.english import either
from upcard.errors import Misuse

PLOT_FORMATS = (".svg", ".pdf")


@dataclass(frozen=True, kw_only=True)
class PlotSeries:
    """A line or the bars of a plot."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    bars: bool = False  # from each x to the next; the last is as wide as the one before


@dataclass(frozen=True, kw_only=True)
class PlotBand:
    """A range of x that is shaded, such as the results of 95 sessions in a hundred."""

    name: str
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class PlotMark:
    """A line across a plot, at an x or a y."""

    name: str
    at: float
    vertical: bool = True


@dataclass(frozen=True, kw_only=True)
class PlotCells:
    """The cells of a heat map: a value for each row and column, and the sign printed in it."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    signs: tuple[tuple[str, ...], ...]
    value_label: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Plot:
    """A plot of a result; a notebook shows it, `save` writes it, `text` draws it in a terminal.

    >>> line = PlotSeries(name="a", x=(1, 2), y=(1, 2))
    >>> Plot(title="A line", x_label="x", y_label="y", alt="It rises.", series=(line,))
    <plot: A line>
    """

    title: str
    x_label: str
    y_label: str
    alt: str  # what is to be seen, in words
    note: str = ""  # conditions under which the figures hold
    series: tuple[PlotSeries, ...] = ()
    bands: tuple[PlotBand, ...] = ()
    marks: tuple[PlotMark, ...] = ()
    cells: PlotCells | None = None

    def to_dict(self) -> Mapping[str, Any]:
        """Return what is plotted as JSON values."""
        return asdict(self)

    def svg(self) -> str:
        """Return the plot as SVG."""
        from upcard.plots.draw import drawn

        return drawn(self, "svg").decode()

    def save(self, file: str | Path) -> None:
        """Write the plot to a file that ends in .svg or .pdf."""
        Path(file).write_bytes(self.data(Path(file).suffix))

    def data(self, suffix: str) -> bytes:
        """Return the plot as the bytes of a file of this format."""
        from upcard.plots.draw import drawn

        if suffix.lower() not in PLOT_FORMATS:
            raise Misuse(f"a plot is made as {either(PLOT_FORMATS)}: name a file that ends so")
        return drawn(self, suffix.lower().removeprefix("."))

    def text(self, width: int = 80) -> str:
        """Return the plot in characters."""
        from upcard.plots.terminal import plot_text

        return plot_text(self, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<plot: {self.title}>"
