"""Draw a felt as a plan for its manufacturer: outlines, numbers of the areas, and the measures of the table."""

from collections.abc import Iterator
from math import hypot

from upcard.drawing.areas import Area, AreaUse
from upcard.drawing.felt import outline
from upcard.drawing.felt_plan import UNLAWFUL, FeltPlan
from upcard.drawing.palette import FONTS
from upcard.drawing.svg import arc, around, document, element, escaped, group, number, turned
from upcard.drawing.text_width import Face, fitted
from upcard.table import Status
from upcard.table.layout_measures import INCH, Millimeters

SIZE = 20.0  # of a measure, in millimeters of the table
MARGIN = 130.0  # around the table, for the measures
TICK = 11.0
RADIUS_AT = -28.0  # degrees: where the radius is drawn

_STYLE = (
    f"text{{font-family:{FONTS['sans']};fill:#1d1f24}}"
    ".up-paper{fill:#fff}"
    ".up-edge{fill:none;stroke:#1d1f24;stroke-width:3.2}"
    ".up-rail{fill:#f6f2e9;stroke:#5d6066;stroke-width:1.6}"
    ".up-felt{fill:#fff;stroke:#1d1f24;stroke-width:3.2}"
    ".up-area{fill:#fff;stroke:#0f6a45;stroke-width:2.2}"
    ".up-band{fill:none;stroke:#0f6a45;stroke-width:1.6}"
    ".up-middle{fill:none;stroke:#a3202c;stroke-width:1;stroke-dasharray:18 6 4 6}"
    ".up-measure{fill:none;stroke:#a3202c;stroke-width:1.4}"
    "text.up-words{fill:#a3202c}"
    "text.uf-title,text.uf-rule-text,text.uf-insurance{fill:#9a9488;font-weight:700}"
    "text.up-unlawful{fill:#a3202c;font-weight:700;opacity:.4}"
    ".uf-arc{fill:none}"
)


def length_words(value: Millimeters | float) -> str:
    """Return a length in millimeters and inches.

    >>> length_words(965.2), length_words(39)
    ('965.2 mm (38 in)', '39 mm (1.535 in)')
    """
    millimeters = f"{float(value):.1f}".removesuffix(".0")
    inches = f"{float(value / INCH):.3f}".rstrip("0").rstrip(".")
    return f"{millimeters} mm ({inches} in)"


def numbered_areas(plan: FeltPlan) -> tuple[tuple[int, Area], ...]:
    """Return the areas of a felt with the numbers that they have in its plan."""
    return tuple(enumerate((area for area in plan.areas if area.use is not AreaUse.CAPTION), 1))


def plan_box(plan: FeltPlan) -> tuple[float, float, float, float]:
    """Return the part of the plane that a plan shows: the table, and room for its measures."""
    layout = plan.table.layout
    half = plan.rim.half_width + float(layout.rail) + MARGIN
    return -half, -MARGIN, 2 * half, float(layout.depth) + float(layout.rail) + 1.3 * MARGIN


def plan_svg(plan: FeltPlan, *, with_warning: bool = True) -> str:
    """Return the plan of a felt as an SVG document, a unit for each millimeter of the table.

    Without warning the page around it says across itself that a table is not lawful.
    """
    box = plan_box(plan)
    table = plan.table
    words = f"Plan of the layout of table {table.table}, in millimeters, seen from above, the dealer's side at the top."
    return document(
        box,
        f"Plan of table {table.table}",
        words,
        element("style", _STYLE),
        element("rect", class_="up-paper", x=box[0], y=box[1], width=box[2], height=box[3]),
        *_table(plan),
        *(label.svg() for label in plan.arcs),
        *(_area(place, area) for place, area in numbered_areas(plan)),
        *_measures(plan),
        *(_across(plan) if with_warning and plan.status is Status.UNLAWFUL else ()),
    )


