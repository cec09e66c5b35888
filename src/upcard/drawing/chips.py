"""Gaming chips in the usual colors, stacks of them for any amount, and the other round things on a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.drawing.svg import element, escaped, group, use
from upcard.drawing.text_width import Face, best_lines, fitted
from upcard.errors import Misuse
from upcard.money import LARGEST, Cents, format_money


@dataclass(frozen=True)
class Denomination:
    """A chip: its value, what is written on it, its color, and that of its edge spots."""

    value: Cents
    label: str
    color: str
    spots: str

    @property
    def symbol(self) -> str:
        """Return the name of its symbol."""
        return f"uc-chip{self.value}"


DENOMINATIONS = (
    Denomination(Cents(500_000), "$5K", "#8a5a2b", "#f4e3b2"),
    Denomination(Cents(100_000), "$1K", "#e0a21b", "#3b2a10"),
    Denomination(Cents(50_000), "$500", "#5f2d84", "#f3d9f7"),
    Denomination(Cents(10_000), "$100", "#202226", "#f2f0ea"),
    Denomination(Cents(2_500), "$25", "#157347", "#f5f1e4"),
    Denomination(Cents(500), "$5", "#b8202c", "#f8f1e6"),
    Denomination(Cents(100), "$1", "#ece9e1", "#2c5aa0"),
    Denomination(Cents(50), "50¢", "#d77fa1", "#fff6f9"),
    Denomination(Cents(25), "25¢", "#3f87a6", "#eef8fb"),
    Denomination(Cents(5), "5¢", "#a9a28f", "#fdfaf2"),
    Denomination(Cents(1), "1¢", "#b87a4b", "#fff4e8"),
)
COLUMN, MOST_DRAWN = 20, 60  # chips in a column, and in all, before a plaque takes their place
STEP = 7.5  # by which a chip stands higher than the one under it; a chip is 100 wide
BUTTON, LAMMER, LIGHT_ON, LIGHT_OFF = "uc-button", "uc-lammer", "uc-on", "uc-off"


def chips_for(amount: Cents) -> tuple[tuple[Denomination, int], ...]:
    """Return the fewest chips of an amount, the largest first.

    >>> [(chip.label, count) for chip, count in chips_for(Cents(3750))]
    [('$25', 1), ('$5', 2), ('$1', 2), ('50¢', 1)]
    """
    if not 0 < amount <= LARGEST:
        possible = f"{format_money(1)} to {format_money(LARGEST)}"
        raise Misuse(f"there are no chips for {format_money(amount)}: name an amount from {possible}")
    chips, rest = [], int(amount)
    for chip in DENOMINATIONS:
        count, rest = divmod(rest, chip.value)
        if count:
            chips.append((chip, count))
    return tuple(chips)


def _round_symbol(name: str, title: str, *content: str) -> str:
    return element("symbol", element("title", escaped(title)), *content, id=name, viewBox="-50 -50 100 100")


def parts() -> dict[str, str]:
    """Return what every chip shares: `currentColor` is its color, the inherited stroke that of its edge spots."""
    body = group(
        element("circle", r=48.5, fill="currentColor", stroke="none"),
        element("circle", r=42, fill="none", stroke_width=12, stroke_dasharray="16 27.98", stroke_dashoffset=8),
        element("circle", class_="uc-edge", r=48.5),
        element("circle", r=31.5, fill="currentColor", stroke_width=1.4),
        element("circle", class_="uc-inlay", r=27),
        id="uc-chip",
    )
    return {"uc-chip": body}


def chip_symbols() -> dict[str, str]:
    """Return the symbol of every chip, and those of a button, a lammer and a light, by name."""
    chips = {
        chip.symbol: _round_symbol(
            chip.symbol,
            f"{chip.label} chip",
            use("uc-chip", color=chip.color, stroke=chip.spots),
            element("text", chip.label, class_="uc-value", y=6.8, font_size=_value_size(chip.label)),
        )
        for chip in DENOMINATIONS
    }
    button = group(
        element("circle", class_="uc-button", r=48.5),
        element("circle", class_="uc-button-line", r=42),
        element("circle", class_="uc-button-line", r=39),
    )
    lammer = element("circle", class_="uc-lammer", r=48) + element("circle", class_="uc-lammer-line", r=40)
    return {
        **chips,
        BUTTON: _round_symbol(BUTTON, "Button", button),
        LAMMER: _round_symbol(LAMMER, "Lammer", lammer),
        LIGHT_ON: _round_symbol(LIGHT_ON, "Light, on", *_light("uc-light-on")),
        LIGHT_OFF: _round_symbol(LIGHT_OFF, "Light, off", *_light("uc-light-off")),
    }


def _value_size(label: str) -> float:
    return fitted(label, Face.SANS_BOLD, 22, 43)


def _light(class_: str) -> tuple[str, ...]:
    glow = element("circle", class_=f"{class_} uc-glow", r=49) if class_ == "uc-light-on" else ""
    return (
        glow,
        element("circle", class_="uc-bezel", r=36),
        element("circle", class_=class_, r=28),
        element("ellipse", class_="uc-gleam", cx=-8, cy=-11, rx=10, ry=7),
    )


def stack(amount: Cents) -> tuple[str, float, float]:
    """Return chips of an amount on top of each other, the largest lowest, and how wide and high they are drawn.

    The first column stands on a circle of 100 around 50, 50 from the lower left.
    """
    chips = [chip for chip, count in chips_for(amount) for _ in range(min(count, MOST_DRAWN + 1))]
    if len(chips) > MOST_DRAWN:
        return plaque(format_money(amount)), 190, 110
    columns = [chips[start : start + COLUMN] for start in range(0, len(chips), COLUMN)]
    height = 100 + STEP * (min(len(chips), COLUMN) - 1)
    drawn = "".join(
        use(chip.symbol, 104 * place, height - 100 - STEP * level, width=100, height=100)
        for place, column in enumerate(columns)
        for level, chip in enumerate(column)
    )
    return drawn, 104 * len(columns) - 4, height


def plaque(text: str) -> str:
    """Return a plaque of 190 by 110 that states an amount."""
    return group(
        element("rect", class_="uc-plaque", x=2, y=2, width=186, height=106, rx=14),
        element("rect", class_="uc-plaque-line", x=11, y=11, width=168, height=88, rx=8),
        element(
            "text", escaped(text), class_="uc-plaque-text", x=95, y=64, font_size=fitted(text, Face.SANS_BOLD, 28, 156)
        ),
    )


def labeled(symbol: str, label: str, name: str | None = None) -> str:
    """Return a button or a lammer of 100 by 100 with a label, and the name of a licensee under it."""
    room = (62.0, 36.0) if name else (62.0, 46.0)
    lines = best_lines(label, Face.SANS_BOLD, 26, room, 1.1, 3)
    middle = 40 if name else 50
    content = [use(symbol, width=100, height=100)]
    content += written_lines(lines.lines, 50, middle, lines.size, 1.1, f"{symbol}-text")
    if name:
        small = best_lines(name, Face.SANS, 9, (54.0, 17.0), 1.15, 4)
        content += written_lines(small.lines, 50, 72, small.size, 1.15, f"{symbol}-text uc-small")
    return "".join(content)


def written_lines(
    lines: tuple[str, ...], x: float, y: float, size: float, pitch: float, class_: str, **attributes: str | float | None
) -> list[str]:
    """Return lines of text around a middle height; each is centered if its class says so."""
    first = y - size * pitch * (len(lines) - 1) / 2 + size * 0.35
    return [
        element("text", escaped(line), class_=class_, x=x, y=first + size * pitch * place, font_size=size, **attributes)
        for place, line in enumerate(lines)
    ]


_CENTERED = {"text-anchor": "middle"}
CHIP_RULES: Mapping[str, Mapping[str, str]] = {
    ".uc-edge": {"fill": "none", "stroke": "#0000004d", "stroke-width": "2"},
    ".uc-inlay": {"fill": "#fffaf0", "stroke": "#00000026", "stroke-width": "1"},
    ".uc-value": {"font": "700 22px sans-serif", "font-family": "$sans", "fill": "#1b1d21", **_CENTERED},
    ".uc-button": {"fill": "@button", "stroke": "#0005", "stroke-width": "2"},
    ".uc-button-line": {"fill": "none", "stroke": "@text", "stroke-width": "1.2"},
    ".uc-button-text": {"font-weight": "700", "font-family": "$sans", "fill": "@text", **_CENTERED},
    ".uc-lammer": {"fill": "@lammer", "stroke": "#0006", "stroke-width": "2"},
    ".uc-lammer-line": {"fill": "none", "stroke": "#0004", "stroke-width": "1.5"},
    ".uc-lammer-text": {"font-weight": "700", "font-family": "$sans", "fill": "#2a2418", **_CENTERED},
    ".uc-small": {"font-weight": "400"},
    ".uc-bezel": {"fill": "@device", "stroke": "@device-light", "stroke-width": "4"},
    ".uc-light-on": {"fill": "@light-on"},
    ".uc-light-off": {"fill": "@light-off"},
    ".uc-glow": {"opacity": ".25"},
    ".uc-gleam": {"fill": "#fff", "opacity": ".45"},
    ".uc-plaque": {"fill": "#8a5a2b", "stroke": "#0006", "stroke-width": "2"},
    ".uc-plaque-line": {"fill": "#fff6e2", "stroke": "#f4d58a", "stroke-width": "3"},
    ".uc-plaque-text": {"font-weight": "700", "font-family": "$sans", "fill": "#2a2013", **_CENTERED},
}
