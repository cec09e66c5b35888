"""Draw a felt: the table, its rail, everything that the plan places on it; as one SVG document."""

from collections.abc import Iterator

from upcard.drawing.areas import INCH, Area, AreaUse
from upcard.drawing.chips import LIGHT_OFF
from upcard.drawing.dealers_side import equipment_of
from upcard.drawing.felt_plan import UNLAWFUL, FeltPlan
from upcard.drawing.felt_style import FELT_RULES
from upcard.drawing.fixtures import dealers_cards, equipment, inventory, shoe
from upcard.drawing.labels import Label, face_of
from upcard.drawing.palette import Theme, colors, stylesheet
from upcard.drawing.panels import Panel
from upcard.drawing.seats import Rim
from upcard.drawing.sprites import definitions_of, rules_of
from upcard.drawing.svg import arc, around, document, element, escaped, group, number, turned, use
from upcard.drawing.text_width import fitted
from upcard.english import sentence
from upcard.rules.enums import WagerName
from upcard.table import Status
from upcard.table.layout_measures import FeltColor

CORNER = 1.5 * INCH  # radius of the corners on the dealer's side


def felt_svg(
    plan: FeltPlan,
    theme: Theme = Theme.LIGHT,
    *,
    felt: FeltColor | None = None,
    variables: bool = True,
    with_style: bool = True,
    prefix: str = "uf-",
) -> str:
    """Return a felt as an SVG document, a unit for each millimeter.

    Without variables every color is written out, for programs that do not know custom properties. Without style a page
    styles it (page_style.py). The prefix is that of its identifiers, which must differ between two felts on one page.
    """
    drawn = "".join(_parts(plan))
    definitions = definitions_of(drawn)
    rules = {**FELT_RULES, **rules_of(definitions + drawn)}
    color = felt or plan.table.layout.felt
    style = element("style", stylesheet(rules, colors(theme, color), variables=variables)) if with_style else ""
    text = document(
        plan.view_box,
        _title(plan),
        _description(plan),
        style,
        element("defs", *_gradients(plan), definitions),
        drawn,
        class_=f"uf uf-{color.value}",
    )
    if prefix != "uf-":
        for start in ('id="', 'href="#', "url(#"):
            text = text.replace(f"{start}uf-", f"{start}{prefix}")
    return text


def _title(plan: FeltPlan) -> str:
    table = plan.table
    return f"Layout of table {table.table}" + (f", {table.licensee}" if table.licensee else "")


def _description(plan: FeltPlan) -> str:
    table = plan.table
    wagers = ", ".join(offer.wager.display_name for offer in table.offers) or "none"
    lawful = f" {UNLAWFUL}." if plan.status is Status.UNLAWFUL else ""
    return (
        f"The felt of a table for {table.game.name} with {table.seats} seats, numbered from the dealer's left, which is"
        f" the right side of the drawing. Optional wagers: {wagers}. One unit is one millimeter.{lawful}"
    )


def _parts(plan: FeltPlan) -> Iterator[str]:
    yield from _table(plan)
    yield from _insurance_line(plan)
    yield from _ornaments(plan)
    yield from (label.svg() for label in plan.arcs)
    yield from (_drawn(plan, area) for area in plan.areas)
    yield from (_panel(panel) for panel in plan.panels)
    yield from (label.svg() for label in plan.labels)
    if plan.status is Status.UNLAWFUL:
        yield _across(plan)


def _gradients(plan: FeltPlan) -> Iterator[str]:
    center = plan.rim.center + 0.3 * plan.rim.radius
    stops = element("stop", offset=".25", class_="uf-middle") + element("stop", offset="1", class_="uf-edge")
    yield element(
        "radialGradient",
        stops,
        id="uf-felt",
        gradientUnits="userSpaceOnUse",
        cx=0,
        cy=center,
        r=plan.rim.radius * 1.05,
    )
    leather = (
        element("stop", offset="0", class_="uf-rail-light")
        + element("stop", offset=".55", class_="uf-rail")
        + element("stop", offset="1", class_="uf-rail")
    )
    yield element("linearGradient", leather, id="uf-leather", x1=0, y1=0, x2=0, y2=1)


