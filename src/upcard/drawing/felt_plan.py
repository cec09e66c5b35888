"""Plan a felt: every area and every text of a table's layout, with its place and size, before anything is drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import degrees
from typing import Any

from upcard.drawing.areas import INCH, Area, AreaUse, Corner, contains, overlap
from upcard.drawing.dealers_side import CARDS_TOP, dealers_side, equipment_of, placard_area, sign_columns
from upcard.drawing.labels import ASCENT, DESCENT, ArcLabel, Label, arc_size, lines_in
from upcard.drawing.panels import Panel, panels, placard
from upcard.drawing.postings import Inscriptions, inscriptions, limits, odds
from upcard.drawing.seats import SEATS_TO_INSURANCE, Rim, seat_areas
from upcard.drawing.svg import around
from upcard.errors import Misuse
from upcard.money import format_money
from upcard.rules.option import Equipment, EquipmentKind
from upcard.table import Status, TableConfig, check, status_of

BAND = 2.35 * INCH  # of the insurance line
TITLE, RULE, OTHER = 2.8 * INCH, 1.4 * INCH, 1.1 * INCH  # sizes of the inscriptions
SPACING = 0.06
MARGIN = 1.6 * INCH  # around the table in the drawing
LEAST_NAME = 3.6 * INCH  # height of the place for the licensee's name
UNLAWFUL = "Not lawful as configured"


@dataclass(frozen=True, kw_only=True)
class FeltPlan:
    """A felt before it is drawn."""

    table: TableConfig
    rim: Rim
    areas: tuple[Area, ...]
    panels: tuple[Panel, ...]
    inscriptions: Inscriptions
    labels: tuple[Label, ...]
    arcs: tuple[ArcLabel, ...]
    band: tuple[float, float]  # inner and outer radius of the insurance line
    band_angle: float
    status: Status

    @property
    def view_box(self) -> tuple[float, float, float, float]:
        """Return the part of the plane that is drawn: the felt, its rail, and a margin."""
        rail = float(self.table.layout.rail)
        half = self.rim.half_width + rail + MARGIN
        return -half, -MARGIN, 2 * half, float(self.table.layout.depth) + rail + 2 * MARGIN

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as JSON values."""
        return {
            "table": self.table.table,
            "licensee": self.table.licensee,
            "seats": self.table.seats,
            "status": self.status.value,
            "lawful": self.status.lawful,
            "unit": "mm",
            "view_box": [round(value, 2) for value in self.view_box],
            "inscriptions": list(self.inscriptions.texts),
            "signs": [
                {"name": panel.area.name, "texts": [label.text for label in panel.labels]} for panel in self.panels
            ],
            "areas": [area.to_dict() for area in self.areas],
        }


def plan_felt(table: TableConfig) -> FeltPlan:
    """Return the plan of a table's felt; raise Misuse if it has no room for all areas."""
    table.require_one_game()
    rim = Rim.of(table.layout)
    band = rim.radius - SEATS_TO_INSURANCE - 0.25 * INCH
    texts = inscriptions(table)
    angle = min(66.0, rim.half_angle - 14)
    arcs = _arcs(texts, rim, band, angle)
    signs = (placard(limits(table), placard_area(table)), *panels(odds(table), sign_columns(table)))
    name_area = _name_area(rim, min(arc.radius - arc.size * 0.85 for arc in arcs))
    areas = (*dealers_side(table), *(panel.area for panel in signs), name_area, *seat_areas(table))
    plan = FeltPlan(
        table=table,
        rim=rim,
        areas=areas,
        panels=signs,
        inscriptions=texts,
        labels=(*_name(table, name_area), *(label for area in areas for label in _area_labels(table, area))),
        arcs=arcs,
        band=(band - BAND, band),
        band_angle=angle,
        status=status_of(check(table)),
    )
    _require_room(plan)
    return plan


def _require_room(plan: FeltPlan) -> None:
    """Raise Misuse if areas or inscriptions overlap or leave the felt, as they may by the licensee's measures."""
    apart = all(not overlap(one, other) for one, other in combinations(plan.areas, 2))
    inside = all(plan.rim.holds(corner, 0.2 * INCH) for area in plan.areas for corner in area.corners)
    (name,) = (area for area in plan.areas if area.use is AreaUse.NAME)
    covered = any(contains(area, point) for area in plan.areas for point in _along_inscriptions(plan))
    if not apart or not inside or covered or name.height < LEAST_NAME:
        raise Misuse(
            f"{plan.table.file}: what is on the dealer's side does not fit on this felt: make width or depth larger"
            " under [layout]"
        )


def _along_inscriptions(plan: FeltPlan) -> Iterator[Corner]:
    """Yield points along the edges of the insurance line and of each inscription."""
    ends = [(radius, plan.band_angle + 2) for radius in plan.band]
    for arc in plan.arcs:
        half_angle = degrees(arc.width / 2 / arc.radius)
        ends += [(arc.radius - ASCENT * arc.size, half_angle), (arc.radius + DESCENT * arc.size, half_angle)]
    for radius, half_angle in ends:
        yield from (around(0, plan.rim.center, radius, half_angle * step / 12) for step in range(-12, 13))