def _table(plan: FeltPlan) -> Iterator[str]:
    rail = float(plan.table.layout.rail)
    yield element("path", class_="up-rail", d=outline(plan.rim, rail, 0))
    yield element("path", class_="up-felt", d=outline(plan.rim, 0, 0))
    yield element("path", class_="up-middle", d=f"M0 {number(-MARGIN * 0.3)}V{number(float(plan.table.layout.depth))}")
    for radius in plan.band:
        yield element("path", class_="up-band", d=arc(0, plan.rim.center, radius, plan.band_angle + 2))


def _area(place: int, area: Area) -> str:
    """Return the outline of an area, with its number upright in its middle."""
    if area.is_round:
        shape = element("ellipse", class_="up-area", cx=area.x, cy=area.y, rx=area.width / 2, ry=area.height / 2)
    else:
        left, top = area.x - area.width / 2, area.y - area.height / 2
        shape = element("rect", class_="up-area", x=left, y=top, width=area.width, height=area.height)
    size = min(fitted(str(place), Face.SANS, 34, 0.8 * area.width), 0.6 * area.height)
    return group(shape, transform=turned(area.angle, area.x, area.y)) + _text(str(place), area.x, area.y, size=size)


def _text(text: str, x: float, y: float, *, size: float = SIZE, angle: float = 0, class_: str | None = None) -> str:
    return element(
        "text",
        escaped(text),
        x=x,
        y=y + size * 0.35,
        font_size=size,
        text_anchor="middle",
        class_=class_,
        transform=turned(angle, x, y),
    )


def _measured(x1: float, y1: float, x2: float, y2: float, words: str, *, angle: float = 0, above: float = 0.8) -> str:
    """Return a line between two points with a tick at each end, and its length beside its middle."""
    length = hypot(x2 - x1, y2 - y1)
    across_x, across_y = (y1 - y2) / length, (x2 - x1) / length
    ticks = "".join(
        f"M{number(x - TICK * across_x)} {number(y - TICK * across_y)}"
        f"L{number(x + TICK * across_x)} {number(y + TICK * across_y)}"
        for x, y in ((x1, y1), (x2, y2))
    )
    line = element("path", class_="up-measure", d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}{ticks}")
    x, y = (x1 + x2) / 2 - above * SIZE * across_x, (y1 + y2) / 2 - above * SIZE * across_y
    return line + _text(words, x, y, angle=angle, class_="up-words")


def _measures(plan: FeltPlan) -> Iterator[str]:
    """Yield the measures of the table: width, depth, the radius of the players' side, the rail, all of it."""
    layout, rim = plan.table.layout, plan.rim
    half, rail, depth = rim.half_width, float(layout.rail), float(layout.depth)
    yield _measured(-half, -MARGIN * 0.3, half, -MARGIN * 0.3, f"width {length_words(layout.width)}")
    side, whole = half + rail, layout.width + 2 * layout.rail
    yield _measured(-side, -MARGIN * 0.72, side, -MARGIN * 0.72, f"with the rail {length_words(whole)}")
    right = side + MARGIN * 0.4
    yield _measured(right, 0, right, depth, f"depth {length_words(layout.depth)}", angle=90)
    x, y = around(0, rim.center, rim.radius, RADIUS_AT)
    start = around(0, rim.center, rim.radius * 0.62, RADIUS_AT)
    yield _measured(*start, x, y, f"radius {length_words(layout.radius)}", angle=90 - RADIUS_AT - 180, above=-1)
    x1, y1 = around(0, rim.center, rim.radius, -52)
    x2, y2 = around(0, rim.center, rim.radius + rail, -52)
    outside = around(0, rim.center, rim.radius + rail + 70, -52)
    yield element("path", class_="up-measure", d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
    yield _text("rail", outside[0] - 40, outside[1] - 12, class_="up-words")
    yield _text(length_words(layout.rail), outside[0] - 40, outside[1] + 12, class_="up-words")


def _across(plan: FeltPlan) -> Iterator[str]:
    size = fitted(UNLAWFUL, Face.SANS_BOLD, 180, plan.rim.half_width * 1.6)
    yield _text(UNLAWFUL, 0, float(plan.table.layout.depth) * 0.55, size=size, angle=-14, class_="up-unlawful")