def outline(rim: Rim, wider: float, top: float) -> str:
    """Return the path of the table's edge, or of one that is wider by so much around the players' side."""
    half, radius = rim.half_width + wider, rim.radius + wider
    join = rim.center + max(radius**2 - half**2, 0) ** 0.5
    left, corner = number(-half), number(CORNER)
    return (
        f"M{number(-half + CORNER)} {number(top)}H{number(half - CORNER)}a{corner} {corner} 0 0 1 {corner} {corner}"
        f"V{number(join)}A{number(radius)} {number(radius)} 0 0 1 {left} {number(join)}"
        f"V{number(top + CORNER)}a{corner} {corner} 0 0 1 {corner} -{corner}Z"
    )


def _table(plan: FeltPlan) -> Iterator[str]:
    """Yield the room, the table's shadow, the rail with its seam, and the felt."""
    x, y, width, height = plan.view_box
    rim, rail = plan.rim, float(plan.table.layout.rail)
    yield element("rect", class_="uf-room", x=x, y=y, width=width, height=height)
    shadow = outline(rim, rail, -0.5 * INCH)
    yield element("path", class_="uf-shadow", d=shadow, transform=f"translate(0 {number(0.55 * INCH)})")
    yield element("path", fill="url(#uf-leather)", d=outline(rim, rail, -0.5 * INCH))
    yield element("path", class_="uf-seam", d=outline(rim, rail * 0.62, -0.5 * INCH))
    yield element("path", class_="uf-trim", d=outline(rim, 0.32 * INCH, -0.32 * INCH))
    yield element("path", fill="url(#uf-felt)", d=outline(rim, 0, 0))
    yield element("path", class_="uf-border", d=outline(rim, -0.55 * INCH, 0.55 * INCH))


def _insurance_line(plan: FeltPlan) -> Iterator[str]:
    """Yield the band in which insurance is wagered."""
    inner, outer = plan.band
    middle = (inner + outer) / 2
    center = plan.rim.center
    angle = plan.band_angle + 2
    yield element(
        "path",
        class_="uf-band",
        d=arc(0, center, middle, angle),
        stroke_width=outer - inner,
        data_area=WagerName.INSURANCE.value,
    )
    for radius in (inner, outer):
        yield element("path", class_="uf-line", d=arc(0, center, radius, angle))
    for side in (-angle, angle):
        ends = " ".join(number(value) for radius in (inner, outer) for value in around(0, center, radius, side))
        yield element("path", class_="uf-line", d=f"M{ends}")


def _ornaments(plan: FeltPlan) -> Iterator[str]:
    """Yield the four suits above the licensee's name, between two rules."""
    first = next(label for label in plan.labels if label.class_ == "uf-licensee")
    y = first.y - first.size * 0.75 - 1.1 * INCH
    for place, sign in enumerate("shdc"):
        x = (place - 1.5) * 1.5 * INCH
        yield group(use(f"uc-{sign}"), class_="uf-suit", transform=f"translate({number(x)} {number(y)})scale(.5)")
    for side in (-1, 1):
        yield element(
            "path", class_="uf-hair", d=f"M{number(side * 3.4 * INCH)} {number(y)}h{number(side * 2.2 * INCH)}"
        )