def _arcs(texts: Inscriptions, rim: Rim, band: float, angle: float) -> tuple[ArcLabel, ...]:
    """Return the inscriptions: in the insurance line, then toward the dealer, and the largest last."""
    center = (0.0, rim.center)
    lines = [(texts.insurance, 1.35 * INCH, "uf-insurance", band - BAND * 0.34)]
    radius = band - BAND - 0.35 * INCH
    others = [(text, RULE if place == 0 else OTHER) for place, text in enumerate(texts.others)]
    shrink = min(1.0, 7.0 * INCH / (sum(size for _, size in others) * 1.35 + TITLE * 1.1))
    for text, size in reversed(others):
        lines.append((text, size * shrink, "uf-rule-text", radius - 0.12 * size))
        radius -= size * shrink * 1.35
    lines.append((texts.blackjack, TITLE * shrink, "uf-title", radius - 0.35 * INCH * shrink))
    spans = {"uf-title": angle * 0.94, "uf-rule-text": angle, "uf-insurance": angle}
    return tuple(
        ArcLabel(
            name=f"uf-arc{number}",
            text=text,
            center=center,
            radius=at,
            size=arc_size(text, class_, size, SPACING, at, spans[class_]),
            class_=class_,
            spacing=SPACING,
            half_angle=min(spans[class_] + 10, 89),
        )
        for number, (text, size, class_, at) in enumerate(lines, 1)
    )


def _name_area(rim: Rim, bowl: float) -> Area:
    """Return the place of the licensee's name: under the dealer's cards, in the circle of the largest inscription."""
    half = min(7.2 * INCH, 0.52 * bowl)
    top, bottom = (CARDS_TOP + 4.6) * INCH, rim.center + (bowl**2 - (half + 0.15 * INCH) ** 2) ** 0.5
    return Area(use=AreaUse.NAME, name="licensee", x=0, y=(top + bottom) / 2, width=2 * half, height=bottom - top)


def _name(table: TableConfig, area: Area) -> list[Label]:
    """Return the name of the licensee and, under it, that of the table, in the middle of their area."""
    small, above = 0.8 * INCH, 1.3 * INCH  # above: the suits
    upper = replace(area, y=area.y + (above - 2 * small) / 2, height=area.height - above - 2 * small)
    name, number = table.licensee, f"Table {table.table}"
    labels = lines_in(upper, name or number, 1.9 * INCH, "uf-licensee", most=4, part=1)
    if name is None:
        return labels
    under = replace(area, y=labels[-1].y + 1.8 * small, height=small * 1.2)
    return labels + lines_in(under, number, small, "uf-table", most=1, part=1)


def _area_labels(table: TableConfig, area: Area) -> list[Label]:
    """Return what is written in an area."""
    match area.use:
        case AreaUse.WAGER if not area.label:
            return lines_in(area, str(area.seat), area.height * 0.45, "uf-seat", most=1)
        case AreaUse.WAGER:
            size = area.height * (0.5 if area.choice is not None else 0.24)
            return lines_in(area, area.label, size, "uf-spot-text", part=0.88)
        case AreaUse.CAPTION:
            return lines_in(area, area.label, area.height * 0.8, "uf-spot-text", most=1, part=1)
        case AreaUse.CHIP_ACCEPTOR:
            under = area.strip(0.4, 0.2)
            return lines_in(under, area.label, 0.6 * INCH, "uf-printed", most=1, part=1)
        case AreaUse.DEALERS_AREA:
            return lines_in(area, area.label, 0.85 * INCH, "uf-spot-text", part=0.86)
        case AreaUse.EQUIPMENT:
            return _equipment_labels(table, area)
        case _:
            return []


def _equipment_labels(table: TableConfig, area: Area) -> list[Label]:
    """Return the name of a piece of equipment where its drawing leaves room, and what it shows."""
    item = next(item for item in equipment_of(table) if item.name == area.name)
    match item.kind:
        case EquipmentKind.METER | EquipmentKind.DISPLAY:
            return [
                *lines_in(area.strip(-0.31, 0.34), area.label, 0.6 * INCH, "uf-device-text", most=1),
                *lines_in(area.strip(0.16, 0.5), _shown(table, item), 1.1 * INCH, "uf-screen-text", most=1),
            ]
        case EquipmentKind.TOKENS:
            return lines_in(area.strip(0.34, 0.3), area.label, 0.6 * INCH, "uf-device-text", most=1)
        case EquipmentKind.BUTTON:
            round_part = replace(area, is_round=True)
            return lines_in(round_part, area.label, 0.42 * INCH, "uf-button-text", most=4, part=0.8)
        case EquipmentKind.BOX:
            under = area.strip(0.35, 0.3, 0.75)
            return lines_in(under, area.label, 0.7 * INCH, "uf-printed", most=2, part=1)
        case _:
            return lines_in(area.strip(0.36, 0.24), area.label, 0.6 * INCH, "uf-device-text", most=2)


def _shown(table: TableConfig, item: Equipment) -> str:
    """Return what a meter or a display shows before the first round."""
    amounts = (offer.settings[key] for offer in table.offers for key in offer.settings if key == item.shows)
    amount = next(amounts, None)
    return "$ \u2014\u2014\u2014" if amount is None else format_money(amount)