def _drawn(plan: FeltPlan, area: Area) -> str:
    """Return an area, turned to its place."""
    match area.use:
        case AreaUse.WAGER:
            shape = _spot(area) if area.is_round else _box(area)
        case AreaUse.CHIP_ACCEPTOR:
            shape = _acceptor(area)
        case AreaUse.MARKER:
            shape = element("circle", class_="uf-marker", cx=area.x, cy=area.y, r=area.width / 2)
        case AreaUse.DEALERS_CARDS:
            shape = dealers_cards(area, plan.table.layout)
        case AreaUse.DEALERS_AREA:
            shape = _rect(area, "uf-dealers-area", 0.25 * INCH)
        case AreaUse.INVENTORY:
            shape = inventory(area, float(plan.table.layout.chip))
        case AreaUse.SHOE:
            shape = shoe(area)
        case AreaUse.EQUIPMENT:
            kind = next(item.kind for item in equipment_of(plan.table) if item.name == area.name)
            shape = equipment(area, kind)
        case _:
            return ""
    return _placed(area, shape)


def _placed(area: Area, shape: str) -> str:
    """Return a shape with its title and what a page needs to know of its area."""
    seat = f"Seat {area.seat}, " if area.seat else ""
    words = area.label if area.label and area.choice is None else f"{area.name} {area.choice or ''}".strip()
    title = f"{seat}{words}"
    return group(
        element("title", escaped(sentence(title))),
        shape,
        transform=turned(area.angle, area.x, area.y),
        data_area=area.use.value,
        data_name=area.name,
        data_seat=area.seat,
        data_choice=area.choice,
        data_spot=area.spot,
    )


def _rect(area: Area, class_: str, rounding: float, inset: float = 0) -> str:
    return element(
        "rect",
        class_=class_,
        x=area.x - area.width / 2 + inset,
        y=area.y - area.height / 2 + inset,
        width=area.width - 2 * inset,
        height=area.height - 2 * inset,
        rx=rounding,
    )


def _box(area: Area) -> str:
    return _rect(area, "uf-area", 0.5 * INCH, 0.05 * INCH) + _rect(area, "uf-inner", 0.35 * INCH, 0.22 * INCH)


def _spot(area: Area) -> str:
    radius = area.width / 2
    return element("circle", class_="uf-area", cx=area.x, cy=area.y, r=radius - 0.05 * INCH) + element(
        "circle", class_="uf-inner", cx=area.x, cy=area.y, r=radius - 0.16 * INCH
    )


def _acceptor(area: Area) -> str:
    """Return a chip acceptor: a metal plate with a slot, and a light above it; its name is under it."""
    size = area.height * 0.76
    x, y, radius = area.x, area.y - area.height / 2 + size / 2, size / 2
    light = size * 0.3
    return (
        element("circle", class_="uf-plate", cx=x, cy=y, r=radius - 1)
        + element("circle", class_="uf-plate-rim", cx=x, cy=y, r=radius * 0.84)
        + element(
            "rect",
            class_="uf-slot",
            x=x - radius * 0.6,
            y=y + radius * 0.12,
            width=radius * 1.2,
            height=radius * 0.26,
            rx=radius * 0.13,
        )
        + use(LIGHT_OFF, x - light / 2, y - radius * 0.66, width=light, height=light)
    )


def _panel(panel: Panel) -> str:
    """Return a sign: its frame, its lines, its texts."""
    left, right, height = panel.rule
    return group(
        element("title", escaped(f"Sign: {panel.area.name}")),
        _rect(panel.area, "uf-sign", 0.4 * INCH),
        element("path", class_="uf-hair", d=f"M{number(left)} {number(height)}H{number(right)}"),
        *(
            element("path", class_="uf-leader", d=f"M{number(start)} {number(at)}H{number(end)}")
            for start, end, at in panel.leaders
        ),
        *(label.svg() for label in panel.labels),
        data_area=panel.area.use.value,
        data_name=panel.area.name,
    )


def _across(plan: FeltPlan) -> str:
    """Return the warning across a layout that may not be opened as configured."""
    width = plan.rim.half_width * 2 * 0.8
    size = fitted(UNLAWFUL, face_of("uf-unlawful"), 7 * INCH, width)
    middle = float(plan.table.layout.depth) * 0.55
    label = Label(
        text=UNLAWFUL,
        x=0,
        y=middle,
        size=size,
        class_="uf-unlawful",
        angle=-14,
    )
    return label.svg()
